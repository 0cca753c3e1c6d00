// Gpus.h: the map of ranks to GPUs across all processes
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_GPUS_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_GPUS_H

#include "CudaDevice.h"
#include "LocalWorld.h"
#include "PlanVerifier.h"
#include "Transport.h"
#include <functional>

namespace sbp::nccl {

/// Gathers `mine` from every process into `all`, indexed by process. Where
/// `status` is a failure on any process, all of them return that failure. A
/// null `transport` stands for a single process.
Status gatherAll(Transport *transport, const Status &status, std::string mine,
                 std::vector<std::string> &all);

/// The GPUs that are used by exactly one process, numbered alike in all
/// processes: in the order of the first rank on each. A GPU shared by processes
/// has no number, since NCCL accepts one process per GPU.
class Gpus {
public:
  /// Returns the device of a rank of this process, null for host ranks.
  using DeviceOf = std::function<CudaDevice *(uint32_t rank)>;
  /// Finds the GPUs by their UUIDs. All processes call it together, also one
  /// whose `status` is a failure already. Finds none where NCCL is disabled on
  /// any process.
  Status find(const Program &program, const LocalWorld &world,
              Transport *transport, const DeviceOf &deviceOf,
              const Status &status);

  size_t count() const { return devices.size(); }
  /// Returns the device of a GPU, null if another process owns it.
  CudaDevice *getDevice(uint32_t gpu) const { return devices[gpu]; }
  /// Returns the number of a rank's GPU, or -1.
  int32_t of(uint32_t rank) const { return gpuOfRank[rank]; }
  /// Returns the numbers of the GPUs of `ranks` in an entry, ascending. Empty
  /// where one of the ranks does not run on a numbered GPU.
  std::vector<uint32_t> findMembers(const plan::PlanT &plan, uint32_t entry,
                                    const std::vector<uint32_t> &ranks) const;

private:
  std::vector<CudaDevice *> devices;
  std::vector<int32_t> gpuOfRank;
};

} // namespace sbp::nccl

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_GPUS_H
