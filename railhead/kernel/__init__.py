"""The rules, once: plain functions over two records, `BOARD` (never changes) and `GAME` (everything that does).

Read in this order: records (declared as declaring says) · bits, random, trace (tools) · cards · tickets · routes · turns (legal, apply) ·
trails, scoring · views. The same functions run interpreted (`NUMBA_DISABLE_JIT=1`), compiled, and inside a CUDA kernel.
"""
