"""Checks that other programs can read a journal, as the guide says. Every snippet of the guide is
run on exports, which have to equal the views over the journal, and on a journal that a host is
writing. No export may contain a value of the vault.
Usage: readable.py PROGRAMS JOURNAL GUIDE METADATA."""

import datetime
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
    "funnel_step", "v_request", "v_screen_view", "v_action", "v_visit", "v_run", "v_link_success",
    "v_failure_reasons", "v_crash_free", "v_sessions", "dictionary", "manifest",
}


def check(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"readable: FAILED: {what}")
    print(f"readable: {what}")


def snippets(guide: str, language: str) -> list[str]:
    text = pathlib.Path(guide).read_text().partition("## With other programs")[2]
    text = text.partition("\n## ")[0]  # the rest is tested by spans.py
    # The parts between fences are text and code, alternately.
    parts = re.split(r"^```(.*)\n", text, flags=re.MULTILINE)
    return [code for told, code in zip(parts[1::4], parts[2::4]) if told == language]


def lines(guide: str, beginning: str) -> list[str]:
    """The guide's shell lines with that beginning."""
    return [line for part in snippets(guide, "") for line in part.splitlines()
            if line.startswith(beginning)]


def run(programs: str, folder: str, line: str) -> str:
    """The output of a line of the guide in a folder with its input."""
    path = f"{programs}:{os.environ['PATH']}"
    done = subprocess.run(
        line, shell=True, capture_output=True, text=True, cwd=folder, env=os.environ | {"PATH": path})
    check(done.returncode == 0, line + (f": {done.stderr}" if done.returncode else ""))
    return done.stdout


def views(folder: str) -> sqlite3.Connection:
    """A connection to the journal and its log, with the views that the guide printed."""
    connection = sqlite3.connect(f"file:{folder}/app.journal?mode=ro", uri=True)
    connection.executescript(pathlib.Path(folder, "views.sql").read_text())
    return connection


def requests_of(connection: sqlite3.Connection) -> int:
    return connection.execute("SELECT count(*) FROM v_request").fetchone()[0]


def exported(programs: str, folder: str, guide: str) -> None:
    """Checks that the guide's file has all relations and questions, with the views' answers."""
    found = lines(guide, "route-replay ")
    check(len(found) == 3, "the guide exports a file and CSV, and prints the views")
    for line in found:
        run(programs, folder, line)
    history = sqlite3.connect(f"file:{folder}/history.sqlite?mode=ro", uri=True)
    names = {name for (name,) in history.execute(
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")}
    check(EXPLAINED <= names, "its tables and views have names that explain themselves")
    check(not any("vault" in name for name in names), "it has no vault")
    journal = views(folder)
    for name in sorted(names - {"dictionary", "manifest"}):
        columns = [c[1] for c in history.execute(f"PRAGMA table_info({name})")]
        query = f"SELECT {', '.join(columns)} FROM {name} ORDER BY 1, 2, 3"
        rows = history.execute(query).fetchall()
        check(rows == journal.execute(query).fetchall(), f"its {len(rows)} rows of {name} are right")
    defined = {name for (name,) in journal.execute("SELECT name FROM sqlite_temp_schema")}
    lacking = sorted(defined - names)
    check(lacking == ["v_entry", "v_refusal", "v_visit_range"], "what it lacks is told")


def python(folder: str, guide: str) -> None:
    """Runs the guide's Python on the exported file."""
    found = snippets(guide, "python")
    check(len(found) == 6, "the guide has Python for pandas, polars, DuckDB, no network, CSV, live")
    check(not any("immutable" in code for code in found), "none of it leaves a log out")
    os.chdir(folder)
    pandas, polars, duckdb, load, csv, journal = found
    names: dict = {}
    exec(compile(pandas, guide, "exec"), names)
    requests, daily = names["requests"], names["daily"]
    count = requests_of(views(folder))
    check(count > 0 and len(requests) == count, f"pandas has all {count} requests")
    decided = int(requests["outcome"].notna().sum())
    check(int(daily.to_numpy().sum()) == decided, f"its days are {decided} outcomes")
    names = {}
    exec(compile(polars, guide, "exec"), names)
    check(names["requests"].height == count, f"polars has all {count} requests")
    check(str(names["requests"]["received"].dtype).startswith("Datetime"), "it knows their moments")
    names = {}
    exec(compile(journal, guide, "exec"), names)
    check(len(names["requests"]) == count, f"on the journal at rest pandas has all {count} requests")
    names = {}
    exec(compile(csv, guide, "exec"), names)
    check(len(names["requests"].fetchall()) == count, f"DuckDB has all {count} requests of the CSV")
    sniffed(folder)
    begin = "database = duckdb.connect()\n"
    check(begin in duckdb, "the guide's DuckDB connects")
    names = {}
    # Nothing is downloaded: the extension is loaded as the guide says for work without a network.
    exec(compile(duckdb.replace(begin, begin + load), guide, "exec"), names)
    rows = names["requests"].fetchall()
    check(sum(row[1] for row in rows) == count, f"DuckDB has all {count} requests")
    every_relation(folder, names["database"])


def every_relation(folder: str, database) -> None:
    """Checks that DuckDB reads every table and view of the attached file as SQLite does."""
    connection = sqlite3.connect(f"file:{folder}/history.sqlite?mode=ro", uri=True)
    for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')").fetchall():
        rows = database.execute(f"SELECT * FROM history.{name}").fetchall()
        wanted = connection.execute(f"SELECT * FROM {name}").fetchall()
        check(sorted(map(plain, rows)) == sorted(map(plain, wanted)),
              f"DuckDB has the {len(wanted)} rows of {name}")


def sniffed(folder: str) -> None:
    """Checks that DuckDB reads every relation's CSV without options, like the exported file."""
    import duckdb

    connection = sqlite3.connect(f"file:{folder}/history.sqlite?mode=ro", uri=True)
    relations = json.loads(pathlib.Path(folder, "rows/manifest.json").read_text())["relations"]
    check(len(relations) == 7, "the manifest has the seven relations")
    for relation in relations:
        name = relation["name"]
        files = sorted(map(str, pathlib.Path(folder, "rows", name).rglob("*.csv")))
        check(bool(files), f"{name} has a file")
        columns = [column["name"] for column in relation["columns"]]
        names = ", ".join(columns)
        # Texts that look like numbers are the guide's exception.
        rows = duckdb.read_csv(files, hive_partitioning=False)
        check(rows.columns == columns, f"DuckDB finds the columns of {name}")
        wanted = connection.execute(f"SELECT {names} FROM {name}").fetchall()
        check(sorted(map(plain, rows.fetchall())) == sorted(map(plain, wanted)),
              f"and its {len(wanted)} rows")


def hostile(programs: str) -> None:
    """Checks texts that need quotation marks only after the rows that DuckDB samples."""
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "routes.json").write_text(PRIVATE_TABLE)
        (place / "links.txt").write_text("/pages/a\n")
        run(programs, folder,
            "route-replay record --quiet --journal app.journal --routes routes.json links.txt")
        run(programs, folder, "route-replay export app.journal --format csv --quiet "
            "--profile full --out rows")
        file = next(place.glob("rows/v_request/*/rows.csv"))
        header, row, _ = file.read_bytes().split(b"\r\n")
        last = row.replace(b"/pages/a", b'"a ""b"", c\r\nd"')
        check(last != row, "a link needs quotation marks")
        file.write_bytes(b"\r\n".join([header, *[row] * 30_000, last, b""]))
        links = duckdb.sql(f"SELECT link FROM '{file}'").fetchall()
        check(len(links) == 30_001 and links[-1] == ('a "b", c\r\nd',),
              "the last of 30,001 rows has its quotation marks, comma and line")


def plain(row: tuple) -> list[str]:
    """A row independent of the engine's types for numbers and points in time."""
    return [
        f"{float(v):.9g}" if isinstance(v, (int, float))
        else f"{v:%Y-%m-%d %H:%M:%S.%f}" if isinstance(v, datetime.datetime) else str(v)
        for v in row]


def shell(programs: str, folder: str, guide: str) -> None:
    """Runs the guide's lines for sqlite3 and sqlite-utils."""
    found = lines(guide, "sqlite-utils ")
    check(len(found) == 2, "the guide has two lines for sqlite-utils")
    tables, asked = (run(f"{pathlib.Path(sys.executable).parent}:{programs}", folder, line)
                     for line in found)
    check({"v_request", "v_run"} <= set(tables.split()), "sqlite-utils lists the relations")
    check("success_rate" in asked and "url" in asked, "and answers a question")
    found = lines(guide, "sqlite3 ")
    check(len(found) == 3, "the guide has three lines for sqlite3")
    listed, asked, live = (run(programs, folder, line) for line in found)
    check(EXPLAINED <= set(listed.split()), "it lists what explains itself")
    check(asked == live, "the journal answers as the exported file")
    count = sum(int(row.split("|")[1]) for row in asked.splitlines()[1:])
    check(count == requests_of(views(folder)), f"sqlite3 has all {count} requests")


def datasette(folder: str, guide: str, metadata: str, only: str = "") -> None:
    """Checks that the guide's Datasette answers every canned query, only one, and own queries."""
    told = lines(guide, "datasette ")[0].split()
    files = {"Examples/datasette/metadata.json": metadata}
    command = [str(pathlib.Path(sys.executable).parent / told[0])]
    command += [files.get(word, word) for word in told[1:]] + ["--get"]

    def ask(page: str) -> list:
        answer = subprocess.run(command + [page], capture_output=True, text=True, cwd=folder)
        check(answer.returncode == 0, f"Datasette answers {page}")
        return json.loads(answer.stdout)["rows"]

    connection = sqlite3.connect(f"file:{folder}/history.sqlite?mode=ro", uri=True)
    queries = json.loads(pathlib.Path(metadata).read_text())["databases"]["history"]["queries"]
    for name, query in queries.items():
        if only not in ("", name):
            continue
        rows = ask(f"/history/{name}.json?_shape=arrays")
        wanted = [list(row) for row in connection.execute(query["sql"])]
        check(rows == wanted[:1_000], f"as SQLite does: {name}")  # Datasette gives no more rows
    count = connection.execute("SELECT count(*) FROM v_run").fetchone()[0]
    own = ask("/history.json?sql=select+count(*)+from+v_run&_shape=arrays")
    check(own == [[count]], "and a visitor's own query")


def vault(programs: str, journal: str) -> None:
    """Checks that no profile exports a value of the vault."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(journal, f"{folder}/app.journal")
        connection = sqlite3.connect(f"{folder}/app.journal")
        key = b"CANARY-key".ljust(32)  # a key of another length is damage
        connection.execute("INSERT INTO vault_key VALUES ('CANARY-who', ?)", (key,))
        connection.execute(
            "INSERT INTO vault VALUES ('CANARY-token', 'CANARY-who', 'CANARY-value', 1)")
        connection.commit()
        connection.close()
        for profile in ["full", "standard", "minimal"]:
            run(programs, folder, f"route-replay export app.journal --quiet --format sqlite "
                f"--profile {profile} --out {profile}.sqlite")
            made = pathlib.Path(folder, f"{profile}.sqlite")
            check(made.stat().st_size > 10_000, f"{profile}: there is a file")
            check(b"CANARY" not in made.read_bytes(), f"{profile}: nothing of the vault is in it")


PRIVATE_TABLE = """{ format: "route-table/1", tree: "main/stack[feed]",
  screens: { gift: { parameters: { code: "string" }, private: ["code"] },
    page: { parameters: { name: "string" } } },
  routes: [
    { id: "gift", patterns: ["/gift/:code"], destination: [{ push: "gift" }],
      actions: [{ perform: "redeem", with: { code: ":code" } }] },
    { id: "page", patterns: ["/pages/:name"], destination: [{ push: "page" }] },
  ] }"""


def parquet(programs: str) -> None:
    """Checks that no profile has a private value in Parquet; DuckDB reads the compressed texts."""
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
            left = [one.name for one in (place / profile).iterdir()
                    if one.is_dir() and not any(one.rglob("*.parquet"))]
            check(left == [], f"{profile}: no folder without rows is left: {left}")
            check("page" in "".join(texts), f"{profile}: screens are in the clear")
            check("CANARY" not in "".join(texts).upper(), f"{profile}: no private value in a row")
            # The metadata about the rows, such as their least and greatest values.
            check(not any(b"CANARY" in file.read_bytes() for file in files), f"{profile}: nor beside")


def wait_for(folder: str, count: int) -> None:
    """Waits until a host has written that number of requests."""
    for _ in range(3_000):
        try:
            if requests_of(views(folder)) == count:
                return
        except sqlite3.OperationalError:
            pass  # there is no file yet
        time.sleep(0.01)
    check(False, f"the host writes {count} requests")


def live(programs: str, guide: str, metadata: str) -> None:
    """Runs the guide's lines about a journal in use on the journal of the README's program."""
    with tempfile.TemporaryDirectory() as folder:
        run(programs, folder, lines(guide, "route-replay stats --sql")[0])
        host = subprocess.Popen(
            [f"{programs}/first"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            text=True)
        try:
            for number in range(4):
                host.stdin.write(f"/products/{number}\n")
            host.stdin.flush()
            os.symlink(f"{folder}/first.sqlite", f"{folder}/app.journal")
            wait_for(folder, 4)
            kept = sqlite3.connect(f"file:{folder}/first.sqlite?mode=ro&immutable=1", uri=True)
            check(kept.execute("SELECT count(*) FROM journal").fetchone()[0] == 0,
                  "the host's four requests lie in its log alone")
            answer = run(programs, folder, lines(guide, "sqlite3 ")[2])
            check(sum(int(row.split("|")[1]) for row in answer.splitlines()[1:]) == 4,
                  "live: sqlite3 has all 4 requests")
            os.chdir(folder)
            names: dict = {}
            exec(compile(snippets(guide, "python")[5], guide, "exec"), names)
            check(len(names["requests"]) == 4, "live: pandas has all 4 requests")
            for line in lines(guide, "route-replay export"):
                run(programs, folder, line)
            history = sqlite3.connect(f"file:{folder}/history.sqlite?mode=ro", uri=True)
            check(requests_of(history) == 4, "live: an export has all 4 requests")
            python(folder, guide)
            shell(programs, folder, guide)
            datasette(folder, guide, metadata, only="link-success")
        finally:
            os.chdir("/")
            host.stdin.close()
            host.wait()


def main() -> None:
    programs, journal, guide, metadata = (
        str(pathlib.Path(path).resolve()) for path in sys.argv[1:5])
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(journal, f"{folder}/app.journal")
        exported(programs, folder, guide)
        shell(programs, folder, guide)
        python(folder, guide)
        datasette(folder, guide, metadata)
        os.chdir("/")
    vault(programs, journal)
    parquet(programs)
    hostile(programs)
    live(programs, guide, metadata)


main()
