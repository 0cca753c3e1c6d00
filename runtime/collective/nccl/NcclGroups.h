// NcclGroups.h: groups of ranks that exchange values by NCCL
//
// A group whose ranks have a GPU each, and whose boxes are contiguous on all of
// them, uses NCCL's collectives, which add in an order of their own. All other
// groups (several ranks on a GPU, strided boxes, exchanges, types and combiners
// that NCCL lacks or rounds at every step) use a Schedule of sends and
// receives, which gives the bits of the plan's order.
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCLGROUPS_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCLGROUPS_H

#include "Gpus.h"
#include "NcclApi.h"
#include "Transfers.h"

namespace sbp::nccl {

/// One collective call that all members make. Offsets and counts are in
/// elements.
struct NativeCall {
  enum Kind { AllReduce, Reduce, Broadcast, AllGather, ReduceScatter } kind;
  uint32_t root = 0;                 ///< root member of a reduce or broadcast
  std::vector<uint64_t> in, out;     ///< offset of the box, by member
  std::vector<bool> sends, receives; ///< by member
  uint64_t count = 0;                ///< elements: a member's input of an
                                     ///< all-gather, output of a reduce-scatter
  int type = kInt8, op = kSum;       ///< a DataType and an Operation
};

/// A group of ranks on at least two GPUs that wait for each other in one
/// communication.
struct NcclGroup {
  uint32_t communication;            ///< index in the plan
  std::vector<uint32_t> ranks, gpus; ///< ascending
  std::vector<NativeCall> calls;     ///< empty where the group uses a schedule
  /// A box that is combined from the ranks `sources` in their order for all
  /// ranks `destinations`.
  struct Atom {
    plan::Combiner combiner;
    PlanBox box;
    std::vector<uint32_t> sources, destinations;
  };
  std::vector<Atom> atoms;
};

/// Returns the groups of an entry that NCCL serves, in the order of
/// communications. All processes get the same list; it is empty where no
/// communication is between numbered GPUs.
std::vector<NcclGroup> findGroups(const Program &program,
                                  const CommunicationPatterns &patterns,
                                  uint32_t entry, const Gpus &gpus);

} // namespace sbp::nccl

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCLGROUPS_H
