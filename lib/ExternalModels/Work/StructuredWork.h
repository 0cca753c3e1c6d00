// StructuredWork.h: the work of a structured op
#ifndef SBP_LIB_EXTERNALMODELS_WORK_STRUCTUREDWORK_H
#define SBP_LIB_EXTERNALMODELS_WORK_STRUCTUREDWORK_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Interfaces/OpWork.h"

namespace sbp {

/// Returns the work of `op`, whose shapes are static: its operations are those
/// of the body times the points of its loops; its memory traffic is the rest
/// that the fusion of loops leaves, none for an op without operations (a copy).
OpWork getStructuredWork(mlir::linalg::LinalgOp op);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_WORK_STRUCTUREDWORK_H
