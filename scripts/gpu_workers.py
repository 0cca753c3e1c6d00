"""Processes with deadlines that report case by case, for scripts/gpu-check and scripts/gpu-tune."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time

# Time that is left for ending a process that hangs, and for writing the results.
SPARE_SECONDS = 5
# A process is not started for less time than this.
LEAST_SECONDS = 3


def end_group(leader):
    """A process with all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def run_cases(function, cases, end, report):
    """What a process does: each case that begins, and each result, is a line of `report`."""
    for case in cases:
        start = time.monotonic()
        print(json.dumps({"begins": case}), file=report, flush=True)
        try:
            if start > end:
                raise RuntimeError("no time left")
            result = {"ok": True, **function(case)}
        except Exception as error:  # whatever it is, the others go on
            result = {"ok": False, "error": f"{str(error).strip() or type(error).__name__}"}
        result["wall_seconds"] = round(time.monotonic() - start, 3)
        print(json.dumps({"case": case, "result": result}), file=report, flush=True)


def watch_cases(command, cases, seconds):
    """Starts `command`, with the descriptor of its report as last argument; yields (case, result), also for cases that it hangs or crashes
    in or never reaches."""
    if seconds < LEAST_SECONDS:
        yield from ((case, {"ok": False, "error": "no time left", "wall_seconds": 0.0}) for case in cases)
        return
    receiver, sender = os.pipe()
    start = time.monotonic()
    process = subprocess.Popen([*command, str(sender)], pass_fds=[sender], start_new_session=True, stdin=subprocess.DEVNULL)
    os.close(sender)
    lines = queue.Queue()

    def receive():
        with open(receiver) as file:
            for line in file:
                lines.put(json.loads(line))
        lines.put(None)

    threading.Thread(target=receive, daemon=True).start()
    left, current, reason = list(cases), None, None
    try:
        while left:
            line = lines.get(timeout=max(0, start + seconds - time.monotonic()))
            if line is None:
                break
            current = line.get("begins", current)
            if "case" in line:
                left.remove(line["case"])
                yield line["case"], line["result"]
    except queue.Empty:
        reason = f"did not end within {seconds:.0f} s"
    finally:  # an interrupt reaches this process alone
        end_group(process.pid)
    # A process that the driver holds cannot be ended and is left behind.
    try:
        code = process.wait(timeout=SPARE_SECONDS / 5)
    except subprocess.TimeoutExpired:
        code = None
    reason = reason or (f"ended by signal {-code}" if code is not None and code < 0 else f"ended with exit code {code}")
    for case in left:
        yield case, {"ok": False, "error": reason if case == current else f"not tried: the section {reason}", "wall_seconds": 0.0}
