// Gpus.h: the map of ranks to GPUs across all processes
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_GPUS_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_GPUS_H

#include "CudaDevice.h"
#include "LocalWorld.h"
#include "PlanVerifier.h"
#include "Transport.h"
#include <functional>

namespace sbp::nccl {

/// Gathers `mine` from every process into `all`, indexed by process. Each
/// process passes its own `status`. Where one of them is a failure, every
/// process returns a failure: that of `transport`, else its own, else that of
/// the first process that has one; `all` is undefined then. A null `transport`
/// stands for a single process. All processes call it together.
Status gatherAll(Transport *transport, const Status &status, std::string mine,
                 std::vector<std::string> &all);

/// The GPUs that are used by exactly one process, numbered alike in all
/// processes: in the order of the first rank on each. A GPU shared by processes
/// has no number, since NCCL accepts one process per GPU. Devices belong to the
/// caller of `find` and must outlive this object.
class Gpus {
public:
  /// Returns the device of a rank of this process, null for host ranks.
  using DeviceOf = std::function<CudaDevice *(uint32_t rank)>;
  /// Finds the GPUs by their UUIDs, for an object without any. All processes
  /// call it together, also one whose `status` is a failure already: then all
  /// of them fail. Fails as well where a UUID cannot be read. Finds none where
  /// NCCL is disabled on any process.
  Status find(const Program &program, const LocalWorld &world,
              Transport *transport, const DeviceOf &deviceOf,
              const Status &status);

  /// Returns the number of numbered GPUs of all processes.
  size_t count() const { return devices.size(); }
  /// Returns the device of a GPU, null if another process owns it.
  CudaDevice *getDevice(uint32_t gpu) const { return devices[gpu]; }
  /// Returns the number of a rank's GPU. -1 where the rank runs on the host, on
  /// a shared GPU, or without NCCL.
  int32_t of(uint32_t rank) const { return gpuOfRank[rank]; }
  /// Returns the distinct numbers of the GPUs of `ranks` in an entry,
  /// ascending. Empty where one of the ranks takes no part in the entry or does
  /// not run on a numbered GPU.
  std::vector<uint32_t> findMembers(const plan::PlanT &plan, uint32_t entry,
                                    const std::vector<uint32_t> &ranks) const;

private:
  std::vector<CudaDevice *> devices; ///< by GPU; null for other processes
  std::vector<int32_t> gpuOfRank;    ///< -1 for ranks without a number
};

} // namespace sbp::nccl

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_GPUS_H
