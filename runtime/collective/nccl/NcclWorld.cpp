// NcclWorld.cpp
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

/// With what ends.
static constexpr std::chrono::seconds kPatience(5);

NcclWorld::NcclWorld(const Nccl &nccl, Gpus given, double seconds)
    : nccl(nccl), gpus(std::move(given)), seconds(seconds),
      everyone(gpus.count()) {
  std::iota(everyone.begin(), everyone.end(), 0);
  for (uint32_t gpu : everyone)
    if (gpus.getDevice(gpu))
      here.push_back(gpu);
}

/// Groups with calls of their own, in the plan's order; whether there are any
/// others, too.
static bool findOwnGroups(const Program &program, const Gpus &gpus,
                          std::vector<std::vector<uint32_t>> &groups) {
  bool isAny = false;
  Meetings meetings(program);
  for (uint32_t e = 0; e < program.plan.entries.size(); ++e)
    for (const NcclGroup &group : findGroups(program, meetings, e, gpus)) {
      isAny = true;
      if (!group.calls.empty() && group.gpus.size() < gpus.count() &&
          std::find(groups.begin(), groups.end(), group.gpus) == groups.end())
        groups.push_back(group.gpus);
    }
  return isAny;
}

/// What NCCL says before any rank runs.
static Status atBegin(const Status &status) {
  return status.failed()
             ? Status(status.code(), textOf("GPUs cannot be joined by NCCL: ",
                                            status.message()))
             : Status();
}

/// The first process makes the id that all begin with.
static Status shareId(const LocalWorld &world, Transport *transport,
                      const Nccl *&nccl, UniqueId &id) {
  Status status = Nccl::open(nccl);
  if (!status.failed() && world.getProcess() == 0)
    status = atBegin(nccl->check(nccl->getUniqueId(&id), "getUniqueId"));
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(gatherAll(
      transport, status, std::string(id.internal, sizeof(id.internal)), all));
  std::memcpy(id.internal, all[0].data(),
              std::min(all[0].size(), sizeof(id.internal)));
  return {};
}

Status NcclWorld::open(const Program &program, const LocalWorld &world,
                       Transport *transport, const Gpus::DeviceOf &deviceOf,
                       double seconds, const Status &status,
                       std::unique_ptr<NcclWorld> &result) {
  const auto &templates = program.plan.templates;
  if (std::none_of(templates.begin(), templates.end(), [](const auto &graph) {
        return graph->device == plan::DeviceKind::cuda;
      }))
    return status;
  Gpus gpus;
  SBP_RETURN_IF_FAILED(gpus.find(program, world, transport, deviceOf, status));
  std::vector<std::vector<uint32_t>> groups;
  if (gpus.count() < 2 || !findOwnGroups(program, gpus, groups))
    return {};
  const Nccl *nccl = nullptr;
  UniqueId id = {};
  SBP_RETURN_IF_FAILED(shareId(world, transport, nccl, id));
  std::unique_ptr<NcclWorld> made(
      new NcclWorld(*nccl, std::move(gpus), seconds));
  Status begun = made->initialise(id);
  if (!begun.failed())
    begun = made->split(groups);
  begun = atBegin(begun);
  // No one begins before all are there.
  std::vector<std::string> all;
  begun = gatherAll(transport, begun, "", all);
  if (begun.failed()) {
    made->abort();
    return begun;
  }
  result = std::move(made);
  return {};
}

Status NcclWorld::poll(Comm comm, bool &isReady, ExitCode code) const {
  Result result = kSuccess;
  SBP_RETURN_IF_FAILED(nccl.check(nccl.commGetAsyncError(comm, &result),
                                  "commGetAsyncError", code));
  isReady = result != kInProgress;
  return nccl.check(result, "commGetAsyncError", code);
}

/// Outside of steps.
Status NcclWorld::waitFor(const std::vector<Comm> &list) const {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  for (Comm comm : list)
    for (bool isReady = false; !isReady;) {
      SBP_RETURN_IF_FAILED(poll(comm, isReady, ExitCode::UserError));
      if (isReady)
        break;
      std::chrono::duration<double> waited = Clock::now() - begin;
      if (seconds > 0 && waited.count() > seconds)
        return Status(
            ExitCode::RankLost,
            textOf("NCCL: not all GPUs have come within ", seconds, " s"));
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  return {};
}

/// A call for each GPU of this process; the members of other processes make
/// theirs.
static Status callTogether(const Nccl &nccl, const Gpus &gpus,
                           const std::vector<uint32_t> &here,
                           const std::function<Status(uint32_t gpu)> &call) {
  SBP_NCCL(nccl, groupStart);
  Status status;
  for (uint32_t gpu : here) {
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

/// Which GPU of this process a call was for.
Status NcclWorld::atGpu(uint32_t gpu, const Status &status) const {
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
  SBP_RETURN_IF_FAILED(callTogether(nccl, gpus, here, [&](uint32_t gpu) {
    return atGpu(gpu, nccl.check(nccl.commInit(&comms[everyone][gpu],
                                               int(everyone.size()), id,
                                               int(gpu), &config),
                                 "commInit"));
  }));
  for (auto [gpu, comm] : comms[everyone])
    made.push_back({gpu, comm});
  std::vector<Comm> list;
  for (auto [gpu, comm] : made)
    list.push_back(comm);
  return waitFor(list);
}

/// One split per set of groups that share no GPU.
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
  SBP_RETURN_IF_FAILED(callTogether(nccl, gpus, here, [&](uint32_t gpu) {
    auto found = groupOf.find(gpu);
    bool isMember = found != groupOf.end();
    parents.push_back(getWorld(gpu));
    Comm &child =
        comms[isMember ? groups[found->second] : std::vector<uint32_t>()][gpu];
    return atGpu(
        gpu, nccl.check(nccl.commSplit(getWorld(gpu),
                                       isMember ? int(found->second) : kNoColor,
                                       int(gpu), &child, &config),
                        "commSplit"));
  }));
  // A child is there when the parent is ready.
  SBP_RETURN_IF_FAILED(waitFor(parents));
  for (uint32_t gpu : here)
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
  // All at once: what one frees waits for all kernels of its GPU, also for
  // those that another's abort will end. On a broken GPU NCCL may wait for
  // ever; then it is left behind.
  auto left = std::make_shared<std::atomic<size_t>>(made.size());
  for (auto [gpu, comm] : made)
    std::thread([left, &nccl = nccl, &device = *gpus.getDevice(gpu),
                 comm = comm] {
      // What fails here fails because something failed before.
      if (!device.enter().failed())
        (void)nccl.commAbort(comm);
      --*left;
    }).detach();
  auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (*left > 0 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  made.clear();
}

/// Children end before what they were split from.
bool NcclWorld::finish() {
  auto deadline = std::chrono::steady_clock::now() + kPatience;
  for (auto at = made.rbegin(); at != made.rend(); ++at)
    if (gpus.getDevice(at->first)->enter().failed() ||
        nccl.check(nccl.commFinalize(at->second), "commFinalize").failed())
      return false;
  for (auto [gpu, comm] : made)
    for (bool isReady = false; !isReady;)
      if (poll(comm, isReady).failed() ||
          std::chrono::steady_clock::now() > deadline)
        return false;
  for (auto at = made.rbegin(); at != made.rend(); ++at)
    (void)nccl.commDestroy(at->second);
  return true;
}

NcclWorld::~NcclWorld() {
  if (!aborted && !finish())
    abort();
}
