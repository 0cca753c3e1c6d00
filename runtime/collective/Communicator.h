//===- Communicator.h - how ranks exchange values
//---------------------------===//
//
// A pure interface. A channel is one rank's side of one communication op; its
// instances follow each other in the plan's order, so no instance is named.
// Calls on a channel come from the worker that owns its rank. None blocks; none
// allocates.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_RUNTIME_COLLECTIVE_COMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_COMMUNICATOR_H

#include "Status.h"
#include <cstdint>

namespace sbp {

/// Told by a communicator that a rank may be able to go on; any thread may
/// call.
class Waker {
public:
  virtual ~Waker() = default;
  virtual void wake(uint32_t rank) = 0;
};

class Communicator {
public:
  virtual ~Communicator() = default;

  /// The rank's piece is ready and there is room for the result. Null where the
  /// rank has none.
  virtual Status arrive(uint32_t channel, const void *in, void *out) = 0;
  /// Works on the instance announced last; sets `complete` once both buffers
  /// are the rank's own again. While it is not, the rank will be woken.
  virtual Status progress(uint32_t channel, bool &complete) = 0;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_COMMUNICATOR_H
