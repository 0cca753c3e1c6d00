// MachineInterface.cpp: a C interface of the PTX executor, for Python
//
// A function that fails returns its message, which is valid until the next
// call; null means success. Not thread-safe.
#include "Machine.h"

using namespace sbp;
using namespace sbp::ptx;

namespace {
struct Device {
  GlobalMemory memory;
  Machine machine{memory};
  Counters counters;
};
} // namespace

/// Keeps the message alive for the caller and returns it, or null for success.
static const char *keep(const Status &status) {
  static std::string message;
  message = status.failed() ? status.message() : "";
  return status.failed() ? message.c_str() : nullptr;
}

extern "C" {
Device *sbp_ptx_create() { return new Device(); }
void sbp_ptx_destroy(Device *device) { delete device; }

const char *sbp_ptx_load(Device *device, const char *text) {
  return keep(device->machine.load(text));
}
uint64_t sbp_ptx_allocate(Device *device, uint64_t bytes, const char *name) {
  return device->memory.allocate(bytes, name);
}
void sbp_ptx_free(Device *device, uint64_t address) {
  device->memory.free(address);
}
const char *sbp_ptx_write(Device *device, uint64_t address, const void *host,
                          uint64_t bytes) {
  return keep(device->memory.write(address, host, bytes));
}
const char *sbp_ptx_read(Device *device, void *host, uint64_t address,
                         uint64_t bytes) {
  return keep(device->memory.read(host, address, bytes));
}
/// Launches a kernel. `sizes` holds grid x, y, z, block x, y, z, the bytes of
/// dynamic shared memory and whether the launch may start early; `arguments`
/// holds `count` 64-bit words.
const char *sbp_ptx_launch(Device *device, const char *kernel,
                           const uint32_t *sizes, const uint64_t *arguments,
                           uint32_t count, uint64_t seed) {
  Launch launch;
  launch.kernel = kernel;
  launch.grid = {sizes[0], sizes[1], sizes[2]};
  launch.block = {sizes[3], sizes[4], sizes[5]};
  launch.sharedBytes = sizes[6];
  launch.overlaps = sizes[7] != 0;
  const auto *bytes = reinterpret_cast<const uint8_t *>(arguments);
  launch.parameters.assign(bytes, bytes + 8 * uint64_t(count));
  return keep(device->machine.launch(launch, seed, device->counters));
}
/// Writes nine counters: warp instructions, lane instructions, global
/// requests, sectors, barriers, bytes of bulk copies, products of warpgroups
/// and of warps, bank conflicts.
void sbp_ptx_count(Device *device, uint64_t *counters) {
  counters[0] = device->counters.warpInstructions;
  counters[1] = device->counters.laneInstructions;
  counters[2] = device->counters.globalRequests;
  counters[3] = device->counters.globalSectors;
  counters[4] = device->counters.barriers;
  counters[5] = device->counters.bulkBytes;
  counters[6] = device->counters.products;
  counters[7] = device->counters.warpProducts;
  counters[8] = device->counters.bankConflicts;
}
}
