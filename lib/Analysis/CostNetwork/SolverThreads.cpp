// SolverThreads.cpp: the thread pool of the solver

#include "sbp/Analysis/CostNetwork/SolverThreads.h"
#include "llvm/ADT/SmallVector.h"
#include <condition_variable>
#include <mutex>
#include <pthread.h>

using namespace llvm;

namespace sbp {

namespace {
/// A barrier: threads wait until all have started.
struct Gathering {
  std::mutex mutex;
  std::condition_variable changed;
  bool isOver = false;
};
} // namespace

/// Returns true if `count` threads can be started. LLVM's thread pool aborts
/// the program if one of its threads does not start, so this is tested before.
bool SolverThreads::canStart(unsigned count) {
  Gathering gathering;
  auto wait = [](void *data) -> void * {
    auto &gathering = *static_cast<Gathering *>(data);
    std::unique_lock<std::mutex> lock(gathering.mutex);
    gathering.changed.wait(lock, [&] { return gathering.isOver; });
    return nullptr;
  };
  SmallVector<pthread_t> started;
  for (pthread_t thread;
       started.size() < count &&
       pthread_create(&thread, nullptr, wait, &gathering) == 0;)
    started.push_back(thread);
  {
    std::lock_guard<std::mutex> lock(gathering.mutex);
    gathering.isOver = true;
  }
  gathering.changed.notify_all();
  for (pthread_t thread : started)
    pthread_join(thread, nullptr);
  return started.size() == count;
}

void SolverThreads::start() {
  if (count < 2 || !canStart(count - 1))
    return;
  pool = std::make_unique<DefaultThreadPool>(hardware_concurrency(count - 1));
  idle = count - 1;
}

unsigned SolverThreads::reserve(size_t most) {
  std::call_once(started, [&] { start(); });
  unsigned before = idle, taken;
  do
    taken = std::min<size_t>(most, before);
  while (taken > 0 && !idle.compare_exchange_weak(before, before - taken));
  return taken;
}

void SolverThreads::parallelFor(size_t count, unsigned helpers,
                                function_ref<void(size_t)> work) {
  std::atomic<size_t> next = 0;
  auto takeAll = [&] {
    for (size_t i; (i = next++) < count;)
      work(i);
  };
  std::vector<std::shared_future<void>> done;
  for (unsigned i = 0; i < helpers; ++i)
    done.push_back(pool->async([&] {
      takeAll();
      ++idle;
    }));
  takeAll();
  // A helper that has not started yet finds no work left and returns at once.
  for (const std::shared_future<void> &each : done)
    each.wait();
}

void SolverThreads::parallelForRows(SolverThreads *threads, size_t rows,
                                    size_t entries,
                                    function_ref<void(size_t, size_t)> work) {
  // About a millisecond of work; less is not worth waking threads.
  constexpr size_t kMinimumEntries = 1 << 21;
  constexpr size_t kPiecesPerThread =
      4; // Per thread, because rows differ in work.
  bool isSmall = rows * entries < kMinimumEntries;
  unsigned helpers = threads && !isSmall ? threads->reserve(rows) : 0;
  if (helpers == 0)
    return work(0, rows);
  size_t piece = divideCeil(rows, kPiecesPerThread * (helpers + 1));
  threads->parallelFor(divideCeil(rows, piece), helpers, [&](size_t i) {
    work(i * piece, std::min(rows, (i + 1) * piece));
  });
}

} // namespace sbp
