// FusionPlan.cpp: which op is computed in which group
//
// A block is visited from its end. When the visit comes to an op, all of its
// readers are in their groups, so the places where its result is read are
// known: pairs of a group and of the op's loops as a map of the root's loops.
// An op that is read in one place joins that group, whatever the number of
// readers; an op that is read elsewhere too becomes a root. For the chain
//
//   a = x + y    b = a * x    c = a + b    d = sum(c) over rows    e = c - d
//
// e is a root; d, a sum, is another; c is read by both, a third; b joins c; a
// is read by b and c in the same loops and joins too: {e}, {d}, {a, b, c}.
//
// Computed twice is what costs less so than its store and its loads
// (FusionWork.cpp). What is computed for several places reads its operands from
// memory, which keeps the number of copies of a chain from growing with its
// length; a fill reads none.
//
#include "Fusion.h"
#include "sbp/Target/Region/Steps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sbp::region;

AffineMap sbp::region::getReadMap(OpOperand &use, AffineMap loops) {
  auto reader = cast<linalg::LinalgOp>(use.getOwner());
  return simplifyAffineMap(reader.getMatchingIndexingMap(&use).compose(loops));
}

AffineMap sbp::region::getProducerLoops(OpResult produced, AffineMap elements) {
  auto producer = cast<linalg::LinalgOp>(produced.getOwner());
  AffineMap results = producer.getIndexingMapMatchingResult(produced);
  return simplifyAffineMap(inversePermutation(results).compose(elements));
}

bool sbp::region::readsOperand(linalg::GenericOp op, OpOperand &operand) {
  return op.payloadUsesValueFromOperand(&operand);
}

/// Returns whether `op` computes each element of its results in one iteration.
static bool isElementwise(linalg::GenericOp op) {
  return op.getNumParallelLoops() == op.getNumLoops() &&
         op.hasPureTensorSemantics() &&
         llvm::all_of(op->getResults(), [&](OpResult result) {
           return op.getIndexingMapMatchingResult(result).isPermutation();
         });
}

namespace {
/// A place where an op is computed. `repeated`: the work that its readers
/// already repeat there.
struct Place {
  unsigned group;
  AffineMap loops;
  int64_t repeated = 0;
};

/// A group while it grows: beside its members the tensors it reads, of which
/// every loop needs one that gives its extent.
class OpenGroup {
public:
  explicit OpenGroup(linalg::GenericOp root)
      : result{root, {}}, extents(root.getStaticLoopRanges()),
        givers(extents.size()) {
    AffineMap loops =
        AffineMap::getMultiDimIdentityMap(extents.size(), root.getContext());
    for (OpOperand *input : root.getDpsInputOperands())
      addRead({input->get(), getReadMap(*input, loops)});
    for (OpOperand &init : root.getDpsInitsMutable())
      count(getReadMap(init, loops), 1);
  }

  /// Computes `op` in this group. Returns false, and changes nothing, where the
  /// extent of a loop would be lost.
  bool join(linalg::GenericOp op, AffineMap loops) {
    SmallVector<FusedRead> added, removed;
    for (OpOperand &operand : op->getOpOperands())
      if (op.isDpsInput(&operand) || readsOperand(op, operand))
        if (FusedRead read{operand.get(), getReadMap(operand, loops)};
            addRead(read))
          added.push_back(read);
    for (OpResult produced : op->getResults()) {
      AffineMap elements = simplifyAffineMap(
          op.getIndexingMapMatchingResult(produced).compose(loops));
      if (removeRead({produced, elements}))
        removed.push_back({produced, elements});
    }
    if (llvm::is_contained(givers, 0u)) {
      llvm::for_each(removed, [&](FusedRead read) { addRead(read); });
      llvm::for_each(added, [&](FusedRead read) { removeRead(read); });
      return false;
    }
    result.copies.push_back({op, loops});
    return true;
  }

  FusionGroup result;
  SmallVector<int64_t> extents; ///< of the root's loops

private:
  bool addRead(FusedRead read) {
    if (!reads.insert(read).second)
      return false;
    count(read.second, 1);
    return true;
  }
  bool removeRead(FusedRead read) {
    if (!reads.erase(read))
      return false;
    count(read.second, -1);
    return true;
  }
  void count(AffineMap elements, int change) {
    for (AffineExpr expr : elements.getResults())
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        givers[loop.getPosition()] += change;
  }

  llvm::DenseSet<FusedRead> reads;
  SmallVector<unsigned> givers; ///< per loop, the reads and inits along it
};

class Planner {
public:
  void visit(linalg::GenericOp op);
  std::vector<OpenGroup> groups;

private:
  /// Collects the places where `op` is read; false if anything that is no loop
  /// nest of this block reads it too.
  bool findPlaces(linalg::GenericOp op, SmallVectorImpl<Place> &found) const;
  /// Computes `op` in the groups that read it, where that costs less than to
  /// store its results. Returns whether nothing is left to read them.
  bool join(linalg::GenericOp op);
  bool mayJoin(linalg::GenericOp op, ArrayRef<Place> wanted) const;

  /// All places where an op is computed.
  llvm::DenseMap<Operation *, SmallVector<Place, 1>> places;
};
} // namespace

bool Planner::findPlaces(linalg::GenericOp op,
                         SmallVectorImpl<Place> &found) const {
  llvm::SmallMapVector<std::pair<unsigned, AffineMap>, int64_t, 2> distinct;
  bool isOnlyRead = true;
  for (OpResult produced : op->getResults())
    for (OpOperand &use : produced.getUses()) {
      auto reader = places.find(use.getOwner());
      if (reader == places.end() ||
          !cast<linalg::GenericOp>(use.getOwner()).isDpsInput(&use)) {
        isOnlyRead = false;
        continue;
      }
      for (const Place &place : reader->second) {
        AffineMap elements = getReadMap(use, place.loops);
        int64_t &repeated =
            distinct[{place.group, getProducerLoops(produced, elements)}];
        repeated = std::max(repeated, place.repeated);
      }
    }
  for (auto &[place, repeated] : distinct)
    found.push_back({place.first, place.second, repeated});
  return isOnlyRead;
}

/// Several copies read from memory: nothing that reads `op` is one of several.
bool Planner::mayJoin(linalg::GenericOp op, ArrayRef<Place> wanted) const {
  auto repeats = [&](const Place &place) {
    return getRepetitions(op, place.loops, groups[place.group].extents);
  };
  if (wanted.size() == 1) {
    const Place &place = wanted.front();
    return mayRepeat(op, place.repeated + getIterationWork(op), repeats(place));
  }
  return isCheaperThanStoring(op, wanted.size()) &&
         llvm::none_of(op->getUsers(),
                       [&](Operation *reader) {
                         return places.lookup(reader).size() > 1;
                       }) &&
         llvm::all_of(wanted,
                      [&](const Place &place) { return repeats(place) <= 1; });
}

bool Planner::join(linalg::GenericOp op) {
  SmallVector<Place> wanted;
  bool isOnlyRead = findPlaces(op, wanted);
  if (!isFill(op) && !(isOnlyRead && mayJoin(op, wanted)))
    return false;
  for (Place &place : wanted) {
    OpenGroup &group = groups[place.group];
    if (!group.join(op, place.loops)) {
      isOnlyRead = false;
      continue;
    }
    if (getRepetitions(op, place.loops, group.extents) > 1)
      place.repeated += getIterationWork(op);
    else
      place.repeated = 0;
    places[op].push_back(place);
  }
  return isOnlyRead;
}

void Planner::visit(linalg::GenericOp op) {
  if (isContraction(op) || (isElementwise(op) && !op->use_empty() && join(op)))
    return;
  places[op].push_back(
      {unsigned(groups.size()),
       AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext())});
  groups.emplace_back(op);
}

std::vector<FusionGroup> sbp::region::planFusion(Block &block) {
  Planner planner;
  for (Operation &op : llvm::reverse(block))
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      planner.visit(generic);
  std::vector<FusionGroup> groups;
  for (OpenGroup &group : planner.groups)
    if (!group.result.copies.empty())
      groups.push_back(std::move(group.result));
  return groups;
}
