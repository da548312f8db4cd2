"""Many games: tables and seatings, statistics that respect shared deals, a store, reports, studies."""
