"""A table of the values that a test compared: case, ranks, number of elements, largest difference, bound."""

import numpy as np


class Compared:
    """`add` compares and fails where a difference is beyond its bound; `show` prints the table and its number of rows."""

    def __init__(self):
        self.rows = []

    def add(self, case, found, expected, bound, ranks=1, relative=0.0):
        """Differences of elements that are not finite count as 0 where both are the same, else as infinite."""
        found, expected = np.asarray(found, np.float64), np.asarray(expected, np.float64)
        assert found.shape == expected.shape, (case, found.shape, expected.shape)
        same = (found == expected) | (np.isnan(found) & np.isnan(expected))
        with np.errstate(invalid="ignore"):
            difference = np.where(same, 0.0, np.nan_to_num(np.abs(found - expected), nan=np.inf))
        allowed = bound + relative * np.where(np.isfinite(expected), np.abs(expected), 0.0)
        self.rows.append((str(case), ranks, found.size, difference.max(initial=0.0), np.max(allowed, initial=bound)))
        assert (difference <= allowed).all(), f"{case}: difference {difference.max()} beyond {bound}: {found} against {expected}"

    def measure(self, case, difference, bound, ranks=1, size=1):
        """Adds what the caller compared: the largest of `size` differences and its bound, in whatever unit the caller has."""
        self.rows.append((str(case), ranks, size, float(difference), float(bound)))
        assert difference <= bound, f"{case}: difference {difference} beyond {bound}"

    def show(self, what):
        width = max([4, *(len(case) for case, *_ in self.rows)])
        print(f"{'case':{width}} ranks elements difference     bound")
        for case, ranks, size, difference, bound in self.rows:
            print(f"{case:{width}} {ranks:5} {size:8} {difference:10.1e} {bound:9.1e}")
        print(len(self.rows), what)
