// Soundness.cpp: executes signatures on random states
//
// Property-based testing of signatures. A trial draws random states of the
// operands, evaluates the op per rank and on the reassembled values, and
// compares. Results are equal bit for bit unless a float sum is re-associated;
// then the difference is bounded by k * eps * sum of |terms| (Higham 2002,
// section 4.2). Example: sqrt with P -> P(sum) fails: sqrt(1) + sqrt(4) is not
// sqrt(5).

#include "sbp/Interpreter/Soundness.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sbp/Interfaces/ElementTypes.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/ScopedPrinter.h"
#include <cmath>

using namespace mlir;

namespace sbp {

/// One draw: a signature, a placement and properties of the elements.
struct SoundnessChecker::Trial {
  const Signature &signature;
  const Placement &placement;
  ElementMix mix;
  bool hasLinearOperand = false;  ///< a float operand is P(sum) or P(prod)
  bool partialsAreFinite = false; ///< several, on different axes
  bool isExact = true;            ///< no float sum or product is re-associated
  double largest = 1.0;           ///< largest finite magnitude of operands
  double terms = 1.0;             ///< operand elements per result element
};

/// Returns for each axis whether a distribution is partial on it.
static SmallVector<bool> getPartialAxes(const Distribution &distribution) {
  SmallVector<bool> axes;
  for (const Component &component : distribution.components)
    axes.push_back(component.isPartial());
  return axes;
}

/// Returns true if reassembling the value re-associates a float sum or product.
static bool isReassociated(Type type, const Distribution &distribution) {
  auto combiner = distribution.getCombiner();
  return isa<FloatType>(getElementTypeOrSelf(type)) && combiner &&
         (*combiner == Combiner::Sum || *combiner == Combiner::Prod);
}

SoundnessChecker::SoundnessChecker(Operation *op, uint64_t seed)
    : op(op), random(seed) {}

/// Returns inclusive bounds of integer elements, which a test states on the
/// argument: `{test.range = [0, 4]}` for indices, `[1, 9]` for divisors.
static std::optional<std::pair<int64_t, int64_t>> getBounds(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      dyn_cast_or_null<func::FuncOp>(value.getParentBlock()->getParentOp());
  if (!argument || !function)
    return std::nullopt;
  auto range = function.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(),
                                                    "test.range");
  if (!range || range.size() != 2)
    return std::nullopt;
  return std::pair(cast<IntegerAttr>(range[0]).getInt(),
                   cast<IntegerAttr>(range[1]).getInt());
}

ElementRange SoundnessChecker::getRange(Value operand, const Trial &trial,
                                        bool isPartial) const {
  return {trial.mix,
          isPartial ? !trial.partialsAreFinite : !trial.hasLinearOperand,
          getBounds(operand)};
}

/// Evaluates the scalars and constants that the op reads; values computed from
/// tensors are drawn instead.
LogicalResult SoundnessChecker::collectScalars() {
  for (Operation &other : *op->getBlock()) {
    if (&other == op)
      break;
    bool isConstant = other.hasTrait<OpTrait::ConstantLike>();
    bool isScalar =
        llvm::none_of(other.getOperandTypes(), llvm::IsaPred<ShapedType>) &&
        llvm::none_of(other.getResultTypes(), llvm::IsaPred<ShapedType>);
    bool isKnown = llvm::all_of(other.getOperands(), [&](Value operand) {
      return frame.find(operand) != nullptr;
    });
    if ((!isConstant && !isScalar) || !isKnown)
      continue;
    auto results = evaluateOp(&other, frame.get(other.getOperands()), frame);
    if (failed(results))
      return failure();
    for (auto [value, runtime] : llvm::zip_equal(other.getResults(), *results))
      frame.set(value, runtime);
  }
  llvm::SetVector<Value> read;
  read.insert(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  for (Value value : read)
    if (!isa<ShapedType>(value.getType()) && !frame.find(value))
      drawn.push_back(value);
  drawScalars();
  return success();
}

/// Draws the scalars that are read from a tensor or an argument. An index
/// without bounds is 0, which is one of everything.
void SoundnessChecker::drawScalars() {
  Signature none;
  Placement nowhere;
  Trial trial{none, nowhere, ElementMix::SmallIntegers};
  for (Value value : drawn) {
    ElementRange range = getRange(value, trial, /*isPartial=*/false);
    bool isAny = value.getType().isIndex() && !range.bounds;
    frame.set(value, isAny ? makeInteger(0)
                           : random.drawScalar(value.getType(), range));
  }
}

/// Returns the largest finite magnitude, 0 without floats.
static double largestFinite(const TensorValue &tensor) {
  double largest = 0.0;
  for (int64_t i = 0; tensor.isFloat() && i < tensor.size(); ++i)
    if (std::isfinite(tensor[i].f))
      largest = std::max(largest, std::fabs(tensor[i].f));
  return largest;
}

/// Returns the epsilon of the coarsest float type that the op reads or writes,
/// because reassembling rounds partial values to that type.
double SoundnessChecker::getEpsilon() const {
  double epsilon = ElementType::find("f64")->epsilon;
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types) {
      Type element = getElementTypeOrSelf(type);
      if (isa<FloatType>(element))
        epsilon = std::max(epsilon, findElementType(element)->epsilon);
    }
  return epsilon;
}

/// Sets the marks of all elements of `shape` inside of `box`.
static void markBox(const Box &box, ArrayRef<int64_t> shape,
                    MutableArrayRef<bool> marks) {
  forEachIndex(getShape(box), [&](ArrayRef<int64_t> index) {
    int64_t element = 0;
    for (auto [range, offset, extent] : llvm::zip_equal(box, index, shape))
      element = element * extent + range.begin + offset;
    marks[element] = true;
  });
}

/// Compares a reassembled result with the expected one. The terms of the error
/// bound are bounded by the product of the operands' largest magnitudes.
LogicalResult SoundnessChecker::compare(unsigned result, const Trial &trial,
                                        ArrayRef<TensorValue> states,
                                        const TensorValue &expected) {
  const Distribution &distribution = trial.signature.results[result];
  TensorValue found =
      reassemble(states, trial.placement, distribution, expected.getShape(),
                 expected.getElementType());
  double magnitude = trial.terms * trial.largest;
  for (const TensorValue &state : states)
    magnitude += largestFinite(state);
  double bound = trial.isExact || !expected.isFloat()
                     ? 0.0
                     : getEpsilon() *
                           (trial.terms + trial.placement.getNumRanks()) *
                           (magnitude + largestFinite(expected));
  // Elements outside of all windows are on no rank.
  SmallVector<bool> isHeld(expected.size(), !distribution.hasWindows());
  for (int64_t i = 0;
       distribution.hasWindows() && i < trial.placement.getNumRanks(); ++i)
    markBox(getBoxAt(trial.placement, distribution, expected.getShape(), i),
            expected.getShape(), isHeld);
  for (int64_t i = 0; i < expected.size(); ++i) {
    if (!isHeld[i] ||
        sameScalar(expected.getElementType(), expected[i], found[i]))
      continue;
    if (bound > 0 && std::fabs(expected[i].f - found[i].f) <= bound)
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "result #" << result << ", element " << i << ": ";
    printScalar(os, expected.getElementType(), found[i]);
    os << " from " << trial.placement.getNumRanks() << " ranks, ";
    printScalar(os, expected.getElementType(), expected[i]);
    os << " from one";
    return op->emitOpError("has the unsound signature ")
           << llvm::to_string(trial.signature) << ": " << text;
  }
  return success();
}

LogicalResult SoundnessChecker::checkMix(const Signature &signature,
                                         const Placement &placement,
                                         ElementMix mix) {
  Trial trial{signature, placement, mix};
  std::optional<SmallVector<bool>> linearAxes;
  for (auto [value, distribution] :
       llvm::zip_equal(op->getOperands(), signature.operands)) {
    if (!isReassociated(value.getType(), distribution))
      continue;
    SmallVector<bool> axes = getPartialAxes(distribution);
    trial.hasLinearOperand = true;
    trial.partialsAreFinite |= linearAxes && *linearAxes != axes;
    linearAxes = axes;
  }
  trial.isExact = !trial.hasLinearOperand;
  for (auto [value, distribution] :
       llvm::zip_equal(op->getResults(), signature.results))
    trial.isExact &= !isReassociated(value.getType(), distribution);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    for (int64_t extent : structured.getStaticLoopRanges())
      trial.terms *= std::max<int64_t>(extent, 1);

  // Draw states, and reassemble them as the operands of the whole op.
  std::vector<std::vector<TensorValue>> locals(op->getNumOperands());
  RuntimeValues globals;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type) {
      globals.push_back(frame.get(operand));
      continue;
    }
    const Distribution &distribution = signature.operands[i];
    if (const RuntimeValue *constant = frame.find(operand))
      locals[i] = splitIntoStates(**constant, placement, distribution);
    else
      locals[i] = random.drawStates(
          type, placement, distribution,
          getRange(operand, trial, distribution.hasPartial()));
    for (const TensorValue &state : locals[i])
      trial.largest = std::max(trial.largest, largestFinite(state));
    globals.push_back(reassemble(locals[i], placement, distribution,
                                 type.getShape(), type.getElementType()));
  }
  trial.largest = std::pow(trial.largest, std::min(op->getNumOperands(), 3u));
  auto expected = evaluateOp(op, globals, frame);
  if (failed(expected))
    return failure();
  auto results = evaluateLocally(op, signature, placement, locals, frame,
                                 /*verify=*/true, onTime);
  if (failed(results))
    return failure();
  for (auto [i, states] : llvm::enumerate(*results)) {
    if (!(*expected)[i].tensor)
      continue;
    if (findCopyMismatch(states, placement, signature.results[i]))
      return op->emitOpError("has the unsound signature ")
             << llvm::to_string(signature) << ": result #" << i
             << " differs between ranks that should hold copies";
    if (failed(compare(i, trial, states, *(*expected)[i])))
      return failure();
  }
  return success();
}

LogicalResult SoundnessChecker::check(const Signature &signature,
                                      const Placement &placement) {
  if (failed(collectScalars()))
    return failure();
  // NaN faults need particular neighbours: small tensors are drawn repeatedly,
  // until about 80 elements were seen. Two ranks suffice for that.
  int64_t elements = placement.getNumRanks() == 2 ? 1 : 80;
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      elements = std::max(elements, tensor.getNumElements());
  const std::pair<ElementMix, int64_t> draws[] = {
      {ElementMix::SmallIntegers, 1},
      {ElementMix::WholeRange, 1},
      {ElementMix::Specials, std::clamp<int64_t>(80 / elements, 1, 16)}};
  for (auto [mix, count] : draws)
    for (int64_t i = 0; i < count; ++i) {
      drawScalars();
      if (failed(checkMix(signature, placement, mix)))
        return failure();
    }
  return success();
}

FailureOr<int64_t> SoundnessChecker::checkAll(const Placement &placement) {
  auto shared = getRuledOp(op);
  const RuledOp &ruled = *shared;
  std::vector<Signature> signatures = enumerateSignatures(ruled, placement);
  for (Signature signature : signatures) {
    if (failed(check(signature, placement)))
      return failure();
    if (placement.getNumAxes() < 2)
      continue;
    // Reversed orders of axes exercise nested splits.
    auto reverse = [&](Distribution &distribution) {
      for (int64_t axis = placement.getNumAxes() - 1; axis >= 0; --axis)
        distribution.order.push_back(axis);
    };
    llvm::for_each(signature.operands, reverse);
    llvm::for_each(signature.results, reverse);
    if (isSoundSignature(ruled, placement, signature) &&
        failed(check(signature, placement)))
      return failure();
  }
  return signatures.size();
}

/// Returns true if every dimension that the signature splits is a multiple of
/// the number of positions, and nothing is split into windows.
static bool isDivided(Operation *op, const Signature &signature,
                      int64_t count) {
  auto fits = [&](TypeRange types, ArrayRef<Distribution> distributions) {
    return llvm::all_of(llvm::zip_equal(types, distributions), [&](auto pair) {
      auto type = dyn_cast<RankedTensorType>(std::get<0>(pair));
      Component time = std::get<1>(pair).components[0];
      return !type || !time.isSplit() ||
             (!time.windows && type.getDimSize(time.dim) % count == 0);
    });
  };
  return fits(op->getOperandTypes(), signature.operands) &&
         fits(op->getResultTypes(), signature.results);
}

FailureOr<int64_t> SoundnessChecker::checkMicroBatches(int64_t count) {
  Placement axis{"time", {"time"}, {count}, {}};
  for (int64_t k = 0; k < count; ++k)
    axis.ranks.push_back(k);
  int64_t checked = 0;
  llvm::SaveAndRestore verifyOnTime(onTime, /*NewValue=*/true);
  auto ruled = getRuledOp(op);
  for (const Signature &signature : enumerateSignatures(*ruled, axis)) {
    if (!isDivided(op, signature, count))
      continue;
    if (failed(check(signature, axis)))
      return failure();
    ++checked;
  }
  return checked;
}

/// Builds and evaluates an alternative on the operands' values.
static FailureOr<RuntimeValues>
evaluateAlternative(const Alternative &form, Operation *op,
                    ArrayRef<RuntimeValue> operands, const Frame &outer) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(op->getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  SmallVector<Value> results = form.build(builder);
  Frame frame(&outer);
  for (auto [value, runtime] : llvm::zip_equal(op->getOperands(), operands))
    frame.set(value, runtime);
  for (Operation &built : *module->getBody()) {
    auto values = evaluateOp(&built, frame.get(built.getOperands()), frame);
    if (failed(values))
      return failure();
    for (auto [value, runtime] : llvm::zip_equal(built.getResults(), *values))
      frame.set(value, runtime);
  }
  return frame.get(results);
}

RuntimeValues SoundnessChecker::drawOperands(const Trial &trial) {
  RuntimeValues operands;
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    operands.push_back(type ? RuntimeValue(random.drawTensor(
                                  type, getRange(operand, trial,
                                                 /*isPartial=*/false)))
                            : frame.get(operand));
  }
  return operands;
}

FailureOr<WorkCounts> SoundnessChecker::countWork() {
  if (failed(collectScalars()))
    return failure();
  Placement single{"", {"all"}, {1}, {0}};
  Signature whole;
  Trial trial{whole, single, ElementMix::WholeRange};
  RuntimeValues operands = drawOperands(trial);
  WorkCounts counts;
  InterpreterOptions options;
  options.counts = &counts;
  Frame counting(options);
  for (auto [value, runtime] : llvm::zip_equal(op->getOperands(), operands))
    // The interpreter counts only in a frame with `counts`, so captured values
    // are copied into one.
    counting.set(value, runtime);
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (const RuntimeValue *known = frame.find(value))
      counting.set(value, *known);
  if (failed(evaluateOp(op, operands, counting)))
    return failure();
  return counts;
}

LogicalResult SoundnessChecker::checkAlternatives(const Placement &placement) {
  auto forms = cast<SBPOpInterface>(op).getAlternatives(placement);
  llvm::erase_if(forms, [&](const Alternative &form) {
    return !checkedForms.insert(form.name).second;
  });
  if (forms.empty())
    return success();
  if (failed(collectScalars()))
    return failure();
  Placement single{"", {"all"}, {1}, {0}};
  Signature whole;
  whole.operands.assign(op->getNumOperands(), Distribution::broadcast(1));
  whole.results.assign(op->getNumResults(), Distribution::broadcast(1));
  for (ElementMix mix : {ElementMix::WholeRange, ElementMix::Specials}) {
    Trial trial{whole, single, mix};
    trial.isExact = false;
    RuntimeValues operands = drawOperands(trial);
    for (Type operandType : op->getOperandTypes())
      if (auto type = dyn_cast<RankedTensorType>(operandType))
        trial.terms = std::max<double>(trial.terms, type.getNumElements());
    auto expected = evaluateOp(op, operands, frame);
    if (failed(expected))
      return failure();
    for (const Alternative &form : forms) {
      auto found = evaluateAlternative(form, op, operands, frame);
      if (failed(found))
        return failure();
      for (auto [i, value] : llvm::enumerate(*found))
        if (failed(compare(i, trial, {*value}, *(*expected)[i])))
          return op->emitOpError("computes another value as alternative '")
                 << form.name << "'";
    }
  }
  return success();
}

} // namespace sbp
