// Additivity.cpp: sets of operands that may be partial together

#include "Additivity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/SignatureEnumeration.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

/// Classifies the scalars of one body for one set of partial operands.
class BodyWalker {
public:
  BodyWalker(linalg::LinalgOp op, const SmallBitVector &partialOperands,
             Combiner combiner)
      : op(op), partialOperands(partialOperands), combiner(combiner),
        allowRounding(op->hasAttr(SBPDialect::kAllowRoundingPartialsAttr)) {}

  ScalarState getState(Value value) {
    auto found = states.find(value);
    if (found != states.end())
      return found->second;
    ScalarState state = compute(value);
    return states[value] = state;
  }

private:
  /// The value a scalar operand has outside, behind its body argument.
  Value resolve(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != op.getBlock())
      return value;
    Value outside = op.getMatchingOpOperand(argument)->get();
    return isa<ShapedType>(outside.getType()) ? value : outside;
  }

  ScalarState compute(Value value) {
    Value resolved = resolve(value);
    if (auto argument = dyn_cast<BlockArgument>(resolved);
        argument && argument.getOwner() == op.getBlock()) {
      if (partialOperands.test(
              op.getMatchingOpOperand(argument)->getOperandNumber()))
        return {false, combiner};
      return {true, std::nullopt};
    }
    Operation *producer = resolved.getDefiningOp();
    if (!producer || producer->getBlock() != op.getBlock() ||
        producer->hasTrait<OpTrait::ConstantLike>())
      return classifyLiteral(resolved, combiner);
    return compute(producer);
  }

  ScalarState compute(Operation *producer) {
    SmallVector<ScalarState> operands;
    llvm::SetVector<Value> captured;
    producer->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (operand.getParentBlock() == op.getBlock())
          captured.insert(operand);
    });
    bool allConstant = llvm::all_of(
        captured, [&](Value operand) { return getState(operand).constant; });
    if (allConstant)
      return {true, std::nullopt};
    if (producer->getNumRegions() != 0)
      return {};
    SmallVector<Value> values;
    for (Value operand : producer->getOperands()) {
      operands.push_back(getState(operand));
      values.push_back(resolve(operand));
      if (operands.back().isRefused())
        return {};
    }
    // On the scalar op where the user's was elementwise on tensors.
    bool mayRound = allowRounding ||
                    producer->hasAttr(SBPDialect::kAllowRoundingPartialsAttr);
    return propagatePartial(producer, operands, values, mayRound);
  }

  linalg::LinalgOp op;
  const SmallBitVector &partialOperands;
  Combiner combiner;
  bool allowRounding;
  llvm::DenseMap<Value, ScalarState> states;
};

/// The search for additive sets of one op.
class AdditivityAnalysis {
public:
  explicit AdditivityAnalysis(linalg::LinalgOp op) : op(op) {
    for (OpOperand &operand : op->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()) &&
          op.payloadUsesValueFromOperand(&operand))
        live.push_back(operand.getOperandNumber());
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
      std::string ignored;
      accumulations.push_back(matchAccumulation(op, i, ignored));
    }
  }

  std::vector<AdditiveSet> run() {
    for (unsigned c = 0; c < numCombiners; ++c)
      for (const SmallBitVector &candidate : getCandidates())
        if (auto set = tryOperands(candidate, static_cast<Combiner>(c)))
          found.push_back(std::move(*set));
    dropDominated();
    return std::move(found);
  }

private:
  std::vector<SmallBitVector> getCandidates();
  SmallBitVector getLeaves(Value value);
  std::optional<AdditiveSet> tryOperands(const SmallBitVector &operands,
                                         Combiner combiner);
  std::optional<ScalarState> getResult(BodyWalker &walker, unsigned index);
  void dropDominated();

  linalg::LinalgOp op;
  SmallVector<unsigned> live;
  SmallVector<std::optional<Accumulation>> accumulations;
  std::vector<AdditiveSet> found;
};

} // namespace

/// The operands that `value` reads.
SmallBitVector AdditivityAnalysis::getLeaves(Value value) {
  SmallBitVector leaves(op->getNumOperands());
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 8> visited;
  while (!worklist.empty()) {
    Value current = worklist.pop_back_val();
    auto argument = dyn_cast<BlockArgument>(current);
    if (argument && argument.getOwner() == op.getBlock()) {
      unsigned number = op.getMatchingOpOperand(argument)->getOperandNumber();
      if (llvm::is_contained(live, number))
        leaves.set(number);
    } else if (Operation *producer = current.getDefiningOp();
               producer && producer->getBlock() == op.getBlock() &&
               visited.insert(producer).second) {
      llvm::append_range(worklist, producer->getOperands());
    }
  }
  return leaves;
}

/// All subsets of up to six live operands; of more only single ones and what
/// one scalar reads, which are the sums.
std::vector<SmallBitVector> AdditivityAnalysis::getCandidates() {
  std::vector<SmallBitVector> candidates;
  constexpr unsigned exhaustive = 6;
  if (live.size() <= exhaustive) {
    for (unsigned mask = 0; mask < (1u << live.size()); ++mask) {
      SmallBitVector operands(op->getNumOperands());
      for (auto [i, operand] : llvm::enumerate(live))
        if (mask & (1u << i))
          operands.set(operand);
      candidates.push_back(std::move(operands));
    }
    return candidates;
  }
  auto add = [&](SmallBitVector operands) {
    if (!llvm::is_contained(candidates, operands))
      candidates.push_back(std::move(operands));
  };
  add(SmallBitVector(op->getNumOperands()));
  for (unsigned operand : live) {
    SmallBitVector single(op->getNumOperands());
    single.set(operand);
    add(std::move(single));
  }
  for (Operation &inner : *op.getBlock())
    for (Value result : inner.getResults())
      add(getLeaves(result));
  return candidates;
}

/// The state of yielded value `index`; nothing where the op reduces with
/// another combiner than its partial values.
std::optional<ScalarState> AdditivityAnalysis::getResult(BodyWalker &walker,
                                                         unsigned index) {
  bool reduces = op.getNumReductionLoops() != 0;
  const std::optional<Accumulation> &accumulation = accumulations[index];
  Value yielded = op.getBlock()->getTerminator()->getOperand(index);
  // A truncation behind the accumulation rounds once, as the type of the init
  // asks for: it belongs to the reduction.
  if (reduces && accumulation && accumulation->combiner == Combiner::Sum)
    yielded = accumulation->combined;
  ScalarState state = walker.getState(yielded);
  if (state.isRefused())
    return std::nullopt;
  if (!state.constant && reduces &&
      !(accumulation && accumulation->combiner == *state.partial))
    return std::nullopt;
  return state;
}

std::optional<AdditiveSet>
AdditivityAnalysis::tryOperands(const SmallBitVector &operands,
                                Combiner combiner) {
  for (unsigned operand : operands.set_bits())
    if (!isLegalCombiner(combiner,
                         getElementTypeOrSelf(op->getOperand(operand))))
      return std::nullopt;
  AdditiveSet set;
  set.combiner = combiner;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    set.operands.push_back(operands.test(i));
  BodyWalker walker(op, operands, combiner);
  for (auto [index, type] : llvm::enumerate(op->getResultTypes())) {
    std::optional<ScalarState> state = getResult(walker, index);
    if (!state)
      return std::nullopt;
    // A literal zero is B and P(sum); from nothing but literals it is P.
    bool isPartial = state->partial && (!state->constant || operands.none());
    if (isPartial &&
        !isLegalCombiner(*state->partial, getElementTypeOrSelf(type)))
      return std::nullopt;
    set.results.push_back(isPartial ? state->partial : std::nullopt);
  }
  bool anyPartial = llvm::any_of(
      set.results, [](const auto &result) { return result.has_value(); });
  if (operands.none() && !anyPartial)
    return std::nullopt;
  return set;
}

/// For idempotent combiners B is a legal partial state: a set whose operands
/// all occur in another one with the same results is redundant.
void AdditivityAnalysis::dropDominated() {
  auto dominates = [](const AdditiveSet &a, const AdditiveSet &b) {
    return a.combiner == b.combiner && isIdempotent(a.combiner) &&
           a.results == b.results && a.operands != b.operands &&
           llvm::all_of(llvm::zip_equal(a.operands, b.operands), [](auto pair) {
             return std::get<0>(pair) || !std::get<1>(pair);
           });
  };
  std::vector<AdditiveSet> kept;
  for (const AdditiveSet &set : found)
    if (llvm::none_of(found, [&](const AdditiveSet &other) {
          return dominates(other, set);
        }))
      kept.push_back(set);
  found = std::move(kept);
}

std::vector<AdditiveSet> findAdditiveSets(linalg::LinalgOp op) {
  return AdditivityAnalysis(op).run();
}

} // namespace sbp
