// RowProducts.cpp: sums of products, as importers write them

#include "RowProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;

static std::optional<Loops> getLoops(AffineMap map) {
  if (!map.isProjectedPermutation())
    return std::nullopt;
  return llvm::map_to_vector(map.getResults(), [](AffineExpr expr) {
    return static_cast<int64_t>(cast<AffineDimExpr>(expr).getPosition());
  });
}

// PyTorch exports such expansions.
std::pair<Value, AffineMap> sbp::dropUnitDims(Value value, AffineMap map) {
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

namespace {
/// The factors of a product: inputs of a body, by their number, and constants.
/// Constants are finite and not zero: with any other, the order of
/// multiplication decides between numbers and NaN.
class ProductTerms {
public:
  ProductTerms(linalg::LinalgOp op, bool foldsSplats, bool widens)
      : op(op), foldsSplats(foldsSplats), widens(widens) {}

  /// Adds the factors of `value`, of the body. Returns false if it is more than
  /// a product.
  bool add(Value value);

  /// Returns whether every input of the op that is no factor was added once.
  bool areComplete() const;
  /// Returns the inputs of the op that are no factors, in their order.
  SmallVector<OpOperand *> getInputs() const;
  ArrayRef<ScaleFactor> getFactors() const { return factors; }

private:
  FloatAttr findConstant(Value value) const;
  bool scale(ScaleFactor::Kind kind, Value value, Value constant);

  mutable linalg::LinalgOp op; ///< its accessors are not const
  bool foldsSplats, widens;
  SmallVector<unsigned> inputs;
  SmallVector<ScaleFactor> factors;
};
} // namespace

/// Returns the constant that all elements of `value`, a scalar or a tensor,
/// are; null if there is none.
static FloatAttr findSplat(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getInputs().front();
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return nullptr;
  if (auto elements = dyn_cast<SplatElementsAttr>(constant);
      elements && isa<FloatType>(elements.getElementType()))
    return elements.getSplatValue<FloatAttr>();
  return dyn_cast<FloatAttr>(constant);
}

FloatAttr ProductTerms::findConstant(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && (!foldsSplats || argument.getOwner() != op.getBlock() ||
                   argument.getArgNumber() >= op.getNumDpsInputs()))
    return nullptr;
  FloatAttr constant = findSplat(
      argument ? op.getDpsInputOperand(argument.getArgNumber())->get() : value);
  return constant && constant.getValue().isFiniteNonZero() ? constant : nullptr;
}

SmallVector<OpOperand *> ProductTerms::getInputs() const {
  SmallVector<OpOperand *> operands;
  for (auto [operand, argument] :
       llvm::zip(op.getDpsInputOperands(), op.getBlock()->getArguments()))
    if (!findConstant(argument))
      operands.push_back(operand);
  return operands;
}

bool ProductTerms::areComplete() const {
  size_t count = getInputs().size();
  return inputs.size() == count &&
         (count == 1 || (count == 2 && inputs[0] != inputs[1]));
}

bool ProductTerms::scale(ScaleFactor::Kind kind, Value value, Value constant) {
  FloatAttr found = findConstant(constant);
  if (!found || !add(value))
    return false;
  factors.push_back({kind, found});
  return true;
}

bool ProductTerms::add(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    inputs.push_back(argument.getArgNumber());
    return argument.getOwner() == op.getBlock() &&
           argument.getArgNumber() < op.getNumDpsInputs();
  }
  if (auto wide = value.getDefiningOp<arith::ExtFOp>())
    return widens && wide.getType().isF32() &&
           isa<BlockArgument>(wide.getIn()) && add(wide.getIn());
  if (auto negated = value.getDefiningOp<arith::NegFOp>()) {
    if (!add(negated.getOperand()))
      return false;
    factors.push_back({ScaleFactor::Kind::Negate, nullptr});
    return true;
  }
  if (auto quotient = value.getDefiningOp<arith::DivFOp>())
    return scale(ScaleFactor::Kind::Divide, quotient.getLhs(),
                 quotient.getRhs());
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (!product)
    return false;
  for (auto [one, other] : {std::pair(product.getLhs(), product.getRhs()),
                            std::pair(product.getRhs(), product.getLhs())})
    if (findConstant(one))
      return scale(ScaleFactor::Kind::Multiply, other, one);
  return add(product.getLhs()) && add(product.getRhs());
}

std::optional<Product> sbp::matchProduct(Operation *op, bool foldsSplats,
                                         bool widens) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureTensorSemantics() ||
      linalgOp.getNumDpsInits() != 1)
    return std::nullopt;
  unsigned count = linalgOp.getNumDpsInputs();
  Block *body = linalgOp.getBlock();
  Value element = body->getTerminator()->getOperand(0);
  if (auto sum = element.getDefiningOp<arith::AddFOp>()) {
    Value out = body->getArgument(count);
    if ((sum.getLhs() != out && sum.getRhs() != out) ||
        !isZero(linalgOp.getDpsInits()[0]))
      return std::nullopt;
    element = sum.getLhs() == out ? sum.getRhs() : sum.getLhs();
  } else if (linalgOp.getNumReductionLoops()) {
    return std::nullopt;
  }
  ProductTerms terms(linalgOp, foldsSplats, widens);
  if (!terms.add(element) || !terms.areComplete())
    return std::nullopt;
  Product product{linalgOp, {}, {}, {}, llvm::to_vector(terms.getFactors())};
  Type type = getElementTypeOrSelf(op->getResult(0)), factor = type;
  for (OpOperand *input : terms.getInputs()) {
    auto [value, map] =
        dropUnitDims(input->get(), linalgOp.getMatchingIndexingMap(input));
    auto loops = getLoops(map);
    if (widens && product.inputs.empty())
      factor = getElementTypeOrSelf(value);
    if (!loops || getElementTypeOrSelf(value) != factor)
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
  Product both{sum->op, product->inputs, {}, sum->result, product->factors};
  llvm::append_range(both.factors, sum->factors);
  for (const Loops &loops : product->loops)
    both.loops.push_back(llvm::map_to_vector(loops, [&](int64_t loop) {
      return sum->loops[0][llvm::find(product->result, loop) -
                           product->result.begin()];
    }));
  return both;
}

double sbp::getScale(ArrayRef<ScaleFactor> factors) {
  double scale = 1;
  for (const ScaleFactor &factor : factors) {
    double constant = factor.constant ? factor.constant.getValueAsDouble() : -1;
    scale *= factor.kind == ScaleFactor::Kind::Divide ? 1 / constant : constant;
  }
  return scale;
}

/// `value` scaled by one factor; all constants have the type of `value`.
static Value buildScaled(OpBuilder &builder, Location loc, Value value,
                         const ScaleFactor &factor) {
  if (factor.kind == ScaleFactor::Kind::Negate)
    return arith::NegFOp::create(builder, loc, value);
  auto type = cast<FloatType>(value.getType());
  APFloat constant = factor.constant.getValue();
  bool losesInfo = false; // f16 in f32 loses none
  constant.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
  Value scale = arith::ConstantFloatOp::create(builder, loc, type, constant);
  if (factor.kind == ScaleFactor::Kind::Divide)
    return arith::DivFOp::create(builder, loc, value, scale);
  return arith::MulFOp::create(builder, loc, value, scale);
}

Value sbp::buildScaled(OpBuilder &builder, Location loc, Value value,
                       ArrayRef<ScaleFactor> factors) {
  if (factors.empty())
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  bool isHalf = type.getElementType().isF16();
  auto made = isHalf ? type.clone(builder.getF32Type()) : type;
  StructuredBuilder structured(builder, loc);
  return structured.map(made, value, structured.identity(type.getRank()),
                        [&](OpBuilder &builder, ValueRange elements) {
                          Value element = elements[0];
                          if (isHalf)
                            element = arith::ExtFOp::create(
                                builder, loc, builder.getF32Type(), element);
                          for (const ScaleFactor &factor : factors)
                            element =
                                ::buildScaled(builder, loc, element, factor);
                          return element;
                        });
}
