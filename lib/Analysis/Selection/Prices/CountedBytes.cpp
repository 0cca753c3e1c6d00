// CountedBytes.cpp: the bytes that selection assumes for boxings

#include "sbp/Analysis/Selection/Prices/CountedBytes.h"
#include "ModuleStates.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"

using namespace mlir;

namespace sbp {

struct CountedBytes::Tensors {
  explicit Tensors(ModuleOp module) : states(module) {}
  StateTable::Id intern(DistributionAttr distribution) {
    return states.intern(states.getIndex(distribution.getPlacement()),
                         distribution.getDistribution());
  }
  BoxedTensor &get(const TensorSize &size) {
    auto it = bySize.find(size);
    if (it == bySize.end())
      it = bySize.emplace(size, BoxedTensor(states, size)).first;
    return it->second;
  }

  ModuleStates states;
  std::map<TensorSize, BoxedTensor> bySize;
};

CountedBytes::CountedBytes(ModuleOp module)
    : tensors(std::make_unique<Tensors>(module)) {}

CountedBytes::~CountedBytes() = default;

std::optional<int64_t> CountedBytes::get(BoxingOp boxing) {
  BoxedTensor &tensor =
      tensors->get(getSize(cast<RankedTensorType>(boxing.getType())));
  return tensor.getMovedBytes(tensors->intern(boxing.getFrom()),
                              tensors->intern(boxing.getTo()));
}

} // namespace sbp
