"""Reports that one would show: figures with names on their axes and intervals, values on the drawing of the board, pages that need nothing else."""
