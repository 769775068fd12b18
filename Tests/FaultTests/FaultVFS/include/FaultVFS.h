// A file system for SQLite that is there to fail: the system's own, except that the n-th operation
// on the files of a test fails, writes only half, or kills the process, and that everything that
// is written or renamed can be kept, to tell afterwards what a power cut would have left.
#ifndef FAULT_VFS_H
#define FAULT_VFS_H

#include <stddef.h>
#include <stdint.h>

/// What SQLite does to a file; together they are a mask.
enum {
  FAULT_OPEN = 1,
  FAULT_READ = 2,
  FAULT_WRITE = 4,
  FAULT_TRUNCATE = 8,
  FAULT_SYNC = 16,
  FAULT_DELETE = 32,
  FAULT_LOCK = 64,
  FAULT_SHM_MAP = 128,
  FAULT_SHM_LOCK = 256,
  FAULT_SHM_BARRIER = 512,
};

/// Changes of names, and their folder made durable, by SQLite or by the code under test: they are
/// recorded and never fail. Of those by the code under test there is a record on Linux alone.
enum {
  FAULT_RENAME = 1024,
  FAULT_SYMLINK = 2048,
  FAULT_SYNC_FOLDER = 4096,
};

/// What becomes of an operation.
enum {
  /// It does nothing and returns the error code of an input or output error.
  FAULT_FAILS = 1,
  /// It does nothing and returns what a full disk makes of it.
  FAULT_FINDS_NO_ROOM = 2,
  /// A write writes its first half and returns the error code; anything else fails.
  FAULT_IS_SHORT = 3,
  /// The process is killed before it.
  FAULT_KILLS = 4,
  /// The process is killed when half of a write is written.
  FAULT_KILLS_HALFWAY = 5,
};

/// One thing that was done to a file and went well.
struct fault_record {
  /// One of FAULT_OPEN, FAULT_WRITE, FAULT_TRUNCATE, FAULT_SYNC, FAULT_DELETE, or of what is done to
  /// names.
  int operation;
  /// The same number for the same file, whatever its name.
  uint64_t file;
  /// Where a write begins; the new size for a truncation.
  int64_t offset;
  /// How many bytes a write has.
  int64_t count;
  /// What was written; valid until fault_forget.
  const uint8_t *bytes;
  /// The path of what was opened, deleted, renamed or made; valid until fault_forget.
  const char *path;
  /// The new path of what was renamed, the target of a symbolic link; valid until fault_forget.
  const char *other;
};

/// Makes this SQLite's default file system, once for the process. Files that are not watched have
/// the system's own methods.
void fault_install(void);

/// From now on, files whose path contains this text are watched when they are opened.
void fault_watch(const char *part);

/// From now on a synchronisation of a watched file counts and may fail, and otherwise does nothing:
/// for tests in which processes die and the power stays on.
void fault_leave_disk_alone(void);

/// Operations of these kinds count from 1 on watched files; those from `first` through `last` have
/// the effect. All of it is for the one thread that uses watched files.
void fault_begin(int operations, int effect, int64_t first, int64_t last);

/// Nothing fails any more.
/// Returns how many operations counted.
int64_t fault_end(void);

/// How many operations have counted so far.
int64_t fault_count(void);

/// Operations neither count nor fail until `fault_go_on`.
/// Returns what that one takes.
int fault_pause(void);

/// Goes on as before the pause.
void fault_go_on(int is_on);

/// From now on this thread does not sleep where SQLite waits for a lock: the function is called
/// with the context and with how many microseconds have passed; NULL: it sleeps again.
void fault_wait(void (*body)(void *context, int64_t microseconds), void *context);

/// Keeps a record of what is done to watched files from now on.
void fault_record_begin(void);

/// How many records there are.
size_t fault_record_count(void);

/// A record.
struct fault_record fault_record_at(size_t index);

/// Ends the recording and frees the records.
void fault_forget(void);

#endif
