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
  unsigned round = 0;
  uint32_t peer = 0;
  uint64_t bytes = 0;
  std::optional<uint32_t> registerBuffer;
  uint64_t offset =
      0; ///< in bytes, in the register or in the schedule's memory
};

/// A transfer between buffers, which are registers or slots of messages.
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
  /// belong to the local peer, ascending.
  Schedule(PeerMap peers, plan::DType dtype, std::vector<uint32_t> localRanks)
      : peers(std::move(peers)), dtype(dtype), ranks(std::move(localRanks)) {}

  /// Adds one box, combined from `sources` in the order given, for all
  /// `destinations`. All peers of a group add the same boxes in the same order.
  void add(plan::Combiner combiner, const PlanBox &box,
           const std::vector<uint32_t> &sources,
           const std::vector<uint32_t> &destinations,
           const std::vector<Participant> &participants);
  /// Assigns every message its place in the schedule's memory, 64-byte aligned,
  /// and returns the size of that memory in bytes. No box may be added
  /// afterwards.
  uint64_t finish();

  const std::vector<uint32_t> &getRanks() const { return ranks; }
  plan::DType getType() const { return dtype; }
  /// Returns the offset of every buffer in the schedule's memory; none for
  /// registers.
  std::vector<std::optional<uint64_t>> getBuffers() const;

  std::vector<PlannedMessage> messages;
  std::vector<PlannedTransfer> pack, local, combine, unpack;

  /// Boxes of at most this many bytes are combined by every peer that needs
  /// them.
  static constexpr uint64_t smallBytes = 8 * 1024;
  /// Boxes of at least this many bytes are messages of their own, sent from or
  /// received in a register where they are contiguous there.
  static constexpr uint64_t largeBytes = 32 * 1024;

private:
  /// The place of a small box in a message.
  struct Slot {
    size_t message;
    uint64_t offset;
  };
  /// A register of a local rank, as a source or destination of a box.
  struct Side {
    uint32_t buffer;
    const PlanBox *box;
    bool inPlace;
  };
  using Ranks = std::vector<uint32_t>;
  using Participants = std::vector<Participant>;

  std::vector<Side> findLocal(const Ranks &list, bool isInput,
                              const Participants &participants) const;
  Ranks findPeers(const Ranks &list) const;
  /// Returns the message that carries `box`.
  PlannedMessage &addMessage(bool isSend, unsigned round, uint32_t peer,
                             const PlanBox &box);
  /// Reserves a slot for `box` in a message and returns it as a buffer.
  BufferBox addSlot(bool isSend, unsigned round, uint32_t peer,
                    const PlanBox &box);
  bool useRegister(bool isSend, unsigned round, uint32_t peer,
                   const PlanBox &box, const Side &side);
  void send(uint32_t peer, const PlanBox &box, const Side &from);
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

/// Cuts `box` into `parts` boxes of about equal size, of which some may be
/// empty. A box without dims gives one part.
std::vector<PlanBox> cutBox(const PlanBox &box, size_t parts);

/// Returns the element offset of `box` in a dense buffer of `outer`; none where
/// the box is not contiguous there.
std::optional<uint64_t> findContiguous(const PlanBox &box,
                                       const PlanBox &outer);

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_SCHEDULE_SCHEDULE_H
