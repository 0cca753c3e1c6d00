// Elements.cpp: scalars of elementwise ops, followed through several of them

#include "Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sbp;

/// Returns the element of `tensor` at `indices`, in the loops that `map` has.
static Element readElement(Value tensor, AffineMap map,
                           ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> exprs(indices);
  if (auto type = dyn_cast<RankedTensorType>(tensor.getType()))
    for (auto [size, expr] : llvm::zip_equal(type.getShape(), exprs))
      if (size == 1)
        expr = getAffineConstantExpr(0, map.getContext());
  return {{},
          {},
          tensor,
          AffineMap::get(map.getNumDims(), 0, exprs, map.getContext())};
}

/// Returns the element of `tensor` at `map`.
static Element read(Value tensor, AffineMap map) {
  return readElement(tensor, map, map.getResults());
}

/// Returns true for an op whose only result has its loops as dimensions.
static bool isElementwise(linalg::LinalgOp op) {
  return op && op->getNumResults() == 1 && op.hasPureTensorSemantics() &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
}

/// Returns the scalar that `op` adds over its reduction loops, from 0; null
/// where it does anything else.
static Value findSummed(linalg::LinalgOp op) {
  if (!op || op->getNumResults() != 1 || !op.hasPureTensorSemantics() ||
      op.getNumReductionLoops() == 0 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation(/*allowZeroInResults=*/true))
    return nullptr;
  Value init = op.getDpsInits().front();
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    init = fill.getInputs().front();
  auto skipCasts = [](Value value) {
    while (Operation *maker = value.getDefiningOp())
      if (isa<arith::ExtFOp, arith::TruncFOp>(maker))
        value = maker->getOperand(0);
      else
        break;
    return value;
  };
  Value sum = skipCasts(op.getBlock()->getTerminator()->getOperand(0));
  auto add = sum.getDefiningOp<arith::AddFOp>();
  if (!add || !matchPattern(init, m_AnyZeroFloat()))
    return nullptr;
  Value out = op.getBlock()->getArguments().back();
  bool isLeft = skipCasts(add.getLhs()) == out;
  if (isLeft == (skipCasts(add.getRhs()) == out))
    return nullptr;
  return isLeft ? add.getRhs() : add.getLhs();
}

/// Returns the map from the nest of `sum` to the loops of `op`, which makes the
/// tensor that it reads. Reduction loops are at 0, but one of `size`, which is
/// at `reduced`, unless `size` is 1. Null where the reduction is over more.
static AffineMap placeLoops(linalg::LinalgOp op, const Element &sum,
                            int64_t size, AffineExpr reduced) {
  AffineExpr zero = getAffineConstantExpr(0, op->getContext());
  SmallVector<AffineExpr> exprs(op.getNumLoops(), zero);
  int64_t left = size;
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  for (unsigned loop : loops) {
    int64_t extent = op.getStaticLoopRanges()[loop];
    if (extent == 1)
      continue;
    if (extent != left)
      return {};
    left = 1;
    exprs[loop] = reduced;
  }
  if (left != 1)
    return {};
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (auto [expr, loop] :
       llvm::zip_equal(sum.map.getResults(), result.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(loop))
      exprs[dim.getPosition()] = expr;
  return AffineMap::get(sum.map.getNumDims(), 0, exprs, op->getContext());
}

/// Returns the index of merged dimensions of `sizes`, which are read at
/// `exprs`.
static AffineExpr mergeIndices(ArrayRef<AffineExpr> exprs,
                               ArrayRef<int64_t> sizes, MLIRContext *context) {
  AffineExpr merged = getAffineConstantExpr(0, context);
  for (auto [expr, size] : llvm::zip_equal(exprs, sizes))
    if (size != 1)
      merged = merged * size + expr;
  return merged;
}

/// Returns the indices of dimensions of `sizes` that are read at `merged`, as
/// one dimension; empty where the expression is no merge of as many.
static SmallVector<AffineExpr> splitIndex(AffineExpr merged,
                                          ArrayRef<int64_t> sizes) {
  SmallVector<AffineExpr> exprs(sizes.size(),
                                getAffineConstantExpr(0, merged.getContext()));
  int64_t left = llvm::product_of(sizes);
  for (unsigned dim = sizes.size(); dim-- > 0;) {
    if (sizes[dim] == 1)
      continue;
    if (left == sizes[dim]) {
      exprs[dim] = merged;
      break;
    }
    auto sum = dyn_cast<AffineBinaryOpExpr>(merged);
    auto scaled = sum && sum.getKind() == AffineExprKind::Add
                      ? dyn_cast<AffineBinaryOpExpr>(sum.getLHS())
                      : AffineBinaryOpExpr(nullptr);
    if (!scaled || scaled.getKind() != AffineExprKind::Mul ||
        scaled.getRHS() !=
            getAffineConstantExpr(sizes[dim], merged.getContext()))
      return {};
    exprs[dim] = sum.getRHS();
    merged = scaled.getLHS();
    left /= sizes[dim];
  }
  return exprs;
}

/// Reads the source of a reshape. Returns nullopt for any other tensor, and for
/// one whose merged dimensions were not split before they are read.
static std::optional<Element> stepReshape(const Element &element) {
  Operation *maker = element.tensor.getDefiningOp();
  if (!isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(maker))
    return std::nullopt;
  MLIRContext *context = maker->getContext();
  ArrayRef<AffineExpr> places = element.map.getResults();
  SmallVector<AffineExpr> exprs;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(maker)) {
    ArrayRef<int64_t> shape = expand.getResultType().getShape();
    for (const ReassociationIndices &group : expand.getReassociationIndices())
      exprs.push_back(mergeIndices(places.slice(group.front(), group.size()),
                                   shape.slice(group.front(), group.size()),
                                   context));
    return readElement(expand.getSrc(), element.map, exprs);
  }
  auto collapse = cast<tensor::CollapseShapeOp>(maker);
  ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
  for (auto [expr, group] :
       llvm::zip_equal(places, collapse.getReassociationIndices())) {
    SmallVector<AffineExpr> indices =
        splitIndex(expr, shape.slice(group.front(), group.size()));
    if (indices.empty())
      return std::nullopt;
    llvm::append_range(exprs, indices);
  }
  return readElement(collapse.getSrc(), element.map, exprs);
}

Element sbp::step(const Element &element) {
  if (element.isRead()) {
    if (std::optional<Element> source = stepReshape(element))
      return *source;
    auto maker = element.tensor.getDefiningOp<linalg::LinalgOp>();
    if (isElementwise(maker))
      return {maker,
              maker.getBlock()->getTerminator()->getOperand(0),
              {},
              element.map};
    // The sum of one number is that number.
    if (Value summed = findSummed(maker);
        isa_and_nonnull<BlockArgument>(summed))
      if (AffineMap map = placeLoops(maker, element, /*size=*/1, {}))
        return {maker, summed, {}, map};
    return element;
  }
  linalg::LinalgOp op = element.op;
  auto argument = dyn_cast<BlockArgument>(element.scalar);
  if (!argument || argument.getOwner() != op.getBlock() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return element;
  OpOperand *input = op.getDpsInputOperand(argument.getArgNumber());
  return read(input->get(),
              op.getMatchingIndexingMap(input).compose(element.map));
}

Element sbp::followSteps(Element element) {
  while (true) {
    Element next = step(element);
    if (next == element)
      return element;
    element = next;
  }
}

Element sbp::resolve(Element element) {
  while (true) {
    if (Operation *maker = element.getMaker();
        maker && isa<arith::ExtFOp, arith::TruncFOp>(maker)) {
      element = element.getOperand(0);
      continue;
    }
    Element next = followSteps(element);
    if (next == element)
      return element;
    element = next;
  }
}

Element sbp::enterTensor(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return read(tensor, AffineMap::getMultiDimIdentityMap(type.getRank(),
                                                        tensor.getContext()));
}

Element sbp::enterTensor(Value tensor, ArrayRef<unsigned> dims) {
  AffineMap permutation =
      AffineMap::getPermutationMap(dims, tensor.getContext());
  return read(tensor, inversePermutation(permutation));
}

std::optional<Element> sbp::enterSum(const Element &sum, unsigned dim,
                                     int64_t size) {
  if (!sum.isRead() || sum.map.isFunctionOfDim(dim))
    return std::nullopt;
  auto op = sum.tensor.getDefiningOp<linalg::LinalgOp>();
  Value summed = findSummed(op);
  AffineMap map = summed ? placeLoops(op, sum, size,
                                      getAffineDimExpr(dim, op->getContext()))
                         : AffineMap();
  return map ? std::optional(Element{op, summed, {}, map}) : std::nullopt;
}

std::optional<SmallVector<unsigned>>
sbp::findPermutation(AffineMap map, Value tensor, ArrayRef<int64_t> sizes) {
  auto shape = cast<RankedTensorType>(tensor.getType()).getShape();
  if (shape.size() != sizes.size())
    return std::nullopt;
  SmallVector<std::optional<unsigned>> dims(sizes.size());
  SmallVector<unsigned> ofSize1;
  for (auto [number, expr] : llvm::enumerate(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop && shape[number] == 1) {
      ofSize1.push_back(number);
      continue;
    }
    if (!loop || dims[loop.getPosition()] ||
        shape[number] != sizes[loop.getPosition()])
      return std::nullopt;
    dims[loop.getPosition()] = number;
  }
  // Loops of size 1 stand for dimensions of size 1, in their order.
  SmallVector<unsigned> permutation;
  auto next = ofSize1.begin();
  for (auto [dim, size] : llvm::zip_equal(dims, sizes)) {
    if (!dim && (size != 1 || next == ofSize1.end()))
      return std::nullopt;
    permutation.push_back(dim ? *dim : *next++);
  }
  return permutation;
}

/// Compares two elements; each comparison takes one of `budget`.
static bool areEqual(Element some, Element other, unsigned &budget) {
  some = followSteps(some);
  other = followSteps(other);
  if (some == other)
    return true;
  Operation *maker = some.getMaker(), *otherMaker = other.getMaker();
  if (budget == 0 || !maker || !otherMaker ||
      maker->getName() != otherMaker->getName() ||
      maker->getNumOperands() != otherMaker->getNumOperands() ||
      some.scalar.getType() != other.scalar.getType() ||
      maker->getNumRegions() > 0 || !isMemoryEffectFree(maker))
    return false;
  --budget;
  if (auto index = dyn_cast<linalg::IndexOp>(maker))
    return some.map.getResult(index.getDim()) ==
           other.map.getResult(cast<linalg::IndexOp>(otherMaker).getDim());
  if (maker->getAttrDictionary() != otherMaker->getAttrDictionary())
    return false;
  for (unsigned i = 0; i < maker->getNumOperands(); ++i)
    if (!areEqual(some.getOperand(i), other.getOperand(i), budget))
      return false;
  return true;
}

bool sbp::areEqual(const Element &some, const Element &other) {
  unsigned budget = 128;
  return ::areEqual(some, other, budget);
}
