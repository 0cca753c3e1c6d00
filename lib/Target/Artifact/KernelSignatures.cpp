// KernelSignatures.cpp: the signatures of compiled kernels

#include "KernelSignatures.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"

using namespace mlir;
using namespace sbp;

static std::unique_ptr<plan::OperandT> getOperand(RankedTensorType type) {
  auto operand = std::make_unique<plan::OperandT>();
  operand->dtype = getDType(type.getElementType());
  operand->shape = type.getShape().vec();
  return operand;
}

std::unique_ptr<plan::KernelSignatureT>
sbp::getSignature(func::FuncOp kernel, const PreparedRegion &region) {
  auto signature = std::make_unique<plan::KernelSignatureT>();
  signature->symbol = region.symbol;
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      signature->parameters.push_back(
          std::make_unique<plan::KernelParameterT>());
    else if (!kernel.getArgAttr(index, kAccumulatorAttr))
      signature->inputs.push_back(getOperand(tensor));
  }
  for (Type type : kernel.getResultTypes())
    signature->outputs.push_back(getOperand(cast<RankedTensorType>(type)));
  for (const InPlacePair &pair : region.inPlace)
    signature->in_place.emplace_back(pair.input, pair.output);
  signature->scratch_bytes = region.scratchBytes;
  signature->persistent_bytes = region.persistentBytes;
  return signature;
}

void KernelOffsets::add(task::ComputeOp op, plan::KernelSignatureT &signature) {
  auto graph = op->getParentOfType<task::GraphOp>();
  for (auto [index, parameter] : llvm::enumerate(op.getParameters())) {
    if (parameter == kMicroBatchParameter)
      continue; // any number
    auto attribute = cast<OffsetAttr>(graph.getParameters()[parameter]);
    // Equal offsets of several ranks have one digest.
    auto [digest, isNew] = digests.try_emplace(attribute);
    if (isNew)
      digest->second = artifact::digest(plan, *values.getOffset(op, attribute));
    auto &offsets = signature.parameters[index]->offsets;
    if (!artifact::contains(offsets, digest->second))
      offsets.push_back(digest->second);
  }
}
