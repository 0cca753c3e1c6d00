// LinalgAdjoint.cpp: the cotangents of the operands of one structured op

#include "LinalgAdjoint.h"
#include "Models.h"
#include "ScalarBuilder.h"
#include "SmoothForms.h"
#include "TieSlopes.h"
#include "ZeroGuard.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;

using Is = arith::CmpFPredicate;

//===----------------------------------------------------------------------===//
// How results depend on inputs
//===----------------------------------------------------------------------===//

/// Returns whether result `index` combines several iterations.
bool LinalgAdjoint::isReduced(unsigned index) {
  AffineMap map = op.getIndexingMapMatchingResult(op->getResult(index));
  auto iterators = op.getIteratorTypesArray();
  return llvm::any_of(llvm::enumerate(iterators), [&](auto loop) {
    return loop.value() == utils::IteratorType::reduction &&
           !llvm::is_contained(map.getResults(),
                               builder.getAffineDimExpr(loop.index()));
  });
}

/// Returns whether a partial derivative may be infinite where the operands are
/// finite, or multiplies by a value of the forward pass element by element.
/// Contractions are left as they are: a mask would make them something else.
static bool hasUnboundedPartials(linalg::LinalgOp op) {
  bool reduces = op.getNumReductionLoops() > 0;
  return llvm::any_of(op.getBlock()->without_terminator(),
                      [&](Operation &inner) {
                        if (isa<arith::ConstantOp, arith::AddFOp, arith::SubFOp,
                                arith::NegFOp, arith::ExtFOp, arith::TruncFOp,
                                arith::SelectOp, linalg::IndexOp>(inner) ||
                            llvm::none_of(inner.getResults(), hasFloats))
                          return false;
                        return !reduces || !isa<arith::MulFOp>(inner);
                      });
}

LogicalResult LinalgAdjoint::analyse(ArrayRef<Value> cotangents) {
  if (!op.hasPureTensorSemantics())
    return op->emitOpError() << "has no gradient: it is not on tensors";
  for (auto [index, cotangent] : llvm::enumerate(cotangents)) {
    if (!cotangent)
      continue;
    Output output;
    output.index = index;
    output.cotangent = cotangent;
    output.map = op.getIndexingMapMatchingResult(op->getResult(index));
    if (hasUnboundedPartials(op))
      output.guard = buildZeroGuard(builder, loc, cotangent);
    if (isReduced(index) && failed(analyseReduction(output)))
      return failure();
    outputs.push_back(output);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Operands of the generics of an adjoint
//===----------------------------------------------------------------------===//

/// The inputs and inits of the primal, then what is read of each output.
SmallVector<AdjointInput> LinalgAdjoint::getInputs(ArrayRef<Output> read) {
  SmallVector<AdjointInput> inputs;
  for (OpOperand &operand : op->getOpOperands())
    inputs.push_back({operand.get(), op.getMatchingIndexingMap(&operand)});
  for (const Output &output : read)
    for (Value value : {output.cotangent, Value(op->getResult(output.index)),
                        output.guard, output.count, output.others})
      if (value)
        inputs.push_back(
            {value, value == output.others ? output.othersMap : output.map,
             value == output.cotangent});
  return inputs;
}

/// The values of the primal's block arguments. A reduction's init is a zero:
/// no derivative depends on it.
SmallVector<Value> LinalgAdjoint::getBodyArguments(OpBuilder &builder,
                                                   ValueRange arguments) {
  SmallVector<Value> values(
      arguments.take_front(op.getBlock()->getNumArguments()));
  for (auto [index, init] : llvm::enumerate(op.getRegionOutputArgs()))
    if (isReduced(index))
      values[init.getArgNumber()] = arith::ConstantOp::create(
          builder, loc, builder.getZeroAttr(init.getType()));
  return values;
}

LinalgAdjoint::OutputArguments
LinalgAdjoint::getOutputArguments(ArrayRef<Output> read, size_t index,
                                  ValueRange arguments) {
  size_t next = op.getBlock()->getNumArguments();
  OutputArguments found;
  for (const Output &output : read.take_front(index + 1)) {
    found = {};
    found.cotangent = arguments[next++];
    found.result = arguments[next++];
    if (output.guard)
      found.guard = arguments[next++];
    if (output.count)
      found.count = arguments[next++];
    if (output.others)
      found.others = arguments[next++];
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Cotangents
//===----------------------------------------------------------------------===//

/// Gives the body's values the cotangents that come from one output.
void LinalgAdjoint::seed(OpBuilder &builder, BodyGradient &body,
                         const Output &output,
                         const OutputArguments &arguments) {
  ScalarBuilder s(builder, loc);
  Value yielded = op.getBlock()->getTerminator()->getOperand(output.index);
  Value g = arguments.cotangent;
  if (arguments.guard)
    body.setGuard(g, arguments.guard);
  if (!output.term)
    return body.addCotangent(yielded, g);
  Value share = buildShare(s, output, arguments, body.getClone(output.term));
  if (arguments.guard)
    share = s.select(arguments.guard, share, s.number(share, 0.0));
  body.addCotangent(output.term, share);
}

/// An elementwise result is read where the derivative needs it, instead of
/// being computed again.
static void readResult(BodyGradient &body, Value yielded, Value result) {
  Value clone = body.getClone(yielded);
  if (clone != result && clone.getDefiningOp() &&
      clone.getParentBlock() == result.getParentBlock())
    clone.replaceAllUsesWith(result);
}

/// Returns whether `value`, of the block of `arguments`, depends on one of
/// them.
static bool dependsOn(Value value, const DenseSet<Value> &arguments) {
  if (arguments.contains(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && llvm::any_of(op->getOperands(), [&](Value operand) {
           return dependsOn(operand, arguments);
         });
}

/// Returns `term`, and zero in iterations that stand for none of the primal. A
/// cotangent that is indexed by all loops that are replaced is zero there
/// already, but an infinity among the other operands makes a NaN of it.
Value LinalgAdjoint::maskTerm(OpBuilder &builder,
                              const WindowInversion &inversion,
                              ArrayRef<AdjointInput> inputs,
                              ArrayRef<unsigned> targets, ValueRange arguments,
                              Value term) {
  bool isIndexed = inversion.replaceIndices(*builder.getInsertionBlock());
  DenseSet<Value> foreign;
  for (unsigned target : targets)
    foreign.insert(arguments[target]);
  for (auto [input, argument] : llvm::zip_equal(inputs, arguments))
    if (!input.isCotangent && inversion.isDilated(input.map))
      foreign.insert(argument);
  bool isZero = llvm::all_of(outputs, [&](const Output &output) {
    return llvm::all_of(
        inversion.getStarts().getResults(), [&](AffineExpr loop) {
          return llvm::is_contained(output.map.getResults(), loop);
        });
  });
  if (isZero && !isIndexed && !dependsOn(term, foreign))
    return term;
  ScalarBuilder s(builder, loc);
  Value mask = arguments.back();
  return s.select(s.is(Is::UNE, mask, s.number(mask, 0.0)), term,
                  s.number(term, 0.0));
}

/// Builds the sum of the cotangents of all `targets`, a tensor of `type` that
/// is indexed by `map`.
FailureOr<Value> LinalgAdjoint::buildTargets(ArrayRef<OpOperand *> targets,
                                             RankedTensorType type,
                                             AffineMap map,
                                             const WindowInversion *inversion) {
  SmallVector<unsigned> numbers;
  for (OpOperand *target : targets)
    numbers.push_back(op.getMatchingBlockArgument(target).getArgNumber());
  SmallVector<AdjointInput> inputs = getInputs(outputs);
  if (inversion)
    inputs.push_back({inversion->buildOnes(builder, loc, type.getElementType()),
                      inversion->getStarts()});
  bool isZero = false;
  auto cotangent = buildAdjointGeneric(
      builder, loc, inputs, type, map, 0.0,
      [&](OpBuilder &builder, ValueRange arguments,
          Value init) -> FailureOr<Value> {
        BodyGradient body(builder, op, getBodyArguments(builder, arguments));
        for (auto [i, output] : llvm::enumerate(outputs))
          seed(builder, body, output,
               getOutputArguments(outputs, i, arguments));
        if (failed(body.sweep(numbers)))
          return failure();
        Value sum;
        ScalarBuilder s(builder, loc);
        for (unsigned number : numbers)
          if (Value term =
                  body.getCotangent(op.getBlock()->getArgument(number)))
            sum = sum ? s.add(sum, term) : term;
        for (auto [i, output] : llvm::enumerate(outputs))
          if (!output.combiner)
            readResult(body,
                       op.getBlock()->getTerminator()->getOperand(output.index),
                       getOutputArguments(outputs, i, arguments).result);
        isZero = !sum;
        if (sum && inversion)
          sum = maskTerm(builder, *inversion, inputs, numbers, arguments, sum);
        return sum && init ? s.add(init, sum) : sum;
      },
      inversion);
  if (failed(cotangent) || !isZero)
    return cotangent;
  cotangent->getDefiningOp()->erase();
  return Value();
}

/// Builds the cotangent of scalar operands, which every iteration reads.
FailureOr<Value> LinalgAdjoint::buildScalar(ArrayRef<OpOperand *> targets,
                                            AffineMap map) {
  Value scalar = targets.front()->get();
  Type element = hasFloats(scalar) ? scalar.getType() : builder.getF32Type();
  auto type = RankedTensorType::get({}, element);
  FailureOr<Value> sum =
      buildTargets(targets, type, map, /*inversion=*/nullptr);
  if (failed(sum) || !*sum)
    return sum;
  return Value(tensor::ExtractOp::create(builder, loc, *sum, ValueRange()));
}

/// Builds the cotangent of operands with a map that cannot be inverted: each
/// iteration adds its contribution to the element that it reads.
FailureOr<Value> LinalgAdjoint::buildScattered(ArrayRef<OpOperand *> targets) {
  auto type = cast<RankedTensorType>(targets.front()->get().getType());
  AffineMap map = op.getMatchingIndexingMap(targets.front());
  SmallVector<int64_t> extents = op.getStaticLoopRanges(), loops, shape;
  SmallVector<AffineExpr> places(map.getNumDims(),
                                 builder.getAffineConstantExpr(0));
  for (unsigned loop = 0; loop < map.getNumDims(); ++loop)
    if (map.isFunctionOfDim(loop)) {
      places[loop] = builder.getAffineDimExpr(loops.size());
      loops.push_back(loop);
      shape.push_back(extents[loop]);
    }
  if (llvm::is_contained(shape, 0))
    return Value();
  FailureOr<Value> read = buildTargets(
      targets, RankedTensorType::get(shape, type.getElementType()),
      StructuredBuilder(builder, loc).select(extents.size(), loops),
      /*inversion=*/nullptr);
  if (failed(read) || !*read)
    return read;
  AffineMap compact =
      map.replaceDimsAndSymbols(places, {}, loops.size(), /*numResultSyms=*/0);
  return scatterThroughMap(builder, loc, *read, compact, type);
}

/// Returns whether every dimension of a tensor of `type` is read by a loop of
/// its own.
static bool readsByLoops(AffineMap map, RankedTensorType type) {
  if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return false;
  return llvm::all_of(llvm::zip_equal(map.getResults(), type.getShape()),
                      [](auto pair) {
                        auto [expression, extent] = pair;
                        return isa<AffineDimExpr>(expression) || extent == 1;
                      });
}

FailureOr<Value> LinalgAdjoint::build(OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  unsigned index = operand.getOperandNumber() - op.getNumDpsInputs();
  if (op.isDpsInit(&operand) && isReduced(index)) {
    for (const Output &output : outputs)
      if (output.index == index)
        return buildInit(output);
    return Value();
  }
  SmallVector<OpOperand *> twins;
  for (OpOperand &other : op->getOpOperands())
    if (other.get() == operand.get() &&
        op.getMatchingIndexingMap(&other) == map)
      twins.push_back(&other);
  if (twins.front() != &operand)
    return Value();
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type)
    return buildScalar(twins, map);
  // Integers have no cotangent, but a cast from them reports an error.
  if (!hasFloats(operand.get()))
    type = type.clone(builder.getF32Type());
  if (readsByLoops(map, type))
    return buildTargets(twins, type, map, /*inversion=*/nullptr);
  std::optional<WindowInversion> inversion = WindowInversion::find(op, operand);
  return inversion ? buildTargets(twins, type, map, &*inversion)
                   : buildScattered(twins);
}

//===----------------------------------------------------------------------===//
// Expressions over several ops
//===----------------------------------------------------------------------===//

/// Brings the parts of functions that have a derivative of their own, and of
/// expressions whose comparisons do not fit, into the body of the op that ends
/// them. Returns the op that takes the place of `op`, or `op`.
static linalg::GenericOp completeExpressions(OpBuilder &builder,
                                             linalg::GenericOp op) {
  if (!isElementwiseGeneric(op))
    return op;
  llvm::SetVector<Operation *> owners;
  TieChoices choices;
  llvm::DenseSet<Operation *> roots;
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (std::optional<SmoothForm> form = matchSmoothForm(&inner))
      for (Operation *part : form->parts)
        owners.insert(part->getParentOp());
    if (isRootOfSquares(&inner))
      roots.insert(&inner);
    if (inner.getNumResults() != 1 || !hasFloats(inner.getResult(0)))
      continue;
    for (auto choice :
         findTieChoices(inner.getResult(0),
                        op.getBody()->getTerminator()->getOperand(0), owners))
      choices.insert(choice);
  }
  owners.remove(op);
  if (owners.empty() && choices.empty() && roots.empty())
    return op;
  return fuseProducers(
      builder, op, owners, [&](Operation *inner, Operation *clone) -> Value {
        if (auto *choice = choices.find(inner); choice != choices.end())
          return applyTieChoice(clone, choice->second);
        return roots.contains(inner) ? selectZeroRoot(clone)
                                     : clone->getResult(0);
      });
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

namespace {
template <typename Op>
struct LinalgAdjointModel
    : DifferentiableOpInterface::ExternalModel<LinalgAdjointModel<Op>, Op> {
  bool dependsOnOperand(Operation *op, unsigned result,
                        unsigned operand) const {
    auto structured = cast<linalg::LinalgOp>(op);
    unsigned argument =
        structured.getMatchingBlockArgument(&op->getOpOperand(operand))
            .getArgNumber();
    return BodyGradient::isReached(structured, argument, result);
  }
  Operation *saveForAdjoint(Operation *op, OpBuilder &builder) const {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    return generic ? raiseCapturedScalars(builder,
                                          completeExpressions(builder, generic))
                   : op;
  }
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *op, OpBuilder &builder,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &needed) const {
    LinalgAdjoint adjoint(cast<linalg::LinalgOp>(op), builder);
    if (failed(adjoint.analyse(cotangents)))
      return failure();
    SmallVector<Value> result(op->getNumOperands());
    for (unsigned number : needed.set_bits()) {
      FailureOr<Value> cotangent = adjoint.build(op->getOpOperand(number));
      if (failed(cotangent))
        return failure();
      result[number] = *cotangent;
    }
    return result;
  }
};

template <typename Op> void attachIfStructured(MLIRContext *context) {
  if constexpr (Op::template hasTrait<linalg::LinalgOp::Trait>())
    Op::template attachInterface<LinalgAdjointModel<Op>>(*context);
}

template <typename... Ops> void attachStructured(MLIRContext *context) {
  (attachIfStructured<Ops>(context), ...);
}
} // namespace

void sbp::attachLinalgAdjoints(MLIRContext *context) {
  attachStructured<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
      >(context);
}
