// LocalCommunicator.h: ranks of one process
//
// Values are combined in the order the plan gives, straight from the ranks'
// registers. When all members of a group are there, the last to arrive does a
// small instance alone; a large one is spread over the members' workers.
// Buffers are the host's, queues have done what was issued.
#ifndef SBP_RUNTIME_COLLECTIVE_LOCAL_LOCALCOMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_LOCAL_LOCALCOMMUNICATOR_H

#include "BoxTransfer.h"
#include "Communicator.h"
#include "LocalWorld.h"
#include "Transfers.h"
#include <atomic>
#include <map>
#include <memory>

namespace sbp {

class LocalCommunicator final : public Communicator {
public:
  /// The communications of an entry of a verified plan, as far as all who meet
  /// in them are ranks of this process.
  LocalCommunicator(const Program &program, uint32_t entry,
                    const LocalWorld &world, Waker &waker);

  Status open(uint32_t communication, uint32_t rank,
              const ChannelRegisters &registers, uint32_t &channel) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Status progress(uint32_t channel, bool &complete) override;

  /// Instances of at most this many bytes moved are not spread.
  static constexpr int64_t smallBytes = 64 * 1024;

private:
  /// Ranks of a meeting that wait for each other, and what they do.
  struct Party {
    std::vector<uint32_t> ranks;
    std::vector<BoxTransfer> transfers;
    int64_t bytes = 0;
  };
  /// A meeting made ready, for all its communications.
  struct Arrangement {
    struct Seat {
      uint32_t party, member;
    };
    std::vector<std::unique_ptr<Party>> parties;
    std::vector<Seat> seats;
    std::vector<int32_t> seatOf; ///< by world rank, -1: none
  };
  /// A party in one communication.
  struct Group {
    explicit Group(const Party &party)
        : party(party), in(party.ranks.size()), out(party.ranks.size()) {}

    const Party &party;
    std::vector<const void *> in;
    std::vector<void *> out;
    // Counted over all instances, never reset.
    alignas(64) std::atomic<uint64_t> arrived{0};
    std::atomic<uint64_t> shared{0};
    std::atomic<uint64_t> finished{0};
  };
  struct Channel {
    Group *group;
    uint32_t member;
    uint64_t instance = 0;
    bool shareDone = false;
  };

  void arrange(const Program &program, const Meeting &meeting,
               const LocalWorld &world, Arrangement &result);
  void addCommunication(uint32_t index, uint32_t meeting);
  void executeShare(Group &group, uint32_t member);
  void finish(Group &group, uint64_t instance, uint32_t member);
  void wakeOthers(const Group &group, uint32_t member);

  Waker &waker;
  std::map<uint32_t, Arrangement> arrangements; ///< by meeting
  std::vector<std::unique_ptr<Group>> groups;
  std::vector<Channel> channels;
  struct Place {
    const Arrangement *arrangement;
    uint32_t firstChannel;
  };
  std::map<uint32_t, Place> places; ///< by communication
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_LOCAL_LOCALCOMMUNICATOR_H
