// NarrowingInterface.h: products that can be computed of narrower factors
#ifndef SBP_INTERFACES_NARROWINGINTERFACE_H
#define SBP_INTERFACES_NARROWINGINTERFACE_H

#include "mlir/IR/OpDefinition.h"

#include "sbp/Interfaces/NarrowingInterface.h.inc"

#endif // SBP_INTERFACES_NARROWINGINTERFACE_H
