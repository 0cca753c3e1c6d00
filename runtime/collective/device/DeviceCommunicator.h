// DeviceCommunicator.h: communication between ranks that share a device
//
// Serves groups of ranks that lie on one asynchronous device. Each rank records
// an event when it arrives; the last one makes its queue wait for the events of
// all others, issues the transfers on it and records an event that the other
// queues wait for. The host never waits for the device. Values are combined in
// the plan's order. The inner communicator serves all other groups.
#ifndef SBP_RUNTIME_COLLECTIVE_DEVICE_DEVICECOMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_DEVICE_DEVICECOMMUNICATOR_H

#include "Endpoints.h"
#include "LocalWorld.h"
#include "Result.h"
#include "Transfers.h"
#include <atomic>
#include <functional>

namespace sbp {

/// A layered communicator for ranks on one device of this process.
class DeviceCommunicator final : public Communicator {
public:
  using DeviceOf = std::function<Device &(uint32_t rank)>;
  /// Prepares the communications of an entry of a verified plan. `deviceOf`
  /// returns the device of a rank of this process; devices and `waker` outlive
  /// the communicator.
  DeviceCommunicator(const Program &program, uint32_t entry,
                     const LocalWorld &world, const DeviceOf &deviceOf,
                     Waker &waker, std::unique_ptr<Communicator> inner);
  ~DeviceCommunicator() override;

  Result<uint32_t> open(uint32_t communication, uint32_t rank,
                        const ChannelRegisters &registers) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Result<bool> progress(uint32_t channel) override;
  bool isOnQueues() const override { return endpoints.areOnQueues(); }
  void abort() override { endpoints.getInner().abort(); }

private:
  struct Group;
  struct Channel {
    Group *group;
    uint32_t member;
    uint64_t instance = 0;
    Queue *queue = nullptr;
  };

  void addCommunication(const Program &program, uint32_t index,
                        const CommunicationPattern &pattern,
                        const LocalWorld &world, const DeviceOf &deviceOf);
  /// Binds the transfers of a group once all of its channels are open.
  static Status bind(Group &group);
  /// Issues the transfers of an instance on the queue of the last member.
  Status issue(Group &group, uint32_t member, uint64_t instance, Queue &queue);

  Waker &waker;
  std::vector<std::unique_ptr<Group>> groups;
  Endpoints<Channel> endpoints;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_DEVICE_DEVICECOMMUNICATOR_H
