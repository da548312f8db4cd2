"""Railhead in the tools that researchers use: PettingZoo, Gymnasium, OpenSpiel, and thousands of games in one call.

Each lives in its own module, and is imported only when asked for: `railhead.envs.pettingzoo`, `.gymnasium`, `.openspiel`, `.vector`.
"""
