//===- RowKernel.h - what kernels that go row by row share ------*- C++ -*-===//
//
// Lanes of a row hold runs of `length` neighbouring columns. Sums go lane by
// lane, then by butterflies, then over the warps: the same order for every
// launch of the kernel.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_LIB_TARGET_CUDA_ROWKERNEL_H
#define SBP_LIB_TARGET_CUDA_ROWKERNEL_H

#include "KernelBuilder.h"
#include "RowGroup.h"
#include <map>

namespace sbp::cuda {

class RowKernel {
protected:
  /// Of one run, by column; one: the same for all of them.
  using Values = llvm::SmallVector<mlir::Value>;
  /// Which elements of a tensor an operand is, whatever op reads it.
  using Key = std::pair<void *, std::vector<int64_t>>;

  RowKernel(LaunchPlan &plan, const RowGroup &group);
  /// 16 bytes of the widest tensor, less where the columns do not allow it.
  int64_t chooseLength() const;
  llvm::SmallVector<mlir::Value> getTensors() const;

  Key getKey(mlir::linalg::GenericOp op, mlir::OpOperand &operand) const;
  bool isScalar(mlir::linalg::GenericOp op) const { return group.isOfRow(op); }
  /// Whether the operand is one value a row.
  bool isScalar(mlir::linalg::GenericOp op, mlir::OpOperand &operand) const;
  /// The run of an operand from memory, from `column` on.
  Values load(mlir::linalg::GenericOp op, mlir::OpOperand &operand,
              mlir::Value column);
  /// What the body makes of a run; inputs in order, none of those not read.
  Values evaluate(mlir::linalg::GenericOp op, llvm::ArrayRef<Values> inputs,
                  mlir::Value column, llvm::ArrayRef<mlir::Value> sums = {});
  /// The row's value of an op that has one, of those of other ops.
  mlir::Value evaluateScalar(mlir::linalg::GenericOp op,
                             llvm::ArrayRef<Values> inputs);
  mlir::Value getNeutral(mlir::linalg::GenericOp op);
  /// The row's value, in every lane, of what its lanes have summed.
  mlir::Value join(mlir::linalg::GenericOp op,
                   llvm::ArrayRef<mlir::Value> sums);
  void writeScalar(mlir::linalg::GenericOp op, mlir::Value value);
  void writeRun(mlir::linalg::GenericOp op, llvm::ArrayRef<mlir::Value> values,
                mlir::Value column);

  LaunchPlan &plan;
  const RowGroup &group;
  llvm::SmallVector<mlir::Value> read, written;
  int64_t rowCount = 1, length = 1, lanes = 32, threads = 128;
  std::optional<KernelBuilder> kernel;
  mlir::Value thread, lane, isLive, partials;
  llvm::SmallVector<mlir::Value> rowLoops;

private:
  llvm::SmallVector<mlir::Value> loopsAt(mlir::linalg::GenericOp op,
                                         mlir::Value column, int64_t i);
  mlir::Value fold(mlir::Operation *combiner, mlir::Value x, mlir::Value y);
  mlir::Value shuffle(mlir::Value x, int64_t distance);
  mlir::Value butterfly(mlir::Operation *combiner, mlir::Value x,
                        int64_t count);
  mlir::Value acrossWarps(mlir::Operation *combiner, mlir::Value x);
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ROWKERNEL_H
