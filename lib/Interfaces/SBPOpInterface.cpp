//===- SBPOpInterface.cpp - rules, signatures, shard contexts -------------===//

#include "sbp/Interfaces/SBPOpInterface.h"

#include "sbp/Interfaces/SBPOpInterface.cpp.inc"
