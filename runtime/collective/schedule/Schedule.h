// Schedule.h: what one party sends, receives and combines for a group
//
// Ranks of a party (a process, or a GPU) meet in memory, others by message.
// Values are combined in the order the plan gives wherever that happens, so
// that the bits are those of one process: where terms lie with several parties
// they travel as they are (round 0), each to who combines its part of the box,
// and results travel on (round 1). What needs no combination travels in round
// 0.
#ifndef SBP_RUNTIME_COLLECTIVE_SCHEDULE_SCHEDULE_H
#define SBP_RUNTIME_COLLECTIVE_SCHEDULE_SCHEDULE_H

#include "BoxTransfer.h"
#include "Transfers.h"
#include <map>
#include <optional>

namespace sbp {

/// A message: bytes of a buffer of its own, or of a register.
struct PlannedMessage {
  bool isSend = false;
  unsigned round = 0;
  uint32_t peer = 0;
  uint64_t bytes = 0;
  std::optional<uint32_t> registerBuffer;
  uint64_t offset = 0; ///< in the register, or in the schedule's own memory
};

/// A transfer between buffers: registers or slots of messages.
struct PlannedTransfer {
  plan::Combiner combiner;
  PlanBox box;
  std::vector<BufferBox> sources, destinations;
};

/// Who is who.
struct Parties {
  uint32_t mine;
  std::function<uint32_t(uint32_t rank)> of;
};

/// In this order: receives of both rounds begin; `pack`, sends of round 0,
/// `local`; all of round 0 is received: `combine`, sends of round 1; all of
/// round 1 is received: `unpack`. Transfers work on buffers: input and output
/// of the i-th rank are 2 i and 2 i + 1, slots of messages follow.
class Schedule {
public:
  /// `localRanks`: those of the group that are mine.
  Schedule(Parties parties, plan::DType dtype, std::vector<uint32_t> localRanks)
      : parties(std::move(parties)), dtype(dtype),
        ranks(std::move(localRanks)) {}

  /// One box for `destinations`, combined from `sources` in this order.
  void add(plan::Combiner combiner, const PlanBox &box,
           const std::vector<uint32_t> &sources,
           const std::vector<uint32_t> &destinations,
           const std::vector<Participant> &participants);
  /// Places messages in memory of the schedule, of which it says how much it
  /// needs, 64-byte aligned; nothing is added any more.
  uint64_t finish();

  const std::vector<uint32_t> &getRanks() const { return ranks; }
  plan::DType getType() const { return dtype; }
  /// By buffer, its offset in that memory; none for the ranks' registers.
  std::vector<std::optional<uint64_t>> getBuffers() const;

  std::vector<PlannedMessage> messages;
  std::vector<PlannedTransfer> pack, local, combine, unpack;

  /// Boxes of at most this many bytes are combined by everyone who wants them.
  static constexpr uint64_t smallBytes = 8 * 1024;
  /// Boxes of at least this many bytes are messages of their own, from where
  /// they lie if they are contiguous there.
  static constexpr uint64_t largeBytes = 32 * 1024;

private:
  struct Slot {
    size_t message;
    uint64_t offset;
  };
  /// A register of a rank of this process.
  struct Side {
    uint32_t buffer;
    const PlanBox *box;
    bool inPlace;
  };
  using Ranks = std::vector<uint32_t>;
  using Participants = std::vector<Participant>;

  std::vector<Side> findLocal(const Ranks &list, bool isInput,
                              const Participants &participants) const;
  Ranks findParties(const Ranks &list) const;
  PlannedMessage &addMessage(bool isSend, unsigned round, uint32_t peer,
                             const PlanBox &box);
  BufferBox addSlot(bool isSend, unsigned round, uint32_t peer,
                    const PlanBox &box);
  bool useRegister(bool isSend, unsigned round, uint32_t peer,
                   const PlanBox &box, const Side &side);
  void send(uint32_t peer, const PlanBox &box, const Side &from);
  void receive(unsigned round, uint32_t peer, const PlanBox &box,
               const std::vector<Side> &to, std::vector<PlannedTransfer> &then);
  uint64_t countBytes(const PlanBox &box) const;

  void addMove(const PlanBox &box, uint32_t source, const Ranks &destinations,
               const Participants &participants);
  void addReduction(plan::Combiner combiner, const PlanBox &box,
                    const Ranks &sources, const Ranks &destinations,
                    const Participants &participants, uint32_t reducer,
                    const Ranks &takers);
  void addTerms(const PlanBox &box, const Ranks &sources,
                const Participants &participants, uint32_t reducer,
                std::vector<BufferBox> &terms);

  Parties parties;
  plan::DType dtype;
  std::vector<uint32_t> ranks;
  std::vector<Slot> slots;
  /// Messages that small boxes share, by (sends, round, peer).
  std::map<std::tuple<bool, unsigned, uint32_t>, size_t> shared;
};

/// `parts` boxes of about equal size that make up `box`; some may be empty.
std::vector<PlanBox> cutBox(const PlanBox &box, size_t parts);

/// Where `box` begins in a dense buffer of `outer`, in elements; none if it is
/// not contiguous there.
std::optional<uint64_t> findContiguous(const PlanBox &box,
                                       const PlanBox &outer);

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_SCHEDULE_SCHEDULE_H
