"""Where everything on a board lies: a pure function of the board file."""
