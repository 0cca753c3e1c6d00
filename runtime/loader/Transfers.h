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
  std::optional<Box> in, out;
  bool inPlace = false; ///< both are the same bytes
};
/// By world rank.
std::vector<Participant> getParticipants(const Program &program,
                                         uint32_t communication);

/// The box of a transfer.
Box getBox(const plan::TransferT &transfer);

/// How a transfer combines: a rank that gets no term holds what leaves the sum
/// of `to` as it is.
plan::Combiner getCombiner(const plan::PlanT &plan,
                           const plan::CommunicationT &communication,
                           const plan::TransferT &transfer);

using AtomVisitor =
    std::function<void(const Box &, const std::vector<uint32_t> &sources,
                       const std::vector<uint32_t> &destinations)>;

/// Writes out a transfer of a verified plan: each destination gets the box,
/// which is not empty, combined from the sources in their order.
void forEachAtom(const plan::TransferT &transfer,
                 const std::vector<Participant> &participants,
                 const AtomVisitor &visit);

/// Bytes that ranks receive from others in one execution of a communication of
/// a verified plan (contract: all_reduce as reduce_scatter + all_gather,
/// whatever the communicator does).
uint64_t countMovedBytes(const Program &program, uint32_t communication);

} // namespace sbp

#endif // SBP_RUNTIME_LOADER_TRANSFERS_H
