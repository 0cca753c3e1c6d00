"""A child process that compiles one model: a line of JSON with the request and the text from stdin, the answer in the same form to stdout.

    python -I -S compile_process.py LIBRARY

A fatal error of LLVM or a crash ends this process and not the user's. Blobs follow the line of JSON; "sizes" has their names and sizes.
"""

import json
import os
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import compiler

BLOBS = ["result", "report", "text"]


def main() -> None:
    """Answers one request. Ctrl-C ends it at once: the parent raises KeyboardInterrupt."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    request = json.loads(sys.stdin.buffer.readline())
    answer = compiler.compile_text(compiler.load_library(sys.argv[1]), sys.stdin.buffer.read(), request)
    blobs = [answer.pop(name) for name in BLOBS]
    answer["sizes"] = {name: len(blob) for name, blob in zip(BLOBS, blobs)}
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
    for blob in blobs:
        sys.stdout.buffer.write(blob)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
