//===- VerifyCommunications.cpp - (5) atoms: nothing missing, nothing twice
//-===//
#include "PlanVerifier.h"
#include <algorithm>
#include <map>

using namespace sbp;
using namespace sbp::plan;

namespace {
/// What takes part on one rank.
struct Member {
  bool takesPart = false;
  std::optional<Box> in, out;
  bool inPlace = false;
};

class CommunicationVerifier {
public:
  CommunicationVerifier(const Program &program, uint32_t index)
      : program(program), plan(program.plan), index(index),
        communication(*plan.communications[index]) {}
  Status run();

private:
  Status collectMembers();
  Status checkAtom(const AtomT &atom);
  Status checkSides();
  Status checkDestinations();
  Status checkCover(const Box &box, std::vector<uint32_t> atoms,
                    const std::vector<uint32_t> &receivers);
  Status checkLeaf(const Box &box, const std::vector<uint32_t> &atoms,
                   const std::vector<uint32_t> &receivers);
  Status checkInPlace();
  Status checkCombiners();

  template <typename... Parts> Status wrong(const Parts &...parts) const {
    return userError("plan: ", program.nameCommunication(index), ": ",
                     parts...);
  }
  static Box boxOf(const AtomT &atom) { return {atom.begin, atom.end}; }
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
  std::vector<Member> members; ///< by world rank
  int64_t classes = 1;         ///< partial classes of `from`
  bool mayRepeat = false;      ///< a term counts twice without harm
  std::map<uint32_t, int64_t> sourceClass;
};
} // namespace

Status CommunicationVerifier::collectMembers() {
  members.resize(plan.ranks);
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    const EntryBindingT &binding =
        *plan.bindings[rank]->entries[communication.entry];
    if (binding.template_index < 0)
      continue;
    const TemplateT &graph = *plan.templates[binding.template_index];
    Member &member = members[rank];
    for (uint32_t t = 0; t < graph.tasks.size(); ++t) {
      const TaskT &task = *graph.tasks[t];
      if (task.kind != TaskKind::communicate ||
          task.communication != int32_t(index))
        continue;
      if (member.takesPart)
        return wrong("rank ", rank, " takes part twice");
      member.takesPart = true;
      auto boxOf = [&](uint32_t reg) {
        return getRegisterBox(*graph.registers[reg], binding.parameters);
      };
      if (!task.inputs.empty())
        member.in = boxOf(task.inputs[0]);
      if (!task.outputs.empty())
        member.out = boxOf(task.outputs[0]);
      if (member.in && member.out) {
        const RegisterT &in = *graph.registers[task.inputs[0]];
        const RegisterT &out = *graph.registers[task.outputs[0]];
        member.inPlace = in.space == out.space && in.offset == out.offset &&
                         in.index == out.index && in.bytes && out.bytes;
      }
    }
  }
  return {};
}

Status CommunicationVerifier::checkAtom(const AtomT &atom) {
  size_t dims = communication.global_shape.size();
  if (atom.begin.size() != dims || atom.end.size() != dims)
    return wrong("an atom has ", atom.begin.size(), " dims of ", dims);
  Box box = boxOf(atom), whole = wholeBox(communication.global_shape);
  for (size_t d = 0; d < dims; ++d)
    if (atom.begin[d] < 0 || atom.end[d] < atom.begin[d] ||
        atom.end[d] > whole.end[d])
      return wrong("atom ", toString(box), " lies outside of ",
                   toString(whole));
  if (atom.destinations.empty())
    return wrong("atom ", toString(box), " has no destination");
  for (uint32_t rank : atom.sources)
    if (!members[rank].in || !members[rank].in->contains(box))
      return wrong("rank ", rank, " does not hold ", toString(box),
                   " that it is to send");
  for (uint32_t rank : atom.destinations)
    if (!members[rank].out || !members[rank].out->contains(box))
      return wrong("rank ", rank, " has no place for ", toString(box),
                   " that it is to receive");
  return {};
}

/// Registers hold what `from` and `to` say.
Status CommunicationVerifier::checkSides() {
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    const Member &member = members[rank];
    for (bool source : {true, false}) {
      int32_t distribution = source ? communication.from : communication.to;
      const std::optional<Box> &box = source ? member.in : member.out;
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

/// The values of `to` on ranks that differ only in P coordinates make up one
/// tensor together: check each such set of receivers.
Status CommunicationVerifier::checkDestinations() {
  std::map<std::vector<int64_t>, std::vector<uint32_t>> sets;
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    if (!members[rank].out || members[rank].out->elements() == 0)
      continue;
    std::vector<int64_t> key;
    if (communication.to < 0) {
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
  // Receivers with the same box and the same atoms are one case: an all_gather
  // over 1024 ranks is checked once.
  std::vector<std::vector<uint32_t>> atomsOf(plan.ranks);
  for (uint32_t a = 0; a < communication.atoms.size(); ++a)
    for (uint32_t rank : communication.atoms[a]->destinations)
      atomsOf[rank].push_back(a);
  std::map<std::pair<std::vector<int64_t>, std::vector<uint32_t>>, bool> seen;
  for (const auto &[key, receivers] : sets) {
    std::vector<uint32_t> atoms;
    for (uint32_t rank : receivers)
      atoms.insert(atoms.end(), atomsOf[rank].begin(), atomsOf[rank].end());
    Box box = *members[receivers[0]].out;
    std::vector<int64_t> boxKey = box.begin;
    boxKey.insert(boxKey.end(), box.end.begin(), box.end.end());
    if (receivers.size() == 1 && !seen.insert({{boxKey, atoms}, true}).second)
      continue;
    SBP_RETURN_IF_FAILED(checkCover(box, std::move(atoms), receivers));
  }
  return {};
}

/// Cuts the box along atom borders until every atom covers it whole.
Status
CommunicationVerifier::checkCover(const Box &box, std::vector<uint32_t> atoms,
                                  const std::vector<uint32_t> &receivers) {
  if (box.elements() == 0)
    return {};
  std::erase_if(atoms, [&](uint32_t a) {
    return intersect(boxOf(*communication.atoms[a]), box).elements() == 0;
  });
  // The border nearest to the middle keeps the recursion shallow.
  int64_t best = -1, cut = 0;
  size_t cutDim = 0;
  for (uint32_t a : atoms)
    for (size_t d = 0; d < box.rank(); ++d)
      for (int64_t border :
           {communication.atoms[a]->begin[d], communication.atoms[a]->end[d]}) {
        int64_t depth = std::min(border - box.begin[d], box.end[d] - border);
        if (depth > 0 && depth > best) {
          best = depth;
          cut = border;
          cutDim = d;
        }
      }
  if (best < 0)
    return checkLeaf(box, atoms, receivers);
  Box low = box, high = box;
  low.end[cutDim] = high.begin[cutDim] = cut;
  SBP_RETURN_IF_FAILED(checkCover(low, atoms, receivers));
  return checkCover(high, std::move(atoms), receivers);
}

Status
CommunicationVerifier::checkLeaf(const Box &box,
                                 const std::vector<uint32_t> &atoms,
                                 const std::vector<uint32_t> &receivers) {
  std::map<uint32_t, unsigned> writes;
  std::map<int64_t, unsigned> counted;
  std::vector<uint32_t> distinct = atoms;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (uint32_t a : distinct) {
    const AtomT &atom = *communication.atoms[a];
    for (uint32_t rank : atom.destinations) {
      if (std::find(receivers.begin(), receivers.end(), rank) ==
          receivers.end())
        continue;
      if (++writes[rank] > 1)
        return wrong("rank ", rank, " receives ", toString(box), " twice");
      for (uint32_t source : atom.sources)
        ++counted[sourceClass[source]];
    }
  }
  for (uint32_t rank : receivers)
    if (!writes[rank])
      return wrong("rank ", rank, " never receives ", toString(box));
  if (communication.from < 0)
    return {};
  for (int64_t c = 0; c < classes; ++c) {
    if (!counted[c])
      return wrong("partial value ", c, " of ", toString(box),
                   " does not reach rank ", receivers[0]);
    if (counted[c] > 1 && !mayRepeat)
      return wrong("partial value ", c, " of ", toString(box), " is counted ",
                   counted[c], " times for rank ", receivers[0]);
  }
  return {};
}

/// Where a rank's input and output are the same bytes, no atom may read what
/// another writes there.
Status CommunicationVerifier::checkInPlace() {
  std::vector<std::vector<uint32_t>> reads(plan.ranks), writes(plan.ranks);
  for (uint32_t a = 0; a < communication.atoms.size(); ++a) {
    for (uint32_t rank : communication.atoms[a]->sources)
      if (members[rank].inPlace)
        reads[rank].push_back(a);
    for (uint32_t rank : communication.atoms[a]->destinations)
      if (members[rank].inPlace)
        writes[rank].push_back(a);
  }
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    if (!members[rank].inPlace)
      continue;
    if (*members[rank].in != *members[rank].out)
      return wrong("rank ", rank, " works in place on different boxes");
    for (uint32_t read : reads[rank])
      for (uint32_t write : writes[rank])
        if (read != write && intersect(boxOf(*communication.atoms[read]),
                                       boxOf(*communication.atoms[write]))
                                     .elements() != 0)
          return wrong("rank ", rank, " works in place, but one atom reads ",
                       toString(boxOf(*communication.atoms[read])),
                       " while another writes ",
                       toString(boxOf(*communication.atoms[write])));
  }
  return {};
}

static bool canCombine(Combiner combiner, DType type) {
  bool logical =
      combiner == Combiner::logical_and || combiner == Combiner::logical_or;
  bool isFloat = type <= DType::bf16;
  if (type == DType::i1)
    return logical || combiner == Combiner::umax || combiner == Combiner::umin;
  if (combiner == Combiner::maxnum || combiner == Combiner::minnum)
    return isFloat;
  if (combiner == Combiner::umax || combiner == Combiner::umin)
    return !isFloat;
  return !logical;
}

/// What is combined is combined as its distributions say, also where nothing
/// is. Terms of one combiner become terms of another only where all of them
/// meet.
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
  for (const auto &atom : communication.atoms) {
    size_t terms = atom->sources.size();
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
  // A single term is one of any combiner.
  if (differ && (combiner == *before || (combiner == *after && classes == 1)))
    return {};
  for (std::optional<Combiner> side : {before, after})
    if (side && *side != combiner)
      return wrong("combines by ", EnumNameCombiner(combiner),
                   " what is partial by ", EnumNameCombiner(*side));
  return {};
}

Status CommunicationVerifier::run() {
  SBP_RETURN_IF_FAILED(collectMembers());
  for (const auto &atom : communication.atoms)
    SBP_RETURN_IF_FAILED(checkAtom(*atom));
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
  for (uint32_t c = 0; c < program.plan.communications.size(); ++c)
    SBP_RETURN_IF_FAILED(CommunicationVerifier(program, c).run());
  return {};
}
