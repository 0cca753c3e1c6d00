// NcclWorld.h: the NCCL communicators of this process's GPUs
//
// There is one communicator over all GPUs of the run, and one per set of GPUs
// that calls collectives, split from it in the plan's order. They live as long
// as the session. All of them are non-blocking.
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCLWORLD_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCLWORLD_H

#include "Gpus.h"
#include "Nccl.h"
#include "Result.h"
#include <deque>

namespace sbp::nccl {

/// The owner of the communicators. Threads of several GPUs call const functions
/// at once, `query` each for the GPU of its own NCCL stream; no other function
/// runs at the same time as any call.
class NcclWorld {
public:
  /// Creates the communicators. All processes call it together before the first
  /// step, also one whose `status` is a failure already: then all of them fail,
  /// or that one alone where the program uses no GPU. Returns null where no
  /// communication is between numbered GPUs. Fails where NCCL cannot be loaded
  /// or a process cannot join. `timeout` bounds the wait for GPUs to join, in
  /// seconds; 0 means no bound. Devices must outlive the result; a null
  /// `transport` stands for a single process.
  static Result<std::unique_ptr<NcclWorld>>
  open(const Program &program, const LocalWorld &world, Transport *transport,
       const Gpus::DeviceOf &deviceOf, double timeout, const Status &status);
  /// Finalises and destroys the communicators, unless they were aborted. Aborts
  /// them where that fails or takes more than 5 seconds.
  ~NcclWorld();

  /// The library, and the numbers of the GPUs, which this object owns.
  const Nccl &getNccl() const { return nccl; }
  const Gpus &getGpus() const { return gpus; }
  /// Returns the communicator of the set `members` that belongs to the local
  /// GPU `gpu`. Its ranks have the order of `members`, which are ascending. The
  /// set must be that of a group with collectives, and the world owns the
  /// communicator. Sends and receives use the communicator of all GPUs.
  Comm get(const std::vector<uint32_t> &members, uint32_t gpu) const;
  /// Returns the communicator of all GPUs that belongs to the local GPU `gpu`.
  /// Its ranks are the numbers of the GPUs.
  Comm getWorld(uint32_t gpu) const { return get(allGpus, gpu); }
  /// Returns true where the last call on a communicator is issued, false where
  /// it is in progress. Fails with `code` where the communicator, or that of
  /// another member, has failed.
  Result<bool> query(Comm comm, ExitCode code = ExitCode::RankLost) const;
  /// Aborts all communicators, so that no kernel waits for a peer; later calls
  /// do nothing. Returns after at most 5 seconds, also where an abort does not
  /// end. No other thread calls NCCL meanwhile, and no recorded step contains
  /// calls of it.
  void abort();
  /// Returns true after a call of `abort`.
  bool isAborted() const { return aborted; }

private:
  /// Adds the GPU to the message of a failure; a success stays one.
  Status nameGpu(uint32_t gpu, const Status &status) const;
  /// Makes a world without communicators.
  NcclWorld(const Nccl &nccl, Gpus gpus, double timeout);
  /// Creates the communicator of all GPUs and waits until every member has
  /// joined.
  Status initialise(const UniqueId &id);
  /// Splits the communicators of all `groups` off that of all GPUs.
  Status split(const std::vector<std::vector<uint32_t>> &groups);
  /// Splits disjoint groups off in one call per GPU, and waits for them.
  Status splitOnce(const std::vector<std::vector<uint32_t>> &groups);
  /// Asks until no call on the communicators is in progress. Returns false
  /// where that takes longer than `seconds`, of which 0 means no bound, and
  /// fails with `code` as `query` does. Called outside of steps, where waiting
  /// is allowed.
  Result<bool> poll(const std::vector<Comm> &comms, double seconds,
                    ExitCode code) const;
  /// Waits until no call on the communicators is in progress. Loses the rank
  /// where that takes longer than `timeout`.
  Status waitFor(const std::vector<Comm> &comms) const;
  /// Destroys all communicators, children first. Returns false where a call
  /// fails or they are not ready within 5 seconds.
  bool finish();

  const Nccl &nccl;
  Gpus gpus;
  double timeout; ///< bound on waits in seconds, 0 for none
  std::vector<uint32_t> allGpus;
  std::vector<uint32_t> localGpus; ///< GPUs of this process
  /// Communicators indexed by member list and local GPU. The empty list holds
  /// the null communicators of GPUs that took part in a split without being
  /// members.
  std::map<std::vector<uint32_t>, std::map<uint32_t, Comm>> comms;
  std::deque<std::pair<uint32_t, Comm>>
      made; ///< local GPU and communicator, in the order of creation
  bool aborted = false;
};

} // namespace sbp::nccl

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCLWORLD_H
