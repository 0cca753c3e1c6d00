// Sources.cpp: ops that adopt the distribution their user reads

#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Solution/Decision.h"
#include "sbp/Interfaces/RuleMemo.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Returns the sound signature of `op` with the result `required`, else the one
/// with broadcast components only.
static Signature chooseSource(Operation *op, const Placement &placement,
                              const Distribution &required) {
  // Try the common case before enumerating: the init is split like the result.
  Distribution init = required;
  for (Component &component : init.components)
    if (component.isPartial())
      component = Component::broadcast();
  Signature candidate{{}, {required}};
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
    if (signature.results.front() == required)
      return signature;
  return signatures.front();
}

void adoptSources(func::FuncOp function, Decision &decision) {
  // A source's init may be a source itself: users come before producers here.
  for (Operation &op : reverse(function.front().without_terminator())) {
    if (!isSource(&op))
      continue;
    FlatSymbolRefAttr symbol = getPlacementOf(&op);
    DistributionAttr required;
    if (!op.use_empty())
      required = decision.getRequired(*op.use_begin());
    if (!required || required.getPlacement() != symbol)
      required = DistributionAttr::get(
          symbol, Distribution::broadcast(
                      lookupPlacement(&op, symbol).getAxisSizes().size()));
    Signature signature =
        chooseSource(&op, lookupPlacement(&op, symbol).getPlacement(),
                     required.getDistribution());
    decision.signatures[&op] = SignatureAttr::get(symbol, signature);
  }
}

} // namespace sbp
