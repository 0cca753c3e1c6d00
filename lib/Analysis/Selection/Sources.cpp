// Sources.cpp: ops that adopt what their user needs

#include "sbp/Analysis/Selection/Decision.h"
#include "sbp/Interfaces/RuleMemo.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Returns the sound signature of `op` with the result `wanted`, else that of
/// all B.
static Signature chooseSource(Operation *op, const Placement &placement,
                              const Distribution &wanted) {
  // Nearly always the init has the result's splits.
  Distribution init = wanted;
  for (Component &component : init.components)
    if (component.isPartial())
      component = Component::broadcast();
  Signature candidate{{}, {wanted}};
  for (Type type : op->getOperandTypes())
    candidate.operands.push_back(
        isa<RankedTensorType>(type)
            ? init
            : Distribution::broadcast(placement.getNumAxes()));
  auto shared = getRuledOp(op);
  const RuledOp &ruled = *shared;
  if (op->getNumResults() == 1 && isSoundSignature(ruled, placement, candidate))
    return candidate;
  std::vector<Signature> signatures = enumerateSignatures(ruled, placement);
  for (const Signature &signature : signatures)
    if (signature.results.front() == wanted)
      return signature;
  return signatures.front();
}

LogicalResult adoptSources(func::FuncOp function, Decision &decision) {
  // A source's init may be a source itself: users come before producers here.
  for (Operation &op : reverse(function.front().without_terminator())) {
    if (!isSource(&op))
      continue;
    FlatSymbolRefAttr symbol = getPlacementOf(&op);
    DistributionAttr wanted;
    if (!op.use_empty())
      wanted = decision.getWanted(*op.use_begin());
    if (!wanted || wanted.getPlacement() != symbol)
      wanted = DistributionAttr::get(
          symbol, Distribution::broadcast(
                      lookupPlacement(&op, symbol).getAxisSizes().size()));
    Signature signature =
        chooseSource(&op, lookupPlacement(&op, symbol).getPlacement(),
                     wanted.getDistribution());
    decision.signatures[&op] = SignatureAttr::get(symbol, signature);
  }
  return success();
}

} // namespace sbp
