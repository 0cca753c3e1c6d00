// DifferentiationInterfaces.cpp: locations of adjoints

#include "sbp/Interfaces/DifferentiationInterfaces.h"

#include "sbp/Interfaces/DifferentiationInterfaces.cpp.inc"

mlir::Location sbp::getAdjointLoc(mlir::Operation *op) {
  return mlir::NameLoc::get(
      mlir::StringAttr::get(op->getContext(), "adjoint of"), op->getLoc());
}
