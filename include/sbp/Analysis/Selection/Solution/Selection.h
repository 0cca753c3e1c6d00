// Selection.h: chooses the distributions of a module at the least cost
#ifndef SBP_ANALYSIS_SELECTION_SOLUTION_SELECTION_H
#define SBP_ANALYSIS_SELECTION_SOLUTION_SELECTION_H

#include "sbp/Analysis/Selection/Graph/Alternatives.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"
#include "sbp/Analysis/Selection/Solution/Decision.h"

namespace sbp {

/// Module attribute with the cost, the lower bound, the gap and, where it was
/// estimated, the peak memory of its selection.
inline constexpr llvm::StringLiteral kSelectionAttr = "sbp.selection";

/// The estimated memory of a choice on the rank that holds most, and whether it
/// is within the limit. If no choice within the limit was found, the choice is
/// the one that holds least, and its lower bound is one without the limit.
struct SelectionMemory {
  double peakBytes = 0;
  bool fits = true; ///< always true without a limit
};

/// A limit on the memory of every rank.
struct MemoryLimit {
  int64_t bytes; ///< largest estimated bytes of a rank
  /// Lower bound in seconds on the cost of any choice, from the search without
  /// the limit.
  double freeBound = 0; ///< 0 if unknown
};

/// Options of one selection.
struct SelectionOptions {
  bool explain = false;             ///< emits a remark per op
  std::optional<MemoryLimit> limit; ///< no limit where absent
  /// Estimates the memory of an unlimited choice. Arguments without a storage
  /// cost count as whole.
  bool estimatesMemory = false;
  /// Backward may make values again (RepeatChoices.h); with a limit only.
  bool repeats = false;
  /// Ops and arguments keep what this decision gives them, and what is made
  /// again has the signature of its original; all are free where it is null.
  /// With a limit only.
  const Decision *held = nullptr;
  unsigned threads = 0; ///< SolverOptions::threads
  /// SolverOptions::work of an unlimited choice; the solver's default where
  /// absent. A choice that this work does not prove optimal is not explained.
  std::optional<double> work;
};

/// The predicted cost of the choice, and a lower bound on that of every choice
/// that was considered (docs/Rationale/Selection.md, The problem). `gap` is
/// that of Solution::getGap.
struct SelectionResult {
  Cost cost = 0, lowerBound = 0; ///< in cost units of the model
  double gap = 0, costSeconds = 0, lowerBoundSeconds = 0;
  /// Work of the search in visited table entries, equal on every machine; 10^9
  /// take one to two seconds.
  double work = 0;
  /// Size of the problem, for reports and benchmarks.
  size_t numVariables = 0, numSignatureSets = 0;
  /// The memory of the choice, where a limit or an estimate was requested.
  std::optional<SelectionMemory> memory;
};

/// Chooses distributions for all functions of `module` together, since entries
/// share states, and writes them to `decision`. Annotations are kept; the rest
/// minimises `model`, exactly where the gap is 0. Requires
/// sbp-place-operations. The decision selects one form of every op in
/// `alternatives`, whose ops are ops of `module`; neither is changed. Fails,
/// with an error reported and `decision` untouched, where no choice satisfies
/// the annotations, entries disagree on a state, or an op has too many
/// signatures. A memory limit that nothing satisfies is no failure
/// (SelectionMemory::fits).
llvm::FailureOr<SelectionResult>
selectDistributions(mlir::ModuleOp module, const Alternatives &alternatives,
                    CostModel model, Decision &decision,
                    const SelectionOptions &options = {});

/// Returns the cost in seconds of a module at level 1 by `model`: compute,
/// traffic, boxings of all entries, stored parameters and results left in
/// pieces. It is the objective of selection, for decisions made by hand.
/// Arguments, results and ops with a cost must have their distributions.
double evaluateSeconds(mlir::ModuleOp module, const CostModel &model);

/// Calls `visit` once with the cost network of `module`, for tests and
/// benchmarks of the solver. The network and its pool live until `visit`
/// returns. Fails, with an error reported and without a call, where the network
/// cannot be built.
llvm::LogicalResult
visitCostNetwork(mlir::ModuleOp module, const Alternatives &alternatives,
                 CostModel model,
                 llvm::function_ref<void(const CostNetwork &)> visit);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_SOLUTION_SELECTION_H
