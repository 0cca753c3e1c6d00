// SharedRows.h: ops that run on one row after the other
#ifndef SBP_LIB_EXTERNALMODELS_WORK_SHAREDROWS_H
#define SBP_LIB_EXTERNALMODELS_WORK_SHAREDROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// The rows of a value that one of its readers reduces (a sum, a maximum) and
/// that others read again with the result (a difference from the mean): targets
/// run all of these on a row before the next, which stays near the core
/// meanwhile. The class ignores distributions: where one cuts the rows, the
/// reduction waits for other ranks, and prices do not use the object.
class SharedRows {
public:
  /// Returns the rows of `value` as its first reader that reduces them sees
  /// them; other readers may come before. Returns nullopt if the value has at
  /// most one use or more than 16, or if no reader reduces its rows.
  static std::optional<SharedRows> find(mlir::Value value);

  /// Returns the number of leading dims of the value that number its rows.
  unsigned getNumDims() const { return numDims; }
  /// Returns true if `use`, a use of the value, reads the rows together with a
  /// result that derives from their reduction.
  bool isReadAgain(mlir::OpOperand &use) const;
  /// Returns true if a parallel op computes the rows one after the other and
  /// every reader is the reduction or reads them again: they need no memory of
  /// their own.
  bool stays() const;

private:
  SharedRows(mlir::OpOperand &first, unsigned numDims)
      : first(&first), numDims(numDims) {}

  mlir::OpOperand *first;
  unsigned numDims;
};

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_WORK_SHAREDROWS_H
