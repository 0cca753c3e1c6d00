// OptimizerInterface.cpp: the generated part of the interface

#include "sbp/Interfaces/OptimizerInterface.h"

#include "sbp/Interfaces/OptimizerInterface.cpp.inc"
