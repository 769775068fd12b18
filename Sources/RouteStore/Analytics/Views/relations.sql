-- Relations
-- =========
--
-- Views over the tables of a journal, in SQLite's SQL. Their columns are plain values; an
-- identifier is unique everywhere, and the name of its column ends in _id. The identifier of a
-- request, a screen view or an action names the entry that it begins with: the entry's session, a
-- colon, and the entry's sequence. An entry belongs to the last session that begins at or before
-- it. If the file replaces an older one, the entries of the older file belong to the first session
-- of this file. No journal contains these views, so no launch reads them: route-replay adds them to
-- its own connection, and 'route-replay stats --sql' prints them for other programs. The questions
-- are views that read only the base relations, in SQL that SQLite, DuckDB and Spark run unchanged.
-- So a file and the exported relations of a fleet give the same answers.

-- Every entry, with the names of its kind, session and device. An action that the host enqueued by
-- itself belongs to no request, and its entries have its own sequence in place of one.
CREATE VIEW v_entry AS
SELECT j.sequence AS sequence, s.identifier AS session_id, s.device AS device_id,
  k.name AS kind, j.scene AS scene,
  CASE WHEN j.request = j.action THEN NULL WHEN j.request >= s.first_sequence THEN s.identifier
    WHEN j.request IS NOT NULL THEN (SELECT o.identifier FROM session o
      WHERE o.first_sequence <= j.request OR o.number = (SELECT min(number) FROM session)
      ORDER BY o.number DESC LIMIT 1) END || ':' || j.request AS request_id,
  j.cause AS cause_sequence, j.at_us AS at_us, j.elapsed_us AS elapsed_us,
  j.duration_us AS duration_us,
  j.entry_point AS entry_point, j.link AS link, j.route AS route,
  j.route_version AS route_version, j.router AS router, j.variant AS variant,
  j.outcome AS outcome, j.reason AS reason, j.screen_before AS screen_before,
  j.screen_after AS screen_after,
  CASE WHEN j.action >= s.first_sequence THEN s.identifier
    WHEN j.action IS NOT NULL THEN (SELECT o.identifier FROM session o
      WHERE o.first_sequence <= j.action OR o.number = (SELECT min(number) FROM session)
      ORDER BY o.number DESC LIMIT 1) END || ':' || j.action AS action_id, j.attempt AS attempt
FROM journal j
LEFT JOIN session s ON s.number = j.session
LEFT JOIN entry_kind k ON k.number = j.kind;

-- One row each time the host could not show a decided state. The decision is entry refused_sequence
-- of request request_id; that request keeps its outcome.
CREATE VIEW v_refusal AS
SELECT f.session_id || ':' || f.sequence AS refusal_id, f.session_id AS session_id,
  f.device_id AS device_id, f.cause_sequence AS refused_sequence, d.request_id AS request_id,
  f.at_us AS refused_us, d.screen_after AS screen, f.screen_after AS screen_instead,
  f.reason AS reason
FROM v_entry f LEFT JOIN v_entry d ON d.sequence = f.cause_sequence
WHERE f.kind = 'decided' AND f.entry_point = 'hostFact' AND f.outcome <> 'duplicate'
  AND f.cause_sequence IS NOT NULL;

-- One row per request. It is made of three entries: the first one of the request (a), the newest
-- one that names the route (t), and the one with the outcome (d). Most often these are one entry,
-- and then no grouping is needed. outcome and decided_us are NULL while the request is open.
-- duration_us is the duration in the entry with the outcome; for a request that waited over a
-- launch it is the difference of two moments, and NULL if the clock was set back between them.
-- opener_request_id is read from the few payloads that contain it. The duration has three parts:
-- wait_us is the time from each entry that parked the request (5) to its next entry; host_us is the
-- time from each entry before a question to host code (3, 6) to the next entry, in which the
-- request was with that code or waited for its turn; engine_us is the rest. All three are NULL
-- where the clock was set back or the process died in host code. Where the first entry of a request
-- was pruned, received_us is the moment of the first entry that is left, and duration_us is NULL.
-- The cause of an entry that releases the request (6) is the cause of the release, so it is not
-- taken as that of the request. session_id is the session in which the request began, if that has a
-- row.
CREATE VIEW v_request AS
WITH part AS (
  SELECT request AS request, sequence AS sequence, session AS session, kind AS kind,
    route AS route, outcome AS outcome, at_us AS at_us, lead(at_us) OVER parts AS next_us,
    lead(session) OVER parts AS next_session
  FROM journal
  WHERE kind IN (3, 4, 5, 6) AND request IS NOT NULL AND NOT (kind = 4 AND request = sequence)
  WINDOW parts AS (PARTITION BY request ORDER BY sequence)
), requested AS (
  SELECT sequence AS request_id, sequence AS first_sequence, sequence AS routed_sequence,
    sequence AS decided_sequence, 0 AS host_us, 0 AS wait_us
  FROM journal WHERE kind = 4 AND coalesce(request, sequence) = sequence
  UNION ALL
  SELECT request, min(sequence), max(CASE WHEN route IS NOT NULL THEN sequence END),
    max(CASE WHEN outcome IS NOT NULL THEN sequence END),
    CASE WHEN sum(CASE WHEN kind IN (3, 6) AND next_session <> session THEN 1 ELSE 0 END) = 0
      THEN sum(CASE WHEN kind IN (3, 6) AND next_us IS NOT NULL THEN next_us - at_us ELSE 0 END)
      END,
    sum(CASE WHEN kind = 5 AND next_us IS NOT NULL THEN next_us - at_us ELSE 0 END)
  FROM part GROUP BY request
), timed AS (
  SELECT r.request_id AS request_id, r.first_sequence AS first_sequence,
    r.routed_sequence AS routed_sequence, r.decided_sequence AS decided_sequence,
    r.host_us AS host_us, r.wait_us AS wait_us,
    CASE WHEN r.first_sequence <> r.request_id THEN NULL
      WHEN d.session = a.session OR d.duration_us IS NULL THEN d.duration_us
      WHEN d.at_us >= a.at_us THEN d.at_us - a.at_us + coalesce(a.duration_us, 0) END
      AS duration_us
  FROM requested r
  JOIN journal a ON a.sequence = r.first_sequence
  LEFT JOIN journal d ON d.sequence = r.decided_sequence
)
SELECT CASE WHEN r.request_id >= s.first_sequence THEN s.identifier
    ELSE (SELECT o.identifier FROM session o
      WHERE o.first_sequence <= r.request_id OR o.number = (SELECT min(number) FROM session)
      ORDER BY o.number DESC LIMIT 1) END || ':' || r.request_id AS request_id,
  r.request_id AS request_sequence, s.identifier AS session_id, e.device AS device_id,
  (SELECT CASE WHEN p.opener >= s.first_sequence THEN s.identifier
      ELSE (SELECT o.identifier FROM session o
        WHERE o.first_sequence <= p.opener OR o.number = (SELECT min(number) FROM session)
        ORDER BY o.number DESC LIMIT 1) END || ':' || p.opener
    FROM (SELECT CAST(json_extract(a.payload, '$.request.on_behalf_of') AS INTEGER) AS opener
      WHERE a.kind IN (3, 4, 5) AND instr(a.payload, '"on_behalf_of"') > 0
        AND json_valid(a.payload)) p) AS opener_request_id,
  coalesce(CASE WHEN a.kind <> 6 THEN a.cause END, d.cause) AS cause_sequence, a.scene AS scene,
  a.at_us - coalesce(a.duration_us, 0) AS received_us, d.at_us AS decided_us,
  r.duration_us AS duration_us,
  coalesce(a.entry_point, d.entry_point) AS entry_point, coalesce(a.link, d.link) AS link,
  t.route AS route, t.route_version AS route_version, t.router AS router,
  coalesce(d.variant, t.variant) AS variant,
  d.outcome AS outcome, d.reason AS reason, d.screen_before AS screen_before,
  d.screen_after AS screen_after, r.decided_sequence AS decided_sequence,
  CASE WHEN r.host_us >= 0 AND r.wait_us >= 0 AND r.host_us + r.wait_us <= r.duration_us
    THEN r.duration_us - r.host_us - r.wait_us END AS engine_us,
  CASE WHEN r.host_us >= 0 AND r.wait_us >= 0 AND r.host_us + r.wait_us <= r.duration_us
    THEN r.host_us END AS host_us,
  CASE WHEN r.host_us >= 0 AND r.wait_us >= 0 AND r.host_us + r.wait_us <= r.duration_us
    THEN r.wait_us END AS wait_us
FROM timed r
JOIN journal a ON a.sequence = r.first_sequence
LEFT JOIN journal t ON t.sequence = r.routed_sequence
LEFT JOIN journal d ON d.sequence = r.decided_sequence
LEFT JOIN session s ON s.number = CASE WHEN r.first_sequence = r.request_id THEN a.session
  ELSE (SELECT o.number FROM session o WHERE o.first_sequence <= r.request_id
    ORDER BY o.number DESC LIMIT 1) END
LEFT JOIN session e ON e.number = coalesce(s.number, a.session);

-- The base of visits and screen views: the sequence at which each visit begins, and the one before
-- which it ends. Signs of use are entries of the kinds 3, 4, 11 and 12, and others that name a
-- screen; entries of actions (17 to 27) are not, because actions move by themselves. A visit begins
-- with the first sign after 30 minutes of silence, after a clock that was set back by as much, or
-- on another device. The sign before is looked up for each sign: a window over all signs takes
-- twice the time. The last visit has no next one; its end is a number that no sequence reaches.
CREATE VIEW v_visit_range AS
WITH sign AS (
  SELECT j.sequence AS sequence, j.session AS session, j.at_us AS at_us,
    (SELECT p.sequence FROM journal p
      WHERE p.sequence < j.sequence AND p.kind NOT BETWEEN 17 AND 27
        AND (p.kind IN (3, 4, 11, 12) OR p.screen_after IS NOT NULL)
      ORDER BY p.sequence DESC LIMIT 1) AS previous
  FROM journal j
  WHERE j.kind NOT BETWEEN 17 AND 27 AND (j.kind IN (3, 4, 11, 12) OR j.screen_after IS NOT NULL)
), beginning AS (
  SELECT g.sequence AS first_sequence, g.session AS session
  FROM sign g LEFT JOIN journal p ON p.sequence = g.previous
  WHERE p.sequence IS NULL
    OR g.at_us - p.at_us >= 1800000000 OR p.at_us - g.at_us >= 1800000000
    OR p.session <> g.session AND (SELECT device FROM session WHERE number = p.session)
      <> (SELECT device FROM session WHERE number = g.session)
)
SELECT first_sequence AS first_sequence, session AS session,
  coalesce(lead(first_sequence) OVER (ORDER BY first_sequence), 9000000000000000000)
    AS next_sequence
FROM beginning;

-- One row each time another screen came to be seen within a visit; view_id names the entry that
-- showed it. The opening entry of a visit is the first one that names a screen or moves to the
-- foreground; the first view begins with it if a screen is seen then. request_id is NULL if the
-- screen was seen before that entry already. If a session begins with the screen that its visit saw
-- last, the view continues. The time between the two sessions is not dwell time, and if the first
-- one did not end, that dwell time is unknown. Changes of the screen and moves between foreground
-- and background divide the time of a session; each part is dwell time unless the app is in
-- background. The last screen of a visit was seen until its session ended, or until the last sign
-- of use if another visit begins in the session or 30 minutes of silence followed. This end is
-- unknown if the session was cut off, or if it is the moment at which the screen was shown. Where
-- an entry does not name the screen before it, the screen that was shown last is taken. Another
-- route table can change the screen, and its entry (16) names none: then the next entry that names
-- a screen shows the new one, and its request did not bring it. next_screen and screen_after_next
-- are columns, so that no question has to order all views.
CREATE VIEW v_screen_view AS
WITH opened AS (
  SELECT r.first_sequence AS first_sequence, r.session AS session,
    r.next_sequence AS next_sequence,
    (SELECT o.sequence FROM journal o
      WHERE o.sequence >= r.first_sequence AND o.sequence < r.next_sequence
        AND o.kind NOT BETWEEN 17 AND 27 AND o.kind <> 12
        AND (o.kind = 11 OR o.screen_after IS NOT NULL)
      ORDER BY o.sequence LIMIT 1) AS opening
  FROM v_visit_range r
), turn AS (
  SELECT j.sequence AS sequence, j.session AS session, j.kind AS kind,
    CASE WHEN j.screen_after <>
        coalesce(j.screen_before, (SELECT p.screen_after FROM journal p
          WHERE p.sequence < j.sequence AND p.screen_after IS NOT NULL AND p.sequence >=
            (SELECT first_sequence FROM session WHERE number = j.session)
          ORDER BY p.sequence DESC LIMIT 1), '')
      THEN j.request END AS request_id,
    j.at_us AS at_us, r.first_sequence AS visit, r.session AS visit_session,
    r.next_sequence AS next_sequence,
    CASE WHEN j.sequence = r.opening THEN coalesce(j.screen_after,
        (SELECT p.screen_after FROM journal p
          WHERE p.sequence < j.sequence AND p.screen_after IS NOT NULL AND p.sequence >=
            (SELECT first_sequence FROM session WHERE number = j.session)
          ORDER BY p.sequence DESC LIMIT 1))
      WHEN j.kind NOT IN (11, 12) THEN j.screen_after END AS screen
  FROM opened r
  JOIN journal j ON j.sequence >= r.first_sequence AND j.sequence < r.next_sequence
  WHERE j.kind IN (11, 12) OR j.sequence = r.opening
    OR j.kind NOT BETWEEN 17 AND 27 AND j.screen_after IS NOT NULL
      AND (j.screen_after <> j.screen_before OR j.screen_after <>
        coalesce((SELECT p.screen_after FROM journal p
          WHERE p.sequence < j.sequence AND p.screen_after IS NOT NULL AND p.sequence >=
            (SELECT first_sequence FROM session WHERE number = j.session)
          ORDER BY p.sequence DESC LIMIT 1), ''))
), step AS (
  SELECT sequence AS sequence, session AS session, kind AS kind, request_id AS request_id,
    at_us AS at_us, visit AS visit, visit_session AS visit_session, next_sequence AS next_sequence,
    screen AS shown, CASE WHEN screen IS NOT lag(screen) OVER (
      PARTITION BY visit, screen IS NULL ORDER BY sequence) THEN screen END AS screen
  FROM turn
), span AS (
  SELECT t.sequence AS sequence, t.session AS session, t.request_id AS request_id,
    t.at_us AS at_us, t.visit AS visit, t.visit_session AS visit_session, t.screen AS screen,
    t.next_sequence AS next_sequence, s.ended_us AS ended_us,
    lead(t.at_us) OVER moves AS next_us,
    max(CASE WHEN t.kind IN (11, 12) THEN t.sequence * 2 + (t.kind = 12) END) OVER (
      PARTITION BY t.session ORDER BY t.sequence
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) % 2 AS is_away,
    CASE WHEN max(t.shown IS NOT NULL) OVER moves THEN
      max(CASE WHEN t.screen IS NOT NULL THEN t.sequence END) OVER (
        PARTITION BY t.visit ORDER BY t.sequence
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) END AS view_id
  FROM step t JOIN session s ON s.number = t.session
  WINDOW moves AS (PARTITION BY t.session, t.visit ORDER BY t.sequence
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
), ended AS (
  SELECT p.sequence AS sequence, p.session AS session, p.request_id AS request_id,
    p.at_us AS at_us, p.visit AS visit, p.visit_session AS visit_session, p.screen AS screen,
    p.is_away AS is_away, p.view_id AS view_id, p.next_us AS next_us, p.ended_us AS ended_us,
    p.next_us IS NULL AND coalesce((SELECT n.session = p.session FROM journal n
      WHERE n.sequence = p.next_sequence), 0)
      AS goes_on,
    CASE WHEN p.next_us IS NULL THEN (SELECT g.at_us FROM journal g
      WHERE g.sequence >= p.visit AND g.sequence < p.next_sequence AND g.session = p.session
        AND g.kind NOT BETWEEN 17 AND 27
        AND (g.kind IN (3, 4, 11, 12) OR g.screen_after IS NOT NULL)
      ORDER BY g.sequence DESC LIMIT 1) END AS sign_us
  FROM span p WHERE p.view_id IS NOT NULL
), bounded AS (
  SELECT p.sequence AS sequence, p.session AS session, p.request_id AS request_id,
    p.at_us AS at_us, p.visit AS visit, p.visit_session AS visit_session, p.screen AS screen,
    p.is_away AS is_away, p.view_id AS view_id,
    CASE WHEN p.next_us IS NULL THEN p.sequence END AS final,
    CASE WHEN p.next_us IS NOT NULL THEN p.next_us
      WHEN p.goes_on OR p.ended_us - p.sign_us >= 1800000000 THEN p.sign_us
      ELSE p.ended_us END AS until_us
  FROM ended p
), seen AS (
  SELECT view_id AS view_id, min(session) AS session, max(visit) AS visit,
    max(visit_session) AS visit_session, max(screen) AS screen,
    max(CASE WHEN screen IS NOT NULL THEN request_id END) AS request_id,
    max(CASE WHEN screen IS NOT NULL THEN at_us END) AS entered_us,
    CASE WHEN max(sequence) = max(CASE WHEN until_us IS NOT NULL THEN sequence END)
      THEN max(until_us) END AS left_us,
    CASE WHEN count(until_us) = count(*)
      THEN sum(CASE WHEN is_away = 1 THEN 0 ELSE until_us - at_us END) END AS dwell_us,
    CASE WHEN max(final) = max(sequence) THEN max(final) END AS final
  FROM bounded GROUP BY view_id
), placed AS (
  SELECT view_id AS view_id, session AS session, visit AS visit, visit_session AS visit_session,
    screen AS screen, request_id AS request_id, entered_us AS entered_us,
    CASE WHEN final IS NULL OR left_us > entered_us THEN left_us END AS left_us,
    CASE WHEN final IS NULL OR left_us > entered_us THEN dwell_us END AS dwell_us,
    row_number() OVER steps AS view_number,
    lead(screen) OVER steps AS next_screen, lead(screen, 2) OVER steps AS screen_after_next
  FROM seen WINDOW steps AS (PARTITION BY visit ORDER BY view_id)
)
SELECT s.identifier || ':' || e.view_id AS view_id, e.view_id AS view_sequence,
  s.identifier AS session_id, s.device AS device_id,
  v.identifier || ':' || e.visit AS visit_id, e.view_number AS view_number, e.screen AS screen,
  e.next_screen AS next_screen, e.screen_after_next AS screen_after_next,
  CASE WHEN e.request_id >= s.first_sequence THEN s.identifier
    WHEN e.request_id IS NOT NULL THEN (SELECT o.identifier FROM session o
      WHERE o.first_sequence <= e.request_id OR o.number = (SELECT min(number) FROM session)
      ORDER BY o.number DESC LIMIT 1) END || ':' || e.request_id AS request_id,
  e.entered_us AS entered_us, e.left_us AS left_us, e.dwell_us AS dwell_us
FROM placed e
JOIN session s ON s.number = e.session
JOIN session v ON v.number = e.visit_session;

-- One row per visit: use of a device without 30 minutes of silence, across sessions. session_id is
-- the session it began in, entry_point that of its first request that is no action of the user's
-- own, and variant that of its first request whose route has variants.
CREATE VIEW v_visit AS
WITH shown AS (
  SELECT visit_id AS visit_id, count(*) AS views FROM v_screen_view GROUP BY visit_id
), visit AS (
  SELECT s.identifier || ':' || r.first_sequence AS visit_id, s.identifier AS session_id,
    s.device AS device_id, r.first_sequence AS first_sequence, r.next_sequence AS next_sequence
  FROM v_visit_range r JOIN session s ON s.number = r.session
)
SELECT v.visit_id AS visit_id, v.session_id AS session_id, v.device_id AS device_id,
  min(j.at_us) AS began_us, max(j.at_us) AS ended_us, count(DISTINCT j.session) AS sessions,
  sum(CASE WHEN j.kind IN (3, 4, 5, 6) AND coalesce(j.request, j.sequence) = j.sequence
    THEN 1 ELSE 0 END) AS requests,
  coalesce(max(w.views), 0) AS views,
  (SELECT e.entry_point FROM journal e
    WHERE e.sequence >= v.first_sequence AND e.sequence < v.next_sequence
      AND (e.kind IN (3, 4) OR e.kind = 5 AND e.screen_after IS NOT NULL)
      AND coalesce(e.request, e.sequence) = e.sequence
      AND e.entry_point <> 'hostFact' ORDER BY e.sequence LIMIT 1) AS entry_point,
  (SELECT e.route FROM journal e
    WHERE e.sequence >= v.first_sequence AND e.sequence < v.next_sequence
      AND (e.kind IN (3, 4) OR e.kind = 5 AND e.screen_after IS NOT NULL)
      AND e.variant IS NOT NULL ORDER BY e.sequence LIMIT 1) AS variant_route,
  (SELECT e.variant FROM journal e
    WHERE e.sequence >= v.first_sequence AND e.sequence < v.next_sequence
      AND (e.kind IN (3, 4) OR e.kind = 5 AND e.screen_after IS NOT NULL)
      AND e.variant IS NOT NULL ORDER BY e.sequence LIMIT 1) AS variant
FROM visit v
JOIN journal j ON j.sequence >= v.first_sequence AND j.sequence < v.next_sequence
LEFT JOIN shown w ON w.visit_id = v.visit_id
WHERE j.kind NOT BETWEEN 17 AND 27 AND (j.kind IN (3, 4, 11, 12) OR j.screen_after IS NOT NULL)
GROUP BY v.first_sequence;

-- One row per run of the host. ending is that of the command 'sessions': 'cut off' for a session
-- that another followed although no entry says how it ended, 'open' for the newest such session.
-- restore_outcome is 'whole' where the entry of the restoring has no note of a smaller extent.
-- Requests are counted in a subquery and not in a join, so that they are counted only for a query
-- that reads their columns. first_screen_us is the time from the beginning to the first entry that
-- names a screen, and first_ready_us the time to the first one in which the host called a screen
-- ready.
CREATE VIEW v_run AS
WITH reach AS (
  SELECT s.number AS number, s.first_sequence AS first_sequence,
    (SELECT min(n.first_sequence) FROM session n WHERE n.number > s.number) AS next_sequence,
    coalesce((SELECT max(sequence) FROM base), 0) AS pruned_sequence
  FROM session s
), held AS (
  SELECT r.number AS number, count(j.sequence) AS entries, max(j.sequence) AS last_sequence,
    r.next_sequence AS next_sequence,
    CASE WHEN r.pruned_sequence < r.first_sequence THEN 0
      WHEN r.pruned_sequence >= r.next_sequence THEN r.next_sequence - r.first_sequence
      ELSE r.pruned_sequence - r.first_sequence + 1 END AS pruned
  FROM reach r
  LEFT JOIN journal j ON j.sequence >= r.first_sequence
    AND j.sequence < coalesce(r.next_sequence, 9000000000000000000)
  GROUP BY r.number
), showing AS (
  SELECT r.number AS number,
    (SELECT j.at_us FROM journal j WHERE j.sequence >= r.first_sequence
        AND j.sequence < coalesce(r.next_sequence, 9000000000000000000)
        AND j.screen_after IS NOT NULL ORDER BY j.sequence LIMIT 1) AS screen_at_us,
    (SELECT j.at_us FROM journal j WHERE j.sequence >= r.first_sequence
        AND j.sequence < coalesce(r.next_sequence, 9000000000000000000)
        AND j.kind = 9 ORDER BY j.sequence LIMIT 1) AS ready_at_us
  FROM reach r WHERE r.pruned_sequence < r.first_sequence
), restoring AS (
  SELECT session AS session,
    max(coalesce(
      (SELECT 'left' FROM json_each(payload, '$.notes') note WHERE note.key = 'left'),
      (SELECT note.value FROM json_each(payload, '$.notes') note WHERE note.key = 'extent'),
      'whole')) AS restore_outcome
  FROM journal WHERE kind = 2 GROUP BY session
), asked AS (
  SELECT session_id AS session_id, count(*) AS requests,
    sum(CASE WHEN outcome IN ('shown', 'alreadyShown') OR outcome IS NULL THEN 0 ELSE 1 END)
      AS unsuccessful,
    sum(CASE WHEN outcome IS NULL THEN 1 ELSE 0 END) AS open_requests
  FROM v_request GROUP BY session_id
)
SELECT s.identifier AS session_id, s.device AS device_id, s.app_version AS app_version,
  s.build AS build, s.os AS os, s.table_digest AS table_digest, s.began_us AS began_us,
  s.ended_us AS ended_us, l.at_us AS last_us, s.beginning AS beginning,
  coalesce(s.ending, CASE WHEN s.number = (SELECT max(number) FROM session) THEN 'open'
    ELSE 'cut off' END) AS ending,
  r.restore_outcome AS restore_outcome,
  s.first_sequence AS first_sequence, h.last_sequence AS last_sequence,
  h.entries AS entries, h.pruned AS pruned,
  coalesce(h.next_sequence, h.last_sequence + 1, s.first_sequence + h.pruned)
    - s.first_sequence - h.entries - h.pruned AS missing,
  coalesce((SELECT a.requests FROM asked a WHERE a.session_id = s.identifier), 0) AS requests,
  coalesce((SELECT a.unsuccessful FROM asked a WHERE a.session_id = s.identifier), 0)
    AS unsuccessful,
  coalesce((SELECT a.open_requests FROM asked a WHERE a.session_id = s.identifier), 0)
    AS open_requests,
  CASE WHEN w.screen_at_us >= s.began_us THEN w.screen_at_us - s.began_us END AS first_screen_us,
  CASE WHEN w.ready_at_us >= s.began_us THEN w.ready_at_us - s.began_us END AS first_ready_us
FROM session s
JOIN held h ON h.number = s.number
LEFT JOIN showing w ON w.number = s.number
LEFT JOIN journal l ON l.sequence = h.last_sequence
LEFT JOIN restoring r ON r.session = s.number;

-- One row per action that was accepted. enqueued_us is the moment of the entry that enqueued it,
-- which in a session of an access log may be later than the end of the action. Where that entry was
-- pruned, enqueued_us is NULL, and session_id is the session in which the action began. The newest
-- entry gives the number of attempts; an attempt that was given back (22) does not count. An action
-- that was claimed or ran when its session ended waits again in the next session of the host. The
-- entries of an action that the host enqueued by itself have the action's own sequence in place of
-- a request's; its request_id is NULL.
CREATE VIEW v_action AS
WITH move AS (
  SELECT action AS action_id, sequence AS sequence, session AS session, kind AS kind,
    request AS request_id, at_us AS at_us, reason AS reason,
    CASE WHEN kind = 22 AND attempt > 0 AND instr(payload, '"by":"giveBack"') > 0
      THEN attempt - 1 ELSE attempt END AS attempt,
    CASE WHEN kind = 17 THEN (SELECT max(member.value)
      FROM json_each(payload, '$.action') member WHERE member.key = 'name') END AS name,
    row_number() OVER (PARTITION BY action ORDER BY sequence DESC) AS age
  FROM journal WHERE (kind BETWEEN 17 AND 27 OR kind = 33) AND action IS NOT NULL
), known AS (
  SELECT action_id AS action_id, min(session) AS session, max(name) AS name,
    nullif(min(request_id), action_id) AS request_id,
    max(CASE WHEN kind = 17 THEN at_us END) AS enqueued_us,
    max(CASE WHEN age = 1 THEN attempt END) AS attempts,
    max(CASE WHEN age = 1 THEN kind END) AS kind,
    max(CASE WHEN age = 1 THEN session END) AS last_session,
    max(CASE WHEN age = 1 THEN at_us END) AS moved_us,
    max(CASE WHEN age = 1 THEN reason END) AS reason
  FROM move GROUP BY action_id
)
SELECT CASE WHEN a.action_id >= s.first_sequence THEN s.identifier
    ELSE (SELECT o.identifier FROM session o
      WHERE o.first_sequence <= a.action_id OR o.number = (SELECT min(number) FROM session)
      ORDER BY o.number DESC LIMIT 1) END || ':' || a.action_id AS action_id,
  a.action_id AS action_sequence, s.identifier AS session_id, e.device AS device_id,
  CASE WHEN a.request_id >= s.first_sequence THEN s.identifier
    WHEN a.request_id IS NOT NULL THEN (SELECT o.identifier FROM session o
      WHERE o.first_sequence <= a.request_id OR o.number = (SELECT min(number) FROM session)
      ORDER BY o.number DESC LIMIT 1) END || ':' || a.request_id AS request_id,
  a.name AS name,
  CASE WHEN a.kind IN (18, 19) AND EXISTS (SELECT 1 FROM session n
      WHERE n.number > a.last_session AND coalesce(n.beginning, '') <> 'maintenance') THEN 'waiting'
    WHEN a.kind = 17 THEN 'waiting' WHEN a.kind = 18 THEN 'claimed' WHEN a.kind = 19 THEN 'running'
    WHEN a.kind = 20 THEN 'done' WHEN a.kind = 21 THEN 'failed' WHEN a.kind = 22 THEN 'waiting'
    WHEN a.kind = 23 THEN 'expired' WHEN a.kind = 24 THEN 'cancelled'
    WHEN a.kind = 25 THEN 'superseded' WHEN a.kind = 26 THEN 'waiting' WHEN a.kind = 27 THEN 'dead'
    WHEN a.kind = 33 THEN 'shelved' END AS state,
  coalesce(a.attempts, 0) AS attempts, a.enqueued_us AS enqueued_us, a.moved_us AS moved_us,
  CASE WHEN a.kind IN (20, 21, 23, 24, 25, 27) THEN a.moved_us END AS settled_us, a.reason AS reason
FROM known a
LEFT JOIN session s ON s.number = CASE WHEN a.enqueued_us IS NOT NULL THEN a.session
  ELSE (SELECT o.number FROM session o WHERE o.first_sequence <= a.action_id
    ORDER BY o.number DESC LIMIT 1) END
LEFT JOIN session e ON e.number = coalesce(s.number, a.session);

-- One row per session and replay. It has no rows in a journal, which contains only what happened: a
-- file of results has the rows, under this name.
CREATE VIEW v_replay_run AS
SELECT '' AS replay_id, '' AS session_id, '' AS device_id, '' AS app_version, '' AS mode,
  0 AS replayed_us, '' AS verdict, 0 AS requests, 0 AS divergences,
  0 AS first_divergence_sequence, '' AS divergence
WHERE 0;
