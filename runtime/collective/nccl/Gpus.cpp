// Gpus.cpp: numbering of GPUs by an exchange of their UUIDs
#include "Gpus.h"
#include "Nccl.h"
#include <algorithm>
#include <set>
#include <sstream>

using namespace sbp;
using namespace sbp::nccl;
using namespace sbp::plan;

Status nccl::gatherAll(Transport *transport, const Status &status,
                       std::string mine, std::vector<std::string> &all) {
  all = {mine};
  if (!transport)
    return status;
  // "+" precedes a value, "-" and an exit code precede the message of a
  // failure.
  std::string text =
      status.failed() ? textOf('-', int(status.code()), ' ', status.message())
                      : "+" + mine;
  SBP_RETURN_IF_FAILED(transport->gather(text, all));
  if (status.failed())
    return status;
  for (std::string &other : all) {
    if (other.empty() || other[0] != '+') {
      std::istringstream failure(
          other.substr(std::min<size_t>(1, other.size())));
      int code = int(ExitCode::UserError);
      failure >> code;
      return Status(ExitCode(code), other.substr(other.find(' ') + 1));
    }
    other.erase(0, 1);
  }
  return {};
}

/// Sent by a process on which NCCL is disabled; then no process uses it.
static const char kDisabled[] = "none";

/// Every process sends one line "rank UUID" per rank on a GPU.
Status Gpus::find(const Program &program, const LocalWorld &world,
                  Transport *transport, const DeviceOf &deviceOf,
                  const Status &status) {
  std::string mine;
  std::map<std::string, CudaDevice *> known;
  Status ownStatus = status;
  for (uint32_t rank : world.ranks())
    if (CudaDevice *device = ownStatus.failed() ? nullptr : deviceOf(rank)) {
      std::string identity;
      ownStatus = device->identify(identity);
      known[identity] = device;
      mine += textOf(rank, " ", identity, "\n");
    }
  if (!Nccl::isEnabled())
    mine = kDisabled;
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(gatherAll(transport, ownStatus, mine, all));
  gpuOfRank.assign(program.plan.ranks, -1);
  if (std::find(all.begin(), all.end(), kDisabled) != all.end())
    return {};
  std::map<uint32_t, std::string> identityOf;
  std::map<std::string, std::set<size_t>> processes;
  for (size_t process = 0; process < all.size(); ++process) {
    std::istringstream lines(all[process]);
    uint32_t rank = 0;
    for (std::string identity; lines >> rank >> identity;) {
      identityOf[rank] = identity;
      processes[identity].insert(process);
    }
  }
  std::map<std::string, int32_t> numbers;
  for (const auto &[rank, identity] : identityOf) {
    // NCCL rejects a GPU that appears in two processes.
    if (processes[identity].size() > 1 || rank >= gpuOfRank.size())
      continue;
    auto [found, isNew] = numbers.try_emplace(identity, devices.size());
    if (isNew)
      devices.push_back(known.count(identity) ? known[identity] : nullptr);
    gpuOfRank[rank] = found->second;
  }
  return {};
}

std::vector<uint32_t>
Gpus::findMembers(const PlanT &plan, uint32_t entry,
                  const std::vector<uint32_t> &ranks) const {
  std::set<uint32_t> members;
  for (uint32_t rank : ranks) {
    int32_t index = plan.bindings[rank]->entries[entry]->template_index;
    if (gpuOfRank[rank] < 0 || index < 0 ||
        plan.templates[index]->device != DeviceKind::cuda)
      return {};
    members.insert(gpuOfRank[rank]);
  }
  return {members.begin(), members.end()};
}
