-- Questions about screens
-- =======================
--
-- Over the base relations only, in SQL that other engines run unchanged: no division of integers,
-- no window within arithmetic, every column with its name. Spans of time are summed as numbers that
-- cannot overflow: of a stranger's file they may be any.
--
-- Percentiles are nearest rank. Values are counted in slots first, each a hundredth of what lies in
-- it or less, so that a window orders the slots and another one only the values of the slot that
-- has the percentile: of a million dwell times a quarter of the time that ordering all takes.

-- 1. Which screens are seen, how often, how long.
CREATE VIEW v_screen_views AS
SELECT screen AS screen, count(*) AS views, count(DISTINCT session_id) AS sessions,
  sum(CAST(dwell_us AS DOUBLE)) / 1000000 AS total_dwell_s
FROM v_screen_view GROUP BY screen;

-- 2. How long people stay on each screen.
CREATE VIEW v_screen_dwell AS
WITH slot AS (
  SELECT screen AS screen, dwell_us - dwell_us % CASE WHEN dwell_us < 10000 THEN 100
      WHEN dwell_us < 1000000 THEN 10000 ELSE 1000000 END AS slot_us,
    count(*) AS times, sum(CAST(dwell_us AS DOUBLE)) AS total_us
  FROM v_screen_view WHERE dwell_us IS NOT NULL
  GROUP BY screen, dwell_us - dwell_us % CASE WHEN dwell_us < 10000 THEN 100
    WHEN dwell_us < 1000000 THEN 10000 ELSE 1000000 END
), ordered AS (
  SELECT screen AS screen, slot_us AS slot_us, times AS times,
    sum(times) OVER (PARTITION BY screen ORDER BY slot_us) AS place,
    sum(times) OVER (PARTITION BY screen) AS places
  FROM slot
), chosen AS (
  SELECT screen AS screen, slot_us AS slot_us, place - times AS earlier, places AS places
  FROM ordered
  WHERE (place - times) * 100 < places * 50 AND place * 100 >= places * 50
    OR (place - times) * 100 < places * 95 AND place * 100 >= places * 95
), ranked AS (
  SELECT c.screen AS screen, c.places AS places, c.earlier AS earlier, v.dwell_us AS dwell_us,
    row_number() OVER (PARTITION BY c.screen, c.slot_us ORDER BY v.dwell_us) AS place
  FROM chosen c JOIN v_screen_view v ON v.screen = c.screen
    AND v.dwell_us - v.dwell_us % CASE WHEN v.dwell_us < 10000 THEN 100
      WHEN v.dwell_us < 1000000 THEN 10000 ELSE 1000000 END = c.slot_us
), percentile AS (
  SELECT screen AS screen,
    min(CASE WHEN (earlier + place) * 100 >= places * 50 THEN dwell_us END) AS p50_us,
    min(CASE WHEN (earlier + place) * 100 >= places * 95 THEN dwell_us END) AS p95_us
  FROM ranked GROUP BY screen
), total AS (
  SELECT screen AS screen, sum(times) AS views, sum(total_us) AS total_us
  FROM slot GROUP BY screen
)
SELECT t.screen AS screen, t.views AS views,
  t.total_us / t.views / 1000 AS avg_dwell_ms,
  CAST(p.p50_us AS DOUBLE) / 1000 AS p50_dwell_ms,
  CAST(p.p95_us AS DOUBLE) / 1000 AS p95_dwell_ms
FROM total t JOIN percentile p ON p.screen = t.screen;

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
  FROM funnel_step f JOIN v_screen_view v ON v.screen = f.screen
), touch_1 AS (
  SELECT funnel AS funnel, visit_id AS visit_id, min(view_id) AS view_id
  FROM touch WHERE step = 1 GROUP BY funnel, visit_id
), touch_2 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_id) AS view_id
  FROM touch_1 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 2 AND t.view_id > e.view_id GROUP BY t.funnel, t.visit_id
), touch_3 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_id) AS view_id
  FROM touch_2 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 3 AND t.view_id > e.view_id GROUP BY t.funnel, t.visit_id
), touch_4 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_id) AS view_id
  FROM touch_3 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 4 AND t.view_id > e.view_id GROUP BY t.funnel, t.visit_id
), touch_5 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_id) AS view_id
  FROM touch_4 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 5 AND t.view_id > e.view_id GROUP BY t.funnel, t.visit_id
), touch_6 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_id) AS view_id
  FROM touch_5 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 6 AND t.view_id > e.view_id GROUP BY t.funnel, t.visit_id
), touch_7 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_id) AS view_id
  FROM touch_6 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 7 AND t.view_id > e.view_id GROUP BY t.funnel, t.visit_id
), touch_8 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_id) AS view_id
  FROM touch_7 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 8 AND t.view_id > e.view_id GROUP BY t.funnel, t.visit_id
), reached AS (
  SELECT funnel AS funnel, 1 AS step, count(*) AS visits FROM touch_1 GROUP BY funnel
  UNION ALL
  SELECT funnel AS funnel, 2 AS step, count(*) AS visits FROM touch_2 GROUP BY funnel
  UNION ALL
  SELECT funnel AS funnel, 3 AS step, count(*) AS visits FROM touch_3 GROUP BY funnel
  UNION ALL
  SELECT funnel AS funnel, 4 AS step, count(*) AS visits FROM touch_4 GROUP BY funnel
  UNION ALL
  SELECT funnel AS funnel, 5 AS step, count(*) AS visits FROM touch_5 GROUP BY funnel
  UNION ALL
  SELECT funnel AS funnel, 6 AS step, count(*) AS visits FROM touch_6 GROUP BY funnel
  UNION ALL
  SELECT funnel AS funnel, 7 AS step, count(*) AS visits FROM touch_7 GROUP BY funnel
  UNION ALL
  SELECT funnel AS funnel, 8 AS step, count(*) AS visits FROM touch_8 GROUP BY funnel
), counted AS (
  SELECT f.funnel AS funnel, f.step AS step, f.screen AS screen, coalesce(r.visits, 0) AS visits
  FROM funnel_step f LEFT JOIN reached r ON r.funnel = f.funnel AND r.step = f.step
  WHERE f.step BETWEEN 1 AND 8
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
