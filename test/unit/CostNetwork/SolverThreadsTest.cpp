// SolverThreadsTest.cpp: nested parallel loops on few threads

#include "sbp/Analysis/CostNetwork/SolverThreads.h"
#include "gtest/gtest.h"
#include <atomic>
#include <functional>
#include <pthread.h>

using namespace sbp;

// A limit on processes or memory; here, stacks as large as no address space.
TEST(SolverThreads, AreOneWhereNoOthersStart) {
  auto countHelpers = [] { return SolverThreads(3).reserve(8); };
  EXPECT_EQ(countHelpers(), 2u);
  pthread_attr_t usual, huge;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  ASSERT_EQ(pthread_getattr_default_np(&huge), 0);
  pthread_attr_setstacksize(&huge, size_t(1) << 50);
  ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
  EXPECT_EQ(countHelpers(), 0u);
  pthread_setattr_default_np(&usual);
  pthread_attr_destroy(&huge);
  pthread_attr_destroy(&usual);
  EXPECT_EQ(countHelpers(), 2u);
}

// Whoever waits does not begin what others distribute: stacks stay as deep as
// the work is.
TEST(SolverThreads, WorkIsSharedOutFromWithinSharedWork) {
  SolverThreads threads(3);
  std::atomic<unsigned> leaves = 0, deepest = 0;
  static thread_local unsigned depth = 0;
  std::function<void(unsigned)> branch = [&](unsigned levels) {
    unsigned now = ++depth;
    for (unsigned before = deepest;
         before < now && !deepest.compare_exchange_weak(before, now);)
      ;
    if (levels == 0)
      ++leaves;
    else
      threads.parallelFor(3, threads.reserve(2),
                          [&](size_t) { branch(levels - 1); });
    --depth;
  };
  branch(9);
  EXPECT_EQ(leaves, 19683u);
  EXPECT_LE(deepest, 10u);
  EXPECT_EQ(threads.reserve(8), 2u);
  threads.parallelFor(0, 2, [](size_t) {});
}
