// DifferentiationInterfaces.cpp: the derivatives that ops state of themselves

#include "sbp/Interfaces/DifferentiationInterfaces.h"
#include "mlir/IR/TypeUtilities.h"

#include "sbp/Interfaces/DifferentiationInterfaces.cpp.inc"

mlir::Location sbp::getAdjointLoc(mlir::Operation *op) {
  return mlir::NameLoc::get(
      mlir::StringAttr::get(op->getContext(), kAdjointLocName), op->getLoc());
}

bool sbp::hasFloats(mlir::Value value) {
  return mlir::isa<mlir::FloatType>(
      mlir::getElementTypeOrSelf(value.getType()));
}
