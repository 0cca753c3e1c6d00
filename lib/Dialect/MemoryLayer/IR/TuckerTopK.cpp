// TuckerTopK.cpp: constraints, distribution and work of tucker_top_k

#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::memory_layer;

int64_t TuckerTopKOp::getNumTokenDims() {
  return getTensorType(getRow()).getRank() - 2;
}

int64_t TuckerTopKOp::getNumCoreTokenDims() {
  return getTensorType(getCore()).getRank() - 3;
}

FloatType TuckerTopKOp::getSumType() {
  for (Value operand : getOperands())
    if (getElementTypeOrSelf(operand).isF64())
      return Float64Type::get(getContext());
  return Float32Type::get(getContext());
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// (C1) and (C2).
static LogicalResult verifyOperands(TuckerTopKOp op) {
  RankedTensorType row = getTensorType(op.getRow()),
                   column = getTensorType(op.getColumn()),
                   core = getTensorType(op.getCore());
  if (core.getRank() < 3)
    return emitMisfit(op, {op.getCore()})
           << "core " << core
           << " must be cores x a x b, perhaps behind token dimensions";
  if (row.getRank() < 2)
    return emitMisfit(op, {op.getRow()})
           << "row " << row << " must be a x columns behind token dimensions";
  ArrayRef<int64_t> tokens = row.getShape().drop_back(2);
  ArrayRef<int64_t> shared = core.getShape().drop_back(3);
  if (shared.size() > tokens.size() ||
      tokens.take_back(shared.size()) != shared)
    return emitMisfit(op, {op.getRow(), op.getCore()})
           << "core " << core
           << " has other dimensions in front of its cores than the last "
              "token dimensions of "
           << row;
  int64_t a = core.getShape().end()[-2], b = core.getShape().back();
  if (row.getShape().end()[-2] != a)
    return emitMisfit(op, {op.getRow(), op.getCore()})
           << "row " << row << " has " << row.getShape().end()[-2]
           << " values a column but core has " << a;
  if (column.getRank() != row.getRank() ||
      column.getShape().drop_back(2) != tokens)
    return emitMisfit(op, {op.getRow(), op.getColumn()})
           << "column " << column << " must have the token dimensions of "
           << row;
  if (column.getShape().end()[-2] != b)
    return emitMisfit(op, {op.getColumn(), op.getCore()})
           << "column " << column << " has " << column.getShape().end()[-2]
           << " values a column but core has " << b;
  return success();
}

/// (C3).
static LogicalResult verifyCounts(TuckerTopKOp op) {
  int64_t m = getTensorType(op.getRow()).getShape().back(),
          n = getTensorType(op.getColumn()).getShape().back(), pairs = 0;
  auto k = static_cast<int64_t>(op.getK());
  if (k < 1)
    return op.emitOpError() << "k is " << k << "; it must be at least 1";
  if (MulOverflow(m, n, pairs))
    return emitMisfit(op, {op.getRow(), op.getColumn()})
           << "a grid of " << m << " x " << n
           << " pairs has more than 2^63 of them";
  if (k > pairs)
    return emitMisfit(op, {op.getRow(), op.getColumn()})
           << "k is " << k << " but the grid has " << m << " x " << n << " = "
           << pairs << " pairs";
  if (getTensorType(op.getP()).getElementType().isInteger(32) &&
      std::max(m, n) > std::numeric_limits<int32_t>::max())
    return op.emitOpError() << "positions of i32 cannot count "
                            << std::max(m, n) << " columns; use i64";
  return success();
}

LogicalResult TuckerTopKOp::verify() {
  if (failed(verifyOperands(*this)) || failed(verifyCounts(*this)))
    return failure();
  Type element = getElementTypeOrSelf(getRow()),
       position = getElementTypeOrSelf(getP());
  SmallVector<int64_t> shape(getTensorType(getRow()).getShape().drop_back(2));
  shape.push_back(getK());
  auto check = [&](StringRef name, Value result, Type type) -> LogicalResult {
    auto expected = RankedTensorType::get(shape, type);
    if (result.getType() == expected)
      return success();
    return emitOpError() << name << " must be " << expected << ", found "
                         << result.getType();
  };
  if (failed(check("sums", getSums(), element)) ||
      failed(check("p", getP(), position)) ||
      failed(check("q", getQ(), position)))
    return failure();
  shape.push_back(getTensorType(getCore()).getShape().end()[-3]);
  return check("scores", getScores(), element);
}

//===----------------------------------------------------------------------===//
// Distribution
//===----------------------------------------------------------------------===//

Rule TuckerTopKOp::getRule() {
  enum { Row, Column, Core };
  Rule rule;
  int64_t firstOfCore = getNumTokenDims() - getNumCoreTokenDims();
  for (int64_t dim = 0; dim < getNumTokenDims(); ++dim) {
    Factor factor = makeFactor(*this, getTensorType(getRow()).getDimSize(dim));
    factor.operandDims[Row] = factor.operandDims[Column] = dim;
    if (dim >= firstOfCore)
      factor.operandDims[Core] = dim - firstOfCore;
    llvm::fill(factor.resultDims, std::optional<int64_t>(dim));
    rule.factors.push_back(std::move(factor));
  }
  auto block = [&](unsigned operand, int64_t fromEnd, StringRef why) {
    RankedTensorType type = getTensorType(getOperand(operand));
    int64_t dim = type.getRank() - fromEnd;
    Factor factor = makeBlockedFactor(*this, type.getDimSize(dim), why.str());
    factor.operandDims[operand] = dim;
    rule.factors.push_back(std::move(factor));
  };
  StringRef all = "the greatest are sought in the whole grid",
            sum = "what is chosen is the sum over all of it";
  block(Row, 1, all);
  block(Column, 1, all);
  block(Core, 3, sum);
  block(Core, 2, sum);
  rule.factors.back().operandDims[Row] = getNumTokenDims();
  block(Core, 1, sum);
  rule.factors.back().operandDims[Column] = getNumTokenDims();
  rule.factors[getNumTokenDims() + 2].resultDims.back() = getNumTokenDims() + 1;
  return rule;
}

FailureOr<SmallVector<Value>>
TuckerTopKOp::buildLocal(OpBuilder &builder, const Signature &signature,
                         ValueRange locals, ShardContext &context) {
  return buildLocalByCloning(*this, builder, signature, locals, context);
}

/// The grid and a comparison for each of its elements; each core at the
/// greatest. Only the columns that are carried through the loops are scratch.
OpWork TuckerTopKOp::getWork() {
  OpWork work = makeWork(*this, OpWork::Traffic::Whole, /*writes=*/true);
  double a = getTensorType(getCore()).getShape().end()[-2],
         b = getTensorType(getCore()).getShape().back(),
         cores = getTensorType(getCore()).getShape().end()[-3],
         m = getTensorType(getRow()).getShape().back(),
         n = getTensorType(getColumn()).getShape().back(), tokens = 1;
  for (int64_t extent : getTensorType(getRow()).getShape().drop_back(2))
    tokens *= extent;
  double flops =
      n * 2 * a * b + m * n * (2 * a + 2) + getK() * cores * 2 * a * (b + 1);
  work.parts.emplace_back().flops = tokens * flops;
  return work;
}
