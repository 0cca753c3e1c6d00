// SumLanes.cpp: sums whose order depends on their op alone
//
// A sum along contiguous elements is formed in lanes: term i is added to lane i
// mod L, and the lanes are added in halves (pairwise summation, Higham,
// "Accuracy and Stability of Numerical Algorithms", 4.2). L depends on the
// number of terms only. So neither the processor, nor the vector width, nor
// what is fused with the sum changes a bit, and LLVM needs no permission to
// reorder terms. Example: for 10 terms and L = 8,
//
//   lane 0 = t0 + t8, lane 1 = t1 + t9, lane 2 = t2, ..., lane 7 = t7
//   lanes 0 to 3 += lanes 4 to 7, 0 and 1 += 2 and 3, 0 += 1
//
// The lanes are a buffer of a constant size. LLVM vectorises the loop over them
// and keeps them in registers. All other sums are formed in the order of their
// terms.
#include "Steps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sbp/Target/Region/LaneSums.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace sbp::host;

/// Bytes of all lanes of a sum: four vectors of AVX2, two of AVX-512.
static constexpr int64_t kLaneBytes = 128;
/// Fewer lanes than this are added one by one.
static constexpr int64_t kFewLanes = 8;

/// Returns the addition of a reduction that adds a term to the accumulator of
/// `yielded`, null for any other form.
static arith::AddFOp findSum(linalg::GenericOp op, OpOperand &yielded) {
  auto sum = yielded.get().getDefiningOp<arith::AddFOp>();
  if (!sum || sum->getBlock() != op.getBody() || !sum->hasOneUse())
    return {};
  Value accumulator = op.getMatchingBlockArgument(
      op.getDpsInitOperand(yielded.getOperandNumber()));
  bool isAdded = (sum.getLhs() == accumulator) != (sum.getRhs() == accumulator);
  return isAdded && accumulator.hasOneUse() ? sum : arith::AddFOp();
}

/// Returns whether every partial sum is stored: a reduction loop indexes a
/// result.
static bool isScan(linalg::GenericOp op) {
  auto kinds = op.getIteratorTypesArray();
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    return llvm::any_of(llvm::enumerate(kinds), [&](auto kind) {
      return kind.value() == utils::IteratorType::reduction &&
             map.isFunctionOfDim(kind.index());
    });
  });
}

LogicalResult sbp::host::markLaneSums(func::FuncOp region) {
  region.walk([&](linalg::GenericOp op) {
    if (op.getNumReductionLoops() == 0 || isContraction(op) || isScan(op))
      return;
    unsigned innermost = chooseInnermost(op);
    if (op.getIteratorTypesArray()[innermost] !=
            utils::IteratorType::reduction ||
        op.getStaticLoopRanges()[innermost] < 2)
      return;
    SmallVector<arith::AddFOp> sums;
    for (OpOperand &yielded : op.getBody()->getTerminator()->getOpOperands())
      sums.push_back(findSum(op, yielded));
    if (llvm::all_of(sums, [](arith::AddFOp sum) { return bool(sum); }))
      for (arith::AddFOp sum : sums)
        sum->setAttr(kLaneSumAttr, UnitAttr::get(op.getContext()));
  });
  return success();
}

namespace {
/// Lowers one sum on buffers to loops.
class LaneLowering {
public:
  LaneLowering(linalg::GenericOp op)
      : op(op), builder(op), loc(op.getLoc()),
        extents(op.getStaticLoopRanges()), indices(extents.size()) {}
  void run();

private:
  Value getIndex(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  /// Opens a loop at the builder's insertion point and returns its variable.
  Value openLoop(int64_t end, int64_t step = 1);
  /// Opens the loops `begin` to `end` of the op.
  void openLoops(unsigned begin, unsigned end) {
    for (unsigned loop = begin; loop < end; ++loop)
      indices[loop] = openLoop(extents[loop]);
  }
  void addLanes(Type element);
  void clearLanes();
  void addBlocks();
  void addTerms(Value first, int64_t count);
  Value join(Value lanes);
  SmallVector<Value> getElement(OpOperand &operand);

  linalg::GenericOp op;
  OpBuilder builder;
  Location loc;
  SmallVector<int64_t> extents;
  SmallVector<Value> indices; ///< of the loops
  int64_t numLanes = 0;
  SmallVector<Value> sums; ///< the lanes of each result
};
} // namespace

Value LaneLowering::openLoop(int64_t end, int64_t step) {
  if (end == step)
    return getIndex(0);
  Value zero = getIndex(0), last = getIndex(end), width = getIndex(step);
  auto loop = scf::ForOp::create(builder, loc, zero, last, width);
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  return loop.getInductionVar();
}

/// Loops would take stack in each iteration, so the lanes of all sums of a
/// function exist from its start.
void LaneLowering::addLanes(Type element) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(
      &op->getParentOfType<func::FuncOp>().getBody().front());
  sums.push_back(memref::AllocaOp::create(
      builder, loc, MemRefType::get({numLanes}, element)));
}

/// -0.0 is the number that changes no other one.
void LaneLowering::clearLanes() {
  for (Value lanes : sums) {
    Type type = cast<MemRefType>(lanes.getType()).getElementType();
    Value zero = arith::ConstantOp::create(builder, loc,
                                           builder.getFloatAttr(type, -0.0));
    OpBuilder::InsertionGuard guard(builder);
    Value lane = openLoop(numLanes);
    memref::StoreOp::create(builder, loc, zero, lanes, lane);
  }
}

SmallVector<Value> LaneLowering::getElement(OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<Value> element;
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
    element.push_back(affine::AffineApplyOp::create(
        builder, loc, map.getSubMap(dim), indices));
  return element;
}

/// Adds the terms from `first` on to the first `count` lanes.
void LaneLowering::addTerms(Value first, int64_t count) {
  OpBuilder::InsertionGuard guard(builder);
  Value lane = openLoop(count);
  indices.back() = arith::AddIOp::create(builder, loc, first, lane);
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value value = input->get();
    if (isa<MemRefType>(value.getType()))
      value = memref::LoadOp::create(builder, loc, value, getElement(*input));
    mapping.map(op.getMatchingBlockArgument(input), value);
  }
  for (auto [init, lanes] : llvm::zip(op.getDpsInitsMutable(), sums))
    mapping.map(op.getMatchingBlockArgument(&init),
                memref::LoadOp::create(builder, loc, lanes, lane).getResult());
  for (Operation &inner : op.getBody()->without_terminator()) {
    Operation *copy = builder.clone(inner, mapping);
    copy->removeAttr(kLaneSumAttr);
    for (Operation *index : collect(copy, [](Operation *each) {
           return isa<linalg::IndexOp>(each);
         })) {
      Value value = indices[cast<linalg::IndexOp>(index).getDim()];
      if (index == copy)
        mapping.map(inner.getResult(0), value);
      index->getResult(0).replaceAllUsesWith(value);
      index->erase();
    }
  }
  for (auto [value, lanes] :
       llvm::zip(op.getBody()->getTerminator()->getOperands(), sums))
    memref::StoreOp::create(builder, loc, mapping.lookup(value), lanes, lane);
}

void LaneLowering::addBlocks() {
  int64_t terms = extents.back(), rest = terms % numLanes;
  {
    OpBuilder::InsertionGuard guard(builder);
    addTerms(openLoop(terms - rest, numLanes), numLanes);
  }
  if (rest > 0)
    addTerms(getIndex(terms - rest), rest);
}

/// Returns the sum of all lanes.
Value LaneLowering::join(Value lanes) {
  auto load = [&](Value lane) -> Value {
    return memref::LoadOp::create(builder, loc, lanes, lane);
  };
  int64_t count = numLanes;
  for (; count > kFewLanes; count /= 2) {
    OpBuilder::InsertionGuard guard(builder);
    Value lane = openLoop(count / 2);
    Value upper =
        arith::AddIOp::create(builder, loc, lane, getIndex(count / 2));
    Value sum = arith::AddFOp::create(builder, loc, load(lane), load(upper));
    memref::StoreOp::create(builder, loc, sum, lanes, lane);
  }
  SmallVector<Value> values;
  for (int64_t lane = 0; lane < count; ++lane)
    values.push_back(load(getIndex(lane)));
  for (; count > 1; count /= 2)
    for (int64_t lane = 0; lane < count / 2; ++lane)
      values[lane] = arith::AddFOp::create(builder, loc, values[lane],
                                           values[lane + count / 2]);
  return values.front();
}

/// The lanes take the terms of all innermost reduction loops.
void LaneLowering::run() {
  auto kinds = op.getIteratorTypesArray();
  unsigned last = extents.size() - 1, first = last;
  while (first > 0 && (kinds[first - 1] == utils::IteratorType::reduction ||
                       extents[first - 1] == 1))
    --first;
  auto getType = [](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getElementType();
  };
  int64_t most = kLaneBytes * 8;
  for (Value init : op.getDpsInits())
    most = std::min<int64_t>(most, kLaneBytes * 8 /
                                       getType(init).getIntOrFloatBitWidth());
  numLanes = llvm::bit_floor(uint64_t(std::min(most, extents.back())));
  for (Value init : op.getDpsInits())
    addLanes(getType(init));
  openLoops(0, first);
  clearLanes();
  {
    OpBuilder::InsertionGuard guard(builder);
    openLoops(first, last);
    addBlocks();
  }
  // The result depends on no reduction loop.
  for (Value &index : MutableArrayRef(indices).drop_front(first))
    index = getIndex(0);
  for (auto [init, lanes] : llvm::zip(op.getDpsInitsMutable(), sums)) {
    SmallVector<Value> element = getElement(init);
    Value before = memref::LoadOp::create(builder, loc, init.get(), element);
    Value sum = arith::AddFOp::create(builder, loc, before, join(lanes));
    memref::StoreOp::create(builder, loc, sum, init.get(), element);
  }
  op.erase();
}

LogicalResult sbp::host::lowerLaneSums(ModuleOp module) {
  for (Operation *op : collect(module, [](Operation *each) {
         auto generic = dyn_cast<linalg::GenericOp>(each);
         return generic && addsInLanes(generic);
       }))
    LaneLowering(cast<linalg::GenericOp>(op)).run();
  return success();
}
