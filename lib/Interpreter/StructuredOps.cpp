// StructuredOps.cpp: every structured op of linalg as one loop nest
//
// for each point of the iteration space:
//   read the operands at their maps; run the body; write the results
// Maps that are linear functions of the loops are evaluated as one dot product.
// Reductions into f16 or bf16 are computed in f32 and rounded once at the end
// (WideAccumulation.h).
// Example: matmul has maps (m, k), (k, n), (m, n) and the body out + a * b.

#include "OpTable.h"
#include "ScalarProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/WideAccumulation.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;

namespace sbp {
namespace {

/// The flat position of an operand's element for given loop indices: a linear
/// function if the map has no mod and div, else the map itself.
class Access {
public:
  Access(AffineMap map, ArrayRef<int64_t> shape) : map(map), shape(shape) {
    SmallVector<int64_t> zeros(map.getNumDims(), 0);
    linear = llvm::all_of(map.getResults(), isLinear);
    if (!linear)
      return;
    base = flat(zeros);
    for (unsigned d = 0; d < map.getNumDims(); ++d) {
      zeros[d] = 1;
      coefficients.push_back(flat(zeros) - base);
      zeros[d] = 0;
    }
  }
  int64_t operator()(ArrayRef<int64_t> loops) const {
    if (!linear)
      return flat(loops);
    int64_t position = base;
    for (auto [coefficient, loop] : llvm::zip_equal(coefficients, loops))
      position += coefficient * loop;
    return position;
  }

private:
  static bool isLinear(AffineExpr expression) {
    bool result = true;
    expression.walk([&](AffineExpr part) {
      result &= part.getKind() != AffineExprKind::Mod &&
                part.getKind() != AffineExprKind::FloorDiv &&
                part.getKind() != AffineExprKind::CeilDiv;
    });
    return result;
  }
  int64_t flat(ArrayRef<int64_t> loops) const {
    int64_t position = 0;
    for (auto [index, extent] : llvm::zip_equal(map.compose(loops), shape))
      position = position * extent + index;
    return position;
  }

  AffineMap map;
  SmallVector<int64_t> shape;
  bool linear;
  int64_t base = 0;
  SmallVector<int64_t> coefficients;
};

/// One execution of a structured op.
struct Loops {
  linalg::LinalgOp op;
  ArrayRef<RuntimeValue> operands;
  /// Nullopt for scalars and for inputs that only determine loop extents.
  SmallVector<std::optional<Access>> accesses;
  std::vector<TensorValue> outputs;
  llvm::BitVector widened; ///< results that are rounded at the end; or empty
  RoundingOverrides overrides;
  int64_t points = 0; ///< visited points of the iteration space
  /// Per operand, the accessed elements; empty unless work is counted.
  std::vector<llvm::BitVector> touched;

  Loops(linalg::LinalgOp op, ArrayRef<RuntimeValue> operands)
      : op(op), operands(operands) {}
  LogicalResult prepare(bool float64);
  LogicalResult run(ScalarProgram &program);
  void step(ScalarProgram &program, ArrayRef<int64_t> loops);
  void beginCounting();
  void touch(unsigned operand, int64_t position) {
    if (!touched.empty())
      touched[operand].set(position);
  }
  void addTo(WorkCounts &counts, int64_t operations) const;
};

void Loops::beginCounting() {
  for (const RuntimeValue &operand : operands)
    touched.emplace_back(operand.tensor ? operand->size() : 0);
}

/// Adds the work. An init counts once, although it is read and written.
void Loops::addTo(WorkCounts &counts, int64_t operations) const {
  counts.operations += points * operations;
  for (auto [operand, elements] : llvm::zip_equal(op->getOpOperands(), touched))
    counts.touchedBytes +=
        static_cast<int64_t>(elements.count()) *
        (elements.empty() ? 0 : getElementBytes(operand.get().getType()));
}

LogicalResult Loops::prepare(bool float64) {
  for (OpOperand &operand : op->getOpOperands()) {
    const RuntimeValue &value = operands[operand.getOperandNumber()];
    bool isUsed = op.payloadUsesValueFromOperand(&operand);
    if (value.tensor && (isUsed || op.isDpsInit(&operand)))
      accesses.emplace_back(
          Access(op.getMatchingIndexingMap(&operand), value->getShape()));
    else
      accesses.emplace_back(std::nullopt);
    if (value.tensor && value->isUndefined() && value->size() && isUsed)
      return op->emitOpError("operand #")
             << operand.getOperandNumber()
             << " reads a tensor.empty; fill it first";
  }
  for (OpOperand &init : op.getDpsInitsMutable()) {
    outputs.push_back(*operands[init.getOperandNumber()]);
    outputs.back().markDefined();
  }
  if (auto wide = float64 ? std::nullopt : findWideAccumulation(op)) {
    widened = wide->results;
    for (Operation *inner : wide->ops)
      if (llvm::any_of(inner->getResultTypes(), [](Type type) {
            return isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32;
          }))
        overrides[inner] = Rounding::F32;
  }
  return success();
}

void Loops::step(ScalarProgram &program, ArrayRef<int64_t> loops) {
  unsigned inputs = op.getNumDpsInputs();
  for (unsigned i = 0; i < operands.size(); ++i) {
    if (!accesses[i]) {
      program.setArgument(i, operands[i].scalar);
      continue;
    }
    const TensorValue &source = i < inputs ? *operands[i] : outputs[i - inputs];
    int64_t position = (*accesses[i])(loops);
    touch(i, position);
    program.setArgument(i, source[position]);
  }
  program.setIndices(loops);
}

/// Rounds floats to their type.
static void round(TensorValue &tensor) {
  if (!isa<FloatType>(tensor.getElementType()))
    return;
  Rounding rounding = getRounding(tensor.getElementType());
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor[i].f = roundTo(rounding, tensor[i].f);
}

/// Sets the arguments of the body for one point.
LogicalResult Loops::run(ScalarProgram &program) {
  unsigned inputs = op.getNumDpsInputs();
  bool failed = false;
  forEachIndex(op.getStaticLoopRanges(), [&](ArrayRef<int64_t> loops) {
    if (failed)
      return;
    step(program, loops);
    ++points;
    failed = program.run().failed();
    for (unsigned k = 0; k < outputs.size(); ++k)
      outputs[k][(*accesses[inputs + k])(loops)] = program.getYield(k);
  });
  // All narrow results: others than those of reductions may yield f32, too.
  if (widened.any())
    for (TensorValue &output : outputs)
      round(output);
  return failure(failed);
}

} // namespace

OpResult evaluateStructured(Operation *op, ArrayRef<RuntimeValue> operands,
                            Frame &frame) {
  Loops loops(cast<linalg::LinalgOp>(op), operands);
  if (failed(loops.prepare(frame.getOptions().float64)))
    return failure();
  WorkCounts *counts = frame.getOptions().counts;
  if (counts)
    loops.beginCounting();
  FailureOr<ScalarProgram> program =
      ScalarProgram::build(op->getRegion(0).front(), frame, loops.overrides);
  if (failed(program) || failed(loops.run(*program)))
    return failure();
  if (counts)
    loops.addTo(*counts, program->getNumOperations());
  RuntimeValues results;
  for (TensorValue &output : loops.outputs)
    results.push_back(std::move(output));
  return results;
}

} // namespace sbp
