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

/// A layered communicator for ranks on one device of this process. It counts no
/// sent bytes, nor those of the inner communicator.
class DeviceCommunicator final : public Communicator {
public:
  /// Returns the device of a rank of this process.
  using DeviceOf = std::function<Device &(uint32_t rank)>;
  /// Prepares the communications of an entry of a verified plan and takes
  /// ownership of `inner`. `deviceOf` is called for ranks of this process, in
  /// the constructor alone. Devices and `waker` must outlive the communicator;
  /// the program is not kept.
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
  /// A member of a group, its current instance, and the queue of its last
  /// arrival.
  struct Channel {
    Group *group;
    uint32_t member;
    uint64_t instance = 0;
    Queue *queue = nullptr;
  };

  /// Adds the groups of a communication whose ranks all lie on one asynchronous
  /// device of this process, and one for each such rank without transfers.
  void addCommunication(const Program &program, uint32_t index,
                        const CommunicationPattern &pattern,
                        const LocalWorld &world, const DeviceOf &deviceOf);
  /// Binds the transfers of a group and creates its events, once all of its
  /// channels are open. Fails where the device does.
  static Status bind(Group &group);
  /// Issues the transfers of an instance on the queue of the last member,
  /// after waits for the arrivals of all others.
  Status issue(Group &group, uint32_t member, uint64_t instance, Queue &queue);

  Waker &waker;
  std::vector<std::unique_ptr<Group>> groups;
  Endpoints<Channel> endpoints;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_DEVICE_DEVICECOMMUNICATOR_H
