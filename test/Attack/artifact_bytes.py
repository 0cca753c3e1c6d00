"""Artifacts with changed bytes, their hashes left as they are: all are refused, every byte of the file is covered."""

import numpy as np

import mutate
from files import compile_base
from flags import MODEL
from outcomes import EQUAL, REFUSED, WRONG, Outcome
from tools import judge

CONSTANT = """func.func @table(%i: tensor<5xi64> {sbp.name = "i"}) -> (tensor<5x40xf32> {sbp.name = "rows"}) {
  %t = arith.constant dense<"0x%s"> : tensor<3x40xf32>
  %rows = nn.gather %t, %i {axis = 0 : i64} : (tensor<3x40xf32>, tensor<5xi64>) -> tensor<5x40xf32>
  return %rows : tensor<5x40xf32>
}
"""


class ArtifactBytes:
    """Two entries on two ranks with a product, a state and a stored constant."""

    name, runs, checked = "artifact-bytes", 50000, 200

    def __init__(self, folder, bin):
        constant = np.arange(120, dtype=np.float32).tobytes().hex().upper()
        _, path = compile_base(folder, bin, "bytes", MODEL + CONSTANT.replace("%s", constant))
        with open(path, "rb") as file:
            self.bytes = file.read()

    def attack(self, case):
        data = mutate.change_bytes(case.draw, self.bytes)
        case.write("mutant.sbpx", data)
        outcome = judge(case.run("sbp-run", "mutant.sbpx", "--entry=table", "--input=i=5xi64=0,1,2,1,0"))
        if data == self.bytes:
            return outcome if outcome and outcome.name != REFUSED else Outcome(EQUAL)
        return outcome or Outcome(WRONG, "an artifact with other bytes runs")
