"""The review: what decided a game, luck apart from skill. docs/review.md tells what the figures mean."""
