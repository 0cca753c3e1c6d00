// RandomizeDistributions.cpp: creates a random level 1 for tests
//
// A forward pass draws a placement, a sound signature and an order of axes for
// each op, and boxes its operands to it. Random but legal programs exercise
// everything after selection with distributions that selection would not
// choose.

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Calculus/Normalise.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Transforms/Passes.h"
#include <random>

namespace sbp {
#define GEN_PASS_DEF_RANDOMIZEDISTRIBUTIONSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

/// A placement of the module with its symbol.
struct NamedPlacement {
  FlatSymbolRefAttr name;
  Placement placement;
};

/// A distribution on one of the placements, by index.
struct PlacedDistribution {
  unsigned placement;
  Distribution distribution;
};

/// Assigns random signatures to the ops of one function.
class Randomizer {
public:
  Randomizer(ArrayRef<NamedPlacement> placements, uint64_t seed)
      : placements(placements), random(seed) {}
  LogicalResult run(func::FuncOp function);

private:
  bool oneIn(unsigned n) { return random() % n == 0; }
  SmallVector<int64_t, 4> drawOrder(unsigned axes);
  PlacedDistribution draw(RankedTensorType type);
  std::optional<Combiner> drawCombiner(Type elementType);
  Signature drawSignature(const RuledOp &op, const Placement &placement);
  LogicalResult assign(Operation *op);
  Value convert(OpBuilder &builder, Location loc, Value value,
                const PlacedDistribution &required);
  Value box(OpBuilder &builder, Location loc, Value value,
            const PlacedDistribution &required);
  Value makeEmpty(OpBuilder &builder, Value like,
                  const PlacedDistribution &required);
  DistributionAttr getAttr(const PlacedDistribution &placed) const {
    return DistributionAttr::get(placements[placed.placement].name,
                                 placed.distribution);
  }

  ArrayRef<NamedPlacement> placements;
  std::mt19937_64 random;
  DenseMap<Value, PlacedDistribution> distributions;
};

// Fisher-Yates shuffle. The default order is empty, its normal form.
SmallVector<int64_t, 4> Randomizer::drawOrder(unsigned axes) {
  auto order = llvm::to_vector_of<int64_t, 4>(llvm::seq(axes));
  for (unsigned i = axes; i > 1; --i)
    std::swap(order[i - 1], order[random() % i]);
  return llvm::is_sorted(order) ? SmallVector<int64_t, 4>() : order;
}

std::optional<Combiner> Randomizer::drawCombiner(Type elementType) {
  SmallVector<Combiner> legal;
  for (unsigned i = 0; i < numCombiners; ++i)
    if (isLegalCombiner(static_cast<Combiner>(i), elementType))
      legal.push_back(static_cast<Combiner>(i));
  if (legal.empty())
    return std::nullopt;
  return legal[random() % legal.size()];
}

// About half of the components are splits, a quarter partial, the rest
// broadcast.
PlacedDistribution Randomizer::draw(RankedTensorType type) {
  PlacedDistribution placed;
  placed.placement = random() % placements.size();
  unsigned axes = placements[placed.placement].placement.getNumAxes();
  auto combiner = drawCombiner(type.getElementType());
  for (unsigned axis = 0; axis < axes; ++axis) {
    unsigned choice = random() % 4;
    Component component;
    if (choice < 2 && type.getRank())
      component = Component::split(random() % type.getRank());
    else if (choice == 2 && combiner)
      component = Component::partial(*combiner);
    placed.distribution.components.push_back(component);
  }
  placed.distribution.order = drawOrder(axes);
  return placed;
}

static bool hasSplit(ArrayRef<Distribution> distributions) {
  return llvm::any_of(distributions, [](const Distribution &distribution) {
    return llvm::any_of(distribution.components,
                        [](const Component &c) { return c.isSplit(); });
  });
}

Signature Randomizer::drawSignature(const RuledOp &op,
                                    const Placement &placement) {
  std::vector<Signature> all = enumerateSignatures(op, placement);
  // Windows are meant for the reader that requests them only.
  llvm::erase_if(all, [](const Signature &signature) {
    return llvm::any_of(signature.results, [](const Distribution &result) {
      return result.hasWindows();
    });
  });
  // There are many combiners; with probability 1/2 something is split, if
  // possible.
  std::vector<Signature> splitting = all;
  llvm::erase_if(splitting, [](const Signature &signature) {
    return !hasSplit(signature.operands) && !hasSplit(signature.results);
  });
  if (!splitting.empty() && oneIn(2))
    all = std::move(splitting);
  // A random order of axes is legal only if no factor's condition breaks.
  Signature signature = all[random() % all.size()];
  Signature reordered = signature;
  SmallVector<int64_t, 4> order = drawOrder(placement.getNumAxes());
  for (Distribution &distribution : reordered.operands)
    distribution.order = order;
  for (Distribution &distribution : reordered.results)
    distribution.order = order;
  return isSoundSignature(op, placement, reordered) ? reordered : signature;
}

Value Randomizer::box(OpBuilder &builder, Location loc, Value value,
                      const PlacedDistribution &required) {
  auto boxing =
      BoxingOp::create(builder, loc, value.getType(), value,
                       getAttr(distributions.at(value)), getAttr(required),
                       builder.getStringAttr("drawn at random"), IntegerAttr());
  distributions[boxing.getResult()] = required;
  return boxing.getResult();
}

/// Returns the value in the required distribution: itself if that is legal,
/// else boxed, sometimes by way of another distribution.
Value Randomizer::convert(OpBuilder &builder, Location loc, Value value,
                          const PlacedDistribution &required) {
  auto type = cast<RankedTensorType>(value.getType());
  const PlacedDistribution &from = distributions.at(value);
  if (!oneIn(3) &&
      isSubsumed(placements[from.placement].placement, from.distribution,
                 placements[required.placement].placement,
                 required.distribution, type.getShape()))
    return value;
  if (oneIn(3))
    value = box(builder, loc, value, draw(type));
  return box(builder, loc, value, required);
}

/// Creates a shape-only init directly in the required distribution.
Value Randomizer::makeEmpty(OpBuilder &builder, Value like,
                            const PlacedDistribution &required) {
  auto type = cast<RankedTensorType>(like.getType());
  auto empty = tensor::EmptyOp::create(builder, like.getLoc(), type.getShape(),
                                       type.getElementType());
  setSignatureAttr(empty,
                   SignatureAttr::get(placements[required.placement].name,
                                      Signature{{}, {required.distribution}}));
  distributions[empty.getResult()] = required;
  return empty.getResult();
}

LogicalResult Randomizer::assign(Operation *op) {
  bool onTensors =
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>) ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
  if (!onTensors)
    return success();
  if (!isa<SBPOpInterface>(op))
    return op->emitOpError("has no SBP rules");
  auto shared = getRuledOp(op);
  const RuledOp &ruled = *shared;
  if (!ruled.rule.error.empty())
    return op->emitOpError(ruled.rule.error);
  unsigned place = random() % placements.size();
  Signature signature = drawSignature(ruled, placements[place].placement);
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned i = operand.getOperandNumber();
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    PlacedDistribution required{place, signature.operands[i]};
    bool shapeOnly = i < ruled.rule.shapeOnly.size() && ruled.rule.shapeOnly[i];
    operand.set(shapeOnly
                    ? makeEmpty(builder, operand.get(), required)
                    : convert(builder, op->getLoc(), operand.get(), required));
  }
  for (auto [result, distribution] :
       llvm::zip_equal(op->getResults(), signature.results))
    distributions[result] = {place, distribution};
  setSignatureAttr(op, SignatureAttr::get(placements[place].name, signature));
  return success();
}

LogicalResult Randomizer::run(func::FuncOp function) {
  for (auto [i, argument] : llvm::enumerate(function.getArguments())) {
    distributions[argument] = draw(cast<RankedTensorType>(argument.getType()));
    function.setArgAttr(i, SBPDialect::kDistributionAttr,
                        getAttr(distributions.at(argument)));
  }
  Block &block = function.getBody().front();
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  for (Operation *op : ops) {
    if (failed(assign(op)))
      return failure();
  }
  Operation *exit = block.getTerminator();
  OpBuilder builder(exit);
  for (OpOperand &operand : exit->getOpOperands()) {
    PlacedDistribution required =
        draw(cast<RankedTensorType>(operand.get().getType()));
    function.setResultAttr(operand.getOperandNumber(),
                           SBPDialect::kDistributionAttr, getAttr(required));
    operand.set(convert(builder, exit->getLoc(), operand.get(), required));
  }
  // Inits that makeEmpty replaced on all their uses are dead now.
  for (Operation *op : llvm::reverse(ops))
    if (isa<tensor::EmptyOp>(op) && op->use_empty())
      op->erase();
  return success();
}

struct RandomizeDistributions
    : sbp::impl::RandomizeDistributionsPassBase<RandomizeDistributions> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<NamedPlacement> placements;
    for (auto op : getOperation().getOps<PlacementOp>())
      placements.push_back(
          {FlatSymbolRefAttr::get(op.getSymNameAttr()), op.getPlacement()});
    if (placements.empty()) {
      getOperation().emitError("has no sbp.placement to draw from");
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(Randomizer(placements, seed).run(function)))
        return signalPassFailure();
  }
};

} // namespace
