"""What of a fleet is replayed, by the program alone and on Spark alike.

    python Fleet/fleet_replays.py DEVICES ROUTES FOLDER PROGRAM RESULTS.sqlite

Makes in FOLDER what the replays need beside the devices, has the program do them one after another,
and keeps what each session came to in RESULTS, where the number of a replay is its place in `plan`.
Ends with 1 when one of them does not end as it has to.
"""

import dataclasses
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import time

from relations import device_files


@dataclasses.dataclass(frozen=True)
class Replay:
    """One command over the journals of a folder."""

    what: str
    command: str
    folder: str
    routes: str | None
    status: int  # how the program ends when it finds what it should

    def words(self, program, files, results):
        words = [program, self.command, *files, "-q", "-o", "json", "--results", results]
        return words + (["--routes", self.routes] if self.routes else [])


def plan(devices, routes, folder):
    """The replays in order. Of a fleet as it was recorded a rerun finds nothing, so that the third
    has copies of the planted devices that say they had the shipped table: what an app leaves behind
    that does not do what its table says. The last needs private values, which no journal has."""
    return [
        Replay("all devices", "rerun", str(devices), None, 0),
        Replay("the shipped table", "what-if", str(devices), str(routes), 1),
        Replay("planted devices, as if shipped", "rerun", f"{folder}/copies", None, 1),
        Replay("a stricter table", "what-if", str(devices), f"{folder}/stricter.json5", 4),
    ]


def planted_devices(devices):
    return pathlib.Path(devices, "planted.txt").read_text().split()


def prepare(devices, routes, folder):
    copies = pathlib.Path(folder, "copies")
    copies.mkdir(parents=True)
    planted = planted_devices(devices)
    shipped = next(path for path in device_files(devices) if pathlib.Path(path).stem not in planted)
    journal = sqlite3.connect(f"file:{shipped}?immutable=1", uri=True)
    (table,) = journal.execute("SELECT json FROM route_table").fetchall()  # it had one all the time
    journal.close()
    for name in planted:
        path = copies / f"{name}.sqlite"
        shutil.copyfile(pathlib.Path(devices, path.name), path)
        journal = sqlite3.connect(path)
        changed = journal.execute("UPDATE route_table SET json = ?", table).rowcount
        journal.commit()
        journal.close()
        if changed != 1:
            sys.exit(f"{path} has {changed} route tables")
    text = pathlib.Path(routes).read_text()
    known = 'confirmEmail:  { parameters: { code: "string"'
    if text.count(known) != 1:
        sys.exit(f"{routes} has no private code as it had")
    stricter = text.replace(known, known.replace('"string"', '"int"'))
    pathlib.Path(folder, "stricter.json5").write_text(stricter)


def main():
    devices, routes, folder, program, results = sys.argv[1:]
    prepare(devices, routes, folder)
    for replay in plan(devices, routes, folder):
        start = time.monotonic()
        files = device_files(replay.folder)
        done = subprocess.run(
            replay.words(program, files, results), stdout=subprocess.PIPE, text=True)
        if done.returncode != replay.status:
            sys.exit(f"{replay.command}, {replay.what}: status {done.returncode}")
        seconds = time.monotonic() - start
        # What is said of all files together names none.
        decided = sum(said["decided"] for said in json.loads(done.stdout) if "file" in said)
        print(f"{replay.command}, {replay.what}: {decided:,} decisions of {len(files)} devices "
              f"in {seconds:.1f} s, {decided / seconds:,.0f} a second", flush=True)


if __name__ == "__main__":
    main()
