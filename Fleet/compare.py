"""Whether all engines answered alike: whole numbers and texts exactly, others to 1e-9.

    python Fleet/compare.py SQLITE.json OTHER.json...

Prints a line for each question, with how many rows SQLite has for an answer. Ends with 1 when
anything differs, and when there are none: the others would be equal to nothing.
"""

import json
import math
import pathlib
import sys


def ordered(rows):
    """Rows have no order of their own; what may differ in the last digit does not decide it."""
    def key(row):
        return [
            (value is None, "" if value is None or isinstance(value, float) else f"{value!r}")
            for value in row
        ] + [value if isinstance(value, float) else 0.0 for value in row]

    return sorted(rows, key=key)


def same(one, other):
    if isinstance(one, float) or isinstance(other, float):
        if one is None or other is None:
            return one is other
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    return type(one) is type(other) and one == other


def difference(wanted, found):
    """What differs, in a few words; None when nothing does."""
    if wanted["columns"] != found["columns"]:
        return f"columns {found['columns']}"
    if len(wanted["rows"]) != len(found["rows"]):
        return f"{len(found['rows'])} rows"
    for one, other in zip(ordered(wanted["rows"]), ordered(found["rows"])):
        if not all(map(same, one, other)):
            return f"{other} instead of {one}"
    return None


def main():
    results = [json.loads(pathlib.Path(path).read_text()) for path in sys.argv[1:]]
    measure, others = results[0], results[1:]
    print(f"{'question':<24}{'rows':>7}" + "".join(f"{o['engine']:>16}" for o in results))
    problems = []
    for name, wanted in measure["answers"].items():
        if not wanted["rows"]:
            problems.append(f"{name}: no rows, so nothing was compared; more requests have some")
        line = f"{name:<24}{len(wanted['rows']):>7}{measure['seconds'][name]:>14.2f} s"
        for other in others:
            found = difference(wanted, other["answers"].get(name, {"columns": None}))
            line += f"{'equal' if found is None else 'DIFFERS':>16}"
            if found is not None:
                problems.append(f"{name}, {other['engine']}: {found}")
        print(line)
    print("\n".join(problems) or f"{len(measure['answers'])} questions, {len(others)} ways: equal")
    sys.exit(1 if problems else 0)


main()
