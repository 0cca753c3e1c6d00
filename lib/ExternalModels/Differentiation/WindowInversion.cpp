// WindowInversion.cpp: the loops of an op, over the elements that its windows
// read

#include "WindowInversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/ExternalModels/LinalgRule.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;

//===----------------------------------------------------------------------===//
// Finding windows
//===----------------------------------------------------------------------===//

/// Adds the window of one dimension of the target. The loop with the largest
/// extent is replaced: the new loops are then the fewest iterations.
bool WindowInversion::addWindow(AffineExpr expression, int64_t extent) {
  SmallVector<int64_t> coefficients(extents.size() + 1, 0);
  if (failed(collectLinear(expression, 1, coefficients)))
    return false;
  Window window;
  window.expression = expression;
  window.extent = extent;
  window.offset = coefficients.back();
  coefficients.pop_back();
  std::optional<unsigned> widest;
  for (auto [loop, coefficient] : llvm::enumerate(coefficients)) {
    if (coefficient == 0)
      continue;
    // A loop of one window has been replaced, or runs backwards in another.
    if (coefficient < 0 || findWindow(loop))
      return false;
    if (!isReversed(loop) && (!widest || extents[loop] > extents[*widest]))
      widest = loop;
  }
  if (!widest)
    return false;
  window.loop = *widest;
  window.stride = coefficients[*widest];
  for (auto [loop, coefficient] : llvm::enumerate(coefficients))
    if (coefficient != 0 && loop != *widest) {
      window.kernel.emplace_back(loop, coefficient);
      window.reach += coefficient * (extents[loop] - 1);
    }
  windows.push_back(std::move(window));
  return true;
}

std::optional<WindowInversion> WindowInversion::find(linalg::LinalgOp op,
                                                     const OpOperand &target) {
  WindowInversion inversion(op);
  // Slices of empty dimensions do not verify.
  if (llvm::is_contained(inversion.extents, 0))
    return std::nullopt;
  auto type = getTensorType(target.get());
  AffineMap map = op.getMatchingIndexingMap(const_cast<OpOperand *>(&target));
  for (auto [expression, extent] :
       llvm::zip_equal(map.getResults(), type.getShape()))
    if (!inversion.addWindow(expression, extent))
      return std::nullopt;
  for (AffineMap other : op.getIndexingMapsArray())
    if (!inversion.getMap(other))
      return std::nullopt;
  return inversion;
}

const WindowInversion::Window *
WindowInversion::findWindow(unsigned loop) const {
  const auto *found = llvm::find_if(
      windows, [&](const Window &window) { return window.loop == loop; });
  return found == windows.end() ? nullptr : found;
}

bool WindowInversion::isReversed(unsigned loop) const {
  return llvm::any_of(windows, [&](const Window &window) {
    return llvm::any_of(window.kernel,
                        [&](auto pair) { return pair.first == loop; });
  });
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// Returns the place of the window's iteration in a dilated dimension.
AffineExpr WindowInversion::getPlace(const Window &window) const {
  AffineExpr place = getAffineDimExpr(window.loop, context);
  for (auto [loop, dilation] : window.kernel)
    place = place + getAffineDimExpr(loop, context) * dilation;
  return place;
}

AffineExpr WindowInversion::getExpression(AffineExpr primal) const {
  for (const Window &window : windows)
    if (window.expression == primal)
      return getAffineDimExpr(window.loop, context);
  if (auto dim = dyn_cast<AffineDimExpr>(primal)) {
    const Window *window = findWindow(dim.getPosition());
    return window ? getPlace(*window) : primal;
  }
  for (const Window &window : windows) {
    bool depends = primal.isFunctionOfDim(window.loop);
    for (auto [loop, dilation] : window.kernel)
      depends |= primal.isFunctionOfDim(loop);
    if (depends)
      return {};
  }
  return primal;
}

AffineMap WindowInversion::getMap(AffineMap primal) const {
  SmallVector<AffineExpr> results;
  for (AffineExpr expression : primal.getResults()) {
    AffineExpr found = getExpression(expression);
    if (!found)
      return {};
    results.push_back(found);
  }
  return AffineMap::get(extents.size(), 0, results, context);
}

AffineMap WindowInversion::getStarts() const {
  SmallVector<AffineExpr> results;
  for (const Window &window : windows)
    if (!window.isPlain())
      results.push_back(getAffineDimExpr(window.loop, context));
  return AffineMap::get(extents.size(), 0, results, context);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Returns the window whose loop `expression` is, if that loop is replaced.
const WindowInversion::Window *
WindowInversion::findInverted(AffineExpr expression) const {
  auto dim = dyn_cast<AffineDimExpr>(expression);
  const Window *window = dim ? findWindow(dim.getPosition()) : nullptr;
  return window && !window->isPlain() ? window : nullptr;
}

bool WindowInversion::isDilated(AffineMap primal) const {
  return llvm::any_of(primal.getResults(), [&](AffineExpr expression) {
    return findInverted(expression);
  });
}

/// Writes `value` into zeros, at the places of the primal's iterations.
Value WindowInversion::dilate(OpBuilder &builder, Location loc, Value value,
                              AffineMap primal) const {
  RankedTensorType type = getTensorType(value);
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<OpFoldResult> offsets, sizes, strides;
  for (auto [dim, expression] : llvm::enumerate(primal.getResults())) {
    int64_t offset = 0, stride = 1;
    if (const Window *window = findInverted(expression)) {
      offset = window->offset + window->reach;
      stride = window->stride;
      shape[dim] = window->extent + window->reach;
    }
    offsets.push_back(builder.getIndexAttr(offset));
    sizes.push_back(builder.getIndexAttr(type.getDimSize(dim)));
    strides.push_back(builder.getIndexAttr(stride));
  }
  Value zeros = StructuredBuilder(builder, loc)
                    .fill(RankedTensorType::get(shape, type.getElementType()),
                          builder.getZeroAttr(type.getElementType()));
  return tensor::InsertSliceOp::create(builder, loc, value, zeros, offsets,
                                       sizes, strides);
}

/// Builds `value` with the elements of dimension `dim` from the last to the
/// first.
static Value reverse(OpBuilder &builder, Location loc, Value value,
                     int64_t dim) {
  int64_t extent = getTensorType(value).getDimSize(dim);
  if (extent < 2)
    return value;
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, extent)));
  auto type = RankedTensorType::get({extent}, builder.getI64Type());
  Value indices = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, ArrayRef<int64_t>(order)));
  return nn::GatherOp::create(builder, loc, value, indices, dim);
}

Value WindowInversion::prepare(OpBuilder &builder, Location loc, Value value,
                               AffineMap primal, bool isRead) const {
  if (isDilated(primal))
    value = dilate(builder, loc, value, primal);
  if (!isRead)
    return value;
  for (auto [dim, expression] : llvm::enumerate(primal.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(expression))
      if (isReversed(loop.getPosition()))
        value = reverse(builder, loc, value, static_cast<int64_t>(dim));
  return value;
}

Value WindowInversion::buildOnes(OpBuilder &builder, Location loc,
                                 Type element) const {
  AffineMap starts = getStarts();
  SmallVector<int64_t> shape;
  for (AffineExpr expression : starts.getResults())
    shape.push_back(extents[findInverted(expression)->loop]);
  return StructuredBuilder(builder, loc)
      .fill(RankedTensorType::get(shape, element),
            builder.getFloatAttr(element, 1.0));
}

/// Builds the value of `loop` of the primal at the builder's insertion point.
Value WindowInversion::buildIndex(OpBuilder &builder, Location loc,
                                  unsigned loop) const {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value place = linalg::IndexOp::create(builder, loc, loop);
  const Window *window = findWindow(loop);
  if (!window)
    return arith::SubIOp::create(builder, loc, number(extents[loop] - 1),
                                 place);
  for (auto [other, dilation] : window->kernel) {
    Value step = arith::MulIOp::create(
        builder, loc, linalg::IndexOp::create(builder, loc, other),
        number(dilation));
    place = arith::AddIOp::create(builder, loc, place, step);
  }
  Value distance = arith::SubIOp::create(
      builder, loc, place, number(window->offset + window->reach));
  return arith::DivSIOp::create(builder, loc, distance, number(window->stride));
}

bool WindowInversion::replaceIndices(Block &block) const {
  SmallVector<linalg::IndexOp> indices;
  for (auto index : block.getOps<linalg::IndexOp>()) {
    unsigned loop = index.getDim();
    if (isReversed(loop) || findInverted(getAffineDimExpr(loop, context)))
      indices.push_back(index);
  }
  for (linalg::IndexOp index : indices) {
    OpBuilder builder(index);
    index.replaceAllUsesWith(
        buildIndex(builder, index.getLoc(), index.getDim()));
    index.erase();
  }
  return !indices.empty();
}
