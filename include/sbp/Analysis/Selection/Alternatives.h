// Alternatives.h: ops beside their decomposed forms, of which one is to run
//
// A transform puts the forms into the IR and takes all but one away again
// (sbp/Transforms/Alternatives.h). Selection reads them and chooses which runs.
#ifndef SBP_ANALYSIS_SELECTION_ALTERNATIVES_H
#define SBP_ANALYSIS_SELECTION_ALTERNATIVES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace sbp {

class Alternatives {
public:
  /// Its ops in their order, and what takes the place of the results.
  struct Form {
    std::vector<mlir::Operation *> ops;
    llvm::SmallVector<mlir::Value> results;
  };
  /// An op and its other forms, which stand in front of it.
  struct Choice {
    mlir::Operation *op;
    std::vector<Form> forms;
  };
  /// The indices of a choice and of a form in it: 0 is the op itself, i + 1 is
  /// form i.
  struct Place {
    unsigned choice, form;
  };

  /// `weight`: of its forms (Alternative::weight).
  void add(Choice choice, unsigned weight = 0);
  unsigned getWeight() const { return totalWeight; }
  llvm::ArrayRef<Choice> getChoices() const { return choices; }
  /// Nothing for an op that always runs.
  std::optional<Place> find(mlir::Operation *op) const;
  /// Whether the model has `op` itself, not as part of another form.
  bool isGiven(mlir::Operation *op) const;
  /// Returns true if the op runs when `forms` do, one per choice.
  bool runs(mlir::Operation *op, llvm::ArrayRef<unsigned> forms) const;
  /// Returns the value that replaces `value` when `forms` run.
  mlir::Value getRunning(mlir::Value value,
                         llvm::ArrayRef<unsigned> forms) const;

private:
  std::vector<Choice> choices;
  unsigned totalWeight = 0;
  llvm::DenseMap<mlir::Operation *, Place> places;
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_ALTERNATIVES_H
