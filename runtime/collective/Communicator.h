// Communicator.h: the exchange of values between ranks
//
// A pure interface. A channel is one rank's side of one communication op. The
// instances of a communication follow each other in the plan's order, so calls
// name the channel alone. The worker that runs a rank makes all calls on its
// channels; none of them blocks or allocates.
#ifndef SBP_RUNTIME_COLLECTIVE_COMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_COMMUNICATOR_H

#include "Device.h"
#include "Result.h"
#include "Waker.h"
#include <cstdint>
#include <optional>

namespace sbp {

/// The registers of a channel in the memory of the rank's device. `input` is
/// nullopt where the rank sends nothing, `output` where it receives nothing.
struct ChannelRegisters {
  std::optional<RegisterPointer> input, output;
};

/// Performs the communications of one entry for the ranks of this process. A
/// failure of any call loses the rank. The communicator owns its channels,
/// which live as long as it does.
class Communicator {
public:
  virtual ~Communicator() = default;

  /// Opens the channel of a rank of this process in a communication of the
  /// entry and returns its number. Each channel is opened once, before the
  /// first step. The communicator keeps a copy of `registers`, whose memory
  /// must outlive it. Fails where transfers or events cannot be created on the
  /// rank's device.
  virtual Result<uint32_t> open(uint32_t communication, uint32_t rank,
                                const ChannelRegisters &registers) = 0;
  /// Announces the next instance: once the work issued on `queue` so far is
  /// done, the rank's piece is in `in` and `out` may be written. A pointer is
  /// null where the rank has no such piece. Both buffers belong to the
  /// communicator until `progress` reports the completion; `queue` must live
  /// until then as well.
  virtual Status arrive(uint32_t channel, const void *in, void *out,
                        Queue &queue) = 0;
  /// Makes progress with the announced instance. Returns true once the work
  /// that `queue` issues from here on may use both buffers; the next `arrive`
  /// may follow then. Where it returns false, the communicator wakes the rank
  /// later, and the rank calls again. Fails where the device has failed, and
  /// where the communicator notices that another process has failed; one over a
  /// Transport does not notice it and returns false from then on.
  virtual Result<bool> progress(uint32_t channel) = 0;
  /// Returns true where all open channels work by events and queues alone, so
  /// that steps can be recorded as graphs.
  virtual bool isOnQueues() const { return false; }
  /// Cancels what GPUs wait for by NCCL; messages through host memory may still
  /// arrive. Waiting ranks are not woken. Any thread may call it, repeatedly.
  virtual void abort() {}
  /// Returns the bytes sent to other processes since the start. Zero for a
  /// communicator that does not count them. Called between steps.
  virtual uint64_t countSentBytes() const { return 0; }
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_COMMUNICATOR_H
