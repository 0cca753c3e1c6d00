// StructuredWork.h: the work of a structured op
#ifndef SBP_LIB_EXTERNALMODELS_WORK_STRUCTUREDWORK_H
#define SBP_LIB_EXTERNALMODELS_WORK_STRUCTUREDWORK_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Interfaces/OpWork.h"

namespace sbp {

/// Operations by what its body does for a point of its loops; of memory what
/// the fusion of loops leaves.
OpWork getStructuredWork(mlir::linalg::LinalgOp op);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_WORK_STRUCTUREDWORK_H
