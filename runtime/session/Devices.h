// Devices.h: the device that a rank works on
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
  /// `only` replaces the device of every rank in tests; null otherwise. It and
  /// `program` outlive this object. Fails where a GPU is missing or cannot be
  /// opened, or where `gpus` names some and no rank works on one.
  Status open(const Program &program, const LocalWorld &world,
              const std::vector<uint32_t> &gpus, Device *only);

  /// Returns the device of a rank of this process in an entry: the host for a
  /// rank without a part. Devices live as long as this object.
  Device &of(uint32_t entry, uint32_t rank) const;
  /// Returns the device that stores the states of a rank for entries of a role:
  /// that of the first of them in which the rank has a part, else the host.
  Device &ofStates(plan::EntryRole role, uint32_t rank) const;
  /// Returns the GPU of a rank of this process, null where it works on none.
  CudaDevice *findGpu(uint32_t rank) const;
  /// Returns true if the devices of all ranks of this process are synchronous.
  bool areSynchronous() const;
  /// Returns true if the host accesses the memory of all these devices.
  bool shareHostMemory() const;

private:
  /// Opens the GPUs of the ranks of `world`, each once.
  Status openGpus(const LocalWorld &world, std::vector<uint32_t> gpus);
  /// Returns true where a rank works on a device of that kind in any entry.
  bool needs(plan::DeviceKind kind, uint32_t rank) const;
  /// Returns the device of a kind that a rank works on, which must be open.
  Device &ofKind(plan::DeviceKind kind, uint32_t rank) const;

  const plan::PlanT *plan = nullptr;
  std::vector<std::unique_ptr<Device>> owned;
  Device *only = nullptr, *host = nullptr;
  std::map<uint32_t, CudaDevice *> gpuOfRank;
};

} // namespace sbp

#endif // SBP_RUNTIME_SESSION_DEVICES_H
