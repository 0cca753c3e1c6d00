// ForwardResults.h: the stores of kernels of nn.attention
#ifndef SBP_LIB_TARGET_CUDA_FORWARDRESULTS_H
#define SBP_LIB_TARGET_CUDA_FORWARDRESULTS_H

#include "ForwardItems.h"
#include "OnlineSoftmax.h"
#include "Plan/LaunchPlan.h"

namespace sbp::cuda {

/// The results of a kernel: those of the op or, of splits, a tensor of items x
/// queries x (columns, maximum and sum) in f32.
struct ForwardParts {
  nn::AttentionOp op;
  const AttentionForm &form;
  const ForwardSchedule &schedule;
  llvm::StringRef generator; ///< names the kernels
  mlir::Value tensor;        ///< null without splits

  /// Returns the tensors that the kernel of `items` items stores to, and
  /// creates that of parts where there are splits.
  llvm::SmallVector<mlir::Value> createResults(LaunchPlan &plan, int64_t items);
  /// Returns whether the op returns the logarithms of the sums of its rows.
  bool storesLogarithm() { return !op.getLogSumExp().use_empty(); }
  /// Adds the launch that combines the parts of each item's splits to `plan`.
  void join(LaunchPlan &plan);
};

/// Emits the stores of a thread of a consumer, which has two rows.
class ForwardResults {
public:
  /// `column` is the first column of the thread. All arguments outlive the
  /// object.
  ForwardResults(KernelBuilder &kernel, FragmentBuilder &h, ForwardParts &parts,
                 ScoreMask &mask, OnlineSoftmax &softmax, mlir::Value column)
      : kb(kernel), h(h), op(parts.op), form(parts.form), parts(parts),
        mask(mask), softmax(softmax), column(column) {}
  /// Stores row `half` of `outputs`, whose weights have this sum and maximum.
  void store(const Registers &outputs, size_t half, mlir::Value sum,
             mlir::Value maximum, const ForwardItem &item,
             const ScoreMask::Rows &rows);

private:
  /// Stores a row divided by its sum, and its logarithm if the op returns it.
  void storeRow(const Registers &outputs, size_t half, mlir::Value sum,
                mlir::Value maximum, const ForwardItem &item,
                const ScoreMask::Rows &rows);
  /// Stores a row of a split to the tensor of parts.
  void storePart(const Registers &outputs, size_t half, mlir::Value sum,
                 mlir::Value maximum, const ForwardItem &item,
                 const ScoreMask::Rows &rows);
  /// Computes stored elements of a row again that are not finite although its
  /// weights are: hidden values may have spoilt them.
  void repairRow(size_t half, mlir::Value sum, mlir::Value maximum,
                 const ForwardItem &item, const ScoreMask::Rows &rows);
  /// Returns the product, as an f32, of rows at these offsets of query and key.
  mlir::Value computeScore(mlir::Value query, mlir::Value key);
  /// Returns an element of a row as an f32, from the keys that it sees alone.
  mlir::Value computeOutput(size_t half, mlir::Value column,
                            const OnlineSoftmax::Base &base,
                            const ForwardItem &item,
                            const ScoreMask::Rows &rows);

  KernelBuilder &kb;
  FragmentBuilder &h;
  nn::AttentionOp op;
  const AttentionForm &form;
  ForwardParts &parts;
  ScoreMask &mask;
  OnlineSoftmax &softmax;
  mlir::Value column;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_FORWARDRESULTS_H
