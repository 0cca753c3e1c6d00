// ScalarProgram.h: scalar bodies as straight
//
// A block of scalar ops (the body of a generic, of a pad, or one elementwise
// op) becomes a list of steps over numbered slots, so that it can run once per
// element.
#ifndef SBP_LIB_INTERPRETER_SCALARPROGRAM_H
#define SBP_LIB_INTERPRETER_SCALARPROGRAM_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interpreter/Interpreter.h"
#include "llvm/ADT/StringMap.h"

namespace sbp {

struct ScalarRegion;
struct ScalarStep;

/// Computes one step; returns what went wrong, or null.
using ScalarFunction = const char *(*)(const ScalarStep &step, Scalar *slots);

struct ScalarStep {
  ScalarFunction function = nullptr;
  llvm::SmallVector<unsigned, 4> operands;   ///< slots
  unsigned result = 0;                       ///< slot of the first result
  Rounding rounding = Rounding::None;        ///< of a float result
  unsigned width = 64;                       ///< of an integer result
  unsigned sourceWidth = 64;                 ///< of the first integer operand
  int64_t predicate = 0;                     ///< of comparisons
  std::shared_ptr<const TensorValue> tensor; ///< read by tensor.extract
  bool checkIndices = false;                 ///< of tensor.extract
  std::vector<ScalarRegion> regions;         ///< of scf.if and scf.for
  mlir::Operation *op = nullptr;
};

/// The steps of a region of control flow, on the slots of the program.
struct ScalarRegion {
  llvm::SmallVector<unsigned, 4> arguments; ///< slots
  std::vector<ScalarStep> steps;
  llvm::SmallVector<unsigned, 4> yields; ///< slots
};
const char *runSteps(llvm::ArrayRef<ScalarStep> steps, Scalar *slots);

/// What each scalar op does, by op name.
using ScalarTable = llvm::StringMap<ScalarFunction>;
const ScalarTable &getScalarTable();
void addIntegerScalars(ScalarTable &table);
void addFloatScalars(ScalarTable &table);
void addConversionScalars(ScalarTable &table);
void addMathScalars(ScalarTable &table);
/// Ops whose regions are run: choices and loops of scf.
void addControlScalars(ScalarTable &table);

/// Rounding of single ops that differs from their type's.
using RoundingOverrides = llvm::DenseMap<mlir::Operation *, Rounding>;

class ScalarProgram {
public:
  /// The body of `block`; values from outside are taken from `frame` now.
  static llvm::FailureOr<ScalarProgram>
  build(mlir::Block &block, const Frame &frame,
        const RoundingOverrides &overrides = RoundingOverrides());
  /// One elementwise op whose operands are the arguments.
  static llvm::FailureOr<ScalarProgram> buildElementwise(mlir::Operation *op,
                                                         bool float64);

  void setArgument(unsigned i, Scalar value) { slots[arguments[i]] = value; }
  /// For `linalg.index`.
  void setIndices(llvm::ArrayRef<int64_t> indices);
  /// Runs all steps; an error is a diagnostic at the step's op.
  llvm::LogicalResult run();
  /// Of one run, constants and indices aside.
  int64_t getNumOperations() const { return operations; }
  /// The i-th operand of the terminator (or result of the elementwise op).
  Scalar getYield(unsigned i) const { return slots[yields[i]]; }

private:
  unsigned slotOf(mlir::Value value, const Frame &frame);
  unsigned addSlot(Scalar value);
  llvm::LogicalResult addConstant(mlir::arith::ConstantOp constant);
  llvm::LogicalResult addOp(mlir::Operation &op, const Frame &frame,
                            const RoundingOverrides &overrides,
                            std::vector<ScalarStep> &into);
  llvm::LogicalResult addRegion(mlir::Region &region, const Frame &frame,
                                const RoundingOverrides &overrides,
                                ScalarStep &step);

  int64_t operations = 0;
  std::vector<Scalar> slots;
  std::vector<ScalarStep> steps;
  llvm::DenseMap<mlir::Value, unsigned> slotOfValue;
  /// Constants of the body that are tensors.
  llvm::DenseMap<mlir::Value, std::shared_ptr<const TensorValue>> tensors;
  llvm::SmallVector<unsigned> arguments, yields;
  llvm::SmallVector<std::pair<int64_t, unsigned>> indexSlots; ///< (loop, slot)
};

} // namespace sbp

#endif // SBP_LIB_INTERPRETER_SCALARPROGRAM_H
