"""Runs the ```python blocks of a page and compares what they print with the block behind each.

page.py PAGE EXAMPLES FIRST LAST: the blocks from number FIRST to number LAST, from 0, one after another in one program and a scratch folder
"""

import contextlib
import io
import os
import re
import sys
import tempfile

BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:```\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def main(page, examples, first, last):
    with open(page) as file:
        blocks = BLOCK.findall(file.read())[int(first) : int(last) + 1]
    names = {}
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        os.symlink(os.path.abspath(examples), os.path.join(scratch, "examples"))
        os.chdir(scratch)
        for number, (code, expected) in enumerate(blocks, int(first)):
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(compile(code, f"block {number}", "exec"), names)
            if output.getvalue() != expected:
                print(f"block {number} printed:\n{output.getvalue()}and the page has:\n{expected}")
                failures += 1
    print(f"{os.path.basename(page)}: {len(blocks)} blocks, {failures} differ")
    sys.exit(failures > 0 or not blocks)


if __name__ == "__main__":
    main(*sys.argv[1:])
