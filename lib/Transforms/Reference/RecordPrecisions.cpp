// RecordPrecisions.cpp: the coarsest precision on the way to each result
//
// Forward dataflow analysis: an op's precision is the coarsest of its operands,
// its types and the types inside of its body. States carry their precision into
// the next step, so the analysis iterates to a fixed point.

#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_RECORDPRECISIONSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct RecordPrecisionsPass
    : sbp::impl::RecordPrecisionsPassBase<RecordPrecisionsPass> {
  void runOnOperation() override;
};

class Precisions {
public:
  explicit Precisions(func::FuncOp entry) : entry(entry) {}

  /// Analyses one step; returns true if the precision of a state changed.
  bool runStep();
  FloatType get(Value value) const { return coarsest.lookup(value); }

private:
  static FloatType getFloat(Type type) {
    return dyn_cast<FloatType>(getElementTypeOrSelf(type));
  }
  static FloatType getCoarser(FloatType a, FloatType b) {
    if (!a || !b)
      return a ? a : b;
    return b.getFPMantissaWidth() < a.getFPMantissaWidth() ? b : a;
  }
  void add(Operation &op);

  func::FuncOp entry;
  DenseMap<Value, FloatType> coarsest;
  llvm::StringMap<FloatType> states;
};

} // namespace

void Precisions::add(Operation &op) {
  FloatType found;
  for (Value operand : op.getOperands())
    found = getCoarser(found, coarsest.lookup(operand));
  op.walk([&](Operation *inner) {
    for (Value result : inner->getResults())
      found = getCoarser(found, getFloat(result.getType()));
  });
  for (Value result : op.getResults())
    coarsest[result] = found;
}

bool Precisions::runStep() {
  for (BlockArgument argument : entry.getArguments()) {
    auto state = entry.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                    SBPDialect::kStateAttr);
    coarsest[argument] = getCoarser(getFloat(argument.getType()),
                                    state ? states.lookup(state) : FloatType());
  }
  for (Operation &op : entry.front().without_terminator())
    add(op);
  bool changed = false;
  for (OpOperand &result : entry.front().getTerminator()->getOpOperands()) {
    auto state = entry.getResultAttrOfType<StringAttr>(
        result.getOperandNumber(), SBPDialect::kStateAttr);
    if (!state)
      continue;
    FloatType &known = states[state];
    FloatType now = getCoarser(known, get(result.get()));
    changed |= now != known;
    known = now;
  }
  return changed;
}

void RecordPrecisionsPass::runOnOperation() {
  func::FuncOp entry = getOperation();
  if (entry.isDeclaration())
    return;
  Precisions precisions(entry);
  // Terminates: precisions only get coarser, and there are finitely many.
  while (precisions.runStep())
    ;
  for (OpOperand &result : entry.front().getTerminator()->getOpOperands())
    if (isa<FloatType>(getElementTypeOrSelf(result.get().getType())))
      entry.setResultAttr(result.getOperandNumber(),
                          LocalProgram::kPrecisionAttr,
                          TypeAttr::get(precisions.get(result.get())));
}
