// StructuredWork.cpp: the work of a structured op

#include "StructuredWork.h"
#include "SharedRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interfaces/HiddenTerms.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {
/// Operations per loop point; none for copies, transposes, broadcasts.
struct PointWork {
  int64_t arithmetic = 0, functions = 0;
};
} // namespace

/// Returns true for ops that take many times as long as a sum: approximated
/// functions and roots. A few quotients do not count: dividers overlap with
/// loads.
static bool isFunction(Operation *op) {
  if (isa<arith::RemFOp>(op))
    return true;
  return isa<math::MathDialect>(op->getDialect()) &&
         isa<FloatType>(op->getResult(0).getType()) &&
         !isa<math::AbsFOp, math::CeilOp, math::ClampFOp, math::CopySignOp,
              math::FloorOp, math::FmaOp, math::RoundEvenOp, math::RoundOp,
              math::TruncOp>(op);
}

/// Functions of what the innermost loop does not change are computed outside
/// of it.
static PointWork getPointWork(linalg::LinalgOp op) {
  PointWork work;
  llvm::DenseSet<Value> changing;
  unsigned innermost = op.getNumLoops() - 1; // if there is a loop
  for (auto [argument, map] : llvm::zip_equal(op.getBlock()->getArguments(),
                                              op.getIndexingMapsArray()))
    if (op.getNumLoops() > 0 &&
        (map.isFunctionOfDim(innermost) ||
         argument.getArgNumber() >= op.getNumDpsInputs()))
      changing.insert(argument);
  op.getBlock()->walk([&](Operation *inner) {
    bool changes = isa<linalg::IndexOp>(inner) ||
                   llvm::any_of(inner->getOperands(), [&](Value operand) {
                     return changing.contains(operand);
                   });
    if (changes)
      changing.insert_range(inner->getResults());
    if (isa<arith::ArithDialect, math::MathDialect>(inner->getDialect()) &&
        inner->getNumOperands() > 0 && !hidesTerm(inner))
      ++(changes && isFunction(inner) ? work.functions : work.arithmetic);
  });
  return work;
}

/// Whether `use` reads every element once from an elementwise op that has no
/// other user: code generation fuses them.
static bool isFused(OpOperand &use) {
  auto producer = use.get().getDefiningOp<linalg::LinalgOp>();
  auto consumer = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return producer && consumer && use.get().hasOneUse() &&
         producer.getNumLoops() == producer.getNumParallelLoops() &&
         consumer.getMatchingIndexingMap(&use).getNumResults() ==
             consumer.getNumLoops();
}

/// The loop along which vectors run: through the innermost dim of the result,
/// which one factor of a product has, or where maps differ, so that loops over
/// several dims do not become one.
static std::optional<unsigned> getLanes(linalg::LinalgOp op) {
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (result.getNumResults() == 0)
    return std::nullopt;
  auto loop =
      dyn_cast<AffineDimExpr>(result.getResult(result.getNumResults() - 1));
  if (!loop)
    return std::nullopt;
  unsigned having = 0, tensors = 0;
  bool differs = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (map.getNumResults() == 0)
      continue;
    ++tensors;
    having += map.isFunctionOfDim(loop.getPosition());
    differs |= map != result;
  }
  bool isProduct = op.getNumReductionLoops() > 0 && tensors == 2 && having == 1;
  bool isApart = op.getNumReductionLoops() == 0 && differs;
  if (!isProduct && !isApart)
    return std::nullopt;
  return loop.getPosition();
}

/// A product whose windows overlap runs as one of matrices: the windows of an
/// input lie one after the other, each with elements of its own. `other`
/// weights what they hold for several outputs.
static std::optional<OpWork::Held>
getColumns(linalg::LinalgOp op, OpOperand *input, OpOperand *other) {
  AffineMap map = op.getMatchingIndexingMap(input);
  AffineMap weights = op.getMatchingIndexingMap(other);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto countLoops = [&](AffineExpr index) {
    return count_if(seq<unsigned>(0, extents.size()), [&](unsigned loop) {
      return extents[loop] > 1 && index.isFunctionOfDim(loop);
    });
  };
  if (none_of(map.getResults(),
              [&](AffineExpr index) { return countLoops(index) > 1; }))
    return std::nullopt;
  OpWork::Held held;
  held.bytes = getElementBytes(input->get().getType());
  bool isShared = false;
  for (auto [loop, extent] : enumerate(extents)) {
    if (map.isFunctionOfDim(loop)) {
      held.bytes *= extent;
      continue;
    }
    held.undividedBy.push_back(loop);
    isShared |= extent > 1 && weights.isFunctionOfDim(loop);
  }
  return isShared ? std::optional(held) : std::nullopt;
}

static void addColumns(linalg::LinalgOp op, OpWork &work) {
  SmallVector<OpOperand *> inputs = op.getDpsInputOperands();
  if (inputs.size() != 2 || op.getNumReductionLoops() == 0)
    return;
  for (unsigned i : {0, 1})
    if (std::optional<OpWork::Held> held =
            getColumns(op, inputs[i], inputs[1 - i]))
      work.held.push_back(*held);
}

/// Counts rows that several ops share once.
static void shareRows(linalg::LinalgOp op, OpWork &work) {
  auto share = [&](const SharedRows &rows) {
    work.rowDims = std::min(work.rowDims, rows.getNumDims());
  };
  work.rowDims = std::numeric_limits<unsigned>::max();
  for (auto [operand, traffic] :
       llvm::zip_equal(op->getOpOperands(), work.reads)) {
    std::optional<SharedRows> rows = SharedRows::find(operand.get());
    if (!rows || !(rows->stays() || rows->isReadAgain(operand)))
      continue;
    traffic = OpWork::Traffic::InRows;
    share(*rows);
  }
  for (auto [result, stays] :
       llvm::zip_equal(op->getResults(), work.staysInRows)) {
    std::optional<SharedRows> rows = SharedRows::find(result);
    stays = rows && rows->stays();
    if (stays)
      share(*rows);
  }
}

OpWork getStructuredWork(linalg::LinalgOp op) {
  PointWork ofPoint = getPointWork(op);
  double points = 1;
  for (int64_t range : op.getStaticLoopRanges())
    points *= range;
  OpWork work = makeWork(op, OpWork::Traffic::None, /*writes=*/false);
  auto addPart = [&](double flops, std::optional<WorkClass> kind) {
    OpWork::Part &part = work.parts.emplace_back();
    part.flops = flops;
    part.kind = kind;
    part.lanes = getLanes(op);
  };
  addPart(ofPoint.arithmetic * points, std::nullopt);
  if (ofPoint.functions > 0)
    addPart(ofPoint.functions * points, WorkClass::Functions);
  if (work.getFlops() == 0)
    return work;
  addColumns(op, work);
  for (auto [operand, traffic] :
       llvm::zip_equal(op->getOpOperands(), work.reads))
    if (!isFused(operand))
      traffic = OpWork::Traffic::Whole;
  for (auto [result, isWritten] :
       llvm::zip_equal(op->getResults(), work.writes))
    isWritten = !(result.hasOneUse() && isFused(*result.use_begin()));
  shareRows(op, work);
  return work;
}

} // namespace sbp
