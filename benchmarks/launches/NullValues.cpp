// NullValues.cpp: what the driver that does nothing says of itself
#include "DriverApi.h"

using namespace sbp::cuda;

template <typename Handle> static Result give(Handle *handle) {
  static char any;
  *handle = reinterpret_cast<Handle>(&any);
  return kSuccess;
}

extern "C" {
Result cuDriverGetVersion(int *version) {
  *version = 12080;
  return kSuccess;
}
Result cuDeviceGetCount(int *count) {
  *count = 1;
  return kSuccess;
}
Result cuDeviceGetAttribute(int *value, int attribute, DeviceNumber) {
  *value = attribute == kComputeCapabilityMajor ? 9 : 0;
  return kSuccess;
}
Result cuMemAlloc_v2(Address *address, size_t bytes) {
  static Address next = 1 << 20;
  *address = next;
  next += (bytes + 4095) / 4096 * 4096;
  return kSuccess;
}
Result cuDevicePrimaryCtxRetain(Context *context, DeviceNumber) {
  return give(context);
}
Result cuModuleLoadDataEx(Module *module, const void *, unsigned, int *,
                          void **) {
  return give(module);
}
Result cuModuleGetFunction(Function *function, Module, const char *) {
  return give(function);
}
Result cuStreamCreate(Stream *stream, unsigned) { return give(stream); }
Result cuEventCreate(Event *event, unsigned) { return give(event); }
Result cuStreamEndCapture(Stream, Graph *graph) { return give(graph); }
Result cuGraphInstantiateWithFlags(GraphExec *exec, Graph, unsigned long long) {
  return give(exec);
}
}
