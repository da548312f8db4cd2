"""The web service: tables, seats, the store, sockets.

Read in this order: messages, refusals (what is said) · store, migrations (what is kept) · table (what a list of entries means) · gate
(what a reader may see) · wishes (what may be wanted) · worker, room (what is in memory) · rooms, presence, chat, pacing (what happens) ·
news, bus (other workers) · course (a worker's own) · sockets, seating, endpoints, pages, app (doors) · bots, metrics, limits (helpers).
"""
