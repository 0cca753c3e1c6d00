// BoxingPlan.cpp: traffic and atoms of a plan

#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/BoxingTransfer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;

namespace sbp {

StringRef getBoxingStepKindName(BoxingStepKind kind) {
  static constexpr const char *names[] = {
      "all_reduce", "reduce_scatter", "all_gather", "all_to_all",
      "broadcast",  "reduce",         "exchange",   "slice",
      "fill",       "reinterpret"};
  return names[static_cast<unsigned>(kind)];
}

bool isLocal(BoxingStepKind kind) { return kind >= BoxingStepKind::Slice; }

raw_ostream &operator<<(raw_ostream &os, const PlacedDistribution &placed) {
  return os << "@" << placed.placement->name << ":" << placed.distribution;
}

int64_t BoxingPlan::getTotalBytes() const {
  int64_t elements = 0;
  for (const BoxingStep &step : steps)
    elements += step.totalReceived;
  return elements * elementBytes;
}

SmallVector<int64_t> BoxingPlan::getReceivedBytes() const {
  SmallVector<int64_t> bytes(worldSize, 0);
  for (const BoxingStep &step : steps)
    for (auto [rank, elements] : llvm::enumerate(step.received))
      bytes[rank] += elements * elementBytes;
  return bytes;
}

std::optional<SmallVector<int64_t>> BoxingPlan::getBoundBytes() const {
  if (!bound.perRank)
    return std::nullopt;
  return llvm::map_to_vector(*bound.perRank, [&](int64_t elements) {
    return elements * elementBytes;
  });
}

Box getBoxOfRank(const PlacedDistribution &placed, ArrayRef<int64_t> shape,
                 int64_t rank) {
  int64_t position = placed.placement->getPosition(rank);
  // Ranks outside of the placement hold an empty box of the tensor's rank.
  if (position < 0)
    return Box(shape.size(), Interval{0, 0});
  return getBoxAt(*placed.placement, placed.distribution, shape, position);
}

SmallVector<BoxingAtom> getAtoms(const BoxingStep &step,
                                 ArrayRef<int64_t> shape) {
  SmallVector<BoxingAtom> atoms;
  forEachAtom(step, shape,
              [&](const BoxingAtom &atom) { atoms.push_back(atom); });
  return atoms;
}

SmallVector<bool> getKeepers(const BoxingStep &step, ArrayRef<int64_t> shape) {
  Layout from(*step.from.placement, step.from.distribution, shape);
  Layout to(*step.to.placement, step.to.distribution, shape);
  SmallVector<bool> keeps(step.received.size());
  for (auto [position, keeper] : llvm::enumerate(getKeepers(from, to)))
    keeps[to.getRank(position)] = keeper;
  return keeps;
}

SmallVector<BoxingMessage> getMessages(const BoxingStep &step,
                                       ArrayRef<int64_t> shape) {
  // An element that several sources combine is sent by each of them; a source
  // that is a destination itself sends nothing to itself.
  SmallVector<BoxingMessage> parts;
  forEachAtom(step, shape, [&](const BoxingAtom &atom) {
    for (int64_t source : atom.sources)
      for (int64_t destination : atom.destinations)
        if (source != destination)
          parts.push_back({source, destination, getNumElements(atom.box)});
  });
  // Merge the parts of each pair of ranks by sorting them together.
  auto getEnds = [](const BoxingMessage &message) {
    return std::pair(message.from, message.to);
  };
  llvm::sort(parts, [&](const BoxingMessage &a, const BoxingMessage &b) {
    return getEnds(a) < getEnds(b);
  });
  SmallVector<BoxingMessage> messages;
  for (const BoxingMessage &part : parts)
    if (!messages.empty() && getEnds(messages.back()) == getEnds(part))
      messages.back().elements += part.elements;
    else
      messages.push_back(part);
  return messages;
}

} // namespace sbp
