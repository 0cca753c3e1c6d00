// NarrowingInterface.cpp: the generated part of the interface

#include "sbp/Interfaces/NarrowingInterface.h"

#include "sbp/Interfaces/NarrowingInterface.cpp.inc"
