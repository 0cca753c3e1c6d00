// StructureKey.h: the structure of an op as bytes
#ifndef SBP_INTERFACES_STRUCTUREKEY_H
#define SBP_INTERFACES_STRUCTUREKEY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallString.h"

namespace sbp {

/// Returns a key, bytes without a meaning, of the op's name, attributes, types
/// and regions, of the ops without regions that compute the scalars it reads,
/// and of which operands are the same value. Annotations and the location are
/// not part of it. Equal ops of one context have equal keys for its lifetime.
/// Keys contain addresses: compare them, but never order by them.
llvm::SmallString<512> getStructureKey(mlir::Operation *op);

} // namespace sbp

#endif // SBP_INTERFACES_STRUCTUREKEY_H
