// ScoreMask.cpp: scores of attention as a scaled product and a mask

#include "ScoreMask.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/WideAccumulation.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace sbp;

/// Returns the finite constant that `element` is, nullopt if it is none.
static std::optional<double> getFiniteNumber(const Element &element) {
  FloatAttr constant;
  if (!element.scalar || !matchPattern(element.scalar, m_Constant(&constant)) ||
      !constant.getValue().isFinite())
    return std::nullopt;
  return constant.getValue().convertToDouble();
}

static double getHighestLowScore(const llvm::fltSemantics &semantics) {
  double lowest =
      APFloat::getLargest(semantics, /*Negative=*/true).convertToDouble();
  return std::max(-1e9, 0.99 * lowest);
}

double sbp::getHighestLowScore(FloatType type) {
  return ::getHighestLowScore(type.getFloatSemantics());
}

bool sbp::isLowScore(const APFloat &number) {
  return number.convertToDouble() <=
         ::getHighestLowScore(number.getSemantics());
}

/// Returns the constant that leaves a key no weight; nullopt for any other
/// element.
static std::optional<APFloat> getLowConstant(const Element &element) {
  FloatAttr constant;
  if (!element.scalar || !matchPattern(element.scalar, m_Constant(&constant)) ||
      !isLowScore(constant.getValue()))
    return std::nullopt;
  return constant.getValue();
}

/// Returns true for the result of an op that sums over loops.
static bool isProduct(const Element &element) {
  if (!element.isRead())
    return false;
  auto maker = element.tensor.getDefiningOp<linalg::LinalgOp>();
  return maker && maker.getNumReductionLoops() > 0;
}

static std::optional<ScaledScore> scaleBy(std::optional<ScaledScore> score,
                                          std::optional<double> factor) {
  // A mask that is scaled as well would have to be built so.
  if (!score || !factor || score->isMasked || *factor == 0)
    return std::nullopt;
  score->scale *= *factor;
  return score;
}

namespace {
/// Bounds how many scalars are looked at: a body may read one very often.
class Budget {
public:
  /// Takes one; returns false at the end.
  bool spend() { return left > 0 && left-- > 0; }

private:
  unsigned left = 256;
};
} // namespace

/// Returns true if `element` depends on `product`, as far as elementwise ops
/// go, and where that takes too long.
static bool dependsOn(Element element, Value product, Budget &budget) {
  if (!budget.spend())
    return true;
  element = resolve(element);
  if (element.isRead())
    return element.tensor == product;
  Operation *maker = element.getMaker();
  for (unsigned i = 0; maker && i < maker->getNumOperands(); ++i)
    if (dependsOn(element.getOperand(i), product, budget))
      return true;
  return false;
}

static std::optional<ScaledScore> match(const Element &element,
                                        Budget &budget) {
  if (!budget.spend())
    return std::nullopt;
  if (isProduct(element)) {
    ScaledScore score;
    score.product = element.tensor;
    score.productMap = element.map;
    return score;
  }
  Operation *maker = element.getMaker();
  if (!maker)
    return std::nullopt;
  auto operand = [&](unsigned number) {
    return resolveOperand(element, number);
  };
  if (isa<arith::MulFOp>(maker)) {
    for (unsigned side : {0, 1})
      if (std::optional<double> factor = getFiniteNumber(operand(side)))
        return scaleBy(match(operand(1 - side), budget), factor);
    return std::nullopt;
  }
  if (isa<arith::DivFOp>(maker)) {
    std::optional<double> divisor = getFiniteNumber(operand(1));
    if (!divisor || *divisor == 0)
      return std::nullopt;
    return scaleBy(match(operand(0), budget), 1 / *divisor);
  }
  if (isa<arith::SubFOp>(maker)) {
    std::optional<ScaledScore> score = match(operand(0), budget);
    if (!score || dependsOn(operand(1), score->product, budget))
      return std::nullopt;
    score->isMasked = score->isAdded = true;
    return score;
  }
  if (isa<arith::AddFOp>(maker)) {
    for (unsigned side : {0, 1})
      if (std::optional<ScaledScore> score = match(operand(side), budget);
          score && !dependsOn(operand(1 - side), score->product, budget)) {
        score->isMasked = score->isAdded = true;
        return score;
      }
    return std::nullopt;
  }
  if (isa<arith::SelectOp>(maker))
    for (unsigned side : {1, 2})
      if (std::optional<APFloat> low = getLowConstant(operand(3 - side)))
        if (std::optional<ScaledScore> score = match(operand(side), budget);
            score && !dependsOn(operand(0), score->product, budget)) {
          score->isMasked = true;
          score->conditions.push_back({operand(0), side == 1, low->isFinite()});
          return score;
        }
  return std::nullopt;
}

std::optional<ScaledScore> sbp::matchScore(const Element &score,
                                           ArrayRef<int64_t> sizes) {
  Budget budget;
  std::optional<ScaledScore> matched = match(score, budget);
  if (!matched)
    return std::nullopt;
  auto dims = findPermutation(matched->productMap, matched->product, sizes);
  if (!dims)
    return std::nullopt;
  matched->score = score;
  matched->dims = *dims;
  return matched;
}

namespace {

/// Copies the scalar of an element into one body.
class MaskWriter {
public:
  MaskWriter(const ScaledScore &score,
             llvm::function_ref<bool(Value)> isRefused)
      : score(score), isRefused(isRefused) {}

  /// Finds the inputs and loops that `element` depends on. Returns false where
  /// it reads what is refused.
  bool collect(Element element);
  Value copy(OpBuilder &builder, Element element, ValueRange arguments);

  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  llvm::SmallBitVector loops;

private:
  bool isProduct(const Element &element) const {
    return element.tensor == score.product && element.map == score.productMap;
  }

  const ScaledScore &score;
  llvm::function_ref<bool(Value)> isRefused;
  Budget budget;
  unsigned next = 0; ///< the first argument that was not copied yet
};

} // namespace

/// Returns the loop of the nest whose index `element` is; nullopt for any other
/// element, and for a loop of size 1, whose index is 0.
static std::optional<unsigned> findIndexedLoop(const Element &element) {
  auto index = dyn_cast<linalg::IndexOp>(element.getMaker());
  if (!index)
    return std::nullopt;
  auto loop = dyn_cast<AffineDimExpr>(element.map.getResult(index.getDim()));
  return loop ? std::optional(loop.getPosition()) : std::nullopt;
}

bool MaskWriter::collect(Element element) {
  if (!budget.spend())
    return false;
  element = followSteps(element);
  if (element.isRead()) {
    if (isProduct(element))
      return true;
    if (isRefused(element.tensor))
      return false;
    for (AffineExpr expr : element.map.getResults())
      expr.walk([&](AffineExpr inner) {
        if (auto dim = dyn_cast<AffineDimExpr>(inner))
          loops.set(dim.getPosition());
      });
    inputs.push_back(element.tensor);
    maps.push_back(element.map);
    return true;
  }
  Operation *maker = element.getMaker();
  if (!maker || maker->getNumRegions() > 0 || !isMemoryEffectFree(maker))
    return false;
  if (std::optional<unsigned> loop = findIndexedLoop(element))
    loops.set(*loop);
  for (unsigned i = 0; i < maker->getNumOperands(); ++i)
    if (!collect(element.getOperand(i)))
      return false;
  return true;
}

/// Visits elements in the order of `collect`, which numbers the arguments.
Value MaskWriter::copy(OpBuilder &builder, Element element,
                       ValueRange arguments) {
  Type type = element.scalar.getType();
  element = followSteps(element);
  if (element.isRead()) {
    if (isProduct(element))
      return arith::ConstantOp::create(builder, score.product.getLoc(),
                                       builder.getZeroAttr(type));
    return arguments[next++];
  }
  Operation *maker = element.getMaker();
  if (isa<linalg::IndexOp>(maker)) {
    std::optional<unsigned> loop = findIndexedLoop(element);
    return loop ? linalg::IndexOp::create(builder, maker->getLoc(), *loop)
                      .getResult()
                : arith::ConstantIndexOp::create(builder, maker->getLoc(), 0)
                      .getResult();
  }
  SmallVector<Value> operands;
  for (unsigned i = 0; i < maker->getNumOperands(); ++i)
    operands.push_back(copy(builder, element.getOperand(i), arguments));
  Operation *clone = builder.clone(*maker);
  clone->setOperands(operands);
  return clone->getResult(0);
}

Value sbp::buildMask(OpBuilder &builder, Location loc, const ScaledScore &score,
                     ArrayRef<int64_t> sizes, ArrayRef<unsigned> together,
                     FloatType type,
                     llvm::function_ref<bool(Value)> isRefused) {
  MaskWriter writer(score, isRefused);
  writer.loops.resize(sizes.size());
  if (!writer.collect(score.score))
    return {};
  if (llvm::any_of(together, [&](unsigned loop) { return writer.loops[loop]; }))
    for (unsigned loop : together)
      writer.loops.set(loop);
  SmallVector<int64_t> shape;
  for (auto [loop, size] : llvm::enumerate(sizes))
    shape.push_back(writer.loops[loop] ? size : 1);
  StructuredBuilder parts(builder, loc);
  auto own = cast<FloatType>(score.score.scalar.getType());
  Value mask =
      parts.map(RankedTensorType::get(shape, own), writer.inputs, writer.maps,
                [&](OpBuilder &builder, ValueRange arguments) {
                  return writer.copy(builder, score.score, arguments);
                });
  return castFloats(builder, loc, mask, type);
}
