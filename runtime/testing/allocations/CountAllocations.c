/* CountAllocations.c: a preloaded shim that counts allocations
 *
 * A test and a benchmark preload it (LD_PRELOAD) into sbp-run. It counts calls
 * of the malloc family and of mmap over all threads and writes
 * "malloc N mmap M" to the file SBP_ALLOCATIONS_FILE when the program ends. The
 * counts of two runs with different numbers of steps differ by the allocations
 * of the additional steps.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The functions of glibc behind the replaced ones. */
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
