// NullValues.cpp: the properties that the null driver reports
#include "DriverApi.h"

using namespace sbp::cuda;

template <typename Handle> static DriverResult give(Handle *handle) {
  static char any;
  *handle = reinterpret_cast<Handle>(&any);
  return kSuccess;
}

extern "C" {
DriverResult cuDriverGetVersion(int *version) {
  *version = 12080;
  return kSuccess;
}
DriverResult cuDeviceGetCount(int *count) {
  *count = 1;
  return kSuccess;
}
DriverResult cuDeviceGetAttribute(int *value, int attribute, DeviceNumber) {
  *value = attribute == kComputeCapabilityMajor ? 9 : 0;
  return kSuccess;
}
DriverResult cuMemAlloc_v2(Address *address, size_t bytes) {
  static Address next = 1 << 20;
  *address = next;
  next += (bytes + 4095) / 4096 * 4096;
  return kSuccess;
}
DriverResult cuDevicePrimaryCtxRetain(Context *context, DeviceNumber) {
  return give(context);
}
DriverResult cuModuleLoadDataEx(Module *module, const void *, unsigned, int *,
                                void **) {
  return give(module);
}
DriverResult cuModuleGetFunction(Function *function, Module, const char *) {
  return give(function);
}
DriverResult cuStreamCreate(Stream *stream, unsigned) { return give(stream); }
DriverResult cuEventCreate(Event *event, unsigned) { return give(event); }
DriverResult cuStreamEndCapture(Stream, Graph *graph) { return give(graph); }
DriverResult cuGraphInstantiateWithFlags(GraphExec *exec, Graph,
                                         unsigned long long) {
  return give(exec);
}
}
