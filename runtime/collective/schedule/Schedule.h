// Schedule.h: the messages and transfers of one peer in a group
//
// Ranks of one peer (a process, or a GPU) exchange values through memory,
// others by messages. Values are combined in the plan's order wherever that
// happens, so that the bits are those of a single process: where terms lie on
// several peers, they travel unreduced in round 0, each to the peer that
// combines its part of the box, and the results travel in round 1. Values that
// need no combination travel in round 0.
#ifndef SBP_RUNTIME_COLLECTIVE_SCHEDULE_SCHEDULE_H
#define SBP_RUNTIME_COLLECTIVE_SCHEDULE_SCHEDULE_H

#include "BoxTransfer.h"
#include "Transfers.h"
#include <map>
#include <optional>

namespace sbp {

/// A message to or from a peer: bytes of the schedule's own memory, or of a
/// register.
struct PlannedMessage {
  bool isSend = false;
  unsigned round = 0; ///< 0 or 1
  uint32_t peer = 0;  ///< peer at the other end
  uint64_t bytes = 0;
  /// The buffer of the register; none for the schedule's own memory.
  std::optional<uint32_t> registerBuffer;
  uint64_t offset =
      0; ///< in bytes, in the register or (after `finish`) in the memory
};

/// A transfer between buffers, which are registers or slots of messages. The
/// member of a BufferBox is the number of its buffer.
struct PlannedTransfer {
  plan::Combiner combiner;
  PlanBox box;
  std::vector<BufferBox> sources, destinations;
};

/// The map of ranks to peers, from the point of view of the local peer.
struct PeerMap {
  uint32_t local;                            ///< the local peer
  std::function<uint32_t(uint32_t rank)> of; ///< peer of a rank
};

/// The schedule of the local peer for one group. It is executed in this order:
/// receives of both rounds are posted; `pack`, sends of round 0, `local`; when
/// round 0 is received, `combine` and the sends of round 1; when round 1 is
/// received, `unpack`. Transfers name buffers: input and output of the i-th
/// rank are 2 i and 2 i + 1, slots of messages follow.
class Schedule {
public:
  /// Makes an empty schedule; `localRanks` are the ranks of the group that
  /// belong to the local peer, ascending. It keeps `peers.of`, which must stay
  /// callable.
  Schedule(PeerMap peers, plan::DType dtype, std::vector<uint32_t> localRanks)
      : peers(std::move(peers)), dtype(dtype), ranks(std::move(localRanks)) {}

  /// Adds one box, combined from `sources` in the order given, for all
  /// `destinations`; without sources, the destinations get the combiner's
  /// identity. `participants` has the registers of all ranks and must live
  /// until the last box is added. All peers of a group add the same boxes in
  /// the same order.
  void add(plan::Combiner combiner, const PlanBox &box,
           const std::vector<uint32_t> &sources,
           const std::vector<uint32_t> &destinations,
           const std::vector<Participant> &participants);
  /// Assigns every message that is not in a register its place in the
  /// schedule's memory, 64-byte aligned, and returns the size of that memory in
  /// bytes. No box may be added afterwards.
  uint64_t finish();

  const std::vector<uint32_t> &getRanks() const { return ranks; }
  plan::DType getType() const { return dtype; }
  /// Returns the byte offset of every buffer in the schedule's memory, nullopt
  /// for registers. Called after `finish`.
  std::vector<std::optional<uint64_t>> getBuffers() const;

  std::vector<PlannedMessage> messages;
  std::vector<PlannedTransfer> pack, local, combine, unpack;

  /// The bound in bytes up to which a box, whose terms lie on several peers, is
  /// combined by every peer that needs it.
  static constexpr uint64_t smallBytes = 8 * 1024;
  /// Boxes of at least this many bytes are messages of their own, sent from or
  /// received in a register where they are contiguous there.
  static constexpr uint64_t largeBytes = 32 * 1024;

private:
  /// The place of a small box in a message.
  struct Slot {
    size_t message;
    uint64_t offset; ///< in bytes from the begin of the message
  };
  /// A register of a local rank, as a source or destination of a box.
  struct Side {
    uint32_t buffer;
    const PlanBox *box; ///< box that the register holds
    bool inPlace;
  };
  using Ranks = std::vector<uint32_t>;
  using Participants = std::vector<Participant>;

  /// Returns the registers of the local ranks in `list`: their inputs, or their
  /// outputs.
  std::vector<Side> findLocal(const Ranks &list, bool isInput,
                              const Participants &participants) const;
  /// Returns the distinct peers of the ranks in `list`, ascending.
  Ranks findPeers(const Ranks &list) const;
  /// Returns the message that carries `box`: a new one, or for a small box the
  /// one that it shares. The reference is valid until the next call.
  PlannedMessage &addMessage(bool isSend, unsigned round, uint32_t peer,
                             const PlanBox &box);
  /// Reserves a slot for `box` in a message and returns it as a buffer.
  BufferBox addSlot(bool isSend, unsigned round, uint32_t peer,
                    const PlanBox &box);
  /// Adds a message between a peer and a register of `side`, without a slot.
  /// Returns false, and adds nothing, where the box is small or not contiguous
  /// in the register.
  bool useRegister(bool isSend, unsigned round, uint32_t peer,
                   const PlanBox &box, const Side &side);
  /// Sends `box` to a peer in round 0, packed where it cannot be sent from the
  /// register.
  void send(uint32_t peer, const PlanBox &box, const Side &from);
  /// Receives `box` for the registers `to`, at least one, and adds the copies
  /// out of the message to `then`.
  void receive(unsigned round, uint32_t peer, const PlanBox &box,
               const std::vector<Side> &to, std::vector<PlannedTransfer> &then);
  uint64_t countBytes(const PlanBox &box) const;

  /// Adds a box with one source, which needs no combination.
  void addMove(const PlanBox &box, uint32_t source, const Ranks &destinations,
               const Participants &participants);
  /// Adds a part of a box that `reducer` combines for the peers `takers`.
  void addReduction(plan::Combiner combiner, const PlanBox &box,
                    const Ranks &sources, const Ranks &destinations,
                    const Participants &participants, uint32_t reducer,
                    const Ranks &takers);
  /// Adds the local terms and slots for the others to `terms` where the local
  /// peer is the reducer. Sends the local terms to it otherwise.
  void addTerms(const PlanBox &box, const Ranks &sources,
                const Participants &participants, uint32_t reducer,
                std::vector<BufferBox> &terms);

  PeerMap peers;
  plan::DType dtype;
  std::vector<uint32_t> ranks;
  std::vector<Slot> slots;
  /// The messages that small boxes share, by (is a send, round, peer).
  std::map<std::tuple<bool, unsigned, uint32_t>, size_t> shared;
};

/// Cuts `box` along one dim into `parts` boxes of about equal size, of which
/// some may be empty. A box without dims gives one part. `parts` is at least 1.
std::vector<PlanBox> cutBox(const PlanBox &box, size_t parts);

/// Returns the offset of `box`, in elements, in a dense buffer of `outer`,
/// which contains it. Returns nullopt where the box is not contiguous there.
std::optional<uint64_t> findContiguous(const PlanBox &box,
                                       const PlanBox &outer);

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_SCHEDULE_SCHEDULE_H
