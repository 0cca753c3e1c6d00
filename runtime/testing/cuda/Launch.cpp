// Launch.cpp: validation of launches and distribution of blocks to threads
#include "Execution.h"
#include <algorithm>
#include <thread>

using namespace sbp;
using namespace sbp::ptx;

Machine::Machine(GlobalMemory &memory) : memory(memory) {}
Machine::~Machine() = default;

Status Machine::load(std::string_view text) {
  SBP_RETURN_IF_FAILED(parseModule(text, module));
  for (const Variable &variable : module.variables) {
    Allocation &allocation = variables.emplace_back();
    allocation.begin = variable.address;
    allocation.bytes = variable.bytes.size();
    allocation.name = variable.name;
    allocation.data = variable.bytes;
  }
  return Status();
}

void Counters::add(const Counters &other) {
  warpInstructions += other.warpInstructions;
  laneInstructions += other.laneInstructions;
  globalRequests += other.globalRequests;
  globalSectors += other.globalSectors;
  sharedRequests += other.sharedRequests;
  barriers += other.barriers;
  bulkBytes += other.bulkBytes;
  products += other.products;
  warpProducts += other.warpProducts;
  bankConflicts += other.bankConflicts;
}

/// Checks the registers of a block. Without .maxntid, an assembler may give
/// each thread the maximal number, and a GPU may then reject the launch.
static Status checkRegisters(const Kernel &kernel, uint64_t threads) {
  bool hasBound = kernel.maxThreads > 0;
  uint64_t each = kernel.maxRegisters ? kernel.maxRegisters
                  : hasBound          ? 0
                                      : kMaxThreadRegisters;
  uint64_t needed =
      (each + 7) / 8 * 8 * ((threads + kLanes - 1) / kLanes * kLanes);
  if (needed <= kMaxRegisters)
    return Status();
  return userError(kernel.name, ": ", threads, " threads of up to ", each,
                   " registers need ", needed, ", a block has ", kMaxRegisters,
                   hasBound ? "" : ": say .maxntid");
}

static Status checkLaunch(const Kernel &kernel, const Launch &launch) {
  uint64_t threads =
      uint64_t(launch.block[0]) * launch.block[1] * launch.block[2];
  uint64_t limit = kernel.maxThreads ? kernel.maxThreads : kMaxThreads;
  if (threads == 0 || threads > limit)
    return userError(kernel.name, ": ", threads, " threads a block, at most ",
                     limit, " are possible");
  if (uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2] == 0)
    return userError(kernel.name, ": a grid without blocks");
  if (launch.grid[0] % kernel.clusterSize)
    return userError(kernel.name, ": ", launch.grid[0],
                     " blocks along x are no multiple of the cluster's ",
                     kernel.clusterSize);
  SBP_RETURN_IF_FAILED(checkRegisters(kernel, threads));
  if (launch.grid[1] > 65535 || launch.grid[2] > 65535 ||
      launch.grid[0] > 0x7fffffff)
    return userError(kernel.name, ": grid ", launch.grid[0], " x ",
                     launch.grid[1], " x ", launch.grid[2], " is too large");
  if (uint64_t(kernel.sharedBytes) + launch.sharedBytes > kMaxSharedBytes)
    return userError(kernel.name, ": ", kernel.sharedBytes, " + ",
                     launch.sharedBytes, " bytes of shared memory, at most ",
                     kMaxSharedBytes, " are possible");
  if (launch.parameters.size() != kernel.parameterBytes)
    return userError(kernel.name, ": ", launch.parameters.size(),
                     " bytes of parameters, ", kernel.parameterBytes,
                     " are expected");
  return Status();
}

Status Machine::launch(const Launch &launch, uint64_t seed,
                       Counters &counters) {
  auto found = module.kernels.find(launch.kernel);
  if (found == module.kernels.end())
    return userError("no kernel '", launch.kernel, "' in the module");
  const Kernel &kernel = found->second;
  SBP_RETURN_IF_FAILED(checkLaunch(kernel, launch));
  uint64_t total = uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  if (total > uint64_t(0xffffffff))
    return userError(kernel.name, ": too many blocks");
  std::atomic<bool> isEnding{false};
  uint64_t shares = std::clamp<uint64_t>(
      total / std::max<uint64_t>(kResidentBlocks, kernel.clusterSize), 1,
      std::max(1u, threads));
  uint64_t size = kernel.clusterSize, clusters = total / size;
  std::vector<Counters> counts(shares);
  std::vector<Status> results(shares);
  auto runShare = [&](uint64_t i) {
    try {
      Execution(memory, variables, kernel, launch, seed + i, counts[i])
          .run(clusters * i / shares * size, clusters * (i + 1) / shares * size,
               isEnding);
    } catch (const Failure &failure) {
      results[i] = userError(failure.what());
      isEnding = true;
    }
  };
  std::vector<std::thread> others;
  for (uint64_t i = 1; i < shares; ++i)
    others.emplace_back(runShare, i);
  runShare(0);
  for (std::thread &other : others)
    other.join();
  for (const Counters &count : counts)
    counters.add(count);
  for (const Status &result : results)
    SBP_RETURN_IF_FAILED(result);
  return Status();
}
