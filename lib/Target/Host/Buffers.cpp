// Buffers.cpp: loop order and cache blocks of nests on buffers
#include "Steps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "sbp/Target/Region/ContractionBody.h"
#include "sbp/Target/Region/LaneSums.h"

using namespace mlir;
using namespace sbp::host;

/// Edge of a block in elements: both sides of a transposed block of f32 stay in
/// the first-level cache (2 * 4 KiB) even if rows collide in its sets.
static constexpr int64_t kTransposeBlock = 32;

std::optional<unsigned> sbp::host::findColumnLoop(AffineMap map) {
  if (map.getNumResults() < 2)
    return std::nullopt;
  auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
  if (!last)
    return std::nullopt;
  for (unsigned loop = last.getPosition() + 1; loop < map.getNumDims(); ++loop)
    if (map.isFunctionOfDim(loop))
      return last.getPosition();
  return std::nullopt;
}

/// Returns the contiguous loop of an operand that the innermost loop of `op`
/// accesses with a stride, if both loops are long enough for blocks.
static std::optional<unsigned> findStridedLoop(linalg::GenericOp op) {
  unsigned numLoops = op.getNumLoops();
  if (numLoops < 2 || op.getNumParallelLoops() != numLoops)
    return std::nullopt;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (extents.back() <= 8)
    return std::nullopt;
  for (AffineMap map : op.getIndexingMapsArray()) {
    if (!map.isProjectedPermutation() || !map.isFunctionOfDim(numLoops - 1))
      continue;
    if (std::optional<unsigned> loop = findColumnLoop(map))
      if (extents[*loop] > 8)
        return loop;
  }
  return std::nullopt;
}

LogicalResult sbp::host::blockTransposes(func::FuncOp region) {
  IRRewriter rewriter(region.getContext());
  SmallVector<std::pair<linalg::GenericOp, unsigned>> strided;
  region.walk([&](linalg::GenericOp op) {
    if (std::optional<unsigned> loop = findStridedLoop(op))
      strided.emplace_back(op, *loop);
  });
  for (auto [op, loop] : strided) {
    SmallVector<OpFoldResult> sizes(op.getNumLoops(), rewriter.getIndexAttr(0));
    sizes[loop] = sizes.back() = rewriter.getIndexAttr(kTransposeBlock);
    scf::SCFTilingOptions options;
    options.setTileSizes(sizes);
    rewriter.setInsertionPoint(op);
    FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(tiled))
      continue;
    rewriter.eraseOp(op);
    if (!tiled->loops.empty())
      tiled->loops.front()->setAttr(kStridedNest, rewriter.getUnitAttr());
  }
  return success();
}

/// Returns the elements between two neighbours of each dim; nothing for scalars
/// and for buffers without constant strides.
static std::optional<SmallVector<int64_t>> getElementSteps(Type type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (auto buffer = dyn_cast<MemRefType>(type)) {
    if (failed(buffer.getStridesAndOffset(strides, offset)))
      return std::nullopt;
    return strides;
  }
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return computeStrides(tensor.getShape());
  return std::nullopt;
}

/// Scores `loop` as the innermost one: 2 per contiguous operand, 1 per
/// invariant operand.
static unsigned scoreInnermost(linalg::GenericOp op, unsigned loop) {
  unsigned score = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    auto strides = getElementSteps(operand.get().getType());
    SmallVector<int64_t> constants;
    auto rows =
        getLinearCoefficients(op.getMatchingIndexingMap(&operand), constants);
    if (!rows || !strides)
      continue;
    int64_t stride = 0;
    for (auto [row, step] : llvm::zip(*rows, *strides))
      stride += row[loop] * step;
    score += stride == 1 ? 2 : stride == 0 ? 1 : 0;
  }
  return score;
}

unsigned sbp::host::chooseInnermost(linalg::GenericOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto kinds = op.getIteratorTypesArray();
  unsigned reductions = 0;
  for (auto [extent, kind] : llvm::zip(extents, kinds))
    reductions += extent > 1 && kind == utils::IteratorType::reduction;
  unsigned best = op.getNumLoops() - 1;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    // The order of the terms of one result must not change.
    bool keepsOrder =
        kinds[loop] == utils::IteratorType::parallel || reductions == 1;
    if (extents[loop] > 1 && keepsOrder &&
        (extents[best] == 1 ||
         scoreInnermost(op, loop) > scoreInnermost(op, best)))
      best = loop;
  }
  return best;
}

/// Returns the last reduction loop with several iterations.
static unsigned findLastReduction(linalg::GenericOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto kinds = op.getIteratorTypesArray();
  unsigned last = op.getNumLoops() - 1;
  while (last > 0 &&
         (kinds[last] == utils::IteratorType::parallel || extents[last] == 1))
    --last;
  return last;
}

LogicalResult sbp::host::orderReductions(func::FuncOp region) {
  IRRewriter rewriter(region.getContext());
  SmallVector<linalg::GenericOp> ops;
  region.walk([&](linalg::GenericOp op) {
    if (op.getNumReductionLoops() > 0)
      ops.push_back(op);
  });
  for (linalg::GenericOp op : ops) {
    unsigned best =
        addsInLanes(op) ? findLastReduction(op) : chooseInnermost(op);
    if (best + 1 == op.getNumLoops())
      continue;
    SmallVector<unsigned> order;
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (loop != best)
        order.push_back(loop);
    order.push_back(best);
    rewriter.setInsertionPoint(op);
    if (failed(linalg::interchangeGenericOp(rewriter, op, order)))
      return op.emitOpError("loops cannot be interchanged");
  }
  return success();
}
