// AttentionBands.h: attention with a window, without the keys outside of it
#ifndef SBP_DIALECT_NN_IR_ATTENTION_ATTENTIONBANDS_H
#define SBP_DIALECT_NN_IR_ATTENTION_ATTENTIONBANDS_H

#include "sbp/Dialect/NN/IR/NNDialect.h"

namespace sbp::nn {

/// Returns true if `op` has a window and blocks of its queries see few enough
/// of the keys that a copy of these for each block costs less than it saves.
bool gainsByBands(AttentionOp op);

/// Builds the two results of `op` (the output and the log-sum-exp), which has a
/// window, as an attention whose sequences are blocks of its queries, each with
/// the keys that it sees. Builds at the insertion point and leaves `op` in
/// place.
llvm::SmallVector<mlir::Value> buildAttentionBands(AttentionOp op,
                                                   mlir::OpBuilder &builder);

} // namespace sbp::nn

#endif // SBP_DIALECT_NN_IR_ATTENTION_ATTENTIONBANDS_H
