// Additivity.cpp: sets of operands that may be partial together

#include "Additivity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/SignatureEnumeration.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

/// The values on which each scalar of a body depends. Sets of operands are
/// tried by the hundred in a sum of hundreds of terms, so that each must visit
/// only the scalars that depend on it.
class BodyDependences {
public:
  BodyDependences(linalg::LinalgOp op, ArrayRef<unsigned> live);

  linalg::LinalgOp getOp() const { return op; }
  /// Returns the live operands that `value` depends on; null for none.
  const SmallBitVector *getLeaves(Value value) const {
    auto found = leaves.find(value);
    return found == leaves.end() ? nullptr : &found->second;
  }
  /// Returns the scalars of the body that `inner` and its regions read.
  ArrayRef<Value> getCaptured(Operation *inner) const {
    return captured.find(inner)->second;
  }

private:
  linalg::LinalgOp op;
  llvm::DenseMap<Value, SmallBitVector> leaves;
  llvm::DenseMap<Operation *, SmallVector<Value, 2>> captured;
};

} // namespace

BodyDependences::BodyDependences(linalg::LinalgOp op, ArrayRef<unsigned> live)
    : op(op) {
  for (unsigned operand : live) {
    SmallBitVector single(op->getNumOperands());
    single.set(operand);
    leaves[op.getMatchingBlockArgument(&op->getOpOperand(operand))] =
        std::move(single);
  }
  for (Operation &inner : *op.getBlock()) {
    llvm::SetVector<Value> values;
    inner.walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (operand.getParentBlock() == op.getBlock())
          values.insert(operand);
    });
    SmallBitVector all(op->getNumOperands());
    for (Value operand : values)
      if (const SmallBitVector *known = getLeaves(operand))
        all |= *known;
    captured[&inner] = to_vector<2>(values);
    if (all.any())
      for (Value result : inner.getResults())
        leaves[result] = all;
  }
}

namespace {

/// Classifies the scalars of one body for one set of partial operands.
class BodyWalker {
public:
  BodyWalker(const BodyDependences &body, const SmallBitVector &partialOperands,
             Combiner combiner)
      : body(body), op(body.getOp()), partialOperands(partialOperands),
        combiner(combiner),
        allowRounding(op->hasAttr(SBPDialect::kAllowRoundingPartialsAttr)) {}

  ScalarState getState(Value value) {
    auto found = states.find(value);
    if (found != states.end())
      return found->second;
    ScalarState state = compute(value);
    return states[value] = state;
  }

private:
  /// The value a scalar operand has outside, of its body argument.
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

  /// Without partial operands among its leaves a scalar is equal on all ranks.
  bool isConstant(Value value) {
    const SmallBitVector *leaves = body.getLeaves(value);
    return !leaves || !leaves->anyCommon(partialOperands);
  }

  ScalarState compute(Operation *producer) {
    if (llvm::all_of(body.getCaptured(producer),
                     [&](Value operand) { return isConstant(operand); }))
      return {true, std::nullopt};
    if (producer->getNumRegions() != 0)
      return {};
    SmallVector<ScalarState> operands;
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

  const BodyDependences &body;
  linalg::LinalgOp op;
  const SmallBitVector &partialOperands;
  Combiner combiner;
  bool allowRounding;
  llvm::DenseMap<Value, ScalarState> states;
};

/// The search for additive sets of one op.
class AdditivityAnalysis {
public:
  explicit AdditivityAnalysis(linalg::LinalgOp op)
      : op(op), live(getLiveOperands(op)), body(op, live) {
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
      std::string ignored;
      accumulations.push_back(matchAccumulation(op, i, ignored));
    }
  }

  std::vector<AdditiveSet> run() {
    std::vector<SmallBitVector> candidates = getCandidates();
    for (unsigned c = 0; c < numCombiners; ++c)
      for (const SmallBitVector &candidate : candidates)
        if (auto set = tryOperands(candidate, static_cast<Combiner>(c)))
          found.push_back(std::move(*set));
    dropDominated();
    return std::move(found);
  }

private:
  static SmallVector<unsigned> getLiveOperands(linalg::LinalgOp op);
  std::vector<SmallBitVector> getCandidates();
  std::optional<AdditiveSet> tryOperands(const SmallBitVector &operands,
                                         Combiner combiner);
  std::optional<ScalarState> getResult(BodyWalker &walker, unsigned index);
  void dropDominated();

  linalg::LinalgOp op;
  SmallVector<unsigned> live;
  BodyDependences body;
  SmallVector<std::optional<Accumulation>> accumulations;
  std::vector<AdditiveSet> found;
};

} // namespace

/// The tensors whose elements the body reads.
SmallVector<unsigned> AdditivityAnalysis::getLiveOperands(linalg::LinalgOp op) {
  SmallVector<unsigned> live;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()) &&
        op.payloadUsesValueFromOperand(&operand))
      live.push_back(operand.getOperandNumber());
  return live;
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
  llvm::DenseSet<SmallBitVector> known;
  auto add = [&](const SmallBitVector &operands) {
    if (known.insert(operands).second)
      candidates.push_back(operands);
  };
  SmallBitVector none(op->getNumOperands());
  add(none);
  for (unsigned operand : live) {
    SmallBitVector single(op->getNumOperands());
    single.set(operand);
    add(single);
  }
  for (Operation &inner : *op.getBlock())
    for (Value result : inner.getResults())
      if (const SmallBitVector *leaves = body.getLeaves(result))
        add(*leaves);
  return candidates;
}

/// The state of yielded value `index`; nothing where the op reduces with
/// another combiner than its partial values.
std::optional<ScalarState> AdditivityAnalysis::getResult(BodyWalker &walker,
                                                         unsigned index) {
  bool reduces = op.getNumReductionLoops() != 0;
  const std::optional<Accumulation> &accumulation = accumulations[index];
  Value yielded = op.getBlock()->getTerminator()->getOperand(index);
  // A truncation after the accumulation rounds once, as the type of the init
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
  BodyWalker walker(body, operands, combiner);
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
