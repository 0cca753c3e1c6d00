// DeterministicScheduler.cpp: a single-threaded scheduler for replayable tests
#include "Scheduler.h"
#include <random>

using namespace sbp;

namespace {
class DeterministicScheduler final : public Scheduler {
public:
  DeterministicScheduler(uint32_t ranks, uint64_t seed)
      : queued(ranks), random(seed) {
    runnable.reserve(ranks);
  }

  void wake(uint32_t rank) override {
    if (queued[rank])
      return;
    queued[rank] = true;
    runnable.push_back(rank);
  }

  void abort(Status reason) override {
    if (!failure.failed())
      failure = std::move(reason);
  }

  Status run(Advancer &advancer, const std::vector<uint32_t> &ranks) override {
    size_t unfinished = ranks.size();
    for (uint32_t rank : ranks)
      wake(rank);
    while (!runnable.empty() && !failure.failed()) {
      // Removing by a swap with the last entry is O(1); the order of the list
      // does not matter, since picks are random.
      size_t choice = random() % runnable.size();
      uint32_t rank = runnable[choice];
      runnable[choice] = runnable.back();
      runnable.pop_back();
      queued[rank] = false;
      Result<bool> finished = advancer.advance(rank);
      if (finished.failed())
        abort(finished.status());
      else
        unfinished -= *finished;
    }
    if (failure.failed())
      return failure;
    if (unfinished)
      return Status(ExitCode::Internal,
                    textOf(unfinished, " ranks wait forever"));
    return {};
  }

private:
  std::vector<uint32_t> runnable;
  std::vector<bool> queued;
  std::minstd_rand random;
  Status failure;
};
} // namespace

std::unique_ptr<Scheduler> sbp::createDeterministicScheduler(uint32_t ranks,
                                                             uint64_t seed) {
  return std::make_unique<DeterministicScheduler>(ranks, seed);
}
