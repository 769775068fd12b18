"""Counts the cost of route-counts under valgrind's callgrind, and compares it with budgets.

count.py PROGRAM [NAME...]: prints the instructions, retains and allocations of one unit of work,
with the budget and the last lines of its history. Each operation runs in two sizes; the difference is
divided by the work between. The cost of SHA-256 is printed separately and is not included: valgrind
does not support SHA instructions, so the portable code runs.

The budget is the newest line of an operation in counts.txt. Exit code 1: a figure is more than 3 %
above its budget, or a budget is for an operation that is not counted. Figures from other versions of
the tools than the budgets' are not compared; then the exit code is 77.
"""

import os
import platform
import re
import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

RETAINS = re.compile(r"^(_?swift_(bridgeObject|unknownObject)?[Rr]etain(_n)?)$")
DIGESTS = ("csqlite_sha256", "$s10RouteStore6SHA256O")  # in C, and in Swift
ALLOCATIONS = {"malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign"}


def profile(path):
    """Instructions without SHA-256, those of SHA-256, retains and allocations of one run."""
    instructions = digests = retains = allocations = 0
    names = {}
    function = called = ""
    after_calls = False

    def name(text):
        number, _, rest = text.partition(" ")
        if not number.startswith("("):
            return text
        if rest:
            names[number] = rest
        return names[number]

    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("fn="):
                function = name(line[3:].rstrip("\n"))
            elif line.startswith("cfn="):
                called = name(line[4:].rstrip("\n"))
            elif line.startswith("calls="):
                times = int(line[6:].split(" ")[0])
                if RETAINS.match(called) and not RETAINS.match(function):
                    retains += times
                elif called in ALLOCATIONS and function not in ALLOCATIONS:
                    allocations += times
                after_calls = True
            elif line[:1].isdigit() or line[:1] in "+-*":
                if not after_calls:  # the line after "calls=" has the cost of the callee
                    cost = int(line.split()[1])
                    if function.startswith(DIGESTS):
                        digests += cost
                    else:
                        instructions += cost
                after_calls = False
    return instructions, digests, retains, allocations


def run(program, operation, size, folder):
    """Units of work that were done, and what the run cost."""
    journal = os.path.join(folder, f"{operation}.{size}.sqlite")
    counts = os.path.join(folder, f"{operation}.{size}.callgrind")
    words = [operation, size, journal]
    subprocess.run([program, "prepare", *words], check=True)
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}",
         program, "count", *words],
        capture_output=True, text=True, check=False,
        env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"})
    if done.returncode != 0:
        sys.exit(f"count: {operation} failed\n{done.stderr}")
    return int(done.stdout.split()[-1]), profile(counts)


class Budgets:
    """The lines of counts.txt: what was counted, oldest first, and with which tools."""

    SHOWN = 10  # the most lines of history for an operation
    ROOM = 1.03

    def __init__(self, path):
        self.tools = ""
        self.history = {}
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("# tools: "):
                    self.tools = line.removeprefix("# tools: ").strip()
                elif line.strip() and not line.startswith("#"):
                    date, operation, *figures = line.split()
                    entry = (date, [float(figure) for figure in figures])
                    self.history.setdefault(operation, []).append(entry)

    @staticmethod
    def tools_here():
        swift = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True)
        version = re.search(r"Swift version (\S+)", swift.stdout + swift.stderr)
        return (f"{platform.machine()}, Swift {version.group(1) if version else 'unknown'}, "
                f"SQLite {sqlite3.sqlite_version}")

    def budget(self, operation):
        entries = self.history.get(operation)
        return entries[-1][1] if entries else None

    def excess(self, operation, figures):
        """The names of the figures that exceed the budget; all of them when there is no budget."""
        names = ("instructions", "retains", "allocations")
        budget = self.budget(operation)
        if budget is None:
            return list(names)
        # The figures are rounded to a tenth.
        return [name for name, figure, most in zip(names, figures, budget)
                if figure > most * self.ROOM + 0.1]

    def show(self, operation):
        for date, figures in self.history.get(operation, [])[-self.SHOWN:]:
            print("  {:<16}{:>14,.0f}{:>12,.1f}{:>14,.1f}".format(date, *figures))


def main():
    program, wanted = sys.argv[1], sys.argv[2:]
    known = subprocess.run(
        [program, "names"], capture_output=True, text=True, check=True).stdout.split()
    for unknown in (operation for operation in wanted if operation not in known):
        sys.exit(f"count: there is no {unknown}; there are {', '.join(known)}")
    budgets = Budgets(os.path.join(os.path.dirname(os.path.abspath(__file__)), "counts.txt"))
    lost = sorted(budgets.history.keys() - set(known))
    if lost:
        sys.exit(f"count: counts.txt has budgets that nothing is held to: {', '.join(lost)}")
    tools = Budgets.tools_here()
    failures = []
    heading = ("operation", "instructions", "retains", "allocations", "SHA-256")
    print("{:<18}{:>14}{:>12}{:>14}{:>14}".format(*heading))
    with tempfile.TemporaryDirectory() as folder:
        # Debian's valgrind cannot read the debug information of this compiler.
        stripped = os.path.join(folder, "route-counts")
        subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
        # Counts are the same when several programs run at once.
        workers = ThreadPoolExecutor(max_workers=os.cpu_count())
        runs = {
            (operation, size): workers.submit(run, stripped, operation, size, folder)
            for operation in wanted or known for size in ("short", "long")}
        for operation in wanted or known:
            (few, shorter), (many, longer) = (
                runs[operation, size].result() for size in ("short", "long"))
            costs = [(b - a) / (many - few) for a, b in zip(shorter, longer)]
            if costs[0] <= 0:
                sys.exit(f"count: no instructions of {operation} are in callgrind's output: "
                         "see whether valgrind writes another form than profile() reads")
            print(f"{operation:<18}{costs[0]:>14,.0f}{costs[2]:>12,.1f}{costs[3]:>14,.1f}"
                  f"{costs[1]:>14,.0f}", flush=True)
            budgets.show(operation)
            for name in budgets.excess(operation, (costs[0], costs[2], costs[3])):
                failures.append(f"{operation}: {name} beyond the budget")
    if tools != budgets.tools:
        print(f"not compared: the budgets are those of {budgets.tools}, and here is {tools}")
        sys.exit(77)
    if failures:
        sys.exit("count: more than 3 % above Benchmarks/counts.txt\n  " + "\n  ".join(failures))
    print("all within 3 % of the budgets, which are the newest lines")


if __name__ == "__main__":
    main()
