"""Text for people, made last: plain English, the story of a game, the game in a terminal."""
