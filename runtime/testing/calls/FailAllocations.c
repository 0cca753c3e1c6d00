/* FailAllocations.c: a program without memory, at a chosen call
 *
 * Preloaded (LD_PRELOAD) into sbp-run by tests. Calls of operator new are
 * counted from 0 over all threads; number SBP_FAIL_ALLOCATION throws
 * std::bad_alloc; of several processes in SBP_FAULT_PROCESS alone. The number
 * of calls is written to SBP_FAIL_COUNT, and the number of the process behind
 * it, when the program ends by itself.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_long calls;
static long failing = -1;

static const char *getProcess(void) {
  const char *process = getenv("OMPI_COMM_WORLD_RANK");
  return process ? process : "0";
}

__attribute__((constructor)) static void choose(void) {
  const char *at = getenv("SBP_FAIL_ALLOCATION");
  const char *process = getenv("SBP_FAULT_PROCESS");
  if (at && (!process || !strcmp(process, getProcess())))
    failing = atol(at);
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("SBP_FAIL_COUNT");
  char name[4096];
  if (!path || snprintf(name, sizeof(name), "%s%s", path, getProcess()) < 0)
    return;
  FILE *file = fopen(name, "w");
  if (!file)
    return;
  fprintf(file, "%ld\n", atomic_load(&calls));
  fclose(file);
}

/* The real one throws: nobody has half of all addresses. */
static size_t meet(size_t size) {
  return atomic_fetch_add(&calls, 1) == failing ? SIZE_MAX / 2 : size;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

void *_Znwm(size_t size) { return REAL(_Znwm)(meet(size)); }

void *_Znam(size_t size) { return REAL(_Znam)(meet(size)); }

void *_ZnwmSt11align_val_t(size_t size, size_t alignment) {
  return REAL(_ZnwmSt11align_val_t)(meet(size), alignment);
}
