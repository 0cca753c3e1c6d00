// Soundness.h: executes signatures on random states
//
// A signature is sound if, for every tuple of local states that satisfy the
// operands' distributions, the op built for one rank gives states that satisfy
// the results' distributions. The checker draws random tuples, executes
// `buildLocal`, and compares the result with the op on whole values.
//
// Floats are restricted where real arithmetic and float arithmetic differ: if
// an operand is P(sum) or P(prod), the others are finite and nonzero, because
// (2 - 1) * inf is not 2 * inf - 1 * inf. If two operands are partial on
// different axes, the partial ones are finite too. All other operands may
// contain infinities, NaN and -0.0.
#ifndef SBP_INTERPRETER_SOUNDNESS_H
#define SBP_INTERPRETER_SOUNDNESS_H

#include "sbp/Interpreter/DistributedInterpreter.h"
#include "sbp/Interpreter/RandomStates.h"
#include "llvm/ADT/StringSet.h"

namespace sbp {

/// Checks one op. Scalars, and tensors that a constant defines, keep their
/// values; all other operands are random. Not thread-safe. Every failure comes
/// with a diagnostic at the op; do not use the checker after one.
class SoundnessChecker {
public:
  /// `op` must implement SBPOpInterface, stand in a block and outlive the
  /// checker. Equal seeds and calls draw equal values. A function argument may
  /// restrict its integers by `{test.range = [lowest, highest]}`, both
  /// inclusive.
  SoundnessChecker(mlir::Operation *op, uint64_t seed);

  /// Runs every mix of elements; fails with an error at the op if the signature
  /// is unsound or cannot be built.
  llvm::LogicalResult check(const Signature &signature,
                            const Placement &placement);

  /// Checks all enumerated signatures, on several axes also in reverse order if
  /// that is sound. Returns the number of enumerated signatures; fails at the
  /// first that is unsound.
  llvm::FailureOr<int64_t> checkAll(const Placement &placement);

  /// Checks the signatures that cut a step into `count` micro-batches of equal
  /// size, whose number the built ops read as a value. Returns how many there
  /// are; signatures with windows or unequal pieces are skipped.
  llvm::FailureOr<int64_t> checkMicroBatches(int64_t count);

  /// Checks that every decomposed form for `placement` computes the same as the
  /// op, within the rounding of its steps. Forms whose name an earlier call has
  /// checked are skipped; success without forms.
  llvm::LogicalResult checkAlternatives(const Placement &placement);

  /// Evaluates the op once on random whole values and returns the work that
  /// this took.
  llvm::FailureOr<WorkCounts> countWork();

private:
  struct Trial;
  /// Returns random whole values of all operands.
  RuntimeValues drawOperands(const Trial &trial);
  llvm::LogicalResult collectScalars();
  void drawScalars();
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
  llvm::StringSet<> checkedForms;       ///< names of checked forms
  llvm::SmallVector<mlir::Value> drawn; ///< scalars of unknown value
  bool onTime = false;                  ///< positions are micro-batches
  Frame frame{InterpreterOptions()};
};

} // namespace sbp

#endif // SBP_INTERPRETER_SOUNDNESS_H
