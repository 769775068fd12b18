// What Swift cannot express of SQLite's C interface: a macro that casts, and a variadic function.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
