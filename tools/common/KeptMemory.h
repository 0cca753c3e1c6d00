// KeptMemory.h: freed memory is used again

#ifndef TOOLS_COMMON_KEPTMEMORY_H
#define TOOLS_COMMON_KEPTMEMORY_H

#include <cstdlib> // __GLIBC__
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace sbp {

/// For programs that make and drop tables of megabytes until they end: pages
/// that were freed are not given back, to be asked for and cleared again.
inline void keepFreedMemory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 64 << 20);
#endif
}

} // namespace sbp

#endif // TOOLS_COMMON_KEPTMEMORY_H
