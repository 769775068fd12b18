"""Whether the fleet's replays found what was planted, and nothing else, and lost no device; and
whether Spark's came to the same as those of the program alone.

    python Fleet/replays.py REPLAYS.json DEVICES COUNT RESULTS.sqlite ANSWERS.json

REPLAYS is what Spark found, RESULTS what the program did alone, ANSWERS are one engine's. Ends with
1 when a device is missing or damaged, when others than those of `planted.txt` decide otherwise, by
the program's word or by the answers, when a session came to something else on Spark, or when no
worker was lost while tasks ran.
"""

import json
import pathlib
import sqlite3
import sys

from fleet_replays import plan, planted_devices

# When a replay was and its number in a file of its own are all that may differ.
OWN = ("replay_id", "replayed_us")


def rows_of(results):
    """The rows of a file of results, by the number of the replay."""
    database = sqlite3.connect(f"file:{results}?immutable=1", uri=True)
    database.row_factory = sqlite3.Row
    found = {}
    for row in database.execute("SELECT * FROM replay_run"):
        found.setdefault(int(row["replay_id"].split(":")[1]), []).append(dict(row))
    database.close()
    return found


def as_set(rows):
    return {tuple(sorted((k, v) for k, v in row.items() if k not in OWN)) for row in rows}


def named(answers, name):
    """The rows of an answer as dictionaries."""
    answer = answers[name]
    return [dict(zip(answer["columns"], row)) for row in answer["rows"]]


def differing(rows):
    """The devices of rows that say so; each device of the fleet is called by its seed and name."""
    return {row["device_id"].split("-", 1)[1] for row in rows if row["verdict"] == "different"}


def check_devices(found, planted, count):
    """What is wrong with what was found out about each file."""
    intact = [row["file"] for row in found["verify"] if row["result"] == "intact"]
    if len(set(intact)) != count or len(intact) != count:
        yield f"{len(intact)} of {count} devices were found intact"
    for number, rows in enumerate(found["replays"], 1):
        wanted = len(planted) if number == 3 else count
        if len({row["file"] for row in rows}) != wanted or len(rows) != wanted:
            yield f"replay {number}: {len(rows)} devices instead of {wanted}"
    others = {
        pathlib.Path(row["file"]).stem
        for row in found["replays"][1] if row["result"] != "identical"}
    if others != planted:
        yield f"{sorted(others)} decide otherwise, planted were {sorted(planted)}"
    cluster = found["cluster"]
    if "killed" in found and (cluster["removed"] < 1 or cluster["tasks_lost"] < 1):
        yield f"no worker was lost while tasks ran: {cluster}"


def check_answers(answers, alone, planted):
    """What is wrong with what the answers say of the replays."""
    asked = named(answers, "replayed_devices")
    for number, wanted in ((1, set()), (2, planted), (3, planted)):
        told = differing(row for row in asked if row["replay"] == str(number))
        if told != wanted:
            yield f"v_replay_run, replay {number}: {sorted(told)} differ, not {sorted(wanted)}"
    if not any(row["verdict"] == "undecided" for row in asked):
        yield "v_replay_run: no session is undecided"
    reruns = [row for rows in alone.values() for row in rows if row["mode"] == "rerun"]
    determinism = named(answers, "v_replay_determinism")
    for column in ("identical", "different", "undecided"):
        told = sum(row[column] for row in determinism)
        wanted = sum(row["verdict"] == column for row in reruns)
        if told != wanted:
            yield f"v_replay_determinism: {told} {column}, not {wanted}"
    if not all(any(row[column] for row in determinism) for column in ("identical", "different")):
        yield "v_replay_determinism: nothing is identical, or nothing differs"


def main():
    path, devices, count, results, answers = sys.argv[1:]
    found = json.loads(pathlib.Path(path).read_text())
    answers = json.loads(pathlib.Path(answers).read_text())["answers"]
    planted = set(planted_devices(devices))
    alone = rows_of(results)
    problems = [*check_devices(found, planted, int(count)), *check_answers(answers, alone, planted)]
    for number, (replay, rows) in enumerate(zip(plan(devices, "", ""), found["replays"]), 1):
        spark = [run for row in rows for run in row["runs"]]
        one = alone.get(number, [])
        same = len(spark) == len(one) and as_set(spark) == as_set(one)
        verdicts = [row["verdict"] for row in one]
        counts = ", ".join(
            f"{verdicts.count(verdict)} {verdict}" for verdict in sorted(set(verdicts)))
        print(f"{replay.command}, {replay.what}: {len(one)} sessions, {counts}; "
              f"on Spark {'the same' if same else 'OTHERWISE'}")
        if not same:
            problems.append(f"replay {number}: the sessions came to something else on Spark")
    for row in named(answers, "v_replay_determinism"):
        print("v_replay_determinism: " + ", ".join(f"{k} {v}" for k, v in row.items()))
    intact = sum(row["result"] == "intact" for row in found["verify"])
    print(f"verify: {intact} devices intact; planted: {', '.join(sorted(planted))}")
    print("\n".join(problems) or "exactly what was planted was found, and no device was lost")
    sys.exit(1 if problems else 0)


main()
