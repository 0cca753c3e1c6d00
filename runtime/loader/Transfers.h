// Transfers.h: participants and atoms of communications
//
// A transfer describes in one record what up to p ranks do together
// (runtime/atoms). The boxes that ranks hold come from the registers of the
// tasks that take part.
#ifndef SBP_RUNTIME_LOADER_TRANSFERS_H
#define SBP_RUNTIME_LOADER_TRANSFERS_H

#include "PlanVerifier.h"
#include <functional>

namespace sbp {

/// The input and output box of a rank in a communication; none where it has no
/// such register.
struct Participant {
  unsigned tasks = 0; ///< number of tasks of the rank that take part; 0 or 1 in
                      ///< a verified plan
  std::optional<PlanBox> in, out;
  bool inPlace = false; ///< input and output are the same bytes
};

/// The pattern of several communications that move the same values between the
/// same boxes, with equal kind, combiner, type and distributions. Equal layers
/// of a model share a pattern, so it is verified, counted and prepared once.
struct CommunicationPattern {
  uint32_t communication; ///< the first communication of the pattern
  std::vector<Participant> participants; ///< indexed by world rank
};

/// The patterns of all communications of a plan, in the order of their first
/// ones.
class CommunicationPatterns {
public:
  /// Computes the patterns of a plan that passes verifyStructure; the program
  /// is not kept.
  explicit CommunicationPatterns(const Program &program);
  const std::vector<CommunicationPattern> &get() const { return patterns; }
  /// Returns the index of a communication's pattern.
  uint32_t of(uint32_t communication) const { return numbers[communication]; }

private:
  std::vector<CommunicationPattern> patterns;
  std::vector<uint32_t> numbers;
};

/// Returns the box, in the global tensor, that a transfer moves.
PlanBox getBox(const plan::TransferT &transfer);

/// Returns the communication's combiner; for a transfer without sources that of
/// the distribution after the communication, if it has one, so that the
/// identity that is written is neutral in its combination.
plan::Combiner getCombiner(const plan::PlanT &plan,
                           const plan::CommunicationT &communication,
                           const plan::TransferT &transfer);

/// The callback of `forEachAtom`: receives a box, the ranks that have its terms
/// and the ranks that receive it. The references are valid during the call.
using AtomVisitor =
    std::function<void(const PlanBox &, const std::vector<uint32_t> &sources,
                       const std::vector<uint32_t> &destinations)>;

/// Calls `visit` for every atom of a transfer of a verified plan: each
/// destination receives the box, which is not empty, combined from the sources
/// in their order.
void forEachAtom(const plan::TransferT &transfer,
                 const std::vector<Participant> &participants,
                 const AtomVisitor &visit);

/// Returns, for each communication of a verified plan, the bytes that ranks
/// receive from others in one execution. An all_reduce counts as a
/// reduce_scatter and an all_gather, whatever the communicator does.
std::vector<uint64_t> countMovedBytes(const Program &program);

} // namespace sbp

#endif // SBP_RUNTIME_LOADER_TRANSFERS_H
