"""Adds the schedule of a request to the report of an HTML page, with equal stages of the durations given.

python3 report_schedule.py PAGE.html REQUEST > PAGE-WITH-SCHEDULE.html
"""

import json
import re
import subprocess
import sys
from pathlib import Path

path, request = sys.argv[1:]
schedule = json.loads(subprocess.run(["sbp-opt", f"--sbp-print-schedule={request}"], stdout=subprocess.PIPE, check=True).stdout)
values = dict(part.split("=") for part in request.split())
schedule["stages"] = [
    {
        "stage": chunk * schedule["ranks"] + rank,
        "rank": rank,
        "chunk": chunk,
        "world_ranks": [rank],
        "forward_units": int(values["forward"]),
        "backward_units": int(values["backward"]),
        "weight_units": int(values.get("weight", 0)),
    }
    for chunk in range(schedule["chunks"])
    for rank in range(schedule["ranks"])
]
page = Path(path).read_text(encoding="utf-8")
begin, data, end = re.fullmatch(r'(.*id="data">)(.*?)(</script>.*)', page, re.DOTALL).groups()
data = json.loads(data)
data["report"]["schedule"] = schedule
print(begin + json.dumps(data) + end)
