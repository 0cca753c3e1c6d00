// NcclWorld.cpp
#include "NcclWorld.h"
#include "NcclGroups.h"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <set>
#include <thread>

using namespace sbp;
using namespace sbp::nccl;

NcclWorld::NcclWorld(const Nccl &nccl, Gpus given)
    : nccl(nccl), gpus(std::move(given)), everyone(gpus.count()) {
  std::iota(everyone.begin(), everyone.end(), 0);
  for (uint32_t gpu : everyone)
    if (gpus.getDevice(gpu))
      here.push_back(gpu);
}

Status NcclWorld::open(const Program &program, const LocalWorld &world,
                       Transport *transport, const Gpus::DeviceOf &deviceOf,
                       std::unique_ptr<NcclWorld> &result) {
  const auto &templates = program.plan.templates;
  if (std::none_of(templates.begin(), templates.end(), [](const auto &graph) {
        return graph->device == plan::DeviceKind::cuda;
      }))
    return {};
  Gpus gpus;
  SBP_RETURN_IF_FAILED(gpus.find(program, world, transport, deviceOf));
  if (gpus.count() < 2)
    return {};
  // Groups with calls of their own, in the plan's order.
  std::vector<std::vector<uint32_t>> groups;
  bool isAny = false;
  Meetings meetings(program);
  for (uint32_t e = 0; e < program.plan.entries.size(); ++e)
    for (const NcclGroup &group : findGroups(program, meetings, e, gpus)) {
      isAny = true;
      if (!group.calls.empty() && group.gpus.size() < gpus.count() &&
          std::find(groups.begin(), groups.end(), group.gpus) == groups.end())
        groups.push_back(group.gpus);
    }
  if (!isAny)
    return {};
  const Nccl *nccl = nullptr;
  SBP_RETURN_IF_FAILED(Nccl::open(nccl));
  result.reset(new NcclWorld(*nccl, std::move(gpus)));
  Status status = result->initialise(world, transport);
  if (!status.failed())
    status = result->split(groups);
  if (status.failed()) {
    result->abort();
    return status;
  }
  // No one begins before all are there.
  std::vector<std::string> all;
  return transport ? transport->gather("", all) : Status();
}

Status NcclWorld::poll(Comm comm, bool &isReady) const {
  Result result = kSuccess;
  SBP_RETURN_IF_FAILED(nccl.check(nccl.commGetAsyncError(comm, &result),
                                  "commGetAsyncError", ExitCode::RankLost));
  isReady = result != kInProgress;
  return nccl.check(result, "commGetAsyncError", ExitCode::RankLost);
}

/// Outside of steps.
Status NcclWorld::waitFor(const std::vector<Comm> &list) const {
  for (Comm comm : list)
    for (bool isReady = false; !isReady;) {
      SBP_RETURN_IF_FAILED(poll(comm, isReady));
      if (!isReady)
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
  }
  Status end = nccl.check(nccl.groupEnd(), "groupEnd");
  return status.failed() ? status : end;
}

static Config makeConfig() {
  Config config;
  config.blocking = 0;
  return config;
}

/// The first process makes the id that all begin with.
Status NcclWorld::initialise(const LocalWorld &world, Transport *transport) {
  UniqueId id = {};
  if (world.getProcess() == 0)
    SBP_NCCL(nccl, getUniqueId, &id);
  if (transport) {
    std::vector<std::string> all;
    SBP_RETURN_IF_FAILED(transport->gather(
        world.getProcess() == 0 ? std::string(id.internal, sizeof(id)) : "",
        all));
    std::memcpy(id.internal, all[0].data(),
                std::min(all[0].size(), sizeof(id)));
  }
  Config config = makeConfig();
  SBP_RETURN_IF_FAILED(callTogether(nccl, gpus, here, [&](uint32_t gpu) {
    return nccl.check(nccl.commInit(&comms[everyone][gpu], int(everyone.size()),
                                    id, int(gpu), &config),
                      "commInit");
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
  // A child is there when the parent is ready.
  std::map<uint32_t, Comm> children;
  std::vector<Comm> parents;
  std::map<uint32_t, size_t> groupOf;
  for (size_t i = 0; i < groups.size(); ++i)
    for (uint32_t gpu : groups[i])
      groupOf[gpu] = i;
  SBP_RETURN_IF_FAILED(callTogether(nccl, gpus, here, [&](uint32_t gpu) {
    auto found = groupOf.find(gpu);
    parents.push_back(getWorld(gpu));
    return nccl.check(
        nccl.commSplit(getWorld(gpu),
                       found == groupOf.end() ? kNoColor : int(found->second),
                       int(gpu), &children[gpu], &config),
        "commSplit");
  }));
  SBP_RETURN_IF_FAILED(waitFor(parents));
  for (uint32_t gpu : here)
    if (auto found = groupOf.find(gpu); found != groupOf.end()) {
      comms[groups[found->second]][gpu] = children[gpu];
      made.push_back({gpu, children[gpu]});
      SBP_RETURN_IF_FAILED(waitFor({children[gpu]}));
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
  // What fails here fails because something failed before.
  for (auto at = made.rbegin(); at != made.rend(); ++at)
    if (!gpus.getDevice(at->first)->enter().failed())
      (void)nccl.commAbort(at->second);
  made.clear();
}

/// Children end before what they were split from.
bool NcclWorld::finish() {
  auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
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
