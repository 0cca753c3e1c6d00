// SlicedProducts.cpp: products of which only slices are read
//
// Query, key and value may come from one weight of 3 n rows:
//
//   r = x W^T + bias    q = r[:, :n]    k = r[:, n:2n]    v = r[:, 2n:]
//
// The slices would be copied. Instead each is a product of its own,
//
//   q = x W[:n]^T + bias[:n]    and so on,
//
// with epilogues and layouts of their own. The slices of W are contiguous, so
// they are views. The products read one factor, so those of one form become one
// launch again (SideBySide.cpp).
#include "SlicedProducts.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Target/Region/ContractionBody.h"

using namespace mlir;

/// Slices of a product, and columns of a slice: below, tiles would be empty.
static constexpr unsigned kMaxSlices = 4;
static constexpr int64_t kMinColumns = 64;

namespace {
/// Elements [begin, begin + size) along a dim.
struct Columns {
  int64_t begin, size;
};
} // namespace

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Returns the range of a slice along `dim`, or nothing if it has steps, drops
/// dims or leaves out parts of others.
static std::optional<Columns> getRange(Operation *op, int64_t dim) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  if (!slice || ShapedType::isDynamicShape(slice.getStaticOffsets()) ||
      ShapedType::isDynamicShape(slice.getStaticSizes()) ||
      slice.getType().getRank() != slice.getSourceType().getRank() ||
      !slice.hasUnitStride())
    return std::nullopt;
  for (int64_t d = 0; d < slice.getType().getRank(); ++d)
    if (d != dim &&
        slice.getStaticSize(d) != slice.getSourceType().getDimSize(d))
      return std::nullopt;
  return Columns{slice.getStaticOffset(dim), slice.getStaticSize(dim)};
}

/// Returns the only dim that `map` indexes by `loop`, nothing if there is none,
/// and -1 if it is indexed otherwise.
static std::optional<int64_t> findDim(AffineMap map, unsigned loop) {
  std::optional<int64_t> found;
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (expr.isFunctionOfDim(loop))
      found =
          found || !isa<AffineDimExpr>(expr) ? -1 : static_cast<int64_t>(dim);
  return found;
}

/// Returns whether slices along `dim` are contiguous.
static bool isView(Value value, int64_t dim) {
  return llvm::all_of(getType(value).getShape().take_front(dim),
                      [](int64_t size) { return size == 1; });
}

/// Returns whether an init can be made anew in another size.
static bool isFilled(Value init) {
  Operation *producer = init.getDefiningOp();
  return isa_and_nonnull<tensor::EmptyOp, linalg::FillOp>(producer);
}

/// Returns the source of a reshape and its dim that is `dim` of the result, or
/// nothing if `op` is no reshape, or merges or splits that dim.
static std::optional<std::pair<Value, int64_t>> followReshape(Operation *op,
                                                              int64_t dim) {
  auto expansion = dyn_cast_or_null<tensor::ExpandShapeOp>(op);
  auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op);
  if (!expansion && !collapse)
    return std::nullopt;
  auto groups = expansion ? expansion.getReassociationIndices()
                          : collapse.getReassociationIndices();
  for (auto [group, dims] : llvm::enumerate(groups)) {
    auto outer = static_cast<int64_t>(group);
    if (dims.size() == 1 && dim == (expansion ? dims.front() : outer))
      return std::pair(op->getOperand(0), expansion ? outer : dims.front());
  }
  return std::nullopt;
}

namespace {
/// The ops that compute slices of one value.
class Slicer {
public:
  explicit Slicer(OpBuilder &builder) : builder(builder) {}

  /// Returns whether slices of `value` along `dim` can be computed by slicing
  /// what it is computed from, down to a product.
  bool canSlice(Value value, int64_t dim);
  /// Returns the slice of a value for which canSlice holds. Creates ops at the
  /// builder's position.
  Value slice(Value value, int64_t dim, Columns range);
  bool hasProduct() const { return foundProduct; }

private:
  bool canSlice(linalg::GenericOp op, int64_t dim);
  Value slice(linalg::GenericOp op, int64_t dim, Columns range);
  /// Returns whether an input of `reader` is sliced by slicing what computes it
  /// rather than as a view.
  bool slicesSource(linalg::GenericOp reader, Value input, int64_t dim);
  Value sliceTensor(Value value, int64_t dim, Columns range);
  Value sliceInit(Value init, int64_t dim, Columns range);

  OpBuilder &builder;
  bool foundProduct = false;
};
} // namespace

bool Slicer::canSlice(Value value, int64_t dim) {
  Operation *producer = value.getDefiningOp();
  if (auto source = followReshape(producer, dim))
    return source->first.hasOneUse() && canSlice(source->first, source->second);
  auto op = dyn_cast_or_null<linalg::GenericOp>(producer);
  return op && canSlice(op, dim);
}

bool Slicer::canSlice(linalg::GenericOp op, int64_t dim) {
  if (!op.hasPureTensorSemantics() || op.getNumResults() != 1 ||
      !isFilled(op.getDpsInits().front()) ||
      op.getBody()
          ->walk([](linalg::IndexOp) { return WalkResult::interrupt(); })
          .wasInterrupted())
    return false;
  AffineMap results = op.getIndexingMapsArray().back();
  auto loop = dyn_cast<AffineDimExpr>(results.getResult(dim));
  if (!loop || findDim(results, loop.getPosition()) != dim)
    return false;
  foundProduct |= sbp::region::matchContractionBody(op).has_value();
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    std::optional<int64_t> used =
        findDim(op.getMatchingIndexingMap(input), loop.getPosition());
    if (!used)
      return true;
    if (*used < 0)
      return false;
    return isView(input->get(), *used) || slicesSource(op, input->get(), *used);
  });
}

bool Slicer::slicesSource(linalg::GenericOp reader, Value input, int64_t dim) {
  // Factors that are views stay whole; a bias is fused where it is sliced.
  if (isView(input, dim) && (reader.getNumReductionLoops() > 0 ||
                             !input.getDefiningOp<linalg::GenericOp>()))
    return false;
  return input.hasOneUse() && canSlice(input, dim);
}

Value Slicer::sliceTensor(Value value, int64_t dim, Columns range) {
  int64_t rank = getType(value).getRank();
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0)),
      steps(rank, builder.getIndexAttr(1)), sizes;
  for (int64_t size : getType(value).getShape())
    sizes.push_back(builder.getIndexAttr(size));
  offsets[dim] = builder.getIndexAttr(range.begin);
  sizes[dim] = builder.getIndexAttr(range.size);
  return tensor::ExtractSliceOp::create(builder, value.getLoc(), value, offsets,
                                        sizes, steps);
}

/// Returns `type` with `size` elements along `dim`.
static RankedTensorType resize(RankedTensorType type, int64_t dim,
                               int64_t size) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  return RankedTensorType::get(shape, type.getElementType());
}

Value Slicer::sliceInit(Value init, int64_t dim, Columns range) {
  RankedTensorType type = resize(getType(init), dim, range.size);
  Value empty = tensor::EmptyOp::create(builder, init.getLoc(), type.getShape(),
                                        type.getElementType());
  auto fill = init.getDefiningOp<linalg::FillOp>();
  return fill ? linalg::FillOp::create(builder, init.getLoc(),
                                       fill.getInputs().front(), empty)
                    .getResult(0)
              : empty;
}

Value Slicer::slice(Value value, int64_t dim, Columns range) {
  Operation *producer = value.getDefiningOp();
  auto source = followReshape(producer, dim);
  if (!source)
    return slice(cast<linalg::GenericOp>(producer), dim, range);
  Value sliced = slice(source->first, source->second, range);
  RankedTensorType type = resize(getType(value), dim, range.size);
  if (auto op = dyn_cast<tensor::ExpandShapeOp>(producer))
    return tensor::ExpandShapeOp::create(builder, op.getLoc(), type, sliced,
                                         op.getReassociationIndices());
  return tensor::CollapseShapeOp::create(
      builder, producer->getLoc(), type, sliced,
      cast<tensor::CollapseShapeOp>(producer).getReassociationIndices());
}

Value Slicer::slice(linalg::GenericOp op, int64_t dim, Columns range) {
  AffineMap results = op.getIndexingMapsArray().back();
  unsigned loop = cast<AffineDimExpr>(results.getResult(dim)).getPosition();
  SmallVector<Value> operands;
  for (OpOperand *input : op.getDpsInputOperands()) {
    std::optional<int64_t> used =
        findDim(op.getMatchingIndexingMap(input), loop);
    if (!used)
      operands.push_back(input->get());
    else if (slicesSource(op, input->get(), *used))
      operands.push_back(slice(input->get(), *used, range));
    else
      operands.push_back(sliceTensor(input->get(), *used, range));
  }
  operands.push_back(sliceInit(op.getDpsInits().front(), dim, range));
  return clone(builder, op, TypeRange(operands.back().getType()), operands)
      ->getResult(0);
}

/// Replaces the slices of `value` if it is computed from a product, and adds
/// what replaces them to `sliced`.
static void sliceProduct(Value value, int64_t dim, OpBuilder &builder,
                         llvm::SetVector<Value> &sliced) {
  SmallVector<std::pair<tensor::ExtractSliceOp, Columns>> slices;
  for (Operation *user : value.getUsers()) {
    std::optional<Columns> range = getRange(user, dim);
    if (!range || range->size < kMinColumns)
      return;
    slices.push_back({cast<tensor::ExtractSliceOp>(user), *range});
  }
  Slicer slicer(builder);
  if (slices.size() < 2 || slices.size() > kMaxSlices ||
      !slicer.canSlice(value, dim) || !slicer.hasProduct())
    return;
  // In the order of columns, so that the products follow one another.
  llvm::sort(slices, [](const auto &a, const auto &b) {
    return a.second.begin < b.second.begin;
  });
  builder.setInsertionPoint(value.getDefiningOp());
  for (auto [slice, range] : slices) {
    Value part = slicer.slice(value, dim, range);
    slice.getResult().replaceAllUsesWith(part);
    slice.erase();
    sliced.insert(part);
  }
}

LogicalResult sbp::cuda::sliceProducts(func::FuncOp region) {
  llvm::SetVector<Value> sliced;
  region.walk(
      [&](tensor::ExtractSliceOp op) { sliced.insert(op.getSource()); });
  OpBuilder builder(region.getContext());
  // The last one first: slices of a slice are done before it is erased.
  while (!sliced.empty()) {
    Value value = sliced.pop_back_val();
    int64_t dim = getType(value).getRank() - 1;
    while (dim > 0 && getType(value).getDimSize(dim) == 1)
      --dim;
    if (dim >= 0 && getType(value).hasStaticShape() && !isView(value, dim))
      sliceProduct(value, dim, builder, sliced);
  }
  return success();
}
