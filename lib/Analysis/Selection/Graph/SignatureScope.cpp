// SignatureScope.cpp: the orders of axes and combiners that a module needs

#include "SignatureScope.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Calculus/Normalise.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

bool isChosen(Operation *op) {
  return !isa<ConstrainOp>(op) && touchesTensors(op) && !isSource(op);
}

/// Allows every order in which axes may cut one dimension where the search
/// stays quick: three axes have 1.5 times as many signatures, four twice as
/// many.
static void allowAllOrders(ModuleOp module, const Alternatives &alternatives,
                           SelectionPrices &prices) {
  constexpr unsigned mostOps[] = {0, 0, 400, 60};
  const ModuleStates &states = prices.getStates();
  unsigned ops = 0;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!alternatives.isOriginal(op))
      return WalkResult::skip();
    ops += isa<SBPOpInterface>(op);
    return WalkResult::advance();
  });
  for (unsigned i = 0; i < states.getNumPlacements(); ++i) {
    unsigned axes = states.getPlacement(i).getNumAxes();
    if (axes >= std::size(mostOps) || ops > mostOps[axes])
      continue;
    SmallVector<int64_t> order = to_vector(seq<int64_t>(axes));
    while (std::next_permutation(order.begin(), order.end()))
      prices.getSignatureSets().allowOrder(i, order);
  }
}

/// Allows an annotated order if it has an effect: every order multiplies the
/// signatures of every op.
static void allowGiven(DistributionAttr distribution, Type type,
                       SelectionPrices &prices) {
  if (!distribution)
    return;
  const ModuleStates &states = prices.getStates();
  SignatureSets &sets = prices.getSignatureSets();
  unsigned index = states.getIndex(distribution.getPlacement());
  const Placement &placement = states.getPlacement(index);
  auto tensor = cast<RankedTensorType>(type);
  sets.getCombiners().addAnnotation(placement, distribution.getDistribution(),
                                    tensor.getShape());
  if (distribution.getOrder().empty())
    return;
  // Sizes so large that no split is empty: equal annotations of two values must
  // stay equal whatever their shapes.
  SmallVector<int64_t> sizes(tensor.getRank(), int64_t(1) << 40);
  if (!normalise(placement, distribution.getDistribution(), sizes)
           .order.empty())
    sets.allowOrder(index, distribution.getOrder());
}

static void allowAnnotated(ModuleOp module, SelectionPrices &prices) {
  for (auto function : module.getOps<func::FuncOp>()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      allowGiven(function.getArgAttrOfType<DistributionAttr>(
                     i, SBPDialect::kDistributionAttr),
                 function.getArgumentTypes()[i], prices);
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      allowGiven(function.getResultAttrOfType<DistributionAttr>(
                     i, SBPDialect::kDistributionAttr),
                 function.getResultTypes()[i], prices);
    function.walk([&](ConstrainOp op) {
      allowGiven(op.getDistribution(), op.getResult().getType(), prices);
    });
  }
}

LogicalResult setSignatureScope(ModuleOp module,
                                const Alternatives &alternatives,
                                SelectionPrices &prices) {
  // Under a memory limit the network is solved many times (Lagrange multipliers
  // on bytes), so there the default order must do.
  if (!prices.getCountsMemory())
    allowAllOrders(module, alternatives, prices);
  allowAnnotated(module, prices);
  const ModuleStates &states = prices.getStates();
  SignatureSets &sets = prices.getSignatureSets();
  std::vector<std::pair<Operation *, unsigned>> given;
  for (auto function : module.getOps<func::FuncOp>())
    for (Operation &op : function.front().without_terminator()) {
      if (!isChosen(&op))
        continue;
      unsigned placement = states.getIndex(getPlacementOf(&op));
      sets.getCombiners().addOp(*getRuledOp(&op),
                                states.getPlacement(placement).getNumRanks());
      if (alternatives.isOriginal(&op))
        given.push_back({&op, placement});
    }
  sets.getCombiners().decide();
  auto isTooMany = [&](auto placed) {
    return sets.hasTooMany(placed.first, placed.second);
  };
  if (any_of(given, isTooMany))
    sets.getCombiners().dropUnproduced();
  for (auto [op, placement] : given)
    if (sets.hasTooMany(op, placement))
      return sets.refuse(op, placement);
  return success();
}

} // namespace sbp
