// SharedRows.h: ops that run on one row after the other
#ifndef SBP_LIB_EXTERNALMODELS_WORK_SHAREDROWS_H
#define SBP_LIB_EXTERNALMODELS_WORK_SHAREDROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// The rows of a value whose first reader reduces them (a sum, a maximum) and
/// that others read again with what came of it (a difference from the mean):
/// targets run all of these on a row before the next, which stays near the core
/// meanwhile. Not where the reduction has to wait for other ranks.
class SharedRows {
public:
  static std::optional<SharedRows> find(mlir::Value value);

  /// Leading dims of the value.
  unsigned getNumDims() const { return numDims; }
  bool isReadAgain(mlir::OpOperand &use) const;
  /// Returns true if the rows are computed as they are read and not used later.
  bool stays() const;

private:
  SharedRows(mlir::OpOperand &first, unsigned numDims)
      : first(&first), numDims(numDims) {}

  mlir::OpOperand *first;
  unsigned numDims;
};

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_WORK_SHAREDROWS_H
