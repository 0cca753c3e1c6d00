//===- SolverThreads.cpp - that a cost network is solved with -------------===//

#include "sbp/Analysis/CostNetwork/SolverThreads.h"
#include "llvm/ADT/SmallVector.h"
#include <condition_variable>
#include <mutex>
#include <pthread.h>

using namespace llvm;

namespace sbp {

namespace {
/// Threads that do nothing until all are there.
struct Gathering {
  std::mutex mutex;
  std::condition_variable changed;
  bool isOver = false;
};
} // namespace

/// A pool of LLVM's ends the program where one of its threads does not start.
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

} // namespace sbp
