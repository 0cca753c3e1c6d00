// VerifyCommunications.cpp: verification (5) of communications
//
// For each pattern: destinations' boxes are written exactly once, sources hold
// what they send, and every partial class of the input counts exactly once in
// each value of the output. Boxes are compared by cells: a receiver's box is
// cut along the borders of the transfers that reach it, like the cells of an
// arrangement of rectangles, until each transfer covers a cell entirely or not
// at all. Example: a box [0:8] with transfers [0:4] and [2:8] has the cells
// [0:2] {0}, [2:4] {0, 1}, [4:8] {1}; the middle one is received twice, which
// is an error.
#include "Transfers.h"
#include <algorithm>
#include <map>
#include <set>

using namespace sbp;
using namespace sbp::plan;

namespace {
/// The verifier of one pattern.
class CommunicationVerifier {
public:
  CommunicationVerifier(const Program &program,
                        const CommunicationPattern &pattern)
      : program(program), plan(program.plan), index(pattern.communication),
        communication(*plan.communications[index]),
        transfers(plan.movements[communication.movement]->transfers),
        members(pattern.participants), transfersTo(plan.ranks) {}
  Status run();

private:
  Status checkTransfer(const TransferT &transfer);
  Status checkTiles(const TransferT &transfer);
  Status checkSides();
  Status checkDestinations();
  Status checkCell(const PlanBox &cell, const std::vector<uint32_t> &covering,
                   const std::vector<uint32_t> &receivers);
  Status checkTerms(const PlanBox &cell, const std::vector<uint32_t> &given,
                    uint32_t receiver);
  Status checkInPlace();
  Status checkCombiners();

  template <typename... Parts> Status wrong(const Parts &...parts) const {
    return userError("plan: ", program.nameCommunication(index), ": ",
                     parts...);
  }
  int64_t classOf(uint32_t rank) const {
    return communication.from < 0 ? 0
                                  : getPiece(plan, communication.from,
                                             communication.global_shape, rank)
                                        .partialClass;
  }

  const Program &program;
  const PlanT &plan;
  uint32_t index;
  const CommunicationT &communication;
  const std::vector<std::unique_ptr<TransferT>> &transfers;
  const std::vector<Participant> &members; ///< indexed by world rank
  int64_t classes = 1; ///< number of partial classes of `from`
  bool mayRepeat =
      false; ///< true where a term may count twice (idempotent combiner)
  std::map<uint32_t, int64_t> sourceClass;
  /// The transfers to each destination rank, ascending; a rank that is listed
  /// twice appears twice.
  std::vector<std::vector<uint32_t>> transfersTo;
  std::set<std::vector<uint32_t>>
      complete; ///< sets of transfers that have every term once
};
} // namespace

/// Cuts `box` along the borders of `boxes` until each of them covers a cell
/// entirely or not at all. Calls `leaf` with every cell and the numbers of the
/// boxes that cover it.
template <typename Leaf>
static Status forEachCell(const PlanBox &box, const std::vector<PlanBox> &boxes,
                          std::vector<uint32_t> numbers, const Leaf &leaf) {
  if (box.elements() == 0)
    return {};
  std::erase_if(numbers, [&](uint32_t i) {
    return intersect(boxes[i], box).elements() == 0;
  });
  // The border nearest to the middle keeps the recursion shallow: O(log n)
  // levels for n parts of equal size.
  int64_t best = -1, cut = 0;
  size_t cutDim = 0;
  for (uint32_t i : numbers)
    for (size_t d = 0; d < box.rank(); ++d)
      for (int64_t border : {boxes[i].begin[d], boxes[i].end[d]}) {
        int64_t depth = std::min(border - box.begin[d], box.end[d] - border);
        if (depth > 0 && depth > best) {
          best = depth;
          cut = border;
          cutDim = d;
        }
      }
  if (best < 0)
    return leaf(box, numbers);
  PlanBox low = box, high = box;
  low.end[cutDim] = high.begin[cutDim] = cut;
  SBP_RETURN_IF_FAILED(forEachCell(low, boxes, numbers, leaf));
  return forEachCell(high, boxes, std::move(numbers), leaf);
}

/// Checks that the sources' pieces of a route tile its box and belong to one
/// partial class.
Status CommunicationVerifier::checkTiles(const TransferT &transfer) {
  PlanBox box = getBox(transfer);
  std::vector<PlanBox> pieces;
  std::vector<uint32_t> numbers;
  for (uint32_t rank : transfer.sources) {
    if (!members[rank].in)
      return wrong("rank ", rank, " holds nothing of ", toString(box),
                   " that it is to send");
    numbers.push_back(pieces.size());
    pieces.push_back(*members[rank].in);
    if (classOf(rank) != classOf(transfer.sources[0]))
      return wrong("ranks ", transfer.sources[0], " and ", rank,
                   " are to send pieces of ", toString(box),
                   " but hold different partial values");
  }
  return forEachCell(
      box, pieces, std::move(numbers),
      [&](const PlanBox &cell, const std::vector<uint32_t> &holders) -> Status {
        if (holders.size() == 1)
          return {};
        return wrong(toString(cell), " is to be sent by ",
                     holders.empty() ? "no rank" : "more than one rank");
      });
}

/// Checks one transfer: its box lies in the tensor, sources hold it, and
/// destinations have space for it.
Status CommunicationVerifier::checkTransfer(const TransferT &transfer) {
  size_t dims = communication.global_shape.size();
  if (transfer.begin.size() != dims || transfer.end.size() != dims)
    return wrong("a transfer has ", transfer.begin.size(), " dims of ", dims);
  PlanBox box = getBox(transfer), whole = wholeBox(communication.global_shape);
  for (size_t d = 0; d < dims; ++d)
    if (transfer.begin[d] < 0 || transfer.end[d] < transfer.begin[d] ||
        transfer.end[d] > whole.end[d])
      return wrong("transfer of ", toString(box), " lies outside of ",
                   toString(whole));
  if (transfer.destinations.empty())
    return wrong("transfer of ", toString(box), " has no destination");
  for (uint32_t rank : transfer.destinations)
    if (!members[rank].out || (transfer.kind == TransferKind::combine &&
                               !members[rank].out->contains(box)))
      return wrong("rank ", rank, " has no place for ", toString(box),
                   " that it is to receive");
  if (transfer.kind == TransferKind::route)
    return checkTiles(transfer);
  for (uint32_t rank : transfer.sources)
    if (!members[rank].in || !members[rank].in->contains(box))
      return wrong("rank ", rank, " does not hold ", toString(box),
                   " that it is to send");
  return {};
}

/// Checks that the participants' boxes are those of the distributions `from`
/// and `to`.
Status CommunicationVerifier::checkSides() {
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    const Participant &member = members[rank];
    for (bool source : {true, false}) {
      int32_t distribution = source ? communication.from : communication.to;
      const std::optional<PlanBox> &box = source ? member.in : member.out;
      if (distribution < 0)
        continue;
      Piece piece =
          getPiece(plan, distribution, communication.global_shape, rank);
      if (piece.present != box.has_value() || (box && *box != piece.box))
        return wrong("rank ", rank, " ", source ? "sends from " : "receives ",
                     box ? toString(*box) : "nothing", " but its distribution ",
                     plan.distributions[distribution]->text, " says ",
                     piece.present ? toString(piece.box) : "nothing");
    }
  }
  return {};
}

/// Checks the receivers. The values of `to` on ranks that differ only in P
/// coordinates form one tensor together, so each such set of receivers is
/// checked as a whole. Without P every rank is a set; ranks may hold equal
/// boxes of a split of windows.
Status CommunicationVerifier::checkDestinations() {
  bool isWhole =
      communication.to < 0 || countPartialClasses(plan, communication.to) == 1;
  std::map<std::vector<int64_t>, std::vector<uint32_t>> sets;
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    if (!members[rank].out || members[rank].out->elements() == 0)
      continue;
    std::vector<int64_t> key;
    if (isWhole) {
      key = {int64_t(rank)};
    } else {
      Piece piece =
          getPiece(plan, communication.to, communication.global_shape, rank);
      key = piece.box.begin;
      key.insert(key.end(), piece.box.end.begin(), piece.box.end.end());
      key.push_back(piece.replica);
    }
    sets[key].push_back(rank);
  }
  // Receivers with equal boxes and transfers are checked once: an all_gather
  // over 1024 ranks is one case.
  std::vector<PlanBox> boxes;
  for (const auto &transfer : transfers) {
    for (uint32_t rank : transfer->destinations)
      transfersTo[rank].push_back(boxes.size());
    boxes.push_back(getBox(*transfer));
  }
  std::set<std::pair<std::vector<int64_t>, std::vector<uint32_t>>> seen;
  for (const auto &[key, receivers] : sets) {
    std::vector<uint32_t> numbers;
    for (uint32_t rank : receivers)
      numbers.insert(numbers.end(), transfersTo[rank].begin(),
                     transfersTo[rank].end());
    std::sort(numbers.begin(), numbers.end());
    PlanBox box = *members[receivers[0]].out;
    std::vector<int64_t> boxKey = box.begin;
    boxKey.insert(boxKey.end(), box.end.begin(), box.end.end());
    if (receivers.size() == 1 && !seen.insert({boxKey, numbers}).second)
      continue;
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    SBP_RETURN_IF_FAILED(forEachCell(
        box, boxes, std::move(numbers),
        [&](const PlanBox &cell, const std::vector<uint32_t> &covering) {
          return checkCell(cell, covering, receivers);
        }));
  }
  return {};
}

/// Checks that each receiver gets the cell once, and that all of them together
/// get every term once.
Status
CommunicationVerifier::checkCell(const PlanBox &cell,
                                 const std::vector<uint32_t> &covering,
                                 const std::vector<uint32_t> &receivers) {
  std::vector<uint32_t> given;
  for (uint32_t rank : receivers) {
    size_t before = given.size();
    for (uint32_t transfer : transfersTo[rank])
      if (std::binary_search(covering.begin(), covering.end(), transfer))
        given.push_back(transfer);
    if (given.size() == before)
      return wrong("rank ", rank, " never receives ", toString(cell));
    if (given.size() > before + 1)
      return wrong("rank ", rank, " receives ", toString(cell), " twice");
  }
  std::sort(given.begin(), given.end());
  return checkTerms(cell, given, receivers[0]);
}

/// Checks the terms of a cell; `given` has one transfer per receiver.
Status CommunicationVerifier::checkTerms(const PlanBox &cell,
                                         const std::vector<uint32_t> &given,
                                         uint32_t receiver) {
  // All parts of a reduce_scatter have the same terms.
  if (communication.from < 0 || complete.count(given))
    return {};
  std::map<int64_t, unsigned> counted;
  for (uint32_t number : given) {
    const TransferT &transfer = *transfers[number];
    // Each element of a route comes from one source.
    bool isRouted = transfer.kind == TransferKind::route;
    size_t terms = isRouted ? 1 : transfer.sources.size();
    for (size_t i = 0; i < terms; ++i)
      ++counted[sourceClass[transfer.sources[i]]];
  }
  for (int64_t c = 0; c < classes; ++c) {
    if (!counted[c])
      return wrong("partial value ", c, " of ", toString(cell),
                   " does not reach rank ", receiver);
    if (counted[c] > 1 && !mayRepeat)
      return wrong("partial value ", c, " of ", toString(cell), " is counted ",
                   counted[c], " times for rank ", receiver);
  }
  complete.insert(given);
  return {};
}

/// Checks operations in place: no transfer may read what another one writes
/// there. Scatters and routes have different boxes before and after, so they
/// are never in place.
Status CommunicationVerifier::checkInPlace() {
  std::vector<std::vector<uint32_t>> reads(plan.ranks), writes(plan.ranks);
  std::vector<PlanBox> boxes;
  for (const auto &transfer : transfers) {
    for (bool source : {true, false})
      for (uint32_t rank : source ? transfer->sources : transfer->destinations)
        if (members[rank].inPlace) {
          (source ? reads : writes)[rank].push_back(boxes.size());
          if (transfer->kind != TransferKind::combine)
            return wrong("rank ", rank, " works in place on ",
                         toString(getBox(*transfer)),
                         ", but that is not a combination: ",
                         EnumNameTransferKind(transfer->kind));
        }
    boxes.push_back(getBox(*transfer));
  }
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    if (!members[rank].inPlace)
      continue;
    if (*members[rank].in != *members[rank].out)
      return wrong("rank ", rank, " works in place on different boxes");
    for (uint32_t read : reads[rank])
      for (uint32_t write : writes[rank])
        if (read != write &&
            intersect(boxes[read], boxes[write]).elements() != 0)
          return wrong("rank ", rank,
                       " works in place, but one transfer reads ",
                       toString(boxes[read]), " while another writes ",
                       toString(boxes[write]));
  }
  return {};
}

/// Checks the combiner against those of the distributions, also where nothing
/// is combined. Terms of one combiner may become terms of another one only
/// where all terms are combined.
Status CommunicationVerifier::checkCombiners() {
  auto combinerOf = [&](int32_t side) {
    return side < 0 ? std::nullopt : getCombiner(*plan.distributions[side]);
  };
  Combiner combiner = communication.combiner;
  std::optional<Combiner> before = combinerOf(communication.from),
                          after = combinerOf(communication.to);
  bool endsPartial = after && countPartialClasses(plan, communication.to) > 1;
  mayRepeat = isIdempotent(endsPartial ? *after : combiner);
  bool combines = false, allMeet = true;
  for (const auto &transfer : transfers) {
    bool isRouted = transfer->kind == TransferKind::route;
    size_t terms = isRouted ? 1 : transfer->sources.size();
    combines |= terms != 1;
    allMeet &= terms == 0 || int64_t(terms) == classes;
  }
  if (combines && !canCombine(combiner, communication.dtype))
    return wrong("cannot combine ", artifact::getName(communication.dtype),
                 " by ", EnumNameCombiner(combiner));
  bool differ = before && after && *before != *after;
  if (differ && !allMeet)
    return wrong("makes terms of ", EnumNameCombiner(*after), " from some of ",
                 classes, " terms of ", EnumNameCombiner(*before),
                 ": all of them have to meet");
  // A single term may have any combiner.
  if (differ && (combiner == *before || (combiner == *after && classes == 1)))
    return {};
  for (std::optional<Combiner> side : {before, after})
    if (side && *side != combiner)
      return wrong("combines by ", EnumNameCombiner(combiner),
                   " values that are partial by ", EnumNameCombiner(*side));
  return {};
}

Status CommunicationVerifier::run() {
  for (uint32_t rank = 0; rank < plan.ranks; ++rank)
    if (members[rank].tasks > 1)
      return wrong("rank ", rank, " takes part twice");
  for (const auto &transfer : transfers)
    SBP_RETURN_IF_FAILED(checkTransfer(*transfer));
  if (communication.from >= 0)
    classes = countPartialClasses(plan, communication.from);
  SBP_RETURN_IF_FAILED(checkCombiners());
  SBP_RETURN_IF_FAILED(checkSides());
  if (communication.from >= 0) {
    for (uint32_t rank = 0; rank < plan.ranks; ++rank)
      sourceClass[rank] = classOf(rank);
  }
  SBP_RETURN_IF_FAILED(checkDestinations());
  return checkInPlace();
}

Status sbp::verifyCommunications(const Program &program) {
  CommunicationPatterns patterns(program);
  for (const CommunicationPattern &pattern : patterns.get())
    SBP_RETURN_IF_FAILED(CommunicationVerifier(program, pattern).run());
  return {};
}
