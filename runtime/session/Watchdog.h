// Watchdog.h: notices that nothing happens
#ifndef SBP_RUNTIME_SESSION_WATCHDOG_H
#define SBP_RUNTIME_SESSION_WATCHDOG_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace sbp {

/// A thread that polls a counter while a step runs. Calls `onStall` once if it
/// has not changed for `seconds`.
class Watchdog {
public:
  Watchdog(double seconds, std::function<uint64_t()> progress,
           std::function<void()> onStall);
  ~Watchdog();

  void beginStep() { armed.store(true, std::memory_order_release); }
  void endStep() { armed.store(false, std::memory_order_release); }

private:
  void watch(double seconds);

  std::function<uint64_t()> progress;
  std::function<void()> onStall;
  std::atomic<bool> armed{false};
  std::mutex mutex;
  std::condition_variable wakeUp;
  bool stopping = false;
  std::thread thread;
};

} // namespace sbp

#endif // SBP_RUNTIME_SESSION_WATCHDOG_H
