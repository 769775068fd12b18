"""Journals of a folder as a data source for Spark, one partition for each file.

    spark.dataSource.register(HistorySource)
    spark.read.format("history").options(folder="devices", relation="v_request", columns=...).load()

`relation` is a base relation, whose `columns` are given as JSON, of the `views` that are defined
for a connection to a journal; or `verify`, `rerun` or `what-if`:
then the program `route-replay` looks at each file, wherever that task runs, and the rows are what
it says, with what a replay of each session came to in `runs`, of the `columns` of `v_replay_run`.
Options: `folder`, `relation`, `columns`, `views`, and of the last three `program` and `routes`.
"""

import json
import pathlib
import sqlite3
import subprocess
import tempfile

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

VERIFY = "file string, result string, entries bigint, sessions bigint, anchor string"
REPLAY = "file string, result string, decided bigint, differing bigint, undecided bigint"


class DeviceFile(InputPartition):
    def __init__(self, path):
        self.path = path


class HistorySource(DataSource):
    @classmethod
    def name(cls):
        return "history"

    def schema(self):
        relation = self.options["relation"]
        if relation in ("verify", "rerun", "what-if"):
            return VERIFY if relation == "verify" else f"{REPLAY}, runs {self.runs()}"
        return ", ".join(f"{name} {kind}" for name, kind in self.columns())

    def columns(self):
        return [
            (name, "bigint" if kind == "int64" else "string")
            for name, kind in json.loads(self.options["columns"])]

    def runs(self):
        return f"array<struct<{', '.join(f'{name}: {kind}' for name, kind in self.columns())}>>"

    def reader(self, schema):
        return HistoryReader(dict(self.options))


class HistoryReader(DataSourceReader):
    def __init__(self, options):
        self.options = options

    def partitions(self):
        folder = pathlib.Path(self.options["folder"])
        return [DeviceFile(str(path)) for path in sorted(folder.glob("*.sqlite"))]

    def read(self, partition):
        relation = self.options["relation"]
        if relation in ("verify", "rerun", "what-if"):
            return self.replayed(relation, partition.path)
        return self.rows(relation, partition.path)

    def rows(self, relation, path):
        """Rows as Arrow has them: sixty thousand calls for sixty thousand rows take longer."""
        import pyarrow

        columns = json.loads(self.options["columns"])
        schema = pyarrow.schema(
            [(name, pyarrow.int64() if kind == "int64" else pyarrow.string())
             for name, kind in columns])
        # Nobody writes to a copy of a journal, and nothing may be written beside it.
        database = sqlite3.connect(f"{pathlib.Path(path).as_uri()}?immutable=1", uri=True)
        database.executescript(self.options["views"])
        names = ", ".join(name for name, _ in columns)
        cursor = database.execute(f"SELECT {names} FROM {relation}")
        while rows := cursor.fetchmany(8192):
            arrays = [
                pyarrow.array(values, field.type) for values, field in zip(zip(*rows), schema)]
            yield pyarrow.RecordBatch.from_arrays(arrays, schema=schema)
        database.close()

    def replayed(self, command, path):
        words = [self.options["program"], command, path, "-q", "-o", "json"]
        if command == "verify":
            yield (path, *self.said(words, "entries", "sessions", "anchor"))
            return
        if "routes" in self.options:
            words += ["--routes", self.options["routes"]]
        with tempfile.TemporaryDirectory() as aside:
            results = f"{aside}/results.sqlite"
            said = self.said(
                [*words, "--results", results], "decided", "differing", "undecided")
            yield (path, *said, self.runs(results))

    def said(self, words, *keys):
        """The result of a file, and what else the program says under those keys."""
        done = subprocess.run(words, capture_output=True, text=True)
        if not done.stdout:
            # Of a single file that cannot be read there is nothing but the exit status and a word.
            return (f"status {done.returncode}: {done.stderr.strip()}", *(None for _ in keys))
        found = json.loads(done.stdout)[0]
        return tuple(found.get(key) for key in ("result", *keys))

    def runs(self, results):
        """The sessions of a file of results; none where the program made no such file."""
        if not pathlib.Path(results).exists():
            return []
        names = ", ".join(name for name, _ in json.loads(self.options["columns"]))
        database = sqlite3.connect(results)
        rows = database.execute(f"SELECT {names} FROM replay_run").fetchall()
        database.close()
        return rows
