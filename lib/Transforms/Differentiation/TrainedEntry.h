// TrainedEntry.h: the arguments and results of an entry that a step trains
#ifndef SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINEDENTRY_H
#define SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINEDENTRY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace sbp {

/// An argument that a step updates by a gradient.
struct TrainedParameter {
  unsigned argument; ///< its number in the entry; a state
  std::string name;
  int64_t rank; ///< number of dimensions
  /// The number of the result that is its gradient; nullopt where the gradient
  /// is derived from the loss.
  std::optional<unsigned> gradient;
};

/// An entry that returns a loss, with or without gradients of it
/// (`sbp.gradient_of`).
class TrainedEntry {
public:
  /// The arguments that are no parameters, by name.
  struct Names {
    llvm::ArrayRef<std::string> data;  ///< cut by micro-batches
    llvm::ArrayRef<std::string> fixed; ///< whole in each micro-batch
  };

  explicit TrainedEntry(mlir::func::FuncOp entry) : entry(entry) {}
  /// Finds loss, parameters and state updates. Parameters become states.
  /// Without gradients among the results, they are the float arguments that
  /// `names` leaves out and that the entry does not update itself. Emits an
  /// error and fails on a name of no argument, a loss that is no float without
  /// dimensions, and where no parameter is left.
  mlir::LogicalResult analyse(llvm::StringRef lossName, const Names &names);

  mlir::func::FuncOp getEntry() const { return entry; }
  unsigned getLoss() const { return loss; }
  llvm::ArrayRef<TrainedParameter> getParameters() const { return parameters; }
  /// Returns the numbers of the results that are next values of states.
  llvm::ArrayRef<unsigned> getUpdates() const { return updates; }
  /// Returns true if the gradients are results of the entry.
  bool hasGradients() const { return parameters.front().gradient.has_value(); }
  /// Returns true if every micro-batch reads the argument whole.
  bool isWhole(unsigned argument) const {
    return llvm::is_contained(whole, argument);
  }
  /// Removes the gradients from the results: the entry is left with the loss
  /// and the state updates. Numbers of results are out of date afterwards.
  void removeGradients();

private:
  std::string getName(unsigned argument) const;
  mlir::InFlightDiagnostic refuse();
  mlir::LogicalResult findLoss(llvm::StringRef name);
  /// Resolves names of arguments. Emits an error with the nearest name.
  mlir::FailureOr<llvm::SmallVector<unsigned>>
  findArguments(llvm::StringRef option, llvm::ArrayRef<std::string> names);
  void addParameter(unsigned argument, std::optional<unsigned> gradient);

  mlir::func::FuncOp entry;
  unsigned loss = 0;
  llvm::SmallVector<TrainedParameter> parameters; ///< in order of arguments
  llvm::SmallVector<unsigned> updates, whole;
};

/// Returns the name that differs from `name` by the fewest edits; empty where
/// none is near.
std::string findNearestName(llvm::StringRef name,
                            llvm::ArrayRef<std::string> known);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINEDENTRY_H
