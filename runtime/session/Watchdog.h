// Watchdog.h: reports that a step makes no progress
#ifndef SBP_RUNTIME_SESSION_WATCHDOG_H
#define SBP_RUNTIME_SESSION_WATCHDOG_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace sbp {

/// A thread that polls a counter. Calls `onStall` once if the counter has not
/// changed for `seconds` within a step, and ends then.
class Watchdog {
public:
  /// Starts the thread, which calls both functions. `seconds` is positive.
  /// Throws std::system_error where the system refuses a thread.
  Watchdog(double seconds, std::function<uint64_t()> progress,
           std::function<void()> onStall);
  /// Joins the thread; a call of `onStall` that has begun ends first.
  ~Watchdog();

  /// Begin and end the time in which the counter must change. Any thread.
  void beginStep() { armed.store(true, std::memory_order_release); }
  void endStep() { armed.store(false, std::memory_order_release); }

private:
  /// Runs the thread.
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
