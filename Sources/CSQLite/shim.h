// C code that Swift cannot express: a casting macro and variadic functions of SQLite's interface,
// and the processor's instructions for SHA-256.
#ifndef CROUTESQLITE_SHIM_H
#define CROUTESQLITE_SHIM_H

#include <sqlite3.h>

/// Tells SQLite to copy bound bytes before the call returns (the macro casts -1 to a pointer).
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Switches one SQLITE_DBCONFIG_* option on or off.
static inline int csqlite_set_option(sqlite3 *connection, int option, int on) {
  return sqlite3_db_config(connection, option, on, (int *)0);
}

/// Switches SQLite's count of its memory on or off for the whole process, before its first use.
static inline int csqlite_count_memory(int on) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, on);
}

#include "sha256.h"

#endif
