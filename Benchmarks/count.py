"""Counts what operations of route-bench cost, under valgrind's callgrind.

count.py PROGRAM [NAME...]: instructions, retains and allocations of one unit of work. Each operation
runs in two sizes; the difference is divided by the work between. What SHA-256 costs is told beside
the rest and is no part of it: valgrind knows no SHA instructions, so the portable code runs.
"""

import os
import re
import subprocess
import sys
import tempfile

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
                if not after_calls:  # the line behind "calls=" tells what the callee cost
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
    subprocess.run([program, "--counted", "prepare", *words], check=True)
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}",
         program, "--counted", "count", *words],
        capture_output=True, text=True, check=False,
        env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"})
    if done.returncode != 0:
        sys.exit(f"count: {operation} failed\n{done.stderr}")
    return int(done.stdout.split()[-1]), profile(counts)


def main():
    program, wanted = sys.argv[1], sys.argv[2:]
    known = subprocess.run(
        [program, "--counted", "names"], capture_output=True, text=True, check=True).stdout.split()
    for unknown in (operation for operation in wanted if operation not in known):
        sys.exit(f"count: there is no {unknown}; there are {', '.join(known)}")
    heading = ("operation", "instructions", "retains", "allocations", "SHA-256")
    print("{:<18}{:>14}{:>12}{:>14}{:>14}".format(*heading))
    with tempfile.TemporaryDirectory() as folder:
        # Debian's valgrind does not read this compiler's debug information.
        stripped = os.path.join(folder, "route-bench")
        subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
        for operation in wanted or known:
            (few, shorter), (many, longer) = (
                run(stripped, operation, size, folder) for size in ("short", "long"))
            costs = [(b - a) / (many - few) for a, b in zip(shorter, longer)]
            print(f"{operation:<18}{costs[0]:>14,.0f}{costs[2]:>12,.1f}{costs[3]:>14,.1f}"
                  f"{costs[1]:>14,.0f}", flush=True)


main()
