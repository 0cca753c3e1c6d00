// Layout.h: the fixed bytes of an .sbpx file
#ifndef SBP_RUNTIME_ARTIFACT_LAYOUT_H
#define SBP_RUNTIME_ARTIFACT_LAYOUT_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace sbp::artifact {

// Like PNG's: shows 7-bit and line-end damage at once.
inline constexpr char magic[8] = {'\x89', 'S',  'B',  'P',
                                  'X',    '\r', '\n', '\x1a'};
inline constexpr size_t segmentAlignment = 64;

enum class SegmentKind : uint32_t { Plan, Debug, Code, Constants };

struct Hash {
  uint64_t low, high;
  bool operator==(const Hash &other) const = default;
};

struct FixedHeader {
  char magic[8];
  uint16_t major, minor;
  uint32_t serviceTableVersion;
  uint64_t fileSize;
  uint64_t headerSize; // with table, strings and padding: the first segment
  uint32_t segmentCount;
  uint32_t stringSizes[4]; // producer, LLVM version, triple, CPU features
  uint32_t reserved;
  Hash hash; // of the first headerSize bytes, this field zero
};
static_assert(sizeof(FixedHeader) == 72);

struct SegmentEntry {
  SegmentKind kind;
  uint32_t index; // of the code
  uint64_t offset;
  uint64_t size; // without padding
  Hash hash;     // with padding
};
static_assert(sizeof(SegmentEntry) == 40);

/// Ends a code segment; what stands before: the blob, zeros, the interface (a
/// FlatBuffer, aligned), zeros.
struct CodeTrailer {
  uint64_t blobSize;
  uint64_t interfaceOffset, interfaceSize; // from the start of the segment
  Hash seal;
  char magic[8];
};
static_assert(sizeof(CodeTrailer) == 48);
inline constexpr char codeMagic[8] = {'S', 'B', 'P', 'C', 'O', 'D', 'E', '1'};

/// xxh3-128.
Hash hashBytes(const void *data, size_t size);

/// Of the header's versions and strings and of all segments that hold no code:
/// what a code segment is sealed with. `strings` are the header's, one after
/// the other; `hashes` those of plan, debug and constants.
Hash makeSeal(const FixedHeader &header, const std::string &strings,
              const Hash (&hashes)[3]);

inline constexpr uint64_t alignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

} // namespace sbp::artifact

#endif // SBP_RUNTIME_ARTIFACT_LAYOUT_H
