// WidenFloats.cpp: converts a model to double precision

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_WIDENFLOATSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {
struct WidenFloatsPass : sbp::impl::WidenFloatsPassBase<WidenFloatsPass> {
  void runOnOperation() override;
};
} // namespace

/// Returns `value` with every float as a double, which is exact.
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

void WidenFloatsPass::runOnOperation() {
  Type f64 = Float64Type::get(&getContext());
  // Types, literals and constants are replaced wherever they occur, also within
  // other attributes; integers and locations stay.
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
  replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  // Casts between floats have equal types now.
  getOperation().walk([](Operation *op) {
    if (!isa<CastOpInterface>(op) ||
        op->getOperandTypes() != op->getResultTypes())
      return;
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  });
}
