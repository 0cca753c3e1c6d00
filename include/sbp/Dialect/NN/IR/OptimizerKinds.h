// OptimizerKinds.h: the optimizers of training steps, by name
//
// A file of lib/Dialect/NN/IR/Optimizers registers one: its options with their
// usual values, the states that it keeps of a parameter, and the ops of one
// update. docs/HowTo/AddAnOptimizer.md adds one.
#ifndef SBP_DIALECT_NN_IR_OPTIMIZERKINDS_H
#define SBP_DIALECT_NN_IR_OPTIMIZERKINDS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <limits>
#include <optional>
#include <string>

namespace sbp {
struct OptimizerKind;

namespace nn {
class UpdateBuilder;
} // namespace nn

/// An option of an optimizer, a number.
struct OptimizerOption {
  llvm::StringLiteral name;
  double usual; ///< its value where none is given
  /// Values are finite, at least `least` and below `end`.
  double least = 0, end = std::numeric_limits<double>::infinity();

  bool accepts(double value) const { return value >= least && value < end; }
  /// Returns the values that it accepts, as in "a finite number of at least 0".
  std::string describeRange() const;
};

/// The values of the options of one parameter's optimizer.
class OptimizerNumbers {
public:
  /// All options have their usual values. `kind` must outlive this object.
  explicit OptimizerNumbers(const OptimizerKind &kind);

  /// Returns the value of an option that the optimizer has.
  double operator[](llvm::StringRef option) const;
  /// Sets an option that the optimizer has.
  void set(llvm::StringRef option, double value);
  const OptimizerKind &getKind() const { return *kind; }

private:
  const OptimizerKind *kind;
  llvm::SmallVector<double, 8> values; ///< in the order of the kind's options
};

/// A state that an optimizer keeps of a parameter; zeros at first.
struct OptimizerState {
  llvm::StringLiteral suffix; ///< its name is the parameter's and this
  /// The dimensions of the parameter that the state has, ascending. The state
  /// is split as the parameter is in these dimensions, and replicated over the
  /// axes that split others.
  llvm::SmallVector<int64_t> dims;

  /// Returns a state of the shape of `weight`.
  static OptimizerState like(llvm::StringLiteral suffix,
                             mlir::RankedTensorType weight);
};

/// The values that one update reads.
struct UpdateOperands {
  mlir::Value weight, gradient;
  mlir::ValueRange states; ///< as `getStates` orders them
  mlir::Value step; ///< counts from 1; null where the optimizer counts none
  mlir::Value rate; ///< a float without dimensions
};

/// One optimizer.
struct OptimizerKind {
  llvm::StringLiteral name;
  llvm::ArrayRef<OptimizerOption> options;
  /// True if updates read the number of the step.
  bool countsSteps;
  /// Returns the states of a parameter of that type.
  llvm::SmallVector<OptimizerState> (*getStates)(const OptimizerNumbers &,
                                                 mlir::RankedTensorType weight);
  /// Builds the ops of one update. Returns the next weight, then the next
  /// states. Sums over dimensions are sums over the whole parameter, however it
  /// is split.
  llvm::SmallVector<mlir::Value> (*update)(nn::UpdateBuilder &,
                                           const UpdateOperands &,
                                           const OptimizerNumbers &);
  /// Builds the op that stands for one update in the text of a training step,
  /// and returns as `update` does. Null: an nn.update of this name.
  llvm::SmallVector<mlir::Value> (*write)(mlir::OpBuilder &, mlir::Location,
                                          const UpdateOperands &,
                                          const OptimizerNumbers &) = nullptr;

  /// Returns null where the optimizer has no option of that name.
  const OptimizerOption *findOption(llvm::StringRef option) const;
  /// Returns the names of the options, as in "beta1, beta2".
  std::string listOptions() const;
  /// Builds the op that stands for one update in a text.
  llvm::SmallVector<mlir::Value> writeUpdate(mlir::OpBuilder &builder,
                                             mlir::Location loc,
                                             const UpdateOperands &operands,
                                             const OptimizerNumbers &) const;
};

/// Returns all optimizers in alphabetical order.
llvm::ArrayRef<OptimizerKind> getOptimizerKinds();

/// Returns the optimizer of that name; null where there is none.
const OptimizerKind *findOptimizerKind(llvm::StringRef name);

/// Returns the names of all optimizers, as in "adam, sgd".
std::string listOptimizerKinds();

} // namespace sbp

#endif // SBP_DIALECT_NN_IR_OPTIMIZERKINDS_H
