//===- RaiseCaptures.cpp - tensors read in bodies become operands ---------===//

#include "RaiseArgmax.h"
#include "RaiseConcat.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/IRMapping.h"
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

/// The ops of the body that compute `value`, in order; fails at ops with
/// regions or other reads of captured tensors.
static FailureOr<SetVector<Operation *>> getScalarSlice(linalg::GenericOp op,
                                                        Value value) {
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *def) {
    return def->getBlock() == op.getBody();
  };
  if (failed(getBackwardSlice(value, &slice, options)))
    return failure();
  for (Operation *def : slice)
    if (def->getNumRegions() || !isMemoryEffectFree(def) ||
        isa<tensor::ExtractOp>(def))
      return failure();
  return topologicalSort(slice);
}

//===----------------------------------------------------------------------===//
// The index tensor of a gather
//===----------------------------------------------------------------------===//

namespace {
/// Indices as a tensor and, per dimension of it, the expression over the loops
/// of the op that reads them.
struct IndexTensor {
  Value value;
  SmallVector<AffineExpr> dims;
};
} // namespace

/// An index that is an input's element, cast: the input itself.
static std::optional<IndexTensor> getPlainIndices(linalg::GenericOp op,
                                                  Value index) {
  auto cast = index.getDefiningOp<arith::IndexCastOp>();
  auto argument =
      cast ? dyn_cast<BlockArgument>(cast.getIn()) : BlockArgument();
  if (!argument || argument.getOwner() != op.getBody() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return std::nullopt;
  OpOperand *operand = op.getMatchingOpOperand(argument);
  AffineMap map = op.getMatchingIndexingMap(operand);
  if (!map.isProjectedPermutation(/*allowZeroInResults=*/true) ||
      argument.getType().isInteger(8) || argument.getType().isInteger(1))
    return std::nullopt;
  return IndexTensor{operand->get(), SmallVector<AffineExpr>(map.getResults())};
}

/// Any other computation of an index becomes an elementwise op of its own over
/// the loops it mentions.
static FailureOr<IndexTensor>
computeIndices(OpBuilder &builder, linalg::GenericOp op, Value index) {
  auto slice = getScalarSlice(op, index);
  if (failed(slice))
    return failure();
  llvm::SmallDenseSet<unsigned> loops;
  SmallVector<OpOperand *> inputs;
  for (Operation *def : *slice) {
    if (auto loop = dyn_cast<linalg::IndexOp>(def))
      loops.insert(loop.getDim());
    for (Value value : def->getOperands()) {
      auto argument = dyn_cast<BlockArgument>(value);
      if (!argument || argument.getOwner() != op.getBody())
        continue;
      if (argument.getArgNumber() >= op.getNumDpsInputs())
        return failure();
      OpOperand *operand = op.getMatchingOpOperand(argument);
      if (!llvm::is_contained(inputs, operand))
        inputs.push_back(operand);
    }
  }
  for (OpOperand *input : inputs)
    for (AffineExpr expr : op.getMatchingIndexingMap(input).getResults())
      expr.walk([&](AffineExpr inner) {
        if (auto dim = dyn_cast<AffineDimExpr>(inner))
          loops.insert(dim.getPosition());
      });
  SmallVector<unsigned> order(loops.begin(), loops.end());
  llvm::sort(order);

  // Loops of the new op: those of `order`, renumbered.
  MLIRContext *context = builder.getContext();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges(), shape;
  SmallVector<AffineExpr> renumbered(op.getNumLoops(),
                                     getAffineConstantExpr(0, context));
  IndexTensor result;
  for (auto [i, loop] : llvm::enumerate(order)) {
    renumbered[loop] = getAffineDimExpr(i, context);
    shape.push_back(ranges[loop]);
    result.dims.push_back(getAffineDimExpr(loop, context));
  }
  SmallVector<AffineMap> maps;
  SmallVector<Value> operands;
  for (OpOperand *input : inputs) {
    maps.push_back(op.getMatchingIndexingMap(input).replaceDimsAndSymbols(
        renumbered, {}, order.size(), 0));
    operands.push_back(input->get());
  }
  maps.push_back(AffineMap::getMultiDimIdentityMap(order.size(), context));
  Type element = builder.getI64Type();
  Value empty = tensor::EmptyOp::create(builder, op.getLoc(), shape, element);
  SmallVector<utils::IteratorType> kinds(order.size(),
                                         utils::IteratorType::parallel);
  auto body = [&](OpBuilder &inner, Location loc, ValueRange arguments) {
    IRMapping mapping;
    for (auto [input, argument] : llvm::zip(inputs, arguments))
      mapping.map(op.getMatchingBlockArgument(input), argument);
    for (Operation *def : *slice) {
      if (auto loop = dyn_cast<linalg::IndexOp>(def))
        mapping.map(
            loop.getResult(),
            linalg::IndexOp::create(
                inner, loc,
                cast<AffineDimExpr>(renumbered[loop.getDim()]).getPosition())
                .getResult());
      else
        inner.clone(*def, mapping);
    }
    Value computed = mapping.lookup(index);
    linalg::YieldOp::create(
        inner, loc,
        arith::IndexCastOp::create(inner, loc, element, computed).getResult());
  };
  result.value =
      linalg::GenericOp::create(builder, op.getLoc(), empty.getType(), operands,
                                empty, maps, kinds, body)
          .getResult(0);
  return result;
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
  if (computed.size() > 1)
    return refuse("at " + Twine(computed.size()) +
                  " computed indices (one is supported)");

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
    FailureOr<IndexTensor> indices;
    if (auto plain = getPlainIndices(op, index))
      indices = *plain;
    else
      indices = computeIndices(builder, op, index);
    if (failed(indices))
      return refuse("at an index that is not a function of the inputs");
    input = nn::GatherOp::create(builder, extract.getLoc(), *input,
                                 indices->value, axis)
                .getResult();
    dims.erase(dims.begin() + axis);
    dims.insert(dims.begin() + axis, indices->dims.begin(),
                indices->dims.end());
  }
  addInput(op, extract, *input,
           AffineMap::get(op.getNumLoops(), 0, dims, op.getContext()));
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// What only served a raised extract: index arithmetic without users.
static void eraseDeadScalars(linalg::GenericOp op) {
  Operation *previous = nullptr;
  for (Operation *inner = op.getBody()->getTerminator(); inner;
       inner = previous) {
    previous = inner->getPrevNode();
    if (isOpTriviallyDead(inner))
      inner->erase();
  }
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
    for (linalg::GenericOp op : generics) {
      if (raiseConcat(op) || raiseArgmax(op))
        continue;
      SmallVector<tensor::ExtractOp> extracts;
      op.walk([&](tensor::ExtractOp extract) { extracts.push_back(extract); });
      for (tensor::ExtractOp extract : extracts)
        if (failed(raiseExtract(op, extract)))
          return signalPassFailure();
      eraseDeadScalars(op);
    }
  }
};
} // namespace
