"""Boards, tickets and cards on paper."""
