//===- IntegerProgram.h - a cost network for CBC --------------------------===//
#ifndef SBP_TEST_UNIT_SELECTION_INTEGERPROGRAM_H
#define SBP_TEST_UNIT_SELECTION_INTEGERPROGRAM_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"
#include <optional>

namespace sbp::test {

/// The least cost of `network` as CBC finds it; none if it was not proved
/// within `seconds`, or if CBC is missing (`haveIntegerSolver`).
std::optional<double> solveAsIntegerProgram(const CostNetwork &network,
                                            unsigned seconds);
extern const bool haveIntegerSolver;

} // namespace sbp::test

#endif // SBP_TEST_UNIT_SELECTION_INTEGERPROGRAM_H
