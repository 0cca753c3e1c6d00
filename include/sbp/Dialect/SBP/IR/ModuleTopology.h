// ModuleTopology.h: the topology attribute of a module
#ifndef SBP_DIALECT_SBP_IR_MODULETOPOLOGY_H
#define SBP_DIALECT_SBP_IR_MODULETOPOLOGY_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Calculus/Topology.h"

namespace sbp {

/// Of a module: the text of a topology file. What moves is then priced by time.
inline constexpr llvm::StringLiteral topologyAttrName = "sbp.topology";

/// The topology of `module`; null if it has none. An error says what is wrong
/// with the text.
llvm::Expected<std::shared_ptr<const Topology>>
readTopology(mlir::ModuleOp module);

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_MODULETOPOLOGY_H
