// LaunchOutputs.cpp: what a region computes where it belongs, and what it
// copies
#include "LaunchPlan.h"
#include "Product.h"
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
             mayOverwrite(value, argument))
      outputs.try_emplace(value, places.lookup(argument));
  }
}

std::optional<Place> LaunchPlan::wanted(Value value) {
  if (auto found = outputs.find(value); found != outputs.end())
    return found->second;
  for (Operation *user : value.getUsers()) {
    auto insert = dyn_cast<tensor::InsertSliceOp>(user);
    bool isSame = isReshape(user) || (insert && insert.getDest() == value &&
                                      updatesInPlace(insert));
    if (!isSame)
      continue;
    if (std::optional<Place> place = wanted(user->getResult(0)))
      return place;
  }
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
