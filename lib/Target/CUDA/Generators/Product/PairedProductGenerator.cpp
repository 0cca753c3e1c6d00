// PairedProductGenerator.cpp: generators of products and of pairs of products
#include "PairedProductGenerator.h"

using namespace mlir;
using namespace sbp::cuda;

std::optional<ProductPair> PairedProductGenerator::findPair(Operation *op) {
  auto first = dyn_cast<linalg::GenericOp>(op);
  std::optional<ProductPair> pair;
  if (first)
    pair = ProductPair::find(first);
  bool areNeighbours = pair && first->getNextNode() == pair->second &&
                       pair->second->getNextNode() == pair->epilogue;
  return areNeighbours ? pair : std::nullopt;
}

bool PairedProductGenerator::extend(SmallVectorImpl<Operation *> &window,
                                    const LaunchPlan &plan) const {
  std::optional<ProductPair> pair;
  if (window.size() == 1)
    pair = findPair(window.front());
  if (!pair)
    return false;
  window = pair->getOps();
  return isComputedWhole(*this, window, plan);
}

/// The epilogue alone reads the products, so they may move to it.
void PairedProductGenerator::gather(func::FuncOp region) const {
  for (auto op :
       llvm::to_vector(region.getBody().front().getOps<linalg::GenericOp>()))
    if (std::optional<ProductPair> pair = ProductPair::find(op)) {
      pair->first->moveBefore(pair->epilogue);
      pair->second->moveBefore(pair->epilogue);
    }
}

void PairedProductGenerator::match(
    Window window, const Chip &chip,
    SmallVectorImpl<Candidate> &candidates) const {
  linalg::GenericOp op = getContraction(window);
  if (!op || !hasProducts(chip))
    return;
  matchOps(window.take_front(getEpilogue(window) ? 2 : 1), "", chip,
           candidates);
  std::optional<ProductPair> pair = findPair(op);
  if (pair && window.size() >= 3 &&
      window.take_front(3) == ArrayRef(pair->getOps()))
    matchOps(window.take_front(3), ", pair of products", chip, candidates);
}

/// The results of a pair get buffers that no launch uses, which take no memory.
LogicalResult PairedProductGenerator::prepare(Window ops,
                                              LaunchPlan &plan) const {
  if (ops.size() < 3)
    return ProductGenerator::prepare(ops, plan);
  ProductPair pair = *findPair(ops.front());
  return failure(failed(plan.prepareOp(pair.first)) ||
                 failed(plan.prepareOp(pair.second, pair.epilogue)));
}
