"""Pictures of a board as SVG, and as PNG."""
