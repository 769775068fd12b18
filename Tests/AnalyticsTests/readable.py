"""Whether a journal can be read without the package, as the guide says: every snippet of it is run, on
a history at rest and on one that a host is writing; and whether Datasette keeps the vault to itself,
and Parquet has none of its values.
Usage: readable.py PROGRAMS HISTORY GUIDE METADATA, where HISTORY is called history.sqlite."""

import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

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


def snippets(guide: str, language: str) -> list[str]:
    text = pathlib.Path(guide).read_text().partition("## Without this program")[2]
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def requests_of(history: str) -> int:
    """How many requests there are, by a connection that sees the log as well."""
    connection = sqlite3.connect(f"file:{history}?mode=ro", uri=True)
    return connection.execute("SELECT count(*) FROM v_request").fetchone()[0]


def python(history: str, guide: str, state: str) -> None:
    """The guide's Python, in the history's folder."""
    found = snippets(guide, "python")
    check(len(found) == 3, "the guide has Python for pandas, for DuckDB and for work without a network")
    os.chdir(pathlib.Path(history).parent)
    pandas, duckdb, load = found
    names: dict = {}
    exec(compile(pandas, guide, "exec"), names)
    requests, daily = names["requests"], names["daily"]
    count = requests_of(history)
    check(count > 0 and len(requests) == count, f"{state}: pandas has all {count} requests")
    decided = int(requests["outcome"].notna().sum())
    check(int(daily.to_numpy().sum()) == decided, f"{state}: its days are {decided} outcomes")
    if state != "at rest":
        return  # the guide takes DuckDB to a copy
    begin = "database = duckdb.connect()\n"
    check(begin in duckdb, "the guide's DuckDB connects")
    names = {}
    # Nothing is downloaded: the extension is loaded as the guide says for work without a network.
    exec(compile(duckdb.replace(begin, begin + load), guide, "exec"), names)
    rows = names["requests"].fetchall()
    check(sum(row[1] for row in rows) == count, f"DuckDB has all {count} requests")
    every_view(history, names["database"])


def every_view(history: str, database) -> None:
    """DuckDB reads each view as the guide says; ATTACH does not, which the guide says as well."""
    connection = sqlite3.connect(f"file:{history}?mode=ro", uri=True)
    views = [name for (name,) in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'view'")]
    database.execute(f"ATTACH '{history}' AS attached (TYPE sqlite, READ_ONLY)")
    failed = 0
    for view in views:
        rows = database.execute(f"SELECT * FROM sqlite_scan('history.sqlite', '{view}')").fetchall()
        wanted = connection.execute(f"SELECT count(*) FROM {view}").fetchone()[0]
        check(len(rows) == wanted, f"DuckDB scans the {wanted} rows of {view}")
        try:
            database.execute(f"SELECT * FROM attached.{view}").fetchall()
        except Exception:
            failed += 1
    check(failed > len(views) / 2, f"its ATTACH fails on {failed} of {len(views)} views, most of them")


def shell(history: str, guide: str, state: str) -> None:
    """The guide's lines for sqlite3, in the history's folder."""
    lines = [line for part in snippets(guide, "") for line in part.splitlines()
             if line.startswith("sqlite3 ")]
    check(len(lines) == 2, "the guide has two lines for sqlite3")
    answers = [subprocess.run(
        line, shell=True, capture_output=True, text=True, cwd=pathlib.Path(history).parent)
        for line in lines]
    check(all(a.returncode == 0 for a in answers), f"{state}: sqlite3 answers")
    check(EXPLAINED <= set(answers[0].stdout.split()), f"{state}: it lists what explains itself")
    count = sum(int(row.split("|")[1]) for row in answers[1].stdout.splitlines()[1:])
    check(count == requests_of(history), f"{state}: sqlite3 has all {count} requests")


def served(history: str, guide: str, metadata: str):
    """What asks the guide's Datasette for a page."""
    text = pathlib.Path(guide).read_text()
    told = re.search(r"```\n(datasette .*)\n```", text).group(1).split()
    check("--immutable" not in told, "Datasette sees the log")
    files = {"history.sqlite": history, "Examples/datasette/metadata.json": metadata}
    command = [str(pathlib.Path(sys.executable).parent / told[0])]
    command += [files.get(word, word) for word in told[1:]] + ["--get"]
    return lambda page: subprocess.run(command + [page], capture_output=True, text=True)


def datasette(history: str, guide: str, metadata: str, state: str) -> None:
    queries = json.loads(pathlib.Path(metadata).read_text())["databases"]["history"]["queries"]
    connection = sqlite3.connect(f"file:{history}?mode=ro", uri=True)
    ask = served(history, guide, metadata)
    for name, query in queries.items():
        if state != "at rest" and name != "link-success":
            continue
        answer = ask(f"/history/{name}.json?_shape=arrays")
        check(answer.returncode == 0, f"{state}: Datasette answers {name}")
        rows = json.loads(answer.stdout)["rows"]
        wanted = [list(row) for row in connection.execute(query["sql"])]
        check(rows == wanted[: len(rows)] and bool(rows) == bool(wanted), f"as SQLite does: {name}")


def vault(history: str, guide: str, metadata: str) -> None:
    """Asks the guide's Datasette for private values of a journal that has some."""
    connection = sqlite3.connect(history)
    key = b"CANARY-key".ljust(32)  # a key of another length is damage
    connection.execute("INSERT INTO vault_key VALUES ('CANARY-who', ?)", (key,))
    connection.execute("INSERT INTO vault VALUES ('CANARY-token', 'CANARY-who', 'CANARY-value', 1)")
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    ask = served(history, guide, metadata)
    for page in [
        "/history/vault", "/history/vault.json", "/history/vault.csv", "/history/vault_key.json",
        "/history/vault/CANARY-who,CANARY-token.json", "/history/vault_key/CANARY-who.json",
        "/history/VAULT.json", "/history.json?sql=select+*+from+vault", "/history.db",
        "/history?sql=select+*+from+vault_key",
        "/history/session.json?_where=exists(select+1+from+vault)",
    ]:
        answer = ask(page)
        # Datasette repeats what it was asked for.
        check(answer.returncode != 0, f"Datasette refuses {page}")
        check("CANARY-value" not in answer.stdout, f"no private value at {page}")
    for page in ["/", "/history", "/history.json", "/-/databases.json"]:
        answer = ask(page)
        check(answer.returncode == 0 and "CANARY" not in answer.stdout, f"none at {page}")


def without_vault(programs: str, history: str, guide: str) -> None:
    """The guide's copy has everything but the private values."""
    lines = [line for part in snippets(guide, "") for line in part.splitlines()
             if line.startswith("route-replay ")]
    check(len(lines) == 2, "the guide makes a copy without the vault")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(history, f"{folder}/app.journal")
        for line in lines:
            made = subprocess.run(f"{programs}/{line}", shell=True, capture_output=True, cwd=folder)
            check(made.returncode == 0, line)
        made = pathlib.Path(folder) / "history.sqlite"
        check(b"CANARY" in pathlib.Path(history).read_bytes(), "the journal has private values")
        check(b"CANARY" not in made.read_bytes(), "the guide's copy has none")
        check(requests_of(str(made)) == requests_of(history), "and all requests")


PRIVATE_TABLE = """{ format: "route-table/1", tree: "main/stack[feed]",
  screens: { gift: { parameters: { code: "string" }, private: ["code"] },
    page: { parameters: { name: "string" } } },
  routes: [
    { id: "gift", patterns: ["/gift/:code"], destination: [{ push: "gift" }],
      actions: [{ perform: "redeem", with: { code: ":code" } }] },
    { id: "page", patterns: ["/pages/:name"], destination: [{ push: "page" }] },
  ] }"""


def parquet(programs: str) -> None:
    """No profile has a private value in its Parquet, whose texts are packed: DuckDB reads them."""
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "routes.json").write_text(PRIVATE_TABLE)
        (place / "links.txt").write_text(
            "/gift/CANARY-1\n/gift/CANARY-1?x=CANARY-2\n/pages/PLAIN\n/gift/CANARY%2F3/more\n")
        program = f"{programs}/route-replay"
        environment = os.environ | {"ROUTE_REPLAY_PYTHON": sys.executable}
        subprocess.run(
            [program, "record", "--quiet", "--journal", "app.journal", "--routes", "routes.json",
             "links.txt"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        check(b"CANARY" in (place / "app.journal").read_bytes(), "the vault has private values")
        for profile in ["full", "standard", "minimal"]:
            subprocess.run(
                [program, "export", "app.journal", "--quiet", "--format", "parquet", "--profile",
                 profile, "--out", profile], cwd=folder, check=True, env=environment)
            files = sorted((place / profile).rglob("*.parquet"))
            texts = [str(row) for file in files
                     for row in duckdb.sql(f"SELECT * FROM read_parquet('{file}')").fetchall()]
            check(len(texts) > 4, f"{profile}: DuckDB reads {len(texts)} rows of {len(files)} files")
            check("page" in "".join(texts), f"{profile}: screens are in the clear")
            check("CANARY" not in "".join(texts).upper(), f"{profile}: no private value in a row")
            # What is written about the rows, such as their least and greatest values.
            check(not any(b"CANARY" in file.read_bytes() for file in files), f"{profile}: nor beside")


def wait_for(history: str, count: int) -> None:
    """Until a host has written so many requests."""
    for _ in range(3_000):
        try:
            if requests_of(history) == count:
                return
        except sqlite3.OperationalError:
            pass  # there is no file yet
        time.sleep(0.01)
    check(False, f"the host writes {count} requests")


def live(programs: str, guide: str, metadata: str) -> None:
    """The same on a journal that the README's program is writing."""
    with tempfile.TemporaryDirectory() as folder:
        host = subprocess.Popen(
            [f"{programs}/first"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            text=True)
        try:
            for number in range(4):
                host.stdin.write(f"/products/{number}\n")
            host.stdin.flush()
            # The name that the guide's lines and Datasette's metadata have.
            history = f"{folder}/history.sqlite"
            os.symlink(f"{folder}/first.sqlite", history)
            wait_for(history, 4)
            kept = sqlite3.connect(f"file:{history}?mode=ro&immutable=1", uri=True)
            check(kept.execute("SELECT count(*) FROM journal").fetchone()[0] == 0,
                  "the host's four requests lie in its log alone")
            shell(history, guide, "live")
            python(history, guide, "live")
            datasette(history, guide, metadata, "live")
        finally:
            os.chdir("/")
            host.stdin.close()
            host.wait()


def main() -> None:
    programs, history, guide, metadata = (
        str(pathlib.Path(path).resolve()) for path in sys.argv[1:5])
    missing = EXPLAINED - tables(history)
    check(not missing, "its tables and views have names that explain themselves")
    shell(history, guide, "at rest")
    python(history, guide, "at rest")
    datasette(history, guide, metadata, "at rest")
    vault(history, guide, metadata)
    without_vault(programs, history, guide)
    parquet(programs)
    live(programs, guide, metadata)


main()
