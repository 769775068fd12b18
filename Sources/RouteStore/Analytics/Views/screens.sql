-- Questions about screens
-- =======================
--
-- Over the base relations only, in SQL that other engines run unchanged: no division of integers,
-- no window within arithmetic, every column with its name. Spans of time are summed as numbers that
-- cannot overflow: of a stranger's file they may be any.
--
-- Percentiles are nearest rank. For question 2, values are counted first, in slots that are a
-- microsecond, a millisecond or a second wide; then only the values in the slot with the percentile
-- are ordered: of a million dwell times, all different, that takes a quarter of the time of
-- ordering all. Numbers that no clock shows have a slot each, so that none overflows.

-- How many views have the same screen and the same two after it, and how many of them began a visit.
CREATE VIEW v_screen_path AS
SELECT screen AS screen, next_screen AS next_screen, screen_after_next AS screen_after_next,
  count(*) AS views, sum(CASE WHEN view_number = 1 THEN 1 ELSE 0 END) AS entrances
FROM v_screen_view GROUP BY screen, next_screen, screen_after_next;

-- How often each session saw each screen, and for how long.
CREATE VIEW v_screen_session AS
SELECT screen AS screen, session_id AS session_id, count(*) AS views,
  sum(CAST(dwell_us AS DOUBLE)) AS dwell_us
FROM v_screen_view GROUP BY screen, session_id;

-- How often each screen was seen for how long.
CREATE VIEW v_screen_time AS
SELECT screen AS screen, dwell_us AS dwell_us, count(*) AS views
FROM v_screen_view WHERE dwell_us IS NOT NULL GROUP BY screen, dwell_us;

-- The views of screens that visits came back to, with one other between.
CREATE VIEW v_screen_return AS
SELECT visit_id AS visit_id, view_number AS view_number, screen AS screen,
  next_screen AS next_screen
FROM v_screen_view WHERE screen = screen_after_next AND screen <> next_screen;

-- The views of the screens of funnels.
CREATE VIEW v_funnel_view AS
SELECT screen AS screen, visit_id AS visit_id, view_number AS view_number
FROM v_screen_view WHERE screen IN (SELECT screen FROM funnel_step);

-- 1. Which screens are seen, how often, how long.
CREATE VIEW v_screen_views AS
SELECT screen AS screen, sum(views) AS views, count(DISTINCT session_id) AS sessions,
  sum(dwell_us) / 1000000 AS total_dwell_s
FROM v_screen_session GROUP BY screen;

-- 2. How long people stay on each screen.
CREATE VIEW v_screen_dwell AS
WITH slot AS (
  SELECT screen AS screen, dwell_us - dwell_us % CASE WHEN dwell_us < 1000 THEN 1
      WHEN dwell_us < 1000000 THEN 1000 WHEN dwell_us < 9000000000000000000 THEN 1000000
      ELSE 1 END AS slot_us,
    sum(views) AS times, sum(CAST(dwell_us AS DOUBLE) * views) AS total_us
  FROM v_screen_time
  GROUP BY screen, dwell_us - dwell_us % CASE WHEN dwell_us < 1000 THEN 1
    WHEN dwell_us < 1000000 THEN 1000 WHEN dwell_us < 9000000000000000000 THEN 1000000
    ELSE 1 END
), ordered AS (
  SELECT screen AS screen, slot_us AS slot_us, times AS times,
    sum(times) OVER (PARTITION BY screen ORDER BY slot_us) AS place,
    sum(times) OVER (PARTITION BY screen) AS places
  FROM slot
), chosen AS (
  SELECT screen AS screen, slot_us AS slot_us, place - times AS earlier, places AS places,
    CASE WHEN slot_us < 1000 THEN slot_us WHEN slot_us < 1000000 THEN slot_us + 999
      WHEN slot_us < 9000000000000000000 THEN slot_us + 999999 ELSE slot_us END AS last_us
  FROM ordered
  WHERE (place - times) * 100 < places * 50 AND place * 100 >= places * 50
    OR (place - times) * 100 < places * 95 AND place * 100 >= places * 95
), taken AS (
  SELECT c.screen AS screen, c.places AS places, c.earlier AS earlier, v.dwell_us AS dwell_us,
    sum(v.views) AS times
  FROM chosen c JOIN v_screen_time v ON v.screen = c.screen
    AND v.dwell_us >= c.slot_us AND v.dwell_us <= c.last_us
  GROUP BY c.screen, c.places, c.earlier, v.dwell_us
), ranked AS (
  SELECT screen AS screen, places AS places, dwell_us AS dwell_us,
    earlier + (sum(times) OVER (PARTITION BY screen, earlier ORDER BY dwell_us)) AS place
  FROM taken
), percentile AS (
  SELECT screen AS screen,
    min(CASE WHEN place * 100 >= places * 50 THEN dwell_us END) AS p50_us,
    min(CASE WHEN place * 100 >= places * 95 THEN dwell_us END) AS p95_us
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
WITH edge AS (
  SELECT screen AS from_screen, next_screen AS to_screen, sum(views) AS transitions
  FROM v_screen_path GROUP BY screen, next_screen
)
SELECT from_screen AS from_screen, coalesce(to_screen, '(exit)') AS to_screen,
  transitions AS transitions,
  CAST(transitions AS DOUBLE) / (sum(transitions) OVER (PARTITION BY from_screen)) AS probability
FROM edge;

-- 4. Where visits begin and end, and which saw one screen only.
CREATE VIEW v_entry_exit AS
SELECT screen AS screen, sum(views) AS views, sum(entrances) AS entrances,
  sum(CASE WHEN next_screen IS NULL THEN views ELSE 0 END) AS exits,
  sum(CASE WHEN next_screen IS NULL THEN entrances ELSE 0 END) AS bounces,
  CAST(sum(CASE WHEN next_screen IS NULL THEN views ELSE 0 END) AS DOUBLE) / sum(views)
    AS exit_rate
FROM v_screen_path GROUP BY screen;

-- 5. Three screens in a row within a visit.
CREATE VIEW v_top_paths AS
SELECT screen || ' > ' || next_screen || ' > ' || screen_after_next AS path, 3 AS steps,
  sum(views) AS occurrences
FROM v_screen_path WHERE screen_after_next IS NOT NULL
GROUP BY screen, next_screen, screen_after_next;

-- The visits that get through the steps of each funnel, at most eight, in their order, a row for
-- each step: a step counts at its first touch after the one before.
CREATE VIEW v_funnel_touch AS
WITH touch AS (
  SELECT f.funnel AS funnel, f.step AS step, v.visit_id AS visit_id, v.view_number AS view_number
  FROM funnel_step f JOIN v_funnel_view v ON v.screen = f.screen
), touch_1 AS (
  SELECT funnel AS funnel, visit_id AS visit_id, min(view_number) AS view_number
  FROM touch WHERE step = 1 GROUP BY funnel, visit_id
), touch_2 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_number) AS view_number
  FROM touch_1 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 2 AND t.view_number > e.view_number GROUP BY t.funnel, t.visit_id
), touch_3 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_number) AS view_number
  FROM touch_2 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 3 AND t.view_number > e.view_number GROUP BY t.funnel, t.visit_id
), touch_4 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_number) AS view_number
  FROM touch_3 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 4 AND t.view_number > e.view_number GROUP BY t.funnel, t.visit_id
), touch_5 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_number) AS view_number
  FROM touch_4 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 5 AND t.view_number > e.view_number GROUP BY t.funnel, t.visit_id
), touch_6 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_number) AS view_number
  FROM touch_5 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 6 AND t.view_number > e.view_number GROUP BY t.funnel, t.visit_id
), touch_7 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_number) AS view_number
  FROM touch_6 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 7 AND t.view_number > e.view_number GROUP BY t.funnel, t.visit_id
), touch_8 AS (
  SELECT t.funnel AS funnel, t.visit_id AS visit_id, min(t.view_number) AS view_number
  FROM touch_7 e JOIN touch t ON t.funnel = e.funnel AND t.visit_id = e.visit_id
  WHERE t.step = 8 AND t.view_number > e.view_number GROUP BY t.funnel, t.visit_id
)
SELECT funnel AS funnel, 1 AS step, visit_id AS visit_id FROM touch_1
UNION ALL
SELECT funnel AS funnel, 2 AS step, visit_id AS visit_id FROM touch_2
UNION ALL
SELECT funnel AS funnel, 3 AS step, visit_id AS visit_id FROM touch_3
UNION ALL
SELECT funnel AS funnel, 4 AS step, visit_id AS visit_id FROM touch_4
UNION ALL
SELECT funnel AS funnel, 5 AS step, visit_id AS visit_id FROM touch_5
UNION ALL
SELECT funnel AS funnel, 6 AS step, visit_id AS visit_id FROM touch_6
UNION ALL
SELECT funnel AS funnel, 7 AS step, visit_id AS visit_id FROM touch_7
UNION ALL
SELECT funnel AS funnel, 8 AS step, visit_id AS visit_id FROM touch_8;

-- 6. How many visits get through the steps of each funnel.
CREATE VIEW v_funnel AS
WITH reached AS (
  SELECT funnel AS funnel, step AS step, count(*) AS visits
  FROM v_funnel_touch GROUP BY funnel, step
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

-- 17. Two screens between which a visit goes there and back, and there and back again: two turns
-- back, one right after the other.
CREATE VIEW v_navigation_loops AS
WITH turn AS (
  SELECT visit_id AS visit_id, view_number AS view_number, screen AS screen,
    next_screen AS next_screen,
    lead(view_number) OVER (PARTITION BY visit_id ORDER BY view_number) AS next_number
  FROM v_screen_return
)
SELECT screen AS screen_a, next_screen AS screen_b, count(*) AS loops,
  count(DISTINCT visit_id) AS visits
FROM turn WHERE next_number = view_number + 1
GROUP BY screen, next_screen;

-- 22. How visits get through the steps of each funnel by what opened them, each compared with the
-- visits that the others of its kind opened: the entry point of a visit's first request that is no
-- action of the user's own, and the variant of its first request whose route has variants. With
-- the counts go the variance of the difference and chi square of the table of two by two, with one
-- degree of freedom.
CREATE VIEW v_funnel_split AS
WITH side AS (
  SELECT visit_id AS visit_id, 'entry point' AS split,
    CASE WHEN 1 = 0 THEN variant_route END AS route,
    coalesce(entry_point, '(none)') AS name
  FROM v_visit
  UNION ALL
  SELECT visit_id AS visit_id, 'variant' AS split, variant_route AS route, variant AS name
  FROM v_visit WHERE variant IS NOT NULL
), reached AS (
  SELECT t.funnel AS funnel, s.split AS split, s.route AS route, s.name AS name, t.step AS step,
    count(*) AS visits
  FROM v_funnel_touch t JOIN side s ON s.visit_id = t.visit_id
  GROUP BY t.funnel, s.split, s.route, s.name, t.step
), begun AS (
  SELECT funnel AS funnel, split AS split, route AS route, name AS name, visits AS beginning
  FROM reached WHERE step = 1
), counted AS (
  SELECT b.funnel AS funnel, b.split AS split, b.route AS route, b.name AS name, f.step AS step,
    f.screen AS screen, b.beginning AS beginning,
    max(CASE WHEN r.step = f.step THEN r.visits ELSE 0 END) AS visits
  FROM begun b
  JOIN funnel_step f ON f.funnel = b.funnel
  JOIN reached r ON r.funnel = b.funnel AND r.split = b.split AND r.name = b.name
    AND coalesce(r.route, '') = coalesce(b.route, '')
  WHERE f.step BETWEEN 1 AND 8
  GROUP BY b.funnel, b.split, b.route, b.name, f.step, f.screen, b.beginning
), compared AS (
  SELECT funnel AS funnel, split AS split, route AS route, name AS name, step AS step,
    screen AS screen, beginning AS beginning, visits AS visits,
    lag(visits) OVER (PARTITION BY funnel, split, route, name ORDER BY step) AS earlier,
    sum(beginning) OVER (PARTITION BY funnel, split, route, step) AS all_beginning,
    sum(visits) OVER (PARTITION BY funnel, split, route, step) AS all_visits
  FROM counted
), rated AS (
  SELECT funnel AS funnel, split AS split, route AS route, name AS name, step AS step,
    screen AS screen, visits AS visits, earlier AS earlier,
    all_beginning - beginning AS other_beginning, all_visits - visits AS other_visits,
    CAST(visits AS DOUBLE) AS a, CAST(beginning - visits AS DOUBLE) AS b,
    CAST(all_visits - visits AS DOUBLE) AS c,
    CAST(all_beginning - beginning - all_visits + visits AS DOUBLE) AS d
  FROM compared
)
SELECT funnel AS funnel, split AS split, route AS route, name AS name, step AS step,
  screen AS screen, visits AS visits,
  CASE WHEN earlier > 0 THEN CAST(visits AS DOUBLE) / earlier END AS step_conversion,
  a / (a + b) AS total_conversion, other_beginning AS other_beginning,
  other_visits AS other_visits, CASE WHEN c + d > 0 THEN c / (c + d) END AS other_conversion,
  CASE WHEN c + d > 0 THEN a / (a + b) - c / (c + d) END AS difference,
  CASE WHEN c + d > 0 THEN a * b / (a + b) / (a + b) / (a + b)
    + c * d / (c + d) / (c + d) / (c + d) END AS variance,
  CASE WHEN c + d > 0 AND a + c > 0 AND b + d > 0 THEN (a * d - b * c) * (a * d - b * c)
    / (a + b) * (a + b + c + d) / (c + d) / (a + c) / (b + d) END AS chi_square
FROM rated;
