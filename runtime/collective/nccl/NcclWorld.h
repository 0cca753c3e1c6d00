// NcclWorld.h: the communicators of NCCL of this process's GPUs
//
// One over all GPUs of the run, and one per group of them that calls
// collectives of its own, split from it in the plan's order; they live as long
// as the session. None of their calls blocks.
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCLWORLD_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCLWORLD_H

#include "Gpus.h"
#include "Nccl.h"
#include <deque>

namespace sbp::nccl {

class NcclWorld {
public:
  /// All processes call it together, before the first step, also one that has
  /// failed before (`status`): then none goes on. Null where no communication
  /// is between GPUs. `seconds`: how long others are waited for, 0: for ever.
  static Status open(const Program &program, const LocalWorld &world,
                     Transport *transport, const Gpus::DeviceOf &deviceOf,
                     double seconds, const Status &status,
                     std::unique_ptr<NcclWorld> &result);
  ~NcclWorld();

  const Nccl &getNccl() const { return nccl; }
  const Gpus &getGpus() const { return gpus; }
  /// The communicator of these GPUs that belongs to `gpu`, one of this process;
  /// in it, members have the order of `members`. All GPUs: sends and receives.
  Comm get(const std::vector<uint32_t> &members, uint32_t gpu) const;
  Comm getWorld(uint32_t gpu) const { return get(everyone, gpu); }
  /// Whether what a communicator was last told is issued; a failure of its own
  /// or of another member.
  Status poll(Comm comm, bool &isReady,
              ExitCode code = ExitCode::RankLost) const;
  /// Ends what goes on, so that nobody waits for it. No other thread calls NCCL
  /// meanwhile, and no recorded step has calls of it.
  void abort();
  bool isAborted() const { return aborted; }

private:
  Status atGpu(uint32_t gpu, const Status &status) const;
  NcclWorld(const Nccl &nccl, Gpus gpus, double seconds);
  Status initialise(const UniqueId &id);
  Status split(const std::vector<std::vector<uint32_t>> &groups);
  Status splitOnce(const std::vector<std::vector<uint32_t>> &groups);
  Status waitFor(const std::vector<Comm> &comms) const;
  bool finish();

  const Nccl &nccl;
  Gpus gpus;
  double seconds; ///< of patience, 0: for ever
  std::vector<uint32_t> everyone;
  std::vector<uint32_t> here; ///< GPUs of this process
  /// By members, then by GPU of this process; by nobody, what those have who
  /// are no members of what is split.
  std::map<std::vector<uint32_t>, std::map<uint32_t, Comm>> comms;
  std::deque<std::pair<uint32_t, Comm>> made; ///< GPU and what it made
  bool aborted = false;
};

} // namespace sbp::nccl

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCLWORLD_H
