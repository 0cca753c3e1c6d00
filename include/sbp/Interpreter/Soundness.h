// Soundness.h: executes signatures on random states
//
// A signature is sound if for every tuple of local states that satisfies the
// operands' distributions the op built for one rank gives states that satisfy
// the results'. Here tuples are drawn at random, `buildLocal` is executed, and
// what comes out is compared with the op on the whole values.
//
// What floats may hold (calculus.md B.3, B.5): where an operand is P(sum) or
// P(prod) the others are finite and not zero, since (2 - 1) * inf is not
// 2 * inf - 1 * inf. For the same reason the partial ones are finite too where
// two operands are partial on different axes. Everything else may be infinite,
// NaN or -0.0.
#ifndef SBP_INTERPRETER_SOUNDNESS_H
#define SBP_INTERPRETER_SOUNDNESS_H

#include "sbp/Interpreter/DistributedInterpreter.h"
#include "sbp/Interpreter/RandomStates.h"
#include "llvm/ADT/StringSet.h"

namespace sbp {

/// One op and the global values of operands that are not free: scalars, and
/// tensors that a constant defines.
class SoundnessChecker {
public:
  SoundnessChecker(mlir::Operation *op, uint64_t seed);

  /// Runs every mix of elements; a diagnostic at the op if the signature turns
  /// out unsound.
  llvm::LogicalResult check(const Signature &signature,
                            const Placement &placement);

  /// Runs all enumerated signatures, on several axes also in reverse order
  /// where that is sound. Gives how many are enumerated.
  llvm::FailureOr<int64_t> checkAll(const Placement &placement);

  /// Every decomposed form for `placement` computes what the op computes,
  /// within the rounding of its steps. Forms that were checked for another
  /// placement are not checked again.
  llvm::LogicalResult checkAlternatives(const Placement &placement);

  /// What the op does to random whole values.
  llvm::FailureOr<WorkCounts> countWork();

private:
  struct Trial;
  /// Whole values of all operands.
  RuntimeValues drawOperands(const Trial &trial);
  llvm::LogicalResult collectScalars();
  llvm::LogicalResult checkMix(const Signature &signature,
                               const Placement &placement, ElementMix mix);
  ElementRange getRange(mlir::Value operand, const Trial &trial,
                        bool isPartial) const;
  double getEpsilon() const;
  llvm::LogicalResult compare(unsigned result, const Trial &trial,
                              llvm::ArrayRef<TensorValue> states,
                              const TensorValue &expected);

  mlir::Operation *op;
  RandomStates random;
  llvm::StringSet<> checkedForms; ///< by name
  Frame frame{InterpreterOptions()};
};

} // namespace sbp

#endif // SBP_INTERPRETER_SOUNDNESS_H
