-- Questions about sessions, devices and replays
-- =============================================
--
-- Over the base relations only, as those about screens.

-- 14. How much of the last place a launch brings back, by version of the app. A place that was left
-- on purpose, for a link or for its age, is no failure, and not in the rate.
CREATE VIEW v_restore_success AS
WITH restored AS (
  SELECT app_version AS app_version, count(*) AS restores,
    sum(CASE WHEN restore_outcome = 'whole' THEN 1 ELSE 0 END) AS whole,
    sum(CASE WHEN restore_outcome IN ('top', 'presented', 'root') THEN 1 ELSE 0 END) AS partial,
    sum(CASE WHEN restore_outcome = 'clean' THEN 1 ELSE 0 END) AS clean,
    sum(CASE WHEN restore_outcome = 'left' THEN 1 ELSE 0 END) AS left_behind
  FROM v_run WHERE restore_outcome IS NOT NULL GROUP BY app_version
)
SELECT app_version AS app_version, restores AS restores, whole AS whole, partial AS partial,
  clean AS clean, left_behind AS left_behind,
  CASE WHEN restores > left_behind
    THEN CAST(whole AS DOUBLE) / (restores - left_behind) END AS restore_success_rate
FROM restored;

-- 15. How many sessions, and devices, came through without being cut off, by version of the app.
CREATE VIEW v_crash_free AS
SELECT app_version AS app_version, count(*) AS sessions, count(DISTINCT device_id) AS devices,
  sum(CASE WHEN ending = 'cut off' THEN 1 ELSE 0 END) AS crashed_sessions,
  1 - CAST(sum(CASE WHEN ending = 'cut off' THEN 1 ELSE 0 END) AS DOUBLE) / count(*)
    AS crash_free_session_rate,
  1 - CAST(count(DISTINCT CASE WHEN ending = 'cut off' THEN device_id END) AS DOUBLE)
    / count(DISTINCT device_id) AS crash_free_device_rate
FROM v_run WHERE coalesce(beginning, '') <> 'maintenance' GROUP BY app_version;

-- 16. Sessions that were cut off one after another, three in a row within two minutes; threes that
-- share a session are one loop. The last of each three is looked for first, for there are few. The
-- place of a session is its place among all sessions of its device: chosen sessions with another
-- one between them are not in a row.
CREATE VIEW v_crash_loops AS
WITH known AS (
  SELECT session_id AS session_id,
    row_number() OVER (PARTITION BY device_id ORDER BY began_us, first_sequence) AS place
  FROM v_run_known WHERE coalesce(beginning, '') <> 'maintenance'
), run AS (
  SELECT r.device_id AS device_id, r.session_id AS session_id, r.began_us AS began_us,
    k.place AS place, coalesce(r.ended_us, r.last_us, r.began_us) AS died_us,
    CASE WHEN r.ending = 'cut off' THEN 1 ELSE 0 END AS is_cut_off
  FROM v_run r JOIN known k ON k.session_id = r.session_id
), looked_back AS (
  SELECT device_id AS device_id, session_id AS session_id, died_us AS died_us,
    is_cut_off AS is_cut_off, place AS place, lag(place, 2) OVER earlier AS place_2,
    lag(is_cut_off, 1) OVER earlier AS is_cut_off_1, lag(died_us, 1) OVER earlier AS died_1_us,
    lag(is_cut_off, 2) OVER earlier AS is_cut_off_2, lag(died_us, 2) OVER earlier AS died_2_us,
    lag(session_id, 2) OVER earlier AS session_2_id, lag(began_us, 2) OVER earlier AS began_2_us
  FROM run WINDOW earlier AS (PARTITION BY device_id ORDER BY place)
), third AS (
  SELECT device_id AS device_id, place AS place, session_2_id AS first_session_id,
    session_id AS last_session_id, began_2_us AS began_us, died_2_us AS died_2_us,
    CASE WHEN died_1_us > died_us THEN died_1_us ELSE died_us END AS died_us,
    lag(place) OVER (PARTITION BY device_id ORDER BY place) AS previous,
    lead(place) OVER (PARTITION BY device_id ORDER BY place) AS following
  FROM looked_back
  WHERE is_cut_off = 1 AND is_cut_off_1 = 1 AND is_cut_off_2 = 1 AND place - place_2 = 2
    AND died_us - died_2_us <= 120000000
), numbered AS (
  SELECT device_id AS device_id, place AS place, began_us AS began_us,
    CASE WHEN died_2_us > died_us THEN died_2_us ELSE died_us END AS died_us,
    CASE WHEN place - previous <= 2 THEN NULL ELSE first_session_id END AS first_session_id,
    CASE WHEN following - place <= 2 THEN NULL ELSE last_session_id END AS last_session_id,
    sum(CASE WHEN place - previous <= 2 THEN 0 ELSE 1 END)
      OVER (PARTITION BY device_id ORDER BY place) AS loop_number
  FROM third
)
SELECT device_id AS device_id, max(place) - min(place) + 3 AS crashes,
  max(first_session_id) AS first_session_id, max(last_session_id) AS last_session_id,
  min(began_us) AS began_us, max(died_us) AS died_us
FROM numbered GROUP BY device_id, loop_number;

-- 18. Every session with what happened in it.
CREATE VIEW v_sessions AS
WITH seen AS (
  SELECT session_id AS session_id, sum(views) AS views
  FROM v_screen_session GROUP BY session_id
)
SELECT r.session_id AS session_id, r.device_id AS device_id, r.app_version AS app_version,
  r.began_us AS began_us,
  CAST(coalesce(r.ended_us, r.last_us) - r.began_us AS DOUBLE) / 1000000 AS duration_s,
  r.beginning AS beginning, r.ending AS ending, r.restore_outcome AS restore_outcome,
  r.requests AS requests, r.unsuccessful AS unsuccessful, coalesce(s.views, 0) AS views
FROM v_run r
LEFT JOIN seen s ON s.session_id = r.session_id;

-- The days, in UTC, on which each device was in use, and the visits that began on them. A visit is
-- without silence, so its device was in use on each of its days: the first one, and those up to a
-- thousand that follow where it goes on over midnight. Work on a journal without its host is no
-- use.
CREATE VIEW v_device_day AS
WITH used AS (
  SELECT v.device_id AS device_id,
    v.began_us - (v.began_us % 86400000000 + 86400000000) % 86400000000 AS day_us,
    v.ended_us - (v.ended_us % 86400000000 + 86400000000) % 86400000000 AS last_day_us,
    CAST(v.ended_us - v.began_us AS DOUBLE) AS span_us
  FROM v_visit v
  LEFT JOIN v_run_known r ON r.session_id = v.session_id AND r.beginning = 'maintenance'
  WHERE r.session_id IS NULL
), digit AS (
  SELECT 0 AS n UNION ALL SELECT 1 AS n UNION ALL SELECT 2 AS n UNION ALL SELECT 3 AS n
  UNION ALL SELECT 4 AS n UNION ALL SELECT 5 AS n UNION ALL SELECT 6 AS n UNION ALL SELECT 7 AS n
  UNION ALL SELECT 8 AS n UNION ALL SELECT 9 AS n
), later AS (
  SELECT (100 * a.n + 10 * b.n + c.n + 1) * 86400000000 AS after_us
  FROM digit a CROSS JOIN digit b CROSS JOIN digit c
), active AS (
  SELECT device_id AS device_id, day_us AS day_us, 1 AS visits, span_us AS span_us FROM used
  UNION ALL
  SELECT u.device_id AS device_id, u.day_us + l.after_us AS day_us, 0 AS visits, 0.0 AS span_us
  FROM used u JOIN later l ON l.after_us <= u.last_day_us - u.day_us
  WHERE u.last_day_us > u.day_us
)
SELECT device_id AS device_id, day_us AS day_us, sum(visits) AS visits, sum(span_us) AS span_us
FROM active GROUP BY device_id, day_us;

-- 19. How many devices were in use each day, in UTC, and the visits that began on it.
CREATE VIEW v_daily_active AS
SELECT day_us AS day_us, count(DISTINCT device_id) AS active_devices, sum(visits) AS visits,
  CAST(sum(visits) AS DOUBLE) / count(DISTINCT device_id) AS visits_per_device,
  CASE WHEN sum(visits) > 0 THEN sum(span_us) / sum(visits) / 1000000 END AS avg_visit_s
FROM v_device_day GROUP BY day_us;

-- 20. How often a replay of a session had the same result.
CREATE VIEW v_replay_determinism AS
SELECT app_version AS app_version, count(*) AS replays,
  sum(CASE WHEN verdict = 'identical' THEN 1 ELSE 0 END) AS identical,
  sum(CASE WHEN verdict = 'different' THEN 1 ELSE 0 END) AS different,
  sum(CASE WHEN verdict = 'undecided' THEN 1 ELSE 0 END) AS undecided,
  CAST(sum(CASE WHEN verdict = 'identical' THEN 1 ELSE 0 END) AS DOUBLE) / count(*)
    AS determinism_rate,
  min(first_divergence_sequence) AS earliest_divergence_sequence
FROM v_replay_run WHERE mode = 'rerun' GROUP BY app_version;

-- 21. Sessions of which entries are missing that were not pruned, or requests have no outcome.
CREATE VIEW v_journal_integrity AS
SELECT session_id AS session_id, device_id AS device_id, entries AS entries,
  missing AS missing_entries, open_requests AS open_requests
FROM v_run WHERE missing <> 0 OR open_requests > 0;

-- 28. How many devices were in use each week, which begins on Monday in UTC: new are those that no
-- earlier week of the history has.
CREATE VIEW v_weekly_active AS
WITH used AS (
  SELECT device_id AS device_id,
    day_us - ((day_us + 259200000000) % 604800000000 + 604800000000) % 604800000000 AS week_us,
    count(*) AS days, sum(visits) AS visits
  FROM v_device_day
  GROUP BY device_id,
    day_us - ((day_us + 259200000000) % 604800000000 + 604800000000) % 604800000000
), placed AS (
  SELECT device_id AS device_id, week_us AS week_us, days AS days, visits AS visits,
    row_number() OVER (PARTITION BY device_id ORDER BY week_us) AS place
  FROM used
)
SELECT week_us AS week_us, count(*) AS active_devices,
  sum(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS new_devices, sum(visits) AS visits,
  sum(days) AS active_days, CAST(sum(days) AS DOUBLE) / count(*) AS days_per_device
FROM placed GROUP BY week_us;

-- 29. Of the devices that were first in use in a week, how many were in use again so many weeks
-- later: every week up to the newest of the history, which may not be over. At most a thousand.
CREATE VIEW v_retention AS
WITH used AS (
  SELECT device_id AS device_id,
    day_us - ((day_us + 259200000000) % 604800000000 + 604800000000) % 604800000000 AS week_us
  FROM v_device_day
  GROUP BY device_id,
    day_us - ((day_us + 259200000000) % 604800000000 + 604800000000) % 604800000000
), begun AS (
  SELECT device_id AS device_id, min(week_us) AS cohort_us FROM used GROUP BY device_id
), cohort AS (
  SELECT cohort_us AS cohort_us, count(*) AS devices FROM begun GROUP BY cohort_us
), again AS (
  SELECT b.cohort_us AS cohort_us, u.week_us AS week_us, count(*) AS devices
  FROM begun b JOIN used u ON u.device_id = b.device_id GROUP BY b.cohort_us, u.week_us
), newest AS (
  SELECT max(week_us) AS week_us FROM used
), digit AS (
  SELECT 0 AS n UNION ALL SELECT 1 AS n UNION ALL SELECT 2 AS n UNION ALL SELECT 3 AS n
  UNION ALL SELECT 4 AS n UNION ALL SELECT 5 AS n UNION ALL SELECT 6 AS n UNION ALL SELECT 7 AS n
  UNION ALL SELECT 8 AS n UNION ALL SELECT 9 AS n
), later AS (
  SELECT 100 * a.n + 10 * b.n + c.n AS weeks,
    (100 * a.n + 10 * b.n + c.n) * 604800000000 AS after_us
  FROM digit a CROSS JOIN digit b CROSS JOIN digit c
), slot AS (
  SELECT c.cohort_us AS cohort_us, c.devices AS devices, l.weeks AS weeks,
    c.cohort_us + l.after_us AS week_us
  FROM cohort c CROSS JOIN newest n JOIN later l ON c.cohort_us + l.after_us <= n.week_us
)
SELECT s.cohort_us AS cohort_us, s.weeks AS weeks_later, s.devices AS devices,
  coalesce(a.devices, 0) AS active_devices,
  CAST(coalesce(a.devices, 0) AS DOUBLE) / s.devices AS retention_rate
FROM slot s LEFT JOIN again a ON a.cohort_us = s.cohort_us AND a.week_us = s.week_us;

-- 30. On how many days, and in how many weeks, devices were in use.
CREATE VIEW v_active_days AS
WITH used AS (
  SELECT device_id AS device_id, count(*) AS days,
    count(DISTINCT day_us - ((day_us + 259200000000) % 604800000000 + 604800000000) % 604800000000)
      AS weeks
  FROM v_device_day GROUP BY device_id
), counted AS (
  SELECT 'days' AS unit, days AS active, count(*) AS devices FROM used GROUP BY days
  UNION ALL
  SELECT 'weeks' AS unit, weeks AS active, count(*) AS devices FROM used GROUP BY weeks
)
SELECT unit AS unit, active AS active, devices AS devices,
  CAST(devices AS DOUBLE) / (sum(devices) OVER (PARTITION BY unit)) AS share
FROM counted;

-- 31. How many visits there were, how long they were and how many screens they saw, by version of
-- the app. Work on a journal without its host is no visit.
CREATE VIEW v_visits AS
WITH seen AS (
  SELECT r.app_version AS app_version, v.device_id AS device_id, v.views AS views,
    v.ended_us - v.began_us AS span_us
  FROM v_visit v LEFT JOIN v_run_known r ON r.session_id = v.session_id
  WHERE coalesce(r.beginning, '') <> 'maintenance'
), ranked AS (
  SELECT app_version AS app_version, device_id AS device_id, views AS views, span_us AS span_us,
    row_number() OVER (PARTITION BY app_version ORDER BY span_us) AS place,
    row_number() OVER (PARTITION BY app_version ORDER BY views) AS views_place,
    count(*) OVER (PARTITION BY app_version) AS places
  FROM seen
)
SELECT app_version AS app_version, count(*) AS visits, count(DISTINCT device_id) AS devices,
  sum(CASE WHEN views = 1 THEN 1 ELSE 0 END) AS one_view_visits,
  sum(CAST(span_us AS DOUBLE)) / count(*) / 1000000 AS avg_visit_s,
  CAST(min(CASE WHEN place * 100 >= places * 50 THEN span_us END) AS DOUBLE) / 1000000
    AS p50_visit_s,
  CAST(min(CASE WHEN place * 100 >= places * 95 THEN span_us END) AS DOUBLE) / 1000000
    AS p95_visit_s,
  CAST(sum(views) AS DOUBLE) / count(*) AS avg_views,
  min(CASE WHEN views_place * 100 >= places * 50 THEN views END) AS p50_views,
  min(CASE WHEN views_place * 100 >= places * 95 THEN views END) AS p95_views
FROM ranked GROUP BY app_version;

-- 32. How long it took from a launch to the first screen, by version of the app and by how the
-- session began: until an entry named a screen, and until the host called one ready.
CREATE VIEW v_launch_time AS
WITH launch AS (
  SELECT app_version AS app_version, beginning AS beginning, first_screen_us AS screen_us,
    first_ready_us AS ready_us,
    count(first_screen_us) OVER launches AS screens, count(first_ready_us) OVER launches AS readies,
    row_number() OVER (PARTITION BY app_version, beginning, first_screen_us IS NULL
      ORDER BY first_screen_us) AS screen_place,
    row_number() OVER (PARTITION BY app_version, beginning, first_ready_us IS NULL
      ORDER BY first_ready_us) AS ready_place
  FROM v_run WHERE coalesce(beginning, '') <> 'maintenance'
  WINDOW launches AS (PARTITION BY app_version, beginning)
)
SELECT app_version AS app_version, beginning AS beginning, count(*) AS launches,
  count(screen_us) AS screen_launches,
  CAST(min(CASE WHEN screen_place * 100 >= screens * 50 THEN screen_us END) AS DOUBLE) / 1000
    AS p50_screen_ms,
  CAST(min(CASE WHEN screen_place * 100 >= screens * 95 THEN screen_us END) AS DOUBLE) / 1000
    AS p95_screen_ms,
  count(ready_us) AS ready_launches,
  CAST(min(CASE WHEN ready_place * 100 >= readies * 50 THEN ready_us END) AS DOUBLE) / 1000
    AS p50_ready_ms,
  CAST(min(CASE WHEN ready_place * 100 >= readies * 95 THEN ready_us END) AS DOUBLE) / 1000
    AS p95_ready_ms
FROM launch GROUP BY app_version, beginning;
