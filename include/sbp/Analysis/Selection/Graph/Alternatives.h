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

/// The difference between an op and its forms.
enum class ChoiceKind {
  /// Forms are other spellings of the op. They stand before it.
  Decomposed,
  /// The op, an identity, holds a value of forward for backward. Forms make the
  /// value again and stand where backward reads it; one without results leaves
  /// it out.
  Held,
  /// The op makes a value of forward again in backward. Forms do so earlier.
  Repeated,
};

/// The choices between forms of an op. Refers to ops of the module, which owns
/// them and must keep them in place while this object is used.
class Alternatives {
public:
  /// The ops of a form in program order, and the values that replace the
  /// results of the original op; no values where nothing reads these.
  struct Form {
    std::vector<mlir::Operation *> ops;
    llvm::SmallVector<mlir::Value> results;
  };
  /// An op and its forms.
  struct Choice {
    mlir::Operation *op;
    std::vector<Form> forms;
    ChoiceKind kind = ChoiceKind::Decomposed;
  };
  /// The indices of a choice and of a form in it: 0 is the op itself, i + 1 is
  /// form i.
  struct Position {
    unsigned choice, form;
  };
  /// Forms of two choices that are never selected together.
  struct Exclusion {
    Position first, second;
  };

  /// Adds a choice, whose ops belong to no other choice. `weight` is the sum
  /// over its forms (Alternative::weight).
  void add(Choice choice, unsigned weight = 0);
  /// Excludes that both forms, of different choices, are selected.
  void exclude(Position first, Position second) {
    exclusions.push_back({first, second});
  }
  llvm::ArrayRef<Exclusion> getExclusions() const { return exclusions; }
  /// Notes that `copy`, an op of a form, makes the results of `original` again.
  void addOriginal(mlir::Operation *copy, mlir::Operation *original) {
    originals[copy] = original;
  }
  /// Returns the op whose results `op` makes again; `op` where there is none.
  mlir::Operation *getOriginal(mlir::Operation *op) const {
    mlir::Operation *original = originals.lookup(op);
    return original ? original : op;
  }
  /// Returns the sum of the weights of all choices.
  unsigned getWeight() const { return totalWeight; }
  /// Returns the choices in the order of `add`; valid until the next `add`.
  llvm::ArrayRef<Choice> getChoices() const { return choices; }
  /// Returns the position of `op`, nullopt for an op that is always active.
  std::optional<Position> find(mlir::Operation *op) const;
  /// Returns the kind of the choice that `op` belongs to, as the op itself or
  /// in a form; nullopt for an op that is always active.
  std::optional<ChoiceKind> getKind(mlir::Operation *op) const;
  /// Returns true if `op` only holds a value of forward (ChoiceKind::Held).
  bool isHolder(mlir::Operation *op) const {
    std::optional<Position> position = find(op);
    return position && position->form == 0 &&
           choices[position->choice].kind == ChoiceKind::Held;
  }
  /// Returns the value in whose place a form makes `value` again; null where
  /// `value` is no such result of a form.
  mlir::Value getRepeated(mlir::OpResult value) const;
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
  std::vector<Exclusion> exclusions;
  unsigned totalWeight = 0;
  llvm::DenseMap<mlir::Operation *, Position> positions;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> originals;
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_GRAPH_ALTERNATIVES_H
