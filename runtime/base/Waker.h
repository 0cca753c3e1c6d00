// Waker.h: told that a rank may be able to go on
//
// By a communicator whose instance moved, or a device whose queue did. Any
// thread may call.
#ifndef SBP_RUNTIME_BASE_WAKER_H
#define SBP_RUNTIME_BASE_WAKER_H

#include <cstdint>

namespace sbp {

class Waker {
public:
  virtual ~Waker() = default;
  virtual void wake(uint32_t rank) = 0;
  /// Nobody will say when the rank may go on: it looks again by itself, soon
  /// at first, then more and more rarely. From the worker that runs it, or that
  /// of one which waits for the same.
  virtual void wakeLater(uint32_t rank) { wake(rank); }
};

} // namespace sbp

#endif // SBP_RUNTIME_BASE_WAKER_H
