// CallServices.cpp: replaces ops that the service table implements by calls
//
// Runs on tensors, before anything is lowered to loops. Operands that no
// generator supports, such as empty ones, are left to the op's own lowering.
#include "Generator.h"
#include "Steps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::host;

/// Returns whether no tensor is empty.
static bool hasElements(ValueRange values) {
  return llvm::all_of(values, [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return !type || type.getNumElements() > 0;
  });
}

Value sbp::host::createEmpty(OpBuilder &builder, Location loc, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor::EmptyOp::create(builder, loc, tensor.getShape(),
                                 tensor.getElementType());
}

LogicalResult sbp::host::callServices(func::FuncOp region) {
  static const GeneratorList generators = [] {
    GeneratorList list;
    registerGenerators(list);
    return list;
  }();
  SmallVector<std::pair<Operation *, const Generator *>> matches;
  region.walk([&](Operation *op) {
    if (!hasElements(op->getOperands()) || !hasElements(op->getResults()))
      return;
    for (const auto &generator : generators)
      if (generator->match(op)) {
        matches.push_back({op, generator.get()});
        return;
      }
  });
  IRRewriter rewriter(region.getContext());
  for (auto [op, generator] : matches) {
    rewriter.setInsertionPoint(op);
    generator->emit(op, rewriter);
  }
  return success();
}
