// StructureKey.h: what an op says, as bytes
#ifndef SBP_INTERFACES_STRUCTUREKEY_H
#define SBP_INTERFACES_STRUCTUREKEY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallString.h"

namespace sbp {

/// The op's name, attributes, types and regions, the scalars it reads as far as
/// they are computed from constants, and which of its operands are the same
/// value; not what passes note about an op, nor its location. Equal ops of one
/// context have equal keys as long as it lives. Keys hold addresses: compare
/// them, never order by them.
llvm::SmallString<512> getStructureKey(mlir::Operation *op);

} // namespace sbp

#endif // SBP_INTERFACES_STRUCTUREKEY_H
