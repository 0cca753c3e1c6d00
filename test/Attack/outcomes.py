"""What became of one mutant, and the table over all of them."""

import collections
import re
from dataclasses import dataclass

# In the order of the columns. What stands behind GOOD is a defect.
REFUSED = "refused"  # exit 1, one error line that names file:line, the argument or the file
EQUAL = "ran, equal"  # it ran and gave what the oracle gives
LISTED = "ran, listed"  # it ran and cannot be compared, or not be run here; the reasons are printed with their counts
GOOD = (REFUSED, EQUAL, LISTED)
WRONG = "wrong numbers"  # it ran and gave something else
DISAGREE = "one refuses"  # the compiler accepts what the runner or the interpreter refuses
INTERNAL = "exit 70"
SIGNAL = "signal"
HANG = "hang"
SEVERAL = "several errors"  # several error lines for one mistake, or one although it ran
VAGUE = "vague error"  # exit 1 and an error that does not say where
ODD_EXIT = "other exit"
LEFTOVER = "partial file"  # a file under its final name that is not whole
BROKEN = "attack fails"  # the attack's own mistake
ALL = (*GOOD, WRONG, DISAGREE, INTERNAL, SIGNAL, HANG, SEVERAL, VAGUE, ODD_EXIT, LEFTOVER, BROKEN)


@dataclass
class Outcome:
    name: str
    detail: str = ""

    @property
    def is_good(self):
        return self.name in GOOD


def normalise(detail):
    """A detail without what differs between mutants of one class: numbers, quoted names, paths."""
    detail = detail.splitlines()[0] if detail else ""
    detail = re.sub(r"^@\S+ \S*\[", "@_ [", detail)
    detail = re.sub(r"'[^']*'|\"[^\"]*\"", "'_'", detail)
    detail = re.sub(r"[\w./@%#-]*/[\w./@%#-]*", "PATH", detail)
    detail = re.sub(r"\bnan\b|\b-?inf\b", "0", detail)
    detail = re.sub(r"(?<![a-z])-?\d+(x\d+)*(x?[fi]\d+|xbf\d+)?(\.\d+)?(e[-+]?\d+)?", "N", detail)
    return re.sub(r"(N, )+N", "N, ..", detail)[:200]


class Table:
    """Attack x outcome, and classes of details with the first mutant of each."""

    def __init__(self):
        self.counts = collections.Counter()
        self.classes = {}
        self.seconds = collections.Counter()

    def add(self, kind, index, seconds, outcome):
        self.counts[kind, outcome.name] += 1
        self.seconds[kind] += seconds
        if outcome.name in (REFUSED, EQUAL):
            return
        found = self.classes.setdefault((kind, outcome.name, normalise(outcome.detail)), [0, index, outcome.detail])
        found[0] += 1

    @property
    def failures(self):
        return sum(count for (_, name), count in self.counts.items() if name not in GOOD)

    def print(self, kinds):
        shown = [name for name in ALL if name in GOOD or any(self.counts[kind, name] for kind in kinds)]
        print(f"{'attack':18}{'runs':>8}" + "".join(f"{name:>16}" for name in shown) + f"{'ms each':>10}")
        for kind in kinds:
            runs = sum(self.counts[kind, name] for name in ALL)
            cells = "".join(f"{self.counts[kind, name]:>16}" for name in shown)
            print(f"{kind:18}{runs:>8}{cells}{1000 * self.seconds[kind] / max(runs, 1):>10.0f}")
        print("every other outcome: 0")

    def print_classes(self):
        """Defects first, the most frequent first."""
        for good in (False, True):
            found = [(key, entry) for key, entry in self.classes.items() if (key[1] in GOOD) == good]
            for (kind, name, _), (count, index, detail) in sorted(found, key=lambda item: -item[1][0]):
                print(f"{count:>6} x {name}: {kind} #{index}: {detail.strip()[:400]}")
