// Waker.h: notifications that a rank may be able to make progress
//
// Communicators and queues call a waker when something that a rank waits for
// has happened; the scheduler implements it. A wake-up may be spurious: the
// woken rank checks what it waits for. Any thread may call `wake`.
#ifndef SBP_RUNTIME_BASE_WAKER_H
#define SBP_RUNTIME_BASE_WAKER_H

#include <cstdint>

namespace sbp {

/// The interface of the scheduler for everything that ranks wait for. Ranks are
/// world ranks of this process.
class Waker {
public:
  virtual ~Waker() = default;
  /// Makes `rank` runnable and returns at once. A rank that runs at the moment
  /// runs once more.
  virtual void wake(uint32_t rank) = 0;
  /// Requests that `rank` polls: no notification will come for what it waits
  /// for. The first attempt follows soon, later ones at growing intervals. Only
  /// the worker that runs the rank may call it, or the worker of a rank that
  /// waits for the same event.
  virtual void wakeLater(uint32_t rank) { wake(rank); }
};

} // namespace sbp

#endif // SBP_RUNTIME_BASE_WAKER_H
