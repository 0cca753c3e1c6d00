// Checkpoints.h: parts of forward that backward makes again whole
//
// A call of a private function, or the function, may carry
//   {nn.checkpoint = {keep = "inputs"}}         nothing inside is kept
//   {nn.checkpoint = {keep = "contractions"}}   results of products are
// After inlining each op of the call carries it with the number of the call,
// `{group = 3, keep = "inputs"}`; of nested calls the outermost counts.
#ifndef SBP_DIALECT_SBP_IR_CHECKPOINTS_H
#define SBP_DIALECT_SBP_IR_CHECKPOINTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace sbp {

/// Attribute of a call, of a private function or of an inlined op, as above.
inline constexpr llvm::StringLiteral kCheckpointAttr = "nn.checkpoint";
/// Attribute of an entry, a string: "layers" makes its repeated layers again
/// from their inputs, "contractions" from these and their products.
inline constexpr llvm::StringLiteral kRecomputeAttr = "sbp.recompute";

/// A checkpointed part, and the values inside of it that are kept.
struct Checkpoint {
  int64_t group = -1; ///< the number of the part; -1 before inlining
  bool keepsContractions = false;
};

/// Returns the checkpoint that `op` carries; nullopt for none, and for one that
/// is not well formed.
std::optional<Checkpoint> getCheckpoint(mlir::Operation *op);
/// Returns the attribute of an op of part `checkpoint.group`.
mlir::Attribute makeCheckpoint(mlir::MLIRContext *context,
                               Checkpoint checkpoint);
/// Emits an error if `op` carries a checkpoint that it may not have: one that
/// is not well formed, or on anything but a call and a private function.
llvm::LogicalResult verifyCheckpoint(mlir::Operation *op);

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_CHECKPOINTS_H
