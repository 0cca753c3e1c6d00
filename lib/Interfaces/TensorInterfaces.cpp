// TensorInterfaces.cpp: generated definitions of the tensor op interfaces

#include "sbp/Interfaces/TensorInterfaces.h"

#include "sbp/Interfaces/TensorInterfaces.cpp.inc"
