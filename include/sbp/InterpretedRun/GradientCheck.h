// GradientCheck.h: compares the gradients of an entry with derived ones
#ifndef SBP_INTERPRETEDRUN_GRADIENTCHECK_H
#define SBP_INTERPRETEDRUN_GRADIENTCHECK_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Interpreter/TensorValue.h"

namespace sbp {

/// The gradients that an entry returns (`sbp.gradient_of`), and those that
/// `nn.gradient` derives from its loss.
class GradientCheck {
public:
  /// Adds a derived gradient to the results of `entry` for each one that it
  /// returns. Emits an error and fails where it returns none, or no single
  /// float without dimensions.
  mlir::LogicalResult addDerived(mlir::func::FuncOp entry);
  /// Writes the parameter whose gradients differ most, as a share of the norm
  /// of the given one, to `out`. `values` are the results of the entry. Returns
  /// true if the share is at most `kTolerance`.
  bool report(llvm::ArrayRef<TensorValue> values, llvm::raw_ostream &out) const;

  /// In f64; constants of a text may be rounded to f32.
  static constexpr double kTolerance = 1e-5;

private:
  struct Pair {
    std::string parameter;
    unsigned given, derived; ///< numbers of results
  };
  mlir::FailureOr<unsigned> findLoss(mlir::func::FuncOp entry);

  std::vector<Pair> pairs;
};

} // namespace sbp

#endif // SBP_INTERPRETEDRUN_GRADIENTCHECK_H
