"""`python -m railhead`, where the command is not on the PATH."""

from railhead.cli import main

main()
