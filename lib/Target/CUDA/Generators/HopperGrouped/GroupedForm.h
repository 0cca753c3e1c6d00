// GroupedForm.h: the sizes and factors of nn.grouped_product
#ifndef SBP_LIB_TARGET_CUDA_GROUPEDFORM_H
#define SBP_LIB_TARGET_CUDA_GROUPEDFORM_H

#include "Generators/HopperProduct/FactorPacking.h"
#include "GroupTable.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

namespace sbp::cuda {

/// A factor of a grouped product as its kernel reads it. Loops of `access` are
/// group, outer, k.
struct GroupedFactor {
  Access access;
  ProductFactor source;
};

/// The parts of a grouped product that its kernels share. Factor number 0 is x,
/// number 1 the weights.
struct GroupedForm {
  /// Reads the sizes of `op`, which outlives the form.
  explicit GroupedForm(nn::GroupedProductOp op);
  /// Returns whether elements are bf16 or f16, no extent is 0, and rows and
  /// columns are counted in 32 bits.
  bool isSupported() const;
  /// Plans how a factor is read: as it is where `takes` returns true for its
  /// layout, or as a copy. Returns whether it takes one of them.
  bool findFactor(unsigned number, GroupedFactor &factor,
                  llvm::function_ref<bool(const FactorLayout &)> takes) const;
  /// Returns the bytes that are read and written at least.
  double countBytes() const;
  /// Returns the sizes of the table for tiles of `tileRows` rows.
  GroupTable::Sizes getSizes(int64_t tileRows) const;
  /// Emits the stores of zeros to rows that belong to no group: block `block`
  /// has every `numBlocks`-th of them. A block has `threads` threads.
  void storeOtherRows(KernelBuilder &kernel, FragmentBuilder &h,
                      GroupTable &table, mlir::Value block, int64_t numBlocks,
                      int64_t threads) const;

  nn::GroupedProductOp op;
  mlir::Type element;
  int64_t rows, inner, columns, groups;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GROUPEDFORM_H
