// TensorInterfaces.cpp

#include "sbp/Interfaces/TensorInterfaces.h"

#include "sbp/Interfaces/TensorInterfaces.cpp.inc"
