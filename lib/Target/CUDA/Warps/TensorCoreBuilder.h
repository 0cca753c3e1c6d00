// TensorCoreBuilder.h: instructions of kernels with products of warps
//
// Asynchronous copies of threads, loads of matrices and mma.sync (PTX ISA,
// chapters "Non-bulk copy" and "Warp Level Matrix Instructions"), which every
// GPU from sm_80 on has. Addresses are pointers, to which backends add
// constants without an instruction.
#ifndef SBP_LIB_TARGET_CUDA_TENSORCOREBUILDER_H
#define SBP_LIB_TARGET_CUDA_TENSORCOREBUILDER_H

#include "Hopper/HopperBuilder.h"

namespace sbp::cuda {

/// Emits instructions at the insertion point of an op builder, which outlives
/// it. Arithmetic is that of HopperBuilder.
class TensorCoreBuilder : HopperBuilder {
public:
  using HopperBuilder::add, HopperBuilder::sub, HopperBuilder::mul,
      HopperBuilder::div, HopperBuilder::rem, HopperBuilder::constant,
      HopperBuilder::exclusiveOr, HopperBuilder::isEqual, HopperBuilder::select;
  using HopperBuilder::HopperBuilder;

  /// Returns the lesser of two i32 that are not negative, or the greater of a
  /// signed i32 and 0.
  mlir::Value min(mlir::Value x, int64_t y);
  mlir::Value clampToZero(mlir::Value x);
  /// Returns whether an i32 that is not negative is below `end`.
  mlir::Value isLess(mlir::Value x, int64_t end);

  /// Returns the pointer that lies `bytes`, an i32, or `count` elements after
  /// another one.
  mlir::Value advance(mlir::Value pointer, mlir::Value bytes);
  mlir::Value advance(mlir::Value pointer, int64_t count, mlir::Type element);

  /// Begins to copy the first `bytes` of 16 bytes from global memory at `from`,
  /// a pointer, to shared memory at `to`, both multiples of 16; zeros follow
  /// them. Nothing is read where `bytes`, an i32, is 0.
  void copyChunk(mlir::Value to, mlir::Value from, mlir::Value bytes);
  /// Ends the thread's open group of copies.
  void commitCopies();
  /// Waits until all but the last `count` groups of the thread have landed.
  /// Other threads see them after a barrier.
  void waitForCopies(int64_t count);
  /// Loads four 8 x 8 matrices of 2-byte elements by a warp. Lane 8 i + r gives
  /// the address of row r of matrix i; word i of lane 4 r + c holds columns 2 c
  /// and 2 c + 1 of row r of matrix i, or rows of column r if `isTransposed`.
  llvm::SmallVector<mlir::Value> loadMatrices(mlir::Value address,
                                              bool isTransposed);
  /// Returns the four f32 of a lane in `sums` + A B, 16 x 8 sums of 32 bytes of
  /// k each. `a` has the four words and `b` the two words of its fragments;
  /// `element` is bf16, f16, f32, of which products use the upper 19 bits
  /// (TF32), or i8, whose sums are i32 and wrap. Executed by whole warps.
  llvm::SmallVector<mlir::Value> multiply(mlir::ValueRange a,
                                          mlir::ValueRange b,
                                          mlir::ValueRange sums,
                                          mlir::Type element);
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TENSORCOREBUILDER_H
