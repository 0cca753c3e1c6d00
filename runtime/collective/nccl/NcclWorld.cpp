// NcclWorld.cpp: creation, splitting and shutdown of NCCL communicators
//
// Process 0 creates the unique id and broadcasts it; every process initialises
// its GPUs in one NCCL group. Sets of GPUs are split off greedily: each
// ncclCommSplit takes a maximal number of disjoint sets from the front of the
// list, so pairs {0,1} {2,3} {0,2} {1,3} need two splits.
#include "NcclWorld.h"
#include "NcclGroups.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <numeric>
#include <set>
#include <thread>

using namespace sbp;
using namespace sbp::nccl;

/// The bound on the shutdown and on aborts.
static constexpr std::chrono::seconds kShutdownTimeout(5);

NcclWorld::NcclWorld(const Nccl &nccl, Gpus given, double timeout)
    : nccl(nccl), gpus(std::move(given)), timeout(timeout),
      allGpus(gpus.count()) {
  std::iota(allGpus.begin(), allGpus.end(), 0);
  for (uint32_t gpu : allGpus)
    if (gpus.getDevice(gpu))
      localGpus.push_back(gpu);
}

/// Collects the sets of GPUs that call collectives, in the plan's order.
/// Returns true if any group uses NCCL.
static bool findCollectiveGroups(const Program &program, const Gpus &gpus,
                                 std::vector<std::vector<uint32_t>> &groups) {
  bool isAny = false;
  CommunicationPatterns patterns(program);
  for (uint32_t e = 0; e < program.plan.entries.size(); ++e)
    for (const NcclGroup &group : findGroups(program, patterns, e, gpus)) {
      isAny = true;
      if (!group.calls.empty() && group.gpus.size() < gpus.count() &&
          std::find(groups.begin(), groups.end(), group.gpus) == groups.end())
        groups.push_back(group.gpus);
    }
  return isAny;
}

/// Adds the phase to a failure during initialisation.
static Status describeInitFailure(const Status &status) {
  return status.failed()
             ? Status(status.code(), textOf("GPUs cannot be joined by NCCL: ",
                                            status.message()))
             : Status();
}

/// Creates the unique id on process 0 and sends it to all others.
static Result<UniqueId> broadcastId(const LocalWorld &world,
                                    Transport *transport,
                                    const Result<const Nccl *> &nccl) {
  UniqueId id = {};
  Status status = nccl.status();
  if (!status.failed() && world.getProcess() == 0)
    status = describeInitFailure(
        (*nccl)->check((*nccl)->getUniqueId(&id), "getUniqueId"));
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(gatherAll(
      transport, status, std::string(id.internal, sizeof(id.internal)), all));
  std::memcpy(id.internal, all[0].data(),
              std::min(all[0].size(), sizeof(id.internal)));
  return id;
}

Result<std::unique_ptr<NcclWorld>>
NcclWorld::open(const Program &program, const LocalWorld &world,
                Transport *transport, const Gpus::DeviceOf &deviceOf,
                double timeout, const Status &status) {
  const auto &templates = program.plan.templates;
  if (std::none_of(templates.begin(), templates.end(), [](const auto &graph) {
        return graph->device == plan::DeviceKind::cuda;
      })) {
    SBP_RETURN_IF_FAILED(status);
    return nullptr;
  }
  Gpus gpus;
  SBP_RETURN_IF_FAILED(gpus.find(program, world, transport, deviceOf, status));
  std::vector<std::vector<uint32_t>> groups;
  if (gpus.count() < 2 || !findCollectiveGroups(program, gpus, groups))
    return nullptr;
  Result<const Nccl *> nccl = Nccl::open();
  SBP_ASSIGN_OR_RETURN(UniqueId id, broadcastId(world, transport, nccl));
  std::unique_ptr<NcclWorld> made(
      new NcclWorld(**nccl, std::move(gpus), timeout));
  Status initialised = made->initialise(id);
  if (!initialised.failed())
    initialised = made->split(groups);
  initialised = describeInitFailure(initialised);
  // No process continues before all are connected.
  std::vector<std::string> all;
  initialised = gatherAll(transport, initialised, "", all);
  if (initialised.failed()) {
    made->abort();
    return initialised;
  }
  return made;
}

Result<bool> NcclWorld::query(Comm comm, ExitCode code) const {
  NcclResult result = kSuccess;
  SBP_RETURN_IF_FAILED(nccl.check(nccl.commGetAsyncError(comm, &result),
                                  "commGetAsyncError", code));
  SBP_RETURN_IF_FAILED(nccl.check(result, "commGetAsyncError", code));
  return result != kInProgress;
}

Result<bool> NcclWorld::poll(const std::vector<Comm> &list, double seconds,
                             ExitCode code) const {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  for (Comm comm : list)
    while (true) {
      SBP_ASSIGN_OR_RETURN(bool isReady, query(comm, code));
      if (isReady)
        break;
      std::chrono::duration<double> waited = Clock::now() - begin;
      if (seconds > 0 && waited.count() > seconds)
        return false;
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  return true;
}

Status NcclWorld::waitFor(const std::vector<Comm> &list) const {
  SBP_ASSIGN_OR_RETURN(bool areReady, poll(list, timeout, ExitCode::UserError));
  return areReady ? Status()
                  : Status(ExitCode::RankLost,
                           textOf("NCCL: not all GPUs have joined within ",
                                  timeout, " s"));
}

/// Calls a function for each local GPU within one NCCL group; members of other
/// processes make their calls at the same time.
static Status callTogether(const Nccl &nccl, const Gpus &gpus,
                           const std::vector<uint32_t> &localGpus,
                           const std::function<Status(uint32_t gpu)> &call) {
  SBP_NCCL(nccl, groupStart);
  Status status;
  for (uint32_t gpu : localGpus) {
    if (!status.failed())
      status = gpus.getDevice(gpu)->enter();
    if (!status.failed())
      status = call(gpu);
    if (status.failed())
      break;
  }
  Status end = nccl.check(nccl.groupEnd(), "groupEnd");
  return status.failed() ? status : end;
}

/// Adds the GPU to the message of a failure.
Status NcclWorld::nameGpu(uint32_t gpu, const Status &status) const {
  return status.failed()
             ? Status(status.code(), textOf(gpus.getDevice(gpu)->describe(),
                                            ": ", status.message()))
             : Status();
}

static Config makeConfig() {
  Config config;
  config.blocking = 0;
  return config;
}

Status NcclWorld::initialise(const UniqueId &id) {
  Config config = makeConfig();
  SBP_RETURN_IF_FAILED(callTogether(nccl, gpus, localGpus, [&](uint32_t gpu) {
    return nameGpu(
        gpu, nccl.check(nccl.commInit(&comms[allGpus][gpu], int(allGpus.size()),
                                      id, int(gpu), &config),
                        "commInit"));
  }));
  for (auto [gpu, comm] : comms[allGpus])
    made.push_back({gpu, comm});
  std::vector<Comm> list;
  for (auto [gpu, comm] : made)
    list.push_back(comm);
  return waitFor(list);
}

/// Splits off all sets, as many at a time as share no GPU.
Status NcclWorld::split(const std::vector<std::vector<uint32_t>> &groups) {
  std::vector<bool> isDone(groups.size());
  for (size_t i = 0; i < groups.size(); ++i) {
    std::set<uint32_t> used;
    std::vector<std::vector<uint32_t>> together;
    for (size_t j = i; j < groups.size(); ++j) {
      if (isDone[j] ||
          std::any_of(groups[j].begin(), groups[j].end(),
                      [&](uint32_t gpu) { return used.count(gpu) > 0; }))
        continue;
      isDone[j] = true;
      used.insert(groups[j].begin(), groups[j].end());
      together.push_back(groups[j]);
    }
    if (!together.empty())
      SBP_RETURN_IF_FAILED(splitOnce(together));
  }
  return {};
}

Status NcclWorld::splitOnce(const std::vector<std::vector<uint32_t>> &groups) {
  Config config = makeConfig();
  std::vector<Comm> parents;
  std::map<uint32_t, size_t> groupOf;
  for (size_t i = 0; i < groups.size(); ++i)
    for (uint32_t gpu : groups[i])
      groupOf[gpu] = i;
  SBP_RETURN_IF_FAILED(callTogether(nccl, gpus, localGpus, [&](uint32_t gpu) {
    auto found = groupOf.find(gpu);
    bool isMember = found != groupOf.end();
    parents.push_back(getWorld(gpu));
    Comm &child =
        comms[isMember ? groups[found->second] : std::vector<uint32_t>()][gpu];
    return nameGpu(
        gpu, nccl.check(nccl.commSplit(getWorld(gpu),
                                       isMember ? int(found->second) : kNoColor,
                                       int(gpu), &child, &config),
                        "commSplit"));
  }));
  // A child handle is valid when its parent is ready.
  SBP_RETURN_IF_FAILED(waitFor(parents));
  for (uint32_t gpu : localGpus)
    if (auto found = groupOf.find(gpu); found != groupOf.end()) {
      made.push_back({gpu, get(groups[found->second], gpu)});
      SBP_RETURN_IF_FAILED(waitFor({made.back().second}));
    }
  return {};
}

Comm NcclWorld::get(const std::vector<uint32_t> &members, uint32_t gpu) const {
  return comms.at(members).at(gpu);
}

void NcclWorld::abort() {
  if (aborted)
    return;
  aborted = true;
  // All communicators are aborted in parallel: an abort waits for all kernels
  // of its GPU, also for those that only the abort of another communicator
  // ends. On a broken GPU an abort may never return; its thread is then left
  // behind.
  auto left = std::make_shared<std::atomic<size_t>>(made.size());
  for (auto [gpu, comm] : made)
    std::thread([left, &nccl = nccl, &device = *gpus.getDevice(gpu),
                 comm = comm] {
      // A failure at this point follows from an earlier one, which is reported.
      if (!device.enter().failed())
        (void)nccl.commAbort(comm);
      --*left;
    }).detach();
  auto deadline = std::chrono::steady_clock::now() + kShutdownTimeout;
  while (*left > 0 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  made.clear();
}

/// Finalises and destroys the communicators, children before parents. Returns
/// false where that fails or takes too long.
bool NcclWorld::finish() {
  std::vector<Comm> list;
  for (auto at = made.rbegin(); at != made.rend(); ++at) {
    if (gpus.getDevice(at->first)->enter().failed() ||
        nccl.check(nccl.commFinalize(at->second), "commFinalize").failed())
      return false;
    list.push_back(at->second);
  }
  Result<bool> areReady =
      poll(list, double(kShutdownTimeout.count()), ExitCode::RankLost);
  if (areReady.failed() || !*areReady)
    return false;
  for (Comm comm : list)
    (void)nccl.commDestroy(comm);
  return true;
}

NcclWorld::~NcclWorld() {
  if (!aborted && !finish())
    abort();
}
