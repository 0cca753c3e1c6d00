// FragmentBuilder.h: products whose accumulators are separate registers
#ifndef SBP_LIB_TARGET_CUDA_FRAGMENTBUILDER_H
#define SBP_LIB_TARGET_CUDA_FRAGMENTBUILDER_H

#include "HopperBuilder.h"

namespace sbp::cuda {

/// Registers of a fragment, in the order of the instruction.
using Registers = llvm::SmallVector<mlir::Value>;

/// Emits warpgroup products on registers that the code between two products
/// reads and writes one by one. Register 4 j + 2 h + e of lane l of warp w is
/// row 16 w + 8 h + l / 4, column 8 j + 2 (l % 4) + e of a fragment of 64 rows.
class FragmentBuilder : public HopperBuilder {
public:
  using HopperBuilder::HopperBuilder;

  mlir::ImplicitLocOpBuilder &getBuilder() { return builder; }
  /// Returns an f32 constant.
  mlir::Value constantFloat(float value);
  /// Returns an i64 constant.
  mlir::Value constantWide(int64_t value);
  /// Returns a descriptor, an i64, advanced by `by` units of 16 bytes.
  mlir::Value step(mlir::Value descriptor, int64_t by);

  /// Begins D + A B, or A B where `isFirst`, for 64 rows and 16 k, and returns
  /// the sums, which are valid once waited for. D is `sums`, whose values are
  /// ignored where `isFirst`. `a` is a descriptor or four registers of pairs
  /// (`orderA` is ignored then), `b` a descriptor; `element` is the type of A
  /// and B, bf16 or f16.
  Registers multiply(const Registers &sums, llvm::ArrayRef<mlir::Value> a,
                     TileOrder orderA, mlir::Value b, TileOrder orderB,
                     bool isFirst, mlir::Type element);
  /// Begins the product A B^T of 64 rows at `a` and `columns` rows at `b`,
  /// addresses of K-major tiles of `blocks` blocks of 64 columns each, ends the
  /// open group of products, and returns the sums, valid once waited for.
  Registers multiplyRows(mlir::Value a, mlir::Value b, int64_t columns,
                         int64_t blocks, mlir::Type element);
  /// Begins to add A B to `sums`, where `a` has the pairs of A, 64 x `rows`,
  /// and B is the MN-major tile of `rows` rows at `b`. Ends the open group of
  /// products and returns the sums, valid once waited for.
  Registers addProduct(const Registers &sums, llvm::ArrayRef<mlir::Value> a,
                       mlir::Value b, int64_t rows, mlir::Type element);
  /// Waits until at most `count` groups of products are in flight, and returns
  /// `sums`, which none of these computes.
  Registers waitFor(int64_t count, const Registers &sums);
  /// Orders the writes of `registers` before the products that follow, and
  /// returns them.
  Registers fence(const Registers &registers);
  /// Returns `count` registers of f32 without a value.
  Registers undefined(int64_t count);

  /// Returns a pair of `element`, rounded, as an i32; `low` is the first one.
  mlir::Value packPair(mlir::Value low, mlir::Value high, mlir::Type element);
  /// Returns the sums of a product as pairs of `element`, one i32 each, which
  /// are the operand A of another product in the same lanes.
  Registers packPairs(const Registers &values, mlir::Type element);
  /// Return 2^x, 1 / x and log2(x), approximately; subnormal results are 0.
  mlir::Value exp2(mlir::Value x) { return unary("ex2.approx.ftz.f32", x); }
  mlir::Value reciprocal(mlir::Value x) {
    return unary("rcp.approx.ftz.f32", x);
  }
  mlir::Value log2(mlir::Value x) { return unary("lg2.approx.ftz.f32", x); }
  /// Returns the larger operand, the other one where one is NaN.
  mlir::Value maximum(mlir::Value x, mlir::Value y);

  /// Emits a loop over i32 from `first` to below `end` and returns what it
  /// carries out, as KernelBuilder's forLoop does.
  Registers
  forEach(mlir::Value first, mlir::Value end, int64_t step,
          llvm::ArrayRef<mlir::Value> carried,
          llvm::function_ref<Registers(mlir::Value, mlir::ValueRange)> body);

  /// Arrives at barrier `number`, as `synchronize` does, without waiting.
  void arriveNamed(mlir::Value number, int64_t threads);

private:
  /// Emits a PTX instruction from one f32 to one f32.
  mlir::Value unary(llvm::StringRef instruction, mlir::Value x);
  /// Emits `text`, which takes and returns `registers`.
  Registers tie(const std::string &text, const Registers &registers);
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_FRAGMENTBUILDER_H
