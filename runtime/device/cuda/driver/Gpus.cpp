// Gpus.cpp: the GPUs of this machine
#include "Gpus.h"

using namespace sbp;
using namespace sbp::cuda;

static Result<Gpu> readGpu(const Driver &driver, DeviceNumber device) {
  char name[256] = "";
  int major = 0, minor = 0;
  SBP_CUDA(driver, deviceGetName, name, sizeof(name) - 1, device);
  SBP_CUDA(driver, deviceGetAttribute, &major, kComputeCapabilityMajor, device);
  SBP_CUDA(driver, deviceGetAttribute, &minor, kComputeCapabilityMinor, device);
  return Gpu{name, 10 * major + minor};
}

Result<Gpu> cuda::describeGpu(const Driver &driver, DeviceNumber device,
                              uint32_t number) {
  Result<Gpu> gpu = readGpu(driver, device);
  if (gpu.failed())
    return userError("GPU ", number, ": ", gpu.status().message());
  return gpu;
}

Result<std::vector<Gpu>> cuda::listGpus() {
  SBP_ASSIGN_OR_RETURN(const Driver *driver, Driver::open());
  int count = 0;
  SBP_RETURN_IF_FAILED(driver->begin(
      driver->check(driver->deviceGetCount(&count), "deviceGetCount")));
  if (count <= 0)
    return userError("the CUDA driver finds no GPU here: run where there is "
                     "one, or compile with --target=host");
  std::vector<Gpu> gpus;
  for (int number = 0; number < count; ++number) {
    DeviceNumber device;
    SBP_CUDA(*driver, deviceGet, &device, number);
    SBP_ASSIGN_OR_RETURN(Gpu gpu,
                         describeGpu(*driver, device, uint32_t(number)));
    gpus.push_back(std::move(gpu));
  }
  return gpus;
}
