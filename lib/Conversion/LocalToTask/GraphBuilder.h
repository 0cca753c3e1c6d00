// GraphBuilder.h: the task graph of a local program
#ifndef SBP_LIB_CONVERSION_LOCALTOTASK_GRAPHBUILDER_H
#define SBP_LIB_CONVERSION_LOCALTOTASK_GRAPHBUILDER_H

#include "Regions.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "llvm/ADT/MapVector.h"

namespace sbp {

/// The kernels of a module, interned by a hash of their text: equal regions
/// share one function.
class KernelTable {
public:
  explicit KernelTable(mlir::ModuleOp module) : module(module) {}
  /// Takes ownership of the detached `kernel` and returns the symbol to call.
  mlir::FlatSymbolRefAttr add(mlir::func::FuncOp kernel);

private:
  mlir::ModuleOp module;
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, mlir::FlatSymbolRefAttr> known;
};

/// States whose old and next value are both live in some class, so that a step
/// copies them. Indexed by entry and name.
struct CopiedState {
  mlir::Location loc;
  int64_t bytes; ///< bytes of the largest piece
};
using CopiedStates =
    llvm::MapVector<std::pair<mlir::Attribute, mlir::StringAttr>, CopiedState>;

/// Replaces the program by a `task.graph` of the same name. `symbols` is the
/// symbol table of the module at level 2.
void buildGraph(LocalProgramOp program, const mlir::SymbolTable &symbols,
                KernelTable &kernels, CopiedStates &copied);

} // namespace sbp

#endif // SBP_LIB_CONVERSION_LOCALTOTASK_GRAPHBUILDER_H
