// Accumulation.cpp: values that leave time, inside of the kernel that makes
// them
//
// A sum starts from the combiner's identity in micro-batch 0 and from its own
// buffer later. Where the term is a sum itself, over zeros, that start is its
// init, so that a contraction adds to the accumulator without a copy:
//
//   %z = fill 0.0;  %t = matmul(%x, %dy) outs(%z);  %g = leave_time %t
//
// becomes
//
//   %s = select(micro-batch == 0, -0.0, %accumulator)
//   %g = matmul(%x, %dy) outs(%s)

#include "Accumulation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/SBP/IR/Identity.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;

/// Builds the accumulator as micro-batch `number` finds it.
static Value buildStart(LeaveTimeOp op, Value accumulator, Value number,
                        OpBuilder &builder) {
  return buildTensorOrIdentity(builder, op.getLoc(), number, accumulator,
                               *parseCombiner(*op.getAccumulate()),
                               /*isFirst=*/false);
}

/// Returns the init of the contraction that makes `term` if it is a fill with
/// zeros; null otherwise.
static OpOperand *findZeroInit(Value term) {
  auto op = term.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumDpsInits() != 1 || !linalg::isaContractionOpInterface(op))
    return nullptr;
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  bool isZero = fill && (matchPattern(fill.value(), m_AnyZeroFloat()) ||
                         matchPattern(fill.value(), m_Zero()));
  return isZero ? op.getDpsInitOperand(0) : nullptr;
}

/// Builds the whole with piece `number` replaced.
static Value buildCollection(LeaveTimeOp op, Value piece, Value whole,
                             Value number, OpBuilder &builder) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(piece.getType());
  auto dim = static_cast<int64_t>(*op.getCollect());
  SmallVector<OpFoldResult> offsets =
      getMicroBatchOffsets(builder, loc, number, type, dim);
  return tensor::InsertSliceOp::create(
      builder, loc, piece, whole, offsets,
      getAsIndexOpFoldResult(op.getContext(), type.getShape()),
      SmallVector<OpFoldResult>(type.getRank(), builder.getIndexAttr(1)));
}

Value sbp::buildAccumulation(LeaveTimeOp op, Value term, Value accumulator,
                             Value number, OpBuilder &builder) {
  if (op.getCollect())
    return buildCollection(op, term, accumulator, number, builder);
  Combiner combiner = *parseCombiner(*op.getAccumulate());
  bool isRewritten = combiner == Combiner::Sum && op.getInput().hasOneUse();
  OpOperand *init = isRewritten ? findZeroInit(term) : nullptr;
  if (init) {
    OpBuilder before(init->getOwner());
    init->set(buildStart(op, accumulator, number, before));
    return term;
  }
  Value start = buildStart(op, accumulator, number, builder);
  StructuredBuilder structured(builder, op.getLoc());
  auto type = cast<RankedTensorType>(term.getType());
  AffineMap identity = structured.identity(type.getRank());
  return structured.map(type, {start, term}, {identity, identity},
                        [&](OpBuilder &builder, ValueRange arguments) {
                          return buildCombination(builder, op.getLoc(),
                                                  combiner, arguments[0],
                                                  arguments[1]);
                        });
}
