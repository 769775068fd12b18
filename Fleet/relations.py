"""What all the engines share: which relations there are, and the SQL of the questions.

Both come from an export of `route-replay`: its `manifest.json` names the relations with the types
of their columns, its `questions.sql` has the questions as views over them. A device's file has no
views: `relations.sql` has the relations as views over the tables of a journal.
"""

import json
import pathlib
import re
import time

# Asked beside the questions: which device came to what in which replay.
REPLAYED = """
SELECT substr(replay_id, instr(replay_id, ':') + 1) AS replay, device_id AS device_id,
  mode AS mode, verdict AS verdict,
  count(*) AS sessions, sum(requests) AS requests, sum(divergences) AS divergences,
  min(first_divergence_sequence) AS first_divergence_sequence, min(divergence) AS divergence
FROM v_replay_run
GROUP BY substr(replay_id, instr(replay_id, ':') + 1), device_id, mode, verdict
"""


class Relations:
    """The relations of an export, and the questions to them."""

    def __init__(self, export):
        self.folder = pathlib.Path(export)
        self.manifest = json.loads((self.folder / "manifest.json").read_text())
        text = (self.folder / "questions.sql").read_text()
        self.views = (self.folder / "relations.sql").read_text()
        queries = {}
        for statement in text.split(";\n"):
            if "CREATE VIEW " in statement:
                view = statement[statement.index("CREATE VIEW ") + len("CREATE VIEW "):]
                name, _, query = view.partition(" AS\n")
                queries[name.strip()] = query
        # The first step of a question is a view as well: one that another one reads.
        self.steps = {
            name: query for name, query in queries.items()
            if any(re.search(rf"\b{name}\b", other) for other in queries.values())}
        self.questions = {
            name: query for name, query in queries.items() if name not in self.steps}
        self.questions["replayed_devices"] = REPLAYED

    def define_steps(self, run, kind="VIEW"):
        """Defines the views that questions read, by a function that runs a statement."""
        for name, query in self.steps.items():
            run(f"CREATE {kind} {name} AS {query}")

    @property
    def temporary_views(self):
        """The views for one connection to a journal, which may be open for reading alone."""
        return self.views.replace("CREATE VIEW ", "CREATE TEMP VIEW ")

    @property
    def names(self):
        return [relation["name"] for relation in self.manifest["relations"]]

    def columns(self, name):
        """The columns of a relation that questions read, as pairs of name and type: `int64` or
        `text`. Points in time have a column in an engine's own type as well, which none reads."""
        for relation in self.manifest["relations"]:
            if relation["name"] == name:
                return [
                    (column["name"], column["type"]) for column in relation["columns"]
                    if column["type"] != "timestamp"]
        raise KeyError(name)

    def files(self, name):
        """The paths of a relation's files: one without rows when it has none."""
        found = [file["path"] for file in self.manifest["files"] if file["relation"] == name]
        return [str(self.folder / path) for path in found]


def device_files(folder):
    """The journals of a folder, in order of their names."""
    return sorted(str(path) for path in pathlib.Path(folder).glob("*.sqlite"))


def plain(value):
    """A value as JSON has it, whatever type the engine gives it."""
    if value is None or isinstance(value, (str, float)):
        return value
    if isinstance(value, int):
        return int(value)
    return float(value) if getattr(value, "as_tuple", None) and value % 1 else int(value)


class Answers:
    """The answers to all questions from one engine, with how long each took."""

    def __init__(self, engine):
        self.engine = engine
        self.answers = {}
        self.seconds = {}

    def ask(self, name, ask):
        """Keeps what `ask` returns: the names of the columns, and rows."""
        start = time.monotonic()
        columns, rows = ask()
        self.seconds[name] = time.monotonic() - start
        self.answers[name] = {
            "columns": list(columns),
            "rows": [[plain(value) for value in row] for row in rows],
        }

    def write(self, path):
        pathlib.Path(path).write_text(
            json.dumps(
                {"engine": self.engine, "seconds": self.seconds, "answers": self.answers}))
        print(f"{self.engine}: {len(self.answers)} questions in {sum(self.seconds.values()):.1f} s")
