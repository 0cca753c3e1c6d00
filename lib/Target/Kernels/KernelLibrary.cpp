//===- KernelLibrary.cpp - what targets said about a module's kernels -----===//

#include "sbp/Target/KernelLibrary.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;
using namespace sbp;

void TargetSet::add(StringRef device, Maker maker) {
  makers[device] = std::move(maker);
}

/// Kinds of device with their defaults.
static llvm::StringMap<TargetSet::Maker> &getRegistered() {
  static llvm::StringMap<TargetSet::Maker> makers;
  return makers;
}

void sbp::registerTarget(StringRef device, TargetSet::Maker maker) {
  getRegistered()[device] = std::move(maker);
}

Target &TargetSet::get(StringRef device) {
  std::unique_ptr<Target> &target = targets[device];
  if (!target) {
    auto found = makers.find(device);
    target =
        found != makers.end() ? found->second() : getRegistered().at(device)();
  }
  return *target;
}

StringRef KernelLibrary::getDevice(task::GraphOp graph) const {
  int64_t rank = graph.getRanks().front();
  for (auto placement :
       graph->getParentOfType<ModuleOp>().getOps<PlacementOp>())
    if (llvm::is_contained(placement.getRanks(), rank) && placement.getDevice())
      return *placement.getDevice();
  return device;
}

FailureOr<const PreparedRegion *> KernelLibrary::prepare(func::FuncOp kernel,
                                                         StringRef device) {
  std::pair<std::string, std::string> name(device, kernel.getSymName());
  if (auto found = prepared.find(name); found != prepared.end())
    return &found->second;
  FailureOr<PreparedRegion> region = targets.get(device).prepare(kernel);
  if (failed(region))
    return failure();
  return &(prepared[name] = std::move(*region));
}

const PreparedRegion *KernelLibrary::lookup(StringRef kernel,
                                            StringRef device) const {
  auto found = prepared.find({device.str(), kernel.str()});
  return found == prepared.end() ? nullptr : &found->second;
}
