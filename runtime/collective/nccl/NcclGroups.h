// NcclGroups.h: what ranks of several GPUs exchange, and by which calls
//
// A group whose ranks have a GPU each and whose boxes lie in one piece on all
// of them is a collective of NCCL, which adds in an order of its own. All else
// (several ranks on a GPU, boxes in pieces, types and combiners that NCCL does
// not have or rounds at every step, exchanges) goes by a Schedule of sends and
// receives, with the bits of the plan's order.
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCLGROUPS_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCLGROUPS_H

#include "Gpus.h"
#include "NcclApi.h"
#include "Transfers.h"

namespace sbp::nccl {

/// A box that all members exchange. Offsets and counts in elements.
struct NativeCall {
  enum Kind { AllReduce, Reduce, Broadcast, AllGather, ReduceScatter } kind;
  uint32_t root = 0;               ///< member
  std::vector<uint64_t> in, out;   ///< by member, where the box begins
  std::vector<bool> brings, takes; ///< by member
  uint64_t count = 0;
  int type = kInt8, op = kSum;
};

/// Ranks of one communication that wait for each other, on at least two GPUs.
struct NcclGroup {
  uint32_t communication;
  std::vector<uint32_t> ranks, gpus; ///< ascending
  std::vector<NativeCall> calls;     ///< none: by a schedule
  struct Atom {
    plan::Combiner combiner;
    PlanBox box;
    std::vector<uint32_t> sources, destinations;
  };
  std::vector<Atom> atoms;
};

/// The groups of an entry that are NCCL's, by communication.
std::vector<NcclGroup> findGroups(const Program &program,
                                  const Meetings &meetings, uint32_t entry,
                                  const Gpus &gpus);

} // namespace sbp::nccl

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCLGROUPS_H
