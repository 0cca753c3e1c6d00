"""What scripts/check says of kernels in the end: tests add to the file that SBP_KERNEL_COUNTS names, if it does."""

import os


def note(what, number):
    path = os.environ.get("SBP_KERNEL_COUNTS")
    if path:
        with open(path, "a") as file:
            file.write(f"{what} {number}\n")
