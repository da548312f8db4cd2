"""Drawing boards: from a board file and geography to places, tracks, labels and pictures."""
