// Boundary.h: a value inside a model that is compared with the reference's
#ifndef SBP_LIB_TRANSFORMS_REFERENCE_BOUNDARY_H
#define SBP_LIB_TRANSFORMS_REFERENCE_BOUNDARY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/ReferenceAttributes.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// Lets `function` return `value` too, as a boundary of that name and place;
/// gives the number of the result.
unsigned addBoundary(mlir::func::FuncOp function, mlir::Value value,
                     mlir::StringAttr name, mlir::LocationAttr loc,
                     DistributionAttr distribution = {});

/// Takes away what sbp-number-operations gave.
void removeNumbers(mlir::ModuleOp module);

/// Which value of a numbered model is a boundary; an element of
/// `sbp.boundaries`.
struct Boundary {
  mlir::StringAttr entry;
  int64_t number;  ///< of the op
  unsigned result; ///< of the op
  mlir::StringAttr name;
  mlir::LocationAttr loc;

  mlir::DictionaryAttr toAttribute() const;
  /// Failure where `attribute` is no boundary.
  static mlir::FailureOr<Boundary> read(mlir::Attribute attribute);
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_REFERENCE_BOUNDARY_H
