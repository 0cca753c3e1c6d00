// Accumulation.cpp: the combiner of a body and its init

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/ExternalModels/LinalgRule.h"
#include "sbp/Interfaces/SignatureEnumeration.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

/// A scalar op that combines an accumulator with other values.
struct CombiningOp {
  Combiner combiner;
  /// The operands that may be the accumulator.
  SmallVector<unsigned, 2> accumulators;
};

} // namespace

static std::optional<CombiningOp> matchCombiningOp(Operation *op) {
  auto either = [](Combiner combiner) {
    return std::optional<CombiningOp>({combiner, {0, 1}});
  };
  return llvm::TypeSwitch<Operation *, std::optional<CombiningOp>>(op)
      .Case<arith::AddFOp, arith::AddIOp>(
          [&](auto) { return either(Combiner::Sum); })
      .Case<arith::SubFOp, arith::SubIOp>(
          [](auto) { return CombiningOp{Combiner::Sum, {0}}; })
      .Case<math::FmaOp>([](auto) { return CombiningOp{Combiner::Sum, {2}}; })
      .Case<arith::MulFOp, arith::MulIOp>(
          [&](auto) { return either(Combiner::Prod); })
      .Case<arith::MaximumFOp, arith::MaxSIOp>(
          [&](auto) { return either(Combiner::Max); })
      .Case<arith::MinimumFOp, arith::MinSIOp>(
          [&](auto) { return either(Combiner::Min); })
      .Case<arith::MaxNumFOp>([&](auto) { return either(Combiner::MaxNum); })
      .Case<arith::MinNumFOp>([&](auto) { return either(Combiner::MinNum); })
      .Case<arith::MaxUIOp>([&](auto) { return either(Combiner::UMax); })
      .Case<arith::MinUIOp>([&](auto) { return either(Combiner::UMin); })
      .Case<arith::AndIOp>([&](auto) { return either(Combiner::And); })
      .Case<arith::OrIOp>([&](auto) { return either(Combiner::Or); })
      .Default([](Operation *) { return std::nullopt; });
}

/// Whether `value` depends on an init of the op.
static bool readsInit(linalg::LinalgOp op, Value value) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 8> visited;
  while (!worklist.empty()) {
    Value current = worklist.pop_back_val();
    if (current.getParentBlock() != op.getBlock())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(current)) {
      if (argument.getArgNumber() >= op.getNumDpsInputs())
        return true;
      continue;
    }
    Operation *producer = current.getDefiningOp();
    if (visited.insert(producer).second)
      producer->walk([&](Operation *inner) {
        llvm::append_range(worklist, inner->getOperands());
      });
  }
  return false;
}

/// Strips ops that change the width of a float and nothing else.
template <typename WidthOp> static Value peel(Value value) {
  auto op = value.getDefiningOp<WidthOp>();
  return op ? op.getIn() : value;
}

/// Whether `value` is `accumulator` combined with values that read no init, by
/// ops of one combiner (set on return).
static bool accumulates(linalg::LinalgOp op, Value value, Value accumulator,
                        std::optional<Combiner> &combiner) {
  Operation *producer = value.getDefiningOp();
  if (!producer || producer->getBlock() != op.getBlock())
    return false;
  std::optional<CombiningOp> combining = matchCombiningOp(producer);
  if (!combining || (combiner && *combiner != combining->combiner))
    return false;
  for (unsigned position : combining->accumulators) {
    Value inner = producer->getOperand(position);
    bool othersIndependent = llvm::all_of(
        llvm::enumerate(producer->getOperands()), [&](auto operand) {
          return operand.index() == position || !readsInit(op, operand.value());
        });
    if (!othersIndependent)
      continue;
    combiner = combining->combiner;
    if (peel<arith::ExtFOp>(inner) == accumulator)
      return true;
    return accumulates(op, inner, accumulator, combiner);
  }
  return false;
}

std::optional<Accumulation>
matchAccumulation(linalg::LinalgOp op, unsigned index, std::string &why) {
  BlockArgument init = op.getRegionOutputArgs()[index];
  Value yielded = op.getBlock()->getTerminator()->getOperand(index);
  if (init.use_empty()) {
    why = "the body does not combine with its init";
    return std::nullopt;
  }
  Value combined = peel<arith::TruncFOp>(yielded);
  std::optional<Combiner> combiner;
  if (!init.hasOneUse() || !accumulates(op, combined, init, combiner)) {
    why = "the body is not init (+) g with g independent of the inits";
    return std::nullopt;
  }
  if (!isLegalCombiner(*combiner, init.getType())) {
    why = (getCombinerName(*combiner) + " does not combine partial values of ")
              .str();
    llvm::raw_string_ostream(why) << init.getType();
    return std::nullopt;
  }
  return Accumulation{*combiner, combined, combined != yielded};
}

} // namespace sbp
