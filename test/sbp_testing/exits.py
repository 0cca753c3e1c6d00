"""Runs a command that has to end with an exit code:  exits.py CODE COMMAND..."""

import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    sys.exit(f"exit code {code}, not {sys.argv[1]}: {' '.join(sys.argv[2:])}")
