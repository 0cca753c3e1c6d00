// RowKernel.h: the common parts of the kernels of row groups
//
// Each thread of a row holds vectors of `vectorWidth` contiguous columns. Sums
// are combined within a thread, then by warp shuffles (a butterfly), then over
// warps through shared memory, in the same order for every launch.
#ifndef SBP_LIB_TARGET_CUDA_ROWKERNEL_H
#define SBP_LIB_TARGET_CUDA_ROWKERNEL_H

#include "Kernel/KernelBuilder.h"
#include "Plan/LaunchPlan.h"
#include "RowGroup.h"
#include <map>

namespace sbp::cuda {

/// Identifies the elements that an operand of a row group reads, independent of
/// the reading op: tensor, strides by loop (the last one is that of columns)
/// and constant offset, in elements.
using RowKey = std::pair<void *, std::vector<int64_t>>;
/// Returns the key of an operand of a member.
RowKey getRowKey(const RowGroup &group, mlir::linalg::GenericOp op,
                 mlir::OpOperand &operand);
/// Returns whether an operand of a member has one value per row.
bool isRowScalar(const RowGroup &group, mlir::linalg::GenericOp op,
                 mlir::OpOperand &operand);
/// Returns whether an op outside of the group reads the result of a member, so
/// that it is stored.
bool isWritten(const RowGroup &group, mlir::linalg::GenericOp op);
/// Returns the elements of 16 bytes of the widest tensor that the group reads
/// or writes.
int64_t getFullVectorWidth(const RowGroup &group);
/// Returns the elements per access: the full width, or less if the number of
/// columns requires it.
int64_t chooseVectorWidth(const RowGroup &group);

/// Base of the kernels of row groups: RegisterRows keeps a row in registers,
/// PassRows in shared memory. The derived class sets the members that are
/// not constant before it emits code. Columns are of the offset type.
class RowKernel {
protected:
  /// The elements of one vector, by column. A single value stands for all of
  /// them.
  using Values = llvm::SmallVector<mlir::Value>;
  using Key = RowKey;

  /// Collects the tensors of a group, which is complete; plan and group must
  /// outlive the kernel.
  RowKernel(LaunchPlan &plan, const RowGroup &group);
  virtual ~RowKernel() = default;
  /// Returns the tensors that the kernel reads, then those that it writes.
  llvm::SmallVector<mlir::Value> getTensors() const;

  Key getKey(mlir::linalg::GenericOp op, mlir::OpOperand &operand) const {
    return getRowKey(group, op, operand);
  }
  bool isScalar(mlir::linalg::GenericOp op) const {
    return group.isRowScalar(op);
  }
  /// Returns whether the operand has one value per row.
  bool isScalar(mlir::linalg::GenericOp op, mlir::OpOperand &operand) const {
    return isRowScalar(group, op, operand);
  }
  /// Loads the vector of an operand that begins at `column`; a single value for
  /// an operand with one value per row.
  Values load(mlir::linalg::GenericOp op, mlir::OpOperand &operand,
              mlir::Value column);
  /// Loads the vector of an operand with a value for each column by vector
  /// accesses. Returns nothing where these are not possible. By default, they
  /// are if `column` is a multiple of the vector width.
  virtual std::optional<Values> loadVector(mlir::linalg::GenericOp op,
                                           mlir::OpOperand &operand,
                                           mlir::Value column);
  /// Loads the elements of such a vector one by one.
  Values loadElements(mlir::linalg::GenericOp op, mlir::OpOperand &operand,
                      mlir::Value column);
  /// Evaluates the body for the vector at `column`. `inputs` are in operand
  /// order, empty where the body does not read the input; `sums` are the
  /// accumulators.
  Values evaluate(mlir::linalg::GenericOp op, llvm::ArrayRef<Values> inputs,
                  mlir::Value column, llvm::ArrayRef<mlir::Value> sums = {});
  /// Evaluates an op with one value per row.
  mlir::Value evaluateScalar(mlir::linalg::GenericOp op,
                             llvm::ArrayRef<Values> inputs);
  /// Returns the neutral element of the op's combiner.
  mlir::Value createNeutral(mlir::linalg::GenericOp op);
  /// Combines the accumulators of all threads of the row that the block holds.
  /// Every thread receives the result. All threads of the block execute it
  /// together.
  mlir::Value reduceBlock(mlir::linalg::GenericOp op,
                          llvm::ArrayRef<mlir::Value> sums);
  /// Combines the initial value of a reduction with the sum of all terms.
  mlir::Value addStart(mlir::linalg::GenericOp op, mlir::Value sum);
  /// Returns the result of a reduction of a row that the block holds whole.
  mlir::Value reduceLanes(mlir::linalg::GenericOp op,
                          llvm::ArrayRef<mlir::Value> sums) {
    return addStart(op, reduceBlock(op, sums));
  }
  /// Combines two values as `combiner`, an op of two operands, does.
  mlir::Value combine(mlir::Operation *combiner, mlir::Value x, mlir::Value y);
  /// Stores the row's value, by one thread per row.
  void writeScalar(mlir::linalg::GenericOp op, mlir::Value value);
  /// Stores a vector of the op's result from `column` on, by every thread that
  /// executes it.
  virtual void writeVector(mlir::linalg::GenericOp op,
                           llvm::ArrayRef<mlir::Value> values,
                           mlir::Value column);
  /// Returns the offset in the operand's tensor that `op` accesses at `column`.
  mlir::Value getOffset(mlir::linalg::GenericOp op, mlir::OpOperand &operand,
                        mlir::Value column);

  LaunchPlan &plan;
  const RowGroup &group;
  llvm::SmallVector<mlir::Value> read, written;
  int64_t rowCount = 1, vectorWidth = 1, threadsPerRow = 32, threads = 128;
  std::optional<KernelBuilder> kernel;
  mlir::Value thread, threadInRow, isActive, warpPartials;
  llvm::SmallVector<mlir::Value> rowLoops;

private:
  llvm::SmallVector<mlir::Value> loopsAt(mlir::linalg::GenericOp op,
                                         mlir::Value column, int64_t i);
  /// Combines x over `count` neighbouring lanes, a power of two up to 32.
  mlir::Value reduceWithinWarp(mlir::Operation *combiner, mlir::Value x,
                               int64_t count);
  /// Combines x, one value per warp, over all warps of the block.
  mlir::Value reduceAcrossWarps(mlir::Operation *combiner, mlir::Value x);
};

/// Base of the generators of row groups: finds the group that a window begins
/// with.
class RowsGenerator : public Generator {
public:
  void match(Window window, const Chip &chip,
             llvm::SmallVectorImpl<Candidate> &candidates) const override;
  mlir::LogicalResult prepare(Window ops, LaunchPlan &plan) const override;
  mlir::LogicalResult emit(const Candidate &candidate, Window ops,
                           LaunchPlan &plan) const override;

protected:
  /// Returns the longest group of the first ops of `window`.
  static RowGroup findGroup(Window window);
  /// Returns the schedule's text for reports, of a group that is accepted.
  virtual std::string getSchedule(const RowGroup &group,
                                  const Chip &chip) const = 0;
  /// Returns whether the kernel can compute a group that reduces, on `chip`.
  virtual bool accepts(const RowGroup &group, const Chip &chip) const = 0;
  /// Returns the predicted duration for an accepted group, in seconds; `bytes`
  /// are those of its inputs and results, each once.
  virtual double predictSeconds(const RowGroup &group, const Chip &chip,
                                double bytes) const = 0;
  /// Appends the launch of an accepted group, whose tensors have buffers.
  virtual mlir::LogicalResult build(LaunchPlan &plan,
                                    const RowGroup &group) const = 0;
};

/// Bytes of a row that a block holds in registers, where 8-byte elements count
/// twice.
inline constexpr int64_t kMaxRowBytes = 65536;
/// Returns the register bytes of one column; arithmetic on 8-byte elements
/// needs as many temporaries again.
int64_t getRegisterBytesPerColumn(const RowGroup &group);
/// Returns whether a row has at most kMaxRowBytes register bytes.
bool fitsRegisters(const RowGroup &group);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ROWKERNEL_H
