"""Forges journals and runs every command of route-replay on each.

usage: forge.py PROGRAM FOLDER-OF-JOURNALS SECONDS SEED

A run fails when it ends by a signal, with a status that the program does not have, after more than
SLOWEST seconds, or with more memory than LARGEST. It also fails when it prints more than LONGEST on
standard error, asks to report a fault of the file as a bug, or prints or writes a private value.

First every command runs on the unchanged journal. There a run also fails when the command is used
wrongly or reads nothing, because on a forged journal the status would not show that.
"""

import filecmp
import json
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
import urllib.parse

SLOWEST = 20  # seconds
LARGEST = 700  # MB
STATUSES = range(8)
# For a sound journal: as expected, nothing found, or not repeatable because the journal has a gap.
SOUND_STATUSES = (0, 1, 4)
LONGEST = 500_000  # bytes
NUMBERS = [
    -(2**63), -(2**63) + 1, -(2**53), -1, 0, 1, 2**31, 2**53 - 1, 2**53, 2**62, 2**63 - 1,
]
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
COSTLY = "length(hex(zeroblob(200000000)))"


def subjects(connection, chance):
    """The ids in a journal that can be arguments of commands; None if it has none of a kind."""
    def one(query):
        found = [value for (value,) in connection.execute(query)]
        return str(chance.choice(found)) if found else None

    newest = """SELECT journal.action FROM journal JOIN entry_kind ON number = kind
        WHERE sequence IN (SELECT max(sequence) FROM journal GROUP BY action)"""
    idle = "('enqueued', 'retried', 'revived', 'shelved', 'dead')"
    screen = one("SELECT DISTINCT screen_after FROM journal WHERE screen_after IS NOT NULL")
    return {
        "entry": one("SELECT sequence FROM journal"),
        "request": one("SELECT sequence FROM journal WHERE request = sequence"),
        "condition": screen and f"shows {screen} or count screen {screen} > 3",
        "pending": one(f"{newest} AND name IN {idle}"),
        "dead": one(f"{newest} AND name = 'dead'"),
    }


def commands(file, good, out, there):
    """Every command that reads a journal, except those about things that the journal lacks."""
    every = [
        [file], ["sessions", file], ["log", file], ["log", file, "-o", "json"],
        ["show", file, there["entry"]], ["tree", file, "--at", there["entry"]], ["tree", file],
        ["routes", file], ["verify", "--deep", file], ["rerun", file],
        ["actions", file], ["stats", file, "sessions"], ["stats", file, "action-outcomes"],
        ["stats", file, "--html", f"{out}/stats.html"],
        ["sql", file, "SELECT * FROM v_run NATURAL JOIN v_request"], ["doctor", file],
        ["doctor", file, "--salvage", f"{out}/saved"], ["diff", file, good], ["diff", good, file],
        ["export", file, "--format", "jsonl"], ["export", file, "--format", "swift-test"],
        ["export", file, "--format", "ndjson", "--out", f"{out}/rows"],
        ["export", file, "--format", "otlp"],
        ["minimize", "--until", "diverges", file, "--trials", "5"],
        ["what-if", file, "--drop", there["request"]],
        ["bisect", file, "--where", there["condition"]],
        ["report", file, "--out", f"{out}/page.html"], ["fixture", "add", f"{out}/kept", file],
        ["prune", file, "--days", "3"], ["redact", file, "--nobody"],
        ["prune", file, "--entries", "3", "--write"], ["redact", file, "--nobody", "--write"],
        ["actions", file, "show", there["pending"]],
        ["actions", file, "cancel", there["pending"], "--write"],
        ["actions", file, "retry", there["dead"], "--write"],
    ]
    return [words for words in every if None not in words]


def tables(connection):
    """The tables of a journal that have rows, and those that name pruned or counted rows."""
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    return [name for (name,) in names if not name.startswith("sqlite_")]


def parts(connection):
    """The objects in the schema of a journal that have pages of their own."""
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE rootpage > 0").fetchall()
    return [name for (name,) in rows]


def forge_page(connection, chance):
    """Makes an object of the schema begin at the page of another one, or at any page."""
    part, owner = chance.sample(parts(connection), 2)
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    page = f"(SELECT rootpage FROM sqlite_schema WHERE name = '{owner}')"
    if chance.random() < 0.4:
        page = chance.randrange(0, pages + 2)
    elif chance.random() < 0.3:
        part, page = "funnel_step", "(SELECT rootpage FROM sqlite_schema WHERE name = 'vault')"
    return f"UPDATE sqlite_schema SET rootpage = {page} WHERE name = '{part}'"


def forge_value(connection, chance):
    """Gives a column of any table a value that is too large for it, or for every column."""
    table = chance.choice(tables(connection))
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    values = []
    for column in columns:
        size = chance.choice([31, 33, 100, 70_000, 600_000, 3_000_000, 70_000_000, 400_000_000])
        by_type = {
            "INTEGER": str(chance.choice(NUMBERS)), "TEXT": f"hex(zeroblob({size // 2}))",
            "BLOB": f"zeroblob({size})"}
        values.append(by_type[column[2]])
    place = chance.randrange(len(columns))
    if chance.random() < 0.6:
        return f"UPDATE {table} SET {columns[place][1]} = {values[place]}"
    plain = {"INTEGER": "1", "TEXT": "'x'", "BLOB": "zeroblob(32)"}
    row = [plain[column[2]] for column in columns]
    row[place] = values[place]
    return f"INSERT OR REPLACE INTO {table} VALUES ({', '.join(row)})"


def forge_name(connection, chance):
    """Removes an object of the schema, or gives it another name or text."""
    part = chance.choice(parts(connection))
    long = f"hex(zeroblob({chance.choice([1_000, 400_000, 25_000_000])}))"
    return chance.choice([
        f"DELETE FROM sqlite_schema WHERE name = '{part}'",
        f"UPDATE sqlite_schema SET name = {long}, tbl_name = {long} WHERE name = '{part}'",
        f"UPDATE sqlite_schema SET sql = {long} WHERE name = '{part}'",
        f"UPDATE sqlite_schema SET type = 'view' WHERE name = '{part}'",
        f"UPDATE sqlite_schema SET type = {long} WHERE name = '{part}'",
        "UPDATE journal SET payload = substr(payload, 1, length(payload) - 1)",
        f"CREATE VIEW v_more AS SELECT '{'x' * 300_000}' AS x",
    ])


def companion(chance):
    """The file beside the journal: mostly none, otherwise its suffix, size and first bytes."""
    if chance.random() < 0.8:
        return None
    size = chance.choice([0, 10, 5_000, 3_000_000, 1 << 31, 1 << 42])
    magic = chance.choice(["377f0682002de21800001000", "d9d505f920a163d7ffffffff", "00"])
    return chance.choice(["-wal", "-journal", "-shm", "-lock"]), size, bytes.fromhex(magic)


def lay(companion, file):
    """Creates that file; a large one is sparse."""
    if companion:
        suffix, size, magic = companion
        with open(file + suffix, "wb") as beside:
            beside.write(magic[:size])
            beside.truncate(size)


def forge(connection, chance):
    """Changes one thing; returns the SQL that does it."""
    if chance.random() < 0.3:
        return chance.choice([forge_page, forge_value, forge_name])(connection, chance)
    table = chance.choice(tables(connection))
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    integers = [column[1] for column in columns if column[2] == "INTEGER"]
    texts = [column[1] for column in columns if column[2] == "TEXT"]
    kind = chance.random()
    if table == "base" and kind < 0.7:
        return f"INSERT OR REPLACE INTO base VALUES ({chance.choice(NUMBERS)}, zeroblob(32))"
    if kind < 0.65 and integers:
        key = columns[0][1]
        rows = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        chosen = chance.randrange(max(rows, 1))
        row = f"(SELECT {key} FROM {table} ORDER BY {key} LIMIT 1 OFFSET {chosen})"
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


def run(program, words, folder, private, statuses):
    """Runs a command; returns the problem with its end, or None."""
    began = time.monotonic()
    with open(f"{folder}/said", "wb") as said, open(f"{folder}/out/printed", "wb") as printed:
        process = subprocess.Popen(
            [program, *words], stdin=subprocess.DEVNULL, stdout=printed, stderr=said, cwd=folder,
            preexec_fn=limit,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "TMPDIR": f"{folder}/temporary"})
        timer = threading.Timer(2 * SLOWEST, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
    seconds = time.monotonic() - began
    code = os.waitstatus_to_exitcode(status)
    process.returncode = code
    megabytes = usage.ru_maxrss // (1 << 20 if sys.platform == "darwin" else 1 << 10)
    if code not in statuses:
        return f"ended with {code}"
    if seconds > SLOWEST:
        return f"took {seconds:.0f} s"
    if megabytes > LARGEST:
        return f"took {megabytes} MB"
    said = pathlib.Path(f"{folder}/said").read_bytes()
    if len(said) > LONGEST:
        return f"said {len(said)} bytes"
    if b"report this" in said:
        return f"blames the program: {said[:200]!r}"
    written = [said] + [path.read_bytes() for path in out_files(folder)]
    if any(value in text for value in private for text in written):
        return "told a private value"
    return None


def out_files(folder):
    """The output and files of a command, except copies of the journal, which may have the vault."""
    files = [path for path in pathlib.Path(f"{folder}/out").rglob("*") if path.is_file()]
    return [path for path in files if path.stat().st_size < 1 << 28 and not is_database(path)]


def is_database(path):
    with open(path, "rb") as file:
        return file.read(15) == b"SQLite format 3"


def private_values(connection):
    """Private values that are unlikely to occur elsewhere, also encoded as in links."""
    values = [json.loads(value) for (value,) in connection.execute("SELECT value FROM vault")]
    texts = [value for value in values if isinstance(value, str) and len(value) > 4]
    return [form.encode() for text in texts for form in {text, urllib.parse.quote(text, safe="")}]


def make(source, target, sql):
    """Writes the forged file in a separate process, whose memory does not count for the commands;
    returns whether the file differs from the original."""
    script = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "c.execute('PRAGMA writable_schema = ON'); "
        "c.execute(sys.stdin.buffer.read().decode('utf-8', 'surrogateescape'))")
    shutil.copy(source, target)
    # This is no argument, because the system refuses arguments of more than 128 KiB.
    made = subprocess.run(
        [sys.executable, "-c", script, target], input=sql.encode("utf-8", "surrogateescape"),
        stderr=subprocess.DEVNULL, check=False)
    return made.returncode == 0 and not filecmp.cmp(source, target, shallow=False)


def try_commands(program, every, source, beside, folder, private, statuses=STATUSES):
    """Runs commands, each on a copy of its own; returns for each the problem, or None."""
    for words in every:
        for left in pathlib.Path(folder).glob("forged*"):
            left.unlink()
        for place in ("out", "temporary"):
            shutil.rmtree(f"{folder}/{place}", ignore_errors=True)
            os.mkdir(f"{folder}/{place}")
        shutil.copy(source, f"{folder}/forged")
        lay(beside, f"{folder}/forged")
        problem = run(program, words, folder, private, statuses)
        if problem:
            told = " ".join(words).replace(folder, ".")
            print(f"forge: {told}: {problem}", file=sys.stderr)
        yield problem


def main(program, fixtures, seconds, seed):
    chance = random.Random(seed)
    journals = sorted(pathlib.Path(fixtures).glob("*.sqlite"))
    files = runs = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        def choose():
            good = str(chance.choice(journals).resolve())
            with sqlite3.connect(f"file:{good}?immutable=1", uri=True) as connection:
                there = subjects(connection, chance)
                every = commands(f"{folder}/forged", good, f"{folder}/out", there)
                return good, every, private_values(connection), forge(connection, chance)

        good, every, private, _ = choose()
        for problem in try_commands(program, every, good, None, folder, private, SOUND_STATUSES):
            if problem:
                failures += 1
                print(f"  {good}: as it is", file=sys.stderr)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            good, every, private, sql = choose()
            beside = companion(chance)
            source = f"{folder}/source"
            if not make(good, source, sql):
                continue
            files += 1
            for problem in try_commands(program, every, source, beside, folder, private):
                runs += 1
                if problem:
                    failures += 1
                    made = f"{sql[:300]}{f' beside {beside}' if beside else ''}"
                    print(f"  {good}: {made}", file=sys.stderr)
                if time.monotonic() > end:
                    break
    print(f"forge: {files} files, {runs} runs, {failures} failed (FORGE_SEED={seed})")
    return 1 if failures or not runs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])))
