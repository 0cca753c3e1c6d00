// FactorPacking.h: copies of factors that tensor copies cannot read
#ifndef SBP_LIB_TARGET_CUDA_FACTORPACKING_H
#define SBP_LIB_TARGET_CUDA_FACTORPACKING_H

#include "Generators/Product/MatmulForm.h"
#include "Plan/LaunchPlan.h"
#include "TileLoads.h"

namespace sbp::cuda {

/// A copy of a factor whose rows begin at multiples of 16 bytes. The dimension
/// that is contiguous in a factor of bf16 or f16 stays the innermost one;
/// without one, k is. Of a factor of f32 or of i8, k always is; elements of f32
/// are rounded to TF32. A split factor has two such copies, whose sum it is:
/// the rounded elements, and the rounded rest. The copies of a factor that no
/// step writes (isFixed) are filled once and stay in persistent memory.
struct FactorPacking {
  /// Plans a copy of the factor that `access` reads by these nests of a
  /// product. `access` must outlive it; the nests are copied. `float32` is the
  /// arithmetic of a factor of f32, and `Exact` for others.
  FactorPacking(const Access &access, const Nest &outer, const Nest &k,
                const Nest &batch, Float32 float32, int64_t elementBytes = 2);
  /// Returns extents and strides of each copy.
  FactorLayout getLayout() const;
  /// Returns the elements of one copy, padding included.
  int64_t countElements() const { return batch.size * rows.size * pitch; }
  /// Returns the bytes that all copies take.
  double countBytes() const;
  /// Returns the predicted seconds of the launch that fills the copies.
  double predictSeconds(const Chip &chip) const;
  /// Appends the launch that fills the copies and returns these, tensors in
  /// temporaries or persistent memory: one, or two of a split factor. `factor`
  /// is readable and has elements of `elementBytes` bytes, or of f32 where
  /// `float32` is not `Exact`.
  llvm::SmallVector<mlir::Value, 2> emit(LaunchPlan &plan, mlir::Location loc,
                                         mlir::Value factor) const;

private:
  /// Returns the values of a row from column `first` on, kChunk of them; those
  /// beyond the last column are zeros. `begin` is the offset of the row.
  llvm::SmallVector<mlir::Value> loadChunk(KernelBuilder &builder,
                                           mlir::Value factor,
                                           mlir::Value begin,
                                           mlir::Value first) const;

  const Access &access;
  Float32 float32;
  int64_t elementBytes; ///< of a factor that is not f32
  bool isKMajor;
  bool isTurned; ///< true where the columns of the copy are rows in memory
  Nest rows, columns;
  Nest batch;    ///< of one element where the factor is the same in all of it
  int64_t pitch; ///< elements from row to row
};

/// A factor of a product as kernels read it: the op's operand, or copies of it
/// whose sum it is.
struct ProductFactor {
  std::optional<FactorPacking> packing; ///< nothing for the operand itself
  llvm::SmallVector<mlir::Value, 2> tensors;

  /// Returns whether copies are made once, since no step writes the factor.
  bool isPackedOnce() const { return packing && isFixed(tensors.front()); }
  /// Returns the predicted duration of the copies that each step makes.
  double predictSeconds(const Chip &chip) const {
    return packing && !isPackedOnce() ? packing->predictSeconds(chip) : 0;
  }
  /// Returns the bytes of copies that are made once.
  int64_t countFixedBytes() const {
    return isPackedOnce() ? int64_t(packing->countBytes()) : 0;
  }
  /// Makes the factor `operand` readable by copies of 16 bytes, as tensor maps
  /// are: adds the launch to `plan` that copies it where it is not. Fails with
  /// a diagnostic if the copy cannot be built.
  mlir::LogicalResult prepare(LaunchPlan &plan, mlir::OpOperand &operand);
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_FACTORPACKING_H
