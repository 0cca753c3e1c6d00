// AdjointGeneric.cpp: the generics that adjoints of structured ops are made of

#include "AdjointGeneric.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace sbp;

static void eraseDeadOps(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &inner : block.without_terminator())
    ops.push_back(&inner);
  for (Operation *inner : llvm::reverse(ops))
    if (isOpTriviallyDead(inner))
      inner->erase();
}

namespace {
/// The loops that operands give their extents.
class CoveredLoops {
public:
  explicit CoveredLoops(unsigned loops) : covered(loops) {}
  /// Adds the loops of an operand; returns whether one of them is new.
  bool add(AffineMap map) {
    bool isNew = false;
    for (AffineExpr result : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(result)) {
        isNew |= !covered.test(dim.getPosition());
        covered.set(dim.getPosition());
      }
    return isNew;
  }

private:
  llvm::SmallBitVector covered;
};
} // namespace

/// Rebuilds `generic` with the inputs that its body reads, and those that alone
/// give a loop its extent. `inputs` have the maps of the primal.
static Value dropUnreadInputs(OpBuilder &builder, linalg::GenericOp generic,
                              ArrayRef<AdjointInput> inputs,
                              const WindowInversion *inversion) {
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  CoveredLoops covered(generic.getNumLoops());
  covered.add(maps.back());
  BitVector dropped(generic.getBody()->getNumArguments()), read(dropped);
  for (unsigned number = 0; number < inputs.size(); ++number) {
    read[number] = !generic.getBody()->getArgument(number).use_empty();
    if (read[number])
      covered.add(maps[number]);
  }
  SmallVector<Value> values;
  SmallVector<AffineMap> kept;
  for (auto [number, input] : llvm::enumerate(inputs)) {
    if (!read[number] && !covered.add(maps[number])) {
      dropped.set(number);
      continue;
    }
    values.push_back(inversion ? inversion->prepare(builder, generic.getLoc(),
                                                    input.value, input.map,
                                                    read[number])
                               : input.value);
    kept.push_back(maps[number]);
  }
  kept.push_back(maps.back());
  auto smaller = linalg::GenericOp::create(
      builder, generic.getLoc(), generic.getResultTypes(), values,
      generic.getOutputs(), kept, generic.getIteratorTypesArray());
  smaller.getRegion().takeBody(generic.getRegion());
  smaller.getBody()->eraseArguments(dropped);
  generic.erase();
  return smaller.getResult(0);
}

FailureOr<Value> sbp::buildAdjointGeneric(
    OpBuilder &builder, Location loc, ArrayRef<AdjointInput> inputs,
    RankedTensorType type, AffineMap map, double init,
    llvm::function_ref<FailureOr<Value>(OpBuilder &, ValueRange, Value)> body,
    const WindowInversion *inversion) {
  auto invert = [&](AffineMap primal) {
    return inversion ? inversion->getMap(primal) : primal;
  };
  SmallVector<utils::IteratorType> iterators(map.getNumDims(),
                                             utils::IteratorType::reduction);
  for (AffineExpr result : invert(map).getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      iterators[dim.getPosition()] = utils::IteratorType::parallel;
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (const AdjointInput &input : inputs) {
    values.push_back(input.value);
    maps.push_back(invert(input.map));
  }
  maps.push_back(invert(map));
  bool reduces = llvm::is_contained(iterators, utils::IteratorType::reduction);
  Type element = type.getElementType();
  TypedAttr first = isa<FloatType>(element)
                        ? TypedAttr(builder.getFloatAttr(element, init))
                        : builder.getZeroAttr(element);
  Value start = reduces ? StructuredBuilder(builder, loc).fill(type, first)
                        : tensor::EmptyOp::create(builder, loc, type.getShape(),
                                                  type.getElementType());
  bool isBuilt = true;
  auto generic = linalg::GenericOp::create(
      builder, loc, type, values, start, maps, iterators,
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        FailureOr<Value> yielded = body(builder, arguments.drop_back(),
                                        reduces ? arguments.back() : Value());
        isBuilt = succeeded(yielded);
        linalg::YieldOp::create(
            builder, loc, isBuilt && *yielded ? *yielded : arguments.back());
      });
  if (!isBuilt) {
    generic.erase();
    return failure();
  }
  eraseDeadOps(*generic.getBody());
  return dropUnreadInputs(builder, generic, inputs, inversion);
}

Value sbp::scatterThroughMap(OpBuilder &builder, Location loc, Value value,
                             AffineMap map, RankedTensorType type) {
  StructuredBuilder structured(builder, loc);
  auto from = cast<RankedTensorType>(value.getType());
  // The place in row-major order.
  AffineExpr place = builder.getAffineConstantExpr(0);
  for (auto [expression, extent] :
       llvm::zip_equal(map.getResults(), type.getShape()))
    place = place * extent + expression;
  Value places = structured.map(
      RankedTensorType::get(from.getShape(), builder.getI64Type()), {}, {},
      [&](OpBuilder &builder, ValueRange) -> Value {
        SmallVector<Value> position;
        for (int64_t dim = 0; dim < from.getRank(); ++dim)
          position.push_back(linalg::IndexOp::create(builder, loc, dim));
        Value found =
            affine::expandAffineExpr(builder, loc, place, position, {});
        return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                          found);
      });
  auto flat =
      RankedTensorType::get({type.getNumElements()}, type.getElementType());
  Value zeros =
      structured.fill(flat, builder.getZeroAttr(type.getElementType()));
  Value sum = nn::ScatterAddOp::create(
      builder, loc, flat, zeros, places, value, builder.getI64IntegerAttr(0),
      builder.getI64IntegerAttr(0), /*drop_outside=*/nullptr);
  if (type.getRank() == 1)
    return sum;
  ReassociationIndices all =
      llvm::to_vector<2>(llvm::seq<int64_t>(0, type.getRank()));
  return tensor::ExpandShapeOp::create(builder, loc, type, sum, {all});
}

linalg::GenericOp sbp::raiseCapturedScalars(OpBuilder &builder,
                                            linalg::GenericOp op) {
  SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  SmallVector<Value> captured = llvm::filter_to_vector(used, [](Value value) {
    return isa<FloatType>(value.getType()) &&
           !matchPattern(value, m_Constant());
  });
  if (captured.empty())
    return op;
  SmallVector<Value> inputs(op.getInputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  unsigned first = inputs.size();
  llvm::append_range(inputs, captured);
  maps.insert(maps.begin() + first, captured.size(),
              AffineMap::get(op.getNumLoops(), 0, builder.getContext()));
  auto raised = linalg::GenericOp::create(
      builder, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(), maps,
      op.getIteratorTypesArray());
  raised->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  raised.getRegion().takeBody(op.getRegion());
  for (auto [number, value] : llvm::enumerate(captured)) {
    Value argument = raised.getBody()->insertArgument(
        first + number, value.getType(), value.getLoc());
    replaceAllUsesInRegionWith(value, argument, raised.getRegion());
  }
  op.replaceAllUsesWith(raised);
  op->erase();
  return raised;
}
