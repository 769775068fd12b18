// What Swift cannot express of SQLite's C interface: a macro that casts, and variadic functions.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/// Tells SQLite to copy bound bytes before the call returns (the macro casts -1 to a function pointer).
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Switches one SQLITE_DBCONFIG_* option on or off.
static inline int csqlite_set_option(sqlite3 *connection, int option, int on) {
  return sqlite3_db_config(connection, option, on, (int *)0);
}

#endif
