// DeviceCommunicator.h: ranks that share a device
//
// Ranks that wait for each other and lie on one device, which is not the host,
// meet there: the last to arrive issues on its queue what moves, behind the
// marks of all others, whose queues go on behind its mark. Nobody waits for the
// device. Values are combined in the plan's order. All other communications are
// those of the communicator within.
#ifndef SBP_RUNTIME_COLLECTIVE_DEVICE_DEVICECOMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_DEVICE_DEVICECOMMUNICATOR_H

#include "LocalWorld.h"
#include "Seats.h"
#include "Transfers.h"
#include <atomic>
#include <functional>

namespace sbp {

class DeviceCommunicator final : public Communicator {
public:
  using DeviceOf = std::function<Device &(uint32_t rank)>;
  /// The communications of an entry of a verified plan.
  DeviceCommunicator(const Program &program, uint32_t entry,
                     const LocalWorld &world, const DeviceOf &deviceOf,
                     Waker &waker, std::unique_ptr<Communicator> inner);
  ~DeviceCommunicator() override;

  Status open(uint32_t communication, uint32_t rank,
              const ChannelRegisters &registers, uint32_t &channel) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Status progress(uint32_t channel, bool &complete) override;
  bool isOnQueues() const override { return seats.areOnQueues(); }
  void abort() override { seats.getInner().abort(); }

private:
  struct Group;
  struct Channel {
    Group *group;
    uint32_t member;
    uint64_t instance = 0;
    Queue *queue = nullptr;
  };

  void addCommunication(const Program &program, uint32_t index,
                        const Meeting &meeting, const LocalWorld &world,
                        const DeviceOf &deviceOf);
  static Status bind(Group &group);
  Status issue(Group &group, uint32_t member, uint64_t instance, Queue &queue);

  Waker &waker;
  std::vector<std::unique_ptr<Group>> groups;
  Seats<Channel> seats;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_DEVICE_DEVICECOMMUNICATOR_H
