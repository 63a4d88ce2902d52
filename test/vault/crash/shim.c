/*
 * Stands between a process and the C library (LD_PRELOAD) and counts whatever changes files below one folder: files made,
 * written, cut, synced, renamed, removed, and folders. SQLite's own writes and Node's both come through here. It can write
 * down each of them with its bytes, and at one of them end the process or answer as a disk does that is full or broken.
 *
 * Told by the environment, which is looked at anew each time, so that a process can change it for itself:
 *   DISK_SHIM_FOLDER  what is below it counts; nothing does without it
 *   DISK_SHIM_LOG     where each is written down: see recording.ts
 *   DISK_SHIM_AT      at which of them, from 1, something is to happen
 *   DISK_SHIM_FAULT   ENOSPC, EIO; `short`: half of a write is done, then the disk is full; `kill`: before it;
 *                     `torn`: half of a write is done, then the process is killed
 *   DISK_SHIM_STAYS   also at each one after it
 *   DISK_SHIM_FIRED   set by the shim once it happened
 *
 * And, so that a command done twice does the same, and a process need not be started for each:
 *   DISK_SHIM_CLOCK   seconds since 1970 at which the clock stands
 *   DISK_SHIM_STAT    is read in the place of the /proc/N/stat of a process N that no system has
 *   DISK_SHIM_FORK    a folder that is never made: who makes it goes on as a child of itself, whose end the other waits for and
 *                     finds in DISK_SHIM_ENDED, the number of a signal; a child that removes it is killed
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OPENED, CREATED, CUT, WROTE, SYNCED, SYNCED_FOLDER, RENAMED, REMOVED, MADE_FOLDER, REMOVED_FOLDER, UNKNOWN };
enum { GO_ON, FAIL, HALF };
#define MOST_FILES 65536
#define MOST_SECONDS 120
/* One more than Linux gives. */
#define NOBODY_STAT "/proc/4194305/stat"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* By number: the inode of a file that counts; 0: it does not. */
static uint64_t tracked[MOST_FILES];
static int log_file = -1;
static long count;
static int half_done;

#define REAL(name) ({ static __typeof__(&name) found; if (!found) found = (__typeof__(&name))dlsym(RTLD_NEXT, #name); found; })

static void absolute(int folder, const char *path, char *into) {
  char base[PATH_MAX] = "";
  if (path[0] != '/') {
    if (folder == AT_FDCWD) {
      if (!getcwd(base, sizeof base)) base[0] = 0;
    } else {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      ssize_t length = readlink(link, base, sizeof base - 1);
      base[length < 0 ? 0 : length] = 0;
    }
    strncat(base, "/", sizeof base - strlen(base) - 1);
  }
  snprintf(into, PATH_MAX, "%s%s", base, path);
}

static int is_below(const char *path) {
  const char *folder = getenv("DISK_SHIM_FOLDER");
  if (!folder) return 0;
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static uint64_t inode_of(int file) {
  struct stat found;
  return fstat(file, &found) == 0 && (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode)) ? found.st_ino : 0;
}

/* Some close by a bare system call, and the number is given to a socket then. */
static int is_tracked(int file) {
  return file >= 0 && file < MOST_FILES && tracked[file] && tracked[file] == inode_of(file);
}

static void put(const void *bytes, size_t size) {
  for (const char *at = bytes; size > 0;) {
    ssize_t wrote = REAL(write)(log_file, at, size);
    if (wrote <= 0) abort();
    at += wrote;
    size -= wrote;
  }
}

static void note(uint32_t what, uint64_t inode, uint64_t offset, const char *first, const char *second, const void *data, size_t size) {
  const char *name = getenv("DISK_SHIM_LOG");
  if (!name) return;
  if (log_file < 0) log_file = REAL(open)(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (log_file < 0) abort();
  uint32_t head[4] = {what, first ? strlen(first) : 0, second ? strlen(second) : 0, size};
  uint64_t where[2] = {inode, offset};
  put(head, sizeof head);
  put(where, sizeof where);
  if (first) put(first, head[1]);
  if (second) put(second, head[2]);
  if (data) put(data, size);
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Counts, and says what is to become of it. */
static int turn(int is_write) {
  count++;
  const char *at = getenv("DISK_SHIM_AT");
  const char *fault = getenv("DISK_SHIM_FAULT");
  if (!at || !fault) return GO_ON;
  long wanted = atol(at);
  if (half_done) {
    errno = ENOSPC;
    return FAIL;
  }
  if (count < wanted || (count > wanted && !getenv("DISK_SHIM_STAYS"))) return GO_ON;
  setenv("DISK_SHIM_FIRED", "1", 1);
  if (strcmp(fault, "kill") == 0) die();
  if (strcmp(fault, "torn") == 0) {
    if (is_write) return HALF;
    die();
  }
  if (strcmp(fault, "short") == 0 && is_write) {
    half_done = 1;
    return HALF;
  }
  errno = strcmp(fault, "EIO") == 0 ? EIO : ENOSPC;
  return FAIL;
}

/* After half of a write. */
static void after_half(void) {
  if (!half_done) die();
}

/* What is drawn from here is the same each time. */
static const char *stand_in(const char *path) {
  if (strcmp(path, "/dev/urandom") == 0 && getenv("DISK_SHIM_CLOCK")) return "/dev/zero";
  if (strcmp(path, NOBODY_STAT) == 0 && getenv("DISK_SHIM_STAT")) return getenv("DISK_SHIM_STAT");
  return path;
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
  path = stand_in(path);
  char name[PATH_MAX];
  absolute(folder, path, name);
  if (!is_below(name)) return REAL(openat)(folder, path, flags, mode);
  pthread_mutex_lock(&lock);
  struct stat before;
  int exists = stat(name, &before) == 0;
  int is_new = (flags & O_CREAT) && !exists;
  int is_cut = exists && (flags & O_TRUNC) && S_ISREG(before.st_mode) && before.st_size > 0;
  int file = -1;
  if (!(is_new || is_cut) || turn(0) == GO_ON) file = REAL(openat)(folder, path, flags, mode);
  int error = errno;
  if (file >= 0 && file < MOST_FILES) {
    tracked[file] = inode_of(file);
    note(is_new ? CREATED : OPENED, inode_of(file), 0, name, 0, 0, 0);
    if (is_cut) note(CUT, inode_of(file), 0, 0, 0, 0, 0);
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return file;
}

static mode_t mode_from(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }
#define OPENS(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; va_start(rest, flags); mode_t mode = mode_from(flags, rest); va_end(rest); \
    return open_at(AT_FDCWD, path, flags, mode); \
  }
#define OPENS_AT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list rest; va_start(rest, flags); mode_t mode = mode_from(flags, rest); va_end(rest); \
    return open_at(folder, path, flags, mode); \
  }
OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)

int close(int file) {
  if (file >= 0 && file < MOST_FILES) tracked[file] = 0;
  return REAL(close)(file);
}

/* `offset` -1: where the file stands. */
static ssize_t write_at(int file, const void *bytes, size_t size, off64_t offset) {
  pthread_mutex_lock(&lock);
  int what = turn(1);
  ssize_t wrote = -1;
  if (what != FAIL) {
    size_t wanted = what == HALF ? size / 2 : size;
    wrote = offset < 0 ? REAL(write)(file, bytes, wanted) : REAL(pwrite64)(file, bytes, wanted, offset);
    if (what == HALF) after_half();
    off64_t at = offset < 0 ? lseek64(file, 0, SEEK_CUR) - wrote : offset;
    if (wrote > 0) note(WROTE, inode_of(file), at, 0, 0, bytes, wrote);
  }
  int error = errno;
  pthread_mutex_unlock(&lock);
  errno = error;
  return wrote;
}

ssize_t write(int file, const void *bytes, size_t size) {
  return is_tracked(file) ? write_at(file, bytes, size, -1) : REAL(write)(file, bytes, size);
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
  return is_tracked(file) ? write_at(file, bytes, size, offset) : REAL(pwrite)(file, bytes, size, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
  return is_tracked(file) ? write_at(file, bytes, size, offset) : REAL(pwrite64)(file, bytes, size, offset);
}

/* One write of all pieces, as the kernel would do it. */
static ssize_t gather(int file, const struct iovec *pieces, int number, off64_t offset) {
  size_t size = 0;
  for (int piece = 0; piece < number; piece++) size += pieces[piece].iov_len;
  char *all = malloc(size ? size : 1), *at = all;
  if (!all) abort();
  for (int piece = 0; piece < number; at += pieces[piece++].iov_len) memcpy(at, pieces[piece].iov_base, pieces[piece].iov_len);
  ssize_t wrote = write_at(file, all, size, offset);
  int error = errno;
  free(all);
  errno = error;
  return wrote;
}
ssize_t writev(int file, const struct iovec *pieces, int number) {
  return is_tracked(file) ? gather(file, pieces, number, -1) : REAL(writev)(file, pieces, number);
}
ssize_t pwritev(int file, const struct iovec *pieces, int number, off_t offset) {
  return is_tracked(file) ? gather(file, pieces, number, offset) : REAL(pwritev)(file, pieces, number, offset);
}
ssize_t pwritev64(int file, const struct iovec *pieces, int number, off64_t offset) {
  return is_tracked(file) ? gather(file, pieces, number, offset) : REAL(pwritev64)(file, pieces, number, offset);
}

static int cut(int file, off64_t size) {
  pthread_mutex_lock(&lock);
  int done = turn(0) == GO_ON ? REAL(ftruncate64)(file, size) : -1;
  int error = errno;
  if (done == 0) note(CUT, inode_of(file), size, 0, 0, 0, 0);
  pthread_mutex_unlock(&lock);
  errno = error;
  return done;
}
int ftruncate(int file, off_t size) { return is_tracked(file) ? cut(file, size) : REAL(ftruncate)(file, size); }
int ftruncate64(int file, off64_t size) { return is_tracked(file) ? cut(file, size) : REAL(ftruncate64)(file, size); }

static int sync_file(int file) {
  struct stat found;
  char link[64], name[PATH_MAX] = "";
  pthread_mutex_lock(&lock);
  int done = turn(0) == GO_ON ? REAL(fsync)(file) : -1;
  int error = errno;
  if (done == 0 && fstat(file, &found) == 0) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (S_ISDIR(found.st_mode) && readlink(link, name, sizeof name - 1) < 0) abort();
    if (S_ISDIR(found.st_mode)) note(SYNCED_FOLDER, 0, 0, name, 0, 0, 0);
    else note(SYNCED, found.st_ino, 0, 0, 0, 0, 0);
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return done;
}
int fsync(int file) { return is_tracked(file) ? sync_file(file) : REAL(fsync)(file); }
int fdatasync(int file) { return is_tracked(file) ? sync_file(file) : REAL(fdatasync)(file); }

/* What is done to a name: counted only where there is something to do. */
#define NAMED(kind, condition, call) \
  ({ int done = -1; pthread_mutex_lock(&lock); \
     int counts = (condition); \
     if (!counts || turn(0) == GO_ON) done = (call); \
     int error = errno; \
     if (done == 0 && counts) note(kind, 0, 0, first, second, 0, 0); \
     pthread_mutex_unlock(&lock); errno = error; done; })

static int is_there(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0;
}
static int is_folder(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

int rename(const char *from, const char *to) {
  char first[PATH_MAX], second[PATH_MAX];
  absolute(AT_FDCWD, from, first);
  absolute(AT_FDCWD, to, second);
  if (!is_below(first) && !is_below(second)) return REAL(rename)(from, to);
  return NAMED(RENAMED, is_there(first), REAL(rename)(from, to));
}
static int remove_at(int folder, const char *path, int flags) {
  char first[PATH_MAX], *second = 0;
  absolute(folder, path, first);
  if (!is_below(first)) return REAL(unlinkat)(folder, path, flags);
  if (flags & AT_REMOVEDIR) return NAMED(REMOVED_FOLDER, is_folder(first), REAL(unlinkat)(folder, path, flags));
  return NAMED(REMOVED, is_there(first) && !is_folder(first), REAL(unlinkat)(folder, path, flags));
}
int unlink(const char *path) { return remove_at(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return remove_at(folder, path, flags); }
static int is_fork(const char *path) {
  const char *name = getenv("DISK_SHIM_FORK");
  return name && strcmp(path, name) == 0;
}

int rmdir(const char *path) {
  if (is_fork(path)) die();
  return remove_at(AT_FDCWD, path, AT_REMOVEDIR);
}
int remove(const char *path) { return remove_at(AT_FDCWD, path, is_folder(path) ? AT_REMOVEDIR : 0); }
/* The event queue of libuv, which parent and child would share: another one that waits for the same. */
static void renew_queue(int queue) {
  char name[64], line[256];
  snprintf(name, sizeof name, "/proc/self/fdinfo/%d", queue);
  FILE *known = fopen(name, "r");
  int fresh = epoll_create1(EPOLL_CLOEXEC);
  if (!known || fresh < 0) abort();
  while (fgets(line, sizeof line, known)) {
    int file;
    struct epoll_event event;
    unsigned long long data;
    if (sscanf(line, "tfd: %d events: %x data: %llx", &file, &event.events, &data) != 3) continue;
    event.data.u64 = data;
    if (epoll_ctl(fresh, EPOLL_CTL_ADD, file, &event) != 0) abort();
  }
  fclose(known);
  if (dup3(fresh, queue, O_CLOEXEC) < 0) abort();
  REAL(close)(fresh);
}

static void renew_queues(void) {
  DIR *files = opendir("/proc/self/fd");
  if (!files) abort();
  for (struct dirent *file; (file = readdir(files));) {
    char link[64] = "";
    if (readlinkat(dirfd(files), file->d_name, link, sizeof link - 1) > 0 && strcmp(link, "anon_inode:[eventpoll]") == 0)
      renew_queue(atoi(file->d_name));
  }
  closedir(files);
}

/* V8 keeps its memory from children. */
int madvise(void *from, size_t size, int advice) {
  return advice == MADV_DONTFORK && getenv("DISK_SHIM_FORK") ? 0 : REAL(madvise)(from, size, advice);
}

/* 0: this is the child. Whatever was warm stays so. */
static int begin_child(void) {
  pid_t child = fork();
  if (child < 0) abort();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(MOST_SECONDS);
    renew_queues();
    return 0;
  }
  int status = 0;
  char signal[16];
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) abort();
  snprintf(signal, sizeof signal, "%d", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  setenv("DISK_SHIM_ENDED", signal, 1);
  errno = EEXIST;
  return -1;
}

int mkdir(const char *path, mode_t mode) {
  if (is_fork(path)) return begin_child();
  char first[PATH_MAX], *second = 0;
  absolute(AT_FDCWD, path, first);
  if (!is_below(first)) return REAL(mkdir)(path, mode);
  return NAMED(MADE_FOLDER, !is_there(first), REAL(mkdir)(path, mode));
}

/* What nobody was seen to do to a vault, and what a replay would therefore get wrong: it is noted, and fails the reading of the log. */
#define REFUSES(is_ours, result, name) \
  do { if (is_ours) { pthread_mutex_lock(&lock); note(UNKNOWN, 0, 0, name, 0, 0, 0); pthread_mutex_unlock(&lock); } return result; } while (0)

int link(const char *from, const char *to) {
  char name[PATH_MAX];
  absolute(AT_FDCWD, to, name);
  REFUSES(is_below(name), REAL(link)(from, to), "link");
}
int symlink(const char *from, const char *to) {
  char name[PATH_MAX];
  absolute(AT_FDCWD, to, name);
  REFUSES(is_below(name), REAL(symlink)(from, to), "symlink");
}
int truncate(const char *path, off_t size) {
  char name[PATH_MAX];
  absolute(AT_FDCWD, path, name);
  REFUSES(is_below(name), REAL(truncate)(path, size), "truncate");
}
int fallocate(int file, int mode, off_t offset, off_t size) {
  REFUSES(is_tracked(file), REAL(fallocate)(file, mode, offset, size), "fallocate");
}
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *where, size_t size, unsigned flags) {
  REFUSES(is_tracked(to), REAL(copy_file_range)(from, at, to, where, size, flags), "copy_file_range");
}
ssize_t sendfile(int to, int from, off_t *at, size_t size) {
  REFUSES(is_tracked(to), REAL(sendfile)(to, from, at, size), "sendfile");
}
ssize_t sendfile64(int to, int from, off64_t *at, size_t size) {
  REFUSES(is_tracked(to), REAL(sendfile64)(to, from, at, size), "sendfile64");
}

/* Where the clock stands. Time that passes is told by another one, and goes on. */
static int stands_at(time_t *seconds) {
  static time_t at;
  if (!at && getenv("DISK_SHIM_CLOCK")) at = atoll(getenv("DISK_SHIM_CLOCK"));
  if (at) *seconds = at;
  return at != 0;
}
int clock_gettime(clockid_t clock, struct timespec *now) {
  now->tv_nsec = 0;
  if ((clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) && stands_at(&now->tv_sec)) return 0;
  return REAL(clock_gettime)(clock, now);
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  now->tv_usec = 0;
  return stands_at(&now->tv_sec) ? 0 : REAL(gettimeofday)(now, zone);
}
