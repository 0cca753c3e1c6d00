// MemoryLayerDialect.h: ops on a few rows among millions
#ifndef SBP_DIALECT_MEMORYLAYER_IR_MEMORYLAYERDIALECT_H
#define SBP_DIALECT_MEMORYLAYER_IR_MEMORYLAYERDIALECT_H

#include "sbp/Dialect/NN/IR/NNDialect.h"

#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h.inc"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerEnums.h.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerOps.h.inc"

#endif // SBP_DIALECT_MEMORYLAYER_IR_MEMORYLAYERDIALECT_H
