// ContractionBody.cpp: recognises contractions among generics
#include "sbp/Target/Region/ContractionBody.h"
#include "sbp/Interfaces/HiddenTerms.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace sbp::region;

/// Returns `value` without the float casts around it.
static Value stripFloatCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Returns the inputs that `value` depends on, with the ops between them.
/// Returns nothing if these have side effects, or depend on the accumulator, on
/// loop indices or on gathered elements.
static std::optional<Factor> matchFactor(Value value, Block *body,
                                         unsigned numInputs) {
  Factor factor;
  factor.value = value;
  SmallVector<Value> pending{value};
  SetVector<Operation *> ops;
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(next);
        argument && argument.getOwner() == body) {
      if (argument.getArgNumber() >= numInputs)
        return std::nullopt;
      if (!llvm::is_contained(factor.inputs, argument.getArgNumber()))
        factor.inputs.push_back(argument.getArgNumber());
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != body)
      continue; // a scalar from outside
    if (op->getNumRegions() || !isMemoryEffectFree(op) ||
        isa<linalg::IndexOp, tensor::ExtractOp>(op))
      return std::nullopt;
    if (ops.insert(op))
      llvm::append_range(pending, op->getOperands());
  }
  if (factor.inputs.empty())
    return std::nullopt;
  for (Operation &op : *body)
    if (ops.contains(&op))
      factor.ops.push_back(&op);
  return factor;
}

/// Adds scale * expr to the coefficients; returns false if `expr` is not
/// linear.
static bool addCoefficients(AffineExpr expr, int64_t scale,
                            MutableArrayRef<int64_t> coefficients,
                            int64_t &constant) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    coefficients[dim.getPosition()] += scale;
    return true;
  }
  if (auto value = dyn_cast<AffineConstantExpr>(expr)) {
    constant += scale * value.getValue();
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return addCoefficients(binary.getLHS(), scale, coefficients, constant) &&
           addCoefficients(binary.getRHS(), scale, coefficients, constant);
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (binary.getKind() != AffineExprKind::Mul || !factor)
    return false;
  return addCoefficients(binary.getLHS(), scale * factor.getValue(),
                         coefficients, constant);
}

std::optional<SmallVector<SmallVector<int64_t>>>
sbp::region::getLinearCoefficients(AffineMap map,
                                   SmallVectorImpl<int64_t> &constants) {
  SmallVector<SmallVector<int64_t>> rows;
  constants.assign(map.getNumResults(), 0);
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    rows.emplace_back(map.getNumDims(), 0);
    if (!addCoefficients(expr, 1, rows.back(), constants[i]))
      return std::nullopt;
  }
  return rows;
}

/// Returns whether the result has one dim per parallel loop and does not depend
/// on reduction loops (a transposed convolution scatters along their sum).
static bool hasPlainResult(linalg::GenericOp op) {
  AffineMap map = op.getIndexingMapsArray().back();
  if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return false;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction && map.isFunctionOfDim(loop))
      return false;
  return true;
}

/// Returns whether factors and result determine the extents of all loops.
/// Otherwise another operand does whose elements are not read, such as the
/// window of a pooling.
static bool coverLoops(linalg::GenericOp op, const Factor &a, const Factor &b) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  llvm::SmallBitVector covered(op.getNumLoops());
  auto cover = [&](AffineMap map) {
    for (AffineExpr expression : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expression))
        covered.set(dim.getPosition());
  };
  cover(maps.back());
  for (const Factor *factor : {&a, &b})
    for (unsigned input : factor->inputs)
      cover(maps[input]);
  return covered.all();
}

std::optional<ContractionBody>
sbp::region::matchContractionBody(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !hasPlainResult(op))
    return std::nullopt;
  Block *body = op.getBody();
  unsigned numInputs = op.getNumDpsInputs();
  Value accumulator = body->getArgument(numInputs);
  Value yielded = stripFloatCasts(body->getTerminator()->getOperand(0));
  auto sum = yielded.getDefiningOp<arith::AddFOp>();
  if (!sum)
    return std::nullopt;
  // Addition commutes, so the accumulator may be either operand.
  Value product;
  if (stripFloatCasts(sum.getLhs()) == accumulator)
    product = sum.getRhs();
  else if (stripFloatCasts(sum.getRhs()) == accumulator)
    product = sum.getLhs();
  else
    return std::nullopt;
  product = stripFloatCasts(product);
  HiddenTerm hidden = matchHidden(product);
  if (hidden.term)
    product = stripFloatCasts(hidden.term);
  auto mul = product.getDefiningOp<arith::MulFOp>();
  if (!mul || mul->getBlock() != body)
    return std::nullopt;
  if (hidden.term &&
      stripFloatCasts(mul.getLhs()) != stripFloatCasts(hidden.weight))
    return std::nullopt;
  std::optional<Factor> a = matchFactor(mul.getLhs(), body, numInputs);
  std::optional<Factor> b = matchFactor(mul.getRhs(), body, numInputs);
  // A shared input would be a square, which is no product of two operands.
  if (!a || !b ||
      llvm::any_of(a->inputs,
                   [&](unsigned input) {
                     return llvm::is_contained(b->inputs, input);
                   }) ||
      !coverLoops(op, *a, *b))
    return std::nullopt;
  for (AffineMap map : op.getIndexingMapsArray()) {
    SmallVector<int64_t> constants;
    if (!getLinearCoefficients(map, constants))
      return std::nullopt;
  }
  return ContractionBody{*a, *b, /*hidesTerms=*/bool(hidden.term)};
}

bool sbp::region::reusesElements(linalg::GenericOp op,
                                 const ContractionBody &body, bool bothSides) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto dependsOn = [&](const Factor &factor, unsigned loop) {
    return llvm::any_of(factor.inputs, [&](unsigned input) {
      return maps[input].isFunctionOfDim(loop);
    });
  };
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  bool aAlone = false, bAlone = false;
  for (auto [i, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (kind != utils::IteratorType::parallel || extents[i] == 1)
      continue;
    bool inA = dependsOn(body.a, i), inB = dependsOn(body.b, i);
    aAlone |= inA && !inB;
    bAlone |= inB && !inA;
  }
  return bothSides ? aAlone && bAlone : aAlone || bAlone;
}
