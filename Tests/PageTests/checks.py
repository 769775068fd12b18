"""Counts checks, and has the checks for every page."""

import sys

# Enough to show a difference, and few enough to be fast.
SAMPLES = 12


class Checks:
    """Counts and prints."""

    def __init__(self):
        self.failed = 0

    def that(self, holds, what, found=None):
        if holds:
            print(f"page: ok: {what}", flush=True)
            return
        self.failed += 1
        print(f"page: FAILED: {what}" + (f"\n  {found}" if found is not None else ""), flush=True)

    def same(self, shown, said, what):
        self.that(shown == said, what, f"shown {shown!r}\n  said  {said!r}"[:1500])

    def end_of_group(self):
        if self.failed:
            sys.exit(1)


def spread(entries, count=SAMPLES):
    """A sample of many, including the first and the last."""
    if len(entries) <= count:
        return entries
    return [entries[index * (len(entries) - 1) // (count - 1)] for index in range(count)]


def visible(text):
    """A text as the terminal shows it, as far as the tests need it."""
    if text is None:
        return None
    unsafe = set("\u202e\u202c\u2066\u2069\u200f\u2028\u2029\ufeff")
    names = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}

    def shown(one):
        code = ord(one)
        if not (code < 0x20 or 0x7F <= code < 0xA0 or one in unsafe):
            return one
        return names.get(one, f"\\x{code:02x}" if code < 0x100 else f"\\u{{{code:x}}}")

    return "".join(map(shown, text))


def shows_what_is_said(checks, place, report, journal, entries, name):
    """Each entry's row, details and hierarchy against `log` and `tree`."""
    wrong = []
    for entry in spread(entries):
        report.choose(entry["sequence"])
        row = report.row()
        said = {
            "number": str(entry["sequence"]), "at": entry["at"],
            "word": visible(entry["outcome"] or entry["kind"]),
            "what": visible(entry["what"] or entry["route"]) or "–",
        }
        if row != said:
            wrong.append(f"row {row} is not {said}")
        details = report.details()
        for label, column in [
                ("At", "at"), ("Kind", "kind"), ("Outcome", "outcome"), ("Reason", "reason"),
                ("Scene", "scene"), ("Route", "route"), ("Version", "route_version"),
                ("Router", "router"), ("Variant", "variant"), ("Link", "link"),
                ("From", "entry_point"),
                ("Request", "request"), ("Caused by", "cause"), ("Action", "action"),
                ("State", "state_digest")]:
            value = entry[column]
            said = visible(str(value)) if value not in (None, "") else None
            if details.get(label) != said:
                wrong.append(
                    f"entry {entry['sequence']}: {label} {details.get(label)!r} not {said!r}")
        drawn = place.tree(journal, entry["sequence"])
        if report.hierarchy() != drawn:
            wrong.append(f"entry {entry['sequence']}: {report.hierarchy()} is not {drawn}")
    checks.that(
        not wrong, f"{name}: rows, details and hierarchies are those of log and tree", wrong[:3])


def is_quiet(checks, report, name):
    checks.same(report.said, [], f"{name}: nothing was said on the console")
    elsewhere = [url for url in report.asked if not url.startswith(("file:", "about:", "blob:"))]
    checks.same(elsewhere, [], f"{name}: nothing was asked of the network")
