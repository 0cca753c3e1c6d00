// Results.h: values of calls that a test expects to succeed
#ifndef SBP_TEST_UNIT_RUNTIME_RESULTS_H
#define SBP_TEST_UNIT_RUNTIME_RESULTS_H

#include "Result.h"
#include <gtest/gtest.h>

namespace sbp::test {

/// Returns the value of `result`. A failure fails the test with its message and
/// returns a default-constructed value.
template <typename T> T expectValue(Result<T> result) {
  EXPECT_FALSE(result.failed()) << result.status().message();
  return result.failed() ? T() : *std::move(result);
}

} // namespace sbp::test

#endif // SBP_TEST_UNIT_RUNTIME_RESULTS_H
