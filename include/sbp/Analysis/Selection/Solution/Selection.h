// Selection.h: chooses the distributions of a module at the least cost
#ifndef SBP_ANALYSIS_SELECTION_SOLUTION_SELECTION_H
#define SBP_ANALYSIS_SELECTION_SOLUTION_SELECTION_H

#include "sbp/Analysis/Selection/Graph/Alternatives.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"
#include "sbp/Analysis/Selection/Solution/Decision.h"

namespace sbp {

/// Module attribute with the cost, the lower bound and the gap of its
/// selection.
inline constexpr llvm::StringLiteral kSelectionAttr = "sbp.selection";

/// The estimated memory of a choice on the rank that holds most, and whether it
/// is within the limit. If no choice within the limit was found, the choice is
/// the one that holds least, and its lower bound is meaningless.
struct SelectionMemory {
  double peakBytes = 0;
  bool fits = true;
};

/// A limit on the memory of every rank.
struct MemoryLimit {
  int64_t bytes; ///< largest estimated bytes of a rank
  /// Lower bound in seconds on the cost of any choice, from the search without
  /// the limit.
  double freeBound = 0;
};

/// Options of one selection.
struct SelectionOptions {
  bool explain = false;             ///< emits a remark per op
  std::optional<MemoryLimit> limit; ///< no limit where absent
  /// Estimates the memory of an unlimited choice. Arguments without a storage
  /// cost count as whole.
  bool estimatesMemory = false;
  unsigned threads = 0; ///< SolverOptions::threads
  /// SolverOptions::work of an unlimited choice; the solver's default where
  /// absent. A choice that this work does not prove optimal is not explained.
  std::optional<double> work;
};

/// The predicted cost of the choice, and a lower bound on that of every choice
/// that was considered (docs/Rationale/Selection.md, The problem).
struct SelectionResult {
  Cost cost = 0, lowerBound = 0;
  double gap = 0, costSeconds = 0, lowerBoundSeconds = 0;
  /// Work of the search in visited table entries, equal on every machine; 10^9
  /// take one to two seconds.
  double work = 0;
  /// Size of the problem, for reports and benchmarks.
  size_t numVariables = 0, numSignatureSets = 0;
  std::optional<SelectionMemory> memory; ///< where a limit was given
};

/// Chooses distributions for all functions of `module` together, since entries
/// share states, and writes them to `decision`. Annotations are kept; the rest
/// minimises `model`, exactly where the gap is 0. Requires
/// sbp-place-operations. The decision selects one form of every op in
/// `alternatives`. Fails, with an error reported, where no choice satisfies the
/// annotations.
llvm::FailureOr<SelectionResult>
selectDistributions(mlir::ModuleOp module, const Alternatives &alternatives,
                    CostModel model, Decision &decision,
                    const SelectionOptions &options = {});

/// Returns the cost in seconds of a module at level 1 by `model`: compute,
/// traffic, boxings of all entries, stored parameters and results left in
/// pieces. It is the objective of selection, for decisions made by hand.
double evaluateSeconds(mlir::ModuleOp module, const CostModel &model);

/// Calls `visit` with the cost network of `module`, for tests and benchmarks of
/// the solver.
llvm::LogicalResult
visitCostNetwork(mlir::ModuleOp module, const Alternatives &alternatives,
                 CostModel model,
                 llvm::function_ref<void(const CostNetwork &)> visit);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_SOLUTION_SELECTION_H
