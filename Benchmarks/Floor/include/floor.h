// The floor of the benchmarks: what SQLite alone costs for the rows that a session wrote.
//
// Plain C, prepared statements, texts bound where they lie, the same settings, columns, bytes and
// transactions. Whatever a session needs beyond this is its own.
#ifndef FLOOR_H
#define FLOOR_H

#include <stdint.h>

/// The rows of a journal, in memory.
typedef struct floor_rows floor_rows;

/// Reads every entry and every `seen` row of a journal file; NULL when that fails.
floor_rows *floor_rows_read(const char *path);
/// How many entries there are.
int64_t floor_rows_count(const floor_rows *rows);
/// The bytes of an entry's payload.
int64_t floor_rows_payload(const floor_rows *rows, int64_t index);
void floor_rows_free(floor_rows *rows);

/// A journal file that is being written.
typedef struct floor_writer floor_writer;

/// Opens an empty journal with the settings that a session uses, each commit synchronised with the
/// disk or not; NULL when that fails.
floor_writer *floor_open(const char *path, int survives_power_cut);
/// Appends one entry in a transaction of its own; returns SQLite's code, 0 when all is well.
int floor_append(floor_writer *writer, const floor_rows *rows, int64_t index);
/// The same with a reader's lock that is kept for 1,000 commits: a SELECT that stands on a row.
int floor_append_holding(floor_writer *writer, const floor_rows *rows, int64_t index);
/// The same for a request with a source's id: looks the id up, then writes the entry and its `seen`
/// row in one transaction.
int floor_append_seen(floor_writer *writer, const floor_rows *rows, int64_t index);
void floor_close(floor_writer *writer);

/// Reads every entry of a journal file and checks its chain of digests, with SHA-256 in portable C;
/// returns how many there are, -1 when the chain does not hold or the file cannot be read.
int64_t floor_verify(const char *path);

#endif
