// RuntimeServices.cpp: the runtime's own table, for benchmarks
#include "HostDevice.h"

extern "C"
    __attribute__((visibility("default"))) sbp_host_services sbp_test_services;
sbp_host_services sbp_test_services = sbp::getHostServices();
