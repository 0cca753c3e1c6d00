// WidenReductions.cpp: reduces bf16 and f16 in f32
#include "sbp/Target/Region/ContractionBody.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::region;

/// Returns the op that combines result `i` with one more term if it is narrow:
/// it would round after every term, and narrow maxima do not vectorise. Returns
/// null otherwise.
static Operation *findNarrowCombiner(linalg::GenericOp op, unsigned i) {
  Block *body = op.getBody();
  BlockArgument accumulator = body->getArgument(op.getNumDpsInputs() + i);
  if (!accumulator.getType().isBF16() && !accumulator.getType().isF16())
    return nullptr;
  Operation *combiner = body->getTerminator()->getOperand(i).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::MaximumFOp, arith::MinimumFOp,
                       arith::MaxNumFOp, arith::MinNumFOp>(combiner) ||
      !accumulator.hasOneUse() ||
      !llvm::is_contained(combiner->getOperands(), accumulator))
    return nullptr;
  return combiner;
}

/// Returns a term in f32. A product is not rounded before it is added, as in a
/// gemm.
static Value widenTerm(OpBuilder &builder, Operation *combiner, Value term,
                       Type wide) {
  Location loc = combiner->getLoc();
  auto product = term.getDefiningOp<arith::MulFOp>();
  if (!product || !isa<arith::AddFOp>(combiner))
    return arith::ExtFOp::create(builder, loc, wide, term);
  Value lhs = arith::ExtFOp::create(builder, loc, wide, product.getLhs());
  Value rhs = arith::ExtFOp::create(builder, loc, wide, product.getRhs());
  return arith::MulFOp::create(builder, loc, lhs, rhs);
}

/// Computes result `i` in f32; its readers get it rounded.
static void widenResult(linalg::GenericOp op, unsigned i, Operation *combiner) {
  IRRewriter builder(op.getContext());
  builder.setInsertionPoint(op);
  Type narrow = op.getBody()->getArgument(op.getNumDpsInputs() + i).getType();
  Type wide = builder.getF32Type();
  OpOperand &init = op.getDpsInitsMutable()[i];
  init.set(castTensor(builder, op.getLoc(), init.get(), wide));

  Block *body = op.getBody();
  BlockArgument accumulator = body->getArgument(op.getNumDpsInputs() + i);
  bool isFirst = combiner->getOperand(0) == accumulator;
  accumulator.setType(wide);
  builder.setInsertionPoint(combiner);
  Value term =
      widenTerm(builder, combiner, combiner->getOperand(isFirst), wide);
  Operation *widened = builder.create(
      combiner->getLoc(), combiner->getName().getIdentifier(),
      isFirst ? ValueRange{accumulator, term} : ValueRange{term, accumulator},
      TypeRange{wide}, combiner->getAttrs());
  body->getTerminator()->setOperand(i, widened->getResult(0));
  if (combiner->use_empty())
    combiner->erase();

  Value result = op->getResult(i);
  auto type = cast<RankedTensorType>(result.getType());
  result.setType(RankedTensorType::get(type.getShape(), wide));
  builder.setInsertionPointAfter(op);
  Value rounded = castTensor(builder, op.getLoc(), result, narrow);
  result.replaceAllUsesExcept(rounded, rounded.getDefiningOp());
}

LogicalResult sbp::region::widenReductions(func::FuncOp region) {
  SmallVector<linalg::GenericOp> ops;
  region.walk([&](linalg::GenericOp op) {
    if (op.getNumReductionLoops() > 0)
      ops.push_back(op);
  });
  for (linalg::GenericOp op : ops)
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i)
      if (Operation *combiner = findNarrowCombiner(op, i))
        widenResult(op, i, combiner);
  return success();
}
