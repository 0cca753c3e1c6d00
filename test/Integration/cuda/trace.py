"""A trace of the perceptron on the stub driver shows when launches ran:  python3 trace.py TRACE.json RANKS STEPS STREAMS

The stub works long after launches are issued, so their times are not those of the host.
"""

import json
import sys

path, ranks, steps, streams = sys.argv[1], *map(int, sys.argv[2:])


def main():
    with open(path) as file:
        events = [event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]
    assert len(events) == 2 * ranks * steps, len(events)
    assert len({(event["pid"], event["tid"]) for event in events}) == ranks * streams
    computed = [event for event in events if "all_reduce" not in event["name"]]
    exchanged = [event for event in events if "all_reduce" in event["name"]]
    # A launch takes far less than this to issue, and far more to run in the executor.
    assert len(computed) == ranks * steps and min(event["dur"] for event in computed) > 500, [event["dur"] for event in computed]
    last = max(events, key=lambda event: event["ts"] + event["dur"])
    first = min(events, key=lambda event: event["ts"])
    for event in exchanged:
        before = [other for other in computed if other["pid"] == event["pid"] and other["ts"] + other["dur"] <= event["ts"] + 1]
        assert before, event
    print(f"{len(events)} launches on {ranks * streams} streams, by the device's clock, in {(last['ts'] - first['ts']) / 1e3:.0f} ms")


main()
