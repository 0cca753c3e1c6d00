// NullDriver.cpp: a driver whose calls return at once
//
// What is left of a step on it is the runner's own work. Functions that have to
// give something are in NullValues.cpp.
#include "DriverApi.h"

using namespace sbp::cuda;

#define SBP_NULL(member, name, parameters)                                     \
  extern "C" __attribute__((weak)) DriverResult name parameters {              \
    return kSuccess;                                                           \
  }
SBP_CUDA_DRIVER_FUNCTIONS(SBP_NULL)
