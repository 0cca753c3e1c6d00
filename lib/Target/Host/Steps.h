//===- Steps.h - the host target's own steps, in running order --*- C++ -*-===//
//
// A region is compiled by the steps on tensors that all targets share
// (Region/Steps.h), by these and by upstream passes between them; Pipeline.cpp
// has the order. Those on tensors and on buffers work per region, in `prepare`;
// the last ones on all regions, in `emit`.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_LIB_TARGET_HOST_STEPS_H
#define SBP_LIB_TARGET_HOST_STEPS_H

#include "sbp/Target/Region/Steps.h"
#include "llvm/Support/raw_ostream.h"

namespace sbp::host {

using namespace sbp::region;

/// On a nest that strides through memory; LLVM attribute of its function.
inline constexpr llvm::StringLiteral kStridedNest = "sbp.strided";
inline constexpr llvm::StringLiteral kStridedFunction = "sbp-strided";

//===-- on tensors
//---------------------------------------------------------===//

/// Ops that the runtime has a function for (attention, top_k) become
/// `host.call`.
mlir::LogicalResult callServices(mlir::func::FuncOp region);

/// Softmax becomes its parts, with maxima that keep NaN.
mlir::LogicalResult decomposeSoftmax(mlir::func::FuncOp region);

/// The pieces of long concats are made in their places of one buffer.
mlir::LogicalResult joinPieces(mlir::func::FuncOp region);

/// Runs of generics that share their leading parallel loops become one nest.
mlir::LogicalResult fuseRows(mlir::func::FuncOp region);

//===-- on buffers
//---------------------------------------------------------===//

/// Every marked contraction becomes a call of the service table's gemm. A float
/// contraction that is left is an error.
mlir::LogicalResult lowerContractions(mlir::func::FuncOp region,
                                      llvm::raw_ostream *printGemm,
                                      int64_t &flops);

/// Every `host.call` becomes a call of its function; operands that it cannot
/// read or write as they lie are copied.
mlir::LogicalResult lowerCalls(mlir::func::FuncOp region, int64_t &flops);

/// The loop that walks most operands element by element becomes the innermost
/// of a reduction (integer contractions among them).
mlir::LogicalResult orderReductions(mlir::func::FuncOp region);

/// The loop over the last dim of an operand with this map, where the operand
/// also depends on a loop inside that one: it is walked along its columns.
std::optional<unsigned> findColumnLoop(mlir::AffineMap map);

/// Loop nests that stride through memory walk it in blocks.
mlir::LogicalResult blockTransposes(mlir::func::FuncOp region);

/// f64 functions, and those f32 functions without a good approximation, are
/// called through the service table.
mlir::LogicalResult callServicesForMath(mlir::func::FuncOp region);

/// Rows that a loop chooses by numbers out of memory are asked for a few rounds
/// before it comes to them.
mlir::LogicalResult prefetchRows(mlir::func::FuncOp region);

/// Every top-level nest becomes a function of its own with noalias arguments;
/// nests that print alike share one, named by its content.
mlir::LogicalResult outlineNests(mlir::ModuleOp module);

//===-- all regions
//--------------------------------------------------------===//

/// Replaces functions of f32 that have an approximation by plain arithmetic,
/// which LLVM can vectorise.
mlir::LogicalResult expandScalarMath(mlir::ModuleOp module);

/// Replaces conversions from and to bf16 by integer arithmetic. Nothing
/// computes on bf16 before it, and nothing converts an f64 to bf16.
mlir::LogicalResult expandBFloats(mlir::ModuleOp module);

/// Replaces the type bf16 by i16 in the LLVM dialect. Requires expandBFloats.
mlir::LogicalResult storeBFloats(mlir::ModuleOp module);

/// Adds `void name(services, in, out, scratch, parameters)` for every region;
/// everything else gets internal linkage. Works on the LLVM dialect.
struct EntryArgument {
  enum class Kind { Services, Input, Output, Parameter, Scratch } kind;
};
struct Entry {
  std::string symbol;
  llvm::SmallVector<EntryArgument> arguments;
};
mlir::LogicalResult addEntries(mlir::ModuleOp module,
                               llvm::ArrayRef<Entry> entries);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_STEPS_H
