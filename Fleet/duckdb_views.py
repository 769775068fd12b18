"""The questions in DuckDB: over the device files themselves, or over exported rows.

    python Fleet/duckdb_views.py files DEVICES RESULTS.sqlite EXPORT ANSWERS.json
    python Fleet/duckdb_views.py export EXPORT ANSWERS.json

`files` needs the wheel `duckdb-extension-sqlite-scanner` of DuckDB's own version: nothing is
downloaded. Without a path for the answers they are printed.
"""

import contextlib
import os
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import time

import duckdb

from relations import Answers, Relations, device_files


def quoted(text):
    return "'" + str(text).replace("'", "''") + "'"


def types(relations, name):
    return [
        (column, "BIGINT" if kind == "int64" else "VARCHAR")
        for column, kind in relations.columns(name)]


def load_files(database, devices, results, relations):
    """The relations of device files and of a file of results of replays, as tables."""
    import duckdb_extension_sqlite_scanner as scanner

    folder = pathlib.Path(scanner.__file__).parent
    database.execute(f"LOAD {quoted(next(folder.rglob('*.duckdb_extension')))}")
    # The columns of views declare no type, which DuckDB would take for bytes.
    database.execute("SET sqlite_all_varchar = true")
    for name in relations.names:
        columns = ", ".join(f"{column} {kind}" for column, kind in types(relations, name))
        database.execute(f"CREATE TABLE {name} ({columns})")
    for path in device_files(devices):
        with tempfile.TemporaryDirectory() as aside:
            file = quoted(with_views(path, aside, relations))
            for name in relations.names:
                columns = ", ".join(
                    f"CAST({column} AS {kind})" for column, kind in types(relations, name))
                known = "EXCEPT SELECT * FROM funnel_step" if name == "funnel_step" else ""
                database.execute(
                    f"INSERT INTO {name} "
                    f"SELECT {columns} FROM sqlite_scan({file}, {quoted(name)}) {known}")
    with tempfile.TemporaryDirectory() as aside:
        columns = ", ".join(
            f"CAST({column} AS {kind})" for column, kind in types(relations, "v_replay_run"))
        database.execute(
            f"INSERT INTO v_replay_run SELECT {columns} "
            f"FROM sqlite_scan({quoted(other_name(results, aside))}, 'replay_run')")


def other_name(path, folder):
    """The same file under a name elsewhere, or a copy: DuckDB leaves a log beside what it reads."""
    name = str(pathlib.Path(folder) / "device.sqlite")
    try:
        os.link(path, name)
    except OSError:
        shutil.copyfile(path, name)
    return name


def with_views(path, folder, relations):
    """A copy of a journal with the relations as views: DuckDB finds no temporary ones."""
    copy = str(pathlib.Path(folder) / "device.sqlite")
    shutil.copyfile(path, copy)
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        connection.executescript(relations.views)
    return copy


def load_export(database, relations):
    """The relations of an export, as views of its files."""
    for name in relations.names:
        files = relations.files(name)
        columns = types(relations, name)
        names = ", ".join(column for column, _ in columns)
        if not files:
            fields = ", ".join(f"{column} {kind}" for column, kind in columns)
            database.execute(f"CREATE TABLE {name} ({fields})")
        elif files[0].endswith(".parquet"):
            list_ = "[" + ", ".join(map(quoted, files)) + "]"
            database.execute(f"CREATE VIEW {name} AS SELECT {names} FROM read_parquet({list_})")
        else:
            list_ = "[" + ", ".join(map(quoted, files)) + "]"
            fields = ", ".join(f"{column}: {quoted(kind)}" for column, kind in columns)
            database.execute(
                f"CREATE VIEW {name} AS SELECT {names} FROM read_json({list_}, "
                f"format = 'newline_delimited', columns = {{{fields}}})")


def main():
    words = sys.argv[1:]
    way = words.pop(0)
    database = duckdb.connect()
    database.execute("SET autoinstall_known_extensions = false")
    start = time.monotonic()
    if way == "files":
        devices, results = words.pop(0), words.pop(0)
        relations = Relations(words.pop(0))
        load_files(database, devices, results, relations)
    else:
        relations = Relations(words.pop(0))
        load_export(database, relations)
        way = relations.manifest["rows_as"]
    print(f"duckdb {way}: ready in {time.monotonic() - start:.1f} s")
    relations.define_steps(database.execute)
    answers = Answers(f"duckdb {way}")
    for name, query in relations.questions.items():

        def ask():
            cursor = database.execute(query)
            return [column[0] for column in cursor.description], cursor.fetchall()

        answers.ask(name, ask)
        if not words:
            print(f"\n{name}")
            print(database.sql(query))
    if words:
        answers.write(words[0])


main()
