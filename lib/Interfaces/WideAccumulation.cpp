// WideAccumulation.cpp: finds and rewrites reductions into bf16 and f16
//
// Forward slice of the accumulators (Weiser, "Program Slicing", 1981) inside of
// one body, and backward along sums and products from the terms that are added
// to it. Example: `yield select(%c, %out + %a * %b, %out)` in bf16 has the
// slice {addf, select} and the term {mulf}; all three become f32.

#include "sbp/Interfaces/WideAccumulation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;

static bool isNarrow(Type type) { return type.isBF16() || type.isF16(); }

namespace {

/// The analysis of one op.
class Slice {
public:
  explicit Slice(linalg::LinalgOp op) : op(op), body(op.getBlock()) {}
  std::optional<WideAccumulation> run();

private:
  bool reaches(BlockArgument from, Value to) const;
  bool combinesIterations(unsigned result);
  bool addReaders();
  void addTerms(Value term);

  linalg::LinalgOp op;
  Block *body;
  llvm::DenseSet<Value> accumulated; ///< values that depend on accumulators
  WideAccumulation wide;
};

} // namespace

/// Returns true if some reduction loop does not index the result, and its
/// element is read before it is written.
bool Slice::combinesIterations(unsigned result) {
  OpOperand *init = op.getDpsInitOperand(result);
  AffineMap map = op.getMatchingIndexingMap(init);
  auto iterators = op.getIteratorTypesArray();
  bool isReduced = llvm::any_of(llvm::enumerate(iterators), [&](auto loop) {
    return loop.value() == utils::IteratorType::reduction &&
           !map.isFunctionOfDim(loop.index());
  });
  BlockArgument accumulator = op.getMatchingBlockArgument(init);
  return isReduced && isNarrow(accumulator.getType()) &&
         reaches(accumulator, op.getMatchingYieldValue(init)->get());
}

bool Slice::reaches(BlockArgument from, Value to) const {
  llvm::DenseSet<Value> reached = {from};
  for (Operation &inner : body->without_terminator())
    if (llvm::any_of(inner.getOperands(),
                     [&](Value operand) { return reached.contains(operand); }))
      reached.insert_range(inner.getResults());
  return reached.contains(to);
}

/// Adds the ops that depend on accumulators. Returns false for one that cannot
/// read a wider float.
bool Slice::addReaders() {
  for (Operation &inner : body->without_terminator()) {
    if (llvm::none_of(inner.getOperands(), [&](Value operand) {
          return accumulated.contains(operand);
        }))
      continue;
    bool isScalar =
        isa<arith::ArithDialect, math::MathDialect>(inner.getDialect());
    if (!isScalar || isa<arith::BitcastOp>(inner))
      return false;
    accumulated.insert_range(inner.getResults());
    wide.ops.insert(&inner);
  }
  return true;
}

/// Adds what computes a term of a sum by sums, products and choices alone.
void Slice::addTerms(Value term) {
  Operation *producer = term.getDefiningOp();
  if (!producer || producer->getBlock() != body || !term.hasOneUse() ||
      wide.ops.contains(producer))
    return;
  if (auto choice = dyn_cast<arith::SelectOp>(producer)) {
    wide.ops.insert(choice);
    addTerms(choice.getTrueValue());
    addTerms(choice.getFalseValue());
    return;
  }
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp,
           arith::ExtFOp, arith::TruncFOp>(producer))
    return;
  wide.ops.insert(producer);
  for (Value operand : producer->getOperands())
    addTerms(operand);
}

std::optional<WideAccumulation> Slice::run() {
  if (op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics())
    return std::nullopt;
  wide.results.resize(op.getNumDpsInits());
  for (int64_t result = 0; result < op.getNumDpsInits(); ++result)
    if (combinesIterations(result)) {
      wide.results.set(result);
      accumulated.insert(
          op.getMatchingBlockArgument(op.getDpsInitOperand(result)));
    }
  if (wide.results.none() || !addReaders())
    return std::nullopt;
  for (Operation *reader : SmallVector<Operation *>(wide.ops.getArrayRef()))
    if (isa<arith::AddFOp, arith::SubFOp>(reader))
      for (Value operand : reader->getOperands())
        addTerms(operand);
  SmallVector<Operation *> ordered(wide.ops.getArrayRef());
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  wide.ops.clear();
  wide.ops.insert_range(ordered);
  return wide;
}

std::optional<WideAccumulation> sbp::findWideAccumulation(linalg::LinalgOp op) {
  return Slice(op).run();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

Value sbp::findWidened(Value value) {
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumDpsInits() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return {};
  auto yield = cast<linalg::YieldOp>(generic.getBody()->getTerminator());
  auto widened = yield.getOperand(0).getDefiningOp<arith::ExtFOp>();
  return widened && widened.getIn() == generic.getBody()->getArgument(0)
             ? generic.getDpsInputs().front()
             : Value();
}

Value sbp::castFloats(OpBuilder &builder, Location loc, Value tensor,
                      FloatType type) {
  auto from = cast<RankedTensorType>(tensor.getType());
  if (from.getElementType() == type)
    return tensor;
  bool widens = type.getWidth() > from.getElementTypeBitWidth();
  StructuredBuilder parts(builder, loc);
  return parts.map(from.clone(type), tensor, parts.identity(from.getRank()),
                   [&](OpBuilder &builder, ValueRange elements) {
                     return widens
                                ? widenFloat(builder, loc, elements[0], type)
                                : narrowFloat(builder, loc, elements[0], type);
                   });
}

/// Returns `value` in f32 if it is narrower.
static Value widen(OpBuilder &builder, Location loc, Value value) {
  return isNarrow(value.getType())
             ? widenFloat(builder, loc, value, builder.getF32Type())
             : value;
}

/// Makes one op of the slice read and return f32 in place of narrower floats.
static void widenOp(RewriterBase &rewriter, Operation *op) {
  Type f32 = rewriter.getF32Type();
  Value source = op->getNumOperands() == 1 ? op->getOperand(0) : Value();
  bool isCast = isa<arith::ExtFOp, arith::TruncFOp>(op);
  Type result = op->getNumResults() == 1 ? op->getResult(0).getType() : Type();
  Type wanted = result && isNarrow(result) ? f32 : result;
  if (isCast && source.getType() == wanted) {
    rewriter.replaceOp(op, source);
    return;
  }
  if (isCast && isNarrow(source.getType()))
    return; // It widens a term that stays narrow.
  rewriter.setInsertionPoint(op);
  for (OpOperand &operand : op->getOpOperands())
    operand.set(widen(rewriter, op->getLoc(), operand.get()));
  if (wanted != result)
    op->getResult(0).setType(wanted);
}

SmallVector<Value> sbp::widenAccumulation(RewriterBase &rewriter,
                                          linalg::GenericOp op,
                                          const WideAccumulation &wide) {
  OpBuilder::InsertionGuard guard(rewriter);
  FloatType f32 = rewriter.getF32Type();
  SmallVector<FloatType> narrow;
  for (unsigned result : wide.results.set_bits()) {
    OpOperand &init = op.getDpsInitsMutable()[result];
    BlockArgument accumulator = op.getMatchingBlockArgument(&init);
    narrow.push_back(cast<FloatType>(accumulator.getType()));
    rewriter.setInsertionPoint(op);
    init.set(castFloats(rewriter, op.getLoc(), init.get(), f32));
    accumulator.setType(f32);
  }
  for (Operation *inner : wide.ops)
    widenOp(rewriter, inner);
  Operation *yield = op.getBody()->getTerminator();
  rewriter.setInsertionPoint(yield);
  SmallVector<Value> results;
  for (OpOperand &yielded : yield->getOpOperands()) {
    unsigned number = yielded.getOperandNumber();
    Value result = op->getResult(number);
    auto type = cast<RankedTensorType>(result.getType());
    if (wide.results[number]) {
      yielded.set(widen(rewriter, op.getLoc(), yielded.get()));
      result.setType(type.clone(f32));
      results.push_back(result);
    } else if (yielded.get().getType() != type.getElementType()) {
      yielded.set(arith::TruncFOp::create(
          rewriter, op.getLoc(), type.getElementType(), yielded.get()));
    }
  }
  rewriter.setInsertionPointAfter(op);
  for (auto [result, type] : llvm::zip_equal(results, narrow)) {
    Value rounded = castFloats(rewriter, op.getLoc(), result, type);
    result.replaceAllUsesExcept(rounded, rounded.getDefiningOp());
  }
  return results;
}

Value sbp::repeatInF32(RewriterBase &rewriter, linalg::LinalgOp op,
                       unsigned number) {
  std::optional<WideAccumulation> wide = findWideAccumulation(op);
  if (!wide || !wide->results[number])
    return {};
  Operation *copy = rewriter.clone(*op);
  auto generic = dyn_cast<linalg::GenericOp>(copy);
  if (!generic)
    generic =
        *linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(copy));
  widenAccumulation(rewriter, generic, *findWideAccumulation(generic));
  return generic->getResult(number);
}
