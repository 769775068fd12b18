"""The questions on a Spark cluster, from Parquet, from NDJSON and from the device files themselves,
and a verification and replays of the whole fleet, in the midst of which a worker is killed.

    python Fleet/spark_views.py MASTER DEVICES REPLAYS PARQUET NDJSON OUT PROGRAM ROUTES [WORKER]

REPLAYS is the folder that `fleet_replays.py` made, PARQUET and NDJSON are exports of the same
devices with what replays came to. Where the files themselves are asked, the cluster has made the
replays. OUT gets `spark-WAY.json` with the answers, and `replays.json` with what was found out
about each device. WORKER is the process that is killed. Scripts/fleet starts a cluster on this
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

from fleet_replays import plan
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


def load_files(spark, devices, replays, relations):
    for name in relations.names:
        if name == "v_replay_run":  # of which a journal has none
            spark.createDataFrame(replays, ddl(relations, name)).createOrReplaceTempView(name)
            continue
        rows = spark.read.format("history").options(
            folder=devices, relation=name, columns=json.dumps(relations.columns(name)),
            views=relations.temporary_views).load()
        if name == "funnel_step":  # every device brings the same ones along
            rows = rows.distinct()
        # The task that reads each file is one of its own: a worker that goes takes few along.
        rows.cache().createOrReplaceTempView(name)


def ask(spark, relations, way, out):
    relations.define_steps(spark.sql, "OR REPLACE TEMPORARY VIEW")
    answers = Answers(f"spark {way}")
    for name, query in relations.questions.items():

        def run():
            rows = spark.sql(query)
            return rows.columns, [tuple(row) for row in rows.collect()]

        answers.ask(name, run)
    answers.write(f"{out}/spark-{way}.json")


class Killer(threading.Thread):
    """Kills a worker with its executors when a quarter of a job's tasks is done, and two run."""

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
                if not info or info.numTasks < 3 or info.numActiveTasks < 2:
                    continue
                if info.numCompletedTasks * 4 >= info.numTasks:
                    self.kill()
                    self.seen = f"{info.numCompletedTasks} of {info.numTasks} tasks done"
                    return

    def kill(self):
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.worker)], capture_output=True, text=True)
        for process in [self.worker, *map(int, children.stdout.split())]:
            os.kill(process, signal.SIGKILL)


def look(spark, command, folder, **options):
    """What the program says of each file of a folder."""
    start = time.monotonic()
    rows = spark.read.format("history").options(
        folder=folder, relation=command, **options).load().collect()
    print(f"spark {command}: {len(rows)} devices in {time.monotonic() - start:.1f} s", flush=True)
    return [row.asDict(recursive=True) for row in rows]


def replay(spark, replays, program, columns):
    """What each replay says of each file."""
    found = []
    for replay in replays:
        options = {"routes": replay.routes} if replay.routes else {}
        found.append(look(
            spark, replay.command, replay.folder, program=program, columns=json.dumps(columns),
            **options))
    return found


def replay_rows(found, columns):
    """Rows of `v_replay_run`: each file's replays have numbers of their own, here all have one."""
    return [
        tuple({**run, "replay_id": f"spark:{number}"}[name] for name, _ in columns)
        for number, rows in enumerate(found, 1) for row in rows for run in row["runs"]]


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
    master, devices, folder, parquet, ndjson, out, program, routes, *worker = sys.argv[1:]
    replays = plan(devices, routes, folder)
    spark = session(master, out)
    for export in (parquet, ndjson):
        relations = Relations(export)
        suit(spark, relations)
        spark.catalog.clearCache()
        load_export(spark, relations)
        ask(spark, relations, relations.manifest["rows_as"], out)
    killer = Killer(spark, int(worker[0])) if worker else None
    if killer:
        killer.start()
    found = {"verify": look(spark, "verify", devices, program=program)}
    if killer:
        print(f"a worker was killed when there were {killer.seen}", flush=True)
        found["killed"] = killer.seen
    columns = relations.columns("v_replay_run")
    found["replays"] = replay(spark, replays, program, columns)
    spark.catalog.clearCache()
    load_files(spark, devices, replay_rows(found["replays"], columns), relations)
    ask(spark, relations, "files", out)
    spark.stop()
    found["cluster"] = losses(out)
    print(f"cluster: {found['cluster']}")
    pathlib.Path(out, "replays.json").write_text(json.dumps(found))


main()
