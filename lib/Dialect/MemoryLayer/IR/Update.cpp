// Update.cpp: constraints, distribution and work of update

#include "TrilinearForm.h"
#include "UpdateLoops.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::memory_layer;

static ArrayRef<int64_t> getExtents(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// (C2).
static LogicalResult verifyStates(UpdateOp op) {
  bool isAdam = op.getOptimizer() == Optimizer::LazyAdam;
  size_t expected = isAdam ? 2 : 1;
  if (op.getStates().size() != expected)
    return op.emitOpError()
           << stringifyOptimizer(op.getOptimizer()) << " has " << expected
           << (isAdam ? " states, the means of gradients and of their squares"
                      : " state, a number for each row")
           << ", found " << op.getStates().size();
  ArrayRef<int64_t> shape = getExtents(op.getTable());
  if (!isAdam)
    shape = shape.take_front();
  for (Value state : op.getStates())
    if (getExtents(state) != shape)
      return emitMisfit(op, {op.getTable(), state})
             << "a state of " << stringifyOptimizer(op.getOptimizer())
             << " must have the shape "
             << (isAdam ? "of the table" : "rows of the table") << ", found "
             << state.getType() << " for " << op.getTable().getType();
  return success();
}

/// (C4).
static LogicalResult verifyNumbers(UpdateOp op) {
  for (auto [name, beta] :
       {std::pair{"beta1", op.getBeta1()}, std::pair{"beta2", op.getBeta2()}}) {
    if (!beta)
      continue;
    if (op.getOptimizer() != Optimizer::LazyAdam)
      return op.emitOpError() << name << " belongs to lazy_adam";
    double number = beta->convertToDouble();
    if (!(number >= 0 && number < 1))
      return op.emitOpError()
             << name << " is " << number << "; it must be in [0, 1)";
  }
  if (!(op.getEpsilon().convertToDouble() >= 0))
    return op.emitOpError()
           << "epsilon is " << op.getEpsilon().convertToDouble()
           << "; it must be at least 0";
  return success();
}

LogicalResult UpdateOp::verify() {
  if (failed(verifyStates(*this)) || failed(TrilinearForm(*this).verify()))
    return failure();
  for (auto [name, value] : {std::pair{"rate", Value(getRate())},
                             std::pair{"step", Value(getStep())}})
    if (!getExtents(value).empty())
      return emitMisfit(*this, {value})
             << name << " must have no dimensions, found " << value.getType();
  if (failed(verifyNumbers(*this)))
    return failure();
  SmallVector<Type> expected{getTable().getType()};
  append_range(expected, getStates().getTypes());
  if (getUpdated().size() != expected.size())
    return emitOpError() << "must give the table and its states, "
                         << expected.size() << " results, found "
                         << getUpdated().size();
  for (auto [i, type, result] : enumerate(expected, getUpdated()))
    if (result.getType() != type)
      return emitOpError() << "result #" << i << " must be " << type
                           << ", found " << result.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Distribution
//===----------------------------------------------------------------------===//

SmallVector<unsigned> UpdateOp::getUpdatedOperands() {
  return to_vector(seq<unsigned>(0, 1 + getStates().size()));
}

SmallVector<IndexedPositions> UpdateOp::getIndexedPositions() {
  return TrilinearForm(*this).getPositions();
}

FailureOr<SmallVector<Value>> UpdateOp::buildLocal(OpBuilder &builder,
                                                   const Signature &signature,
                                                   ValueRange locals,
                                                   ShardContext &context) {
  return TrilinearForm(*this).buildLocal(builder, signature, locals, context);
}

namespace {
/// The factors of an update: one dim of table and states, or of what is summed.
class UpdateRuleBuilder {
public:
  UpdateRuleBuilder(UpdateOp op, const TrilinearForm &form)
      : op(op), form(form), isAdam(op.getOptimizer() == Optimizer::LazyAdam) {}

  Rule build() {
    int64_t rowsRank = getExtents(op.getRows()).size();
    for (int64_t dim = 0; dim < rowsRank; ++dim)
      addSummed(dim);
    Factor rows = addOfTable(0, /*ofAllStates=*/true);
    rows.needsOffset = true;
    rule.factors.push_back(std::move(rows));
    int64_t width = getExtents(op.getTable()).size() - 1;
    int64_t outside = getExtents(op.getZ()).size() - 1;
    addColumns(width, {{z(), outside}});
    if (form.hasCores())
      addColumns(1, {{z(), outside - 1}, {scores(), rowsRank}});
    if (form.hasSegments()) {
      Factor segments = makeBlockedFactor(op, form.getNumSegments(), once);
      segments.operandDims[z()] = form.getNumTokenDims();
      rule.factors.push_back(std::move(segments));
    }
    return std::move(rule);
  }

private:
  static constexpr const char *once =
      "a row is updated once, with the sum over all its slots";

  unsigned z() { return op.getZMutable().getOperandNumber(); }
  unsigned scores() { return op.getScoresMutable().getOperandNumber(); }

  /// Tokens and slots.
  void addSummed(int64_t dim) {
    Factor factor = makeBlockedFactor(op, getExtents(op.getRows())[dim], once);
    factor.operandDims[op.getRowsMutable().getOperandNumber()] = dim;
    factor.operandDims[scores()] = dim;
    if (form.hasSegments())
      factor.operandDims[op->getNumOperands() - 1] = dim;
    if (dim < form.getNumTokenDims())
      factor.operandDims[z()] = dim;
    rule.factors.push_back(std::move(factor));
  }

  Factor addOfTable(int64_t dim, bool ofAllStates) {
    Factor factor = makeFactor(op, getExtents(op.getTable())[dim]);
    unsigned count = ofAllStates ? op.getUpdatedOperands().size() : 1;
    for (unsigned i = 0; i < count; ++i)
      factor.operandDims[i] = factor.resultDims[i] = dim;
    return factor;
  }

  /// Width or cores: parts of a row.
  void addColumns(int64_t dim, ArrayRef<std::pair<unsigned, int64_t>> others) {
    Factor factor = addOfTable(dim, isAdam);
    for (auto [operand, otherDim] : others)
      factor.operandDims[operand] = otherDim;
    if (!isAdam) {
      factor.kind = Factor::Kind::Blocked;
      factor.reason = "row_adagrad takes a mean over the whole row; split its "
                      "rows, or use lazy_adam";
    }
    rule.factors.push_back(std::move(factor));
  }

  UpdateOp op;
  const TrilinearForm &form;
  bool isAdam;
  Rule rule;
};
} // namespace

sbp::Rule UpdateOp::getRule() {
  TrilinearForm form(*this);
  return UpdateRuleBuilder(*this, form).build();
}

/// Rows that slots name are read and written, with their states; the sort of
/// slots is every rank's own.
OpWork UpdateOp::getWork() {
  TrilinearForm form(*this);
  OpWork work = makeWork(*this, OpWork::Traffic::Whole, /*writes=*/false);
  ArrayRef<int64_t> shape = getExtents(getTable());
  double slots = getTensorType(getRows()).getNumElements(), bytes = 0;
  double columns = 1;
  for (int64_t extent : shape.drop_front())
    columns *= extent;
  for (unsigned i : getUpdatedOperands()) {
    work.reads[i] = OpWork::Traffic::None;
    double elements = getExtents(getOperand(i)).size() == 1 ? 1 : columns;
    bytes += 2 * slots * elements * getElementBytes(getOperand(i).getType());
  }
  // Sum, two means, root, quotient, difference.
  OpWork::Part &update = work.parts.emplace_back();
  update.flops = 12 * slots * columns;
  update.rowBytes = bytes;
  update.rowVisits = slots * getUpdatedOperands().size();
  double levels = Log2_64_Ceil(std::max<uint64_t>(2, slots));
  auto rowsFactor = static_cast<unsigned>(getExtents(getRows()).size());
  OpWork::Part &sort = work.parts.emplace_back();
  sort.flops = 4 * slots * levels;
  sort.scratchBytes = 32 * slots * levels;
  sort.kind = WorkClass::Order;
  sort.undividedBy = {rowsFactor, rowsFactor + 1};
  if (form.hasCores())
    sort.undividedBy.push_back(rowsFactor + 2);
  // Keys and places, of which runs go from one buffer to another.
  work.held.push_back({32 * slots, sort.undividedBy});
  return work;
}

SmallVector<Value> UpdateOp::lowerToLinalg(OpBuilder &builder) {
  return UpdateLoops(*this, builder).build();
}
