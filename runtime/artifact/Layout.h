// Layout.h: the fixed structures of an .sbpx file
#ifndef SBP_RUNTIME_ARTIFACT_LAYOUT_H
#define SBP_RUNTIME_ARTIFACT_LAYOUT_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace sbp::artifact {

// The signature follows PNG's: it reveals transfers that strip the eighth bit
// or convert line ends.
inline constexpr char magic[8] = {'\x89', 'S',  'B',  'P',
                                  'X',    '\r', '\n', '\x1a'};
inline constexpr size_t segmentAlignment = 64; ///< bytes

/// The contents of a segment. A file has the kinds in this order: one plan, one
/// debug, one or more of code, one of constants.
enum class SegmentKind : uint32_t { Plan, Debug, Code, Constants };

/// An xxh3-128, as its low and high words.
struct Hash {
  uint64_t low, high;
  bool operator==(const Hash &other) const = default;
};

/// The first bytes of a file. All sizes and offsets in this file are in bytes.
struct FixedHeader {
  char magic[8];
  uint16_t major, minor;
  uint32_t serviceTableVersion;
  uint64_t fileSize;
  uint64_t headerSize; // offset of the first segment
  uint32_t segmentCount;
  uint32_t stringSizes[4]; // sizes of producer, LLVM version, triple and CPU
                           // features
  uint32_t reserved;
  Hash hash; // of the first headerSize bytes with this field zero
};
static_assert(sizeof(FixedHeader) == 72);

/// An entry of the segment table.
struct SegmentEntry {
  SegmentKind kind;
  uint32_t index; // number of the code segment
  uint64_t offset;
  uint64_t size; // size without padding
  Hash hash;     // hash of the segment with its padding
};
static_assert(sizeof(SegmentEntry) == 40);

/// The end of a code segment. Before it come the blob, zeros, the interface (an
/// aligned FlatBuffer) and zeros.
struct CodeTrailer {
  uint64_t blobSize;
  uint64_t interfaceOffset,
      interfaceSize; // offset from the start of the segment
  Hash seal;
  char magic[8];
};
static_assert(sizeof(CodeTrailer) == 48);
inline constexpr char codeMagic[8] = {'S', 'B', 'P', 'C', 'O', 'D', 'E', '1'};

/// Returns the xxh3-128 of `size` bytes. `data` may be null where `size` is 0.
Hash hashBytes(const void *data, size_t size);

/// Returns the seal of a file's code segments: a hash over the header's
/// versions and strings and `hashes`, those of plan, debug and constants in
/// this order. `strings` are the header's strings, concatenated without
/// separators.
Hash makeSeal(const FixedHeader &header, const std::string &strings,
              const Hash (&hashes)[3]);

/// Rounds `value` up to a multiple of `alignment`, which is not 0. The sum of
/// both must not overflow.
inline constexpr uint64_t alignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

} // namespace sbp::artifact

#endif // SBP_RUNTIME_ARTIFACT_LAYOUT_H
