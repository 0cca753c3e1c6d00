// KeptMemory.h: allocator settings of the compiler

#ifndef TOOLS_COMMON_KEPTMEMORY_H
#define TOOLS_COMMON_KEPTMEMORY_H

#include <cstdlib> // __GLIBC__
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace sbp {

/// Keeps freed pages in the process, from this call on. For programs that
/// allocate and free large tables until they end: returning pages would mean
/// clearing them again. Does nothing without glibc.
inline void keepFreedMemory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 64 << 20);
#endif
}

} // namespace sbp

#endif // TOOLS_COMMON_KEPTMEMORY_H
