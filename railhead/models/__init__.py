"""Language models as players: what they are told, how their answers are read, tables they sit down at, and how strong they are. See docs/models.md."""
