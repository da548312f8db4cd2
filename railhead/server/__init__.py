"""The web service: tables, seats, the store, sockets.

Read in this order: messages, refusals (what is said) · store, migrations (what is kept) · table (what a list of entries means) · gate
(what a reader may see) · rooms, sockets, seating (what happens) · bots, prepare, bus (helpers) · pages, endpoints, app (HTTP).
"""
