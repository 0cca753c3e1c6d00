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
  /// Kernels are added to `module`, which must outlive the table.
  explicit KernelTable(mlir::ModuleOp module) : module(module) {}
  /// Takes ownership of the detached `kernel` and returns the symbol to call.
  /// An equal one that this table added before is used in its place, and
  /// `kernel` is erased; otherwise it is renamed and appended to the module.
  mlir::FlatSymbolRefAttr add(mlir::func::FuncOp kernel);

private:
  mlir::ModuleOp module;
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, mlir::FlatSymbolRefAttr> known;
};

/// A state whose old and next value are both live in some class, so that a step
/// copies it.
struct CopiedState {
  mlir::Location loc; ///< of the first next value found, or of the return
  int64_t bytes;      ///< bytes of the largest copied piece
};
/// The copied states of a module, indexed by entry and name of the state.
using CopiedStates =
    llvm::MapVector<std::pair<mlir::Attribute, mlir::StringAttr>, CopiedState>;

/// Replaces the program by a `task.graph` of the same name; the program is
/// erased. `symbols` is the symbol table of the module at level 2. States that
/// the graph copies are added to `copied`. Cannot fail for a verified program.
void buildGraph(LocalProgramOp program, const mlir::SymbolTable &symbols,
                KernelTable &kernels, CopiedStates &copied);

} // namespace sbp

#endif // SBP_LIB_CONVERSION_LOCALTOTASK_GRAPHBUILDER_H
