// RowStatistics.h: the numbers of each query that both passes read
#ifndef SBP_LIB_TARGET_CUDA_ROWSTATISTICS_H
#define SBP_LIB_TARGET_CUDA_ROWSTATISTICS_H

#include "Plan/LaunchPlan.h"
#include "ScoreMask.h"

namespace sbp::cuda {

/// Builds the kernel that computes two f32 numbers of each query. The *base* is
/// what weights are relative to: with scores s and l the logarithm of the sum
/// of exponentials, a weight is 2^(s scale log2(e) + base), base = -l log2(e),
/// where scores are scaled late, else 2^((s - base) log2(e)), base = l. The
/// *shift* is what is subtracted from the products of cotangent and values: the
/// product of the rows of output and cotangent, less the cotangent of l. Rows
/// after the last query, and those that see no key, have a base that makes
/// every weight 0, and no shift.
class RowStatistics {
public:
  /// Pads the queries of a head to a multiple of `rows`. The op and the name of
  /// the kernel's generator must outlive this object.
  RowStatistics(nn::AttentionGradientOp op, const AttentionForm &form,
                int64_t rows, llvm::StringRef generator);
  /// Appends the launch, and returns its result: batch times heads x (base,
  /// shift) x padded queries. Output and cotangent have buffers.
  mlir::Value build(LaunchPlan &plan);
  /// Returns the predicted duration of the launch.
  double predictSeconds(const Chip &chip) const;

  int64_t getPaddedQueries() const { return padded; }

private:
  /// Returns the sum of products of 8 columns of the row at `row` of output and
  /// cotangent.
  mlir::Value multiplyColumns(KernelBuilder &kernel, FragmentBuilder &h,
                              mlir::Value row, mlir::Value column);
  /// Stores the base and the shift of a query from the product of its rows.
  /// `isInside` is false for a query after the last one.
  void store(KernelBuilder &kernel, FragmentBuilder &h, mlir::Value product,
             mlir::Value sequence, mlir::Value query, mlir::Value isInside);

  nn::AttentionGradientOp op;
  const AttentionForm form;
  int64_t padded;
  llvm::StringRef generator;
  mlir::Value statistics;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ROWSTATISTICS_H
