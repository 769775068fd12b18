"""Takes the pictures of the documentation."""

import collections
import json
import struct
import zlib

import journals

# A short visit for a picture: most links are shown, some lead nowhere, and one waits for a log-in.
AFTER = ["/product/42", "/shoes", "/orders/5001", "/stores/7", "/products/8", "/wine/3"]


def take(place, browser):
    """Takes the pages in light and in dark, with the names that DocC expects."""
    make_visit(place)
    report = place.page("visit.html", "visit.journal")
    make_weeks(place)
    place.run("stats", "weeks.journal", "--html", "dashboard.html")
    for page, name, height in (
            (report, "report", 1180), (place.folder / "dashboard.html", "dashboard", 1180)):
        for scheme, ending in (("light", ""), ("dark", "~dark")):
            take_one(browser, page, f"{name}{ending}.png", scheme, height)


def take_one(browser, page, name, scheme, height):
    catalogue = journals.ROOT / "Sources" / "RouteEngine" / "Replay" / "RouteReplay.docc"
    resources = catalogue / "Resources"
    resources.mkdir(exist_ok=True)
    with browser.open(page, scheme=scheme, width=1440, height=height) as report:
        picture = with_palette(report.page.screenshot())
    (resources / name).write_bytes(picture)
    print(f"page: wrote {name}, {len(picture) // 1000} kB")


def make_visit(place):
    links = [
        line for line in (journals.SHOP / "journeys.txt").read_text(encoding="utf-8").split("\n")
        if line and not line.startswith("#")][:15]
    moment = 1_780_000_000_000_000
    lines = []
    for number, link in enumerate(links + AFTER):
        moment += {9: 25 * 60, 15: 3 * 3600}.get(number, 0) * 1_000_000
        moment += (2_300 + 977 * (number % 11)) * 1000
        lines.append(json.dumps({"link": link, "at_us": moment}))
    place.write("visit.jsonl", "\n".join(lines))
    place.run(
        "record", "--journal", "visit.journal", "--routes", str(journals.SHOP / "routes.json5"),
        "--format", "jsonl", "--answer", "signedIn=wait", "visit.jsonl")


def make_weeks(place):
    """Three weeks of visits to the shop: each person makes a part of a journey, some repeatedly."""
    links = [
        line for line in (journals.SHOP / "journeys.txt").read_text(encoding="utf-8").split("\n")
        if line and not line.startswith("#")]
    lines = []
    for visit in range(420):
        person, day = visit * 7 % 60, visit * 11 % 21
        start, length = visit * 5 % len(links), 3 + visit * 13 % 9
        for step, link in enumerate(links[start:start + length] + AFTER[:visit % 5 == 0]):
            moment = (day, visit % 18 + 4, visit % 40 + step, visit * 17 % 60)
            lines.append((moment, f"person-{person}", link))
    lines.sort()
    place.write("weeks.log", "\n".join(
        f'{person} - - [{day + 1:02}/Jun/2026:{hour:02}:{minute:02}:{second:02} +0000] '
        f'"GET {link} HTTP/1.1" 200 5 "-" "-"'
        for (day, hour, minute, second), person, link in lines))
    place.run(
        "record", "--journal", "weeks.journal", "--routes", str(journals.SHOP / "routes.json5"),
        "--format", "access-log", "--answer", "signedIn=wait", "weeks.log")


# --- small files --------------------------------------------------------------------------------


def with_palette(png):
    """The picture with 256 colours: a third of the bytes (PNG specification, colour type 3)."""
    width, height, channels, pixels = decoded(png)
    counts = collections.Counter(
        pixels[at:at + 3] for at in range(0, len(pixels), channels))
    colours = [colour for colour, _ in counts.most_common(256)]
    index = {colour: place for place, colour in enumerate(colours)}
    for colour in counts:
        if colour not in index:
            index[colour] = min(
                range(len(colours)),
                key=lambda place: sum((a - b) ** 2 for a, b in zip(colours[place], colour)))
    rows = bytearray()
    for row in range(height):
        rows.append(0)
        start = row * width * channels
        rows += bytes(
            index[pixels[at:at + 3]]
            for at in range(start, start + width * channels, channels))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [(b"IHDR", header), (b"PLTE", b"".join(colours)),
             (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b"")]
    return png[:8] + b"".join(chunk(kind, data) for kind, data in parts)


def chunk(kind, data):
    return (struct.pack(">I", len(data)) + kind + data
            + struct.pack(">I", zlib.crc32(kind + data)))


def decoded(png):
    """Width, height, bytes of a pixel, and the pixels of an 8-bit picture without a palette."""
    at, packed = 8, b""
    while at < len(png):
        (length,), kind = struct.unpack(">I", png[at:at + 4]), png[at + 4:at + 8]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", png[at + 8:at + 18])
            assert depth == 8 and colour in (2, 6), "the browser writes another sort of PNG now"
        elif kind == b"IDAT":
            packed += png[at + 8:at + 8 + length]
        at += length + 12
    channels = 3 if colour == 2 else 4
    lines, stride = zlib.decompress(packed), width * channels
    pixels, above = bytearray(), bytearray(stride)
    for row in range(height):
        start = row * (stride + 1)
        above = unfiltered(lines[start], lines[start + 1:start + 1 + stride], above, channels)
        pixels += above
    return width, height, channels, bytes(pixels)


def unfiltered(sort, line, above, channels):
    """A row without its filter (PNG specification, 9)."""
    row = bytearray(line)
    for at in range(len(row)):
        left = row[at - channels] if at >= channels else 0
        up = above[at]
        corner = above[at - channels] if at >= channels else 0
        if sort == 1:
            row[at] = row[at] + left & 255
        elif sort == 2:
            row[at] = row[at] + up & 255
        elif sort == 3:
            row[at] = row[at] + (left + up) // 2 & 255
        elif sort == 4:
            nearest = min(
                (left, up, corner), key=lambda one: abs(left + up - corner - one))
            row[at] = row[at] + nearest & 255
    return row
