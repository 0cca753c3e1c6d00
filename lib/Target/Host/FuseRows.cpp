// FuseRows.cpp: one nest for ops that share their leading loops
//
// scf::tileConsumerAndFuseProducersUsingSCF recomputes a producer for every
// use, which does not fuse graphs with shared values. Here a sequence of
// generics that share their leading parallel loops (the rows) becomes one scf
// nest over those rows. Every op is tiled exactly once, and only values with
// uses outside of the sequence keep their full size. For example, the five
// generics of a softmax over f32[512, 1024] become one loop of 512 iterations
// with a row of 4 KiB as scratch.
#include "Steps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sbp/Interfaces/RowLoops.h"

using namespace mlir;
using namespace sbp::host;

namespace {
/// Generics over the same rows, in program order.
struct RowGroup {
  SmallVector<linalg::GenericOp> members;
  SmallVector<int64_t> rows; ///< extents of the shared loops
};
} // namespace

/// Returns how many leading loops can be shared. Rows must be contiguous: if an
/// operand is accessed column by column, the loop over its last dim stays
/// inside.
static unsigned countContiguousRowLoops(linalg::GenericOp op) {
  unsigned count = sbp::countRowLoops(op);
  for (OpOperand &operand : op->getOpOperands()) {
    if (std::optional<unsigned> loop =
            findColumnLoop(op.getMatchingIndexingMap(&operand)))
      count = std::min(count, *loop);
  }
  return count;
}

/// Returns the number of row loops of a group that starts with `op`. The last
/// loop of an elementwise op stays inside, to be vectorised.
static unsigned countFirstRowLoops(linalg::GenericOp op) {
  unsigned count = countContiguousRowLoops(op);
  return count == op.getNumLoops() && count > 1 ? count - 1 : count;
}

/// Returns whether the operand has the rows of `op` and is read by whole rows.
static bool readsRows(linalg::GenericOp op, OpOperand &operand,
                      unsigned count) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!sbp::leadsWithLoops(map, count) ||
      !map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return false;
  ArrayRef<int64_t> shape = op.getShape(&operand);
  for (auto [expr, extent] : llvm::zip(map.getResults(), shape))
    if (isa<AffineConstantExpr>(expr) && extent != 1)
      return false;
  return true;
}

namespace {
/// Collects the groups of one block, in order. Only the last group is open.
class GroupFinder {
public:
  /// Visits the next op of the block.
  void add(Operation &op) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    bool isCandidate = generic && !isContraction(&op) &&
                       generic.getNumDpsInits() > 0 &&
                       countContiguousRowLoops(generic) > 0;
    // A fill follows its reader; alone it does not determine any rows.
    if (isFill(&op) && op.hasOneUse())
      return;
    if (isCandidate && joinsOpenGroup(generic)) {
      append(generic);
      return;
    }
    if (readsOpenGroup(op))
      close();
    if (!isCandidate)
      return;
    close();
    SmallVector<int64_t> extents = generic.getStaticLoopRanges();
    extents.truncate(countFirstRowLoops(generic));
    groups.push_back({{}, extents});
    append(generic);
  }

  std::vector<RowGroup> groups;

private:
  void close() { members.clear(); }

  /// Appends `op` to the open group, after the fills that only it reads.
  void append(linalg::GenericOp op) {
    RowGroup &group = groups.back();
    unsigned rows = group.rows.size();
    for (OpOperand &init : op.getDpsInitsMutable()) {
      auto fill = init.get().getDefiningOp<linalg::GenericOp>();
      if (isFill(fill) && fill->hasOneUse() &&
          countContiguousRowLoops(fill) >= rows && readsRows(op, init, rows)) {
        group.members.push_back(fill);
        members.insert(fill);
      }
    }
    group.members.push_back(op);
    members.insert(op);
  }

  bool isMember(Value value) const {
    Operation *op = value.getDefiningOp();
    return op && members.contains(op);
  }

  bool readsOpenGroup(Operation &op) const {
    if (llvm::any_of(op.getOperands(), [&](Value v) { return isMember(v); }))
      return true;
    return capturesOpenGroup(op);
  }

  /// Returns whether the body gathers from a member, whose rows it may all
  /// read.
  bool capturesOpenGroup(Operation &op) const {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op.getRegions(), captured);
    return llvm::any_of(captured, [&](Value v) { return isMember(v); });
  }

  bool joinsOpenGroup(linalg::GenericOp op) const {
    if (members.empty() || capturesOpenGroup(*op))
      return false;
    ArrayRef<int64_t> rows = groups.back().rows;
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    if (countContiguousRowLoops(op) < rows.size() ||
        ArrayRef(extents).take_front(rows.size()) != rows)
      return false;
    bool linked = false;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isMember(operand.get()))
        continue;
      linked = true;
      if (!readsRows(op, operand, rows.size()))
        return false;
    }
    return linked;
  }

  llvm::DenseSet<Operation *> members; ///< of the open group
};

/// Builds the nest of one group.
class NestBuilder {
public:
  NestBuilder(RowGroup &group, IRRewriter &rewriter)
      : group(group), rewriter(rewriter) {
    for (linalg::GenericOp op : group.members)
      inside.insert(op);
    for (linalg::GenericOp op : group.members)
      for (Value result : op->getResults())
        if (isUsedOutside(result))
          escaping.insert(result);
  }

  void build() {
    linalg::GenericOp last = group.members.back();
    Location loc = last.getLoc();
    rewriter.setInsertionPoint(last);
    SmallVector<Value> inits, lower, upper, step;
    for (Value value : escaping) {
      auto type = cast<RankedTensorType>(value.getType());
      inits.push_back(tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                              type.getElementType()));
    }
    for (int64_t extent : group.rows) {
      lower.push_back(arith::ConstantIndexOp::create(rewriter, loc, 0));
      upper.push_back(arith::ConstantIndexOp::create(rewriter, loc, extent));
      step.push_back(arith::ConstantIndexOp::create(rewriter, loc, 1));
    }
    auto nest = scf::buildLoopNest(
        rewriter, loc, lower, upper, step, inits,
        [&](OpBuilder &builder, Location, ValueRange rows, ValueRange results) {
          current.assign(results.begin(), results.end());
          for (linalg::GenericOp op : group.members)
            tile(op, builder, rows);
          return scf::ValueVector(current.begin(), current.end());
        });
    for (auto [value, result] : llvm::zip(escaping, nest.results))
      rewriter.replaceAllUsesWith(value, result);
    for (linalg::GenericOp op : llvm::reverse(group.members))
      rewriter.eraseOp(op);
  }

private:
  bool isUsedOutside(Value value) const {
    Block *block = group.members.front()->getBlock();
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      return !inside.contains(block->findAncestorOpInBlock(*user));
    });
  }

  void tile(linalg::GenericOp op, OpBuilder &builder, ValueRange rows) {
    SmallVector<OpFoldResult> offsets, sizes;
    for (auto [i, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
      bool isRow = i < rows.size();
      offsets.push_back(isRow ? OpFoldResult(rows[i])
                              : OpFoldResult(builder.getIndexAttr(0)));
      sizes.push_back(builder.getIndexAttr(isRow ? 1 : extent));
    }
    auto interface = cast<TilingInterface>(op.getOperation());
    FailureOr<TilingResult> tiled =
        interface.getTiledImplementation(builder, offsets, sizes);
    assert(succeeded(tiled) && "a generic can always be tiled by rows");
    auto tile = cast<linalg::GenericOp>(tiled->tiledOps.front());
    readTiles(op, tile);
    for (unsigned i = 0; i < op->getNumResults(); ++i) {
      chooseDestination(op, tile, i, builder);
      tiles.map(op->getResult(i), tile->getResult(i));
      writeRow(op, tile, i, builder, offsets, sizes);
    }
  }

  /// Replaces operands from inside of the group by the tiles computed before.
  void readTiles(linalg::GenericOp op, linalg::GenericOp tile) {
    for (OpOperand &operand : tile->getOpOperands()) {
      Value made =
          tiles.lookupOrNull(op->getOperand(operand.getOperandNumber()));
      if (!made)
        continue;
      Operation *slice = operand.get().getDefiningOp();
      operand.set(made);
      // Erased immediately, because it refers to a producer that is erased
      // below.
      if (slice && slice->use_empty())
        rewriter.eraseOp(slice);
    }
  }

  /// Computes an escaping row in its final place, and any other in a row of
  /// scratch: a slice of a full-size empty tensor would allocate all of it.
  void chooseDestination(linalg::GenericOp op, linalg::GenericOp tile,
                         unsigned i, OpBuilder &builder) {
    OpOperand &init = tile.getDpsInitsMutable()[i];
    auto slice = init.get().getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || !slice.getSource().getDefiningOp<tensor::EmptyOp>())
      return;
    auto found = llvm::find(escaping, op->getResult(i));
    if (found != escaping.end() && slice.getSource() == op.getDpsInits()[i]) {
      slice.getSourceMutable().set(current[found - escaping.begin()]);
      return;
    }
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(tile);
    auto type = slice.getType();
    init.set(tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                     type.getElementType()));
    if (slice->use_empty())
      rewriter.eraseOp(slice);
  }

  void writeRow(linalg::GenericOp op, linalg::GenericOp tile, unsigned i,
                OpBuilder &builder, ArrayRef<OpFoldResult> offsets,
                ArrayRef<OpFoldResult> sizes) {
    auto found = llvm::find(escaping, op->getResult(i));
    if (found == escaping.end())
      return;
    SmallVector<OpFoldResult> resultOffsets, resultSizes;
    auto interface = cast<TilingInterface>(op.getOperation());
    LogicalResult known = interface.getResultTilePosition(
        builder, i, offsets, sizes, resultOffsets, resultSizes);
    assert(succeeded(known) && "results of a generic lead with its rows");
    (void)known;
    SmallVector<OpFoldResult> strides(resultOffsets.size(),
                                      builder.getIndexAttr(1));
    Value &whole = current[found - escaping.begin()];
    whole = tensor::InsertSliceOp::create(builder, op.getLoc(),
                                          tile->getResult(i), whole,
                                          resultOffsets, resultSizes, strides);
  }

  RowGroup &group;
  IRRewriter &rewriter;
  llvm::DenseSet<Operation *> inside;
  llvm::SetVector<Value> escaping;
  SmallVector<Value> current; ///< escaping values, updated row by row
  IRMapping tiles;
};
} // namespace

LogicalResult sbp::host::fuseRows(func::FuncOp region) {
  GroupFinder finder;
  for (Operation &op : region.getBody().front())
    finder.add(op);
  IRRewriter rewriter(region.getContext());
  for (RowGroup &group : finder.groups)
    if (group.members.size() > 1)
      NestBuilder(group, rewriter).build();
  return success();
}
