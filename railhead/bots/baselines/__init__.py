"""Bots that play one idea each, to measure others by."""
