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
--    9 duration_us    from the arrival of the request to the entry; after a relaunch, from when
--                     that launch first took it up
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

-- One run of the host; a projection of its entries, which reach from first_sequence up to the first
-- one of the next session. last_sequence is its newest entry of the kinds foreground, background
-- and ended; ended_us is that entry's moment, NULL for foreground. identifier and device are unique
-- everywhere, number only in this file.
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
-- tokens stand for. A token is half of HMAC-SHA-256(key, value), in letters and digits. Deleting
-- the key deletes the values.
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
