// BruteForce.h: the cheapest of all decisions
#ifndef SBP_TEST_UNIT_SELECTION_BRUTEFORCE_H
#define SBP_TEST_UNIT_SELECTION_BRUTEFORCE_H

#include "sbp/Analysis/Selection/Solution/Selection.h"

namespace sbp::test {

/// The least that a placed module of one function on one placement costs by
/// `model`, in its units, over all signatures of all ops and all trees of
/// boxings from where a value is made to all its readers of a phase. Arguments
/// and results must be annotated; ops have no alternatives. Nothing where there
/// are more than `limit` tuples of signatures.
std::optional<Cost> findLeastCost(mlir::ModuleOp module, const CostModel &model,
                                  double limit);

} // namespace sbp::test

#endif // SBP_TEST_UNIT_SELECTION_BRUTEFORCE_H
