// A file system for SQLite that can fail. It is the system's own, except that the n-th operation on
// the files of a test fails, writes only half, or kills the process. It can also record everything
// that is written or renamed, to compute the possible content after a power cut.
#ifndef FAULT_VFS_H
#define FAULT_VFS_H

#include <stddef.h>
#include <stdint.h>

/// The operations on a file, as bits of a mask.
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

/// Changes of names, and synchronisations of their folder, by SQLite or by the code under test.
/// They are recorded and never fail. Those of the code under test are recorded only on Linux.
enum {
  FAULT_RENAME = 1024,
  FAULT_SYMLINK = 2048,
  FAULT_SYNC_FOLDER = 4096,
};

/// The effect on an operation.
enum {
  /// It does nothing and returns the error code of an input/output error.
  FAULT_FAILS = 1,
  /// It does nothing and returns the error of a full disk.
  FAULT_FINDS_NO_ROOM = 2,
  /// A write writes its first half and returns the error code; other operations fail.
  FAULT_IS_SHORT = 3,
  /// The process is killed before the operation.
  FAULT_KILLS = 4,
  /// The process is killed when half of the data is written.
  FAULT_KILLS_HALFWAY = 5,
};

/// One successful operation on a file.
struct fault_record {
  /// One of FAULT_OPEN, FAULT_WRITE, FAULT_TRUNCATE, FAULT_SYNC, FAULT_DELETE, or of the operations
  /// on names.
  int operation;
  /// A number that identifies the file, whatever its name.
  uint64_t file;
  /// The position at which a write begins; the new size of a truncation.
  int64_t offset;
  /// The number of bytes of a write.
  int64_t count;
  /// The written bytes; valid until fault_forget.
  const uint8_t *bytes;
  /// The path that was opened, deleted, renamed or created; valid until fault_forget.
  const char *path;
  /// The new path of a renamed file, or the target of a symbolic link; valid until fault_forget.
  const char *other;
};

/// Makes this SQLite's default file system, once for the process. Files that are not watched use
/// the system's own methods.
void fault_install(void);

/// From now on, files whose path contains this text are watched when they are opened.
void fault_watch(const char *part);

/// From now on, a synchronisation of a watched file counts and may fail, but is not carried out.
/// This is for tests in which processes die and the power stays on.
void fault_leave_disk_alone(void);

/// Operations of these kinds on watched files are counted from 1; those from `first` through `last`
/// get the effect. This applies only to the one thread that uses watched files.
void fault_begin(int operations, int effect, int64_t first, int64_t last);

/// Ends all effects. Returns the number of counted operations.
int64_t fault_end(void);

/// The number of operations counted so far.
int64_t fault_count(void);

/// Operations neither count nor fail until `fault_go_on`. Returns the argument for that call.
int fault_pause(void);

/// Continues as before the pause.
void fault_go_on(int is_on);

/// From now on, when SQLite waits for a lock, this thread does not sleep: the function is called
/// with the context and the number of microseconds waited. NULL: it sleeps again.
void fault_wait(void (*body)(void *context, int64_t microseconds), void *context);

/// Records the operations on watched files from now on.
void fault_record_begin(void);

/// The number of records.
size_t fault_record_count(void);

/// A record.
struct fault_record fault_record_at(size_t index);

/// Ends the recording and frees the records.
void fault_forget(void);

#endif
