// Float32.h: the arithmetic of products of f32
#ifndef SBP_LIB_TARGET_CUDA_FLOAT32_H
#define SBP_LIB_TARGET_CUDA_FLOAT32_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlir {
class Operation;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace sbp::cuda {

/// The arithmetic of products of f32. `Exact` rounds products and sums like
/// f32. `TF32` keeps the upper 10 bits of each factor's fraction. `SplitTF32`
/// (3xTF32) represents each factor by the sum of two such values, which gives
/// about the error of f32.
enum class Float32 : uint8_t { Exact, TF32, SplitTF32 };

/// The names of the arithmetics in their order, as in --float32.
inline constexpr llvm::StringLiteral kFloat32Names[] = {"exact", "tf32",
                                                        "3xtf32"};

/// Returns the arithmetic of this name; an empty one stands for `Exact`.
/// Returns nothing if the name is unknown.
std::optional<Float32> parseFloat32(llvm::StringRef name);
/// Sets an attribute on the contractions of f32 in a region that permits other
/// arithmetic than the exact one.
void permitFloat32(mlir::func::FuncOp region, Float32 arithmetic);
/// Returns the arithmetic that the attribute of an op permits, `Exact` if it
/// has none.
Float32 getFloat32(mlir::Operation *op);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_FLOAT32_H
