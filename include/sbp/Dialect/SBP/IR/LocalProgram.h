//===- LocalProgram.h - the function of a class of ranks (level 2) --------===//
//
// At level 2 an entry is a declaration that keeps its arguments' and results'
// attributes, and one private function per class of ranks. The arguments of
// such a function are, in this order: the class's pieces of the entry's
// arguments, its pieces of constants, and `index` parameters, which are all
// that differs between its ranks.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_DIALECT_SBP_IR_LOCALPROGRAM_H
#define SBP_DIALECT_SBP_IR_LOCALPROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// On entries from level 1 on: where the predicted step's seconds go. A
/// dictionary of the parts that add up to it, of what of them is `idle`, and of
/// boxing by class of `links`. Only where rates were measured.
inline constexpr llvm::StringLiteral kPredictionAttr = "sbp.prediction";
inline constexpr llvm::StringLiteral kPredictionParts[] = {"compute", "memory",
                                                           "boxing", "rest"};
/// Of an entry: the digest of what it computes, whatever its plan.
inline constexpr llvm::StringLiteral kProgramAttr = "sbp.program";

/// Reads and writes the attributes of a class's function.
class LocalProgram {
public:
  static constexpr llvm::StringLiteral kEntryAttr = "sbp.entry";
  static constexpr llvm::StringLiteral kRanksAttr = "sbp.ranks";
  static constexpr llvm::StringLiteral kInputsAttr = "sbp.inputs";
  static constexpr llvm::StringLiteral kOutputsAttr = "sbp.outputs";
  static constexpr llvm::StringLiteral kConstantsAttr = "sbp.constants";
  static constexpr llvm::StringLiteral kParametersAttr = "sbp.parameters";
  static constexpr llvm::StringLiteral kBindingsAttr = "sbp.bindings";
  /// On the declaration: per argument the size of the table whose positions its
  /// values are, or -1.
  static constexpr llvm::StringLiteral kIndexBoundsAttr = "sbp.index_bounds";
  /// Of a result: the positions that a reference computed, below this.
  static constexpr llvm::StringLiteral kIndexBoundAttr = "sbp.index_bound";
  /// Of a reference's result: the coarsest float type that it went through.
  static constexpr llvm::StringLiteral kPrecisionAttr = "sbp.precision";

  explicit LocalProgram(mlir::func::FuncOp function) : function(function) {}
  /// Whether `function` is a class's program.
  static bool is(mlir::func::FuncOp function) {
    return function->hasAttr(kEntryAttr);
  }

  mlir::func::FuncOp getFunction() const { return function; }
  mlir::FlatSymbolRefAttr getEntry() const {
    return function->getAttrOfType<mlir::FlatSymbolRefAttr>(kEntryAttr);
  }
  /// World ranks that execute it, ascending.
  llvm::ArrayRef<int64_t> getRanks() const { return getIntegers(kRanksAttr); }
  /// Argument i is a piece of the entry's argument getInputs()[i].
  llvm::ArrayRef<int64_t> getInputs() const { return getIntegers(kInputsAttr); }
  /// Result i is a piece of the entry's result getOutputs()[i].
  llvm::ArrayRef<int64_t> getOutputs() const {
    return getIntegers(kOutputsAttr);
  }
  /// Per constant argument: [global value, its distribution].
  mlir::ArrayAttr getConstants() const { return getArray(kConstantsAttr); }
  /// Per index argument: a #sbp.offset.
  mlir::ArrayAttr getParameters() const { return getArray(kParametersAttr); }
  /// Per index argument: its value on each of the ranks.
  mlir::ArrayAttr getBindings() const { return getArray(kBindingsAttr); }

private:
  llvm::ArrayRef<int64_t> getIntegers(llvm::StringRef name) const {
    return function->getAttrOfType<mlir::DenseI64ArrayAttr>(name).asArrayRef();
  }
  mlir::ArrayAttr getArray(llvm::StringRef name) const {
    return function->getAttrOfType<mlir::ArrayAttr>(name);
  }

  mlir::func::FuncOp function;
};

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_LOCALPROGRAM_H
