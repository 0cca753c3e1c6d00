// MessageCommunicator.h: ranks of several processes
//
// Groups whose ranks all belong to this process are the LocalCommunicator's.
// Of the others this process has a schedule per group: the last of its ranks
// to arrive drives the instance, woken by the transport, and tells the rest
// when it is over. Buffers are the host's, queues have done what was issued.
#ifndef SBP_RUNTIME_COLLECTIVE_MESSAGE_MESSAGECOMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_MESSAGE_MESSAGECOMMUNICATOR_H

#include "HostSchedule.h"
#include "LocalCommunicator.h"
#include "Seats.h"
#include "Transport.h"

namespace sbp {

class MessageCommunicator final : public Communicator {
public:
  /// `transport` connects the processes of `world` and outlives this.
  static Status create(const Program &program, uint32_t entry,
                       const LocalWorld &world, Transport &transport,
                       Waker &waker, std::unique_ptr<Communicator> &result);
  ~MessageCommunicator() override;

  Status open(uint32_t communication, uint32_t rank,
              const ChannelRegisters &registers, uint32_t &channel) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Status progress(uint32_t channel, bool &complete) override;
  uint64_t countSentBytes() const override { return sentBytes; }

private:
  struct Group;
  struct Channel {
    Group *group;
    uint32_t member;
    uint64_t instance = 0;
  };

  MessageCommunicator(const Program &program, uint32_t entry,
                      const LocalWorld &world, Transport &transport,
                      Waker &waker);
  Status addCommunication(const Program &program, uint32_t index,
                          const std::vector<Participant> &participants,
                          const LocalWorld &world);
  void begin(Group &group);
  bool drive(Group &group);

  Transport &transport;
  Waker &waker;
  std::vector<std::unique_ptr<Group>> groups;
  Seats<Channel> seats; ///< over a LocalCommunicator
  uint32_t nextTag = 0;
  std::atomic<uint64_t> sentBytes{0};
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_MESSAGE_MESSAGECOMMUNICATOR_H
