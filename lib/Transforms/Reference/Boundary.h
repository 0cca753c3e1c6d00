// Boundary.h: values inside of a model that are compared with a reference
#ifndef SBP_LIB_TRANSFORMS_REFERENCE_BOUNDARY_H
#define SBP_LIB_TRANSFORMS_REFERENCE_BOUNDARY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/ReferenceAttributes.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// Makes `function` return `value` too, as a boundary with that name and
/// location. Returns the index of the new result.
unsigned addBoundary(mlir::func::FuncOp function, mlir::Value value,
                     mlir::StringAttr name, mlir::LocationAttr loc,
                     DistributionAttr distribution = {});

/// Removes the numbers of sbp-number-operations.
void removeNumbers(mlir::ModuleOp module);

/// A value of a numbered model that is a boundary; an element of
/// `sbp.boundaries`.
struct Boundary {
  mlir::StringAttr entry;
  int64_t number;  ///< number of the op
  unsigned result; ///< index of the op's result
  mlir::StringAttr name;
  mlir::LocationAttr loc;

  mlir::DictionaryAttr toAttribute() const;
  /// Fails if `attribute` is not a boundary.
  static mlir::FailureOr<Boundary> read(mlir::Attribute attribute);
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_REFERENCE_BOUNDARY_H
