/* FailCalls.c: a preloaded shim that fails a chosen call on files
 *
 * Tests preload it (LD_PRELOAD) into sbp-run. Calls that change files are
 * counted from 0 over all threads. At call number SBP_FAIL_AT, the value of
 * SBP_FAIL_HOW decides: "kill" kills the program, "ENOSPC" and "EIO" fail the
 * call with that error, "ENOSPC+" and "EIO+" also all later ones, "short"
 * writes half of the bytes. When the program ends normally, SBP_FAIL_COUNT
 * receives the number of calls.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;

enum Outcome { Proceed, Fail, Short };

/* Counts a call and decides its outcome. */
static enum Outcome decide(int isWrite) {
  const char *at = getenv("SBP_FAIL_AT"), *how = getenv("SBP_FAIL_HOW");
  long number = atomic_fetch_add(&calls, 1);
  if (!at || !how)
    return Proceed;
  int isLasting = how[strlen(how) - 1] == '+';
  if (isLasting ? number < atol(at) : number != atol(at))
    return Proceed;
  if (!strcmp(how, "kill"))
    kill(getpid(), SIGKILL);
  if (!strcmp(how, "short"))
    return isWrite ? Short : Proceed;
  errno = strncmp(how, "EIO", 3) ? ENOSPC : EIO;
  return Fail;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("SBP_FAIL_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file)
    return;
  fprintf(file, "%ld\n", atomic_load(&calls));
  fclose(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int makes = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
  mode_t mode = makes ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (makes && decide(0) == Fail)
    return -1;
  return REAL(open)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if ((flags & O_CREAT) && decide(0) == Fail)
    return -1;
  return REAL(openat)(folder, path, flags, mode);
}

ssize_t write(int file, const void *data, size_t bytes) {
  enum Outcome outcome = file > 2 ? decide(1) : Proceed;
  if (outcome == Fail)
    return -1;
  return REAL(write)(file, data, outcome == Short ? (bytes + 1) / 2 : bytes);
}

ssize_t pwrite(int file, const void *data, size_t bytes, off_t offset) {
  enum Outcome outcome = decide(1);
  if (outcome == Fail)
    return -1;
  return REAL(pwrite)(file, data, outcome == Short ? (bytes + 1) / 2 : bytes,
                      offset);
}

int fsync(int file) { return decide(0) == Fail ? -1 : REAL(fsync)(file); }

int rename(const char *from, const char *to) {
  return decide(0) == Fail ? -1 : REAL(rename)(from, to);
}

int renameat(int fromFolder, const char *from, int toFolder, const char *to) {
  return decide(0) == Fail ? -1
                           : REAL(renameat)(fromFolder, from, toFolder, to);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  return decide(0) == Fail ? -1 : REAL(mkdirat)(folder, path, mode);
}

int mkdir(const char *path, mode_t mode) {
  return decide(0) == Fail ? -1 : REAL(mkdir)(path, mode);
}

int unlink(const char *path) {
  return decide(0) == Fail ? -1 : REAL(unlink)(path);
}

int unlinkat(int folder, const char *path, int flags) {
  return decide(0) == Fail ? -1 : REAL(unlinkat)(folder, path, flags);
}

int rmdir(const char *path) {
  return decide(0) == Fail ? -1 : REAL(rmdir)(path);
}
