// NcclGroups.cpp: detection of collectives in lists of atoms
//
// Each atom of a group becomes one call, if its boxes are contiguous and its
// members are all ranks of the group: one source makes a broadcast; several
// sources with one destination a reduce, with all destinations an all-reduce.
// Then p equal calls with roots 0..p-1 at consecutive offsets are merged.
// Example with two ranks and a tensor of 8 elements, split before and whole
// after:
//
//   broadcast [0, 4) from 0, broadcast [4, 8) from 1  ->  all_gather of 4 each
#include "NcclGroups.h"
#include "Schedule.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::nccl;
using namespace sbp::plan;

/// Sets the type and operation of a reduction. Returns false where NCCL
/// computes something else: it rounds sums of f16 and bf16 at every step, and
/// its maximum of floats drops NaN.
static bool findReduction(Combiner combiner, DType type, NativeCall &call) {
  const ElementType &element = ElementType::of(type);
  bool isUnsigned = combiner == Combiner::umax || combiner == Combiner::umin;
  call.type = isUnsigned ? element.ncclUnsigned : element.nccl;
  if (call.type == ElementType::kNoNccl)
    return false;
  switch (combiner) {
  case Combiner::sum:
    call.op = kSum;
    return true;
  case Combiner::prod:
    call.op = kProd;
    return true;
  case Combiner::max:
  case Combiner::umax:
    call.op = kMax;
    return !element.isFloat();
  case Combiner::min:
  case Combiner::umin:
    call.op = kMin;
    return !element.isFloat();
  default:
    return false;
  }
}

/// Returns a type of the element's width, for calls that only copy bits.
static int findCopyType(DType type) {
  switch (artifact::getByteWidth(type)) {
  case 8:
    return kInt64;
  case 4:
    return kInt32;
  case 2:
    return kFloat16; // NCCL has no int16; copies keep the bits
  default:
    return kInt8;
  }
}

namespace {
/// Converts the atoms of a group to collective calls. The result is empty if
/// one of them does not fit.
class CallFinder {
public:
  CallFinder(const NcclGroup &group, DType dtype,
             const std::vector<Participant> &participants)
      : group(group), dtype(dtype), participants(participants) {}

  std::vector<NativeCall> run() {
    // More than 2 p calls cost more launches than a schedule's messages.
    if (group.ranks.size() != group.gpus.size() || group.atoms.empty() ||
        group.atoms.size() > 2 * group.ranks.size())
      return {};
    for (const NcclGroup::Atom &atom : group.atoms)
      if (!add(atom))
        return {};
    merge();
    return std::move(calls);
  }

private:
  uint32_t memberOf(uint32_t rank) const {
    return std::lower_bound(group.ranks.begin(), group.ranks.end(), rank) -
           group.ranks.begin();
  }
  /// Returns true where `ranks` lists every rank of the group once.
  bool areAll(std::vector<uint32_t> ranks) const {
    std::sort(ranks.begin(), ranks.end());
    return ranks == group.ranks;
  }
  /// Finds the offset of `box` on every rank. Returns false where it is not
  /// contiguous on one of them.
  bool findOffsets(const PlanBox &box, const std::vector<uint32_t> &ranks,
                   std::optional<PlanBox> Participant::*side,
                   std::vector<uint64_t> &offsets,
                   std::vector<bool> &isPart) const {
    offsets.assign(group.ranks.size(), 0);
    isPart.assign(group.ranks.size(), false);
    for (uint32_t rank : ranks) {
      std::optional<uint64_t> offset =
          findContiguous(box, *(participants[rank].*side));
      if (!offset)
        return false;
      offsets[memberOf(rank)] = *offset;
      isPart[memberOf(rank)] = true;
    }
    return true;
  }
  bool add(const NcclGroup::Atom &atom);
  void merge();

  const NcclGroup &group;
  DType dtype;
  const std::vector<Participant> &participants;
  std::vector<NativeCall> calls;
};
} // namespace

bool CallFinder::add(const NcclGroup::Atom &atom) {
  NativeCall call;
  call.count = atom.box.elements();
  if (!findOffsets(atom.box, atom.sources, &Participant::in, call.in,
                   call.sends) ||
      !findOffsets(atom.box, atom.destinations, &Participant::out, call.out,
                   call.receives))
    return false;
  if (atom.sources.size() == 1) {
    std::vector<uint32_t> members = atom.destinations;
    if (std::find(members.begin(), members.end(), atom.sources[0]) ==
        members.end())
      members.push_back(atom.sources[0]);
    if (!areAll(members))
      return false;
    call.kind = NativeCall::Broadcast;
    call.type = findCopyType(dtype);
    call.root = memberOf(atom.sources[0]);
  } else {
    if (!areAll(atom.sources) || !findReduction(atom.combiner, dtype, call))
      return false;
    bool isOne = atom.destinations.size() == 1;
    if (!isOne && !areAll(atom.destinations))
      return false;
    call.kind = isOne ? NativeCall::Reduce : NativeCall::AllReduce;
    call.root = isOne ? memberOf(atom.destinations[0]) : 0;
  }
  calls.push_back(std::move(call));
  return true;
}

/// Merges broadcasts of equal parts to an all-gather, and reduces to a
/// reduce-scatter. The parts lie in the order of the members.
void CallFinder::merge() {
  size_t members = group.ranks.size();
  NativeCall whole = calls[0];
  bool isGather = whole.kind == NativeCall::Broadcast;
  if (calls.size() != members ||
      (!isGather && whole.kind != NativeCall::Reduce))
    return;
  for (uint32_t i = 0; i < members; ++i) {
    const NativeCall &call = calls[i];
    const std::vector<uint64_t> &parts = isGather ? call.out : call.in;
    const std::vector<bool> &isPart = isGather ? call.receives : call.sends;
    if (call.kind != whole.kind || call.root != i || call.count != whole.count)
      return;
    for (size_t member = 0; member < members; ++member)
      if (!isPart[member] || parts[member] != i * whole.count)
        return;
    (isGather ? whole.in : whole.out)[i] = (isGather ? call.in : call.out)[i];
  }
  whole.kind = isGather ? NativeCall::AllGather : NativeCall::ReduceScatter;
  whole.sends = whole.receives = std::vector<bool>(members, /*value=*/true);
  (isGather ? whole.out : whole.in) = std::vector<uint64_t>(members, 0);
  calls = {whole};
}

/// Adds the groups of a communication whose ranks lie on two or more GPUs.
/// Returns the group of each component, or -1.
static std::vector<int32_t> addGroups(const Program &program,
                                      uint32_t communication,
                                      const Components &components,
                                      const Gpus &gpus,
                                      std::vector<NcclGroup> &groups) {
  std::vector<std::vector<uint32_t>> members(components.count);
  for (size_t i = 0; i < components.ranks.size(); ++i)
    members[components.component[i]].push_back(components.ranks[i]);
  std::vector<int32_t> groupOf(components.count, -1);
  for (uint32_t i = 0; i < components.count; ++i) {
    NcclGroup group = {communication, members[i], {}, {}, {}};
    group.gpus = gpus.findMembers(
        program.plan, program.plan.communications[communication]->entry,
        members[i]);
    if (group.gpus.size() < 2)
      continue;
    groupOf[i] = groups.size();
    groups.push_back(std::move(group));
  }
  return groupOf;
}

std::vector<NcclGroup> nccl::findGroups(const Program &program,
                                        const CommunicationPatterns &patterns,
                                        uint32_t entry, const Gpus &gpus) {
  std::vector<NcclGroup> groups;
  const auto &communications = program.plan.communications;
  for (uint32_t c = 0; c < communications.size(); ++c) {
    const CommunicationT &communication = *communications[c];
    if (communication.entry != entry)
      continue;
    const MovementT &movement = *program.plan.movements[communication.movement];
    const std::vector<Participant> &participants =
        patterns.get()[patterns.of(c)].participants;
    Components components(movement);
    size_t first = groups.size();
    std::vector<int32_t> groupOf =
        addGroups(program, c, components, gpus, groups);
    for (const auto &transfer : movement.transfers) {
      int32_t group = groupOf[components.of(transfer->destinations[0])];
      Combiner combiner = getCombiner(program.plan, communication, *transfer);
      if (group >= 0)
        forEachAtom(*transfer, participants,
                    [&](const PlanBox &box,
                        const std::vector<uint32_t> &sources,
                        const std::vector<uint32_t> &destinations) {
                      groups[group].atoms.push_back(
                          {combiner, box, sources, destinations});
                    });
    }
    for (size_t i = first; i < groups.size(); ++i)
      groups[i].calls =
          CallFinder(groups[i], communication.dtype, participants).run();
  }
  return groups;
}
