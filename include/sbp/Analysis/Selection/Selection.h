// Selection.h: distributions of a whole module
#ifndef SBP_ANALYSIS_SELECTION_SELECTION_H
#define SBP_ANALYSIS_SELECTION_SELECTION_H

#include "sbp/Analysis/Selection/Alternatives.h"
#include "sbp/Analysis/Selection/CostModel.h"
#include "sbp/Analysis/Selection/Decision.h"

namespace sbp {

/// Of a choice under a limit: what it is estimated to hold on the fullest rank,
/// and whether that is within. Where nothing was found that is, the choice is
/// the smallest found, and its bound says nothing.
struct SelectionMemory {
  double peakBytes = 0;
  bool fits = true;
};

struct MemoryLimit {
  int64_t bytes; ///< that a rank may hold, by an estimate
  /// In seconds, what no choice undercuts, as is known without the limit.
  double freeBound = 0;
};

struct SelectionOptions {
  bool explain = false;             ///< a remark per op
  std::optional<MemoryLimit> limit; ///< none: the choice is free
  /// Estimates what a free choice holds. Arguments that are not priced count
  /// as whole.
  bool estimatesMemory = false;
  unsigned threads = 0; ///< SolverOptions::threads
  /// SolverOptions::work of a free choice, which is not explained where that
  /// does not prove it; none: what is usual.
  std::optional<double> work;
};

/// What the choice costs by the rates, and what no choice can undercut of those
/// that were weighed (docs/Rationale/Selection.md, The problem).
struct SelectionResult {
  Cost cost = 0, lowerBound = 0;
  double gap = 0, costSeconds = 0, lowerBoundSeconds = 0;
  /// Work of the search in visited table entries, the same on every machine.
  /// 10^9 take a second or two.
  double work = 0;
  /// Size of the problem, for reports and benchmarks.
  size_t numVariables = 0, numSignatureSets = 0;
  std::optional<SelectionMemory> memory; ///< where a limit was given
};

/// Decides for all functions of `module` at once: entries share states. What
/// is annotated stays; the rest minimises `model`, exactly unless the gap says
/// otherwise. Before: sbp-place-operations. Of every op in `alternatives` one
/// form runs, which the decision contains.
llvm::FailureOr<SelectionResult>
selectDistributions(mlir::ModuleOp module, const Alternatives &alternatives,
                    CostModel model, Decision &decision,
                    const SelectionOptions &options = {});

/// Returns the cost of a module at level 1 by `model`: compute, traffic,
/// boxings of all entries, stored parameters and results that are left in
/// pieces. The cost that a choice minimises, for decisions that nobody chose.
double evaluateSeconds(mlir::ModuleOp module, const CostModel &model);

/// The network of `module` for the solver alone: tests and benchmarks.
llvm::LogicalResult
visitCostNetwork(mlir::ModuleOp module, const Alternatives &alternatives,
                 CostModel model,
                 llvm::function_ref<void(const CostNetwork &)> visit);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_SELECTION_H
