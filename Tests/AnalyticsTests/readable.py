"""Whether a journal can be read without the package: by sqlite3's own eyes, in a notebook, and with
Datasette. Usage: readable.py HISTORY GUIDE METADATA, where HISTORY is called history.sqlite."""

import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys

EXPLAINED = {
    "journal", "session", "funnel_step", "v_request", "v_screen_view", "v_action", "v_visit", "v_run",
    "v_link_success", "v_failure_reasons", "v_crash_free", "v_sessions",
}


def check(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"readable: FAILED: {what}")
    print(f"readable: {what}")


def tables(history: str) -> set[str]:
    connection = sqlite3.connect(f"file:{history}?mode=ro&immutable=1", uri=True)
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}


def snippet(guide: str) -> str:
    found = re.search(r"```python\n(.*?)```", pathlib.Path(guide).read_text(), re.DOTALL)
    check(found is not None, "the guide has a snippet of Python")
    return found.group(1)


def notebook(history: str, guide: str) -> None:
    os.chdir(pathlib.Path(history).parent)
    names: dict = {}
    exec(compile(snippet(guide), guide, "exec"), names)
    requests, daily = names["requests"], names["daily"]
    count = sqlite3.connect(history).execute("SELECT count(*) FROM v_request").fetchone()[0]
    check(count > 0 and len(requests) == count, f"pandas has all {count} requests")
    decided = int(requests["outcome"].notna().sum())
    check(int(daily.to_numpy().sum()) == decided, f"its days add up to {decided} outcomes")


def datasette(history: str, guide: str, metadata: str) -> None:
    told = re.search(r"```\n(datasette .*)\n```", pathlib.Path(guide).read_text()).group(1).split()
    files = {"history.sqlite": history, "Examples/datasette/metadata.json": metadata}
    queries = json.loads(pathlib.Path(metadata).read_text())["databases"]["history"]["queries"]
    connection = sqlite3.connect(f"file:{history}?mode=ro&immutable=1", uri=True)
    command = [str(pathlib.Path(sys.executable).parent / told[0])]
    command += [files.get(word, word) for word in told[1:]] + ["--get"]
    for name, query in queries.items():
        answer = subprocess.run(
            command + [f"/history/{name}.json?_shape=arrays"], capture_output=True, text=True)
        check(answer.returncode == 0, f"Datasette answers {name}")
        rows = json.loads(answer.stdout)["rows"]
        wanted = [list(row) for row in connection.execute(query["sql"])]
        check(rows == wanted[: len(rows)] and bool(rows) == bool(wanted), f"as SQLite does: {name}")


def main() -> None:
    history, guide, metadata = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
    missing = EXPLAINED - tables(history)
    check(not missing, "its tables and views have names that explain themselves")
    notebook(history, guide)
    datasette(history, guide, metadata)


main()
