// AttentionWords.h: operands that attention and its gradient share
#ifndef SBP_LIB_TARGET_HOST_GENERATORS_ATTENTION_ATTENTIONWORDS_H
#define SBP_LIB_TARGET_HOST_GENERATORS_ATTENTION_ATTENTIONWORDS_H

#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/TensorTypes.h"
#include "sbp/Runtime/HostServices.h"
#include "sbp/Target/Region/ContractionBody.h"

namespace sbp::host {

/// Returns the kind of mask by position, as HostServices.h numbers it.
template <typename Op> int64_t getPositions(Op op) {
  if (op.getWindow())
    return SBP_ATTENTION_WINDOW;
  return op.getCausal() ? SBP_ATTENTION_CAUSAL : SBP_ATTENTION_ALL;
}

/// Returns the SBP_ATTENTION_WORDS words that attention and its gradient share,
/// in the order of HostServices.h. The scale is the bits of a double.
template <typename Op> llvm::SmallVector<int64_t> describeAttention(Op op) {
  llvm::ArrayRef<int64_t> q = getTensorType(op.getQuery()).getShape();
  llvm::ArrayRef<int64_t> k = getTensorType(op.getKey()).getShape();
  llvm::SmallVector<int64_t> words = {
      q[0],
      q[1],
      k[1],
      q[2],
      k[2],
      q[3],
      getTensorType(op.getValue()).getDimSize(3),
      op.getNumSharedHeads(),
      getPositions(op),
      op.getMask() != nullptr,
      llvm::bit_cast<int64_t>(op.getScale().convertToDouble())};
  assert(words.size() == SBP_ATTENTION_WORDS);
  return words;
}

/// Returns the tensors among the operands of an op, in their order, cast to the
/// float type `type` at the insertion point.
inline llvm::SmallVector<mlir::Value>
castTensors(mlir::IRRewriter &rewriter, mlir::Operation *op, mlir::Type type) {
  llvm::SmallVector<mlir::Value> tensors;
  for (mlir::Value operand : op->getOperands())
    if (mlir::isa<mlir::RankedTensorType>(operand.getType()))
      tensors.push_back(
          region::castTensor(rewriter, op->getLoc(), operand, type));
  return tensors;
}

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_GENERATORS_ATTENTION_ATTENTIONWORDS_H
