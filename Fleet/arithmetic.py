"""What a fleet needs, from measured rates.

    python Fleet/arithmetic.py

Change what stands here to what you measured (`Scripts/fleet` prints it) and to what your
devices do; `arithmetic.md` is what it printed.
"""

# What a device does.
REQUESTS_A_DAY = 40
# Measured, in seconds of one core.
JOURNAL_BYTES = 1_440  # of a request, with its screens and actions
NDJSON_BYTES = 980
PARQUET_BYTES = 64
EXPORTED = 50_000  # requests a second, all base relations as NDJSON
VERIFIED = 11_000
REPLAYED = 10_100
ASKED = 62_000  # all questions together, by DuckDB from Parquet


def hours(requests, rate):
    seconds = requests / rate
    return f"{seconds:,.0f} s" if seconds < 600 else f"{seconds / 3600:,.1f} h"


def amount(count):
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if count < 1000 or unit == "TB":
            return f"{count:,.1f} {unit}"
        count /= 1000


def main():
    fleets = (10_000, 10_000_000)
    rows = [("requests a day", [f"{fleet * REQUESTS_A_DAY:,}" for fleet in fleets])]
    for name, size in (
        ("journals, a day", JOURNAL_BYTES), ("NDJSON, a day", NDJSON_BYTES),
        ("Parquet, a day", PARQUET_BYTES), ("Parquet, a year", PARQUET_BYTES * 365),
    ):
        rows.append((name, [amount(fleet * REQUESTS_A_DAY * size) for fleet in fleets]))
    for name, rate in (
        ("export of a day", EXPORTED), ("`verify` of a day", VERIFIED),
        ("`what-if` of a day", REPLAYED), ("all questions about a day", ASKED),
    ):
        rows.append(
            (f"{name}, on one core", [hours(fleet * REQUESTS_A_DAY, rate) for fleet in fleets]))
    rate = 1 / (1 / EXPORTED + 1 / VERIFIED + 1 / REPLAYED + 1 / ASKED)
    for limit in (1, 8):
        rows.append((
            f"cores for all four within {limit} h",
            [f"{fleet * REQUESTS_A_DAY / rate / 3600 / limit:,.3g}" for fleet in fleets]))
    print("| | " + " | ".join(f"{fleet:,} devices" for fleet in fleets) + " |")
    print("|---|" + "--:|" * len(fleets))
    for name, values in rows:
        print(f"| {name} | " + " | ".join(values) + " |")


main()
