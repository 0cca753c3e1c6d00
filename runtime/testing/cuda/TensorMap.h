// TensorMap.h: tensor maps of the stub driver and the PTX executor
//
// A tensor map describes a tensor in global memory and a box of it, which one
// cp.async.bulk.tensor copies. Its 128 bytes are opaque to programs; these are
// the stub driver's own. Dimension 0 is the innermost one.
#ifndef SBP_RUNTIME_TESTING_CUDA_TENSORMAP_H
#define SBP_RUNTIME_TESTING_CUDA_TENSORMAP_H

#include <cstdint>
#include <string>

namespace sbp::ptx {

/// The contents of a tensor map. Extents and boxes are in elements, and entries
/// from `rank` on are not used. `address` is that of the first element in
/// global memory.
struct alignas(64) TensorMap {
  static constexpr uint32_t kMagic = 0x5350544d;
  uint32_t magic = kMagic;
  uint8_t elementBytes = 0, rank = 0;
  uint8_t swizzle = 0; ///< 0 none; 1, 2, 3: rows of 32, 64, 128 bytes
  uint64_t address = 0;
  uint32_t extents[5] = {};
  uint64_t strides[5] = {}; ///< bytes; that of dimension 0 is not used
  uint16_t box[5] = {};

  /// Returns the bytes of a box in shared memory.
  uint64_t getBoxBytes() const {
    uint64_t bytes = elementBytes;
    for (unsigned i = 0; i < rank; ++i)
      bytes *= box[i];
    return bytes;
  }
};
static_assert(sizeof(TensorMap) == 128);

/// Returns the byte offset in shared memory at which the 16 bytes of a tile at
/// `offset` stand. Modes 1, 2 and 3 combine bit 4, bits 4 to 5, or bits 4 to 6
/// with the bits three places above; mode 0 changes nothing.
inline uint32_t swizzle(uint32_t offset, unsigned mode) {
  return offset ^ ((offset >> 7 & ((1u << mode) - 1)) << 4);
}

/// Returns why the map breaks the rules of cuTensorMapEncodeTiled, or an empty
/// text where it does not.
std::string checkTensorMap(const TensorMap &map);

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_TENSORMAP_H
