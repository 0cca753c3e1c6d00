// SchedulerTest.cpp: ranks that poll instead of being notified
#include "Scheduler.h"
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>

using namespace sbp;

namespace {
using Clock = std::chrono::steady_clock;

/// A device that completes after a number of milliseconds.
class Waiting final : public Advancer {
public:
  Waiting(Scheduler &scheduler, int milliseconds)
      : scheduler(scheduler),
        end(Clock::now() + std::chrono::milliseconds(milliseconds)) {}

  Result<bool> advance(uint32_t rank) override {
    ++looks;
    bool finished = Clock::now() >= end;
    if (!finished)
      scheduler.wakeLater(rank);
    return finished;
  }

  Scheduler &scheduler;
  Clock::time_point end;
  std::atomic<unsigned> looks{0};
};
} // namespace

// A rank polls often at first and at most a thousand times a second later, so
// the processor is free meanwhile. Busy waiting would poll a million times; CPU
// time is no reliable measure, since other programs run, too.
TEST(ThreadScheduler, PollingSleepsBetweenAttempts) {
  for (unsigned workers : {1u, 2u}) {
    auto scheduler = createThreadScheduler(2, workers);
    Waiting waiting(*scheduler, 400);
    ASSERT_FALSE(scheduler->run(waiting, {0, 1}).failed());
    EXPECT_LT(waiting.looks.load(), 10000u);
    EXPECT_GE(Clock::now(), waiting.end);
  }
}

// The pause starts again with each new wait.
TEST(ThreadScheduler, RunsThatFollowEachOther) {
  auto scheduler = createThreadScheduler(1, 2);
  for (int i = 0; i < 50; ++i) {
    Waiting waiting(*scheduler, 1);
    ASSERT_FALSE(scheduler->run(waiting, {0}).failed());
  }
}
