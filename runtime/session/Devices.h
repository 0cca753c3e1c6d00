// Devices.h: which device a rank works on
#ifndef SBP_RUNTIME_SESSION_DEVICES_H
#define SBP_RUNTIME_SESSION_DEVICES_H

#include "Device.h"
#include "LocalWorld.h"
#include "PlanVerifier.h"
#include <map>

namespace sbp {

class CudaDevice;

/// The devices of this process. A plan states the kind of each rank's device in
/// an entry: the host is one device, GPUs are distributed over the ranks.
class Devices {
public:
  /// Opens the devices that the ranks of `world` need. Ranks are distributed
  /// over the GPUs with the numbers `gpus`, or over all GPUs where it is empty.
  /// `only` replaces the device of every rank in tests; null otherwise.
  Status open(const Program &program, const LocalWorld &world,
              const std::vector<uint32_t> &gpus, Device *only);

  Device &of(uint32_t entry, uint32_t rank) const;
  /// Returns the device that stores the states of entries of a role.
  Device &ofStates(plan::EntryRole role, uint32_t rank) const;
  /// Returns the GPU of a rank of this process, null where it works on none.
  CudaDevice *findGpu(uint32_t rank) const;
  /// Returns true if no rank of this process works on a GPU.
  bool areAllHost() const;

private:
  Status openGpus(const LocalWorld &world, std::vector<uint32_t> gpus);
  bool needs(plan::DeviceKind kind, uint32_t rank) const;
  Device &ofKind(plan::DeviceKind kind, uint32_t rank) const;

  const plan::PlanT *plan = nullptr;
  std::vector<std::unique_ptr<Device>> owned;
  Device *only = nullptr, *host = nullptr;
  std::map<uint32_t, CudaDevice *> gpuOfRank;
};

} // namespace sbp

#endif // SBP_RUNTIME_SESSION_DEVICES_H
