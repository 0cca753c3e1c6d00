// Boundary.h: values inside of a model that are compared with a reference
#ifndef SBP_LIB_TRANSFORMS_REFERENCE_BOUNDARY_H
#define SBP_LIB_TRANSFORMS_REFERENCE_BOUNDARY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/ReferenceAttributes.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// Makes `function` return `value` too, as a boundary with that name, location
/// and, unless it is null, distribution. Returns the index of the new result,
/// the last one.
unsigned addBoundary(mlir::func::FuncOp function, mlir::Value value,
                     mlir::StringAttr name, mlir::LocationAttr loc,
                     DistributionAttr distribution = {});

/// Removes the numbers of sbp-number-operations, and the dimensions along which
/// results are cut, from all ops that stand directly in a function.
void removeNumbers(mlir::ModuleOp module);

/// A value of a numbered model that is a boundary; an element of
/// `sbp.boundaries`.
struct Boundary {
  mlir::StringAttr entry; ///< name of the function
  int64_t number;         ///< number of the op
  unsigned result;        ///< index of the op's result
  mlir::StringAttr name;  ///< shown to the user
  mlir::LocationAttr loc; ///< in the user's model

  /// Returns the attribute from which `read` makes an equal boundary.
  mlir::DictionaryAttr toAttribute() const;
  /// Fails, without a diagnostic, if `attribute` is not a boundary.
  static mlir::FailureOr<Boundary> read(mlir::Attribute attribute);
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_REFERENCE_BOUNDARY_H
