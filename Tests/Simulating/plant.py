"""Plants the faults of a list in a copy of the sources: plant.py LIST COPY. Prints their names."""

import pathlib
import sys

SWITCH = '''#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Which planted fault is on: the number in PLANTED_FAULT.
let plantedFault: Int = unsafe getenv("PLANTED_FAULT").flatMap { unsafe Int(String(cString: $0)) } ?? 0
'''


def faults(text):
    """The faults of a list: name, path, the original text, and its replacement."""
    for block in text.split("\n== ")[1:]:
        lines = block.rstrip("\n").split("\n")
        before = [line[2:] for line in lines[2:] if line.startswith("- ")]
        after = [line[2:] for line in lines[2:] if line.startswith("+ ")]
        yield lines[0], lines[1], "\n".join(before), "\n".join(after)


def main():
    copy = pathlib.Path(sys.argv[2])
    isSound = True
    for number, (name, path, before, after) in enumerate(
        faults(pathlib.Path(sys.argv[1]).read_text()), start=1
    ):
        file = copy / path
        text = file.read_text()
        if text.count(before) != 1:
            print(f"{path}: {text.count(before)} places for '{name}'", file=sys.stderr)
            isSound = False
            continue
        file.write_text(text.replace(before, after.replace("FAULT", f"(plantedFault == {number})")))
        print(name)
    (copy / "Sources/RouteEngine/Bytes/PlantedFault.swift").write_text(SWITCH)
    sys.exit(0 if isSound else 1)


main()
