// LaunchOutputs.cpp: which results are computed in place, and which are copied
#include "LaunchPlan.h"
#include "Product.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Returns whether `value` may overwrite `argument` while it is computed: each
/// element depends only on the element in its place, and nothing reads the
/// argument at the same time or later. Contractions in front of it have run by
/// then.
static bool mayOverwrite(Value value, BlockArgument argument) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumReductionLoops() != 0)
    return false;
  OpOperand *init = op.getTiedOpOperand(cast<OpResult>(value));
  AffineMap out = op.getMatchingIndexingMap(init);
  return out.isPermutation() &&
         llvm::all_of(argument.getUses(), [&](OpOperand &use) {
           Operation *user = use.getOwner();
           if (user == op)
             return op.getMatchingIndexingMap(&use) == out;
           return user->getBlock() == op->getBlock() &&
                  user->isBeforeInBlock(op) && region::isContraction(user) &&
                  !isDeferredToEpilogue(cast<linalg::GenericOp>(user));
         });
}

/// Returns the operand in whose place `value` can grow: the destination of an
/// insertion, the start of a loop, a reshaped tensor. Null for all others.
static OpOperand *getStart(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto insert = dyn_cast_or_null<tensor::InsertSliceOp>(op))
    return &insert.getDestMutable();
  if (auto loop = dyn_cast_or_null<scf::ForOp>(op))
    return &loop.getInitsMutable()[cast<OpResult>(value).getResultNumber()];
  return isReshape(op) ? &op->getOpOperand(0) : nullptr;
}

/// Returns the first write of the chain that makes `value` out of `argument`,
/// each step of it in the place of the one before, which nothing else reads.
/// Null where there is no such chain.
static OpOperand *findFirstWrite(Value value, BlockArgument argument) {
  OpOperand *first = nullptr;
  bool hasOneReader = true; // of all values behind the current one
  while (OpOperand *start = getStart(value)) {
    if (!isReshape(start->getOwner())) {
      if (!hasOneReader)
        return nullptr;
      first = start;
    }
    value = start->get();
    hasOneReader &= value.hasOneUse();
  }
  return value == argument ? first : nullptr;
}

/// Whether kernels have read all that they read of `argument` when the op of
/// `write` begins. Its reshapes and slices are views of it.
static bool isReadBefore(BlockArgument argument, OpOperand &write) {
  Operation *writer = write.getOwner();
  SmallVector<Value> views{argument};
  for (size_t i = 0; i < views.size(); ++i)
    for (OpOperand &use : views[i].getUses()) {
      Operation *user = use.getOwner();
      if (&use == &write)
        continue;
      if (isReshape(user) || isa<tensor::ExtractSliceOp>(user)) {
        views.push_back(user->getResult(0));
        continue;
      }
      auto reader = dyn_cast<linalg::GenericOp>(
          writer->getBlock()->findAncestorOpInBlock(*user));
      if (!reader || !reader->isBeforeInBlock(writer) ||
          region::isFill(reader) || isDeferredToEpilogue(reader))
        return false;
    }
  return true;
}

/// Whether `value` is `argument` with some elements replaced, which can be
/// written where they are.
static bool mayGrowIn(BlockArgument argument, Value value) {
  OpOperand *write = findFirstWrite(value, argument);
  return write && isReadBefore(argument, *write);
}

/// Finds results that can be computed directly in their output buffers. An
/// output that takes an input's buffer may have to be copied there at the end,
/// after all reads of the input.
void LaunchPlan::findOutputs() {
  auto results = region.getBody().front().getTerminator()->getOperands();
  for (auto [i, value] : llvm::enumerate(results)) {
    auto pair =
        region.getResultAttrOfType<IntegerAttr>(i, SBPDialect::kInPlaceAttr);
    if (!value.getDefiningOp())
      continue;
    if (!pair)
      outputs.try_emplace(value,
                          BufferRef{BufferRef::Kind::Output, unsigned(i), 0});
    else if (BlockArgument argument = region.getArgument(pair.getInt());
             mayOverwrite(value, argument) || mayGrowIn(argument, value))
      outputs.try_emplace(value, buffers.lookup(argument));
  }
}

std::optional<BufferRef> LaunchPlan::getDestination(Value value) {
  if (auto found = outputs.find(value); found != outputs.end())
    return found->second;
  for (OpOperand &use : value.getUses())
    for (Value grown : use.getOwner()->getResults())
      if (getStart(grown) == &use &&
          (isReshape(use.getOwner()) || isReplaced(value)))
        if (std::optional<BufferRef> place = getDestination(grown))
          return place;
  return std::nullopt;
}

void LaunchPlan::assignBuffer(Value value) {
  std::optional<BufferRef> output = getDestination(value);
  // A value that is returned twice has two outputs; only the first is computed
  // in place.
  if (output && output->kind == BufferRef::Kind::Output &&
      llvm::any_of(buffers,
                   [&](auto &known) { return known.second == *output; }))
    output = std::nullopt;
  buffers[value] = output ? *output : allocateTemporary(getTensorBytes(value));
}

/// Creates the value at the region's end, where nothing else uses it.
Value LaunchPlan::createValueIn(Value like, BufferRef buffer) {
  OpBuilder builder(region.getBody().front().getTerminator());
  auto type = cast<RankedTensorType>(like.getType());
  Value made = tensor::EmptyOp::create(builder, like.getLoc(), type.getShape(),
                                       type.getElementType());
  buffers[made] = buffer;
  return made;
}

/// Copies results that were not computed in place. Outputs that take an input's
/// buffer come last, from a temporary if their source is an input, which
/// another output may overwrite.
LogicalResult LaunchPlan::writeOutputs() {
  Operation *terminator = region.getBody().front().getTerminator();
  SmallVector<std::pair<Value, Value>> late;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    if (failed(read(value)))
      return failure();
    BufferRef output = {BufferRef::Kind::Output, unsigned(i), 0};
    auto pair =
        region.getResultAttrOfType<IntegerAttr>(i, SBPDialect::kInPlaceAttr);
    bool isThere =
        buffers.lookup(value) == output ||
        (pair && buffers.lookup(value) ==
                     buffers.lookup(region.getArgument(pair.getInt())));
    if (isThere || isEmpty(value))
      continue;
    if (!pair) {
      if (failed(copy(value, createValueIn(value, output))))
        return failure();
      continue;
    }
    Value source = value;
    if (buffers.lookup(value).kind == BufferRef::Kind::Input) {
      source = createValueIn(value, allocateTemporary(getTensorBytes(value)));
      if (failed(copy(value, source)))
        return failure();
    }
    late.emplace_back(source, createValueIn(value, output));
  }
  for (auto [from, to] : late)
    if (failed(copy(from, to)))
      return failure();
  return success();
}
