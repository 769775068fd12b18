-- Questions about requests and actions
-- ====================================
--
-- Over the base relations only, as those about screens.

-- How many requests are alike in how they came, how they ended and how long that took: there are
-- far fewer such durations than requests. By outcome first, which is how an index has them in order.
CREATE VIEW v_request_count AS
SELECT outcome AS outcome, entry_point AS entry_point, duration_us AS duration_us,
  count(*) AS requests
FROM v_request GROUP BY outcome, entry_point, duration_us;

-- The same by the day, in UTC, on which they came.
CREATE VIEW v_request_day AS
SELECT received_us - received_us % 86400000000 AS day_us, duration_us AS duration_us,
  outcome AS outcome, count(*) AS requests
FROM v_request GROUP BY received_us - received_us % 86400000000, duration_us, outcome;

-- The requests that did not get where they wanted.
CREATE VIEW v_request_failure AS
SELECT received_us AS received_us, entry_point AS entry_point, link AS link, route AS route,
  outcome AS outcome, reason AS reason
FROM v_request
WHERE outcome IN (
  'failed', 'stale', 'impossible', 'notFound', 'denied', 'interrupted', 'quarantined');

-- How many actions are alike in what became of them. settled of them are over, and waited for
-- wait_us until they were.
CREATE VIEW v_action_count AS
SELECT name AS name, state AS state, attempts AS attempts, count(*) AS actions,
  count(settled_us) AS settled, sum(CAST(settled_us - enqueued_us AS DOUBLE)) AS wait_us
FROM v_action GROUP BY name, state, attempts;

-- The actions that are not over.
CREATE VIEW v_action_open AS
SELECT device_id AS device_id, session_id AS session_id, action_id AS action_id,
  action_sequence AS action_sequence, request_id AS request_id, name AS name, state AS state,
  attempts AS attempts, enqueued_us AS enqueued_us
FROM v_action WHERE settled_us IS NULL;

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
  SELECT device_id AS device_id, max(last_us) AS last_us FROM v_run GROUP BY device_id
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
  sum(actions - settled) AS pending,
  sum(CAST(attempts AS DOUBLE) * actions) / sum(actions) AS avg_attempts,
  max(attempts) AS max_attempts,
  CASE WHEN sum(settled) > 0 THEN sum(wait_us) / sum(settled) / 1000 END AS avg_wait_ms
FROM v_action_count GROUP BY name;
