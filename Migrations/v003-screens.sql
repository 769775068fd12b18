-- Questions about screens
-- =======================
--
-- Over the base relations only, in SQL that other engines run unchanged: no division of integers,
-- no window within arithmetic, every column with its name. Percentiles are nearest rank; equal
-- values are counted first, so that the window runs over what is different.

-- 1. Which screens are seen, how often, how long.
CREATE VIEW v_screen_views AS
SELECT screen AS screen, count(*) AS views, count(DISTINCT session_id) AS sessions,
  CAST(sum(dwell_us) AS DOUBLE) / 1000000 AS total_dwell_s
FROM v_screen_view GROUP BY screen;

-- 2. How long people stay on each screen.
CREATE VIEW v_screen_dwell AS
WITH dwelt AS (
  SELECT screen AS screen, dwell_us AS dwell_us, count(*) AS times
  FROM v_screen_view WHERE dwell_us IS NOT NULL GROUP BY screen, dwell_us
), ranked AS (
  SELECT screen AS screen, dwell_us AS dwell_us, times AS times,
    sum(times) OVER (PARTITION BY screen ORDER BY dwell_us) AS place,
    sum(times) OVER (PARTITION BY screen) AS places
  FROM dwelt
)
SELECT screen AS screen, sum(times) AS views,
  CAST(sum(dwell_us * times) AS DOUBLE) / sum(times) / 1000 AS avg_dwell_ms,
  CAST(min(CASE WHEN place * 100 >= places * 50 THEN dwell_us END) AS DOUBLE) / 1000
    AS p50_dwell_ms,
  CAST(min(CASE WHEN place * 100 >= places * 95 THEN dwell_us END) AS DOUBLE) / 1000
    AS p95_dwell_ms
FROM ranked GROUP BY screen;

-- 3. Where people go from each screen within a visit.
CREATE VIEW v_screen_transitions AS
WITH step AS (
  SELECT screen AS from_screen,
    lead(screen) OVER (PARTITION BY visit_id ORDER BY view_id) AS to_screen
  FROM v_screen_view
), edge AS (
  SELECT from_screen AS from_screen, coalesce(to_screen, '(exit)') AS to_screen,
    count(*) AS transitions
  FROM step GROUP BY from_screen, coalesce(to_screen, '(exit)')
)
SELECT from_screen AS from_screen, to_screen AS to_screen, transitions AS transitions,
  CAST(transitions AS DOUBLE) / (sum(transitions) OVER (PARTITION BY from_screen)) AS probability
FROM edge;

-- 4. Where visits begin and end, and which saw one screen only.
CREATE VIEW v_entry_exit AS
WITH placed AS (
  SELECT screen AS screen, view_id AS view_id,
    min(view_id) OVER (PARTITION BY visit_id) AS entrance,
    max(view_id) OVER (PARTITION BY visit_id) AS departure
  FROM v_screen_view
)
SELECT screen AS screen, count(*) AS views,
  sum(CASE WHEN view_id = entrance THEN 1 ELSE 0 END) AS entrances,
  sum(CASE WHEN view_id = departure THEN 1 ELSE 0 END) AS exits,
  sum(CASE WHEN entrance = departure THEN 1 ELSE 0 END) AS bounces,
  CAST(sum(CASE WHEN view_id = departure THEN 1 ELSE 0 END) AS DOUBLE) / count(*) AS exit_rate
FROM placed GROUP BY screen;

-- 5. Three screens in a row within a visit.
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

-- 6. How many visits get through the steps of each funnel, at most eight, in their order: each step
-- counts at its first touch after the one before.
CREATE VIEW v_funnel AS
WITH touch AS (
  SELECT f.funnel AS funnel, f.step AS step, v.visit_id AS visit_id, v.view_id AS view_id
  FROM v_screen_view v JOIN funnel_step f ON f.screen = v.screen
), touch_1 AS (
  SELECT funnel AS funnel, step AS step, visit_id AS visit_id, view_id AS view_id, 0 AS depth,
    min(CASE WHEN step = 1 THEN view_id END) OVER (PARTITION BY funnel, visit_id) AS touched
  FROM touch
), touch_2 AS (
  SELECT funnel AS funnel, step AS step, visit_id AS visit_id, view_id AS view_id,
    depth + CASE WHEN touched IS NULL THEN 0 ELSE 1 END AS depth,
    min(CASE WHEN step = 2 AND view_id > touched THEN view_id END)
      OVER (PARTITION BY funnel, visit_id) AS touched
  FROM touch_1
), touch_3 AS (
  SELECT funnel AS funnel, step AS step, visit_id AS visit_id, view_id AS view_id,
    depth + CASE WHEN touched IS NULL THEN 0 ELSE 1 END AS depth,
    min(CASE WHEN step = 3 AND view_id > touched THEN view_id END)
      OVER (PARTITION BY funnel, visit_id) AS touched
  FROM touch_2
), touch_4 AS (
  SELECT funnel AS funnel, step AS step, visit_id AS visit_id, view_id AS view_id,
    depth + CASE WHEN touched IS NULL THEN 0 ELSE 1 END AS depth,
    min(CASE WHEN step = 4 AND view_id > touched THEN view_id END)
      OVER (PARTITION BY funnel, visit_id) AS touched
  FROM touch_3
), touch_5 AS (
  SELECT funnel AS funnel, step AS step, visit_id AS visit_id, view_id AS view_id,
    depth + CASE WHEN touched IS NULL THEN 0 ELSE 1 END AS depth,
    min(CASE WHEN step = 5 AND view_id > touched THEN view_id END)
      OVER (PARTITION BY funnel, visit_id) AS touched
  FROM touch_4
), touch_6 AS (
  SELECT funnel AS funnel, step AS step, visit_id AS visit_id, view_id AS view_id,
    depth + CASE WHEN touched IS NULL THEN 0 ELSE 1 END AS depth,
    min(CASE WHEN step = 6 AND view_id > touched THEN view_id END)
      OVER (PARTITION BY funnel, visit_id) AS touched
  FROM touch_5
), touch_7 AS (
  SELECT funnel AS funnel, step AS step, visit_id AS visit_id, view_id AS view_id,
    depth + CASE WHEN touched IS NULL THEN 0 ELSE 1 END AS depth,
    min(CASE WHEN step = 7 AND view_id > touched THEN view_id END)
      OVER (PARTITION BY funnel, visit_id) AS touched
  FROM touch_6
), touch_8 AS (
  SELECT funnel AS funnel, step AS step, visit_id AS visit_id, view_id AS view_id,
    depth + CASE WHEN touched IS NULL THEN 0 ELSE 1 END AS depth,
    min(CASE WHEN step = 8 AND view_id > touched THEN view_id END)
      OVER (PARTITION BY funnel, visit_id) AS touched
  FROM touch_7
), visit AS (
  SELECT funnel AS funnel, visit_id AS visit_id,
    max(depth + CASE WHEN touched IS NULL THEN 0 ELSE 1 END) AS depth
  FROM touch_8 GROUP BY funnel, visit_id
), reached AS (
  SELECT funnel AS funnel, depth AS depth, count(*) AS visits
  FROM visit GROUP BY funnel, depth
), counted AS (
  SELECT f.funnel AS funnel, f.step AS step, f.screen AS screen,
    sum(CASE WHEN r.depth >= f.step THEN r.visits ELSE 0 END) AS visits
  FROM funnel_step f LEFT JOIN reached r ON r.funnel = f.funnel
  WHERE f.step BETWEEN 1 AND 8
  GROUP BY f.funnel, f.step, f.screen
), compared AS (
  SELECT funnel AS funnel, step AS step, screen AS screen, visits AS visits,
    lag(visits) OVER (PARTITION BY funnel ORDER BY step) AS earlier,
    first_value(visits) OVER (PARTITION BY funnel ORDER BY step) AS beginning
  FROM counted
)
SELECT funnel AS funnel, step AS step, screen AS screen, visits AS visits,
  CASE WHEN earlier > 0 THEN CAST(visits AS DOUBLE) / earlier END AS step_conversion,
  CASE WHEN beginning > 0 THEN CAST(visits AS DOUBLE) / beginning END AS total_conversion,
  earlier - visits AS drop_off
FROM compared;

-- 17. Two screens between which a visit goes there and back, and there and back again.
CREATE VIEW v_navigation_loops AS
WITH step AS (
  SELECT visit_id AS visit_id, screen AS screen_a,
    lead(screen, 1) OVER (PARTITION BY visit_id ORDER BY view_id) AS screen_b,
    lead(screen, 2) OVER (PARTITION BY visit_id ORDER BY view_id) AS screen_c,
    lead(screen, 3) OVER (PARTITION BY visit_id ORDER BY view_id) AS screen_d
  FROM v_screen_view
)
SELECT screen_a AS screen_a, screen_b AS screen_b, count(*) AS loops,
  count(DISTINCT visit_id) AS visits
FROM step WHERE screen_a = screen_c AND screen_b = screen_d AND screen_a <> screen_b
GROUP BY screen_a, screen_b;
