//===- Boundaries.h - values inside the model that --compare looks at -----===//
//
// A value is compared where it crosses between ranks: as it is after a boxing.
// The model at level 1 and its one-rank references at level 0 then return it
// beside their results, in the same order.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_TOOLS_SBP_COMPILE_BOUNDARIES_H
#define SBP_TOOLS_SBP_COMPILE_BOUNDARIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include <vector>

namespace sbp {

/// Lets `function` return `value` too, as a boundary of that name and place;
/// gives the number of the result.
unsigned addBoundary(mlir::func::FuncOp function, mlir::Value value,
                     mlir::StringAttr name, mlir::LocationAttr loc,
                     DistributionAttr distribution = {});

class Boundaries {
public:
  /// Numbers the ops of a normalised model, so that they are found again in its
  /// copies and at level 1.
  static void number(mlir::ModuleOp model);
  static void removeNumbers(mlir::ModuleOp module);

  /// Lets the entries of a module at level 1 return what their boxings make.
  /// Values of ops that selection put in the place of others are left out: the
  /// model has none to compare them with.
  void addToDistributed(mlir::ModuleOp module);
  /// The same values of a copy of the numbered model.
  void addToModel(mlir::ModuleOp model) const;

private:
  struct Boundary {
    mlir::StringAttr entry;
    int64_t number;  ///< of the op
    unsigned result; ///< of the op
    mlir::StringAttr name;
    mlir::LocationAttr loc;
  };
  std::vector<Boundary> boundaries;
};

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_BOUNDARIES_H
