// Schedule.h: the schedules of products on tensor cores
#ifndef SBP_LIB_TARGET_CUDA_SCHEDULE_H
#define SBP_LIB_TARGET_CUDA_SCHEDULE_H

#include "Choice/Chip.h"
#include "Steps/Float32.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace sbp::cuda {

/// Bytes of the k that one slot of a ring holds of a row or column.
inline constexpr int64_t kSliceBytes = 128;
/// The k after which a split product adds its partial sums to f32 registers:
/// tensor cores cut their sums toward zero, by an error that grows with k.
inline constexpr int64_t kPartialK = 128;

/// The work split of a product and the constants of its duration, which is
/// waves x (slices x sliceSeconds + tileSeconds) + kernelSeconds.
struct Schedule {
  /// True where each of two consumer warpgroups has a tile of its own; they
  /// take turns at the tensor cores. Otherwise they share the rows of one tile.
  bool isPingPong;
  /// True for the product of few rows: it is computed as the transposed one,
  /// whose many rows fill the 64 of a tensor core's tile.
  bool isTransposed;
  /// Rows and columns of a tile, warpgroups that multiply, and slots of the
  /// ring.
  int64_t tileM, tileN, consumers, stages;
  int64_t clusterSize; ///< blocks that share the loads of tiles of B
  int64_t blocks;      ///< resident on a multiprocessor
  double sliceSeconds, tileSeconds, kernelSeconds;
  /// The arithmetic of factors of f32. Factors of bf16 and f16 are multiplied
  /// exactly.
  Float32 float32 = Float32::Exact;
  /// Blocks of a cluster that split the k of a tile. Each stores a part of the
  /// columns, whose partial sums the others send to it; that takes
  /// exchangeSeconds, while nothing is loaded.
  int64_t splits = 1;
  double exchangeSeconds = 0;

  /// Returns "tiles of 128 x 192 x 64, 4 slots, ping-pong, clusters of 2"; an
  /// arithmetic of f32 comes last, as in "tiles of 64 x 8 x 32, 10 slots,
  /// tf32".
  std::string print() const;
  /// Returns the bytes of an element of a factor.
  int64_t getElementBytes() const { return float32 == Float32::Exact ? 2 : 4; }
  /// Returns the k that one slot of the ring holds.
  int64_t getSliceK() const { return kSliceBytes / getElementBytes(); }
  /// Returns the number of tensors that a factor is the sum of.
  unsigned countParts() const { return float32 == Float32::SplitTF32 ? 2 : 1; }
  /// Returns the rows of a tile that one consumer multiplies.
  int64_t getConsumerRows() const {
    return isPingPong ? tileM : tileM / consumers;
  }
  /// Returns the blocks of a cluster.
  int64_t getClusterBlocks() const { return clusterSize * splits; }
  /// Returns the bytes of shared memory that receive partial sums.
  int64_t getExchangeBytes() const {
    return splits > 1 ? tileM * tileN * 4 : 0;
  }
};

/// Extents of a product, and the bytes that it reads and writes. A pair of
/// products counts as one with twice as many n.
struct ProductSize {
  int64_t m = 0, n = 0, k = 0, batch = 1;
  double bytes = 0;
  bool isPair = false;
  double epilogueSteps = 0; ///< instructions of a result's epilogue, about
};

/// Returns the schedules of factors of bf16 and f16 (`Exact`) or of f32, which
/// live as long as the program.
llvm::ArrayRef<Schedule> getSchedules(Float32 float32 = Float32::Exact);
/// Returns whether a schedule is meant for products of this size: a transposed
/// one holds all of their m in the columns of one tile, no more than half empty
/// unless it is the least tile; one that splits k has a slice for each block. A
/// pair of products needs two halves of a tile, which one consumer multiplies.
bool fits(const Schedule &schedule, const ProductSize &size);
/// Returns the number of tiles; rows of tiles fill up whole clusters.
int64_t countTiles(const Schedule &schedule, const ProductSize &size);
/// Returns the predicted duration without the bound by memory bandwidth.
double predictTileSeconds(const Schedule &schedule, const ProductSize &size,
                          const Chip &chip);
/// Returns the predicted duration: that of the tiles, or of reading and writing
/// `size.bytes`, whichever is longer.
double predictSeconds(const Schedule &schedule, const ProductSize &size,
                      const Chip &chip);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SCHEDULE_H
