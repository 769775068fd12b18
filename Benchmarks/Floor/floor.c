#include "floor.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRY_COLUMNS = 24, SEEN_COLUMNS = 5, PAYLOAD_COLUMN = 21, COMMITS_HELD = 1000 };

typedef struct {
  int type;
  int size;
  sqlite3_int64 integer;
  char *bytes;
} value;

typedef struct {
  value entry[ENTRY_COLUMNS];
  value seen[SEEN_COLUMNS];
} row;

struct floor_rows {
  row *all;
  int64_t count, capacity;
};

struct floor_writer {
  sqlite3 *connection;
  sqlite3_stmt *begin, *commit, *insert, *find_seen, *upsert_seen, *hold;
  int commits_held;
};

static void read_value(sqlite3_stmt *statement, int column, value *into) {
  into->type = sqlite3_column_type(statement, column);
  if (into->type == SQLITE_INTEGER) into->integer = sqlite3_column_int64(statement, column);
  if (into->type != SQLITE_TEXT && into->type != SQLITE_BLOB) return;
  const void *bytes = sqlite3_column_blob(statement, column);
  into->size = sqlite3_column_bytes(statement, column);
  into->bytes = malloc((size_t)into->size + 1);
  if (into->bytes && into->size > 0) memcpy(into->bytes, bytes, (size_t)into->size);
}

static row *add_row(floor_rows *rows) {
  if (rows->count == rows->capacity) {
    int64_t capacity = rows->capacity ? rows->capacity * 2 : 1024;
    row *all = realloc(rows->all, (size_t)capacity * sizeof(row));
    if (!all) return NULL;
    rows->all = all;
    rows->capacity = capacity;
  }
  row *added = &rows->all[rows->count++];
  memset(added, 0, sizeof(row));
  return added;
}

floor_rows *floor_rows_read(const char *path) {
  sqlite3 *connection = NULL;
  sqlite3_stmt *entries = NULL, *seen = NULL;
  floor_rows *rows = calloc(1, sizeof(floor_rows));
  int code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, NULL);
  if (code == SQLITE_OK) {
    code = sqlite3_prepare_v2(
        connection, "SELECT * FROM journal ORDER BY sequence", -1, &entries, NULL);
  }
  while (code == SQLITE_OK && sqlite3_step(entries) == SQLITE_ROW) {
    row *added = add_row(rows);
    if (!added) {
      code = SQLITE_NOMEM;
      break;
    }
    for (int i = 0; i < ENTRY_COLUMNS; i++) read_value(entries, i, &added->entry[i]);
  }
  sqlite3_finalize(entries);
  // A source id belongs to the first entry of its request.
  if (code == SQLITE_OK) {
    code = sqlite3_prepare_v2(
        connection, "SELECT source, fingerprint, request, outcome, seen_us FROM seen", -1, &seen,
        NULL);
  }
  while (code == SQLITE_OK && sqlite3_step(seen) == SQLITE_ROW) {
    int64_t index = sqlite3_column_int64(seen, 2) - 1;
    if (index < 0 || index >= rows->count) continue;
    for (int i = 0; i < SEEN_COLUMNS; i++) read_value(seen, i, &rows->all[index].seen[i]);
  }
  sqlite3_finalize(seen);
  sqlite3_close(connection);
  if (code == SQLITE_OK) return rows;
  floor_rows_free(rows);
  return NULL;
}

int64_t floor_rows_count(const floor_rows *rows) { return rows->count; }

int64_t floor_rows_payload(const floor_rows *rows, int64_t index) {
  return rows->all[index].entry[PAYLOAD_COLUMN].size;
}

void floor_rows_free(floor_rows *rows) {
  for (int64_t index = 0; index < rows->count; index++) {
    for (int i = 0; i < ENTRY_COLUMNS; i++) free(rows->all[index].entry[i].bytes);
    for (int i = 0; i < SEEN_COLUMNS; i++) free(rows->all[index].seen[i].bytes);
  }
  free(rows->all);
  free(rows);
}

static int prepare(floor_writer *writer, const char *sql, sqlite3_stmt **into) {
  return sqlite3_prepare_v3(
      writer->connection, sql, -1, SQLITE_PREPARE_PERSISTENT, into, NULL);
}

static int prepare_all(floor_writer *writer, int survives_power_cut) {
  int code = sqlite3_exec(
      writer->connection,
      survives_power_cut ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL", NULL, NULL,
      NULL);
  if (code != SQLITE_OK) return code;
  code = sqlite3_exec(
      writer->connection,
      "PRAGMA cell_size_check=ON; PRAGMA journal_mode=WAL; PRAGMA temp_store=MEMORY;"
      "PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON; PRAGMA wal_autocheckpoint=4000;"
      "PRAGMA journal_size_limit=16384000",
      NULL, NULL, NULL);
  if (code == SQLITE_OK) code = prepare(writer, "BEGIN IMMEDIATE", &writer->begin);
  if (code == SQLITE_OK) code = prepare(writer, "COMMIT", &writer->commit);
  if (code == SQLITE_OK) {
    code = prepare(
        writer,
        "INSERT INTO journal VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,"
        "?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)",
        &writer->insert);
  }
  if (code == SQLITE_OK) {
    code = prepare(
        writer,
        "SELECT source, fingerprint, request, outcome, seen_us FROM seen WHERE source = ?1",
        &writer->find_seen);
  }
  if (code == SQLITE_OK) {
    code = prepare(
        writer,
        "INSERT INTO seen (source, fingerprint, request, outcome, seen_us)"
        "VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (source) DO UPDATE SET"
        " fingerprint = excluded.fingerprint, request = excluded.request,"
        " outcome = excluded.outcome",
        &writer->upsert_seen);
  }
  return code;
}

floor_writer *floor_open(const char *path, int survives_power_cut) {
  floor_writer *writer = calloc(1, sizeof(floor_writer));
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
  int code = sqlite3_open_v2(path, &writer->connection, flags, NULL);
  if (code == SQLITE_OK) {
    sqlite3_db_config(writer->connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    sqlite3_db_config(writer->connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
    sqlite3_db_config(writer->connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
    code = prepare_all(writer, survives_power_cut);
  }
  if (code == SQLITE_OK) return writer;
  floor_close(writer);
  return NULL;
}

void floor_close(floor_writer *writer) {
  sqlite3_finalize(writer->begin);
  sqlite3_finalize(writer->commit);
  sqlite3_finalize(writer->insert);
  sqlite3_finalize(writer->find_seen);
  sqlite3_finalize(writer->upsert_seen);
  sqlite3_finalize(writer->hold);
  sqlite3_close(writer->connection);
  free(writer);
}

static void bind(sqlite3_stmt *statement, int index, const value *value) {
  switch (value->type) {
    case SQLITE_INTEGER: sqlite3_bind_int64(statement, index, value->integer); break;
    case SQLITE_TEXT:
      sqlite3_bind_text(statement, index, value->bytes, value->size, SQLITE_STATIC);
      break;
    case SQLITE_BLOB:
      sqlite3_bind_blob(statement, index, value->bytes, value->size, SQLITE_STATIC);
      break;
    default: break;
  }
}

static int run(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int floor_append(floor_writer *writer, const floor_rows *rows, int64_t index) {
  const row *row = &rows->all[index];
  sqlite3_clear_bindings(writer->insert);
  for (int i = 0; i < ENTRY_COLUMNS; i++) bind(writer->insert, i + 1, &row->entry[i]);
  return run(writer->insert);
}

int floor_append_holding(floor_writer *writer, const floor_rows *rows, int64_t index) {
  if (!writer->hold) {
    int code = prepare(writer, "SELECT sequence FROM journal", &writer->hold);
    if (code != SQLITE_OK) return code;
  }
  // The log can be restarted only while no connection reads from it.
  if (writer->commits_held == COMMITS_HELD) {
    sqlite3_reset(writer->hold);
    writer->commits_held = 0;
  }
  int code = floor_append(writer, rows, index);
  if (code == SQLITE_OK && writer->commits_held++ == 0) {
    code = sqlite3_step(writer->hold) == SQLITE_ROW ? SQLITE_OK : SQLITE_ERROR;
  }
  return code;
}

int floor_append_seen(floor_writer *writer, const floor_rows *rows, int64_t index) {
  const row *row = &rows->all[index];
  bind(writer->find_seen, 1, &row->seen[0]);
  int found = sqlite3_step(writer->find_seen);
  sqlite3_reset(writer->find_seen);
  if (found != SQLITE_DONE) return SQLITE_CONSTRAINT;
  int code = run(writer->begin);
  if (code == SQLITE_OK) code = floor_append(writer, rows, index);
  if (code == SQLITE_OK) {
    for (int i = 0; i < SEEN_COLUMNS; i++) bind(writer->upsert_seen, i + 1, &row->seen[i]);
    code = run(writer->upsert_seen);
  }
  if (code == SQLITE_OK) code = run(writer->commit);
  return code;
}
