"""Of more than 64 ranks the report is given per class of ranks, and written out it is what --report-per-rank says.

python3 report_classes.py CLASSES.json PER_RANK.json
"""

import json
import sys
from collections import Counter
from pathlib import Path


def expand(ranks):
    """The ranks of a set, a list of [first, last, step]."""
    return [rank for first, last, step in ranks for rank in range(first, last + (1 if step > 0 else -1), step)]


def values(classes, ranks):
    listed = [None] * ranks
    for entry in classes:
        for rank in expand(entry["ranks"]):
            assert listed[rank] is None, f"rank {rank} is in two classes"
            listed[rank] = entry["value"]
    return listed


def groups(classes):
    return sorted([rank + shift for rank in expand(entry["ranks"])] for entry in classes for shift in expand(entry["shifts"]))


def payloads(collective, classes):
    """By group: its first rank -> bytes."""
    payload, listed = collective["payload_bytes"], collective["groups"]
    each = payload if isinstance(payload, list) else [payload] * len(listed)
    assert len(each) == len(listed)
    pairs = zip(listed, each)
    return {tuple(group): value for entry, value in pairs for group in (groups([entry]) if classes else [entry])}


def traffic_of_classes(messages):
    """(rank, is sent, bytes) -> how many messages."""
    return Counter(
        {
            (rank, sent, part["bytes"]): part["count"]
            for entry in messages
            for rank in expand(entry["ranks"])
            for sent, key in ((True, "sends"), (False, "receives"))
            for part in entry[key]
        }
    )


def traffic_of_messages(messages):
    return Counter(end for m in messages for end in ((m["from"], True, m["bytes"]), (m["to"], False, m["bytes"])))


def check_collective(short, full):
    assert groups(short["groups"]) == sorted(full["groups"])
    if "messages" not in full:
        assert payloads(short, True) == payloads(full, False)
        return
    assert traffic_of_classes(short["messages"]) == traffic_of_messages(full["messages"])
    sums = [
        sum(len(expand(entry["ranks"])) * part["bytes"] * part["count"] for entry in short["messages"] for part in entry[key])
        for key in ("sends", "receives")
    ]
    assert sums[0] == sums[1] == sum(message["bytes"] for message in full["messages"])


def main():
    short, full = (json.loads(Path(name).read_text()) for name in sys.argv[1:])
    ranks = full["ranks"]
    assert short["ranks"] == ranks > 64
    assert len(short["boxings"]) == len(full["boxings"]) and len(short["collectives"]) == len(full["collectives"])
    for a, b in zip(short["boxings"], full["boxings"]):
        for key in b:
            if key not in ("received_bytes", "lower_bound_bytes"):
                assert a[key] == b[key], key
            else:
                assert a[key] is b[key] is None or values(a[key], ranks) == b[key], key
        assert sum(b["received_bytes"]) == b["total_bytes"]
    for a, b in zip(short["collectives"], full["collectives"]):
        for key in ("entry", "sequence", "kind", "combiner", "dtype", "executions_per_step"):
            assert a[key] == b[key], key
        check_collective(a, b)
    memory = {rank: {**entry, "rank": rank} for entry in short["memory"] for rank in expand(entry["ranks"])}
    for entry in full["memory"]:
        assert {**memory[entry["rank"]], "ranks": None} == {**entry, "ranks": None}
    assert set(short["phases_peak_bytes"]) == set(short["phases_seconds"])
    assert all(peak > 0 for peak in short["phases_peak_bytes"].values())
    # What is written does not grow with ranks or messages: no list of this model needs more than a few classes.
    lists = [
        entry[key]
        for entry in short["boxings"] + short["collectives"]
        for key in ("received_bytes", "lower_bound_bytes", "groups", "messages", "payload_bytes")
        if isinstance(entry.get(key), list)
    ]
    print(
        "ranks",
        ranks,
        "messages",
        sum(len(c.get("messages", [])) for c in full["collectives"]),
        "longest list",
        max(map(len, lists + [short["memory"]])),
    )


main()
