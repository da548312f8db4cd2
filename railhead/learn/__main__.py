"""`python -m railhead.learn SETTINGS --out FOLDER`."""

from railhead.learn.run import main

main()
