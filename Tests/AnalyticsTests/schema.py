"""Checks that another validator accepts the schema of table files, finds a recorded table valid,
and refuses the same tables as the reader.
Usage: schema.py PROGRAMS JOURNAL."""

import copy
import json
import subprocess
import sys

import jsonschema


def check(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"schema: FAILED: {what}")
    print(f"schema: {what}")


def changed(table: dict, path: list, value: object) -> dict:
    """A copy of the table with another value at a place."""
    table = copy.deepcopy(table)
    place = table
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return table


def main() -> None:
    programs, journal = sys.argv[1:3]

    def printed(*words: str) -> dict:
        return json.loads(subprocess.run(
            [f"{programs}/route-replay", *words], capture_output=True, text=True, check=True).stdout)

    schema = printed("check", "--schema")
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    recorded = printed("routes", "--quiet", journal)
    problems = [problem.message for problem in validator.iter_errors(recorded)]
    check(not problems, "\n".join(["the recorded table is valid", *problems]))
    step = "routes[0].destination[0]"
    wrong = {
        "rotues": (["rotues"], []),
        "format": (["format"], "route-table/2"),
        "tree": (["tree"], 1),
        "links.plus": (["links"], {"plus": "minus"}),
        "routes[0].id": (["routes", 0], {"destination": [{"push": "some"}]}),
        f"{step}.select": (["routes", 0, "destination"], [{"push": "a", "select": "b"}]),
        f"{step}.style": (["routes", 0, "destination"], [{"push": "a", "style": "sheet"}]),
        "screens.some.parameters.id": (["screens"], {"some": {"parameters": {"id": "integer"}}}),
        "screens.some.actions[0].after": (
            ["screens"], {"some": {"actions": [{"perform": "a", "after": "5"}]}}),
    }
    for field, (path, value) in wrong.items():
        table = changed(recorded, path, value)
        read = subprocess.run(
            [f"{programs}/route-replay", "check", "-"], input=json.dumps(table), text=True,
            capture_output=True)
        check(f" {field}: " in read.stdout, f"the reader refuses {field}")
        check(not validator.is_valid(table), "and so does the schema")


main()
