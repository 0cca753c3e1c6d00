// BoxingReader.cpp: the first reader of a boxed value, which is its reason

#include "sbp/Analysis/Boxing/BoxingReader.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Solution/Decision.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace sbp;

/// Returns the first use in program order; another boxing only if there are no
/// other uses. Null without uses.
static OpOperand *getFirstUse(Value value) {
  OpOperand *first = nullptr;
  auto precedes = [](OpOperand &a, OpOperand &b) {
    bool isBoxing = isa<BoxingOp>(a.getOwner());
    return isBoxing != isa<BoxingOp>(b.getOwner())
               ? !isBoxing
               : a.getOwner()->isBeforeInBlock(b.getOwner());
  };
  for (OpOperand &use : value.getUses())
    if (!first || precedes(use, *first))
      first = &use;
  return first;
}

BoxingReader::BoxingReader(BoxingOp boxing) : boxing(boxing) {
  use = getFirstUse(boxing.getResult());
  // A value may be boxed twice (placement, then distribution): the op after
  // the last boxing is the reader.
  while (auto next =
             dyn_cast_or_null<BoxingOp>(use ? use->getOwner() : nullptr))
    use = getFirstUse(next.getResult());
  requested = !use || isResult() ||
              boxing.getReason().value_or("").starts_with(kConstrainReason);
  if (requested || !isa<SBPOpInterface>(getOp()) || !getSignatureAttr(getOp()))
    return;
  ruled.emplace(getOp());
  placement = lookupPlacement(getOp(), getSignatureAttr(getOp()).getPlacement())
                  .getPlacement();
  if (!runsOnSourcePlacement())
    return;
  unboxed = getSignatureReading(boxing.getFrom().getDistribution());
  // The same pieces after a reduction: if these are readable, the boxing only
  // completes partial sums.
  Distribution whole = boxing.getFrom().getDistribution();
  for (Component &component : whole.components)
    if (component.isPartial())
      component = Component::broadcast();
  reduced = getSignatureReading(whole).has_value();
}

std::optional<Signature>
BoxingReader::getSignatureReading(const Distribution &distribution) const {
  SmallVector<std::optional<Distribution>> required(getOp()->getNumOperands());
  required[getOperand()] = distribution;
  std::vector<Signature> fitting = signaturesFor(*ruled, placement, required);
  return fitting.empty() ? std::nullopt : std::optional(fitting.front());
}

bool BoxingReader::runsOnSourcePlacement() const {
  return getSignatureAttr(getOp()).getPlacement() ==
         boxing.getFrom().getPlacement();
}

bool BoxingReader::isResult() const {
  return isa_and_nonnull<func::ReturnOp>(getOp());
}

std::string BoxingReader::explainRefusal() const {
  if (!ruled)
    return "it has no rule";
  if (!runsOnSourcePlacement())
    return "it runs on other ranks";
  return sbp::explainRefusal(*ruled, getOperand(),
                             boxing.getFrom().getDistribution());
}

int64_t sbp::getLeastBytes(const BoxingPlan &plan,
                           const Placement &fromPlacement,
                           const Distribution &from,
                           const Placement &toPlacement,
                           const Distribution &to) {
  return getBoxingBoundTotal(Layout(fromPlacement, from, plan.shape),
                             Layout(toPlacement, to, plan.shape)) *
         plan.elementBytes;
}

/// Returns true if a boxing would make the value partial: it must be reduced
/// again later, which saves nothing.
static bool addsPartial(const Distribution &from, const Distribution &to) {
  for (auto [axis, component] : llvm::enumerate(to.components))
    if (component.isPartial() && from.components[axis] != component)
      return true;
  return false;
}

std::optional<std::pair<Distribution, int64_t>>
BoxingReader::getCheapest(const BoxingPlan &plan) const {
  if (!ruled || !runsOnSourcePlacement())
    return std::nullopt;
  Placement from = sbp::getPlacementOf(boxing, boxing.getFrom());
  std::optional<std::pair<Distribution, int64_t>> best;
  int64_t least = plan.getTotalBytes();
  llvm::DenseSet<llvm::hash_code> seen;
  // Many signatures differ in other operands only: each reading is priced once.
  for (const Signature &signature : enumerateSignatures(*ruled, placement)) {
    const Distribution &read = signature.operands[getOperand()];
    if (addsPartial(boxing.getFrom().getDistribution(), read) ||
        !seen.insert(hash_value(read)).second)
      continue;
    int64_t bytes = getLeastBytes(
        plan, from, boxing.getFrom().getDistribution(), placement, read);
    if (bytes < least) {
      least = bytes;
      best = {read, bytes};
    }
  }
  return best;
}
