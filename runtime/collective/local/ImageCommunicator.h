// ImageCommunicator.h: a communicator of the host for a device that is not
//
// Values go through copies on the host: out of the device when the queue has
// come to the communication, back into it before what the queue issues next.
// Ranks of the host go straight to the communicator within.
#ifndef SBP_RUNTIME_COLLECTIVE_LOCAL_IMAGECOMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_LOCAL_IMAGECOMMUNICATOR_H

#include "Communicator.h"
#include "Transfers.h"
#include <deque>

namespace sbp {

class ImageCommunicator final : public Communicator {
public:
  using DeviceOf = std::function<Device &(uint32_t rank)>;
  ImageCommunicator(const Program &program, DeviceOf deviceOf,
                    std::unique_ptr<Communicator> inner)
      : program(program), meetings(program), deviceOf(std::move(deviceOf)),
        inner(std::move(inner)) {}

  Status open(uint32_t communication, uint32_t rank,
              const ChannelRegisters &registers, uint32_t &channel) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Status progress(uint32_t channel, bool &complete) override;
  void abort() override { inner->abort(); }
  uint64_t countSentBytes() const override { return inner->countSentBytes(); }

private:
  struct Channel {
    uint32_t inner;
    std::vector<char> in, out;  ///< `out` is empty where both are one
    std::unique_ptr<Mark> mark; ///< null: a rank of the host
    uint64_t outBytes = 0;
    bool hasIn = false, hasOut = false, isInPlace = false;
    // Of the instance on its way.
    void *target = nullptr;
    Queue *queue = nullptr;
    bool arrived = false; ///< at the inner communicator

    char *getOut() { return isInPlace ? in.data() : out.data(); }
  };

  const Program &program;
  Meetings meetings;
  DeviceOf deviceOf;
  std::unique_ptr<Communicator> inner;
  std::deque<Channel> channels;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_LOCAL_IMAGECOMMUNICATOR_H
