// LocalCommunicator.h: communication between ranks of one process
//
// Combines values in the plan's order, directly from and to the ranks'
// registers. When all members of a group have arrived, the last one executes a
// small instance alone; a large one is shared by the workers of all members.
// Buffers lie in host memory, and queues are synchronous.
#ifndef SBP_RUNTIME_COLLECTIVE_LOCAL_LOCALCOMMUNICATOR_H
#define SBP_RUNTIME_COLLECTIVE_LOCAL_LOCALCOMMUNICATOR_H

#include "BoxTransfer.h"
#include "Communicator.h"
#include "LocalWorld.h"
#include "Result.h"
#include "Transfers.h"
#include <atomic>
#include <map>
#include <memory>

namespace sbp {

/// The communicator of host ranks of one process. Channels are used as
/// Communicator.h requires.
class LocalCommunicator final : public Communicator {
public:
  /// Prepares the communications of an entry of a verified plan, which is not
  /// kept. Groups with ranks of other processes are left out: `open` must not
  /// be called for them. `waker` must outlive the communicator.
  LocalCommunicator(const Program &program, uint32_t entry,
                    const LocalWorld &world, Waker &waker);

  Result<uint32_t> open(uint32_t communication, uint32_t rank,
                        const ChannelRegisters &registers) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Result<bool> progress(uint32_t channel) override;

  /// The largest instance, in bytes read and written, that one member executes
  /// alone.
  static constexpr int64_t smallBytes = 64 * 1024;

private:
  /// A group of ranks that wait for each other, and their transfers. All
  /// communications of the pattern share it.
  struct GroupPlan {
    std::vector<uint32_t> ranks;
    std::vector<BoxTransfer> transfers;
    int64_t bytes = 0; ///< bytes read and written by all transfers
  };
  /// The prepared form of a communication pattern.
  struct PatternPlan {
    /// The group of a rank and its index in it.
    struct Endpoint {
      uint32_t group, member;
    };
    std::vector<std::unique_ptr<GroupPlan>> groupPlans;
    std::vector<Endpoint> endpoints;
    std::vector<int32_t>
        endpointOf; ///< by world rank; -1 for ranks without a channel
  };
  /// A group in one communication: the rendezvous of its instances. `in` and
  /// `out` hold the members' buffers of the current instance.
  struct Group {
    /// The plan must outlive the group.
    explicit Group(const GroupPlan &plan)
        : plan(plan), in(plan.ranks.size()), out(plan.ranks.size()) {}

    const GroupPlan &plan;
    std::vector<const void *> in;
    std::vector<void *> out;
    // All counters run over all instances and are never reset.
    alignas(64) std::atomic<uint64_t> arrived{0};
    std::atomic<uint64_t> shared{0};
    std::atomic<uint64_t> finished{0};
  };
  /// A member of a group and the number of its current instance.
  struct Channel {
    Group *group;
    uint32_t member;
    uint64_t instance = 0;
    bool shareDone = false; ///< true once its share of the instance is done
  };

  /// The channels of a communication: consecutive, in the order of the plan's
  /// endpoints.
  struct ChannelRange {
    const PatternPlan *plan;
    uint32_t firstChannel;
  };

  /// Sets `result` to the groups and transfers of a communication pattern.
  void planPattern(const Program &program, const CommunicationPattern &pattern,
                   const LocalWorld &world, PatternPlan &result);
  /// Adds the groups and channels of one communication of a pattern.
  void addCommunication(uint32_t index, uint32_t pattern);
  /// Executes one member's share of the transfers of an instance. The shares of
  /// all members together are the whole instance.
  void executeShare(Group &group, uint32_t member);
  /// Marks an instance as finished and wakes the other members.
  void finish(Group &group, uint64_t instance, uint32_t member);
  /// Wakes all ranks of a group except that of `member`.
  void wakeOthers(const Group &group, uint32_t member);

  Waker &waker;
  std::map<uint32_t, PatternPlan> patternPlans; ///< by pattern
  std::vector<std::unique_ptr<Group>> groups;
  std::vector<Channel> channels;
  std::map<uint32_t, ChannelRange> channelRanges; ///< by communication
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_LOCAL_LOCALCOMMUNICATOR_H
