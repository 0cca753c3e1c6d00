// TimePasses.h: the pass that cuts a step into micro-batches
#ifndef SBP_TRANSFORMS_TIMEPASSES_H
#define SBP_TRANSFORMS_TIMEPASSES_H

#include "mlir/Pass/Pass.h"

namespace sbp {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "sbp/Transforms/TimePasses.h.inc"

} // namespace sbp

#endif // SBP_TRANSFORMS_TIMEPASSES_H
