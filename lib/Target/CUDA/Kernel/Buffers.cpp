// Buffers.cpp: the memory of every tensor of a region
//
// A result is computed in its output buffer where possible, also if an input
// has that buffer: for f(x) with x in place, each element may only depend on
// the element that it replaces.
#include "Buffers.h"
#include "Choice/Generator.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/TensorTypes.h"
#include "sbp/Target/Region/RegionImport.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

Buffers::Buffers(func::FuncOp region) : region(region) {
  // Accumulators, which follow the inputs, are resolved to outputs.
  unsigned inputs = 0;
  for (BlockArgument argument : region.getArguments())
    if (isa<RankedTensorType>(argument.getType()))
      buffers[argument] = {BufferRef::Kind::Input, inputs++, 0};
  findOutputs();
}

std::optional<unsigned> Buffers::getAccumulated(unsigned input) const {
  auto accumulators = region::getAccumulators(region);
  for (auto [type, accumulator] :
       llvm::zip_equal(func::FuncOp(region).getArgumentTypes(), accumulators))
    if (isa<RankedTensorType>(type) && input-- == 0)
      return accumulator;
  return std::nullopt;
}

int64_t sbp::cuda::getTensorBytes(Value tensor) {
  RankedTensorType type = getTensorType(tensor);
  return type.getNumElements() * getElementBytes(type.getElementType());
}

bool sbp::cuda::isReplaced(Value tensor) {
  Operation *producer = tensor.getDefiningOp();
  return producer && tensor.hasOneUse() && !isReshape(producer) &&
         !isa<tensor::ExtractSliceOp, bufferization::ToTensorOp>(producer);
}

bool sbp::cuda::isEmpty(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getNumElements() == 0;
}

bool sbp::cuda::isFixed(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    auto region = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return region && region.getArgAttr(argument.getArgNumber(), kFixedAttr);
  }
  Operation *producer = tensor.getDefiningOp();
  if (isView(producer))
    return isFixed(producer->getOperand(0));
  return isa_and_nonnull<bufferization::ToTensorOp>(producer);
}

/// Returns whether `value` may overwrite `argument` while it is computed: each
/// element depends only on the element in its place, and nothing reads the
/// argument at the same time or later. Contractions before it have run by
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
                  !isDeferred(user);
         });
}

/// Returns the operand in whose place `value` can grow: the destination of an
/// insertion, the start of a loop, a reshaped tensor, or what a generator
/// updates. Null for all others.
static OpOperand *getStart(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto insert = dyn_cast_or_null<tensor::InsertSliceOp>(op))
    return &insert.getDestMutable();
  if (auto loop = dyn_cast_or_null<scf::ForOp>(op))
    return &loop.getInitsMutable()[cast<OpResult>(value).getResultNumber()];
  if (isReshape(op))
    return &op->getOpOperand(0);
  return op ? findStart(cast<OpResult>(value)) : nullptr;
}

/// Returns the first write of the chain that makes `value` out of `argument`,
/// each step of it in the place of the one before, which nothing else reads.
/// Null where there is no such chain.
static OpOperand *findFirstWrite(Value value, BlockArgument argument) {
  OpOperand *first = nullptr;
  bool hasOneReader = true; // of all values after the current one
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
      Operation *reader = writer->getBlock()->findAncestorOpInBlock(*user);
      auto generic = dyn_cast<linalg::GenericOp>(reader);
      bool isInOrder = generic
                           ? !region::isFill(generic) && !isDeferred(generic)
                           : reader->hasAttr(region::kWholeAttr);
      if (!isInOrder || !reader->isBeforeInBlock(writer))
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
void Buffers::findOutputs() {
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

std::optional<BufferRef> Buffers::getDestination(Value value) const {
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

void Buffers::assign(Value value) {
  std::optional<BufferRef> output = getDestination(value);
  // A value that is returned twice has two outputs; only the first is computed
  // in place.
  if (output && output->kind == BufferRef::Kind::Output &&
      llvm::any_of(buffers,
                   [&](auto &known) { return known.second == *output; }))
    output = std::nullopt;
  buffers[value] = output ? *output : allocateTemporary(getTensorBytes(value));
}

static Value createValue(func::FuncOp region, Location loc,
                         RankedTensorType type) {
  OpBuilder builder(region.getBody().front().getTerminator());
  return tensor::EmptyOp::create(builder, loc, type.getShape(),
                                 type.getElementType());
}

Value Buffers::createValueIn(Value like, BufferRef buffer) {
  Value made = createValue(region, like.getLoc(),
                           cast<RankedTensorType>(like.getType()));
  buffers[made] = buffer;
  return made;
}

Value Buffers::createTemporary(Location loc, RankedTensorType type) {
  Value made = createValue(region, loc, type);
  buffers[made] = allocateTemporary(getTensorBytes(made));
  return made;
}

Value Buffers::createPersistent(Location loc, RankedTensorType type) {
  Value made = createValue(region, loc, type);
  buffers[made] = {BufferRef::Kind::Persistent,
                   unsigned(persistentOffsets.size()), 0};
  persistentOffsets.push_back(persistentBytes);
  persistentBytes +=
      int64_t(llvm::alignTo(getTensorBytes(made), kRegisterAlignment));
  return made;
}

BufferRef Buffers::allocateTemporary(int64_t bytes) {
  return {BufferRef::Kind::Temporary, scratch.add(bytes), 0};
}

BufferRef Buffers::addConstant(std::string symbol) {
  constants.push_back(std::move(symbol));
  return {BufferRef::Kind::Constant, unsigned(constants.size() - 1), 0};
}
