// Scatter.cpp: nn.scatter_add and nn.scatter

#include "Indexing/Gather.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

namespace {
enum ScatterOperand { Init, Indices, Updates };
} // namespace

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// (C1) to (C5), which both ops have.
template <typename Op> static LogicalResult verifyScatter(Op op) {
  RankedTensorType init = getTensorType(op.getInit()),
                   updates = getTensorType(op.getUpdates()),
                   indices = getTensorType(op.getIndices());
  if (failed(verifyIndexedDims(op, init, indices, op.getAxis(),
                               op.getBatchDims())))
    return failure();
  if (updates.getElementType() != init.getElementType())
    return emitMisfit(op, {op.getInit(), op.getUpdates()})
           << "updates have elements of " << updates.getElementType()
           << " but init of " << init.getElementType();
  auto expected = RankedTensorType::get(
      GatherOp::getResultShape(init.getShape(), indices.getShape(),
                               op.getAxis(), op.getBatchDims()),
      init.getElementType());
  if (updates != expected)
    return emitMisfit(op, {op.getInit(), op.getIndices(), op.getUpdates()})
           << "updates must be " << expected << ", found " << updates;
  if (op.getResult().getType() != init)
    return emitMisfit(op, {op.getInit()})
           << "result must be " << init << ", found "
           << op.getResult().getType();
  return success();
}

LogicalResult ScatterAddOp::verify() { return verifyScatter(*this); }
LogicalResult ScatterOp::verify() { return verifyScatter(*this); }

template <typename Op>
static SmallVector<IndexedPositions> getScatterPositions(Op op) {
  std::optional<int64_t> bound;
  if (!op.getDropOutside())
    bound = getTensorType(op.getInit()).getDimSize(op.getAxis());
  return {{op.getIndices(), bound}};
}

SmallVector<IndexedPositions> ScatterAddOp::getIndexedPositions() {
  return getScatterPositions(*this);
}
SmallVector<IndexedPositions> ScatterOp::getIndexedPositions() {
  return getScatterPositions(*this);
}

//===----------------------------------------------------------------------===//
// Distribution
//===----------------------------------------------------------------------===//

/// Adds the factors of the table's dims: batch dims of all, rows of the table
/// alone, columns of table and updates.
template <typename Op> static void addTableFactors(Rule &rule, Op op) {
  RankedTensorType init = getTensorType(op.getInit()),
                   indices = getTensorType(op.getIndices());
  int64_t axis = op.getAxis(), batchDims = op.getBatchDims();
  int64_t indexDims = indices.getRank() - batchDims;
  for (auto [i, extent] : llvm::enumerate(init.getShape())) {
    Factor factor = makeFactor(op, extent);
    auto dim = static_cast<int64_t>(i);
    factor.operandDims[Init] = factor.resultDims[0] = dim;
    if (dim < batchDims)
      factor.operandDims[Indices] = dim;
    if (dim == axis)
      factor.needsOffset = true;
    else
      factor.operandDims[Updates] = dim > axis ? dim - 1 + indexDims : dim;
    rule.factors.push_back(std::move(factor));
  }
}

/// Adds `factor` for every dim of the indices that is no batch dim.
template <typename Op>
static void addIndexFactors(Rule &rule, Op op, const Factor &factor) {
  int64_t batchDims = op.getBatchDims();
  RankedTensorType indices = getTensorType(op.getIndices());
  for (int64_t dim = batchDims; dim < indices.getRank(); ++dim) {
    Factor added = factor;
    added.extent = indices.getDimSize(dim);
    added.operandDims[Indices] = dim;
    added.operandDims[Updates] = op.getAxis() + dim - batchDims;
    rule.factors.push_back(std::move(added));
  }
}

Rule ScatterAddOp::getRule() {
  Rule rule;
  addTableFactors(rule, *this);
  Factor summed = makeFactor(*this, 1);
  summed.kind = Factor::Kind::Reduction;
  summed.combiners = {Combiner::Sum};
  summed.operandCombiners.resize(getNumOperands());
  summed.operandCombiners[Init] = Combiner::Sum;
  addIndexFactors(rule, *this, summed);
  addLinearity(rule, *this, {Init, Updates});
  return rule;
}

Rule ScatterOp::getRule() {
  Rule rule;
  addTableFactors(rule, *this);
  addIndexFactors(rule, *this,
                  makeBlockedFactor(*this, 1,
                                    "the last of all updates with the same "
                                    "index wins; split another dimension"));
  addMovement(rule, *this, {Init, Updates});
  return rule;
}

/// `indices` as rows of a shard that begins at `offset`; with `rows`, outside
/// of which is the nearest one. In i64, where nothing that is outside of the
/// shard wraps into it.
static Value shiftIndices(OpBuilder &builder, Location loc, Value indices,
                          Value offset, std::optional<int64_t> rows) {
  auto type = RankedTensorType::get(getTensorType(indices).getShape(),
                                    builder.getI64Type());
  StructuredBuilder structured(builder, loc);
  return structured.map(
      type, indices, {structured.identity(type.getRank())},
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        Value index = rows ? getRow(builder, loc, arguments[0], *rows)
                           : arith::IndexCastOp::create(builder, loc,
                                                        builder.getIndexType(),
                                                        arguments[0])
                                 .getResult();
        Value row = arith::SubIOp::create(builder, loc, index, offset);
        return arith::IndexCastOp::create(builder, loc, type.getElementType(),
                                          row);
      });
}

/// With rows split, what falls into another rank's rows is left out.
template <typename Op>
static FailureOr<SmallVector<Value>>
buildLocalScatter(Op op, OpBuilder &builder, const Signature &signature,
                  ValueRange locals, ShardContext &context) {
  int64_t axis = op.getAxis();
  auto rowsAreSplit = [&](const Component &c) { return c.isSplit(axis); };
  if (llvm::none_of(signature.operands[Init].components, rowsAreSplit))
    return buildLocalByCloning(op, builder, signature, locals, context);
  Location loc = op.getLoc();
  Value offset = context.getOffset(builder, loc, getTensorType(op.getInit()),
                                   signature.operands[Init], axis);
  Value indices = shiftIndices(builder, loc, locals[Indices], offset,
                               op.getIndexedPositions().front().bound);
  return SmallVector<Value>{Op::create(builder, loc, locals[Init].getType(),
                                       locals[Init], indices, locals[Updates],
                                       op.getAxisAttr(), op.getBatchDimsAttr(),
                                       builder.getUnitAttr())};
}

FailureOr<SmallVector<Value>>
ScatterAddOp::buildLocal(OpBuilder &builder, const Signature &signature,
                         ValueRange locals, ShardContext &context) {
  return buildLocalScatter(*this, builder, signature, locals, context);
}

FailureOr<SmallVector<Value>> ScatterOp::buildLocal(OpBuilder &builder,
                                                    const Signature &signature,
                                                    ValueRange locals,
                                                    ShardContext &context) {
  return buildLocalScatter(*this, builder, signature, locals, context);
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

/// Operations that locate one row: is it on this rank, and at which offset?
static constexpr double kRowFlops = 2;

/// Returns the work of a scatter that does `flops` operations per element of
/// the updates. Of the table it reads and writes the rows that indices name.
template <typename Op> static OpWork getScatterWork(Op op, double flops) {
  enum { Init, Indices, Updates };
  OpWork work = makeStreamingWork(op, Updates, flops);
  work.reads[Init] = OpWork::Traffic::None;
  work.fills[0] = isFreshInit(op.getOperand(Init));
  work.writes[0] = !work.fills[0];
  // A row is located once, however wide it is and wherever the table is split.
  auto init = cast<RankedTensorType>(op.getInit().getType());
  double width = 1;
  OpWork::Part &places = work.parts.emplace_back();
  auto axis = static_cast<int64_t>(op.getAxis());
  for (int64_t dim = axis; dim < init.getRank(); ++dim) {
    places.undividedBy.push_back(dim); // a factor for each dim of the table
    width *= dim == axis ? 1 : init.getDimSize(dim);
  }
  double elements = countElements(op.getUpdates());
  places.flops = elements == 0 ? 0 : kRowFlops * elements / width;
  places.kind = WorkClass::Order;
  return work;
}

OpWork ScatterAddOp::getWork() { return getScatterWork(*this, 1); }

OpWork ScatterOp::getWork() { return getScatterWork(*this, 0); }
