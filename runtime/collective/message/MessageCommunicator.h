// MessageCommunicator.h: communication between ranks of several processes
//
// Groups within this process are served by a LocalCommunicator. For each of the
// others this process has a schedule: the last of its ranks to arrive drives
// the instance, woken by the transport, and wakes the other ranks at the end.
// Buffers lie in host memory, and queues are synchronous.
#ifndef SBP_RUNTIME_COLLECTIVE_MESSAGE_MESSAGECOMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_MESSAGE_MESSAGECOMMUNICATOR_H

#include "Endpoints.h"
#include "HostSchedule.h"
#include "LocalCommunicator.h"
#include "Result.h"
#include "Transport.h"

namespace sbp {

/// A layered communicator over a transport. Channels are used as Communicator.h
/// requires.
class MessageCommunicator final : public Communicator {
public:
  /// Prepares the communications of an entry of a verified plan. `transport`
  /// connects the processes of `world`. Both, and `waker`, must outlive the
  /// communicator; the program is not kept. Fails with a user error where the
  /// groups need more tags than the transport has.
  static Result<std::unique_ptr<Communicator>>
  create(const Program &program, uint32_t entry, const LocalWorld &world,
         Transport &transport, Waker &waker);
  ~MessageCommunicator() override;

  Result<uint32_t> open(uint32_t communication, uint32_t rank,
                        const ChannelRegisters &registers) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Result<bool> progress(uint32_t channel) override;
  /// Counts the bytes of the messages of all begun instances.
  uint64_t countSentBytes() const override { return sentBytes; }

private:
  struct Group;
  /// A member of a group and its current instance.
  struct Channel {
    Group *group;
    uint32_t member;
    uint64_t instance = 0;
  };

  /// Makes the communicator without the groups that need messages; `create`
  /// adds them.
  MessageCommunicator(const Program &program, uint32_t entry,
                      const LocalWorld &world, Transport &transport,
                      Waker &waker);
  /// Adds the groups of a communication that have ranks here and elsewhere. All
  /// processes call it in the same order, since it numbers tags. Fails where
  /// the tags of the transport are used up.
  Status addCommunication(const Program &program, uint32_t index,
                          const std::vector<Participant> &participants,
                          const LocalWorld &world);
  /// Posts the receives and the first round of sends of an instance.
  void begin(Group &group);
  /// Advances an instance as far as messages have arrived. Returns true when it
  /// is finished.
  bool drive(Group &group);

  Transport &transport;
  Waker &waker;
  std::vector<std::unique_ptr<Group>> groups;
  Endpoints<Channel>
      endpoints;        ///< their inner communicator is a LocalCommunicator
  uint32_t nextTag = 0; ///< first tag without a group
  std::atomic<uint64_t> sentBytes{0};
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_MESSAGE_MESSAGECOMMUNICATOR_H
