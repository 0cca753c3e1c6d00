// TrilinearForm.cpp: constraints and distribution of bag, row_dot, add_outer

#include "TrilinearForm.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::memory_layer;

TrilinearForm::TrilinearForm(Operation *op, Member table, Member rows,
                             Member segment, Member scores, Member outside,
                             bool drops)
    : op(op), table(table), rows(rows), segment(segment), scores(scores),
      outside(outside), drops(drops),
      tokenDims(getTensorType(outside.value).getRank() - 1 - hasCores() -
                hasSegments()) {}

TrilinearForm::TrilinearForm(BagOp op)
    : TrilinearForm(op, {op.getValues(), 0}, {op.getRows(), 1},
                    {op.getSegment(), 3}, {op.getScores(), 2},
                    {op.getResult(), {}}, op.getDropOutside()) {}

TrilinearForm::TrilinearForm(RowDotOp op)
    : TrilinearForm(op, {op.getValues(), 0}, {op.getRows(), 1},
                    {op.getSegment(), 3}, {op.getResult(), {}}, {op.getZ(), 2},
                    op.getDropOutside()) {}

TrilinearForm::TrilinearForm(AddOuterOp op)
    : TrilinearForm(op, {op.getInit(), 0}, {op.getRows(), 1},
                    {op.getSegment(), 4}, {op.getScores(), 2}, {op.getZ(), 3},
                    op.getDropOutside()) {}

TrilinearForm::TrilinearForm(UpdateOp op)
    : TrilinearForm(op, {op.getTable(), 0},
                    {op.getRows(), op.getRowsMutable().getOperandNumber()},
                    {op.getSegment(), op->getNumOperands() - 1},
                    {op.getScores(), op.getScoresMutable().getOperandNumber()},
                    {op.getZ(), op.getZMutable().getOperandNumber()},
                    op.getDropOutside()) {}

bool TrilinearForm::addsToTable() const {
  return outside.operand && scores.operand;
}

int64_t TrilinearForm::getNumSlotDims() const {
  return getTensorType(rows.value).getRank() - tokenDims;
}

int64_t TrilinearForm::getNumSegments() const {
  return hasSegments() ? getTensorType(outside.value).getDimSize(tokenDims) : 1;
}

FloatType TrilinearForm::getSumType() const {
  for (const Member &member : {table, scores, outside})
    if (getElementTypeOrSelf(member.value).isF64())
      return Float64Type::get(op->getContext());
  return Float32Type::get(op->getContext());
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// "AxBx?" of what must be there.
static std::string printShape(ArrayRef<int64_t> shape) {
  std::string text;
  raw_string_ostream os(text);
  interleave(shape, os, "x");
  return text;
}

LogicalResult TrilinearForm::verify() const {
  RankedTensorType tableType = getTensorType(table.value),
                   rowsType = getTensorType(rows.value),
                   scoresType = getTensorType(scores.value),
                   outsideType = getTensorType(outside.value);
  if (tableType.getRank() != 2 && tableType.getRank() != 3)
    return emitMisfit(op, {table.value})
           << "table " << tableType
           << " must be rows x width or rows x cores x width";
  if (tokenDims < 0 || tokenDims > rowsType.getRank())
    return emitMisfit(op, {rows.value, outside.value})
           << "rows " << rowsType << " do not have the token dimensions of "
           << outsideType;
  if (rowsType.getElementType().isInteger(32) &&
      getNumRows() > std::numeric_limits<int32_t>::max())
    return emitMisfit(op, {rows.value, table.value})
           << "rows of i32 cannot count the " << getNumRows() << " rows of "
           << tableType << "; use i64";
  if (hasSegments() &&
      getTensorType(segment.value).getShape() != rowsType.getShape())
    return emitMisfit(op, {rows.value, segment.value})
           << "segments " << getTensorType(segment.value)
           << " must have the shape of the rows, "
           << printShape(rowsType.getShape());
  SmallVector<int64_t> expected(rowsType.getShape());
  if (hasCores())
    expected.push_back(tableType.getDimSize(1));
  if (scoresType.getShape() != ArrayRef(expected))
    return emitMisfit(op, {table.value, rows.value, scores.value})
           << "scores must be " << printShape(expected) << ", found "
           << scoresType;
  expected.assign(rowsType.getShape().begin(),
                  rowsType.getShape().begin() + tokenDims);
  if (hasSegments())
    expected.push_back(outsideType.getDimSize(tokenDims));
  append_range(expected, tableType.getShape().drop_front());
  if (outsideType.getShape() != ArrayRef(expected))
    return emitMisfit(op, {table.value, rows.value, outside.value})
           << (outside.operand ? "z" : "result") << " must be "
           << printShape(expected) << ", found " << outsideType;
  return success();
}

//===----------------------------------------------------------------------===//
// Distribution
//===----------------------------------------------------------------------===//

void TrilinearForm::addFactor(Rule &rule, int64_t extent, Dims dims,
                              bool needsOffset) const {
  Factor factor = makeFactor(op, extent);
  for (const auto &[member, dim] : dims) {
    if (!member.value)
      continue;
    if (member.operand)
      factor.operandDims[*member.operand] = dim;
    if (!member.operand || (*member.operand == 0 && addsToTable()))
      factor.resultDims[0] = dim;
  }
  factor.needsOffset = needsOffset;
  if (!factor.resultDims[0]) {
    factor.kind = Factor::Kind::Reduction;
    factor.combiners = {Combiner::Sum};
    if (addsToTable()) {
      factor.operandCombiners.resize(op->getNumOperands());
      factor.operandCombiners[0] = Combiner::Sum;
    }
  }
  rule.factors.push_back(std::move(factor));
}

/// The form is linear in each of its tensors; what is added to counts once.
void TrilinearForm::addAdditivity(Rule &rule) const {
  for (const Member &member : {table, scores, outside}) {
    if (!member.operand || !isa<FloatType>(getElementTypeOrSelf(member.value)))
      continue;
    if (!addsToTable())
      addLinearity(rule, op, {*member.operand});
    else if (*member.operand != 0)
      addLinearity(rule, op, {0, *member.operand});
  }
}

Rule TrilinearForm::getRule() const {
  Rule rule;
  for (auto [i, extent] : enumerate(getTensorType(rows.value).getShape())) {
    int64_t dim = i;
    SmallVector<std::pair<Member, int64_t>> dims{
        {rows, dim}, {segment, dim}, {scores, dim}};
    if (dim < tokenDims)
      dims.push_back({outside, dim});
    addFactor(rule, extent, dims, /*needsOffset=*/false);
  }
  RankedTensorType type = getTensorType(table.value);
  int64_t width = type.getRank() - 1,
          outsideWidth = getTensorType(outside.value).getRank() - 1;
  addFactor(rule, getNumRows(), {{table, 0}}, /*needsOffset=*/true);
  addFactor(rule, type.getDimSize(width),
            {{table, width}, {outside, outsideWidth}}, /*needsOffset=*/false);
  if (hasCores())
    addFactor(rule, type.getDimSize(1),
              {{table, 1},
               {scores, getTensorType(scores.value).getRank() - 1},
               {outside, outsideWidth - 1}},
              /*needsOffset=*/false);
  if (hasSegments())
    addFactor(rule, getNumSegments(), {{outside, tokenDims}},
              /*needsOffset=*/true);
  addAdditivity(rule);
  return rule;
}

/// Counts only those rows of the table that slots name, one row per slot.
OpWork TrilinearForm::getWork() const {
  double slots = getTensorType(rows.value).getNumElements();
  RankedTensorType type = getTensorType(table.value);
  double terms = slots;
  for (int64_t extent : type.getShape().drop_front())
    terms *= extent;
  OpWork work = makeWork(op, OpWork::Traffic::Whole, /*writes=*/true);
  work.reads[0] = OpWork::Traffic::None;
  double bytes = getElementBytes(type);
  work.writes[0] = !addsToTable();
  work.fills[0] = addsToTable() && isFreshInit(table.value);
  // Segments do not divide the work: each slot has one.
  OpWork::Part &part = work.parts.emplace_back();
  part.flops = 2 * terms;
  part.rowBytes = (addsToTable() ? 2 : 1) * terms * bytes;
  part.rowVisits = slots;
  if (hasSegments())
    part.undividedBy.push_back(getTensorType(rows.value).getRank() + 2 +
                               hasCores());
  return work;
}

/// In i64, where nothing that is outside of the shard wraps into it. A position
/// outside of the whole stays outside, or is the nearest one.
Value TrilinearForm::shift(OpBuilder &builder, Value positions, Value offset,
                           int64_t extent) const {
  Location loc = op->getLoc();
  auto type = RankedTensorType::get(getTensorType(positions).getShape(),
                                    builder.getI64Type());
  StructuredBuilder structured(builder, loc);
  return structured.map(
      type, positions, {structured.identity(type.getRank())},
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        Value at = arith::IndexCastOp::create(
            builder, loc, builder.getIndexType(), arguments[0]);
        if (!drops) {
          Value first = arith::ConstantIndexOp::create(builder, loc, 0);
          Value last = arith::ConstantIndexOp::create(builder, loc, extent - 1);
          at = arith::MaxSIOp::create(builder, loc, at, first);
          at = arith::MinSIOp::create(builder, loc, at, last);
        }
        at = arith::SubIOp::create(builder, loc, at, offset);
        return arith::IndexCastOp::create(builder, loc, type.getElementType(),
                                          at);
      });
}

Value TrilinearForm::getOffset(OpBuilder &builder, const Signature &signature,
                               const Member &member, int64_t dim,
                               ShardContext &context) const {
  const Distribution &distribution = member.operand
                                         ? signature.operands[*member.operand]
                                         : signature.results[0];
  if (none_of(distribution.components,
              [&](const Component &c) { return c.isSplit(dim); }))
    return {};
  return context.getOffset(builder, op->getLoc(), getTensorType(member.value),
                           distribution, dim);
}

FailureOr<SmallVector<Value>>
TrilinearForm::buildLocal(OpBuilder &builder, const Signature &signature,
                          ValueRange locals, ShardContext &context) const {
  FailureOr<SmallVector<Value>> built =
      buildLocalByCloning(op, builder, signature, locals, context);
  if (failed(built))
    return failure();
  Operation *local = built->front().getDefiningOp();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  Value firstRow = getOffset(builder, signature, table, 0, context),
        firstSegment;
  if (hasSegments())
    firstSegment = getOffset(builder, signature, outside, tokenDims, context);
  if (!firstRow && !firstSegment)
    return built;
  Value nothing = arith::ConstantIndexOp::create(builder, op->getLoc(), 0);
  auto move = [&](const Member &member, Value offset, int64_t extent) {
    OpOperand &operand = local->getOpOperand(*member.operand);
    operand.set(
        shift(builder, operand.get(), offset ? offset : nothing, extent));
  };
  move(rows, firstRow, getNumRows());
  if (hasSegments())
    move(segment, firstSegment, getNumSegments());
  local->setAttr("drop_outside", builder.getUnitAttr());
  if (auto bag = dyn_cast<BagOp>(local); bag && hasSegments())
    bag.setSegments(TrilinearForm(bag).getNumSegments());
  return built;
}

SmallVector<IndexedPositions> TrilinearForm::getPositions() const {
  auto getBound = [&](int64_t bound) {
    return drops ? std::nullopt : std::optional<int64_t>(bound);
  };
  SmallVector<IndexedPositions> positions{{rows.value, getBound(getNumRows())}};
  if (hasSegments())
    positions.push_back({segment.value, getBound(getNumSegments())});
  return positions;
}
