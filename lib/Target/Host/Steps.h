// Steps.h: the host target's own steps, in running order
//
// The host pipeline consists of the steps that all targets share
// (Region/Steps.h), of these, and of upstream passes; Pipeline.cpp has the
// order. Steps on tensors and on buffers run per region, in `prepare`; the last
// ones on all regions, in `emit`. A step changes its argument in place, and
// fails only where its comment names an error.
#ifndef SBP_LIB_TARGET_HOST_STEPS_H
#define SBP_LIB_TARGET_HOST_STEPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Target/Region/Steps.h"
#include "llvm/Support/raw_ostream.h"

namespace sbp::host {

using namespace sbp::region;

/// Marks a nest with strided accesses, and the LLVM function that it becomes.
inline constexpr llvm::StringLiteral kStridedNest = "sbp.strided";
inline constexpr llvm::StringLiteral kStridedFunction = "sbp-strided";

// Steps on tensors, in the order of `prepare`.

/// Turns ops that the service table implements (attention, top_k) into
/// `host.call`.
mlir::LogicalResult callServices(mlir::func::FuncOp region);

/// Decomposes softmax with maxima that propagate NaN, which vectorise. One that
/// upstream cannot decompose is an error.
mlir::LogicalResult decomposeSoftmax(mlir::func::FuncOp region);

/// Computes the pieces of long concats directly in one buffer.
mlir::LogicalResult joinPieces(mlir::func::FuncOp region);

/// Marks the additions of all sums that run along contiguous elements, which
/// lowerLaneSums forms in lanes. Precedes fusion, so that the order of a sum
/// does not depend on what is fused with it.
mlir::LogicalResult markLaneSums(mlir::func::FuncOp region);

/// Fuses sequences of generics that share their leading parallel loops into one
/// nest.
mlir::LogicalResult fuseRows(mlir::func::FuncOp region);

// Steps on buffers, which follow bufferisation.

/// Lowers every marked contraction to a gemm call of the service table, and
/// adds its floating-point operations to `flops`. `printGemm` receives the
/// plans of the calls and may be null. A buffer without static strides, and an
/// unmarked float contraction that reuses both factors, are errors at the op.
mlir::LogicalResult lowerContractions(mlir::func::FuncOp region,
                                      llvm::raw_ostream *printGemm,
                                      int64_t &flops);

/// Lowers every `host.call`, and adds the operations that it states to `flops`.
/// Operands in a layout that the function does not support are copied.
mlir::LogicalResult lowerCalls(mlir::func::FuncOp region, int64_t &flops);

/// Returns the loop of a reduction, on tensors or buffers, with the most
/// contiguous accesses, among those that may be the innermost one without a
/// change of the order of terms.
unsigned chooseInnermost(mlir::linalg::GenericOp op);

/// Moves one loop of each reduction inside of all others: the last reduction
/// loop of a marked sum, else that of chooseInnermost. A nest whose loops
/// cannot be interchanged is an error.
mlir::LogicalResult orderReductions(mlir::func::FuncOp region);

/// Returns the loop over the last dim of an operand with this map if the
/// operand also depends on a loop further inside, which then accesses it column
/// by column. Returns nothing otherwise.
std::optional<unsigned> findColumnLoop(mlir::AffineMap map);

/// Tiles loop nests with strided accesses into cache blocks.
mlir::LogicalResult blockTransposes(mlir::func::FuncOp region);

/// Calls the service table for functions of f64, and for functions of f32
/// without a good approximation, after defineScalarMath, which it runs.
mlir::LogicalResult callServicesForMath(mlir::func::FuncOp region);

/// Prefetches rows that a loop selects by indices from memory, a few iterations
/// ahead.
mlir::LogicalResult prefetchRows(mlir::func::FuncOp region);

/// Outlines every top-level nest without results to a function with noalias
/// arguments. Equal nests share one function, named by its content.
mlir::LogicalResult outlineNests(mlir::ModuleOp module);

// Steps on the module of all regions.

/// Lowers the marked sums to loops over lanes.
mlir::LogicalResult lowerLaneSums(mlir::ModuleOp module);

/// Expands functions of f32 that have an approximation, integer powers and
/// rounding integer divisions to arithmetic, which LLVM can vectorise.
mlir::LogicalResult expandScalarMath(mlir::ModuleOp module);

/// Replaces conversions from and to bf16 by integer arithmetic. Nothing
/// computes on bf16 before it, and nothing converts an f64 to bf16.
mlir::LogicalResult expandBFloats(mlir::ModuleOp module);

/// Replaces the type bf16 by i16 in the LLVM dialect. Requires expandBFloats.
mlir::LogicalResult storeBFloats(mlir::ModuleOp module);

/// One argument of a region's body.
struct EntryArgument {
  enum class Kind { Services, Input, Output, Parameter, Scratch } kind;
};
/// The symbol of a region's entry point, with the arguments of its body in
/// order.
struct Entry {
  std::string symbol;
  llvm::SmallVector<EntryArgument> arguments;
};
/// Adds `void name(services, in, out, scratch, parameters)` for every region,
/// whose function is renamed to NAME_body, and gives all other functions
/// internal linkage. Requires the LLVM dialect. A region without a function of
/// its symbol is an error.
mlir::LogicalResult addEntries(mlir::ModuleOp module,
                               llvm::ArrayRef<Entry> entries);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_STEPS_H
