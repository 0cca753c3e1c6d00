// ImageCommunicator.h: communication of device ranks through host memory
//
// An adapter that lets a host communicator serve ranks on devices. It copies
// the input from the device when the queue reaches the communication and the
// output back before the work that the queue issues next. Calls of host ranks
// go to the inner communicator unchanged.
#ifndef SBP_RUNTIME_COLLECTIVE_LOCAL_IMAGECOMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_LOCAL_IMAGECOMMUNICATOR_H

#include "Communicator.h"
#include "Result.h"
#include "Transfers.h"
#include <deque>

namespace sbp {

/// The layered communicator over host copies (images) of device buffers.
class ImageCommunicator final : public Communicator {
public:
  /// Returns the device of a rank of this process, a host device for a host
  /// rank.
  using DeviceOf = std::function<Device &(uint32_t rank)>;
  /// Takes ownership of `inner`, which serves all channels. `deviceOf` is
  /// called by `open`. The program and the devices that it returns must outlive
  /// the communicator.
  ImageCommunicator(const Program &program, DeviceOf deviceOf,
                    std::unique_ptr<Communicator> inner)
      : program(program), patterns(program), deviceOf(std::move(deviceOf)),
        inner(std::move(inner)) {}

  Result<uint32_t> open(uint32_t communication, uint32_t rank,
                        const ChannelRegisters &registers) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Result<bool> progress(uint32_t channel) override;
  void abort() override { inner->abort(); }
  uint64_t countSentBytes() const override { return inner->countSentBytes(); }

private:
  /// The buffers of a channel and the state of its current instance.
  struct Channel {
    uint32_t inner;            ///< number of the channel in `inner`
    std::vector<char> in, out; ///< images; `out` is empty for one in place
    std::unique_ptr<DeviceEvent> event; ///< null for a rank of the host
    uint64_t outBytes = 0;              ///< size of the output, 0 without one
    bool hasIn = false, hasOut = false, isInPlace = false;
    // The current instance.
    void *target = nullptr; ///< output on the device; null without one
    Queue *queue = nullptr;
    bool arrived = false; ///< true once the inner communicator has the arrival

    /// Returns the image that the output is read from: that of the input for an
    /// operation in place.
    char *getOut() { return isInPlace ? in.data() : out.data(); }
  };

  const Program &program;
  CommunicationPatterns patterns;
  DeviceOf deviceOf;
  std::unique_ptr<Communicator> inner;
  std::deque<Channel> channels;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_LOCAL_IMAGECOMMUNICATOR_H
