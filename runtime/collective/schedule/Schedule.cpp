// Schedule.cpp: planning of messages for moves and reductions
//
// All peers add the same boxes in the same order and decide by sizes alone, so
// sender and receiver agree on the contents of a message without negotiation.
// An all-reduce of a large box over peers 0 and 1, with ranks 0, 1 on peer 0
// and ranks 2, 3 on peer 1, is a reduce-scatter and an all-gather of its
// halves:
//
//   peer 0: receives low halves of ranks 2 and 3 (round 0), combines the low
//   half
//           of ranks 0..3 in order, sends it to peer 1 (round 1)
//   peer 1: the same with the high halves
//
// Unlike a ring (Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms
// for clusters of workstations", 2009) the terms travel unreduced, since adding
// partial sums on the way would change the order of the additions.
#include "Schedule.h"
#include "Layout.h"
#include <algorithm>

using namespace sbp;
using plan::Combiner;

std::vector<PlanBox> sbp::cutBox(const PlanBox &box, size_t parts) {
  Shape shape = box.shape();
  // Parts of the outermost dim are contiguous. A dim that is shorter than the
  // number of parts would leave some of them empty.
  size_t dim = 0;
  while (dim < shape.size() && shape[dim] < int64_t(parts))
    ++dim;
  if (dim == shape.size())
    dim = std::max_element(shape.begin(), shape.end()) - shape.begin();
  std::vector<PlanBox> cut(parts, box);
  for (size_t i = 0; i < parts && !shape.empty(); ++i) {
    cut[i].begin[dim] = box.begin[dim] + shape[dim] * i / parts;
    cut[i].end[dim] = box.begin[dim] + shape[dim] * (i + 1) / parts;
  }
  // A scalar cannot be cut.
  if (shape.empty())
    cut.resize(1);
  return cut;
}

std::optional<uint64_t> sbp::findContiguous(const PlanBox &box,
                                            const PlanBox &outer) {
  std::vector<int64_t> strides = getStrides(outer.shape());
  uint64_t offset = 0;
  bool mayBePart = true; // true while all dims so far have one element
  for (size_t d = 0; d < box.rank(); ++d) {
    bool isWhole = box.begin[d] == outer.begin[d] && box.end[d] == outer.end[d];
    if (!isWhole && !mayBePart)
      return std::nullopt;
    mayBePart &= box.end[d] - box.begin[d] == 1;
    offset += (box.begin[d] - outer.begin[d]) * strides[d];
  }
  return offset;
}

uint64_t Schedule::countBytes(const PlanBox &box) const {
  return box.elements() * artifact::getByteWidth(dtype);
}

std::vector<Schedule::Side>
Schedule::findLocal(const Ranks &list, bool isInput,
                    const Participants &participants) const {
  std::vector<Side> sides;
  for (uint32_t rank : list) {
    auto found = std::lower_bound(ranks.begin(), ranks.end(), rank);
    if (found == ranks.end() || *found != rank)
      continue;
    const Participant &member = participants[rank];
    uint32_t buffer = 2 * (found - ranks.begin()) + !isInput;
    sides.push_back(
        {buffer, isInput ? &*member.in : &*member.out, member.inPlace});
  }
  return sides;
}

Schedule::Ranks Schedule::findPeers(const Ranks &list) const {
  Ranks processes;
  for (uint32_t rank : list)
    processes.push_back(peers.of(rank));
  std::sort(processes.begin(), processes.end());
  processes.erase(std::unique(processes.begin(), processes.end()),
                  processes.end());
  return processes;
}

/// Small boxes with the same direction, round and peer travel in one message.
PlannedMessage &Schedule::addMessage(bool isSend, unsigned round, uint32_t peer,
                                     const PlanBox &box) {
  if (countBytes(box) < largeBytes) {
    auto [at, isNew] =
        shared.try_emplace({isSend, round, peer}, messages.size());
    if (!isNew)
      return messages[at->second];
  }
  PlannedMessage message;
  message.isSend = isSend;
  message.round = round;
  message.peer = peer;
  messages.push_back(message);
  return messages.back();
}

BufferBox Schedule::addSlot(bool isSend, unsigned round, uint32_t peer,
                            const PlanBox &box) {
  PlannedMessage &message = addMessage(isSend, round, peer, box);
  slots.push_back({size_t(&message - messages.data()), message.bytes});
  uint64_t bytes = countBytes(box);
  message.bytes += bytes < largeBytes ? artifact::alignUp(bytes, 8) : bytes;
  return {uint32_t(2 * ranks.size() + slots.size() - 1), box};
}

/// Sends or receives a large contiguous box directly from or in a register,
/// without a copy. Returns false where the box is small or strided.
bool Schedule::useRegister(bool isSend, unsigned round, uint32_t peer,
                           const PlanBox &box, const Side &side) {
  uint64_t bytes = countBytes(box);
  std::optional<uint64_t> offset = findContiguous(box, *side.box);
  if (bytes < largeBytes || !offset)
    return false;
  PlannedMessage &message = addMessage(isSend, round, peer, box);
  message.registerBuffer = side.buffer;
  message.offset = *offset * artifact::getByteWidth(dtype);
  message.bytes = bytes;
  return true;
}

void Schedule::send(uint32_t peer, const PlanBox &box, const Side &from) {
  // An operation in place overwrites the register while a send from it may
  // still be in flight: the box is packed instead.
  if (!from.inPlace &&
      useRegister(/*isSend=*/true, /*round=*/0, peer, box, from))
    return;
  BufferBox slot = addSlot(/*isSend=*/true, 0, peer, box);
  pack.push_back({Combiner::sum, box, {{from.buffer, *from.box}}, {slot}});
}

void Schedule::receive(unsigned round, uint32_t peer, const PlanBox &box,
                       const std::vector<Side> &to,
                       std::vector<PlannedTransfer> &then) {
  bool isDirect = useRegister(/*isSend=*/false, round, peer, box, to[0]);
  BufferBox from = isDirect ? BufferBox{to[0].buffer, *to[0].box}
                            : addSlot(/*isSend=*/false, round, peer, box);
  std::vector<BufferBox> rest;
  for (size_t i = isDirect; i < to.size(); ++i)
    rest.push_back({to[i].buffer, *to[i].box});
  if (!rest.empty())
    then.push_back({Combiner::sum, box, {from}, rest});
}

void Schedule::addMove(const PlanBox &box, uint32_t source,
                       const Ranks &destinations,
                       const Participants &participants) {
  uint32_t owner = peers.of(source);
  std::vector<Side> to =
      findLocal(destinations, /*isInput=*/false, participants);
  if (owner != peers.local) {
    if (!to.empty())
      receive(0, owner, box, to, combine);
    return;
  }
  Side from = findLocal({source}, /*isInput=*/true, participants)[0];
  for (uint32_t process : findPeers(destinations))
    if (process != owner)
      send(process, box, from);
  std::vector<BufferBox> places;
  for (const Side &side : to)
    places.push_back({side.buffer, *side.box});
  if (!places.empty())
    local.push_back({Combiner::sum, box, {{from.buffer, *from.box}}, places});
}

/// Collects the terms of a box on the peer that combines them; on other peers,
/// sends the local ones to it.
void Schedule::addTerms(const PlanBox &box, const Ranks &sources,
                        const Participants &participants, uint32_t reducer,
                        std::vector<BufferBox> &terms) {
  bool isHere = reducer == peers.local;
  for (uint32_t source : sources) {
    std::vector<Side> from =
        findLocal({source}, /*isInput=*/true, participants);
    if (isHere && !from.empty())
      terms.push_back({from[0].buffer, *from[0].box});
    else if (isHere)
      terms.push_back(addSlot(/*isSend=*/false, 0, peers.of(source), box));
    else if (!from.empty())
      send(reducer, box, from[0]);
  }
}

void Schedule::addReduction(Combiner combiner, const PlanBox &box,
                            const Ranks &sources, const Ranks &destinations,
                            const Participants &participants, uint32_t reducer,
                            const Ranks &takers) {
  std::vector<BufferBox> terms, places;
  addTerms(box, sources, participants, reducer, terms);
  uint32_t here = peers.local;
  std::vector<Side> to;
  if (std::find(takers.begin(), takers.end(), here) != takers.end())
    to = findLocal(destinations, /*isInput=*/false, participants);
  if (here != reducer) {
    if (!to.empty())
      receive(1, reducer, box, to, unpack);
    return;
  }
  for (const Side &side : to)
    places.push_back({side.buffer, *side.box});
  for (uint32_t process : takers)
    if (process != here &&
        (to.empty() || !useRegister(/*isSend=*/true, 1, process, box, to[0])))
      places.push_back(addSlot(/*isSend=*/true, 1, process, box));
  combine.push_back({combiner, box, terms, places});
}

void Schedule::add(Combiner combiner, const PlanBox &box, const Ranks &sources,
                   const Ranks &destinations,
                   const Participants &participants) {
  if (sources.size() == 1)
    return addMove(box, sources[0], destinations, participants);
  if (sources.empty()) {
    std::vector<BufferBox> places;
    for (const Side &side :
         findLocal(destinations, /*isInput=*/false, participants))
      places.push_back({side.buffer, *side.box});
    if (!places.empty())
      local.push_back({combiner, box, {}, places});
    return;
  }
  Ranks senders = findPeers(sources), takers = findPeers(destinations);
  auto reduce = [&](const PlanBox &part, uint32_t reducer,
                    const Ranks &takers) {
    if (part.elements() > 0)
      addReduction(combiner, part, sources, destinations, participants, reducer,
                   takers);
  };
  // All terms lie on one peer: it combines them for everyone.
  if (senders.size() == 1)
    return reduce(box, senders[0], takers);
  // The latency of a second round costs more than combining a small box on
  // several peers.
  if (countBytes(box) <= smallBytes || takers.size() == 1) {
    for (uint32_t taker : takers)
      reduce(box, taker, {taker});
    return;
  }
  // Every taker combines one part and sends it to the others.
  std::vector<PlanBox> parts = cutBox(box, takers.size());
  for (size_t i = 0; i < parts.size(); ++i)
    reduce(parts[i], takers[i], takers);
}

uint64_t Schedule::finish() {
  uint64_t total = 0;
  for (PlannedMessage &message : messages)
    if (!message.registerBuffer) {
      message.offset = total;
      total += artifact::alignUp(message.bytes, 64);
    }
  return total;
}

std::vector<std::optional<uint64_t>> Schedule::getBuffers() const {
  std::vector<std::optional<uint64_t>> buffers(2 * ranks.size());
  for (const Slot &slot : slots)
    buffers.push_back(messages[slot.message].offset + slot.offset);
  return buffers;
}
