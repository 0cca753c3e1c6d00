// ReaderGroups.h: readers of a value that share its boxings
#ifndef SBP_ANALYSIS_SELECTION_GRAPH_READERGROUPS_H
#define SBP_ANALYSIS_SELECTION_GRAPH_READERGROUPS_H

#include "mlir/IR/Value.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace sbp {

/// Uses of one value, in program order. The IR owns them.
struct ReaderGroup {
  StepPhase phase = StepPhase::Forward;
  llvm::SmallVector<mlir::OpOperand *> uses;
};

/// Divides the uses of a value into groups, each of which is boxed by itself.
/// A value that depends on states alone (a state, its cast, its transpose) has
/// one group per phase: what forward gathers is released and gathered again for
/// backward. Readers on another placement all belong to the first group, so
/// that a state is sent there once. Any other value has one group, of phase
/// Forward. Results are memoised: an object serves as long as the ops before
/// its values do not change. Not thread-safe.
class ReaderGroups {
public:
  /// Returns the groups in the order of their phases; none without uses.
  llvm::SmallVector<ReaderGroup, 2> get(mlir::Value value);
  /// Returns true for a state and for values computed from states and sources
  /// only, at least one of them a state.
  bool dependsOnStatesAlone(mlir::Value value);

private:
  llvm::DenseMap<mlir::Value, bool> known;
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_GRAPH_READERGROUPS_H
