-- The journal, format 1
-- =====================
--
-- One file, one history of navigation. Table journal is the history: append-only, one row per
-- entry, numbered from 1 without gaps. Everything else is derived from it, speeds it up, or holds
-- what may be forgotten. The header carries application_id 0x52544A4C ("RTJL") and user_version =
-- number of migrations applied; table migration names each with the SHA-256 of its text.
--
-- Times are integers in microseconds. Names ending in _us say so. at_us counts from 1970-01-01 UTC:
-- the wall clock at the session's start plus a monotonic clock since, so within a session it never
-- goes back.
--
-- The columns of journal have numbers, 1 to 24 in the order below, that are never used again:
--
--    1 sequence       position in the history, from 1, no gaps
--    2 session        session.number of the run of the host that wrote the entry
--    3 scene          name of the window it belongs to
--    4 kind           what the entry is: entry_kind.number
--    5 request        sequence of the first entry of the request it belongs to
--    6 cause          sequence of the entry that brought it about
--    7 at_us          wall clock, see above
--    8 elapsed_us     monotonic clock since the session's start
--    9 duration_us    from the arrival of the request to its decision
--   10 entry_point    where the request came from
--   11 link           the external address, private values replaced by tokens
--   12 route          name of the route that took it
--   13 route_version  its version
--   14 router         name of the router that owns the route
--   15 variant        which variant of an experiment was drawn
--   16 outcome        how the request ended; only on its final entry
--   17 reason         why, where the outcome has a reason
--   18 screen_before  kind of the visible screen of the active scene before the entry
--   19 screen_after   the same after it
--   20 action         identifier of the pending action the entry is about
--   21 attempt        which attempt at it
--   22 payload        canonical JSON: answers, changes, options
--   23 state_digest   64-bit digest of the state after the entry, its bits read as a signed integer
--   24 chain_digest   32 bytes, see below
--
-- The chain. chain_digest = SHA-256 of the previous entry's chain_digest (32 bytes of zero for
-- entry 1) followed by each column 1 to 23 that is not NULL, in order, as
--
--    number   1 byte, the column's number
--    type     1 byte, 1 for an integer, 3 for a text
--    length   of the value in bytes, unsigned LEB128
--    value    an integer as its shortest big-endian two's complement, at least one byte;
--             a text as its UTF-8
--
-- A column added by a later format is hashed the same way; an old entry, where it is NULL, keeps
-- its digest. A journal that was pruned starts after the entry that base names, with the digest
-- kept there. The chain is checked before the meaning: a mismatch is damage, an unknown kind is a
-- newer format.

CREATE TABLE entry_kind (
  number INTEGER PRIMARY KEY,
  name   TEXT NOT NULL UNIQUE
) STRICT;

INSERT INTO entry_kind (number, name) VALUES
  (1, 'began'), (2, 'restored'), (3, 'received'), (4, 'decided'), (5, 'parked'), (6, 'released'),
  (7, 'signalled'), (8, 'principal'), (9, 'ready'), (10, 'stable'), (11, 'foreground'),
  (12, 'background'), (13, 'suspended'), (14, 'resumed'), (16, 'table'),
  (17, 'enqueued'), (18, 'claimed'), (19, 'started'), (20, 'done'), (21, 'failed'), (22, 'retried'),
  (23, 'expired'), (24, 'cancelled'), (25, 'superseded'), (26, 'revived'), (27, 'dead'),
  (28, 'outage'), (29, 'pruned'), (30, 'redacted'), (31, 'ended'), (32, 'late'), (33, 'shelved');

-- No index besides the key: each would cost the writer a third, and what belongs together lies
-- together.
CREATE TABLE journal (
  sequence INTEGER PRIMARY KEY, session INTEGER NOT NULL, scene TEXT, kind INTEGER NOT NULL,
  request INTEGER, cause INTEGER,
  at_us INTEGER NOT NULL, elapsed_us INTEGER NOT NULL, duration_us INTEGER,
  entry_point TEXT, link TEXT, route TEXT, route_version INTEGER, router TEXT, variant TEXT,
  outcome TEXT, reason TEXT, screen_before TEXT, screen_after TEXT,
  action INTEGER, attempt INTEGER,
  payload TEXT, state_digest INTEGER, chain_digest BLOB NOT NULL
) STRICT;

-- Where a pruned journal starts: the last entry that was removed, and its digest. At most one row.
CREATE TABLE base (sequence INTEGER PRIMARY KEY, chain_digest BLOB NOT NULL) STRICT;

-- One run of the host; a projection of its entries. Its entries are first_sequence to
-- last_sequence. identifier and device are unique everywhere, number only in this file.
CREATE TABLE session (
  number INTEGER PRIMARY KEY, identifier TEXT NOT NULL, device TEXT NOT NULL,
  app_version TEXT, build TEXT, os TEXT, table_digest TEXT,
  began_us INTEGER NOT NULL, ended_us INTEGER, beginning TEXT, ending TEXT,
  first_sequence INTEGER NOT NULL, last_sequence INTEGER
) STRICT;

-- The encoded state after an entry, so that restoring need not start at the beginning.
CREATE TABLE checkpoint (
  sequence INTEGER PRIMARY KEY, format INTEGER NOT NULL, state TEXT NOT NULL,
  state_digest INTEGER NOT NULL, bytes INTEGER NOT NULL
) STRICT;

-- The route tables that sessions ran with, as canonical JSON; digest in hexadecimal.
CREATE TABLE route_table (digest TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;

-- Identifiers that sources gave their requests. The same identifier takes effect once; outcome is
-- NULL until the request is decided; fingerprint tells the same content from other content.
CREATE TABLE seen (
  source TEXT PRIMARY KEY, fingerprint INTEGER NOT NULL, request INTEGER NOT NULL, outcome TEXT,
  seen_us INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What may be forgotten: per principal a random key of 32 bytes, and under it the values that
-- tokens stand for. A token is HMAC-SHA-256(key, value). Deleting the key deletes the values.
CREATE TABLE vault_key (principal TEXT PRIMARY KEY, secret BLOB NOT NULL) STRICT;

CREATE TABLE vault (
  token     TEXT NOT NULL,
  principal TEXT NOT NULL REFERENCES vault_key (principal) ON DELETE CASCADE,
  value     TEXT NOT NULL,
  stored_us INTEGER NOT NULL,
  PRIMARY KEY (principal, token)
) STRICT, WITHOUT ROWID;

-- Funnels that the analyst wants counted: the screens of each, in order from step 1.
CREATE TABLE funnel_step (
  funnel TEXT NOT NULL,
  step   INTEGER NOT NULL,
  screen TEXT NOT NULL,
  PRIMARY KEY (funnel, step)
) STRICT, WITHOUT ROWID;

-- Base relations
-- --------------
-- What analysts build on, as views over the tables above: plain columns, identifiers that are
-- unique everywhere where the name ends in session_id, device_id or visit_id. Exported as they are,
-- they feed the same questions on any engine.

-- Every entry, with the names of its kind, session and device.
CREATE VIEW v_entry AS
SELECT j.sequence AS sequence, s.identifier AS session_id, s.device AS device_id,
  k.name AS kind, j.scene AS scene, j.request AS request_id, j.cause AS cause,
  j.at_us AS at_us, j.elapsed_us AS elapsed_us, j.duration_us AS duration_us,
  j.entry_point AS entry_point, j.link AS link, j.route AS route,
  j.route_version AS route_version, j.router AS router, j.variant AS variant,
  j.outcome AS outcome, j.reason AS reason, j.screen_before AS screen_before,
  j.screen_after AS screen_after, j.action AS action_id, j.attempt AS attempt
FROM journal j
LEFT JOIN session s ON s.number = j.session
LEFT JOIN entry_kind k ON k.number = j.kind;

-- One row per request, from its first entry (a) and the one with its outcome (d), which most often
-- is the same and needs no grouping. outcome and decided_us are NULL while it is open.
CREATE VIEW v_request AS
WITH requested AS (
  SELECT sequence AS request_id, sequence AS first_sequence, sequence AS decided_sequence
  FROM journal WHERE kind = 4 AND coalesce(request, sequence) = sequence
  UNION ALL
  SELECT request, min(sequence), max(CASE WHEN outcome IS NOT NULL THEN sequence END)
  FROM journal
  WHERE kind IN (3, 4, 5, 6) AND request IS NOT NULL AND NOT (kind = 4 AND request = sequence)
  GROUP BY request
)
SELECT r.request_id AS request_id, s.identifier AS session_id, s.device AS device_id,
  a.scene AS scene,
  CASE WHEN a.kind = 4 THEN a.at_us - coalesce(a.duration_us, 0) ELSE a.at_us END AS received_us,
  d.at_us AS decided_us, d.duration_us AS duration_us,
  coalesce(a.entry_point, d.entry_point) AS entry_point, coalesce(a.link, d.link) AS link,
  coalesce(d.route, a.route) AS route, coalesce(d.route_version, a.route_version) AS route_version,
  coalesce(d.router, a.router) AS router, coalesce(d.variant, a.variant) AS variant,
  d.outcome AS outcome, d.reason AS reason, d.screen_before AS screen_before,
  d.screen_after AS screen_after, r.decided_sequence AS decided_sequence
FROM requested r
JOIN journal a ON a.sequence = r.first_sequence
LEFT JOIN journal d ON d.sequence = r.decided_sequence
LEFT JOIN session s ON s.number = a.session;

-- Signs of use, the ground of visits and screen views: every entry but those of actions that moved
-- by themselves. visit is the sequence of the first sign after 30 minutes of silence or on another
-- device; a clock set back by as much also begins a visit. pause is the last move to background or
-- foreground. Sessions lie one after another, so the order of sequences serves every window and
-- hardly sorts.
CREATE VIEW v_use AS
WITH signs AS (
  SELECT sequence AS sequence, session AS session, kind AS kind, request AS request_id,
    at_us AS at_us, screen_after AS screen,
    lag(at_us) OVER (ORDER BY sequence) AS previous_us,
    lag(session) OVER (ORDER BY sequence) AS previous_session,
    max(CASE WHEN screen_after IS NOT NULL THEN sequence END) OVER (ORDER BY sequence
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS shown,
    max(CASE WHEN kind IN (11, 12) THEN sequence END) OVER (ORDER BY sequence
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS pause
  FROM journal
  WHERE kind NOT BETWEEN 17 AND 27 AND (kind IN (3, 4, 11, 12) OR screen_after IS NOT NULL)
), parted AS (
  SELECT g.sequence AS sequence, g.session AS session, g.kind AS kind, g.request_id AS request_id,
    g.at_us AS at_us, g.screen AS screen, g.shown AS shown, g.pause AS pause,
    CASE WHEN p.number IS NULL OR p.device <> s.device OR g.at_us - g.previous_us > 1800000000
      OR g.previous_us - g.at_us > 1800000000 THEN g.sequence END AS visit_start
  FROM signs g
  JOIN session s ON s.number = g.session
  LEFT JOIN session p ON p.number = g.previous_session
), followed AS (
  SELECT sequence AS sequence, session AS session, kind AS kind, request_id AS request_id,
    at_us AS at_us, screen AS screen, pause AS pause,
    lag(shown) OVER (ORDER BY sequence) AS shown_before,
    max(visit_start) OVER (ORDER BY sequence
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS visit
  FROM parted
)
SELECT f.sequence AS sequence, f.session AS session, f.kind AS kind, f.request_id AS request_id,
  f.at_us AS at_us, f.screen AS screen, f.pause AS pause, f.visit AS visit,
  CASE WHEN f.screen IS NULL THEN 0 WHEN b.sequence IS NULL THEN 1
    WHEN b.session <> f.session OR b.screen_after <> f.screen THEN 1 ELSE 0 END AS is_new_screen
FROM followed f LEFT JOIN journal b ON b.sequence = f.shown_before;

-- One row each time the host could not show what was decided, in entry refused_sequence of request
-- request_id: that request keeps its outcome.
CREATE VIEW v_refusal AS
SELECT f.sequence AS refusal_id, f.session_id AS session_id, f.device_id AS device_id,
  f.cause AS refused_sequence, d.request AS request_id, f.at_us AS refused_us,
  d.screen_after AS screen, f.screen_after AS screen_instead, f.reason AS reason
FROM v_entry f LEFT JOIN journal d ON d.sequence = f.cause
WHERE f.kind = 'decided' AND f.entry_point = 'hostFact' AND f.outcome <> 'duplicate'
  AND f.cause IS NOT NULL;

-- One row each time another screen came to be seen within a session. view_id is the entry that
-- showed it. left_us is NULL for the last one of a session whose end is not known; dwell_us leaves
-- out the time between background and foreground.
CREATE VIEW v_screen_view AS
WITH turn AS (
  SELECT sequence AS sequence, session AS session, kind AS kind, at_us AS at_us,
    lag(at_us) OVER (PARTITION BY session ORDER BY sequence) AS previous_us,
    lag(kind) OVER (PARTITION BY session ORDER BY sequence) AS previous_kind
  FROM journal WHERE kind IN (11, 12)
), pause AS (
  SELECT sequence AS sequence, session AS session, kind AS kind, at_us AS at_us,
    sum(CASE WHEN previous_kind = 12 THEN at_us - previous_us ELSE 0 END)
      OVER (PARTITION BY session ORDER BY sequence) AS away_us
  FROM turn
), final_pause AS (
  SELECT session AS session, max(sequence) AS sequence FROM pause GROUP BY session
), ending AS (
  SELECT s.number AS session, s.ended_us AS ended_us,
    coalesce(p.away_us + CASE WHEN p.kind = 12 THEN s.ended_us - p.at_us ELSE 0 END, 0) AS away_us
  FROM session s
  LEFT JOIN final_pause f ON f.session = s.number
  LEFT JOIN pause p ON p.sequence = f.sequence
), entered AS (
  SELECT u.sequence AS sequence, u.session AS session, u.request_id AS request_id,
    u.at_us AS at_us, u.screen AS screen, u.visit AS visit,
    CASE WHEN p.session = u.session
      THEN p.away_us + CASE WHEN p.kind = 12 THEN u.at_us - p.at_us ELSE 0 END
      ELSE 0 END AS away_us
  FROM v_use u LEFT JOIN pause p ON p.sequence = u.pause
  WHERE u.is_new_screen = 1
), span AS (
  SELECT sequence AS sequence, session AS session, request_id AS request_id, screen AS screen,
    visit AS visit, at_us AS at_us, away_us AS away_us,
    lead(at_us) OVER (PARTITION BY session ORDER BY sequence) AS next_us,
    lead(away_us) OVER (PARTITION BY session ORDER BY sequence) AS next_away_us
  FROM entered
)
SELECT p.sequence AS view_id, s.identifier AS session_id, s.device AS device_id,
  v.identifier || ':' || p.visit AS visit_id, p.screen AS screen, p.request_id AS request_id,
  p.at_us AS entered_us, coalesce(p.next_us, e.ended_us) AS left_us,
  CASE WHEN p.next_us IS NULL THEN (e.ended_us - p.at_us) - (e.away_us - p.away_us)
    ELSE (p.next_us - p.at_us) - (p.next_away_us - p.away_us) END AS dwell_us
FROM span p
JOIN session s ON s.number = p.session
JOIN ending e ON e.session = p.session
JOIN journal f ON f.sequence = p.visit
JOIN session v ON v.number = f.session;

-- One row per pending action: how it was enqueued, and where it stands. settled_us is NULL while it
-- may still run. A retry, and a revival, wait again. The name is $.action.name of the payload, read
-- by json_each, because SQLite 3.40 lets no other JSON function be used by a schema it does not
-- trust.
CREATE VIEW v_action AS
WITH move AS (
  SELECT action AS action_id, sequence AS sequence, session AS session, kind AS kind,
    request AS request_id, at_us AS at_us, attempt AS attempt, reason AS reason,
    CASE WHEN kind = 17 THEN (SELECT max(member.value)
      FROM json_each(payload, '$.action') member WHERE member.key = 'name') END AS name,
    row_number() OVER (PARTITION BY action ORDER BY sequence DESC) AS age
  FROM journal WHERE (kind BETWEEN 17 AND 27 OR kind = 33) AND action IS NOT NULL
), known AS (
  SELECT action_id AS action_id, min(session) AS session, max(name) AS name,
    min(request_id) AS request_id, min(at_us) AS enqueued_us, max(attempt) AS attempts,
    max(CASE WHEN age = 1 THEN kind END) AS kind,
    max(CASE WHEN age = 1 THEN at_us END) AS moved_us,
    max(CASE WHEN age = 1 THEN reason END) AS reason
  FROM move GROUP BY action_id
)
SELECT a.action_id AS action_id, s.identifier AS session_id, s.device AS device_id,
  a.request_id AS request_id, a.name AS name,
  CASE a.kind WHEN 17 THEN 'waiting' WHEN 18 THEN 'claimed' WHEN 19 THEN 'running'
    WHEN 20 THEN 'done' WHEN 21 THEN 'failed' WHEN 22 THEN 'waiting' WHEN 23 THEN 'expired'
    WHEN 24 THEN 'cancelled' WHEN 25 THEN 'superseded' WHEN 26 THEN 'waiting'
    WHEN 27 THEN 'dead' WHEN 33 THEN 'shelved' END AS state,
  coalesce(a.attempts, 0) AS attempts, a.enqueued_us AS enqueued_us, a.moved_us AS moved_us,
  CASE WHEN a.kind IN (20, 21, 23, 24, 25, 27) THEN a.moved_us END AS settled_us, a.reason AS reason
FROM known a LEFT JOIN session s ON s.number = a.session;

-- One row per visit: use of a device without 30 minutes of silence, across sessions. session_id is
-- the session it began in.
CREATE VIEW v_visit AS
WITH visited AS (
  SELECT visit AS visit, min(at_us) AS began_us, max(at_us) AS ended_us,
    count(DISTINCT session) AS sessions,
    sum(CASE WHEN kind IN (3, 4) AND coalesce(request_id, sequence) = sequence THEN 1 ELSE 0 END)
      AS requests,
    sum(is_new_screen) AS views
  FROM v_use GROUP BY visit
)
SELECT s.identifier || ':' || v.visit AS visit_id, s.identifier AS session_id,
  s.device AS device_id, v.began_us AS began_us, v.ended_us AS ended_us,
  v.sessions AS sessions, v.requests AS requests, v.views AS views
FROM visited v
JOIN journal f ON f.sequence = v.visit
JOIN session s ON s.number = f.session;

-- One row per run of the host. restore_outcome and restore_us are NULL where nothing was restored.
CREATE VIEW v_run AS
SELECT s.identifier AS session_id, s.device AS device_id, s.app_version AS app_version,
  s.build AS build, s.os AS os, s.table_digest AS table_digest, s.began_us AS began_us,
  s.ended_us AS ended_us, s.beginning AS beginning, s.ending AS ending,
  r.outcome AS restore_outcome, r.duration_us AS restore_us,
  s.first_sequence AS first_sequence, s.last_sequence AS last_sequence
FROM session s
LEFT JOIN (
  SELECT session AS session, max(outcome) AS outcome, max(duration_us) AS duration_us
  FROM journal WHERE kind = 2 GROUP BY session
) r ON r.session = s.number;

-- Questions
-- ---------
-- Over the base relations only, in SQL that other engines run unchanged. Percentiles are nearest
-- rank.

CREATE VIEW v_screen_views AS
SELECT screen AS screen, count(*) AS views, count(DISTINCT session_id) AS sessions,
  1.0 * sum(dwell_us) / 1000000 AS total_dwell_s
FROM v_screen_view GROUP BY screen;

-- What arrived by each entry point, and how it ended.
CREATE VIEW v_link_success AS
SELECT entry_point AS entry_point, count(*) AS requests,
  sum(CASE WHEN outcome = 'shown' THEN 1 ELSE 0 END) AS shown,
  sum(CASE WHEN outcome = 'alreadyShown' THEN 1 ELSE 0 END) AS already_shown,
  sum(CASE WHEN outcome = 'denied' THEN 1 ELSE 0 END) AS denied,
  sum(CASE WHEN outcome = 'notFound' THEN 1 ELSE 0 END) AS not_found,
  sum(CASE WHEN outcome IN ('failed', 'stale', 'impossible') THEN 1 ELSE 0 END) AS failed,
  sum(CASE WHEN outcome = 'superseded' THEN 1 ELSE 0 END) AS superseded,
  sum(CASE WHEN outcome = 'expired' THEN 1 ELSE 0 END) AS expired,
  sum(CASE WHEN outcome = 'duplicate' THEN 1 ELSE 0 END) AS duplicate,
  sum(CASE WHEN outcome = 'interrupted' THEN 1 ELSE 0 END) AS interrupted,
  sum(CASE WHEN outcome = 'quarantined' THEN 1 ELSE 0 END) AS quarantined,
  sum(CASE WHEN outcome IS NULL THEN 1 ELSE 0 END) AS unfinished,
  1.0 * sum(CASE WHEN outcome IN ('shown', 'alreadyShown') THEN 1 ELSE 0 END) / count(*)
    AS success_rate
FROM v_request GROUP BY entry_point;

-- Why requests did not get where they wanted; without a reason the outcome stands for it.
CREATE VIEW v_failure_reasons AS
WITH failure AS (
  SELECT coalesce(reason, outcome) AS reason, coalesce(route, '(unmatched)') AS route,
    count(*) AS failures, max(received_us) AS last_seen_us
  FROM v_request
  WHERE outcome IN (
    'failed', 'stale', 'impossible', 'notFound', 'denied', 'interrupted', 'quarantined')
  GROUP BY coalesce(reason, outcome), coalesce(route, '(unmatched)')
)
SELECT reason AS reason, route AS route, failures AS failures,
  1.0 * failures / (sum(failures) OVER ()) AS share, last_seen_us AS last_seen_us
FROM failure;

-- Three screens in a row within a visit.
CREATE VIEW v_top_paths AS
WITH step AS (
  SELECT screen AS first_screen,
    lead(screen, 1) OVER (PARTITION BY visit_id ORDER BY view_id) AS second_screen,
    lead(screen, 2) OVER (PARTITION BY visit_id ORDER BY view_id) AS third_screen
  FROM v_screen_view
)
SELECT first_screen || ' > ' || second_screen || ' > ' || third_screen AS path, 3 AS steps,
  count(*) AS occurrences
FROM step WHERE third_screen IS NOT NULL
GROUP BY first_screen, second_screen, third_screen;

CREATE VIEW v_routing_latency AS
WITH ranked AS (
  SELECT entry_point AS entry_point, duration_us AS duration_us,
    row_number() OVER (PARTITION BY entry_point ORDER BY duration_us) AS place,
    count(*) OVER (PARTITION BY entry_point) AS places
  FROM v_request WHERE duration_us IS NOT NULL
)
SELECT entry_point AS entry_point, max(places) AS requests,
  max(CASE WHEN place * 100 <= places * 50 + 99 THEN duration_us END) / 1000.0 AS p50_ms,
  max(CASE WHEN place * 100 <= places * 90 + 99 THEN duration_us END) / 1000.0 AS p90_ms,
  max(CASE WHEN place * 100 <= places * 95 + 99 THEN duration_us END) / 1000.0 AS p95_ms,
  max(CASE WHEN place * 100 <= places * 99 + 99 THEN duration_us END) / 1000.0 AS p99_ms,
  max(duration_us) / 1000.0 AS max_ms
FROM ranked GROUP BY entry_point;
