//===- Transfers.h - what the transfers of a communication mean -----------===//
//
// A transfer says in one line what p ranks do with each other; an atom is one
// box that goes from ranks to ranks. Who holds what is what the registers say.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_RUNTIME_LOADER_TRANSFERS_H
#define SBP_RUNTIME_LOADER_TRANSFERS_H

#include "PlanVerifier.h"
#include <functional>

namespace sbp {

/// What a rank brings to a communication and takes from it.
struct Participant {
  unsigned tasks = 0; ///< that take part; 1 in a verified plan, or 0
  std::optional<PlanBox> in, out;
  bool inPlace = false; ///< both are the same bytes
};

/// What several communications have in common, of the same kind, combiner, type
/// and sides: they move the same between the same boxes. It is proved, counted
/// and prepared once.
struct Meeting {
  uint32_t communication;                ///< one of them
  std::vector<Participant> participants; ///< by world rank
};

/// The meetings of all communications of a plan.
class Meetings {
public:
  explicit Meetings(const Program &program);
  const std::vector<Meeting> &get() const { return meetings; }
  /// The number of a communication's meeting.
  uint32_t of(uint32_t communication) const { return numbers[communication]; }

private:
  std::vector<Meeting> meetings;
  std::vector<uint32_t> numbers;
};

/// The box of a transfer.
PlanBox getBox(const plan::TransferT &transfer);

/// How a transfer combines: a rank that gets no term holds what leaves the sum
/// of `to` as it is.
plan::Combiner getCombiner(const plan::PlanT &plan,
                           const plan::CommunicationT &communication,
                           const plan::TransferT &transfer);

using AtomVisitor =
    std::function<void(const PlanBox &, const std::vector<uint32_t> &sources,
                       const std::vector<uint32_t> &destinations)>;

/// Writes out a transfer of a verified plan: each destination gets the box,
/// which is not empty, combined from the sources in their order.
void forEachAtom(const plan::TransferT &transfer,
                 const std::vector<Participant> &participants,
                 const AtomVisitor &visit);

/// By communication of a verified plan, the bytes that ranks receive from
/// others in one execution (contract: all_reduce as reduce_scatter +
/// all_gather, whatever the communicator does).
std::vector<uint64_t> countMovedBytes(const Program &program);

} // namespace sbp

#endif // SBP_RUNTIME_LOADER_TRANSFERS_H
