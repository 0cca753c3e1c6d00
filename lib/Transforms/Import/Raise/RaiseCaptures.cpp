// RaiseCaptures.cpp: tensors read in bodies become operands
//
// A body that reads a tensor by tensor.extract captures it. Each extract whose
// indices are loop indices, constants or computed positions becomes an operand:
//
//   extract %t[%i, 3]   loop index and constant: a slice of %t, read at (i)
//
// After that a body is scalar code without captured tensors, and a rule follows
// from indexing maps alone.

#include "CaptureIndices.h"
#include "RaiseArgmax.h"
#include "RaiseConcat.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_RAISECAPTURESPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

//===----------------------------------------------------------------------===//
// How one dimension of the captured tensor is indexed
//===----------------------------------------------------------------------===//

namespace {
struct IndexUse {
  enum Kind { Loop, Constant, Computed } kind;
  /// The loop (Loop) or the position (Constant).
  int64_t value = 0;
};
} // namespace

static IndexUse classify(Value index) {
  if (auto loop = index.getDefiningOp<linalg::IndexOp>())
    return {IndexUse::Loop, static_cast<int64_t>(loop.getDim())};
  if (auto constant = getConstantIntValue(index))
    return {IndexUse::Constant, *constant};
  return {IndexUse::Computed};
}

//===----------------------------------------------------------------------===//
// Raising one extract
//===----------------------------------------------------------------------===//

/// `op` with one more input, read through `map`; the extract's uses read it.
static void addInput(linalg::GenericOp op, tensor::ExtractOp extract,
                     Value input, AffineMap map) {
  OpBuilder builder(op);
  unsigned position = op.getNumDpsInputs();
  SmallVector<Value> inputs(op.getInputs());
  inputs.push_back(input);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + position, map);
  BlockArgument argument = op.getBody()->insertArgument(
      position, extract.getType(), extract.getLoc());
  extract.replaceAllUsesWith(argument);
  extract.erase();
  op.getInputsMutable().append(input);
  op.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
}

/// The part of the captured tensor that is read: dimensions at a loop index as
/// far as the loop goes, dimensions at a constant one element wide.
static FailureOr<Value> sliceData(OpBuilder &builder, linalg::GenericOp op,
                                  tensor::ExtractOp extract,
                                  ArrayRef<IndexUse> uses) {
  auto type = cast<RankedTensorType>(extract.getTensor().getType());
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<OpFoldResult> offsets, sizes, strides;
  bool isWhole = true;
  for (auto [use, size] : llvm::zip(uses, type.getShape())) {
    int64_t offset = use.kind == IndexUse::Constant ? use.value : 0;
    int64_t count = use.kind == IndexUse::Constant ? 1
                    : use.kind == IndexUse::Loop   ? ranges[use.value]
                                                   : size;
    if (offset < 0 || offset + count > size)
      return failure();
    isWhole &= count == size;
    offsets.push_back(builder.getIndexAttr(offset));
    sizes.push_back(builder.getIndexAttr(count));
    strides.push_back(builder.getIndexAttr(1));
  }
  if (isWhole)
    return extract.getTensor();
  return tensor::ExtractSliceOp::create(builder, extract.getLoc(),
                                        extract.getTensor(), offsets, sizes,
                                        strides)
      .getResult();
}

/// `data` with the dims `[axis, axis + count)` as one.
static Value mergeDims(OpBuilder &builder, Location loc, Value data,
                       int64_t axis, int64_t count) {
  SmallVector<ReassociationIndices> groups;
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim > axis && dim < axis + count)
      groups.back().push_back(dim);
    else
      groups.push_back({dim});
  return tensor::CollapseShapeOp::create(builder, loc, data, groups);
}

/// `value` with its dims in the order `permutation`.
static Value permuteDims(OpBuilder &builder, Location loc, Value value,
                         ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  Value empty = tensor::EmptyOp::create(
      builder, loc, applyPermutation(type.getShape(), permutation),
      type.getElementType());
  return linalg::TransposeOp::create(builder, loc, value, empty, permutation)
      ->getResult(0);
}

namespace {
/// Data and indices that are read at the same loops in some of their dims:
/// each position of these gathers from data of its own.
class BatchedGather {
public:
  /// `dims`: where each dim of `data` is read, with anything at `axis`.
  BatchedGather(Value data, ArrayRef<AffineExpr> dims, int64_t axis,
                IndexTensor indices)
      : data(data), dims(dims), axis(axis), indices(indices) {
    for (auto [dim, expr] : llvm::enumerate(dims)) {
      const auto *shared = llvm::find(indices.dims, expr);
      int64_t indexDim = shared - indices.dims.begin();
      if (static_cast<int64_t>(dim) == axis || !isa<AffineDimExpr>(expr) ||
          shared == indices.dims.end() ||
          llvm::is_contained(indexOrder, indexDim))
        continue;
      dataOrder.push_back(dim);
      indexOrder.push_back(indexDim);
    }
    batchDims = dataOrder.size();
    complete(dataOrder, dims.size());
    complete(indexOrder, indices.dims.size());
  }

  /// The gathered tensor, and the loops at which `op` reads it.
  IndexTensor build(OpBuilder &builder, Location loc) {
    int64_t place = llvm::find(dataOrder, axis) - dataOrder.begin();
    Value gathered = nn::GatherOp::create(
        builder, loc, permuteDims(builder, loc, data, dataOrder),
        permuteDims(builder, loc, indices.value, indexOrder), place, batchDims);
    SmallVector<AffineExpr> loops;
    for (int64_t dim : ArrayRef(dataOrder).take_front(place))
      loops.push_back(dims[dim]);
    for (int64_t dim : ArrayRef(indexOrder).drop_front(batchDims))
      loops.push_back(indices.dims[dim]);
    for (int64_t dim : ArrayRef(dataOrder).drop_front(place + 1))
      loops.push_back(dims[dim]);
    return {gathered, loops};
  }

private:
  /// The dims that `order` lacks, after those it has.
  static void complete(SmallVector<int64_t> &order, int64_t rank) {
    for (int64_t dim = 0; dim < rank; ++dim)
      if (!llvm::is_contained(order, dim))
        order.push_back(dim);
  }

  Value data;
  ArrayRef<AffineExpr> dims;
  int64_t axis, batchDims;
  IndexTensor indices;
  SmallVector<int64_t> dataOrder, indexOrder;
};
} // namespace

static LogicalResult raiseExtract(linalg::GenericOp op,
                                  tensor::ExtractOp extract) {
  auto refuse = [&](const Twine &why) {
    return extract.emitOpError()
           << "reads a tensor that is not an operand of the linalg.generic "
              "around it, "
           << why << "; write it as an operand or as nn.gather";
  };
  if (extract->getBlock() != op.getBody())
    return refuse("under a condition");
  SmallVector<IndexUse> uses =
      llvm::map_to_vector(extract.getIndices(), classify);
  SmallVector<int64_t> computed;
  for (auto [i, use] : llvm::enumerate(uses))
    if (use.kind == IndexUse::Computed)
      computed.push_back(i);
  int64_t count = computed.size();
  if (count > 1 && computed.back() - computed.front() + 1 != count)
    return refuse("at computed indices of dimensions that are not neighbours");

  OpBuilder builder(op);
  FailureOr<Value> input = sliceData(builder, op, extract, uses);
  if (failed(input))
    return refuse("beyond its bounds");
  AffineExpr zero = builder.getAffineConstantExpr(0);
  SmallVector<AffineExpr> dims = llvm::map_to_vector(uses, [&](IndexUse use) {
    return use.kind == IndexUse::Loop ? builder.getAffineDimExpr(use.value)
                                      : zero;
  });
  if (!computed.empty()) {
    int64_t axis = computed.front();
    Value index = extract.getIndices()[axis];
    if (count > 1) {
      index = flattenIndices(
          extract, cast<RankedTensorType>(input->getType()).getShape(), axis,
          count);
      input = mergeDims(builder, extract.getLoc(), *input, axis, count);
    }
    FailureOr<IndexTensor> indices = getIndices(builder, op, index);
    if (failed(indices))
      return refuse("at an index that is not a function of the inputs");
    dims.erase(dims.begin() + axis + 1, dims.begin() + axis + count);
    IndexTensor gathered = BatchedGather(*input, dims, axis, *indices)
                               .build(builder, extract.getLoc());
    input = gathered.value;
    dims = gathered.dims;
  }
  addInput(op, extract, *input,
           AffineMap::get(op.getNumLoops(), 0, dims, op.getContext()));
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Erases index arithmetic that only a raised extract used. Returns true if
/// there was any.
static bool eraseDeadScalars(linalg::GenericOp op) {
  bool changed = false;
  Operation *previous = nullptr;
  for (Operation *inner = op.getBody()->getTerminator(); inner;
       inner = previous) {
    previous = inner->getPrevNode();
    if (!isOpTriviallyDead(inner))
      continue;
    inner->erase();
    changed = true;
  }
  return changed;
}

namespace {
struct RaiseCaptures : sbp::impl::RaiseCapturesPassBase<RaiseCaptures> {
  void runOnOperation() override {
    SmallVector<Operation *> asserts;
    getOperation().walk([&](cf::AssertOp op) { asserts.push_back(op); });
    for (Operation *op : asserts)
      op->erase();
    SmallVector<linalg::GenericOp> generics;
    getOperation().walk([&](linalg::GenericOp op) { generics.push_back(op); });
    bool changed = !asserts.empty();
    for (linalg::GenericOp op : generics) {
      if (raiseConcat(op) || raiseArgmax(op)) {
        changed = true;
        continue;
      }
      SmallVector<tensor::ExtractOp> extracts;
      op.walk([&](tensor::ExtractOp extract) { extracts.push_back(extract); });
      for (tensor::ExtractOp extract : extracts)
        if (failed(raiseExtract(op, extract)))
          return signalPassFailure();
      changed |= !extracts.empty();
      changed |= eraseDeadScalars(op);
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
