// Devices.cpp: creates devices and assigns them to ranks
#include "Devices.h"
#include "CudaDevice.h"
#include "HostDevice.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

/// Whether a rank works on a device of this kind in any entry.
bool Devices::needs(DeviceKind kind, uint32_t rank) const {
  for (const auto &binding : plan->bindings[rank]->entries)
    if (binding->template_index >= 0 &&
        plan->templates[binding->template_index]->device == kind)
      return true;
  return false;
}

Status Devices::openGpus(const LocalWorld &world, std::vector<uint32_t> gpus) {
  std::map<uint32_t, CudaDevice *> opened; // by number
  for (uint32_t rank : world.ranks()) {
    if (!needs(DeviceKind::cuda, rank))
      continue;
    if (opened.empty())
      SBP_RETURN_IF_FAILED(CudaDevice::chooseNumbers(gpus));
    uint32_t number = gpus[rank % gpus.size()];
    CudaDevice *&device = opened[number];
    if (!device) {
      SBP_ASSIGN_OR_RETURN(std::unique_ptr<CudaDevice> made,
                           CudaDevice::open(number));
      device = made.get();
      owned.push_back(std::move(made));
    }
    gpuOfRank[rank] = device;
  }
  if (opened.empty() && !gpus.empty())
    return userError("--devices: no rank works on a GPU: compile with "
                     "--target=cuda");
  return {};
}

Status Devices::open(const Program &program, const LocalWorld &world,
                     const std::vector<uint32_t> &gpus, Device *given) {
  plan = &program.plan;
  only = given;
  if (only)
    return {};
  owned.push_back(std::make_unique<HostDevice>());
  host = owned.back().get();
  return openGpus(world, gpus);
}

Device &Devices::ofKind(DeviceKind kind, uint32_t rank) const {
  if (only)
    return *only;
  return kind == DeviceKind::cuda ? static_cast<Device &>(*gpuOfRank.at(rank))
                                  : *host;
}

Device &Devices::of(uint32_t entry, uint32_t rank) const {
  int32_t index = plan->bindings[rank]->entries[entry]->template_index;
  return ofKind(index < 0 ? DeviceKind::host : plan->templates[index]->device,
                rank);
}

Device &Devices::ofStates(EntryRole role, uint32_t rank) const {
  for (size_t e = 0; e < plan->entries.size(); ++e)
    if (plan->entries[e]->role == role &&
        plan->bindings[rank]->entries[e]->template_index >= 0)
      return of(e, rank);
  return ofKind(DeviceKind::host, rank);
}

CudaDevice *Devices::findGpu(uint32_t rank) const {
  auto found = gpuOfRank.find(rank);
  return found == gpuOfRank.end() ? nullptr : found->second;
}

bool Devices::areSynchronous() const {
  return only ? only->isSynchronous()
              : std::all_of(owned.begin(), owned.end(), [](const auto &device) {
                  return device->isSynchronous();
                });
}

bool Devices::shareHostMemory() const {
  return only ? only->sharesHostMemory()
              : std::all_of(owned.begin(), owned.end(), [](const auto &device) {
                  return device->sharesHostMemory();
                });
}
