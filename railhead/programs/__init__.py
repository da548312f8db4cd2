"""Programs as players, in any language: a line of JSON in, a line of JSON out. docs/programs.md describes the protocol."""
