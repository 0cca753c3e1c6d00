// LinalgAdjoint.cpp: the cotangents of the operands of one structured op
//
// Reductions by maximum and minimum share the cotangent among all elements that
// equal the extremum, so that the gradient does not depend on how the reduced
// dimension is split. Example: for y = max(x), x = [3, 1, 3], g = 1 the count
// is 2 and dx = [0.5, 0, 0.5] (as JAX has it).
//
// A product gives every factor the product of the others without dividing by
// zero. Example: x = [2, 0, 5] has one zero and others = 10, so dx = [0, 10,
// 0].

#include "LinalgAdjoint.h"
#include "Models.h"
#include "ScalarBuilder.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;

using Is = arith::CmpFPredicate;

static bool isExtremum(Combiner combiner) {
  return combiner == Combiner::Max || combiner == Combiner::Min ||
         combiner == Combiner::MaxNum || combiner == Combiner::MinNum;
}

//===----------------------------------------------------------------------===//
// How results depend on inputs
//===----------------------------------------------------------------------===//

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
    if (op.getNumReductionLoops() != 0 && failed(analyseReduction(output)))
      return failure();
    outputs.push_back(output);
  }
  return success();
}

LogicalResult LinalgAdjoint::analyseReduction(Output &output) {
  std::string why;
  std::optional<Accumulation> accumulation =
      matchAccumulation(op, output.index, why);
  if (!accumulation)
    return op->emitOpError() << "has no gradient: " << why;
  output.combiner = accumulation->combiner;
  if (*output.combiner == Combiner::Sum)
    return success();
  Operation *combining = accumulation->combined.getDefiningOp();
  BlockArgument init = op.getRegionOutputArgs()[output.index];
  bool isOne = !accumulation->truncates && combining->getNumOperands() == 2 &&
               llvm::is_contained(combining->getOperands(), init);
  if (!isOne ||
      (!isExtremum(*output.combiner) && *output.combiner != Combiner::Prod))
    return op->emitOpError()
           << "has no gradient: a reduction by '"
           << getCombinerName(*output.combiner)
           << "' is differentiated where each step combines one value with "
              "the init";
  output.term = combining->getOperand(combining->getOperand(0) == init ? 1 : 0);
  if (isExtremum(*output.combiner)) {
    output.count = countTerms(output, /*countsZeros=*/false);
  } else {
    output.count = countTerms(output, /*countsZeros=*/true);
    output.others = multiplyOthers(output);
  }
  return success();
}

/// Counts, per element of the result, the terms that equal it, or zero.
Value LinalgAdjoint::countTerms(const Output &output, bool countsZeros) {
  auto type = cast<RankedTensorType>(op->getResult(output.index).getType());
  // Counts beyond 2^8 are not exact in bf16.
  FloatType countType = getComputeType(type);
  Output plain = output;
  plain.cotangent = op->getResult(output.index);
  plain.count = plain.others = Value();
  auto counts = buildGeneric(
      getInputs(plain), type.clone(countType), output.map, 0.0,
      [&](OpBuilder &b, ValueRange arguments, Value init) -> FailureOr<Value> {
        ScalarBuilder s(b, loc);
        BodyGradient body(b, op, getBodyArguments(b, arguments));
        Value term = body.getClone(output.term);
        Value sought = countsZeros
                           ? s.number(term, 0.0)
                           : getOutputArguments(plain, 0, arguments).result;
        Value one = s.select(s.is(Is::OEQ, term, sought), s.number(init, 1.0),
                             s.number(init, 0.0));
        return s.add(init, one);
      });
  return *counts;
}

/// Multiplies, per element of the result, the terms that are not zero.
Value LinalgAdjoint::multiplyOthers(const Output &output) {
  auto type = cast<RankedTensorType>(op->getResult(output.index).getType());
  return *buildGeneric(
      getInputs({}), type, output.map, 1.0,
      [&](OpBuilder &b, ValueRange arguments, Value init) -> FailureOr<Value> {
        ScalarBuilder s(b, loc);
        BodyGradient body(b, op, getBodyArguments(b, arguments));
        Value term = body.getClone(output.term);
        Value factor = s.select(s.is(Is::OEQ, term, s.number(term, 0.0)),
                                s.number(term, 1.0), term);
        return s.mul(init, factor);
      });
}

//===----------------------------------------------------------------------===//
// Operands of the generics of an adjoint
//===----------------------------------------------------------------------===//

/// The inputs and inits of the primal, then what is read of each output.
SmallVector<LinalgAdjoint::Input>
LinalgAdjoint::getInputs(ArrayRef<Output> read) {
  SmallVector<Input> inputs;
  for (OpOperand &operand : op->getOpOperands())
    inputs.push_back({operand.get(), op.getMatchingIndexingMap(&operand)});
  for (const Output &output : read)
    for (Value value : {output.cotangent, Value(op->getResult(output.index)),
                        output.count, output.others})
      if (value)
        inputs.push_back({value, output.map});
  return inputs;
}

/// The values of the primal's block arguments. A reduction's init is a zero:
/// no derivative depends on it.
SmallVector<Value> LinalgAdjoint::getBodyArguments(OpBuilder &b,
                                                   ValueRange arguments) {
  SmallVector<Value> values(
      arguments.take_front(op.getBlock()->getNumArguments()));
  if (op.getNumReductionLoops() != 0)
    for (BlockArgument init : op.getRegionOutputArgs())
      values[init.getArgNumber()] =
          arith::ConstantOp::create(b, loc, b.getZeroAttr(init.getType()));
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
void LinalgAdjoint::seed(OpBuilder &b, BodyGradient &body, const Output &output,
                         const OutputArguments &arguments) {
  ScalarBuilder s(b, loc);
  Value yielded = op.getBlock()->getTerminator()->getOperand(output.index);
  Value g = arguments.cotangent;
  if (!output.term)
    return body.addCotangent(yielded, g);
  Value term = body.getClone(output.term);
  Value zero = s.number(g, 0.0);
  if (!output.others) {
    Type wide = arguments.count.getType();
    Value share =
        s.narrow(s.div(s.widen(g, wide), arguments.count), g.getType());
    Value wins = s.is(Is::OEQ, term, arguments.result);
    return body.addCotangent(output.term, s.select(wins, share, zero));
  }
  Value zeros = arguments.count, product = s.mul(g, arguments.others);
  Value isZero = s.is(Is::OEQ, term, zero);
  Value noZeros = s.is(Is::OEQ, zeros, s.number(zeros, 0.0));
  Value oneZero = s.is(Is::OEQ, zeros, s.number(zeros, 1.0));
  body.addCotangent(output.term,
                    s.select(isZero, s.select(oneZero, product, zero),
                             s.select(noZeros, s.div(product, term), zero)));
}

/// An elementwise result is read where the derivative needs it, instead of
/// being computed again.
static void readResult(BodyGradient &body, Value yielded, Value result) {
  Value clone = body.getClone(yielded);
  if (clone != result && clone.getDefiningOp() &&
      clone.getParentBlock() == result.getParentBlock())
    clone.replaceAllUsesWith(result);
}

static void eraseDeadOps(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &inner : block.without_terminator())
    ops.push_back(&inner);
  for (Operation *inner : llvm::reverse(ops))
    if (isOpTriviallyDead(inner))
      inner->erase();
}

FailureOr<Value> LinalgAdjoint::buildTargets(ArrayRef<OpOperand *> targets) {
  OpOperand &first = *targets.front();
  auto type = cast<RankedTensorType>(first.get().getType());
  SmallVector<unsigned> numbers;
  for (OpOperand *target : targets)
    numbers.push_back(op.getMatchingBlockArgument(target).getArgNumber());
  bool isZero = false;
  auto cotangent = buildGeneric(
      getInputs(outputs), type, op.getMatchingIndexingMap(&first), 0.0,
      [&](OpBuilder &b, ValueRange arguments, Value init) -> FailureOr<Value> {
        BodyGradient body(b, op, getBodyArguments(b, arguments));
        for (auto [i, output] : llvm::enumerate(outputs))
          seed(b, body, output, getOutputArguments(outputs, i, arguments));
        if (failed(body.sweep(numbers)))
          return failure();
        Value sum;
        ScalarBuilder s(b, loc);
        for (unsigned number : numbers)
          if (Value term =
                  body.getCotangent(op.getBlock()->getArgument(number)))
            sum = sum ? s.add(sum, term) : term;
        if (op.getNumReductionLoops() == 0)
          for (auto [i, output] : llvm::enumerate(outputs))
            readResult(body,
                       op.getBlock()->getTerminator()->getOperand(output.index),
                       getOutputArguments(outputs, i, arguments).result);
        isZero = !sum;
        return sum && init ? s.add(init, sum) : sum;
      });
  if (failed(cotangent) || !isZero)
    return cotangent;
  cotangent->getDefiningOp()->erase();
  return Value();
}

FailureOr<Value> LinalgAdjoint::build(OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (op.isDpsInit(&operand) && op.getNumReductionLoops() != 0) {
    unsigned index = operand.getOperandNumber() - op.getNumDpsInputs();
    for (const Output &output : outputs)
      if (output.index == index) {
        if (*output.combiner == Combiner::Sum)
          return output.cotangent;
        return Value(), op->emitOpError()
                            << "has no gradient in the init of a reduction by '"
                            << getCombinerName(*output.combiner) << "'";
      }
    return Value();
  }
  if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return op->emitOpError()
           << "has no gradient in operand #" << operand.getOperandNumber()
           << ": it is read by the map " << AffineMapAttr::get(map);
  SmallVector<OpOperand *> twins;
  for (OpOperand &other : op->getOpOperands())
    if (other.get() == operand.get() &&
        op.getMatchingIndexingMap(&other) == map)
      twins.push_back(&other);
  if (twins.front() != &operand)
    return Value();
  return buildTargets(twins);
}

//===----------------------------------------------------------------------===//
// Generics
//===----------------------------------------------------------------------===//

/// A generic over the primal's loops. `body` returns what is yielded, null for
/// the init. It gets a null init where `map` has all loops: every element is
/// written once.
FailureOr<Value> LinalgAdjoint::buildGeneric(ArrayRef<Input> inputs,
                                             RankedTensorType type,
                                             AffineMap map, double init,
                                             BodyBuilder body) {
  SmallVector<utils::IteratorType> iterators(op.getNumLoops(),
                                             utils::IteratorType::reduction);
  for (AffineExpr result : map.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      iterators[dim.getPosition()] = utils::IteratorType::parallel;
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (const Input &input : inputs) {
    values.push_back(input.value);
    maps.push_back(input.map);
  }
  maps.push_back(map);
  StructuredBuilder structured(builder, loc);
  bool reduces = llvm::is_contained(iterators, utils::IteratorType::reduction);
  Value start =
      reduces ? structured.fill(
                    type, builder.getFloatAttr(type.getElementType(), init))
              : tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  bool isBuilt = true;
  auto generic = linalg::GenericOp::create(
      builder, loc, type, values, start, maps, iterators,
      [&](OpBuilder &b, Location, ValueRange arguments) {
        FailureOr<Value> yielded = body(b, arguments.drop_back(),
                                        reduces ? arguments.back() : Value());
        isBuilt = succeeded(yielded);
        linalg::YieldOp::create(
            b, loc, isBuilt && *yielded ? *yielded : arguments.back());
      });
  if (!isBuilt) {
    generic.erase();
    return failure();
  }
  eraseDeadOps(*generic.getBody());
  return dropUnreadInputs(generic);
}

/// Rebuilds `generic` without the inputs that its body does not read, but for
/// those that alone give a loop its extent.
Value LinalgAdjoint::dropUnreadInputs(linalg::GenericOp generic) {
  llvm::SmallBitVector covered(generic.getNumLoops());
  auto cover = [&](AffineMap map) {
    bool isNew = false;
    for (AffineExpr result : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(result)) {
        isNew |= !covered.test(dim.getPosition());
        covered.set(dim.getPosition());
      }
    return isNew;
  };
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  cover(maps.back());
  BitVector dropped(generic.getBody()->getNumArguments());
  for (OpOperand *input : generic.getDpsInputOperands())
    if (!generic.getMatchingBlockArgument(input).use_empty())
      cover(maps[input->getOperandNumber()]);
    else
      dropped.set(input->getOperandNumber());
  for (unsigned number : dropped.set_bits())
    if (cover(maps[number]))
      dropped.reset(number);
  SmallVector<Value> values;
  SmallVector<AffineMap> kept;
  for (OpOperand *input : generic.getDpsInputOperands())
    if (!dropped.test(input->getOperandNumber())) {
      values.push_back(input->get());
      kept.push_back(maps[input->getOperandNumber()]);
    }
  kept.push_back(maps.back());
  auto smaller = linalg::GenericOp::create(
      builder, loc, generic.getResultTypes(), values, generic.getOutputs(),
      kept, generic.getIteratorTypesArray());
  smaller.getRegion().takeBody(generic.getRegion());
  smaller.getBody()->eraseArguments(dropped);
  generic.erase();
  return smaller.getResult(0);
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

namespace {
template <typename Op>
struct LinalgAdjointModel
    : DifferentiableOpInterface::ExternalModel<LinalgAdjointModel<Op>, Op> {
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
