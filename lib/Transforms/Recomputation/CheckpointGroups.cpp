// CheckpointGroups.cpp: checkpointed calls, repeated calls, repeated ops
//
// Layers are the repeats of a called function; in a text without calls, the
// longest run of ops that repeats, cut where the fewest bytes cross. Example:
// for the ops  e | a b c | a b c | a b c | f  the parts are the three in the
// middle, wherever in a layer the run begins.

#include "CheckpointGroups.h"
#include "sbp/Analysis/Scheduling/Periods.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/StructureKey.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace sbp;

/// Least number of ops in repeated layers.
static constexpr unsigned kShortestRun = 16;

/// Ops that rewrites put between two ops of a part belong to it.
void CheckpointGroups::readNotes() {
  for (Operation *op : ops)
    if (std::optional<Checkpoint> note = getCheckpoint(op);
        note && note->group >= 0) {
      groups[op] = *note;
      next = std::max(next, note->group + 1);
    }
  std::optional<Checkpoint> before;
  SmallVector<Operation *> open;
  for (Operation *op : ops) {
    std::optional<Checkpoint> here = get(op);
    if (!here) {
      open.push_back(op);
      continue;
    }
    if (before && before->group == here->group)
      for (Operation *inside : open)
        groups[inside] = *here;
    open.clear();
    before = here;
  }
}

bool CheckpointGroups::addLayers(bool keepsContractions) {
  Attribute before;
  bool found = false;
  for (Operation *op : ops) {
    Attribute layer = op->getAttr(SBPDialect::kLayerAttr);
    if (layer != before)
      ++next;
    before = layer;
    if (layer)
      found |=
          groups.try_emplace(op, Checkpoint{next, keepsContractions}).second;
  }
  ++next;
  return found;
}

/// Returns, for each position, the bytes that ops before it make and ops from
/// there on read.
static std::vector<int64_t> countLiveBytes(ArrayRef<Operation *> ops) {
  llvm::DenseMap<Operation *, unsigned> positions;
  for (auto [position, op] : llvm::enumerate(ops))
    positions[op] = position;
  std::vector<int64_t> live(ops.size() + 1);
  for (auto [position, op] : llvm::enumerate(ops))
    for (Value result : op->getResults()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      unsigned last = position;
      for (Operation *user : result.getUsers())
        if (auto reader =
                positions.find(op->getBlock()->findAncestorOpInBlock(*user));
            reader != positions.end())
          last = std::max(last, reader->second);
      if (!type)
        continue;
      live[position + 1] += type.getNumElements() * getElementBytes(type);
      live[last + 1 > position + 1 ? last + 1 : position + 1] -=
          type.getNumElements() * getElementBytes(type);
    }
  for (size_t i = 1; i < live.size(); ++i)
    live[i] += live[i - 1];
  return live;
}

void CheckpointGroups::addRuns(bool keepsContractions) {
  // Constrains between stages would end the run.
  SmallVector<unsigned> places, symbols;
  llvm::StringMap<unsigned> numbers;
  for (auto [place, op] : llvm::enumerate(ops)) {
    if (isa<ConstrainOp>(op))
      continue;
    places.push_back(place);
    symbols.push_back(
        numbers.try_emplace(getStructureKey(op), numbers.size()).first->second);
  }
  std::optional<PeriodicRun> longest;
  for (PeriodicRun run : findPeriodicRuns(symbols, kShortestRun))
    if (!longest || run.end - run.begin > longest->end - longest->begin)
      longest = run;
  if (!longest)
    return;
  std::vector<int64_t> live = countLiveBytes(ops);
  unsigned begin = longest->begin;
  for (unsigned at = begin; at < longest->begin + longest->period; ++at)
    if (at + longest->period <= longest->end &&
        live[places[at]] < live[places[begin]])
      begin = at;
  for (; begin + longest->period <= longest->end; begin += longest->period) {
    unsigned last = places[begin + longest->period - 1];
    for (unsigned place = places[begin]; place <= last; ++place)
      groups.try_emplace(ops[place], Checkpoint{next, keepsContractions});
    ++next;
  }
}

LogicalResult CheckpointGroups::find(func::FuncOp function) {
  for (Operation &op : function.front().without_terminator())
    if (getPhaseOf(&op) == StepPhase::Forward && !isSource(&op) &&
        touchesTensors(&op))
      ops.push_back(&op);
  readNotes();
  auto recompute = function->getAttrOfType<StringAttr>(kRecomputeAttr);
  if (!recompute)
    return success();
  size_t noted = groups.size();
  bool keepsContractions = recompute == "contractions";
  if (!addLayers(keepsContractions))
    addRuns(keepsContractions);
  if (groups.size() > noted)
    return success();
  return function.emitError() << kRecomputeAttr << " = " << recompute
                              << ": forward has no layers that repeat; "
                                 "nn.checkpoint on a call names "
                                 "a part by itself";
}

void CheckpointGroups::addPriced() {
  firstPriced = next;
  if (!addLayers(/*keepsContractions=*/false))
    addRuns(/*keepsContractions=*/false);
}

SmallVector<Operation *> CheckpointGroups::getPricedOps() const {
  return llvm::filter_to_vector(ops, [&](Operation *op) {
    std::optional<Checkpoint> part = get(op);
    return part && isPriced(*part);
  });
}

bool CheckpointGroups::isInside(Value value) const {
  Operation *op = value.getDefiningOp();
  int64_t group = groups.find(op)->second.group;
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    Operation *reader = op->getBlock()->findAncestorOpInBlock(*user);
    if (isa<func::ReturnOp>(reader))
      return false;
    auto found = groups.find(reader);
    return getPhaseOf(reader) != StepPhase::Forward ||
           (found != groups.end() && found->second.group == group);
  });
}
