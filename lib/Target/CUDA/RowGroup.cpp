//===- RowGroup.cpp - generics that one kernel does row by row ------------===//
#include "RowGroup.h"
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

bool RowGroup::contains(Operation *op) const {
  return op && llvm::any_of(members, [&](linalg::GenericOp member) {
           return member.getOperation() == op;
         });
}

Operation *sbp::cuda::getCombiner(linalg::GenericOp op) {
  Block *body = op.getBody();
  Operation *combiner = body->getTerminator()->getOperand(0).getDefiningOp();
  Value accumulator = body->getArguments().back();
  if (!combiner || combiner->getNumOperands() != 2 ||
      combiner->getBlock() != body || !accumulator.hasOneUse() ||
      !llvm::is_contained(combiner->getOperands(), accumulator) ||
      !arith::getNeutralElement(combiner))
    return nullptr;
  return combiner;
}

int64_t sbp::cuda::getWidestBytes(const RowGroup &group) {
  int64_t widest = 4;
  for (linalg::GenericOp op : group.members)
    for (OpOperand &operand : op->getOpOperands())
      if (op.getNumLoops() > group.rows.size() &&
          op.getMatchingIndexingMap(&operand).isFunctionOfDim(
              unsigned(group.rows.size())))
        widest = std::max(widest,
                          getElementBytes(getElementTypeOrSelf(operand.get())));
  return widest;
}

/// The loops (d0, ..., d[count - 1]) as they are.
static bool isPrefix(AffineMap map, unsigned count) {
  if (map.getNumResults() != count)
    return false;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || dim.getPosition() != i)
      return false;
  }
  return true;
}

/// Rows and columns alone do not tell whether an op can be done so.
static bool hasRowForm(linalg::GenericOp op) {
  unsigned loops = op.getNumLoops();
  if (op->getNumResults() != 1 || sbp::region::isFill(op) ||
      sbp::region::isContraction(op) || isIntegerProduct(op))
    return false;
  auto kinds = op.getIteratorTypesArray();
  for (unsigned i = 0; i + 1 < loops; ++i)
    if (kinds[i] != utils::IteratorType::parallel)
      return false;
  bool reduces = loops && kinds.back() == utils::IteratorType::reduction;
  OpOperand &init = op.getDpsInitsMutable()[0];
  if (!isPrefix(op.getMatchingIndexingMap(&init), reduces ? loops - 1 : loops))
    return false;
  if (!reduces && isRead(op, init))
    return false;
  if (reduces &&
      (!getCombiner(op) || !sbp::region::isFill(init.get().getDefiningOp())))
    return false;
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return getAccess(op.getMatchingIndexingMap(input), op.getShape(input))
        .has_value();
  });
}

/// Whether what the input is has been made by a member, and is not as its
/// maker has it: it would have to be read from memory.
static bool isElsewhere(const RowGroup &group, linalg::GenericOp op,
                        OpOperand &input) {
  Value root = input.get();
  bool isReshaped = false;
  while (Operation *producer = root.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::ExtractSliceOp>(producer))
      break;
    root = producer->getOperand(0);
    isReshaped = true;
  }
  auto producer = root.getDefiningOp<linalg::GenericOp>();
  if (!group.contains(producer))
    return false;
  return isReshaped ||
         !isPrefix(op.getMatchingIndexingMap(&input),
                   group.rows.size() + (group.isOfRow(producer) ? 0 : 1));
}

bool RowGroup::isOfRow(linalg::GenericOp op) const {
  return op.getNumReductionLoops() != 0 || op.getNumLoops() == rows.size();
}

/// An op on the rows' values alone: it follows from those of members.
bool RowGroup::joinsRows(linalg::GenericOp op) const {
  return reduces && op.getNumReductionLoops() == 0 &&
         ArrayRef(op.getStaticLoopRanges()) == ArrayRef(rows) &&
         llvm::any_of(op.getDpsInputs(), [&](Value input) {
           return contains(input.getDefiningOp());
         });
}

bool RowGroup::join(linalg::GenericOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (!hasRowForm(op) || llvm::is_contained(extents, 0))
    return false;
  bool isOfRows = joinsRows(op);
  if (extents.empty() && !isOfRows)
    return false;
  ArrayRef<int64_t> leading = ArrayRef(extents).drop_back(isOfRows ? 0 : 1);
  if (!members.empty() && !isOfRows &&
      (extents.back() != columns || leading != ArrayRef(rows)))
    return false;
  for (OpOperand *input : op.getDpsInputOperands())
    if (isElsewhere(*this, op, *input))
      return false;
  for (Value gathered : getGathered(op))
    if (contains(gathered.getDefiningOp()))
      return false;
  members.push_back(op);
  reduces |= op.getNumReductionLoops() != 0;
  if (isOfRows)
    return true;
  rows.assign(leading.begin(), leading.end());
  columns = extents.back();
  return true;
}
