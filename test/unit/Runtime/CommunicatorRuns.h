// CommunicatorRuns.h: runs of a plan by one way to carry values
#ifndef SBP_TEST_UNIT_RUNTIME_COMMUNICATORRUNS_H
#define SBP_TEST_UNIT_RUNTIME_COMMUNICATORRUNS_H

#include "AsyncDevice.h"
#include "Faults.h"
#include "SharedTransport.h"
#include "TestPlan.h"
#include <functional>
#include <map>
#include <optional>

namespace sbp::test {

/// Steps of every run.
inline constexpr int kSteps = 4;

/// A plan, its inputs, the owners of its outputs and its host kernels.
struct Workload {
  std::string plan;
  std::function<std::vector<std::string>(int step)> inputs;
  std::vector<std::optional<uint32_t>>
      owners; ///< by output; none where all ranks hold it
  std::map<std::string, sbp_host_kernel> kernels; ///< by symbol
};

/// The transport and devices of a case.
struct Carrier {
  const char *name;
  uint32_t perProcess; ///< ranks per process, 0 for a single process
  unsigned workers = 1;
  int seed = -1;       ///< seed of the deterministic scheduler, -1 for threads
  int lateDevice = -1; ///< seed of an asynchronous device, -1 for the host
  uint64_t messageBound = UINT64_MAX;
  uint32_t gpus = 0;         ///< GPUs of the stub driver, 0 for the host
  bool sharesMemory = false; ///< messages go through shared memory
  bool isMpi = false;        ///< processes started by mpirun
  /// Returns true where each rank has a GPU of its own: then NCCL's collectives
  /// are used.
  bool addsElsewhere(uint32_t ranks) const { return gpus >= ranks; }
};

/// The fault at an arrival of one process.
struct Fault {
  testing::CommunicatorFault kind;
  uint64_t arrival;
  uint32_t process;
};

/// One process of a run. Its session lives until all processes have ended,
/// since posted messages belong to others.
struct ProcessRun {
  FunctionDevice code;
  std::unique_ptr<testing::AsyncDevice> late;
  std::unique_ptr<Transport> transport;
  Transport *borrowed =
      nullptr; ///< transport shared by all runs, used instead of an own one
  std::unique_ptr<SharedTransport> shared;
  std::unique_ptr<Session> session;
  std::map<uint32_t, std::string>
      pieces; ///< bytes of all outputs, in order, by rank
  Status status;
};

/// Runs kSteps steps of a workload in all processes of the carrier and returns
/// the runs after all have ended, their sessions destroyed. Over MPI the only
/// run returned has the pieces of all processes.
std::vector<ProcessRun> runAll(const Workload &work, const Carrier &carrier,
                               uint32_t ranks,
                               std::optional<Fault> fault = std::nullopt);

} // namespace sbp::test

#endif // SBP_TEST_UNIT_RUNTIME_COMMUNICATORRUNS_H
