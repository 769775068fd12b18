"""The questions on a Spark cluster, from Parquet, from NDJSON and from the device files themselves,
and a verification and a replay of the whole fleet, in the midst of which a worker is killed.

    python Fleet/spark_views.py MASTER DEVICES PARQUET NDJSON OUT PROGRAM ROUTES [WORKER-PID]

PARQUET and NDJSON are exports of the same devices. OUT gets `spark-WAY.json` with the answers, and
`replays.json` with what was found out about each device. Scripts/fleet starts a cluster on this
machine and runs it.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

from pyspark.sql import SparkSession

from history_source import HistorySource
from relations import Answers, Relations


def session(master, out):
    """A session whose every port is on the loopback interface."""
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.executor.memory": "1g",
        "spark.executorEnv.PYTHONPATH": str(pathlib.Path(__file__).parent),
        "spark.pyspark.python": sys.executable,
        "spark.eventLog.enabled": "true",
        "spark.eventLog.rolling.enabled": "false",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": pathlib.Path(out).resolve().as_uri(),
        "spark.sql.warehouse.dir": str(pathlib.Path(out).resolve() / "warehouse"),
    }
    builder = SparkSession.builder.master(master).appName("fleet")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.dataSource.register(HistorySource)
    return spark


def suit(spark, relations):
    """Compiling a question takes seconds, which only many rows are worth."""
    rows = sum(file["rows"] for file in relations.manifest["files"])
    spark.conf.set("spark.sql.codegen.wholeStage", str(rows > 1_000_000).lower())
    spark.conf.set(
        "spark.sql.codegen.factoryMode", "FALLBACK" if rows > 1_000_000 else "NO_CODEGEN")


def ddl(relations, name):
    return ", ".join(
        f"{column} {'BIGINT' if kind == 'int64' else 'STRING'}"
        for column, kind in relations.columns(name))


def load_export(spark, relations):
    for name in relations.names:
        columns = [column for column, _ in relations.columns(name)]
        files = relations.files(name)
        if not files:
            rows = spark.createDataFrame([], ddl(relations, name))
        elif files[0].endswith(".parquet"):
            rows = spark.read.parquet(*files)
        else:
            rows = spark.read.schema(ddl(relations, name)).json(files)
        show(rows.select(columns), name)


def show(rows, name):
    """Makes rows the relation of that name; they are read once, not for each question."""
    rows.coalesce(2).cache().createOrReplaceTempView(name)


def load_files(spark, devices, relations):
    for name in relations.names:
        rows = spark.read.format("history").options(
            folder=devices, relation=name, columns=json.dumps(relations.columns(name))).load()
        if name == "funnel_step":  # every device brings the same ones along
            rows = rows.distinct()
        # The task that reads each file is one of its own: a worker that goes takes few along.
        rows.cache().createOrReplaceTempView(name)


def ask(spark, relations, way, out):
    answers = Answers(f"spark {way}")
    for name, query in relations.questions.items():

        def run():
            rows = spark.sql(query)
            return rows.columns, [tuple(row) for row in rows.collect()]

        answers.ask(name, run)
    answers.write(f"{out}/spark-{way}.json")


class Killer(threading.Thread):
    """Kills a worker with its executors as soon as a job is in full swing."""

    def __init__(self, spark, worker):
        super().__init__(daemon=True)
        self.tracker = spark.sparkContext.statusTracker()
        self.worker = worker
        self.seen = None

    def run(self):
        while self.seen is None:
            time.sleep(0.01)
            for stage in self.tracker.getActiveStageIds():
                info = self.tracker.getStageInfo(stage)
                if info and info.numCompletedTasks >= 1 and info.numActiveTasks >= 2:
                    self.kill()
                    self.seen = f"{info.numCompletedTasks} of {info.numTasks} tasks done"
                    return

    def kill(self):
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.worker)], capture_output=True, text=True)
        for process in [self.worker, *map(int, children.stdout.split())]:
            os.kill(process, signal.SIGKILL)


def replay(spark, command, devices, program, routes):
    start = time.monotonic()
    rows = spark.read.format("history").options(
        folder=devices, relation=command, program=program, routes=routes).load().collect()
    print(f"spark {command}: {len(rows)} devices in {time.monotonic() - start:.1f} s", flush=True)
    return [row.asDict() for row in rows]


def losses(out):
    """What the cluster's own log says of the worker that went."""
    added = removed = lost = finished = 0
    for path in pathlib.Path(out).glob("app-*"):
        for line in path.open():
            entry = json.loads(line)
            added += entry["Event"] == "SparkListenerExecutorAdded"
            removed += entry["Event"] == "SparkListenerExecutorRemoved"
            if entry["Event"] == "SparkListenerTaskEnd":
                lost += entry["Task End Reason"]["Reason"] == "ExecutorLostFailure"
                finished += entry["Task End Reason"]["Reason"] == "Success"
    return {"executors": added, "removed": removed, "tasks": finished, "tasks_lost": lost}


def main():
    master, devices, parquet, ndjson, out, program, routes, *worker = sys.argv[1:]
    spark = session(master, out)
    for folder in (parquet, ndjson):
        relations = Relations(folder)
        suit(spark, relations)
        spark.catalog.clearCache()
        load_export(spark, relations)
        ask(spark, relations, relations.manifest["rows_as"], out)
    killer = Killer(spark, int(worker[0])) if worker else None
    if killer:
        killer.start()
    found = {"verify": replay(spark, "verify", devices, program, routes)}
    if killer:
        print(f"a worker was killed when there were {killer.seen}", flush=True)
        found["killed"] = killer.seen
    found["what-if"] = replay(spark, "what-if", devices, program, routes)
    spark.catalog.clearCache()
    load_files(spark, devices, relations)
    ask(spark, relations, "files", out)
    spark.stop()
    found["cluster"] = losses(out)
    print(f"cluster: {found['cluster']}")
    pathlib.Path(out, "replays.json").write_text(json.dumps(found))


main()
