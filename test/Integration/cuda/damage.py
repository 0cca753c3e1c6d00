"""Code and launches of an artifact changed, and all its sums right again:  damage.py ARTIFACT DIRECTORY

ptx.sbpx: an instruction that there is not; launch.sbpx: a launch of a function that the code has not; store.sbpx: a result is not written.
"""

import os
import re
import sys

from sbp_testing.container import CODE, Container

artifact, directory = sys.argv[1:]


def damage(name, change):
    with open(artifact, "rb") as file:
        container = Container(file.read())
    segments = [change(data) if kind == CODE else data for (kind, _), data in zip(container.entries, container.segments)]
    assert segments != container.segments
    with open(os.path.join(directory, name), "wb") as file:
        file.write(container.assemble(bytearray(container.header), segments, reseal=True))


def rename_launched(data):
    """In what the code says of itself, which stands behind the text."""
    end = data.rindex(b"ret;")
    return data[:end] + re.sub(rb"(region_[0-9a-f]{32})_0", rb"\1_7", data[end:])


damage("ptx.sbpx", lambda data: data.replace(b"fma.rn.f32", b"fmq.rn.f32", 1))
damage("launch.sbpx", rename_launched)
damage("store.sbpx", lambda data: data.replace(b"\tst.global", b"//t.global", 1))
