-- Questions about requests and actions
-- ====================================
--
-- Over the base relations only, as those about screens.

-- The number of requests for each outcome, entry point and duration: there are far fewer of these
-- than requests. outcome comes first, because an index has them in that order.
CREATE VIEW v_request_count AS
SELECT outcome AS outcome, entry_point AS entry_point, duration_us AS duration_us,
  count(*) AS requests
FROM v_request GROUP BY outcome, entry_point, duration_us;

-- The number of requests for each day, in UTC, on which they came, each duration and each outcome.
-- Before 1970 the remainder of a moment is negative; the sum makes its day begin before it too.
CREATE VIEW v_request_day AS
SELECT received_us - (received_us % 86400000000 + 86400000000) % 86400000000 AS day_us,
  duration_us AS duration_us, outcome AS outcome, count(*) AS requests
FROM v_request
GROUP BY received_us - (received_us % 86400000000 + 86400000000) % 86400000000,
  duration_us, outcome;

-- The requests that did not get where they wanted.
CREATE VIEW v_request_failure AS
SELECT received_us AS received_us, entry_point AS entry_point, link AS link, route AS route,
  outcome AS outcome, reason AS reason
FROM v_request
WHERE outcome IN (
  'failed', 'stale', 'impossible', 'notFound', 'denied', 'interrupted', 'quarantined');

-- The number of requests for each entry point, route and variant, and how many of them got where
-- they wanted. Counted are requests from outside that ended by themselves: not actions of the
-- user's own, and not requests that another one superseded, or that were there twice.
CREATE VIEW v_request_ended AS
SELECT entry_point AS entry_point, route AS route, variant AS variant, count(*) AS requests,
  sum(CASE WHEN outcome IN ('shown', 'alreadyShown') THEN 1 ELSE 0 END) AS converted
FROM v_request
WHERE outcome NOT IN ('superseded', 'duplicate') AND coalesce(entry_point, '') <> 'hostFact'
GROUP BY entry_point, route, variant;

-- The number of those requests for each session in which they came, and each outcome.
CREATE VIEW v_request_session AS
SELECT session_id AS session_id, outcome AS outcome, count(*) AS requests
FROM v_request
WHERE outcome NOT IN ('superseded', 'duplicate') AND coalesce(entry_point, '') <> 'hostFact'
GROUP BY session_id, outcome;

-- How many requests that ended are alike in the screen that was seen before, and in how they ended.
CREATE VIEW v_request_screen AS
SELECT screen_before AS screen_before, outcome AS outcome, count(*) AS requests
FROM v_request WHERE outcome IS NOT NULL GROUP BY screen_before, outcome;

-- How many requests of each entry point took the engine how long.
CREATE VIEW v_request_engine AS
SELECT entry_point AS entry_point, engine_us AS engine_us, count(*) AS requests
FROM v_request WHERE engine_us IS NOT NULL GROUP BY entry_point, engine_us;

-- How many were with the host's code for how long, of those that were.
CREATE VIEW v_request_host AS
SELECT entry_point AS entry_point, host_us AS host_us, count(*) AS requests
FROM v_request WHERE host_us > 0 GROUP BY entry_point, host_us;

-- How many waited for how long, of those that did.
CREATE VIEW v_request_wait AS
SELECT entry_point AS entry_point, wait_us AS wait_us, count(*) AS requests
FROM v_request WHERE wait_us > 0 GROUP BY entry_point, wait_us;

-- The parts of the time of requests, and all of it.
CREATE VIEW v_request_part AS
SELECT entry_point AS entry_point, 'all' AS part, duration_us AS part_us, sum(requests) AS requests
FROM v_request_count WHERE duration_us IS NOT NULL GROUP BY entry_point, duration_us
UNION ALL
SELECT entry_point AS entry_point, 'engine' AS part, engine_us AS part_us,
  sum(requests) AS requests
FROM v_request_engine GROUP BY entry_point, engine_us
UNION ALL
SELECT entry_point AS entry_point, 'host code' AS part, host_us AS part_us,
  sum(requests) AS requests
FROM v_request_host GROUP BY entry_point, host_us
UNION ALL
SELECT entry_point AS entry_point, 'waiting' AS part, wait_us AS part_us,
  sum(requests) AS requests
FROM v_request_wait GROUP BY entry_point, wait_us;

-- The number of actions for each name, state and number of attempts. waited is how many of them
-- have a known time from enqueuing to their end, and wait_us is the sum of these times. The time is
-- unknown where the clock was set back meanwhile.
CREATE VIEW v_action_count AS
SELECT name AS name, state AS state, attempts AS attempts, count(*) AS actions,
  count(CASE WHEN settled_us >= enqueued_us THEN 1 END) AS waited,
  sum(CASE WHEN settled_us >= enqueued_us THEN CAST(settled_us - enqueued_us AS DOUBLE) END)
    AS wait_us
FROM v_action GROUP BY name, state, attempts;

-- The actions that are not over.
CREATE VIEW v_action_open AS
SELECT device_id AS device_id, session_id AS session_id, action_id AS action_id,
  action_sequence AS action_sequence, request_id AS request_id, name AS name, state AS state,
  attempts AS attempts, enqueued_us AS enqueued_us
FROM v_action WHERE settled_us IS NULL;

-- The runs that requests, actions and visits are of. These are all runs, also where only a part of
-- them is chosen to be counted.
CREATE VIEW v_run_known AS
SELECT session_id AS session_id, device_id AS device_id, app_version AS app_version,
  began_us AS began_us, last_us AS last_us, beginning AS beginning,
  first_sequence AS first_sequence
FROM v_run;

-- 7. What arrived by each entry point, and how it ended.
CREATE VIEW v_link_success AS
WITH ended AS (
  SELECT entry_point AS entry_point, outcome AS outcome, sum(requests) AS requests
  FROM v_request_count GROUP BY entry_point, outcome
)
SELECT entry_point AS entry_point, sum(requests) AS requests,
  sum(CASE WHEN outcome = 'shown' THEN requests ELSE 0 END) AS shown,
  sum(CASE WHEN outcome = 'alreadyShown' THEN requests ELSE 0 END) AS already_shown,
  sum(CASE WHEN outcome = 'denied' THEN requests ELSE 0 END) AS denied,
  sum(CASE WHEN outcome = 'notFound' THEN requests ELSE 0 END) AS not_found,
  sum(CASE WHEN outcome IN ('failed', 'stale', 'impossible') THEN requests ELSE 0 END) AS failed,
  sum(CASE WHEN outcome = 'superseded' THEN requests ELSE 0 END) AS superseded,
  sum(CASE WHEN outcome = 'expired' THEN requests ELSE 0 END) AS expired,
  sum(CASE WHEN outcome = 'duplicate' THEN requests ELSE 0 END) AS duplicate,
  sum(CASE WHEN outcome = 'interrupted' THEN requests ELSE 0 END) AS interrupted,
  sum(CASE WHEN outcome = 'quarantined' THEN requests ELSE 0 END) AS quarantined,
  sum(CASE WHEN outcome IS NULL THEN requests ELSE 0 END) AS unfinished,
  CAST(sum(CASE WHEN outcome IN ('shown', 'alreadyShown') THEN requests ELSE 0 END) AS DOUBLE)
    / sum(requests) AS success_rate
FROM ended GROUP BY entry_point;

-- 8. Why requests did not get where they wanted; without a reason the outcome stands for it.
CREATE VIEW v_failure_reasons AS
WITH failure AS (
  SELECT coalesce(reason, outcome) AS reason, coalesce(route, '(unmatched)') AS route,
    count(*) AS failures, max(received_us) AS last_seen_us
  FROM v_request_failure
  GROUP BY coalesce(reason, outcome), coalesce(route, '(unmatched)')
)
SELECT reason AS reason, route AS route, failures AS failures,
  CAST(failures AS DOUBLE) / (sum(failures) OVER ()) AS share, last_seen_us AS last_seen_us
FROM failure;

-- 9. How long routing takes, by entry point.
CREATE VIEW v_routing_latency AS
WITH taken AS (
  SELECT entry_point AS entry_point, duration_us AS duration_us, sum(requests) AS times
  FROM v_request_count WHERE duration_us IS NOT NULL GROUP BY entry_point, duration_us
), ranked AS (
  SELECT entry_point AS entry_point, duration_us AS duration_us, times AS times,
    sum(times) OVER (PARTITION BY entry_point ORDER BY duration_us) AS place,
    sum(times) OVER (PARTITION BY entry_point) AS places
  FROM taken
)
SELECT entry_point AS entry_point, sum(times) AS requests,
  CAST(min(CASE WHEN place * 100 >= places * 50 THEN duration_us END) AS DOUBLE) / 1000 AS p50_ms,
  CAST(min(CASE WHEN place * 100 >= places * 90 THEN duration_us END) AS DOUBLE) / 1000 AS p90_ms,
  CAST(min(CASE WHEN place * 100 >= places * 95 THEN duration_us END) AS DOUBLE) / 1000 AS p95_ms,
  CAST(min(CASE WHEN place * 100 >= places * 99 THEN duration_us END) AS DOUBLE) / 1000 AS p99_ms,
  CAST(max(duration_us) AS DOUBLE) / 1000 AS max_ms
FROM ranked GROUP BY entry_point;

-- 10. What each day brought, in UTC.
CREATE VIEW v_daily_routing AS
WITH taken AS (
  SELECT day_us AS day_us, duration_us AS duration_us, sum(requests) AS requests,
    sum(CASE WHEN duration_us IS NULL THEN 0 ELSE requests END) AS times,
    sum(CASE WHEN outcome IN ('shown', 'alreadyShown') THEN requests ELSE 0 END) AS successes
  FROM v_request_day GROUP BY day_us, duration_us
), total AS (
  SELECT day_us AS day_us, sum(requests) AS requests, sum(times) AS times,
    sum(successes) AS successes
  FROM taken GROUP BY day_us
), ranked AS (
  SELECT day_us AS day_us, duration_us AS duration_us,
    sum(times) OVER (PARTITION BY day_us ORDER BY duration_us) AS place
  FROM taken WHERE duration_us IS NOT NULL
), percentile AS (
  SELECT t.day_us AS day_us,
    min(CASE WHEN r.place * 100 >= t.times * 95 THEN r.duration_us END) AS p95_us
  FROM total t JOIN ranked r ON r.day_us = t.day_us GROUP BY t.day_us
)
SELECT t.day_us AS day_us, t.requests AS requests,
  CAST(t.successes AS DOUBLE) / t.requests AS success_rate,
  CAST(p.p95_us AS DOUBLE) / 1000 AS p95_ms
FROM total t LEFT JOIN percentile p ON p.day_us = t.day_us;

-- 11. Links that no route takes, without query and fragment.
CREATE VIEW v_unmatched_links AS
WITH bare AS (
  SELECT entry_point AS entry_point, received_us AS received_us,
    substr(link, 1,
      instr(substr(link, 1, instr(link || '#', '#') - 1) || '?', '?') - 1) AS link
  FROM v_request_failure WHERE outcome = 'notFound' AND link IS NOT NULL
)
SELECT entry_point AS entry_point, link AS link, count(*) AS hits, max(received_us) AS last_seen_us
FROM bare GROUP BY entry_point, link;

-- 12. What still waits to be done, and since when, at the time of its device's last entry.
CREATE VIEW v_pending_actions AS
WITH latest AS (
  SELECT device_id AS device_id, max(last_us) AS last_us FROM v_run_known GROUP BY device_id
)
SELECT a.device_id AS device_id, a.session_id AS session_id, a.action_id AS action_id,
  a.action_sequence AS action_sequence, a.request_id AS request_id, a.name AS name, a.state AS state,
  a.attempts AS attempts,
  CAST(l.last_us - a.enqueued_us AS DOUBLE) / 1000000 AS age_s
FROM v_action_open a LEFT JOIN latest l ON l.device_id = a.device_id;

-- 13. How actions end, after how many attempts and how long.
CREATE VIEW v_action_outcomes AS
SELECT name AS name, sum(actions) AS actions,
  sum(CASE WHEN state = 'done' THEN actions ELSE 0 END) AS done,
  sum(CASE WHEN state = 'failed' THEN actions ELSE 0 END) AS failed,
  sum(CASE WHEN state = 'expired' THEN actions ELSE 0 END) AS expired,
  sum(CASE WHEN state = 'cancelled' THEN actions ELSE 0 END) AS cancelled,
  sum(CASE WHEN state = 'superseded' THEN actions ELSE 0 END) AS superseded,
  sum(CASE WHEN state = 'dead' THEN actions ELSE 0 END) AS dead,
  sum(CASE WHEN state IN ('done', 'failed', 'expired', 'cancelled', 'superseded', 'dead')
    THEN 0 ELSE actions END) AS pending,
  sum(CAST(attempts AS DOUBLE) * actions) / sum(actions) AS avg_attempts,
  max(attempts) AS max_attempts,
  CASE WHEN sum(waited) > 0 THEN sum(wait_us) / sum(waited) / 1000 END AS avg_wait_ms
FROM v_action_count GROUP BY name;

-- 23. How many requests from outside got where they wanted, by entry point, and by variant of a
-- route, each compared with the others of its kind. With the counts go the variance of the
-- difference and chi square of the table of two by two, with one degree of freedom.
CREATE VIEW v_conversion AS
WITH ended AS (
  SELECT 'entry point' AS split, CASE WHEN 1 = 0 THEN route END AS route,
    coalesce(entry_point, '(none)') AS name, requests AS requests, converted AS converted
  FROM v_request_ended
  UNION ALL
  SELECT 'variant' AS split, route AS route, variant AS name, requests AS requests,
    converted AS converted
  FROM v_request_ended WHERE variant IS NOT NULL
), summed AS (
  SELECT split AS split, route AS route, name AS name, sum(requests) AS requests,
    sum(converted) AS converted
  FROM ended GROUP BY split, route, name
), compared AS (
  SELECT split AS split, route AS route, name AS name, requests AS requests,
    converted AS converted, sum(requests) OVER (PARTITION BY split, route) AS all_requests,
    sum(converted) OVER (PARTITION BY split, route) AS all_converted
  FROM summed
), rated AS (
  SELECT split AS split, route AS route, name AS name, requests AS requests,
    converted AS converted, all_requests - requests AS other_requests,
    all_converted - converted AS other_converted, CAST(converted AS DOUBLE) AS a,
    CAST(requests - converted AS DOUBLE) AS b, CAST(all_converted - converted AS DOUBLE) AS c,
    CAST(all_requests - requests - all_converted + converted AS DOUBLE) AS d
  FROM compared
)
SELECT split AS split, route AS route, name AS name, requests AS requests, converted AS converted,
  a / (a + b) AS conversion_rate, other_requests AS other_requests,
  other_converted AS other_converted, CASE WHEN c + d > 0 THEN c / (c + d) END AS other_rate,
  CASE WHEN c + d > 0 THEN a / (a + b) - c / (c + d) END AS difference,
  CASE WHEN c + d > 0 THEN a * b / (a + b) / (a + b) / (a + b)
    + c * d / (c + d) / (c + d) / (c + d) END AS variance,
  CASE WHEN c + d > 0 AND a + c > 0 AND b + d > 0 THEN (a * d - b * c) * (a * d - b * c)
    / (a + b) * (a + b + c + d) / (c + d) / (a + c) / (b + d) END AS chi_square
FROM rated;

-- 24. The screen that was seen before a request did not get where it wanted, and how often requests
-- on that screen do not.
CREATE VIEW v_failure_screens AS
WITH ended AS (
  SELECT screen_before AS screen, outcome AS outcome, sum(requests) AS requests,
    sum(CASE WHEN outcome IN (
      'failed', 'stale', 'impossible', 'notFound', 'denied', 'interrupted', 'quarantined')
      THEN requests ELSE 0 END) AS failures
  FROM v_request_screen GROUP BY screen_before, outcome
), summed AS (
  SELECT screen AS screen, sum(requests) AS requests, sum(failures) AS failures,
    sum(CASE WHEN outcome = 'denied' THEN requests ELSE 0 END) AS denied,
    sum(CASE WHEN outcome = 'notFound' THEN requests ELSE 0 END) AS not_found,
    sum(CASE WHEN outcome IN ('failed', 'stale', 'impossible') THEN requests ELSE 0 END) AS failed,
    sum(CASE WHEN outcome = 'interrupted' THEN requests ELSE 0 END) AS interrupted,
    sum(CASE WHEN outcome = 'quarantined' THEN requests ELSE 0 END) AS quarantined
  FROM ended GROUP BY screen
)
SELECT coalesce(screen, '(none)') AS screen, requests AS requests, failures AS failures,
  CAST(failures AS DOUBLE) / requests AS failure_rate,
  CAST(failures AS DOUBLE) / (sum(failures) OVER ()) AS share, denied AS denied,
  not_found AS not_found, failed AS failed, interrupted AS interrupted,
  quarantined AS quarantined
FROM summed WHERE failures > 0;

-- 25. How requests from outside ended, by version of the app in the order in which versions were
-- first seen, and what changed against the version before: with chi square of the table of two by
-- two, with one degree of freedom.
CREATE VIEW v_version_outcomes AS
WITH ended AS (
  SELECT session_id AS session_id, sum(requests) AS requests,
    sum(CASE WHEN outcome = 'shown' THEN requests ELSE 0 END) AS shown,
    sum(CASE WHEN outcome = 'alreadyShown' THEN requests ELSE 0 END) AS already_shown,
    sum(CASE WHEN outcome = 'denied' THEN requests ELSE 0 END) AS denied,
    sum(CASE WHEN outcome = 'notFound' THEN requests ELSE 0 END) AS not_found,
    sum(CASE WHEN outcome = 'failed' THEN requests ELSE 0 END) AS failed,
    sum(CASE WHEN outcome = 'expired' THEN requests ELSE 0 END) AS expired,
    sum(CASE WHEN outcome = 'interrupted' THEN requests ELSE 0 END) AS interrupted,
    sum(CASE WHEN outcome = 'quarantined' THEN requests ELSE 0 END) AS quarantined
  FROM v_request_session GROUP BY session_id
), summed AS (
  SELECT r.app_version AS app_version,
    min(CASE WHEN e.requests > 0 THEN r.began_us END) AS first_seen_us,
    sum(e.requests) AS requests, sum(e.shown) AS shown, sum(e.already_shown) AS already_shown,
    sum(e.denied) AS denied, sum(e.not_found) AS not_found, sum(e.failed) AS failed,
    sum(e.expired) AS expired, sum(e.interrupted) AS interrupted,
    sum(e.quarantined) AS quarantined
  FROM v_run_known r LEFT JOIN ended e ON e.session_id = r.session_id
  GROUP BY r.app_version HAVING sum(e.requests) > 0
), placed AS (
  SELECT app_version AS app_version, first_seen_us AS first_seen_us, requests AS requests,
    shown AS shown, already_shown AS already_shown, denied AS denied, not_found AS not_found,
    failed AS failed, expired AS expired, interrupted AS interrupted, quarantined AS quarantined,
    lag(app_version) OVER versions AS previous_version,
    lag(requests) OVER versions AS previous_requests,
    lag(shown + already_shown) OVER versions AS previous_successes
  FROM summed WINDOW versions AS (ORDER BY first_seen_us, app_version)
), rated AS (
  SELECT app_version AS app_version, first_seen_us AS first_seen_us, requests AS requests,
    shown AS shown, already_shown AS already_shown, denied AS denied, not_found AS not_found,
    failed AS failed, expired AS expired, interrupted AS interrupted, quarantined AS quarantined,
    previous_version AS previous_version, previous_requests AS previous_requests,
    CAST(shown + already_shown AS DOUBLE) AS a,
    CAST(requests - shown - already_shown AS DOUBLE) AS b,
    CAST(previous_successes AS DOUBLE) AS c,
    CAST(previous_requests - previous_successes AS DOUBLE) AS d
  FROM placed
)
SELECT app_version AS app_version, first_seen_us AS first_seen_us, requests AS requests,
  shown AS shown, already_shown AS already_shown, denied AS denied, not_found AS not_found,
  failed AS failed, expired AS expired, interrupted AS interrupted, quarantined AS quarantined,
  a / (a + b) AS success_rate, previous_version AS previous_version,
  previous_requests AS previous_requests, c / (c + d) AS previous_rate,
  a / (a + b) - c / (c + d) AS change,
  CASE WHEN a + c > 0 AND b + d > 0 THEN (a * d - b * c) * (a * d - b * c)
    / (a + b) * (a + b + c + d) / (c + d) / (a + c) / (b + d) END AS chi_square
FROM rated;

-- 26. Where the time of requests goes, by entry point: to the engine, to the host's code, and to
-- waiting for a condition.
CREATE VIEW v_time_spent AS
WITH ranked AS (
  SELECT entry_point AS entry_point, part AS part, part_us AS part_us, requests AS times,
    sum(requests) OVER (PARTITION BY entry_point, part ORDER BY part_us) AS place,
    sum(requests) OVER (PARTITION BY entry_point, part) AS places
  FROM v_request_part WHERE part <> 'all'
)
SELECT entry_point AS entry_point, part AS part, sum(times) AS requests,
  sum(CAST(part_us AS DOUBLE) * times) / 1000000 AS total_s,
  CAST(min(CASE WHEN place * 100 >= places * 50 THEN part_us END) AS DOUBLE) / 1000 AS p50_ms,
  CAST(min(CASE WHEN place * 100 >= places * 90 THEN part_us END) AS DOUBLE) / 1000 AS p90_ms,
  CAST(min(CASE WHEN place * 100 >= places * 95 THEN part_us END) AS DOUBLE) / 1000 AS p95_ms,
  CAST(min(CASE WHEN place * 100 >= places * 99 THEN part_us END) AS DOUBLE) / 1000 AS p99_ms,
  CAST(max(part_us) AS DOUBLE) / 1000 AS max_ms
FROM ranked GROUP BY entry_point, part;

-- 27. The time of requests as a histogram with bounds that are the same everywhere: of two digits,
-- so that neighbours differ by a tenth at most. Histograms of several histories are merged by
-- adding up what has the same bounds.
CREATE VIEW v_latency_histogram AS
WITH decade AS (
  SELECT 1 AS width_us, 0 AS first_us, 100 AS end_us
  UNION ALL SELECT 10 AS width_us, 100 AS first_us, 1000 AS end_us
  UNION ALL SELECT 100 AS width_us, 1000 AS first_us, 10000 AS end_us
  UNION ALL SELECT 1000 AS width_us, 10000 AS first_us, 100000 AS end_us
  UNION ALL SELECT 10000 AS width_us, 100000 AS first_us, 1000000 AS end_us
  UNION ALL SELECT 100000 AS width_us, 1000000 AS first_us, 10000000 AS end_us
  UNION ALL SELECT 1000000 AS width_us, 10000000 AS first_us, 100000000 AS end_us
  UNION ALL SELECT 10000000 AS width_us, 100000000 AS first_us, 1000000000 AS end_us
  UNION ALL SELECT 100000000 AS width_us, 1000000000 AS first_us, 10000000000 AS end_us
  UNION ALL SELECT 1000000000 AS width_us, 10000000000 AS first_us, 100000000000 AS end_us
  UNION ALL SELECT 10000000000 AS width_us, 100000000000 AS first_us, 1000000000000 AS end_us
  UNION ALL SELECT 100000000000 AS width_us, 1000000000000 AS first_us, 10000000000000 AS end_us
  UNION ALL SELECT 1000000000000 AS width_us, 10000000000000 AS first_us, 100000000000000 AS end_us
  UNION ALL SELECT 10000000000000 AS width_us, 100000000000000 AS first_us, 1000000000000000 AS end_us
  UNION ALL SELECT 100000000000000 AS width_us, 1000000000000000 AS first_us, 9000000000000000000 AS end_us
), slot AS (
  SELECT p.entry_point AS entry_point, p.part AS part,
    p.part_us - p.part_us % d.width_us AS from_us, d.width_us AS width_us,
    sum(p.requests) AS requests
  FROM v_request_part p JOIN decade d ON p.part_us >= d.first_us AND p.part_us < d.end_us
  GROUP BY p.entry_point, p.part, p.part_us - p.part_us % d.width_us, d.width_us
)
SELECT entry_point AS entry_point, part AS part, from_us AS from_us,
  from_us + width_us AS below_us, requests AS requests,
  sum(requests) OVER (PARTITION BY entry_point, part ORDER BY from_us) AS requests_below
FROM slot;
