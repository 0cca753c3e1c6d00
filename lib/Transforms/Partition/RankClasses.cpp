// RankClasses.cpp: classes of ranks with the same local program
//
// Partition refinement: all ranks start in one class, and each property (shape
// of a piece, role in a fill) splits classes whose ranks differ in it.
// Example: 5 rows on 2 ranks give pieces of 3 and 2 rows, so two classes; 4
// rows give one.

#include "RankClasses.h"

#include "sbp/Calculus/Layout.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace sbp;

namespace {

/// A partition of the ranks that is refined by one property after another.
class Refinement {
public:
  explicit Refinement(int64_t ranks) : classOf(ranks, 0) {}

  /// Splits classes by `property`, which has one entry per world rank.
  void refine(ArrayRef<int64_t> property) {
    std::map<std::pair<int64_t, int64_t>, int64_t> names;
    for (auto [rank, name] : llvm::enumerate(classOf))
      name =
          names.try_emplace({name, property[rank]}, names.size()).first->second;
  }
  ArrayRef<int64_t> getClasses() const { return classOf; }

private:
  SmallVector<int64_t> classOf;
};

/// Classifies ranks by the pieces that they hold of an entry's values.
class Classifier {
public:
  Classifier(func::FuncOp entry, BoxingPlans &plans)
      : entry(entry), plans(plans), worldSize(getWorldSize()),
        refinement(worldSize), takesPart(worldSize, /*takesPart=*/false) {}

  LogicalResult run();
  std::vector<SmallVector<int64_t>> getClasses() const;

private:
  int64_t getWorldSize() const;
  void addPieces(DistributionAttr distribution, RankedTensorType type);
  void addFill(const BoxingStep &step, ArrayRef<int64_t> shape);
  LogicalResult addBoxing(BoxingOp op);

  func::FuncOp entry;
  BoxingPlans &plans;
  int64_t worldSize;
  Refinement refinement;
  SmallVector<bool> takesPart;
  llvm::DenseSet<std::pair<DistributionAttr, Type>> seenPieces;
};

} // namespace

int64_t Classifier::getWorldSize() const {
  int64_t size = 1;
  for (auto placement :
       entry->getParentOfType<ModuleOp>().getOps<PlacementOp>())
    for (int64_t rank : placement.getRanks())
      size = std::max(size, rank + 1);
  return size;
}

void Classifier::addPieces(DistributionAttr distribution,
                           RankedTensorType type) {
  // Ranks outside of the placement share the property -1.
  if (!distribution || !seenPieces.insert({distribution, type}).second)
    return;
  Placement placement = sbp::getPlacementOf(entry, distribution);
  Distribution components = distribution.getDistribution();
  SmallVector<int64_t> property(worldSize, -1);
  std::map<SmallVector<int64_t>, int64_t> names;
  for (auto [position, rank] : llvm::enumerate(placement.ranks)) {
    Box box = getBoxAt(placement, components, type.getShape(), position);
    property[rank] =
        names.try_emplace(getShape(box), names.size()).first->second;
    takesPart[rank] = true;
  }
  refinement.refine(property);
}

void Classifier::addFill(const BoxingStep &step, ArrayRef<int64_t> shape) {
  SmallVector<bool> keeps = getKeepers(step, shape);
  SmallVector<int64_t> property(worldSize, -1);
  for (int64_t rank : step.to.placement->ranks)
    property[rank] = keeps[rank];
  refinement.refine(property);
}

LogicalResult Classifier::addBoxing(BoxingOp op) {
  FailureOr<const BoxingPlan *> plan = plans.get(op);
  if (failed(plan))
    return failure();
  auto type = cast<RankedTensorType>(op.getType());
  /// Separates ranks that keep their value in a fill from those that do not.
  for (const BoxingStep &step : (*plan)->steps) {
    addPieces(getDistributionAttr(op.getContext(), step.from), type);
    addPieces(getDistributionAttr(op.getContext(), step.to), type);
    if (step.kind == BoxingStepKind::Fill)
      addFill(step, type.getShape());
  }
  return success();
}

LogicalResult Classifier::run() {
  auto addValue = [&](Value value) {
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      addPieces(getDistributionOf(value), type);
  };
  llvm::for_each(entry.getArguments(), addValue);
  for (Operation &op : entry.front()) {
    llvm::for_each(op.getResults(), addValue);
    if (auto boxing = dyn_cast<BoxingOp>(op))
      if (failed(addBoxing(boxing)))
        return failure();
  }
  return success();
}

std::vector<SmallVector<int64_t>> Classifier::getClasses() const {
  llvm::MapVector<int64_t, SmallVector<int64_t>> classes;
  for (auto [rank, name] : llvm::enumerate(refinement.getClasses()))
    if (takesPart[rank])
      classes[name].push_back(rank);
  std::vector<SmallVector<int64_t>> result;
  for (auto &entry : classes)
    result.push_back(entry.second);
  return result;
}

FailureOr<std::vector<SmallVector<int64_t>>>
sbp::getRankClasses(func::FuncOp entry, BoxingPlans &plans) {
  Classifier classifier(entry, plans);
  if (failed(classifier.run()))
    return failure();
  return classifier.getClasses();
}
