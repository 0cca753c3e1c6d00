// RowProducts.cpp: sums of products, as importers write them

#include "RowProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sbp;

static std::optional<Loops> getLoops(AffineMap map) {
  if (!map.isProjectedPermutation())
    return std::nullopt;
  return llvm::map_to_vector(map.getResults(), [](AffineExpr expr) {
    return static_cast<int64_t>(cast<AffineDimExpr>(expr).getPosition());
  });
}

/// What is expanded by dims of size 1 and read at 0 there, as PyTorch does, is
/// read as it was before.
static std::pair<Value, AffineMap> dropUnitDims(Value value, AffineMap map) {
  auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand)
    return {value, map};
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> kept;
  for (auto [size, expr] :
       llvm::zip(expand.getResultType().getShape(), map.getResults()))
    if (expr != getAffineConstantExpr(0, map.getContext())) {
      shape.push_back(size);
      kept.push_back(expr);
    }
  if (ArrayRef<int64_t>(shape) != expand.getSrcType().getShape())
    return {value, map};
  return {expand.getSrc(),
          AffineMap::get(map.getNumDims(), 0, kept, map.getContext())};
}

static bool isZero(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getInputs().front();
  return matchPattern(value, m_AnyZeroFloat());
}

/// Whether `value` is the product of the inputs' elements, or the one element.
static bool isProduct(Value value, Block *body, unsigned count) {
  if (count == 1)
    return value == body->getArgument(0);
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (!product)
    return false;
  Value x = body->getArgument(0), y = body->getArgument(1);
  return (product.getLhs() == x && product.getRhs() == y) ||
         (product.getLhs() == y && product.getRhs() == x);
}

std::optional<Product> sbp::matchProduct(Operation *op) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureTensorSemantics() ||
      linalgOp.getNumDpsInits() != 1)
    return std::nullopt;
  unsigned count = linalgOp.getNumDpsInputs();
  if (count != 1 && count != 2)
    return std::nullopt;
  Block *body = linalgOp.getBlock();
  Value element = body->getTerminator()->getOperand(0);
  if (!isProduct(element, body, count)) {
    auto sum = element.getDefiningOp<arith::AddFOp>();
    Value out = body->getArgument(count);
    if (!sum || (sum.getLhs() != out && sum.getRhs() != out) ||
        !isProduct(sum.getLhs() == out ? sum.getRhs() : sum.getLhs(), body,
                   count) ||
        !isZero(linalgOp.getDpsInits()[0]))
      return std::nullopt;
  } else if (linalgOp.getNumReductionLoops()) {
    return std::nullopt;
  }
  Product product{linalgOp, {}, {}, {}};
  Type type = getElementTypeOrSelf(op->getResult(0));
  for (OpOperand *input : linalgOp.getDpsInputOperands()) {
    auto [value, map] =
        dropUnitDims(input->get(), linalgOp.getMatchingIndexingMap(input));
    auto loops = getLoops(map);
    if (!loops || getElementTypeOrSelf(value) != type)
      return std::nullopt;
    product.inputs.push_back(value);
    product.loops.push_back(*loops);
  }
  auto result =
      getLoops(linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(0)));
  if (!result || !isa<FloatType>(type))
    return std::nullopt;
  product.result = *result;
  return product;
}

std::optional<Product> sbp::matchSummedProduct(Operation *op) {
  std::optional<Product> product = matchProduct(op);
  if (!product || product->inputs.size() != 2 ||
      product->op.getNumReductionLoops() || !op->hasOneUse())
    return product;
  std::optional<Product> sum = matchProduct(*op->getUsers().begin());
  if (!sum || sum->inputs.size() != 1 || !sum->op.getNumReductionLoops())
    return product;
  Product both{sum->op, product->inputs, {}, sum->result};
  for (const Loops &loops : product->loops)
    both.loops.push_back(llvm::map_to_vector(loops, [&](int64_t loop) {
      return sum->loops[0][llvm::find(product->result, loop) -
                           product->result.begin()];
    }));
  return both;
}
