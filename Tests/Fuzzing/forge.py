"""Forges journals and runs every command of route-replay on each.

usage: forge.py PROGRAM FOLDER-OF-JOURNALS SECONDS SEED

A run fails when it ends by a signal, with a status that is none of the program's, after more
seconds than SLOWEST, or with more memory than LARGEST.
"""

import os
import pathlib
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

SLOWEST = 20  # seconds
LARGEST = 700  # MB
NUMBERS = [
    -(2**63), -(2**63) + 1, -(2**53), -1, 0, 1, 2**31, 2**53 - 1, 2**53, 2**62, 2**63 - 1,
]
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
COSTLY = "length(hex(zeroblob(200000000)))"


def commands(file, good, out):
    """Every command that takes a journal."""
    return [
        [file], ["sessions", file], ["log", file], ["log", file, "-o", "json"], ["show", file, "2"],
        ["tree", file], ["routes", file], ["verify", "--deep", file], ["rerun", file],
        ["actions", file], ["stats", file, "sessions"], ["stats", file, "action-outcomes"],
        ["sql", file, "SELECT * FROM v_run NATURAL JOIN v_request"], ["doctor", file],
        ["doctor", file, "--salvage", f"{out}/saved"], ["diff", file, good], ["diff", good, file],
        ["export", file, "--format", "jsonl"], ["export", file, "--format", "swift-test"],
        ["export", file, "--format", "ndjson", "--out", f"{out}/rows"],
        ["minimize", "--until", "diverges", file, "--trials", "5"],
        ["what-if", file, "--drop", "2"],
        ["bisect", file, "--where", "count screen a > 3"],
        ["report", file, "--out", f"{out}/page.html"], ["fixture", "add", f"{out}/kept", file],
        ["prune", file, "--days", "3"], ["redact", file, "--nobody"],
        ["prune", file, "--entries", "3", "--write"], ["redact", file, "--nobody", "--write"],
        ["actions", file, "cancel", "9", "--write"],
    ]


def tables(connection):
    """The tables of a journal that hold rows, and those that name what is pruned or counted."""
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    return [name for (name,) in names if not name.startswith("sqlite_")]


def forge(connection, chance):
    """Changes one thing; returns the SQL that does it."""
    table = chance.choice(tables(connection))
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    integers = [column[1] for column in columns if column[2] == "INTEGER"]
    texts = [column[1] for column in columns if column[2] == "TEXT"]
    kind = chance.random()
    if table == "base" and kind < 0.7:
        return f"INSERT OR REPLACE INTO base VALUES ({chance.choice(NUMBERS)}, zeroblob(32))"
    if kind < 0.65 and integers:
        key = columns[0][1]
        row = f"(SELECT {key} FROM {table} ORDER BY random() LIMIT 1)"
        place = f" WHERE {key} = {row}" if chance.random() < 0.7 else ""
        return f"UPDATE {table} SET {chance.choice(integers)} = {chance.choice(NUMBERS)}{place}"
    if kind < 0.75 and texts:
        size = chance.choice([100, 70_000, 3_000_000])
        return f"UPDATE {table} SET {chance.choice(texts)} = hex(zeroblob({size}))"
    schema = [
        f"""UPDATE sqlite_schema SET type = 'view', rootpage = 0,
            sql = 'CREATE VIEW {table} AS {ENDLESS}' WHERE name = '{table}'""",
        f"""UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', 'NOT NULL CHECK ({COSTLY})')
            WHERE name = '{table}'""",
        f"""UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ', x AS ({COSTLY})) STRICT')
            WHERE name = '{table}'""",
        f"""CREATE TRIGGER late AFTER INSERT ON {table} BEGIN
            INSERT INTO funnel_step VALUES (hex(zeroblob(200000000)), 1, ''); END""",
        f"CREATE INDEX more ON {table} ({columns[0][1]}) WHERE {COSTLY} > 1",
    ]
    return chance.choice(schema)


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program, words, folder):
    """Runs a command; what is wrong with how it ended, or None."""
    began = time.monotonic()
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen(
            [program, *words], stdin=subprocess.DEVNULL, stdout=nothing, stderr=nothing, cwd=folder,
            preexec_fn=limit, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        timer = threading.Timer(2 * SLOWEST, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
    seconds = time.monotonic() - began
    code = os.waitstatus_to_exitcode(status)
    process.returncode = code
    megabytes = usage.ru_maxrss // (1 << 20 if sys.platform == "darwin" else 1 << 10)
    if code < 0 or code > 7:
        return f"ended with {code}"
    if seconds > SLOWEST:
        return f"took {seconds:.0f} s"
    return f"took {megabytes} MB" if megabytes > LARGEST else None


def make(source, target, sql):
    """Writes the forged file in a process of its own, whose memory is none of the commands'."""
    script = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "c.execute('PRAGMA writable_schema = ON'); c.execute(sys.argv[2])")
    shutil.copy(source, target)
    made = subprocess.run(
        [sys.executable, "-c", script, target, sql], stderr=subprocess.DEVNULL, check=False)
    return made.returncode == 0


def main(program, fixtures, seconds, seed):
    chance = random.Random(seed)
    journals = sorted(pathlib.Path(fixtures).glob("*.sqlite"))
    end = time.monotonic() + seconds
    files = runs = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        forged, source = f"{folder}/forged", f"{folder}/source"
        while time.monotonic() < end:
            good = str(chance.choice(journals).resolve())
            with sqlite3.connect(f"file:{good}?immutable=1", uri=True) as connection:
                sql = forge(connection, chance)
            if not make(good, source, sql):
                continue
            files += 1
            for words in commands(forged, good, f"{folder}/out"):
                if time.monotonic() > end:
                    break
                for left in pathlib.Path(folder).glob("forged*"):
                    left.unlink()
                shutil.rmtree(f"{folder}/out", ignore_errors=True)
                os.mkdir(f"{folder}/out")
                shutil.copy(source, forged)
                problem = run(program, words, folder)
                runs += 1
                if problem:
                    failures += 1
                    told = " ".join(words).replace(folder, ".")
                    print(f"forge: {told}: {problem}\n  {good}: {sql}", file=sys.stderr)
    print(f"forge: {files} files, {runs} runs, {failures} failed (FORGE_SEED={seed})")
    return 1 if failures or not runs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])))
