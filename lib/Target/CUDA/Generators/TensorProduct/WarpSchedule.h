// WarpSchedule.h: the schedules of products of warps
#ifndef SBP_LIB_TARGET_CUDA_WARPSCHEDULE_H
#define SBP_LIB_TARGET_CUDA_WARPSCHEDULE_H

#include "Generators/HopperProduct/Schedule.h"

namespace sbp::cuda {

/// The tile of a block, how its warps share it, and the stages of its ring.
struct WarpSchedule {
  int64_t tileM, tileN;   ///< powers of two
  int64_t warpsM, warpsN; ///< warps along both dimensions
  int64_t stages;
  double share; ///< of the chip's rate of products of bf16, of many tiles
  Float32 float32 = Float32::Exact; ///< as in Schedule
  int64_t splits = 1;     ///< parts of k, which blocks of their own multiply
  bool isInteger = false; ///< factors of i8, sums of i32

  /// Returns "tiles of 128 x 128 x 32, 4 stages, 8 warps", and after it the
  /// arithmetic of f32 and "k split 4 ways".
  std::string print() const;
  /// Returns the bytes of an element of a factor, the k of a slice, and the
  /// number of tensors that a factor is the sum of.
  int64_t getElementBytes() const {
    return isInteger ? 1 : float32 == Float32::Exact ? 2 : 4;
  }
  int64_t getSliceK() const;
  unsigned countParts() const { return float32 == Float32::SplitTF32 ? 2 : 1; }
  int64_t countThreads() const { return warpsM * warpsN * 32; }
  /// Returns the rows and columns of a warp, multiples of 16.
  int64_t getWarpM() const { return tileM / warpsM; }
  int64_t getWarpN() const { return tileN / warpsN; }
  int64_t countTiles(const ProductSize &size) const;
  /// Returns the predicted seconds of a kernel with this schedule, which its
  /// tiles or the bytes of the product bound.
  double predictSeconds(const ProductSize &size, const Chip &chip) const;
};

/// Returns the schedules of factors of 2 bytes (`Exact`) or of f32 by this
/// arithmetic, which live as long as the program.
llvm::ArrayRef<WarpSchedule> getWarpSchedules(Float32 float32);
/// Returns those of factors of i8.
llvm::ArrayRef<WarpSchedule> getIntegerSchedules();

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_WARPSCHEDULE_H
