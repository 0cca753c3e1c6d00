// AttentionBands.h: attention with a window, without the keys outside of it
#ifndef SBP_DIALECT_NN_IR_ATTENTION_ATTENTIONBANDS_H
#define SBP_DIALECT_NN_IR_ATTENTION_ATTENTIONBANDS_H

#include "sbp/Dialect/NN/IR/NNDialect.h"

namespace sbp::nn {

/// Whether blocks of queries of `op` see few enough of the keys that copying
/// these for each block is worth it.
bool gainsByBands(AttentionOp op);

/// Builds the results of `op`, which has a window, as an attention whose
/// sequences are blocks of its queries, each with the keys that it sees.
llvm::SmallVector<mlir::Value> buildAttentionBands(AttentionOp op,
                                                   mlir::OpBuilder &builder);

} // namespace sbp::nn

#endif // SBP_DIALECT_NN_IR_ATTENTION_ATTENTIONBANDS_H
