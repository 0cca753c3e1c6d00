"""Topology files: drawn ones and mutants. What is accepted must give what the same model gives without one."""

import json
import os

import numpy as np

import mutate
from files import compile_base, is_same
from outcomes import DISAGREE, EQUAL, WRONG, Outcome
from tools import judge

RANKS = 6
MODEL = f"""sbp.placement @p ["x" = {RANKS}]
func.func @main(%x: tensor<7x13xi64> {{sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [P]>}})
    -> (tensor<7x13xi64> {{sbp.name = "whole", sbp.distribution = #sbp.distribution<@p, [B]>}},
        tensor<7x13xi64> {{sbp.name = "split", sbp.distribution = #sbp.distribution<@p, [S(1)]>}}) {{
  %r = sbp.constrain %x to #sbp.distribution<@p, [S(0)]> : tensor<7x13xi64>
  return %x, %r : tensor<7x13xi64>, tensor<7x13xi64>
}}
"""


def draw_topology(draw):
    """Hosts and devices over all ranks, links of any speed."""
    ranks = draw.sample(range(RANKS), RANKS)
    hosts = [{"devices": []} for _ in range(draw.randint(1, 3))]
    while ranks:
        size = draw.randint(1, 3)
        draw.choice(hosts)["devices"].append({"ranks": ranks[:size]})
        ranks = ranks[size:]
    hosts = [{"name": f"h{i}", **host} if draw.random() < 0.5 else host for i, host in enumerate(hosts) if host["devices"]]
    links = {
        name: {"latency_seconds": draw.choice([0, 1e-6, 1e-3, 1, 1e6]), "bytes_per_second": draw.choice([1, 1e3, 1e9, 2.5e10, 1e18])}
        for name in ("same_device", "same_host", "network")
    }
    return {"format": 1, "links": links, "hosts": hosts}


class Topology:
    """The tree of the file, its text, its bytes."""

    name, runs, checked = "topology", 10000, 40

    def __init__(self, folder, bin):
        self.model, _ = compile_base(folder, bin, "boxings", MODEL)
        self.x = np.arange(91, dtype=np.int64).reshape(7, 13)
        self.path = os.path.join(folder, "x.npy")
        np.save(self.path, self.x)

    def attack(self, case):
        draw, tree = case.draw, draw_topology(case.draw)
        valid = draw.random() < 0.2
        if not valid and draw.random() < 0.7:
            tree = mutate.change_tree(draw, tree)
        text = json.dumps(tree, indent=draw.choice([None, 1])).encode()
        if not valid and draw.random() < 0.4:
            text = mutate.change_bytes(draw, text)
        path = case.write("topology.json", text)
        outcome = judge(case.run("sbp-compile", self.model, "-o", "model.sbpx", f"--topology={path}"))
        if outcome and not valid:
            return outcome
        outcome = outcome or judge(
            case.run("sbp-run", "model.sbpx", f"--input=x=@{self.path}", "--output=whole=@whole.npy", "--output=split=@split.npy")
        )
        if outcome:
            return Outcome(DISAGREE, f"a good file is refused, or its artifact: {outcome.detail}")
        for name in ("whole", "split"):
            if not is_same(np.load(case.path(name + ".npy")), self.x):
                return Outcome(WRONG, f"'{name}' with this topology")
        return Outcome(EQUAL)
