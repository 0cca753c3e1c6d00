// FindProductKeys.cpp: retrieval by product keys among other ops
//
// Product keys (Lample et al., "Large Memory Layers with Product Keys", 2019)
// are written as two choices, the sums of some pairs of what they chose, and a
// choice among the sums:
//
//   v, i = top_k s;  a = gather (slice 0 of v), p;  b = gather (slice 1 of v),
//   q best, places = top_k (a + b)
//
// or with a choice for each side. The op that replaces them stands where the
// later of the first choices stood.
#include "FindProductKeys.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

namespace {
/// One side of the retrieval: the choice, the slice of its values (null if
/// there is none), and the values at the pairs' places.
struct Side {
  nn::TopKOp choice;
  nn::GatherOp slice, pairs;
  int64_t number = 0; ///< that the slice takes
};

/// A retrieval with all ops that only it uses.
struct Retrieval {
  Side sides[2];
  Operation *sum = nullptr;
  nn::TopKOp best;
};
} // namespace

/// Returns whether the op chooses along the last dimension, of numbers that
/// count from 0.
static bool choosesOfRows(nn::TopKOp op) {
  return op && !op.getPositions() && !op.getBlocks() &&
         int64_t(op.getAxis()) == op.getInput().getType().getRank() - 1 &&
         op.getInput().getType().getElementType().isF32();
}

/// Returns the two operands of an elementwise sum; nothing for other ops.
static std::optional<std::array<Value, 2>> getTerms(Operation *op) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumDpsInputs() != 2 ||
      linalgOp.getNumReductionLoops() || op->getNumResults() != 1 ||
      !llvm::all_of(linalgOp.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return std::nullopt;
  Block &body = op->getRegion(0).front();
  auto add = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add || !llvm::hasNItems(body.without_terminator(), 1))
    return std::nullopt;
  auto isArgument = [&](Value value, unsigned number) {
    return value == body.getArgument(number);
  };
  if (!(isArgument(add.getLhs(), 0) && isArgument(add.getRhs(), 1)) &&
      !(isArgument(add.getLhs(), 1) && isArgument(add.getRhs(), 0)))
    return std::nullopt;
  return std::array<Value, 2>{linalgOp.getDpsInputs()[0],
                              linalgOp.getDpsInputs()[1]};
}

/// Returns the side whose values at the places of the pairs are `term`.
static std::optional<Side> findSide(Value term) {
  Side side;
  side.pairs = term.getDefiningOp<nn::GatherOp>();
  if (!side.pairs || !term.hasOneUse() || side.pairs.getBatchDims() ||
      side.pairs.getIndices().getType().getRank() != 1 ||
      int64_t(side.pairs.getAxis()) !=
          side.pairs.getData().getType().getRank() - 1)
    return std::nullopt;
  Value values = side.pairs.getData();
  if (auto slice = values.getDefiningOp<nn::GatherOp>()) {
    DenseIntElementsAttr number;
    if (!values.hasOneUse() || slice.getIndices().getType().getRank() != 0 ||
        !matchPattern(slice.getIndices(), m_Constant(&number)))
      return std::nullopt;
    side.slice = slice;
    side.number = number.getSplatValue<APInt>().getSExtValue();
    values = slice.getData();
  }
  side.choice = values.getDefiningOp<nn::TopKOp>();
  if (!choosesOfRows(side.choice) || values != side.choice.getValues())
    return std::nullopt;
  return side;
}

/// Returns whether the values of the first choices have no other use.
static bool areValuesOwn(ArrayRef<Side> sides) {
  SmallVector<Operation *> own;
  for (Side side : sides)
    own.push_back(side.slice ? side.slice : side.pairs);
  return llvm::all_of(sides, [&](Side side) {
    return llvm::all_of(
        side.choice.getValues().getUsers(),
        [&](Operation *user) { return llvm::is_contained(own, user); });
  });
}

/// Returns the retrieval that ends with `best`.
static std::optional<Retrieval> findRetrieval(nn::TopKOp best) {
  Retrieval found;
  found.best = best;
  found.sum = best.getInput().getDefiningOp();
  if (!choosesOfRows(best) || !best.getInput().hasOneUse())
    return std::nullopt;
  auto terms = getTerms(found.sum);
  if (!terms)
    return std::nullopt;
  for (auto [side, term] : llvm::zip_equal(found.sides, *terms)) {
    std::optional<Side> one = findSide(term);
    if (!one)
      return std::nullopt;
    side = *one;
  }
  Side &first = found.sides[0], &second = found.sides[1];
  if (first.choice == second.choice) {
    // Both sides of one tensor: row 0, column 1 of the same dimension.
    if (!first.slice || !second.slice)
      return std::nullopt;
    if (first.number > second.number)
      std::swap(first, second);
    auto shape = first.choice.getInput().getType().getShape();
    if (first.slice.getAxis() != second.slice.getAxis() ||
        shape[first.slice.getAxis()] != 2 || first.number != 0 ||
        second.number != 1)
      return std::nullopt;
  } else if (first.slice || second.slice ||
             first.choice.getInput().getType() !=
                 second.choice.getInput().getType() ||
             first.choice.getK() != second.choice.getK()) {
    return std::nullopt;
  }
  return areValuesOwn(found.sides) ? std::optional(found) : std::nullopt;
}

/// Makes `value` available before `op`: constants are moved.
static bool makeAvailable(Value value, Operation *op) {
  Operation *producer = value.getDefiningOp();
  if (!producer || producer->isBeforeInBlock(op))
    return true;
  if (!producer->hasTrait<OpTrait::ConstantLike>())
    return false;
  producer->moveBefore(op);
  return true;
}

/// Returns whether nothing reads `value` before `at`.
static bool isReadBehind(Value value, Operation *at) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    Operation *own = at->getBlock()->findAncestorOpInBlock(*user);
    return own && (own == at || at->isBeforeInBlock(own));
  });
}

/// Replaces the retrieval by one op. Leaves it as it is if the op cannot stand
/// in one place or is not supported.
static void replace(Retrieval &found,
                    llvm::function_ref<bool(ProductKeysOp)> isSupported) {
  Side &row = found.sides[0], &column = found.sides[1];
  bool isOne = row.choice == column.choice;
  Operation *at = row.choice->isBeforeInBlock(column.choice)
                      ? column.choice.getOperation()
                      : row.choice.getOperation();
  // Only ops that are replaced read the values.
  if (!isReadBehind(row.choice.getIndices(), at) ||
      !isReadBehind(column.choice.getIndices(), at) ||
      !makeAvailable(row.pairs.getIndices(), at) ||
      !makeAvailable(column.pairs.getIndices(), at))
    return;
  OpBuilder builder(at);
  SmallVector<Type> types{row.choice.getIndices().getType()};
  if (!isOne)
    types.push_back(column.choice.getIndices().getType());
  auto op = ProductKeysOp::create(
      builder, found.best.getLoc(), types, found.best.getValues().getType(),
      found.best.getIndices().getType(), row.choice.getInput(),
      column.choice.getInput(), row.pairs.getIndices(),
      column.pairs.getIndices(),
      isOne ? builder.getI64IntegerAttr(row.slice.getAxis()) : nullptr);
  if (!isSupported(op)) {
    op.erase();
    return;
  }
  op->setAttr(region::kWholeAttr, builder.getUnitAttr());
  row.choice.getIndices().replaceAllUsesWith(op.getIndices().front());
  column.choice.getIndices().replaceAllUsesWith(op.getIndices().back());
  found.best.getValues().replaceAllUsesWith(op.getBest());
  found.best.getIndices().replaceAllUsesWith(op.getPlaces());
  found.best.erase();
  found.sum->erase();
  for (Side &side : found.sides)
    side.pairs.erase();
  for (Side &side : found.sides)
    if (side.slice)
      side.slice.erase();
  row.choice.erase();
  if (!isOne)
    column.choice.erase();
}

void sbp::cuda::findProductKeys(
    func::FuncOp region, llvm::function_ref<bool(ProductKeysOp)> isSupported) {
  for (auto best :
       llvm::to_vector(region.getBody().front().getOps<nn::TopKOp>())) {
    // A choice of an earlier retrieval is no longer there, but no later one
    // ends with it.
    std::optional<Retrieval> found = findRetrieval(best);
    if (found)
      replace(*found, isSupported);
  }
}
