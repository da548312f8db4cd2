"""`planner`, part by part: ways and networks, the plan, cards, claims, tickets, beds, the end."""
