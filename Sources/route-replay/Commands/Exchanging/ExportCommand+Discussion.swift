extension ExportCommand {
  /// The formats, and the data that leaves the device with each, for `--help`.
  static let discussion = """
    With --format jsonl: everything in the journal except the vault, one JSON object per line, in \
    a documented and versioned format. 'import' makes the same journal of it, with the same \
    digests; exporting that again gives the same bytes. The private values and keys of the vault \
    are left out, as in a report copy; tokens stand for them. The last line has the number of \
    lines, so a file that was cut off is noticed.

    With --format swift-test: a file for Swift Testing. It hands the recorded input to a session \
    with the app's own route table, at the recorded times and with the recorded replies of the \
    app's code, and expects the recorded outcome and hierarchy after each. It passes as long as \
    the table decides the same, and fails otherwise. When the recorded outcome is the fault, write \
    the right outcome into the file and correct the app until the test passes.

    It begins where the session began; --through leaves out what came in after the fault. Private \
    values are tokens, which are enough for the test. --table and --import name the table, or it \
    is filled in later. Text of the journal is only in string literals.

    The session is tried with the recorded table first. The exit status is 1 when it does not come \
    out as recorded; the file then says where.

    With --format ndjson, csv or parquet: the base relations of any number of journals, also of \
    those that apps are writing now, in a new folder. It has the rows in \
    RELATION/day=2026-11-23/rows.ndjson, by day in UTC; the questions as views over them in \
    questions.sql; the meaning of each column in datapackage.json; and, written last, \
    manifest.json, which has the origin and a digest of each file. A folder without manifest.json \
    was not finished. In JSON a number beyond 2^53 is a string. In CSV a text that a spreadsheet \
    would take for a formula gets an apostrophe in front, NULL is empty and an empty text is two \
    quotation marks. Parquet needs a Python with the module 'duckdb': the one that \
    ROUTE_REPLAY_PYTHON names, or 'python3'.

    With --format sqlite: the same relations as tables of one new SQLite file, with indexes, the \
    questions as views, the meaning of each column in the table 'dictionary', and the manifest as \
    the only value of the table 'manifest'. 'sqlite3', Datasette, pandas and other programs can \
    read it. It has nothing of the vault.

    With --format otlp: the requests of any number of journals as traces of OpenTelemetry, a line \
    of OTLP/JSON for each batch of spans, which the Collector's receiver 'otlpjsonfile' reads. A \
    request that has its outcome is a span from its arrival to its end; below it are spans of its \
    waits, of the answers of host code, and of its settled actions with their attempts. The \
    journal records when host code was asked and when the last answer was there: each answer has \
    these two times, and says so. A span's resource is its session, with the app's name from \
    --service. Identifiers of traces and spans are derived from the exported identifier of the \
    session: with --profile full, or the same key in --pseudonyms, two exports have the same ones. \
    Without --out it goes to standard output.

    A journal has no results of replays: --results adds the rows of a file that 'rerun --results' \
    or 'what-if --results' made, redacted like all others; it can be given several times. A file \
    that is something else, or damaged, is refused before anything is written.

    Relations and traces are made of the rows as they are: only 'verify' and the summary check \
    whether a file is intact. 'jsonl' is made of entries whose chain is right.

    --profile determines which data leaves the device. With 'standard', devices, sessions, visits, \
    windows and sequences get pseudonyms, the same ones in all relations. Their key is discarded \
    afterwards, or is that of --pseudonyms. Points in time are rounded down to the hour, durations \
    to two digits; rows are in random order; links end before their query, and after their scheme \
    where no '/' follows it, as in a mail address; texts of the app's code, such as reasons, are \
    NULL. With 'minimal' times are rounded to the day and to one digit, and links, builds and \
    systems are NULL too. With 'full' everything is as in the journal, where private values are \
    tokens already. Two exports can still be linked by behaviour: a device that did what no other \
    did is found in both.
    """
}
