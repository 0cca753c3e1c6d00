/* CountAllocations.c: how often a program asks for memory
 *
 * Preloaded (LD_PRELOAD) into sbp-run by a test and a benchmark: counts malloc
 * and its kin, and mmap, over all threads, and writes "malloc N mmap M" to the
 * file that SBP_ALLOCATIONS_FILE names when the program ends. Two runs that
 * differ in their number of steps then differ by what the steps allocate.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* glibc's own names of what is replaced here. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long mallocs, mmaps;

void *malloc(size_t size) {
  atomic_fetch_add(&mallocs, 1);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  atomic_fetch_add(&mallocs, 1);
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  atomic_fetch_add(&mallocs, 1);
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  atomic_fetch_add(&mallocs, 1);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = memalign(alignment, size);
  return *result || size == 0 ? 0 : ENOMEM;
}

void *mmap(void *address, size_t length, int protection, int flags, int file,
           off_t offset) {
  atomic_fetch_add(&mmaps, 1);
  return (void *)syscall(SYS_mmap, address, length, protection, flags, file,
                         offset);
}

__attribute__((destructor)) static void writeCounts(void) {
  const char *path = getenv("SBP_ALLOCATIONS_FILE");
  long mallocCount = mallocs, mmapCount = mmaps;
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file)
    return;
  fprintf(file, "malloc %ld mmap %ld\n", mallocCount, mmapCount);
  fclose(file);
}
