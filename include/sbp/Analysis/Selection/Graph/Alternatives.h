// Alternatives.h: ops with their decomposed forms, of which one is to run
//
// A transform puts the forms into the IR and takes all but one away again
// (sbp/Transforms/Alternatives.h). Selection reads them and chooses which runs.
#ifndef SBP_ANALYSIS_SELECTION_GRAPH_ALTERNATIVES_H
#define SBP_ANALYSIS_SELECTION_GRAPH_ALTERNATIVES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace sbp {

/// The choices between forms of an op. Refers to ops of the module, which owns
/// them and must keep them in place while this object is used.
class Alternatives {
public:
  /// The ops of a form in program order, and the values that replace the
  /// results of the original op.
  struct Form {
    std::vector<mlir::Operation *> ops;
    llvm::SmallVector<mlir::Value> results;
  };
  /// An op and its decomposed forms, which stand before it in the IR.
  struct Choice {
    mlir::Operation *op;
    std::vector<Form> forms;
  };
  /// The indices of a choice and of a form in it: 0 is the op itself, i + 1 is
  /// form i.
  struct Position {
    unsigned choice, form;
  };

  /// Adds a choice, whose ops belong to no other choice. `weight` is the sum
  /// over its forms (Alternative::weight).
  void add(Choice choice, unsigned weight = 0);
  /// Returns the sum of the weights of all choices.
  unsigned getWeight() const { return totalWeight; }
  /// Returns the choices in the order of `add`; valid until the next `add`.
  llvm::ArrayRef<Choice> getChoices() const { return choices; }
  /// Returns the position of `op`, nullopt for an op that is always active.
  std::optional<Position> find(mlir::Operation *op) const;
  /// Returns true if `op` belongs to the model itself, not to an added form.
  bool isOriginal(mlir::Operation *op) const;
  /// Returns true if `op` is active when `forms`, one per choice, are selected.
  bool isActive(mlir::Operation *op, llvm::ArrayRef<unsigned> forms) const;
  /// Returns the value that replaces `value` when `forms` are selected: itself
  /// unless its op is the original of a choice and another form is selected.
  mlir::Value getActiveValue(mlir::Value value,
                             llvm::ArrayRef<unsigned> forms) const;

private:
  std::vector<Choice> choices;
  unsigned totalWeight = 0;
  llvm::DenseMap<mlir::Operation *, Position> positions;
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_GRAPH_ALTERNATIVES_H
