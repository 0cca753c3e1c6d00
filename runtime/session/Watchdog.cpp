// Watchdog.cpp: detects a step without progress
#include "Watchdog.h"
#include <algorithm>
#include <chrono>

using namespace sbp;

Watchdog::Watchdog(double seconds, std::function<uint64_t()> progress,
                   std::function<void()> onStall)
    : progress(std::move(progress)), onStall(std::move(onStall)),
      thread([this, seconds] { watch(seconds); }) {}

Watchdog::~Watchdog() {
  {
    std::lock_guard lock(mutex);
    stopping = true;
  }
  wakeUp.notify_all();
  thread.join();
}

void Watchdog::watch(double seconds) {
  using Clock = std::chrono::steady_clock;
  auto period = std::chrono::duration<double>(std::min(1.0, seconds / 4));
  uint64_t last = 0;
  Clock::time_point since = Clock::now();
  std::unique_lock lock(mutex);
  while (!stopping) {
    wakeUp.wait_for(lock, period);
    uint64_t now = progress();
    if (!armed.load(std::memory_order_acquire) || now != last) {
      last = now;
      since = Clock::now();
    } else if (Clock::now() - since > std::chrono::duration<double>(seconds)) {
      onStall();
      return;
    }
  }
}
