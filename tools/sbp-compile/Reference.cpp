//===- Reference.cpp - the one-rank program a result is compared with -----===//

#include "Reference.h"

#include "Precision.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Analysis/Defined/IndexBounds.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;
using namespace sbp;

void sbp::removeDistributions(ModuleOp module) {
  module.walk([](ConstrainOp op) {
    op.getResult().replaceAllUsesWith(op.getInput());
    op.erase();
  });
  for (auto function : module.getOps<func::FuncOp>()) {
    StringRef name = SBPDialect::kDistributionAttr;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, name);
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      function.removeResultAttr(i, StringAttr::get(module.getContext(), name));
  }
  for (auto placement :
       llvm::make_early_inc_range(module.getOps<PlacementOp>()))
    placement.erase();
}

/// The value with every float as a double.
static DenseElementsAttr widen(ElementsAttr value, Type f64) {
  SmallVector<APFloat> elements;
  bool lossy = false;
  auto add = [&](APFloat element) {
    element.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &lossy);
    elements.push_back(element);
  };
  ShapedType type = value.getShapedType().clone(f64);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      value = DenseElementsAttr::getFromRawBuffer(value.getShapedType(),
                                                  blob->getData());
  auto dense = cast<DenseElementsAttr>(value);
  if (dense.isSplat())
    add(dense.getSplatValue<APFloat>());
  else
    llvm::for_each(dense.getValues<APFloat>(), add);
  return DenseElementsAttr::get(type, elements);
}

static void convertToF64(ModuleOp module) {
  Type f64 = Float64Type::get(module.getContext());
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](FloatType) -> Type { return f64; });
  replacer.addReplacement([&](FloatAttr attr) -> Attribute {
    return FloatAttr::get(f64, attr.getValueAsDouble());
  });
  replacer.addReplacement(
      [&](ElementsAttr attr) -> std::pair<Attribute, WalkResult> {
        if (isa<FloatType>(attr.getElementType()))
          return {widen(attr, f64), WalkResult::skip()};
        return {attr, WalkResult::skip()};
      });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  // Casts between floats do nothing any more.
  module.walk([](Operation *op) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
      return;
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  });
}

/// The entries return the positions that they compute, for --check-indices.
static void addPositions(func::FuncOp entry) {
  struct Position {
    Operation *op;
    Value value;
    int64_t bound;
  };
  std::vector<Position> found;
  forEachPosition(entry, [&](Operation *op, Value value, int64_t bound) {
    if (!matchPattern(value, m_Constant()))
      found.push_back({op, value, bound});
  });
  OpBuilder builder(entry.front().getTerminator());
  for (const Position &position : found) {
    Value value = position.value;
    Location loc = position.op->getLoc();
    if (value.getType().isIndex())
      value = tensor::FromElementsOp::create(
          builder, loc, RankedTensorType::get({}, builder.getI64Type()),
          arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value)
              .getResult());
    auto name = builder.getStringAttr(position.op->getName().getStringRef());
    unsigned result = addBoundary(entry, value, name, loc);
    entry.setResultAttr(result, LocalProgram::kIndexBoundAttr,
                        builder.getI64IntegerAttr(position.bound));
  }
}

OwningOpRef<ModuleOp>
sbp::makeReference(ModuleOp model, const Boundaries &boundaries, bool inF64) {
  OwningOpRef<ModuleOp> copy = model.clone();
  boundaries.addToModel(*copy);
  removeDistributions(*copy);
  if (inF64)
    convertToF64(*copy);
  else
    for (auto entry : copy->getOps<func::FuncOp>()) {
      addPrecisions(entry);
      addPositions(entry);
    }
  return copy;
}
