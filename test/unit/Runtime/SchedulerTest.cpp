// SchedulerTest.cpp: ranks that wait for what nobody tells of
#include "Scheduler.h"
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>

using namespace sbp;

namespace {
using Clock = std::chrono::steady_clock;

/// A device that is done after so many milliseconds.
class Waiting final : public Advancer {
public:
  Waiting(Scheduler &scheduler, int milliseconds)
      : scheduler(scheduler),
        end(Clock::now() + std::chrono::milliseconds(milliseconds)) {}

  Status advance(uint32_t rank, bool &finished) override {
    ++looks;
    finished = Clock::now() >= end;
    if (!finished)
      scheduler.wakeLater(rank);
    return {};
  }

  Scheduler &scheduler;
  Clock::time_point end;
  std::atomic<unsigned> looks{0};
};
} // namespace

// It looks often while it has not waited long, and a thousand times a second at
// most later: the processor is free meanwhile. Who waits awake looks a million
// times; how long the processor took is no measure, other programs have a part.
TEST(ThreadScheduler, WhoLooksAgainSleepsMeanwhile) {
  for (unsigned workers : {1u, 2u}) {
    auto scheduler = createThreadScheduler(2, workers);
    Waiting waiting(*scheduler, 400);
    ASSERT_FALSE(scheduler->run(waiting, {0, 1}).failed());
    EXPECT_LT(waiting.looks.load(), 10000u);
    EXPECT_GE(Clock::now(), waiting.end);
  }
}

// The pause of a rank begins anew with what it waits for.
TEST(ThreadScheduler, RunsThatFollowEachOther) {
  auto scheduler = createThreadScheduler(1, 2);
  for (int i = 0; i < 50; ++i) {
    Waiting waiting(*scheduler, 1);
    ASSERT_FALSE(scheduler->run(waiting, {0}).failed());
  }
}
