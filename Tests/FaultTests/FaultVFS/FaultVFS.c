#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // for RTLD_NEXT
#endif
#include "FaultVFS.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- The effect on the next operation -----------------------------------------------------------

static struct {
  int operations, effect, is_on;
  int64_t first, last, count;
} plan;

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/// The effect on an operation; 0: the operation that SQLite asked for.
static int effect_on(int operation) {
  if (!plan.is_on || !(plan.operations & operation)) return 0;
  plan.count += 1;
  if (plan.count < plan.first || plan.count > plan.last) return 0;
  if (plan.effect == FAULT_KILLS) die();
  return plan.effect;
}

void fault_begin(int operations, int effect, int64_t first, int64_t last) {
  plan.operations = operations;
  plan.effect = effect;
  plan.first = first;
  plan.last = last;
  plan.count = 0;
  plan.is_on = 1;
}

int64_t fault_end(void) {
  plan.is_on = 0;
  return plan.count;
}

int64_t fault_count(void) { return plan.count; }

int fault_pause(void) {
  int was_on = plan.is_on;
  plan.is_on = 0;
  return was_on;
}

void fault_go_on(int is_on) { plan.is_on = is_on; }

// --- Waiting for a lock ------------------------------------------------------------------------

static _Thread_local struct {
  void (*body)(void *, int64_t);
  void *context;
} waiting;

void fault_wait(void (*body)(void *, int64_t), void *context) {
  waiting.body = body;
  waiting.context = context;
}

// --- The records --------------------------------------------------------------------------------

static struct {
  struct fault_record *all;
  size_t count, capacity;
  int is_on;
} records;

static void keep(struct fault_record record) {
  if (!records.is_on) return;
  if (records.count == records.capacity) {
    records.capacity = records.capacity ? 2 * records.capacity : 1024;
    records.all = realloc(records.all, records.capacity * sizeof *records.all);
    if (!records.all) abort();
  }
  if (record.bytes) {
    void *copy = malloc((size_t)record.count);
    if (!copy) abort();
    record.bytes = memcpy(copy, record.bytes, (size_t)record.count);
  }
  if (record.path) record.path = strdup(record.path);
  if (record.other) record.other = strdup(record.other);
  records.all[records.count++] = record;
}

void fault_record_begin(void) { records.is_on = 1; }
size_t fault_record_count(void) { return records.count; }
struct fault_record fault_record_at(size_t index) { return records.all[index]; }

void fault_forget(void) {
  for (size_t index = 0; index < records.count; index++) {
    free((void *)records.all[index].bytes);
    free((void *)records.all[index].path);
    free((void *)records.all[index].other);
  }
  free(records.all);
  memset(&records, 0, sizeof records);
}

// --- The file system ---------------------------------------------------------------------------

static sqlite3_vfs *found;
static sqlite3_vfs own;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static char *watched;

/// Follows the system's file in the same block of memory.
struct extra {
  const sqlite3_io_methods *methods;
  uint64_t number;
  /// Whether the next synchronisation also synchronises the file's folder.
  int is_new;
};

static struct extra *extra_of(sqlite3_file *file) {
  return (struct extra *)((char *)file + (found->szOsFile + 7) / 8 * 8);
}

static const sqlite3_io_methods *methods_of(sqlite3_file *file) { return extra_of(file)->methods; }

static int is_watched(const char *path) {
  pthread_mutex_lock(&guard);
  int result = path && watched && strstr(path, watched) != NULL;
  pthread_mutex_unlock(&guard);
  return result;
}

void fault_watch(const char *part) {
  pthread_mutex_lock(&guard);
  free(watched);
  watched = strdup(part);
  pthread_mutex_unlock(&guard);
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (effect_on(FAULT_READ)) return SQLITE_IOERR_READ;
  return methods_of(file)->xRead(file, bytes, count, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int effect = effect_on(FAULT_WRITE);
  int written = effect == 0 ? count : effect == FAULT_FAILS ? 0 : count / 2;
  int code = SQLITE_OK;
  if (written > 0) {
    code = methods_of(file)->xWrite(file, bytes, written, offset);
    if (code == SQLITE_OK) {
      keep((struct fault_record){.operation = FAULT_WRITE, .file = extra_of(file)->number,
        .offset = offset, .count = written, .bytes = bytes});
    }
  }
  switch (effect) {
    case 0: return code;
    case FAULT_KILLS_HALFWAY: die();
    case FAULT_FINDS_NO_ROOM: return SQLITE_FULL;
    default: return SQLITE_IOERR_WRITE;
  }
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  if (effect_on(FAULT_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
  int code = methods_of(file)->xTruncate(file, size);
  if (code == SQLITE_OK) {
    keep((struct fault_record){
      .operation = FAULT_TRUNCATE, .file = extra_of(file)->number, .offset = size});
  }
  return code;
}

static int waits_for_disk = 1;

void fault_leave_disk_alone(void) { waits_for_disk = 0; }

static int sync_file(sqlite3_file *file, int flags) {
  if (effect_on(FAULT_SYNC)) return SQLITE_IOERR_FSYNC;
  int code = waits_for_disk ? methods_of(file)->xSync(file, flags) : SQLITE_OK;
  if (code == SQLITE_OK) {
    keep((struct fault_record){.operation = FAULT_SYNC, .file = extra_of(file)->number});
    if (extra_of(file)->is_new) keep((struct fault_record){.operation = FAULT_SYNC_FOLDER});
    extra_of(file)->is_new = 0;
  }
  return code;
}

static int lock_file(sqlite3_file *file, int level) {
  if (effect_on(FAULT_LOCK)) return SQLITE_IOERR_LOCK;
  return methods_of(file)->xLock(file, level);
}

static int map_shared(sqlite3_file *file, int page, int size, int extends, void volatile **start) {
  int effect = effect_on(FAULT_SHM_MAP);
  if (effect) return effect == FAULT_FINDS_NO_ROOM ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
  return methods_of(file)->xShmMap(file, page, size, extends, start);
}

static int lock_shared(sqlite3_file *file, int offset, int count, int flags) {
  // A failure to release a lock is not a fault of the file, so it does not count.
  int counts = flags & SQLITE_SHM_LOCK || plan.effect >= FAULT_KILLS;
  int effect = counts ? effect_on(FAULT_SHM_LOCK) : 0;
  if (effect) return SQLITE_IOERR_SHMLOCK;
  return methods_of(file)->xShmLock(file, offset, count, flags);
}

static void pass_barrier(sqlite3_file *file) {
  effect_on(FAULT_SHM_BARRIER);
  methods_of(file)->xShmBarrier(file);
}

/// The system's table of methods with replacements. There are several tables, for different ways to
/// lock.
static const sqlite3_io_methods *wrapped(const sqlite3_io_methods *methods) {
  static struct { const sqlite3_io_methods *system; sqlite3_io_methods own; } tables[8];
  for (size_t index = 0; index < sizeof tables / sizeof *tables; index++) {
    if (tables[index].system == methods) return &tables[index].own;
    if (tables[index].system) continue;
    sqlite3_io_methods copy = *methods;
    copy.xRead = read_file;
    copy.xWrite = write_file;
    copy.xTruncate = truncate_file;
    copy.xSync = sync_file;
    copy.xLock = lock_file;
    if (copy.iVersion >= 2 && copy.xShmMap) {
      copy.xShmMap = map_shared;
      copy.xShmLock = lock_shared;
      copy.xShmBarrier = pass_barrier;
    }
    tables[index].own = copy;
    tables[index].system = methods;
    return &tables[index].own;
  }
  abort();
}

static int open_file(
  sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *flags_found) {
  (void)vfs;
  if (!is_watched(path)) return found->xOpen(found, path, file, flags, flags_found);
  if (effect_on(FAULT_OPEN)) {
    file->pMethods = NULL;
    return SQLITE_CANTOPEN;
  }
  int code = found->xOpen(found, path, file, flags, flags_found);
  if (code != SQLITE_OK || !file->pMethods) return code;
  struct stat facts;
  extra_of(file)->number = stat(path, &facts) == 0 ? facts.st_ino : 0;
  extra_of(file)->methods = file->pMethods;
  // Corresponds to `UNIXFILE_DIRSYNC` in SQLite's own file system.
  int journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
  extra_of(file)->is_new = flags & SQLITE_OPEN_CREATE && flags & journals;
  file->pMethods = wrapped(file->pMethods);
  keep((struct fault_record){
    .operation = FAULT_OPEN, .file = extra_of(file)->number, .path = path});
  return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int is_durable) {
  (void)vfs;
  if (!is_watched(path)) return found->xDelete(found, path, is_durable);
  if (effect_on(FAULT_DELETE)) return SQLITE_IOERR_DELETE;
  int code = found->xDelete(found, path, is_durable);
  if (code == SQLITE_OK) {
    keep((struct fault_record){.operation = FAULT_DELETE, .path = path});
    if (is_durable & 1) keep((struct fault_record){.operation = FAULT_SYNC_FOLDER});
  }
  return code;
}

static int wait_instead(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  if (!waiting.body) return found->xSleep(found, microseconds);
  waiting.body(waiting.context, microseconds);
  return microseconds;
}

static void install(void) {
  found = sqlite3_vfs_find(NULL);
  own = *found;
  own.zName = "fault";
  own.pNext = NULL;
  own.szOsFile = (found->szOsFile + 7) / 8 * 8 + (int)sizeof(struct extra);
  own.xOpen = open_file;
  own.xDelete = delete_file;
  own.xSleep = wait_instead;
  if (sqlite3_vfs_register(&own, 1) != SQLITE_OK) abort();
}

void fault_install(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
}

// --- Names -------------------------------------------------------------------------------------

// The code under test renames files with functions of the system. These functions replace them, do
// the same work, and record it.
#ifdef __linux__

int rename(const char *from, const char *to) {
  int (*system_rename)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  int code = system_rename(from, to);
  if (code == 0 && is_watched(to)) {
    keep((struct fault_record){.operation = FAULT_RENAME, .path = from, .other = to});
  }
  return code;
}

int symlink(const char *target, const char *path) {
  int (*system_symlink)(const char *, const char *) = dlsym(RTLD_NEXT, "symlink");
  int code = system_symlink(target, path);
  if (code == 0 && is_watched(path)) {
    keep((struct fault_record){.operation = FAULT_SYMLINK, .path = path, .other = target});
  }
  return code;
}

int unlink(const char *path) {
  int (*system_unlink)(const char *) = dlsym(RTLD_NEXT, "unlink");
  int code = system_unlink(path);
  if (code == 0 && is_watched(path)) {
    keep((struct fault_record){.operation = FAULT_DELETE, .path = path});
  }
  return code;
}

int fsync(int file) {
  int (*system_fsync)(int) = dlsym(RTLD_NEXT, "fsync");
  int code = system_fsync(file);
  struct stat facts;
  if (code != 0 || fstat(file, &facts) != 0 || !S_ISDIR(facts.st_mode)) return code;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count < 0) return code;
  path[count] = 0;
  if (is_watched(path)) keep((struct fault_record){.operation = FAULT_SYNC_FOLDER});
  return code;
}

#endif
