//===- LocalCommunicator.h - ranks of one process
//---------------------------===//
//
// Values are combined in the order the plan gives, straight from the ranks'
// registers. When all members of a group are there, the last to arrive does a
// small instance alone; a large one is spread over the members' workers.
// Buffers are the host's, queues have done what was issued.
//
//===----------------------------------------------------------------------===//
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
              uint32_t &channel) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Status progress(uint32_t channel, bool &complete) override;

  /// Instances of at most this many bytes moved are not spread.
  static constexpr int64_t smallBytes = 64 * 1024;

private:
  struct Group {
    std::vector<uint32_t> ranks;
    std::vector<BoxTransfer> transfers;
    std::vector<const void *> in;
    std::vector<void *> out;
    int64_t bytes = 0;
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

  void addCommunication(const Program &program, uint32_t index,
                        const LocalWorld &world);
  void executeShare(Group &group, uint32_t member);
  void finish(Group &group, uint64_t instance, uint32_t member);
  void wakeOthers(const Group &group, uint32_t member);

  Waker &waker;
  std::vector<std::unique_ptr<Group>> groups;
  std::vector<Channel> channels;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> channelNumbers;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_LOCAL_LOCALCOMMUNICATOR_H
