"""Commits one row for each event with Python's sqlite3 module: the cost in an app that keeps events
in a table of its own, without a chain, digests or a state derived from them."""

import os
import sqlite3
import tempfile
import time

PAYLOAD = '{"target":"https://shop.example/orders/40007/winter-coats","changes":[' + "1" * 230 + "]}"
COUNT = 2_000

with tempfile.TemporaryDirectory() as folder:
    database = sqlite3.connect(os.path.join(folder, "events.sqlite"), isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute(
        "CREATE TABLE event (sequence INTEGER PRIMARY KEY, at INTEGER, kind TEXT, request INTEGER,"
        " outcome TEXT, payload TEXT)"
    )
    times = []
    for slice in range(20):
        began = time.perf_counter_ns()
        for row in range(COUNT // 20):
            database.execute(
                "INSERT INTO event (at, kind, request, outcome, payload) VALUES (?, ?, ?, ?, ?)",
                (began, "decided", row, "shown", PAYLOAD),
            )
        times.append((time.perf_counter_ns() - began) / (COUNT // 20))
    times.sort()
    print(f"sqlite3 of Python: {len(PAYLOAD)} bytes of payload, {1e9 / times[10]:,.0f} commits/s")
