// ClassParameters.cpp: values that differ between the ranks of a class

#include "ClassParameters.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp;

/// Returns the offset of each rank's box in `dim`.
SmallVector<int64_t> ClassParameters::getValues(DistributionAttr distribution,
                                                RankedTensorType type,
                                                int64_t dim) {
  Placement placement = sbp::getPlacementOf(program, distribution);
  Distribution components = distribution.getDistribution();
  SmallVector<int64_t> values;
  for (int64_t rank : ranks)
    values.push_back(getBoxAt(placement, components, type.getShape(),
                              placement.getPosition(rank))[dim]
                         .begin);
  return values;
}

Value ClassParameters::getOffset(OpBuilder &builder, Location loc,
                                 DistributionAttr distribution,
                                 RankedTensorType type, int64_t dim) {
  SmallVector<int64_t> values = getValues(distribution, type, dim);
  if (llvm::all_of(values, [](int64_t value) { return value == 0; }))
    return arith::ConstantIndexOp::create(builder, loc, 0);
  // Equal vectors of offsets share an argument.
  auto [it, isNew] = known.try_emplace(values);
  if (isNew) {
    it->second = program.front().addArgument(builder.getIndexType(), loc);
    offsets.push_back(
        OffsetAttr::get(builder.getContext(), dim, type, distribution));
    bindings.push_back(builder.getDenseI64ArrayAttr(values));
  }
  return it->second;
}

ArrayAttr ClassParameters::getOffsets(MLIRContext *context) const {
  return ArrayAttr::get(context, offsets);
}

ArrayAttr ClassParameters::getBindings(MLIRContext *context) const {
  return ArrayAttr::get(context, bindings);
}

RankedTensorType sbp::getLocalType(const Placement &placement,
                                   const Distribution &distribution,
                                   RankedTensorType type, int64_t rank) {
  Box box = getBoxAt(placement, distribution, type.getShape(),
                     placement.getPosition(rank));
  return RankedTensorType::get(getShape(box), type.getElementType());
}

RankedTensorType
ClassShardContext::getLocalType(RankedTensorType global,
                                const Distribution &distribution) {
  Box box = getBoxAt(placement, distribution, global.getShape(), position);
  return RankedTensorType::get(getShape(box), global.getElementType());
}

Value ClassShardContext::getOffset(OpBuilder &builder, Location loc,
                                   RankedTensorType global,
                                   const Distribution &distribution,
                                   int64_t dim) {
  return parameters.getOffset(
      builder, loc, DistributionAttr::get(symbol, distribution), global, dim);
}
