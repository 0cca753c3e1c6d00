// LaunchOutputs.cpp: what a region computes where it belongs, and what it
// copies
#include "LaunchPlan.h"
#include "Product.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// Whether `value` may be written over `argument` while it is computed: element
/// by element, each from the one in its place, and nothing else reads the
/// argument then or later. Contractions before it have run by then.
static bool mayOverwrite(Value value, BlockArgument argument) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumReductionLoops() != 0)
    return false;
  OpOperand *init =
      op.getTiedOpOperand(cast<OpResult>(value)); // tells where it is written
  AffineMap out = op.getMatchingIndexingMap(init);
  return out.isPermutation() &&
         llvm::all_of(argument.getUses(), [&](OpOperand &use) {
           Operation *user = use.getOwner();
           if (user == op)
             return op.getMatchingIndexingMap(&use) == out;
           return user->getBlock() == op->getBlock() &&
                  user->isBeforeInBlock(op) && region::isContraction(user) &&
                  !waitsForLast(cast<linalg::GenericOp>(user));
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
          region::isFill(reader) || waitsForLast(reader))
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

/// Results of the region that can be computed where they belong. An output that
/// takes an input's place may have to be copied there at the end, when the
/// input was read.
void LaunchPlan::findOutputs() {
  auto results = region.getBody().front().getTerminator()->getOperands();
  for (auto [i, value] : llvm::enumerate(results)) {
    auto pair =
        region.getResultAttrOfType<IntegerAttr>(i, SBPDialect::kInPlaceAttr);
    if (!value.getDefiningOp())
      continue;
    if (!pair)
      outputs.try_emplace(value, Place{Place::Kind::Output, unsigned(i), 0});
    else if (BlockArgument argument = region.getArgument(pair.getInt());
             mayOverwrite(value, argument) || mayGrowIn(argument, value))
      outputs.try_emplace(value, places.lookup(argument));
  }
}

std::optional<Place> LaunchPlan::wanted(Value value) {
  if (auto found = outputs.find(value); found != outputs.end())
    return found->second;
  for (OpOperand &use : value.getUses())
    for (Value grown : use.getOwner()->getResults())
      if (getStart(grown) == &use &&
          (isReshape(use.getOwner()) || isReplaced(value)))
        if (std::optional<Place> place = wanted(grown))
          return place;
  return std::nullopt;
}

void LaunchPlan::place(Value value) {
  std::optional<Place> output = wanted(value);
  // One value for each output.
  if (output && output->kind == Place::Kind::Output &&
      llvm::any_of(places,
                   [&](auto &known) { return known.second == *output; }))
    output = std::nullopt;
  places[value] = output ? *output : newTemporary(getTensorBytes(value));
}

/// A tensor of the type of `like`, which stands at the region's end.
Value LaunchPlan::newValue(Value like, Place place) {
  OpBuilder builder(region.getBody().front().getTerminator());
  auto type = cast<RankedTensorType>(like.getType());
  Value made = tensor::EmptyOp::create(builder, like.getLoc(), type.getShape(),
                                       type.getElementType());
  places[made] = place;
  return made;
}

/// What was not computed in its place is copied there; what takes an input's
/// place last, and not from an input that another output may have taken.
LogicalResult LaunchPlan::writeOutputs() {
  Operation *terminator = region.getBody().front().getTerminator();
  SmallVector<std::pair<Value, Value>> late;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    if (failed(read(value)))
      return failure();
    Place output = {Place::Kind::Output, unsigned(i), 0};
    auto pair =
        region.getResultAttrOfType<IntegerAttr>(i, SBPDialect::kInPlaceAttr);
    bool isThere =
        places.lookup(value) == output ||
        (pair && places.lookup(value) ==
                     places.lookup(region.getArgument(pair.getInt())));
    if (isThere || isEmpty(value))
      continue;
    if (!pair) {
      if (failed(copy(value, newValue(value, output))))
        return failure();
      continue;
    }
    Value source = value;
    if (places.lookup(value).kind == Place::Kind::Input) {
      source = newValue(value, newTemporary(getTensorBytes(value)));
      if (failed(copy(value, source)))
        return failure();
    }
    late.emplace_back(source, newValue(value, output));
  }
  for (auto [from, to] : late)
    if (failed(copy(from, to)))
      return failure();
  return success();
}
