// ModelStates.h: the state attributes of entries

#ifndef LIB_TRANSFORMS_IMPORT_MODELSTATES_H
#define LIB_TRANSFORMS_IMPORT_MODELSTATES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/MapVector.h"

namespace sbp {

/// Why the elements of `value` cannot be read; empty if they can.
std::string describeDataFault(mlir::ElementsAttr value);

/// The states of a module: the entries that use one must agree on it. An
/// attribute that only some entries have holds in all of them.
class ModelStates {
public:
  /// Checks the arguments of `entry` against the entries before it.
  mlir::LogicalResult add(mlir::func::FuncOp entry);
  /// Completes the annotations of all entries and checks results.
  mlir::LogicalResult finish();

private:
  struct Argument {
    mlir::func::FuncOp entry;
    unsigned index;
    mlir::Location getLoc() const;
    mlir::Type getType() const;
    mlir::Attribute get(llvm::StringRef key) const;
  };

  static mlir::LogicalResult agree(mlir::StringAttr name, Argument first,
                                   Argument other);

  llvm::MapVector<mlir::StringAttr, llvm::SmallVector<Argument>> states;
  llvm::SmallVector<mlir::func::FuncOp> entries;
};

} // namespace sbp

#endif
