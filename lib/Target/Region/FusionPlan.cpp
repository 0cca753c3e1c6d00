// FusionPlan.cpp: the group in which each op is computed
//
// A block is visited from its end. When the visit reaches an op, all its
// readers belong to groups, so the sites where its result is read are known:
// pairs of a group and of the op's loops as a map of the root's loops. An op
// that is read at one site joins that group, whatever the number of readers; an
// op that is also read elsewhere becomes a root. For the chain
//
//   a = x + y    b = a * x    c = a + b    d = sum(c) over rows    e = c - d
//
// e is a root; d, a sum, is another; c is read by both and is a third; b joins
// c; a is read by b and c in the same loops and joins as well: {e}, {d}, {a, b,
// c}.
//
// An op is computed twice if that costs less than its store and its loads
// (FusionWork.cpp). An op that is computed at several sites reads its operands
// from memory, which keeps the number of copies of a chain from growing with
// its length; a fill reads nothing.
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
/// A site where an op is computed. `repeated` is the work that its readers
/// already repeat there.
struct ComputeSite {
  unsigned group;
  AffineMap loops;
  int64_t repeated = 0;
};

/// A group under construction. Next to its members it tracks the tensors that
/// it reads: every loop needs one that determines its extent.
class OpenGroup {
public:
  explicit OpenGroup(linalg::GenericOp root)
      : result{root, {}}, extents(root.getStaticLoopRanges()),
        extentSources(extents.size()) {
    AffineMap loops =
        AffineMap::getMultiDimIdentityMap(extents.size(), root.getContext());
    for (OpOperand *input : root.getDpsInputOperands())
      addRead({input->get(), getReadMap(*input, loops)});
    for (OpOperand &init : root.getDpsInitsMutable())
      count(getReadMap(init, loops), 1);
  }

  /// Computes `op` in this group. Returns false, and changes nothing, if the
  /// extent of a loop would become undetermined.
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
    if (llvm::is_contained(extentSources, 0u)) {
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
        extentSources[loop.getPosition()] += change;
  }

  llvm::DenseSet<FusedRead> reads;
  SmallVector<unsigned>
      extentSources; ///< per loop, the reads and inits along it
};

class Planner {
public:
  void visit(linalg::GenericOp op);
  std::vector<OpenGroup> groups;

private:
  /// Collects the sites where `op` is read. Returns false if a reader is not a
  /// generic of this block.
  bool findSites(linalg::GenericOp op,
                 SmallVectorImpl<ComputeSite> &found) const;
  /// Computes `op` in the groups that read it, if that is cheaper than storing
  /// its results. Returns whether no reader of the results is left.
  bool join(linalg::GenericOp op);
  bool isWorthFusing(linalg::GenericOp op,
                     ArrayRef<ComputeSite> requested) const;

  /// The sites at which each op is computed.
  llvm::DenseMap<Operation *, SmallVector<ComputeSite, 1>> sites;
};
} // namespace

bool Planner::findSites(linalg::GenericOp op,
                        SmallVectorImpl<ComputeSite> &found) const {
  llvm::SmallMapVector<std::pair<unsigned, AffineMap>, int64_t, 2> distinct;
  bool isOnlyRead = true;
  for (OpResult produced : op->getResults())
    for (OpOperand &use : produced.getUses()) {
      auto reader = sites.find(use.getOwner());
      if (reader == sites.end() ||
          !cast<linalg::GenericOp>(use.getOwner()).isDpsInput(&use)) {
        isOnlyRead = false;
        continue;
      }
      for (const ComputeSite &site : reader->second) {
        AffineMap elements = getReadMap(use, site.loops);
        int64_t &repeated =
            distinct[{site.group, getProducerLoops(produced, elements)}];
        repeated = std::max(repeated, site.repeated);
      }
    }
  for (auto &[site, repeated] : distinct)
    found.push_back({site.first, site.second, repeated});
  return isOnlyRead;
}

/// Several copies are allowed only if no reader of `op` has several copies
/// itself.
bool Planner::isWorthFusing(linalg::GenericOp op,
                            ArrayRef<ComputeSite> requested) const {
  auto repeats = [&](const ComputeSite &site) {
    return getRepetitions(op, site.loops, groups[site.group].extents);
  };
  if (requested.size() == 1) {
    const ComputeSite &site = requested.front();
    return mayRepeat(op, site.repeated + getIterationWork(op), repeats(site));
  }
  return isCheaperThanStoring(op, requested.size()) &&
         llvm::none_of(op->getUsers(),
                       [&](Operation *reader) {
                         return sites.lookup(reader).size() > 1;
                       }) &&
         llvm::all_of(requested, [&](const ComputeSite &site) {
           return repeats(site) <= 1;
         });
}

bool Planner::join(linalg::GenericOp op) {
  SmallVector<ComputeSite> requested;
  bool isOnlyRead = findSites(op, requested);
  if (!isFill(op) && !(isOnlyRead && isWorthFusing(op, requested)))
    return false;
  for (ComputeSite &site : requested) {
    OpenGroup &group = groups[site.group];
    if (!group.join(op, site.loops)) {
      isOnlyRead = false;
      continue;
    }
    if (getRepetitions(op, site.loops, group.extents) > 1)
      site.repeated += getIterationWork(op);
    else
      site.repeated = 0;
    sites[op].push_back(site);
  }
  return isOnlyRead;
}

void Planner::visit(linalg::GenericOp op) {
  if (isContraction(op) || (isElementwise(op) && !op->use_empty() && join(op)))
    return;
  sites[op].push_back(
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
