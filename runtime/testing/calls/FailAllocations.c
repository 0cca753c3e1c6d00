/* FailAllocations.c: a preloaded shim that fails a chosen allocation
 *
 * Tests preload it (LD_PRELOAD) into sbp-run. Calls of operator new are counted
 * from 0 over all threads; call number SBP_FAIL_ALLOCATION throws
 * std::bad_alloc, in process SBP_FAULT_PROCESS alone if that is set. With
 * SBP_FAIL_STACK, the hash of a call stack, only calls with that stack are
 * counted: the interleaving of threads varies between runs, the stacks do not.
 * The file SBP_FAIL_REACHED is created when a call fails. When the program ends
 * normally, the file SBP_FAIL_COUNT, with the number of the process appended,
 * receives the number of calls and the hash of each call's stack.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long calls;
static long failing = -1;
static uint32_t failingStack; /* 0: any */

enum { mostCalls = 1 << 20, depth = 24 };
static uint32_t *stacks; /* hash of each call's stack, null if not requested */

static const char *getProcess(void) {
  const char *process = getenv("OMPI_COMM_WORLD_RANK");
  return process ? process : "0";
}

__attribute__((constructor)) static void choose(void) {
  const char *at = getenv("SBP_FAIL_ALLOCATION");
  const char *process = getenv("SBP_FAULT_PROCESS");
  if (at && (!process || !strcmp(process, getProcess())))
    failing = atol(at);
  const char *stack = getenv("SBP_FAIL_STACK");
  if (failing >= 0 && stack)
    failingStack = strtoul(stack, NULL, 0);
  if (getenv("SBP_FAIL_COUNT"))
    stacks = calloc(mostCalls, sizeof(*stacks));
}

/* Hashes the call stack relative to the libraries' bases, so that the hash is
 * equal in every run (FNV-1a over return addresses). */
static uint32_t hashStack(void) {
  void *frames[depth];
  uint32_t hash = 2166136261u;
  int count = backtrace(frames, depth);
  for (int i = 2; i < count; ++i) {
    Dl_info info = {0};
    uintptr_t address = (uintptr_t)frames[i];
    if (dladdr(frames[i], &info))
      address -= (uintptr_t)info.dli_fbase;
    hash = (hash ^ (uint32_t)address) * 16777619u;
  }
  return hash;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("SBP_FAIL_COUNT");
  char name[4096];
  if (!path || snprintf(name, sizeof(name), "%s%s", path, getProcess()) < 0)
    return;
  FILE *file = fopen(name, "w");
  if (!file)
    return;
  long count = atomic_load(&calls);
  fprintf(file, "%ld\n", count);
  for (long i = 0; stacks && i < count && i < mostCalls; ++i)
    fprintf(file, "0x%x\n", stacks[i]);
  fclose(file);
}

static void createReachedFile(void) {
  const char *path = getenv("SBP_FAIL_REACHED");
  int file = path ? open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0644) : -1;
  if (file >= 0)
    close(file);
}

/* Returns the size to request: for the failing call one that no allocator can
 * provide, so that the real operator throws. */
static size_t chooseSize(size_t size) {
  if (failingStack && hashStack() != failingStack)
    return size;
  long call = atomic_fetch_add(&calls, 1);
  if (stacks && call < mostCalls)
    stacks[call] = hashStack();
  if (call != failing)
    return size;
  createReachedFile();
  return SIZE_MAX / 2;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

void *_Znwm(size_t size) { return REAL(_Znwm)(chooseSize(size)); }

void *_Znam(size_t size) { return REAL(_Znam)(chooseSize(size)); }

void *_ZnwmSt11align_val_t(size_t size, size_t alignment) {
  return REAL(_ZnwmSt11align_val_t)(chooseSize(size), alignment);
}
