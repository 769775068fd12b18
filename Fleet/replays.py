"""Whether the fleet's replays found what was planted, and nothing else, and lost no device.

    python Fleet/replays.py REPLAYS.json DEVICES COUNT

Ends with 1 when a device is missing or damaged, when others than those of `planted.txt` decide
otherwise, or when no worker was lost while tasks ran.
"""

import json
import pathlib
import sys


def main():
    path, folder, count = sys.argv[1:]
    found = json.loads(pathlib.Path(path).read_text())
    planted = set(pathlib.Path(folder, "planted.txt").read_text().split())
    intact = [row["file"] for row in found["verify"] if row["result"] == "intact"]
    differing = {
        pathlib.Path(row["file"]).stem for row in found["what-if"] if row["result"] != "identical"}
    cluster = found["cluster"]
    problems = []
    if len(set(intact)) != int(count) or len(intact) != int(count):
        problems.append(f"{len(intact)} of {count} devices were found intact")
    if len({row["file"] for row in found["what-if"]}) != int(count):
        problems.append(f"{len(found['what-if'])} of {count} devices were replayed")
    if differing != planted:
        problems.append(f"{sorted(differing)} decide otherwise, planted were {sorted(planted)}")
    if "killed" in found and (cluster["removed"] < 1 or cluster["tasks_lost"] < 1):
        problems.append(f"no worker was lost while tasks ran: {cluster}")
    print(f"verify: {len(intact)} devices intact; what-if: {', '.join(sorted(differing))} differ")
    print("\n".join(problems) or "exactly what was planted was found, and no device was lost")
    sys.exit(1 if problems else 0)


main()
