// RandomBody.h: one element of nn.random as scalar code
#ifndef SBP_LIB_DIALECT_NN_IR_RANDOM_RANDOMBODY_H
#define SBP_LIB_DIALECT_NN_IR_RANDOM_RANDOMBODY_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include <array>

namespace sbp::nn {

/// Builds the body of a generic whose loops are the dims of (a shard of) the
/// result.
class RandomBody {
public:
  /// `op` and `builder` must outlive this object. Code is built at the
  /// insertion point.
  RandomBody(RandomOp op, mlir::OpBuilder &builder);

  /// Builds one element of the result, of its element type, from the i64
  /// `seed`. `offsets` has one entry per dim: the global index of the first
  /// element of the shard, or null for 0.
  mlir::Value build(mlir::Value seed, llvm::ArrayRef<mlir::Value> offsets);

private:
  using Words = std::array<mlir::Value, 4>; ///< i64, below 2^32

  /// Both build a constant: an i64, or a float of the type `compute`.
  mlir::Value constant(uint64_t value);
  mlir::Value constant(double value);
  /// Builds the low 32 bits of an i64.
  mlir::Value low(mlir::Value value);
  /// Builds the high 32 bits of an i64.
  mlir::Value high(mlir::Value value);
  template <typename Op, typename... Values>
  mlir::Value make(Values... values) {
    return Op::create(builder, loc, values...);
  }

  /// Builds the row-major position of the element in the whole tensor, an i64.
  mlir::Value buildPosition(llvm::ArrayRef<mlir::Value> offsets);
  /// Builds Philox::getBlock for the counter (position, offset of the op) and
  /// the key `seed`.
  Words buildBlock(mlir::Value seed, mlir::Value position);
  /// Builds an i1 that is true with the probability of the op.
  mlir::Value buildBernoulli(const Words &words);
  /// The top `digits` bits as a multiple of 2^-digits.
  mlir::Value buildUniform(mlir::Value lowWord, mlir::Value highWord,
                           mlir::FloatType type);
  /// cos(2 pi v) for v in [0, 1).
  mlir::Value buildTurnCosine(mlir::Value v);
  /// Builds a standard normal number (Box and Muller) in the element type.
  mlir::Value buildNormal(const Words &words);

  RandomOp op;
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::RankedTensorType type;
  mlir::FloatType compute; ///< of normal numbers
};

} // namespace sbp::nn

#endif // SBP_LIB_DIALECT_NN_IR_RANDOM_RANDOMBODY_H
