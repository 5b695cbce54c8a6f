"""`python -m keyhole`: the same as `keyhole`."""

from keyhole.cli import main

main(prog_name="keyhole")
