// ModuleTopology.h: the topology attribute of a module
#ifndef SBP_DIALECT_SBP_IR_MODULETOPOLOGY_H
#define SBP_DIALECT_SBP_IR_MODULETOPOLOGY_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Calculus/Topology.h"

namespace sbp {

/// Attribute of a module: the text of a topology file. Boxings are then priced
/// by time.
inline constexpr llvm::StringLiteral kTopologyAttr = "sbp.topology";

/// Attribute of a communication, an f64: the seconds that it takes on the links
/// of the module's topology. Absent without one.
inline constexpr llvm::StringLiteral kSecondsAttr = "sbp.seconds";

/// Parses the topology of `module`; null if it has none, or one that is no
/// string. An error is one of Topology::parse. The returned topology does not
/// refer to the module.
llvm::Expected<std::shared_ptr<const Topology>>
readTopology(mlir::ModuleOp module);

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_MODULETOPOLOGY_H
