// VerifierModels.h: valid plans that tests change into invalid ones
#ifndef SBP_TEST_UNIT_RUNTIME_VERIFIERMODELS_H
#define SBP_TEST_UNIT_RUNTIME_VERIFIERMODELS_H

#include "TestPlan.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sbp::test {

/// The model x S(0) -> copy h -> all_gather g B -> partial p -> all_reduce y B.
struct Model : TestPlan {
  uint32_t split = distribution(S), whole = distribution(B),
           partial = distribution(P);
  uint32_t x = input("x", {8, 4}, split);
  uint32_t h = reg({8, 4}, split), g = reg({8, 4}, whole);
  uint32_t p = reg({8, 4}, partial), y = reg({8, 4}, whole);
  uint32_t first, gather, second, reduce;

  Model() : TestPlan(2) {
    first = compute("f", {x}, {h});
    gather = allGather(h, g);
    second = compute("g", {g}, {p});
    reduce = allReduce(p, y);
    output("y", y);
  }
  plan::MovementT &movement(uint32_t communication) {
    return *plan().movements[plan().communications[communication]->movement];
  }
};

/// The model and its code's interface: "f" maps 4x4 to 4x4, once per rank.
struct Signed : Model {
  Signed() { interface = std::move(describeKernels(plan())[0]); }
  plan::KernelSignatureT &signature() { return *interface->kernels[0]; }
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_RUNTIME_VERIFIERMODELS_H
