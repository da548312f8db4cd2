"""Text for people, made last, in their language: what a seat sees, the story of a game, refusals, the game in a terminal."""
