// Communicator.h: how ranks exchange values
//
// A pure interface. A channel is one rank's side of one communication op; its
// instances follow each other in the plan's order, so no instance is named.
// Calls on a channel come from the worker that owns its rank. None blocks; none
// allocates.
#ifndef SBP_RUNTIME_COLLECTIVE_COMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_COMMUNICATOR_H

#include "Device.h"
#include "Status.h"
#include "Waker.h"
#include <cstdint>
#include <optional>

namespace sbp {

/// What a rank brings to a communication and takes from it, in memory of its
/// device.
struct ChannelRegisters {
  std::optional<RegisterPointer> input, output;
};

class Communicator {
public:
  virtual ~Communicator() = default;

  /// The channel of a rank of this process in a communication of the entry;
  /// before the first step.
  virtual Status open(uint32_t communication, uint32_t rank,
                      const ChannelRegisters &registers, uint32_t &channel) = 0;
  /// The rank's piece is ready and there is room for the result once what was
  /// issued on `queue` is done. Null where the rank has none.
  virtual Status arrive(uint32_t channel, const void *in, void *out,
                        Queue &queue) = 0;
  /// Works on the instance announced last; sets `complete` once both buffers
  /// are the rank's own again for what `queue` issues from here on. While it is
  /// not, the rank will be woken.
  virtual Status progress(uint32_t channel, bool &complete) = 0;
  /// Whether all that its open channels do is work of queues, so that steps can
  /// be recorded.
  virtual bool isOnQueues() const { return false; }
  /// Ranks wait in vain from here on: nothing is sent or written any more. Any
  /// thread; more than once.
  virtual void abort() {}
  /// Bytes that went to other processes so far; between steps.
  virtual uint64_t countSentBytes() const { return 0; }
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_COMMUNICATOR_H
