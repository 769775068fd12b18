"""Makes the journals for the tests of pages, and their pages."""

import contextlib
import json
import pathlib
import shutil
import sqlite3
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHOP = ROOT / "Examples" / "shop"

# Each is harmful if a page treats text as markup, as script or as marks of direction.
HOSTILE = [
    "</script><script>document.title='taken'</script>",
    "<!--<script>",
    "<img src=x onerror=\"document.title='taken'\">",
    "\"'`&amp;&#60;{{data}}{{script}}",
    "abc\u202egnp.exe\u202c",
    "\u2066left\u2069 \u200f\u05d0\u05d1",
    "line\u2028and\u2029paragraph",
    "nul\u0000 bell\u0007 escape\u001b[31m",
    "javascript:alert(1)",
    "\\u003c\\u0022 ]]> \ufeff",
]

# One screen shows the newest text, so the hierarchy stays small with many entries.
HOSTILE_TABLE = {
    "format": "route-table/1",
    "tree": "main/tabs[ home/stack*[feed] talk/stack[start] ]",
    "screens": {"saying": {"parameters": {"text": "string"}}},
    "routes": [
        {"id": "say", "patterns": ["/say/:text"],
         "destination": [{"select": "talk"}, {"pushAsRoot": "saying"}]},
        {"id": "home", "patterns": ["/home"], "destination": [{"select": "home"}]},
    ],
}


class Workplace:
    """A folder with journals, and the program that reads them."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = pathlib.Path(folder)

    def run(self, *words, fits=(0,)):
        """Runs the program in the folder; returns what it prints."""
        done = subprocess.run(
            [self.program, *words], cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode not in fits:
            raise SystemExit(
                f"page: 'route-replay {' '.join(words)}' ended with {done.returncode}:"
                f" {done.stderr}")
        return done.stdout

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def copy(self, journal, name):
        shutil.copy(self.folder / journal, self.folder / name)

    def tamper(self, journal, sql, values=()):
        """Changes a journal without the program."""
        with contextlib.closing(sqlite3.connect(self.folder / journal)) as file, file:
            file.execute(sql, values)

    def page(self, name, *words, fits=(0,)):
        """Writes a report; returns its path."""
        self.run("report", *words, "--out", name, fits=fits)
        return self.folder / name

    def log(self, journal, *words):
        lines = self.run("log", journal, "-o", "jsonl", *words).split("\n")
        return [json.loads(line) for line in lines if line]

    def tree(self, journal, sequence):
        """The drawing without the marks that keep right-to-left text in its line."""
        drawn = self.run("tree", journal, "--at", str(sequence))
        return drawn.replace("\u2068", "").replace("\u2069", "").rstrip("\n").split("\n")


def percent(text):
    """The text with all characters escaped, so that a link contains it unchanged."""
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8"))


def make_shop(place):
    """A customer's journey with a break of a day, and a sign-out near the end."""
    links = []
    for name in ("journeys.txt", "links.txt"):
        for line in (SHOP / name).read_text(encoding="utf-8").split("\n"):
            if line and not line.startswith("#"):
                links.append(line)
    moment = 1_780_000_000_000_000
    lines = []
    for number, link in enumerate(links):
        pauses = {20: 45 * 60, 41: 26 * 3600, 60: 5 * 60}
        moment += (pauses.get(number, 0) * 1000 + 2_300 + 977 * (number % 11)) * 1000
        lines.append(json.dumps({"link": link, "at_us": moment, "id": f"visit-{number}"}))
    place.write("visit.jsonl", "\n".join(lines))
    table = str(SHOP / "routes.json5")
    place.run(
        "record", "--journal", "shop.journal", "--routes", table, "--format", "jsonl",
        "--answer", "signedIn=wait", "visit.jsonl")
    tomorrow = (SHOP / "routes.json5").read_text(encoding="utf-8")
    tomorrow = tomorrow.replace('patterns: ["/brands/:name"]', 'patterns: ["/makers/:name"]')
    tomorrow = tomorrow.replace('{ push: "reviews" }] },', '{ present: "reviews" }] },')
    place.write("tomorrow.json5", tomorrow)


def make_hostile(place, name, count, times=1):
    """Records that number of entries with hostile texts. Each link is opened that many times; after
    the first time its screen is shown already."""
    place.write("hostile.json", json.dumps(HOSTILE_TABLE))
    with open(place.folder / f"{name}.jsonl", "w", encoding="utf-8") as lines:
        for number in range(count):
            turn = number // times
            text = HOSTILE[turn % len(HOSTILE)]
            link = f"/say/{percent(f'{text} {turn}')}"
            if turn % 17 == 16:
                link = "/home"
            if turn % 101 == 100:
                link = f"/nowhere/{percent(text)}"
            moment = 1_780_000_000_000_000 + number * 1_500_000
            lines.write(json.dumps({"link": link, "at_us": moment, "id": f"h-{number}"}) + "\n")
    place.run(
        "record", "--journal", f"{name}.journal", "--routes", "hostile.json", "--format", "jsonl",
        f"{name}.jsonl")
