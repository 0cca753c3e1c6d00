// ReductionAdjoint.cpp: the shares of a cotangent in extrema and products
//
// Reductions by maximum and minimum share the cotangent among all elements that
// equal the extremum, so that the gradient does not depend on how the reduced
// dimension is split. Example: for y = max(x), x = [3, 1, 3], g = 1 the count
// is 2 and dx = [0.5, 0, 0.5] (as JAX has it). An init with a value of the
// program shares too; a constant takes the whole of a tie, as relu(0) has it.
//
// A product gives every factor the product of the others without dividing by
// zero. Example: x = [2, 0, 5] has one zero and others = 10, so dx = [0, 10,
// 0]. The choice by the number of zeros is no function that can be
// differentiated: where a gradient is differentiated again, the product of the
// others is computed for each factor, in a time quadratic in their number.

#include "LinalgAdjoint.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;

using Is = arith::CmpFPredicate;

static bool isExtremum(Combiner combiner) {
  return combiner == Combiner::Max || combiner == Combiner::Min ||
         combiner == Combiner::MaxNum || combiner == Combiner::MinNum;
}

/// Returns the number that all elements of `init` have, if it is constant.
static std::optional<APFloat> getInitialNumber(Value init) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    init = fill.value();
  APFloat number(0.0);
  if (!matchPattern(init, m_ConstantFloat(&number)))
    return std::nullopt;
  return number;
}

//===----------------------------------------------------------------------===//
// What the shares are computed from
//===----------------------------------------------------------------------===//

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
  output.othersMap = output.map;
  if (isExtremum(*output.combiner)) {
    output.count = countTerms(output, /*countsZeros=*/false);
    countInit(output);
  } else if (op->hasAttr(kDifferentiatedAgainAttr)) {
    output.othersMap = builder.getMultiDimIdentityMap(op.getNumLoops());
    output.others = multiplyEachOther(output);
  } else {
    output.count = countTerms(output, /*countsZeros=*/true);
    output.others = multiplyTerms(output, /*skipsZeros=*/true);
    multiplyInit(output);
  }
  return success();
}

Value LinalgAdjoint::mapResult(
    const Output &output, Type element, ValueRange inputs,
    llvm::function_ref<Value(ScalarBuilder &, ValueRange)> body) {
  auto type = cast<RankedTensorType>(op->getResult(output.index).getType());
  StructuredBuilder structured(builder, loc);
  SmallVector<AffineMap> maps(inputs.size(),
                              structured.identity(type.getRank()));
  return structured.map(type.clone(element), inputs, maps,
                        [&](OpBuilder &builder, ValueRange elements) {
                          ScalarBuilder s(builder, loc);
                          return body(s, elements);
                        });
}

/// Counts, per element of the result, the terms that equal it, or zero.
Value LinalgAdjoint::countTerms(const Output &output, bool countsZeros) {
  auto type = cast<RankedTensorType>(op->getResult(output.index).getType());
  // Counts beyond 2^8 are not exact in bf16.
  FloatType countType = getComputeType(type);
  Output plain = output;
  plain.cotangent = op->getResult(output.index);
  plain.guard = plain.count = plain.others = Value();
  auto counts = buildAdjointGeneric(
      builder, loc, getInputs(plain), type.clone(countType), output.map, 0.0,
      [&](OpBuilder &builder, ValueRange arguments,
          Value init) -> FailureOr<Value> {
        ScalarBuilder s(builder, loc);
        BodyGradient body(builder, op, getBodyArguments(builder, arguments));
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

void LinalgAdjoint::countInit(Output &output) {
  Value init = op.getDpsInitOperand(output.index)->get();
  std::optional<APFloat> number = getInitialNumber(init);
  bool isMax =
      *output.combiner == Combiner::Max || *output.combiner == Combiner::MaxNum;
  if (number && number->isInfinity() && number->isNegative() == isMax)
    return;
  output.count = mapResult(
      output, cast<RankedTensorType>(output.count.getType()).getElementType(),
      {output.count, init, op->getResult(output.index)},
      [&](ScalarBuilder &s, ValueRange x) {
        // The share of an infinite count is zero.
        Value tied =
            number ? s.number(x[0], std::numeric_limits<double>::infinity())
                   : s.add(x[0], s.number(x[0], 1.0));
        return s.select(s.is(Is::OEQ, x[1], x[2]), tied, x[0]);
      });
}

Value LinalgAdjoint::multiplyTerms(const Output &output, bool skipsZeros) {
  auto type = cast<RankedTensorType>(op->getResult(output.index).getType());
  return *buildAdjointGeneric(
      builder, loc, getInputs({}), type, output.map, 1.0,
      [&](OpBuilder &builder, ValueRange arguments,
          Value init) -> FailureOr<Value> {
        ScalarBuilder s(builder, loc);
        BodyGradient body(builder, op, getBodyArguments(builder, arguments));
        Value term = body.getClone(output.term);
        if (!skipsZeros)
          return s.mul(init, term);
        Value factor = s.select(s.is(Is::OEQ, term, s.number(term, 0.0)),
                                s.number(term, 1.0), term);
        return s.mul(init, factor);
      });
}

void LinalgAdjoint::multiplyInit(Output &output) {
  Value init = op.getDpsInitOperand(output.index)->get();
  std::optional<APFloat> number = getInitialNumber(init);
  if (number && number->isExactlyValue(1.0))
    return;
  auto isZero = [](ScalarBuilder &s, Value x) {
    return s.is(Is::OEQ, x, s.number(x, 0.0));
  };
  auto elementOf = [](Value tensor) {
    return cast<RankedTensorType>(tensor.getType()).getElementType();
  };
  output.count =
      mapResult(output, elementOf(output.count), {output.count, init},
                [&](ScalarBuilder &s, ValueRange x) {
                  return s.select(isZero(s, x[1]),
                                  s.add(x[0], s.number(x[0], 1.0)), x[0]);
                });
  output.others =
      mapResult(output, elementOf(output.others), {output.others, init},
                [&](ScalarBuilder &s, ValueRange x) {
                  return s.select(isZero(s, x[1]), x[0], s.mul(x[0], x[1]));
                });
}

/// Loops beyond those of the primal number the factors: the terms are read by
/// them, and the product is written by the loops of the primal.
Value LinalgAdjoint::multiplyEachOther(const Output &output) {
  auto type = cast<RankedTensorType>(op->getResult(output.index).getType());
  unsigned loops = op.getNumLoops(), next = loops;
  SmallVector<AffineExpr> factors; // the loop that a factor is read by
  SmallVector<std::pair<unsigned, unsigned>> doubled;
  for (unsigned loop = 0; loop < loops; ++loop) {
    AffineExpr dim = builder.getAffineDimExpr(loop);
    if (!llvm::is_contained(output.map.getResults(), dim)) {
      doubled.emplace_back(loop, next);
      dim = builder.getAffineDimExpr(next++);
    }
    factors.push_back(dim);
  }
  SmallVector<AdjointInput> inputs = getInputs({});
  for (AdjointInput &input : inputs)
    input.map = input.map.replaceDimsAndSymbols(factors, {}, next, 0);
  auto all =
      RankedTensorType::get(op.getStaticLoopRanges(), type.getElementType());
  StructuredBuilder structured(builder, loc);
  AffineMap written =
      structured.select(next, llvm::to_vector(llvm::seq<int64_t>(0, loops)));
  Value others = *buildAdjointGeneric(
      builder, loc, inputs, all, written, 1.0,
      [&](OpBuilder &builder, ValueRange arguments,
          Value product) -> FailureOr<Value> {
        ScalarBuilder s(builder, loc);
        BodyGradient body(builder, op, getBodyArguments(builder, arguments));
        Value term = body.getClone(output.term);
        for (auto index :
             builder.getInsertionBlock()->getOps<linalg::IndexOp>())
          for (auto [loop, factor] : doubled)
            if (index.getDim() == loop) {
              index.setDim(factor);
              break;
            }
        Value isSame;
        for (auto [loop, factor] : doubled) {
          Value equal = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::eq,
              linalg::IndexOp::create(builder, loc, loop),
              linalg::IndexOp::create(builder, loc, factor));
          isSame = isSame ? s.make<arith::AndIOp>(isSame, equal) : equal;
        }
        return s.mul(product, s.select(isSame, s.number(term, 1.0), term));
      });
  Value init = op.getDpsInitOperand(output.index)->get();
  if (std::optional<APFloat> number = getInitialNumber(init);
      number && number->isExactlyValue(1.0))
    return others;
  return structured.map(all, {others, init},
                        {structured.identity(loops), output.map},
                        [&](OpBuilder &builder, ValueRange x) {
                          return ScalarBuilder(builder, loc).mul(x[0], x[1]);
                        });
}

//===----------------------------------------------------------------------===//
// Shares
//===----------------------------------------------------------------------===//

Value LinalgAdjoint::buildShare(ScalarBuilder &s, const Output &output,
                                const OutputArguments &arguments, Value term) {
  Value g = arguments.cotangent, zero = s.number(g, 0.0);
  if (!output.others) {
    Type wide = arguments.count.getType();
    Value share =
        s.narrow(s.div(s.widen(g, wide), arguments.count), g.getType());
    return s.select(s.is(Is::OEQ, term, arguments.result), share, zero);
  }
  Value product = s.mul(g, arguments.others);
  if (!output.count)
    return product;
  Value zeros = arguments.count;
  Value isZero = s.is(Is::OEQ, term, zero);
  Value noZeros = s.is(Is::OEQ, zeros, s.number(zeros, 0.0));
  Value oneZero = s.is(Is::OEQ, zeros, s.number(zeros, 1.0));
  return s.select(isZero, s.select(oneZero, product, zero),
                  s.select(noZeros, s.div(product, term), zero));
}

Value LinalgAdjoint::buildInit(const Output &output) {
  if (*output.combiner == Combiner::Sum)
    return output.cotangent;
  Value init = op.getDpsInitOperand(output.index)->get();
  Type element = cast<RankedTensorType>(init.getType()).getElementType();
  if (!output.count)
    return mapResult(
        output, element,
        {output.cotangent, multiplyTerms(output, /*skipsZeros=*/false)},
        [](ScalarBuilder &s, ValueRange x) { return s.mul(x[0], x[1]); });
  SmallVector<Value> inputs = {init, output.cotangent,
                               op->getResult(output.index), output.count};
  if (output.others)
    inputs.push_back(output.others);
  return mapResult(output, element, inputs,
                   [&](ScalarBuilder &s, ValueRange x) {
                     OutputArguments arguments;
                     arguments.cotangent = x[1];
                     arguments.result = x[2];
                     arguments.count = x[3];
                     if (output.others)
                       arguments.others = x[4];
                     return buildShare(s, output, arguments, x[0]);
                   });
}
