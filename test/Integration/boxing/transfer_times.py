"""Credits of 1f1b under --topology: transfers that take as long as a forward need more micro-batches in flight.

Four stages, 32 micro-batches; the last one makes a relu and a difference again in backward, and the others have one more in flight while it
does. A topology with a latency of 0 gives 5,4,3,1, a latency of one forward 7,5,3,1, as sbp-opt prints for stages and transfers of these
durations. Prints latency in forwards, numbers in flight, and by how many forwards the step
takes longer.
"""

import json
import os
import tempfile

from sbp_testing.equal_stages import write
from sbp_testing.harness import Case, run

STAGES, COUNT = 4, 32
# A unit of the simulation is 16 bytes of memory at the default price of traffic (CostModel.h).
UNIT_SECONDS = 16 * 0.094 / 1e10


def compile_with(model, latency_units):
    """The report's schedule with links of this latency and no limit on bytes."""
    link = {"latency_seconds": latency_units * UNIT_SECONDS, "bytes_per_second": 1e18}
    hosts = [{"devices": [{"ranks": [rank]} for rank in range(STAGES)]}]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "links.json")
        with open(path, "w") as file:
            json.dump({"format": 1, "links": {"same_host": link}, "hosts": hosts}, file)
        return Case(model, f"--topology={path}").report["schedule"]


def main():
    model = write(STAGES, 128, 32, COUNT, "1f1b")
    base = compile_with(model, 0)
    forward = base["stages"][0]["forward_units"]
    backward = base["stages"][1]["backward_units"]
    for latency in (0, 1):
        found = compile_with(model, latency * forward)
        request = (
            f"schedule=1f1b ranks={STAGES} micro-batches={COUNT} forward={forward} backward={backward} latency={max(latency * forward, 1)}"
        )
        printed = json.loads(run("sbp-opt", f"--sbp-print-schedule={request}").stdout)
        more = found["makespan_units"] - base["makespan_units"]
        print(f"latency {latency}: in flight {found['in_flight']}, {more / forward:.1f} forwards later")
        if latency:
            assert found["in_flight"] == printed["in_flight"], (found["in_flight"], printed["in_flight"])


main()
