// OpNames.h: what messages and reports call an op
//
// Imported models spell products and sums as linalg.generic, which says
// nothing to whoever wrote them. Example: a linalg.generic that computes
// x @ w is called "matmul", and one that computes exp(x - m) is
// called "sub, exp".
#ifndef SBP_INTERFACES_OPNAMES_H
#define SBP_INTERFACES_OPNAMES_H

#include "mlir/IR/Operation.h"

#include <string>

namespace sbp {

/// Returns the name of `op` for people, without quotes: "linalg.matmul". A
/// linalg.generic is called by what it computes: "matmul" for a contraction,
/// "sum", "max", "min" or "product" for a reduction with that combiner alone,
/// "transpose" or "broadcast" for a body that copies, otherwise by the
/// different ops of its body, at most three, in their order ("mul, add, ..."),
/// and "linalg.generic" for an empty body.
std::string getDisplayName(mlir::Operation *op);

} // namespace sbp

#endif // SBP_INTERFACES_OPNAMES_H
