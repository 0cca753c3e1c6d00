// DualNumbers.h: values and slopes of scalar expressions, computed while
// compiling
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_DUALNUMBERS_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_DUALNUMBERS_H

#include "TieSlopes.h"

namespace sbp {

/// A number and its derivative along a direction. An i1 is 1 or 0.
struct Dual {
  double value = 0.0, slope = 0.0;
};

/// The numbers of leaves, which `getLeaf` returns.
using DualPoint = llvm::MapVector<mlir::Value, double>;

/// Returns whether two values are equal but for rounding.
bool areTied(double x, double y);

/// Evaluates an expression and its derivative along one leaf, forward.
class DualNumbers {
public:
  /// A comparison at a tie is decided by a step of the leaf to the left or to
  /// the right, or by the conventions of the derivatives.
  enum class Mode { Left, Right, Conventions };

  /// `point` must outlive this object.
  DualNumbers(const DualPoint &point, mlir::Value leaf, Mode mode)
      : point(point), leaf(leaf), mode(mode) {}

  /// Returns the number of `value`, a scalar of an elementwise body; nullopt
  /// for an op that is not evaluated.
  std::optional<Dual> evaluate(mlir::Value value);
  /// Returns what was taken at each tie.
  const TieChoices &getChoices() const { return choices; }

private:
  std::optional<Dual> compute(mlir::Operation *op);
  std::optional<Dual> computeKink(mlir::Operation *op, Dual x, Dual y);
  std::optional<Dual> computeFunction(mlir::Operation *op, Dual x);
  /// Returns the sign of x - y, that of a step where they are tied; fills
  /// `isTied`.
  int compare(Dual x, Dual y, bool &isTied) const;

  const DualPoint &point;
  mlir::Value leaf;
  Mode mode;
  llvm::DenseMap<mlir::Value, std::optional<Dual>> known;
  TieChoices choices;
};

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_DUALNUMBERS_H
