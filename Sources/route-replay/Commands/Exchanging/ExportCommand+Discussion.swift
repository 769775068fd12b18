extension ExportCommand {
  /// The formats, and the data that leaves the device with each, for `--help`.
  static let discussion = """
    With --format jsonl: everything the journal holds as one JSON object a line, in a written \
    and versioned format that 'import' makes the same journal of: with the same digests, byte \
    for byte the same when it is exported again. The private values and keys of its vault stay \
    behind, as they do in a report copy; tokens stand for them. The last line tells how many \
    there are, so that lines that were cut off are noticed.

    With --format swift-test: a file for Swift Testing that hands what came in to a session with \
    the app's own route table, at the recorded times and with the recorded replies of the app's \
    code, and expects after each the recorded outcome and hierarchy. It passes as long as the \
    table decides so, and fails when it is broken. Where the recorded end is the fault, its \
    developer writes the right one into the file and mends the app until it passes.

    It begins where the session began; --through leaves out what came in after the fault. Private \
    values are tokens, which the test gets by with. The table is named by --table and --import, \
    or filled in later. Text of the journal stands in string literals alone.

    The session is tried with the recorded table first. The exit status is 1 when it does not \
    come out as recorded; the file then says where.

    With --format ndjson, csv or parquet: the base relations of any number of journals, those \
    that apps write at this moment too, into a new folder: RELATION/day=2026-11-23/rows.ndjson, \
    the day in UTC; the questions as views over them, questions.sql; what each column means, \
    datapackage.json; and, last of all, manifest.json, which says what came from where and has a \
    digest of each file. A folder \
    without it was not finished. In JSON a number beyond 2^53 is a string. In CSV a text that a \
    spreadsheet would take for a formula gets an apostrophe in front, NULL is empty and an empty \
    text is two quotation marks. Parquet needs a Python with the module 'duckdb', the one that \
    ROUTE_REPLAY_PYTHON names or 'python3'.

    With --format sqlite: the same relations as tables of one new SQLite file, with indexes, the \
    questions as views, what each column means as the table 'dictionary', and the manifest as the \
    only value of the table 'manifest': for \
    'sqlite3', Datasette, pandas and whatever else reads SQLite. There is nothing of the vault \
    in it.

    With --format otlp: the requests of any number of journals as traces of OpenTelemetry, a \
    line of OTLP/JSON for each batch of spans, which the Collector's receiver 'otlpjsonfile' \
    reads. A request that has its outcome is a span from its arrival to its end; below it are \
    spans of its waits, of the answers of host code, and of its settled actions with their \
    attempts. The journal knows when host code was asked and when the last answer was there: \
    each answer has these two times, and says so. A span's resource is its session, with the \
    app's name from --service. Identifiers of traces and spans follow from the exported \
    identifier of the session: with --profile full, or the same key in --pseudonyms, two exports \
    have the same ones. Without --out it goes to standard output.

    What replays came to is in no journal: --results has the rows of a file that 'rerun \
    --results' or 'what-if --results' made, redacted like all others, and may be given again \
    for another. One that is something else, or damaged, is refused before anything is made.

    --profile says what leaves the device. With 'standard' devices, sessions, visits, windows \
    and sequences have pseudonyms, the same ones in all relations, under a key that is forgotten \
    afterwards or that of --pseudonyms; points in time are rounded down to the hour, spans to two \
    digits; rows come in an order that chance makes; links end before their query, and after \
    their scheme where no '/' follows it, as in a mail address; sentences of the app's code, such \
    as reasons, are NULL. With 'minimal' times are to the day and to one digit, and links, builds \
    and systems are NULL too. With 'full' all is as in the journal, where private values are \
    tokens already. Two exports can still be compared by what devices did: a device that did what \
    no other did is found in both.
    """
}
