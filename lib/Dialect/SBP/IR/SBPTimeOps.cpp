// SBPTimeOps.cpp: values that enter and leave micro-batches

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sbp/Dialect/SBP/IR/Identity.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/SignatureEnumeration.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// Checks that `combiner` combines elements of `type`.
static LogicalResult verifyCombinerName(Operation *op, StringRef name,
                                        RankedTensorType type) {
  std::optional<Combiner> combiner = parseCombiner(name);
  if (combiner && isLegalCombiner(*combiner, type.getElementType()))
    return success();
  return op->emitOpError() << "combines by \"" << name
                           << "\", which does not exist for elements of "
                           << type.getElementType();
}

/// Checks that `whole` is `piece` times a number of at least 1 in `dim`, and
/// equal in all other dimensions.
static LogicalResult verifyCut(Operation *op, int64_t dim,
                               RankedTensorType whole, RankedTensorType piece) {
  bool fits = dim >= 0 && dim < whole.getRank() &&
              piece.getRank() == whole.getRank() &&
              piece.getElementType() == whole.getElementType();
  for (int64_t d = 0; fits && d < whole.getRank(); ++d)
    fits = d == dim ? piece.getDimSize(d) > 0 &&
                          whole.getDimSize(d) % piece.getDimSize(d) == 0
                    : piece.getDimSize(d) == whole.getDimSize(d);
  return fits ? success()
              : op->emitOpError() << "does not cut " << whole << " into "
                                  << piece << " along dimension " << dim;
}

LogicalResult EnterTimeOp::verify() {
  auto whole = cast<RankedTensorType>(getInput().getType());
  auto piece = cast<RankedTensorType>(getType());
  if (getDim() && getFirst())
    return emitOpError() << "has a dimension and a combiner; expected one";
  if (getDim())
    return verifyCut(*this, *getDim(), whole, piece);
  if (whole != piece)
    return emitOpError() << "changes " << whole << " to " << piece
                         << " but cuts no dimension";
  return getFirst() ? verifyCombinerName(*this, *getFirst(), whole) : success();
}

LogicalResult LeaveTimeOp::verify() {
  auto piece = cast<RankedTensorType>(getInput().getType());
  auto whole = cast<RankedTensorType>(getType());
  if (getAccumulate().has_value() == getCollect().has_value())
    return emitOpError() << "needs either a combiner or a dimension";
  if (getCollect())
    return verifyCut(*this, *getCollect(), whole, piece);
  if (whole != piece)
    return emitOpError() << "accumulates " << piece << " to " << whole
                         << "; expected equal types";
  return verifyCombinerName(*this, *getAccumulate(), piece);
}

//===----------------------------------------------------------------------===//
// Distribution: the identity in space
//===----------------------------------------------------------------------===//

/// Returns the rule of an op whose result has the operand's dimensions, of
/// which `cut` is never split.
static Rule getIdentityRule(Operation *op, std::optional<uint64_t> cut) {
  Rule rule;
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    Factor factor =
        cut && *cut == dim
            ? makeBlockedFactor(op, extent,
                                "micro-batches are pieces of the whole of it")
            : makeFactor(op, extent);
    factor.operandDims[0] = factor.resultDims[0] = dim;
    rule.factors.push_back(std::move(factor));
  }
  return rule;
}

Rule EnterTimeOp::getRule() {
  Rule rule = getIdentityRule(*this, getDim());
  addMovement(rule, *this, {0});
  // The identity of another combiner would not be neutral.
  if (getFirst())
    llvm::erase_if(rule.additive, [&](const AdditiveSet &set) {
      return set.combiner != *parseCombiner(*getFirst());
    });
  return rule;
}

Rule LeaveTimeOp::getRule() {
  Rule rule = getIdentityRule(*this, getCollect());
  addMovement(rule, *this, {0});
  if (getAccumulate())
    llvm::erase_if(rule.additive, [&](const AdditiveSet &set) {
      return set.combiner != *parseCombiner(*getAccumulate());
    });
  return rule;
}

OpWork EnterTimeOp::getWork() {
  bool isView = !getFirst();
  return makeWork(*this,
                  isView ? OpWork::Traffic::None : OpWork::Traffic::Whole,
                  /*writes=*/!isView);
}

// The accumulator is read and written by the kernel that makes the term.
OpWork LeaveTimeOp::getWork() {
  return makeWork(*this, OpWork::Traffic::Whole, /*writes=*/true);
}

bool EnterTimeOp::keepsElements() { return !getDim() && !getFirst(); }

//===----------------------------------------------------------------------===//
// Local programs
//===----------------------------------------------------------------------===//

/// Builds piece k of `whole` along `dim` in micro-batch k.
static Value buildPiece(EnterTimeOp op, OpBuilder &builder, Value whole,
                        RankedTensorType type) {
  Location loc = op.getLoc();
  if (type.getNumElements() == 0)
    return tensor::EmptyOp::create(builder, loc, type.getShape(),
                                   type.getElementType());
  int64_t dim = *op.getDim();
  Value number = MicroBatchOp::create(builder, loc, builder.getIndexType());
  SmallVector<OpFoldResult> offsets =
      getMicroBatchOffsets(builder, loc, number, type, dim);
  return tensor::ExtractSliceOp::create(
      builder, loc, type, whole, offsets,
      getAsIndexOpFoldResult(op.getContext(), type.getShape()),
      SmallVector<OpFoldResult>(type.getRank(), builder.getIndexAttr(1)));
}

SmallVector<OpFoldResult> sbp::getMicroBatchOffsets(OpBuilder &builder,
                                                    Location loc, Value number,
                                                    RankedTensorType piece,
                                                    int64_t dim) {
  Value extent =
      arith::ConstantIndexOp::create(builder, loc, piece.getDimSize(dim));
  SmallVector<OpFoldResult> offsets(piece.getRank(), builder.getIndexAttr(0));
  offsets[dim] =
      arith::MulIOp::create(builder, loc, number, extent).getResult();
  return offsets;
}

Value sbp::buildTensorOrIdentity(OpBuilder &builder, Location loc, Value number,
                                 Value tensor, Combiner combiner,
                                 bool isFirst) {
  auto type = cast<RankedTensorType>(tensor.getType());
  TypedAttr identity = getIdentityAttr(combiner, type.getElementType());
  StructuredBuilder structured(builder, loc);
  return structured.map(
      type, tensor, structured.identity(type.getRank()),
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
        auto isBuilt = arith::CmpIOp::create(builder, loc,
                                             isFirst ? arith::CmpIPredicate::eq
                                                     : arith::CmpIPredicate::ne,
                                             number, zero);
        Value neutral = arith::ConstantOp::create(builder, loc, identity);
        return arith::SelectOp::create(builder, loc, isBuilt, arguments[0],
                                       neutral);
      });
}

// A value that is the same every time needs no op: a register of one token is
// read in every micro-batch.
FailureOr<SmallVector<Value>>
EnterTimeOp::buildLocal(OpBuilder &builder, const Signature &signature,
                        ValueRange locals, ShardContext &context) {
  RankedTensorType type = context.getLocalType(
      cast<RankedTensorType>(getType()), signature.results[0]);
  if (getDim())
    return SmallVector<Value>{buildPiece(*this, builder, locals[0], type)};
  if (getFirst()) {
    Value number =
        MicroBatchOp::create(builder, getLoc(), builder.getIndexType());
    return SmallVector<Value>{
        buildTensorOrIdentity(builder, getLoc(), number, locals[0],
                              *parseCombiner(*getFirst()), /*isFirst=*/true)};
  }
  return SmallVector<Value>{locals[0]};
}

FailureOr<SmallVector<Value>>
LeaveTimeOp::buildLocal(OpBuilder &builder, const Signature &signature,
                        ValueRange locals, ShardContext &context) {
  RankedTensorType type = context.getLocalType(
      cast<RankedTensorType>(getType()), signature.results[0]);
  auto local = LeaveTimeOp::create(builder, getLoc(), type, locals[0],
                                   getAccumulateAttr(), getCollectAttr());
  return SmallVector<Value>{local.getResult()};
}
