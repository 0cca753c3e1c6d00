// ScalarProgram.h: scalar bodies as straight-line programs
//
// A block of scalar ops (the body of a generic or a pad, or one elementwise op)
// is compiled to a list of steps over numbered slots, once, and executed per
// element.
#ifndef SBP_LIB_INTERPRETER_SCALARPROGRAM_H
#define SBP_LIB_INTERPRETER_SCALARPROGRAM_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interpreter/Interpreter.h"
#include "llvm/ADT/StringMap.h"

namespace sbp {

struct ScalarRegion;
struct ScalarStep;

/// Executes one step. Returns an error text, which is static and follows
/// "error: 'op' op ", or null.
using ScalarFunction = const char *(*)(const ScalarStep &step, Scalar *slots);

/// One operation on slots, with everything that it needs from the op.
struct ScalarStep {
  ScalarFunction function = nullptr;
  llvm::SmallVector<unsigned, 4> operands;   ///< slots
  unsigned result = 0;                       ///< slot of the first result
  Rounding rounding = Rounding::None;        ///< for a float result
  unsigned width = 64;                       ///< for an integer result
  unsigned sourceWidth = 64;                 ///< of the first integer operand
  int64_t predicate = 0;                     ///< for comparisons
  std::shared_ptr<const TensorValue> tensor; ///< for tensor.extract
  bool checkIndices = false;                 ///< for tensor.extract
  std::vector<ScalarRegion> regions;         ///< for scf.if and scf.for
  /// The op that errors are reported at; borrowed.
  mlir::Operation *op = nullptr;
};

/// The steps of a region of control flow, on the slots of the program.
struct ScalarRegion {
  llvm::SmallVector<unsigned, 4> arguments; ///< slots
  std::vector<ScalarStep> steps;
  llvm::SmallVector<unsigned, 4> yields; ///< slots
};
/// Executes steps in order. Returns the first error text, or null.
const char *runSteps(llvm::ArrayRef<ScalarStep> steps, Scalar *slots);

/// Maps names of scalar ops to their functions.
using ScalarTable = llvm::StringMap<ScalarFunction>;
/// Returns the table of all scalar ops, which is built at the first call and
/// lives as long as the program. Thread-safe.
const ScalarTable &getScalarTable();
// Each function adds some scalar ops to `table`.

void addIntegerScalars(ScalarTable &table);    ///< integers and arith.select
void addFloatScalars(ScalarTable &table);      ///< floats in arith
void addConversionScalars(ScalarTable &table); ///< casts and tensor.bitcast
void addMathScalars(ScalarTable &table);       ///< floats in math
/// Ops of control flow: branches and loops of scf, affine.apply, cf.assert.
void addControlScalars(ScalarTable &table);

/// Roundings of single ops that differ from those of their types.
using RoundingOverrides = llvm::DenseMap<mlir::Operation *, Rounding>;

/// A compiled body. Set arguments and indices, run, then read the yields. The
/// ops must outlive it. Used by one thread at a time.
class ScalarProgram {
public:
  /// Compiles `block`; scalars and tensors from outside are read from `frame`
  /// now, and its options apply. `overrides` replace the roundings of single
  /// ops. Fails with a diagnostic at an op that has no scalar function or reads
  /// a tensor that `frame` lacks, and at a tensor constant without data.
  static llvm::FailureOr<ScalarProgram>
  build(mlir::Block &block, const Frame &frame,
        const RoundingOverrides &overrides = RoundingOverrides());
  /// Compiles one elementwise op without regions; its operands are the
  /// arguments. Fails with a diagnostic at the op if it has no scalar function.
  /// Floats are not rounded if `float64`.
  static llvm::FailureOr<ScalarProgram> buildElementwise(mlir::Operation *op,
                                                         bool float64);

  void setArgument(unsigned i, Scalar value) { slots[arguments[i]] = value; }
  /// Sets the loop indices, one per loop, that `linalg.index` reads.
  void setIndices(llvm::ArrayRef<int64_t> indices);
  /// Executes all steps; fails at the first error with a diagnostic at the op
  /// of the step, the outermost one for a step in a region.
  llvm::LogicalResult run();
  /// Returns the operations of one run, without constants and indices.
  int64_t getNumOperations() const { return operations; }
  /// Returns the i-th operand of the terminator (or result of the elementwise
  /// op).
  Scalar getYield(unsigned i) const { return slots[yields[i]]; }

private:
  /// Returns the slot of `value`; a new one for a scalar of `frame`.
  unsigned slotOf(mlir::Value value, const Frame &frame);
  /// Appends a slot that holds `value` and returns its number.
  unsigned addSlot(Scalar value);
  /// Adds a scalar to the slots or a tensor to `tensors`; fails, with an error,
  /// for a tensor without data.
  llvm::LogicalResult addConstant(mlir::arith::ConstantOp constant);
  /// Appends the step of an op to `into`; none for constants and loop indices.
  llvm::LogicalResult addOp(mlir::Operation &op, const Frame &frame,
                            const RoundingOverrides &overrides,
                            std::vector<ScalarStep> &into);
  /// Appends a region of an op, compiled, to the step of the op.
  llvm::LogicalResult addRegion(mlir::Region &region, const Frame &frame,
                                const RoundingOverrides &overrides,
                                ScalarStep &step);

  int64_t operations = 0;
  std::vector<Scalar> slots;
  std::vector<ScalarStep> steps;
  llvm::DenseMap<mlir::Value, unsigned> slotOfValue;
  /// Tensor constants of the body.
  llvm::DenseMap<mlir::Value, std::shared_ptr<const TensorValue>> tensors;
  llvm::SmallVector<unsigned> arguments, yields;
  llvm::SmallVector<std::pair<int64_t, unsigned>> indexSlots; ///< loop, slot
};

} // namespace sbp

#endif // SBP_LIB_INTERPRETER_SCALARPROGRAM_H
