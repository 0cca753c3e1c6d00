// Gpus.h: which rank works on which GPU, in all processes
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_GPUS_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_GPUS_H

#include "CudaDevice.h"
#include "LocalWorld.h"
#include "PlanVerifier.h"
#include "Transport.h"
#include <functional>

namespace sbp::nccl {

/// What all processes say (`mine`), by process; where one of them has failed,
/// all have its failure. `transport` is null where there is one process.
Status gatherAll(Transport *transport, const Status &status, std::string mine,
                 std::vector<std::string> &all);

/// GPUs that one process has to itself, numbered alike in all processes: by the
/// first rank on each. NCCL knows one process a GPU.
class Gpus {
public:
  /// Null: a rank of the host.
  using DeviceOf = std::function<CudaDevice *(uint32_t rank)>;
  /// All processes call it together; `status`: how far this one has come.
  Status find(const Program &program, const LocalWorld &world,
              Transport *transport, const DeviceOf &deviceOf,
              const Status &status);

  size_t count() const { return devices.size(); }
  /// Null: a GPU of another process.
  CudaDevice *getDevice(uint32_t gpu) const { return devices[gpu]; }
  int32_t of(uint32_t rank) const { return gpuOfRank[rank]; } ///< -1: none
  /// The GPUs of these ranks in an entry, ascending; none where one of them
  /// works elsewhere.
  std::vector<uint32_t> findMembers(const plan::PlanT &plan, uint32_t entry,
                                    const std::vector<uint32_t> &ranks) const;

private:
  std::vector<CudaDevice *> devices;
  std::vector<int32_t> gpuOfRank;
};

} // namespace sbp::nccl

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_GPUS_H
