// Preloaded into a service: notes below $POWER_CUT_NOTES what a power cut may undo in $POWER_CUT_DIR. Each note is a
// line, followed by the bytes that the sectors had before. With $POWER_CUT_NO_SYNC, the disk ignores what is synced.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define SECTOR 512
#define MAX_FD 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char directory[PATH_MAX], notes[PATH_MAX];
static size_t directory_length;
static int log_fd = -1, ignores_sync, saved_count;
static unsigned char tracked[MAX_FD];

__attribute__((constructor)) static void begin(void) {
  const char *dir = getenv("POWER_CUT_DIR"), *to = getenv("POWER_CUT_NOTES");
  if (!dir || !to) return;
  snprintf(directory, sizeof directory, "%s", dir);
  snprintf(notes, sizeof notes, "%s", to);
  directory_length = strlen(directory);
  ignores_sync = getenv("POWER_CUT_NO_SYNC") != NULL;
  char path[PATH_MAX + 8];
  snprintf(path, sizeof path, "%s/log", notes);
  log_fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  // Far from the descriptors that the process counts on.
  int high = fcntl(log_fd, F_DUPFD_CLOEXEC, 1000);
  if (high >= 0) { syscall(SYS_close, log_fd); log_fd = high; }
}

static int is_within(const char *path) {
  return log_fd >= 0 && strncmp(path, directory, directory_length) == 0 &&
         (path[directory_length] == '/' || path[directory_length] == 0);
}

static void put(const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0) {
    ssize_t written = syscall(SYS_write, log_fd, at, length);
    if (written <= 0) abort();
    at += written;
    length -= written;
  }
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...) {
  char line[2 * PATH_MAX + 100];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  put(line, length);
}

static int stat_of(int fd, struct stat *found) {
  return fd >= 0 && fd < MAX_FD && tracked[fd] && fstat(fd, found) == 0;
}

static unsigned long parent_of(const char *path) {
  char copy[PATH_MAX];
  snprintf(copy, sizeof copy, "%s", path);
  char *slash = strrchr(copy, '/');
  if (slash) *slash = 0;
  struct stat found;
  return stat(copy, &found) == 0 ? found.st_ino : 0;
}

// The sectors [from, to) as they are, zeros after the end of the file. The descriptor may only be open for writing.
static void note_sectors(int fd, const struct stat *file, off_t from, off_t to) {
  from -= from % SECTOR;
  to += (SECTOR - to % SECTOR) % SECTOR;
  size_t length = to - from;
  char *old = calloc(1, length + 1), path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  int readable = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  for (size_t done = 0; readable >= 0 && done < length;) {
    ssize_t got = syscall(SYS_pread64, readable, old + done, length - done, from + done);
    if (got <= 0) break;
    done += got;
  }
  if (readable >= 0) syscall(SYS_close, readable);
  note("W %lu %ld %ld %ld\n", (unsigned long)file->st_ino, (long)file->st_size, (long)from, (long)length);
  put(old, length);
  free(old);
}

static void before_write(int fd, off_t offset, size_t length) {
  struct stat file;
  if (!stat_of(fd, &file) || !S_ISREG(file.st_mode) || length == 0) return;
  if (offset < 0) {
    int flags = fcntl(fd, F_GETFL);
    offset = flags & O_APPEND ? file.st_size : lseek(fd, 0, SEEK_CUR);
  }
  note_sectors(fd, &file, offset, offset + length);
}

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))
#define LOCKED(type, ...) \
  pthread_mutex_lock(&lock); \
  type result = ({ __VA_ARGS__; }); \
  int fault = errno; \
  pthread_mutex_unlock(&lock); \
  errno = fault; \
  return result;

static size_t total(const struct iovec *parts, int count) {
  size_t sum = 0;
  for (int i = 0; i < count; i++) sum += parts[i].iov_len;
  return sum;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  static typeof(&write) real;
  if (!real) real = REAL(write);
  if (fd < 0 || fd >= MAX_FD || !tracked[fd]) return real(fd, bytes, length);
  LOCKED(ssize_t, before_write(fd, -1, length); real(fd, bytes, length))
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  static typeof(&writev) real;
  if (!real) real = REAL(writev);
  if (fd < 0 || fd >= MAX_FD || !tracked[fd]) return real(fd, parts, count);
  LOCKED(ssize_t, before_write(fd, -1, total(parts, count)); real(fd, parts, count))
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  LOCKED(ssize_t, before_write(fd, offset, length); REAL(pwrite64)(fd, bytes, length, offset))
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  LOCKED(ssize_t, before_write(fd, offset, total(parts, count)); REAL(pwritev64)(fd, parts, count, offset))
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  return pwritev64(fd, parts, count, offset);
}
int ftruncate64(int fd, off64_t size) {
  LOCKED(int,
    struct stat file;
    if (stat_of(fd, &file) && S_ISREG(file.st_mode))
      note_sectors(fd, &file, size < file.st_size ? size : file.st_size, file.st_size);
    REAL(ftruncate64)(fd, size))
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int synced(int fd, int result) {
  struct stat file;
  if (result == 0 && !ignores_sync && stat_of(fd, &file)) note("S %lu\n", (unsigned long)file.st_ino);
  return result;
}
int fsync(int fd) { LOCKED(int, synced(fd, REAL(fsync)(fd))) }
int fdatasync(int fd) { LOCKED(int, synced(fd, REAL(fdatasync)(fd))) }

int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  if (!is_within(path)) {
    int fd = REAL(open64)(path, flags, mode);
    if (fd >= 0 && fd < MAX_FD) tracked[fd] = 0;
    return fd;
  }
  LOCKED(int,
    int existed = access(path, F_OK) == 0;
    int fd = REAL(open64)(path, flags & ~O_TRUNC, mode);
    if (fd >= 0 && fd < MAX_FD) tracked[fd] = 1;
    if (fd >= 0 && !existed) note("C %lu %s\n", parent_of(path), path);
    struct stat file;
    if (fd >= 0 && flags & O_TRUNC && stat_of(fd, &file)) {
      note_sectors(fd, &file, 0, file.st_size);
      REAL(ftruncate64)(fd, 0);
    }
    fd)
}
int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  return open64(path, flags, mode);
}
int close(int fd) {
  if (fd >= 0 && fd < MAX_FD) tracked[fd] = 0;
  return REAL(close)(fd);
}

// Another name keeps the bytes of a name that is about to go.
static int save(const char *path) {
  char saved[PATH_MAX + 32];
  snprintf(saved, sizeof saved, "%s/%d", notes, ++saved_count);
  syscall(SYS_unlink, saved);
  return syscall(SYS_link, path, saved) == 0 ? saved_count : 0;
}

static int forget(const char *path, int (*real)(const char *)) {
  if (!is_within(path)) return real(path);
  LOCKED(int,
    int saved = save(path);
    int result = real(path);
    if (result == 0 && saved) note("U %lu %d %s\n", parent_of(path), saved, path);
    result)
}
int unlink(const char *path) { return forget(path, REAL(unlink)); }
int remove(const char *path) { return forget(path, REAL(remove)); }

int link(const char *from, const char *to) {
  if (!is_within(to)) return REAL(link)(from, to);
  LOCKED(int,
    int result = REAL(link)(from, to);
    if (result == 0) note("C %lu %s\n", parent_of(to), to);
    result)
}
int rename(const char *from, const char *to) {
  if (!is_within(to)) return REAL(rename)(from, to);
  LOCKED(int,
    int saved = save(to);
    int result = REAL(rename)(from, to);
    if (result == 0) note("R %lu %d %s\t%s\n", parent_of(to), saved, from, to);
    result)
}
int mkdir(const char *path, mode_t mode) {
  if (!is_within(path)) return REAL(mkdir)(path, mode);
  LOCKED(int,
    int result = REAL(mkdir)(path, mode);
    if (result == 0) note("C %lu %s\n", parent_of(path), path);
    result)
}
