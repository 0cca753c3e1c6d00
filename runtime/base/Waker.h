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
};

} // namespace sbp

#endif // SBP_RUNTIME_BASE_WAKER_H
