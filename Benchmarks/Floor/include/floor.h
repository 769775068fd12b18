// The floor of the benchmarks: the cost of SQLite alone for the rows that a session wrote.
//
// It is plain C with prepared statements and texts bound without copies, and uses the same
// settings, columns, bytes and transactions as a session. The rest of a session's cost is the
// engine's own.
#ifndef FLOOR_H
#define FLOOR_H

#include <stdint.h>

/// The rows of a journal, in memory.
typedef struct floor_rows floor_rows;

/// Reads every entry and every `seen` row of a journal file; NULL on failure.
floor_rows *floor_rows_read(const char *path);
/// The number of entries.
int64_t floor_rows_count(const floor_rows *rows);
/// The number of bytes of an entry's payload.
int64_t floor_rows_payload(const floor_rows *rows, int64_t index);
void floor_rows_free(floor_rows *rows);

/// A journal file that is being written.
typedef struct floor_writer floor_writer;

/// Opens an empty journal with the settings that a session uses. `survives_power_cut`: whether each
/// commit is synchronised with the disk. NULL on failure.
floor_writer *floor_open(const char *path, int survives_power_cut);
/// Appends one entry in a transaction of its own; returns SQLite's code, 0 on success.
int floor_append(floor_writer *writer, const floor_rows *rows, int64_t index);
/// Appends one entry while a reader's lock is kept for 1,000 commits, by a SELECT that stays on a
/// row.
int floor_append_holding(floor_writer *writer, const floor_rows *rows, int64_t index);
/// Appends an entry of a request with a source's id: looks the id up, then writes the entry and its
/// `seen` row in one transaction.
int floor_append_seen(floor_writer *writer, const floor_rows *rows, int64_t index);
void floor_close(floor_writer *writer);

/// Reads every entry of a journal file and checks its chain of digests, with SHA-256 in portable C.
/// Returns the number of entries, or -1 when the chain is broken or the file cannot be read.
int64_t floor_verify(const char *path);

#endif
