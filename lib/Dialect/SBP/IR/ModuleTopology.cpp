// ModuleTopology.cpp: the topology attribute of a module

#include "sbp/Dialect/SBP/IR/ModuleTopology.h"

using namespace mlir;

namespace sbp {

llvm::Expected<std::shared_ptr<const Topology>> readTopology(ModuleOp module) {
  auto text = module->getAttrOfType<StringAttr>(kTopologyAttr);
  if (!text)
    return nullptr;
  llvm::Expected<Topology> topology = Topology::parse(text);
  if (!topology)
    return topology.takeError();
  return std::make_shared<const Topology>(std::move(*topology));
}

} // namespace sbp
