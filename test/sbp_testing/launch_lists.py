"""The launch lists of compiled plans: read from `sbp-compile --emit=tasks`, as the work groups of a pipeline, and as a trace records them.

A launch is (task, micro-batch). A group is the work of one kind (F, B or W), chunk and micro-batch: "F2", or "F2.c1" where ranks have
several chunks.
"""

import collections
import dataclasses
import json
import re


@dataclasses.dataclass
class Task:
    """A task of a graph. `label` is its name in traces: its number, or that of its communication."""

    kind: str  #: compute, collective or copy
    label: str
    reads: list
    writes: list
    stage: int | None
    is_backward: bool


@dataclasses.dataclass
class Graph:
    """The program of a class of ranks."""

    entry: str
    ranks: list
    tasks: list
    streams: list  #: the launches of each stream


def parse_task(kind, text, number):
    attributes = text.partition("{")[2].partition("}")[0]
    stage = re.search(r"\bstage = (\d+)", attributes)
    symbol, reads, writes = re.match(r"(?:@(\S+?))?\((.*?)\) -> \((.*?)\)", text).groups()
    values = [re.findall(r"%\w+", part) for part in (reads, writes)]
    label = symbol if kind == "collective" else f"task {number}"
    return Task(kind, label, *values, stage and int(stage[1]), "backward" in attributes)


def parse_numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


def read_graphs(text, entry):
    """The graphs of an entry in the output of `--emit=tasks`."""
    graphs = []
    for part in re.split(r"(?=^ *task\.graph )", text, flags=re.MULTILINE)[1:]:
        found, ranks = re.search(r"^ *task\.graph @\S+ of @(\S+) attributes .*\branks = array<i64: (.*?)>", part).groups()
        if found != entry:
            continue
        lines = re.findall(r"^ *task\.(compute|collective|copy) (.*)$", part, re.MULTILINE)
        lists = re.findall(r"^ *task\.launch stream \d+ tasks \[(.*?)\] micro_batches \[(.*?)\]", part, re.MULTILINE)
        tasks = [parse_task(kind, line, number) for number, (kind, line) in enumerate(lines)]
        streams = [list(zip(parse_numbers(tasks_of), parse_numbers(batches))) for tasks_of, batches in lists]
        graphs.append(Graph(found, parse_numbers(ranks), tasks, streams))
    return graphs


def find_sending(graph):
    """The numbers of tasks whose results reach a communication that sends to another stage, through any number of tasks."""
    needed, sending = set(), set()
    for number, task in reversed(list(enumerate(graph.tasks))):
        if task.kind == "collective" and task.reads or needed & set(task.writes):
            needed |= set(task.reads)
            sending.add(number)
    return sending


def name_kinds(graph, splits_backward):
    """The kind of work of every task that belongs to a stage, by number. W is what of backward nothing is sent of."""
    sending = find_sending(graph)
    return {
        number: "F" if not task.is_backward else "W" if splits_backward and number not in sending else "B"
        for number, task in enumerate(graph.tasks)
        if task.stage is not None
    }


def list_groups(graph, stages, splits_backward):
    """The groups of stream 0 in their order. `stages` are those of the graph's ranks, in the order of their chunks."""
    kinds, groups = name_kinds(graph, splits_backward), []
    for number, micro_batch in graph.streams[0]:
        if number not in kinds:
            continue
        chunk = f".c{stages.index(graph.tasks[number].stage)}" if len(stages) > 1 else ""
        group = f"{kinds[number]}{micro_batch}{chunk}"
        if group not in groups[-1:]:
            groups.append(group)
    assert len(set(groups)) == len(groups), f"ranks {graph.ranks}: a group is interrupted: {groups}"
    return groups


def count_in_flight(groups, splits_backward):
    """The most micro-batches, of all chunks, between the start of their forward and the end of their last work."""
    count = most = 0
    for group in groups:
        count += (group[0] == "F") - (group[0] == ("W" if splits_backward else "B"))
        most = max(most, count)
    return most


#: Microseconds by which times of a device are rounded.
ROUNDING = 1


def read_trace(path):
    """What `sbp-run --trace` has recorded: by (rank, stream), (step, label, micro-batch) in the order of execution."""
    with open(path) as file:
        events = [event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]
    launches, last = collections.defaultdict(list), {}
    for event in events:
        label = re.match(r"(task \d+)", event["name"]) or re.search(r"\('(.*?)'", event["name"])
        stream, step = (event["pid"], event["tid"]), event["args"]["step"]
        # The clock of a device is set at the start of every step, when a device that works late may not have begun.
        assert event["ts"] >= last.get((stream, step), event["ts"]) - ROUNDING, f"{event['name']} on {stream} starts before its predecessor"
        last[stream, step] = event["ts"]
        launches[stream].append((step, label[1], event["args"].get("micro_batch", 0)))
    return dict(launches)


def expect_trace(graphs, steps):
    """The trace of `steps` steps that follow the launch lists."""
    return {
        (rank, stream): [(step, graph.tasks[number].label, batch) for step in range(steps) for number, batch in launches]
        for graph in graphs
        for rank in graph.ranks
        for stream, launches in enumerate(graph.streams)
        if launches
    }
