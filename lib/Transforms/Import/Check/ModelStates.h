// ModelStates.h: the state attributes of entries

#ifndef LIB_TRANSFORMS_IMPORT_MODELSTATES_H
#define LIB_TRANSFORMS_IMPORT_MODELSTATES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/MapVector.h"

namespace sbp {

/// Returns why the elements of `value` cannot be read, as the end of a sentence
/// about it ("is resource 'w' of 8 bytes, expected 16"); empty if they can.
std::string describeDataFault(mlir::ElementsAttr value);

/// The states of a module: the entries that use one must agree on it. A
/// distribution that only some entries have holds in all of them. Functions
/// emit an error at the first fault, with a note at another place if one is
/// concerned, and fail.
class ModelStates {
public:
  /// Checks the states among the arguments of `entry` against the entries
  /// before it: type, distribution and first value, whose data must be there.
  /// The entry is kept for `finish`.
  mlir::LogicalResult add(mlir::func::FuncOp entry);
  /// Completes the distributions of states in all entries, and checks that
  /// every result that is a state has an argument of the same entry with equal
  /// type and distribution. Called once, after all `add`.
  mlir::LogicalResult finish();

private:
  /// An argument that is a state.
  struct Argument {
    mlir::func::FuncOp entry;
    unsigned index;
    mlir::Location getLoc() const;
    mlir::Type getType() const;
    /// Returns the argument's attribute of that name, null without one.
    mlir::Attribute get(llvm::StringRef key) const;
  };

  /// Emits an error at `other` and fails if two uses of the state `name` differ
  /// in type, distribution or first value; an absent attribute differs from
  /// none.
  static mlir::LogicalResult agree(mlir::StringAttr name, Argument first,
                                   Argument other);

  llvm::MapVector<mlir::StringAttr, llvm::SmallVector<Argument>> states;
  llvm::SmallVector<mlir::func::FuncOp> entries;
};

} // namespace sbp

#endif
