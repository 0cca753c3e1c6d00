// Gpus.h: the GPUs of this machine
#ifndef SBP_RUNTIME_DEVICE_CUDA_DRIVER_GPUS_H
#define SBP_RUNTIME_DEVICE_CUDA_DRIVER_GPUS_H

#include "Driver.h"
#include <string>
#include <vector>

namespace sbp::cuda {

/// A GPU as the driver describes it.
struct Gpu {
  std::string name;   ///< "NVIDIA H200"
  int capability = 0; ///< compute capability, 90 for 9.0
};

/// Returns GPU `number`, whose handle is `device`. Fails where the driver does,
/// with a message that names the GPU.
Result<Gpu> describeGpu(const Driver &driver, DeviceNumber device,
                        uint32_t number);
/// Returns all GPUs of the machine by number, at least one. Fails with a user
/// error where the driver or a GPU is missing.
Result<std::vector<Gpu>> listGpus();

} // namespace sbp::cuda

#endif // SBP_RUNTIME_DEVICE_CUDA_DRIVER_GPUS_H
