"""The measure of the others: SQLite itself, the relations of all device files in one database.

    python Fleet/sqlite_views.py DEVICES RESULTS.sqlite EXPORT ANSWERS.json

RESULTS has what replays came to, as `route-replay stats --results` reads it. Each file is read as
it lies there: `immutable` writes nothing beside it, and is right because nobody writes to copies of
devices' journals.
"""

import sqlite3
import sys
import time

from relations import Answers, Relations, device_files


def gathered(devices, results, relations):
    """One database in memory with the rows of all files."""
    database = sqlite3.connect("file::memory:", uri=True)
    for name in relations.names:
        columns = ", ".join(
            f"{column} {'INTEGER' if kind == 'int64' else 'TEXT'}"
            for column, kind in relations.columns(name))
        database.execute(f"CREATE TABLE {name} ({columns})")
    # The views read whatever journal is attached.
    database.executescript(relations.temporary_views)
    for path in device_files(devices):
        database.execute("ATTACH ? AS device", (f"file:{path}?immutable=1",))
        for name in relations.names:
            columns = ", ".join(column for column, _ in relations.columns(name))
            known = "EXCEPT SELECT * FROM main.funnel_step" if name == "funnel_step" else ""
            place = "device" if name == "funnel_step" else "temp"
            database.execute(
                f"INSERT INTO main.{name} SELECT {columns} FROM {place}.{name} {known}")
        database.commit()
        database.execute("DETACH device")
    for (name,) in database.execute("SELECT name FROM sqlite_temp_schema").fetchall():
        database.execute(f"DROP VIEW temp.{name}")
    database.execute("ATTACH ? AS results", (f"file:{results}?immutable=1",))
    columns = ", ".join(column for column, _ in relations.columns("v_replay_run"))
    database.execute(f"INSERT INTO main.v_replay_run SELECT {columns} FROM results.replay_run")
    database.commit()
    database.execute("DETACH results")
    return database


def main():
    devices, results, export, path = sys.argv[1:]
    relations = Relations(export)
    start = time.monotonic()
    database = gathered(devices, results, relations)
    rows = sum(
        database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in relations.names)
    print(f"sqlite: {rows} rows gathered in {time.monotonic() - start:.1f} s")
    relations.define_steps(database.execute)
    answers = Answers("sqlite")
    for name, query in relations.questions.items():

        def ask():
            cursor = database.execute(query)
            return [column[0] for column in cursor.description], cursor.fetchall()

        answers.ask(name, ask)
    answers.write(path)


main()
