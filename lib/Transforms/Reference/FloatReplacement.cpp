// FloatReplacement.cpp: other float types for all floats of a module

#include "FloatReplacement.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/CastInterfaces.h"

using namespace mlir;
using namespace sbp;

/// Returns `value` with every float in `type`, which is exact.
static DenseElementsAttr widen(ElementsAttr value, FloatType type) {
  SmallVector<APFloat> elements;
  bool lossy = false;
  auto add = [&](APFloat element) {
    element.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &lossy);
    elements.push_back(element);
  };
  ShapedType wide = value.getShapedType().clone(type);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      value = DenseElementsAttr::getFromRawBuffer(value.getShapedType(),
                                                  blob->getData());
  auto dense = cast<DenseElementsAttr>(value);
  if (dense.isSplat())
    add(dense.getSplatValue<APFloat>());
  else
    llvm::for_each(dense.getValues<APFloat>(), add);
  return DenseElementsAttr::get(wide, elements);
}

void sbp::replaceFloats(Operation *root,
                        llvm::function_ref<FloatType(FloatType)> getType) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](FloatType type) -> Type { return getType(type); });
  replacer.addReplacement([&](FloatAttr attr) -> Attribute {
    auto type = getType(cast<FloatType>(attr.getType()));
    return type == attr.getType()
               ? attr
               : FloatAttr::get(type, attr.getValueAsDouble());
  });
  replacer.addReplacement(
      [&](ElementsAttr attr) -> std::pair<Attribute, WalkResult> {
        auto type = dyn_cast<FloatType>(attr.getElementType());
        if (type && getType(type) != type)
          return {widen(attr, getType(type)), WalkResult::skip()};
        return {attr, WalkResult::skip()};
      });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  root->walk([](Operation *op) {
    if (!isa<CastOpInterface>(op) ||
        op->getOperandTypes() != op->getResultTypes())
      return;
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  });
}
