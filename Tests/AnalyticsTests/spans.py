"""Checks that the messages and the SDK of OpenTelemetry read exported spans. Every line is an
ExportTraceServiceRequest of OTLP/JSON without an unknown field, requests are those of `v_request`,
parents exist, and an exporter of the SDK writes their identifiers. The guide's lines are run: a
server like that of a back end receives the traces.
Usage: spans.py PROGRAMS JOURNAL GUIDE."""

import base64
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

from google.protobuf.json_format import ParseDict
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Status
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import ConsoleSpanExporter
from opentelemetry.trace import SpanContext, TraceFlags


def check(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"spans: FAILED: {what}")
    print(f"spans: {what}")


def told(bytes_of: dict) -> dict:
    """A line with its identifiers in base64, as in protobuf's JSON: OTLP/JSON has hexadecimal."""
    for part in bytes_of["resourceSpans"]:
        for scope in part["scopeSpans"]:
            for span in scope["spans"]:
                for name in ["traceId", "spanId", "parentSpanId"]:
                    if name in span:
                        assert span[name] == span[name].lower()
                        raw = bytes.fromhex(span[name])
                        span[name] = base64.b64encode(raw).decode()
    return bytes_of


def value(any_value) -> object:
    return getattr(any_value, any_value.WhichOneof("value"))


def attributes(holder) -> dict:
    found = {one.key: value(one.value) for one in holder.attributes}
    assert len(found) == len(holder.attributes), found
    return found


def read(text: str) -> list[tuple]:
    """Every span with the attributes of its resource."""
    spans = []
    for line in text.splitlines():
        request = ParseDict(told(json.loads(line)), ExportTraceServiceRequest())
        for part in request.resource_spans:
            for scope in part.scope_spans:
                spans += [(span, attributes(part.resource)) for span in scope.spans]
    return spans


def context(trace: bytes, span: bytes) -> SpanContext:
    return SpanContext(
        int.from_bytes(trace), int.from_bytes(span), False, TraceFlags(TraceFlags.SAMPLED))


def by_the_sdk(span, resource: dict) -> dict:
    """The output of an SDK exporter for a span."""
    lines: list[str] = []

    class Sink:
        write = staticmethod(lines.append)
        flush = staticmethod(lambda: None)

    parent = context(span.trace_id, span.parent_span_id) if span.parent_span_id else None
    ConsoleSpanExporter(out=Sink).export([ReadableSpan(
        name=span.name, context=context(span.trace_id, span.span_id), parent=parent,
        resource=Resource(resource), attributes=attributes(span),
        start_time=span.start_time_unix_nano, end_time=span.end_time_unix_nano)])
    return json.loads("".join(lines))


def guide_lines(programs: str, journal: str, guide: str) -> None:
    """Runs the guide's lines for exporting and for sending."""
    text = pathlib.Path(guide).read_text().partition("## Requests as traces")[2]
    snippets = re.findall(r"^```\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    check(len(snippets) == 2, "the guide exports traces and sends them")
    bodies: list[bytes] = []

    class BackEnd(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            is_right = self.path == "/v1/traces"
            if is_right and self.headers["Content-Type"] == "application/json":
                bodies.append(body)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_) -> None: pass

    server = http.server.HTTPServer(("127.0.0.1", 0), BackEnd)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(journal, f"{folder}/app.journal")
        script = "set -e\n" + "".join(snippets).replace(
            "localhost:4318", f"127.0.0.1:{server.server_port}")
        environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "NO_PROXY": "*"}
        subprocess.run(["bash", "-c", script], cwd=folder, check=True, env=environment,
                       stderr=subprocess.DEVNULL)
        wanted = pathlib.Path(folder, "traces.jsonl").read_text()
    server.shutdown()
    check("\n".join(body.decode() for body in bodies) + "\n" == wanted,
          f"a back end takes the {len(bodies)} lines")


def main() -> None:
    programs, journal, guide = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
    program = f"{programs}/route-replay"

    def run(*words: str) -> str:
        return subprocess.run(
            [program, *words], capture_output=True, text=True, check=True).stdout

    export = ["export", journal, "--quiet", "--format", "otlp", "--service", "shop"]
    text = run(*export, "--profile", "full")
    spans = read(text)
    check(len(spans) > 100, f"protobuf reads {len(spans)} spans of {len(text.splitlines())} lines")
    check(all(len(s.trace_id) == 16 and len(s.span_id) == 8 for s, _ in spans),
          "traces have 16 bytes, spans 8")
    ids = {(s.trace_id, s.span_id) for s, _ in spans}
    check(len(ids) == len(spans) == len({i for _, i in ids}), "no two have one identifier")
    check(all(s.start_time_unix_nano <= s.end_time_unix_nano for s, _ in spans),
          "none ends before it begins")
    rows = {row["request_id"]: row for row in map(json.loads, run(
        "sql", journal, "-o", "jsonl", "SELECT * FROM v_request WHERE outcome IS NOT NULL"
    ).splitlines())}
    requests = {attributes(s).get("route.request_id"): (s, r)
                for s, r in spans if not s.parent_span_id and s.name.split()[0] != "action"}
    check(requests.keys() == rows.keys(), f"the {len(rows)} requests with an outcome have a span")
    well = {"shown": Status.STATUS_CODE_OK, "alreadyShown": Status.STATUS_CODE_OK,
            "duplicate": Status.STATUS_CODE_UNSET, "superseded": Status.STATUS_CODE_UNSET,
            "expired": Status.STATUS_CODE_UNSET}
    for number, row in rows.items():
        span, resource = requests[number]
        found = attributes(span)
        same = (
            span.start_time_unix_nano == row["received_us"] * 1000
            and span.end_time_unix_nano == row["decided_us"] * 1000
            and found["route.outcome"] == row["outcome"] and found.get("route.name") == row["route"]
            and found.get("url.full", found.get("url.original")) == row["link"]
            and found.get("app.screen.name") == row["screen_after"]
            and span.status.code == well.get(row["outcome"], Status.STATUS_CODE_ERROR)
            and resource["session.id"] == row["session_id"]
            and resource["app.installation.id"] == row["device_id"]
            and resource["service.name"] == "shop")
        if not same:
            check(False, f"request {number} is as its row: {span} {row}")
    check(True, "times, outcomes, links and sessions are those of their rows")
    orphans = [s for s, _ in spans
               if s.parent_span_id and (s.trace_id, s.parent_span_id) not in ids]
    check(not orphans, "every span has its parent")
    kinds = {s.name.split()[0] for s, _ in spans if s.parent_span_id}
    check({"interceptor", "action"} <= kinds, f"below requests are {', '.join(sorted(kinds))}")
    for span, resource in spans:
        made = by_the_sdk(span, resource)
        if (made["context"]["trace_id"] != "0x" + span.trace_id.hex()
                or made["context"]["span_id"] != "0x" + span.span_id.hex()
                or made["attributes"] != attributes(span)
                or made["resource"]["attributes"] != resource):
            check(False, f"the SDK's exporter writes {made}")
    check(True, "an exporter of the SDK writes the same identifiers and attributes")
    check(text == run(*export, "--profile", "full"), "a second export has the same bytes")
    with tempfile.TemporaryDirectory() as folder:
        key = pathlib.Path(folder, "key")
        key.write_bytes(os.urandom(32))
        keyed = [run(*export, "--pseudonyms", str(key)) for _ in range(2)]
    # Spans with rounded times come in a random order.
    keyed_spans = [sorted(str(s) for s, _ in read(one)) for one in keyed]
    check(keyed_spans[0] == keyed_spans[1] and keyed[0] != text,
          "one under the same key has the same spans")
    free = {s.trace_id for s, _ in read(run(*export))}
    check(free.isdisjoint(s.trace_id for s, _ in spans), "without a key no two have a trace in common")
    guide_lines(programs, journal, guide)


main()
