// KernelLibrary.cpp: the prepared kernels of a module, per target

#include "sbp/Target/KernelLibrary.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;
using namespace sbp;

std::vector<std::string> TargetSet::describeUnusedOptions() const {
  return sbp::describeUnusedOptions(
      options, [&](StringRef device) { return targets.contains(device); });
}

Target &TargetSet::get(StringRef device) {
  std::unique_ptr<Target> &target = targets[device];
  if (!target) {
    const TargetKind *kind = findTarget(device);
    assert(kind && "placement names an unregistered kind of device");
    target = kind->make(options);
  }
  return *target;
}

/// All ranks of a graph have the same kind of device, so the first one decides.
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
