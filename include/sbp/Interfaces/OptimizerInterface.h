// OptimizerInterface.h: ops that update parameters
#ifndef SBP_INTERFACES_OPTIMIZERINTERFACE_H
#define SBP_INTERFACES_OPTIMIZERINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "sbp/Interfaces/OptimizerInterface.h.inc"

#endif // SBP_INTERFACES_OPTIMIZERINTERFACE_H
