// ElementBytes.h: the size of an element in memory
#ifndef SBP_INTERFACES_ELEMENTBYTES_H
#define SBP_INTERFACES_ELEMENTBYTES_H

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

namespace sbp {

/// Returns the bytes of an element of `type`: an integer, float or index, or a
/// shaped type of them. Bits are rounded up to whole bytes; an i1 takes one
/// byte, an index eight.
inline int64_t getElementBytes(mlir::Type type) {
  mlir::Type element = mlir::getElementTypeOrSelf(type);
  return element.isIndex()
             ? 8
             : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

} // namespace sbp

#endif // SBP_INTERFACES_ELEMENTBYTES_H
