// RowGroup.cpp: generics that one kernel computes row by row
#include "RowGroup.h"
#include "Generators/Product/Product.h"
#include "Kernel/KernelBuilder.h"
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

/// Returns whether the map is (d0, ..., d[count - 1]).
static bool isLeadingIdentity(AffineMap map, unsigned count) {
  if (map.getNumResults() != count)
    return false;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || dim.getPosition() != i)
      return false;
  }
  return true;
}

/// Returns whether the op alone could be a group: parallel loops followed by at
/// most one reduction, a result indexed by them in order, linear inputs.
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
  if (!isLeadingIdentity(op.getMatchingIndexingMap(&init),
                         reduces ? loops - 1 : loops))
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

/// Returns whether the input is a member's result in another shape or order
/// than the member computes it, so that it would have to be read back from
/// memory.
static bool isReadThroughMemory(const RowGroup &group, linalg::GenericOp op,
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
         !isLeadingIdentity(op.getMatchingIndexingMap(&input),
                            group.rows.size() +
                                (group.isRowScalar(producer) ? 0 : 1));
}

bool RowGroup::isRowScalar(linalg::GenericOp op) const {
  return op.getNumReductionLoops() != 0 || op.getNumLoops() == rows.size();
}

/// Returns whether `op` has one value per row and depends on a member: the
/// variance of a norm, for example.
bool RowGroup::joinsAsRowScalar(linalg::GenericOp op) const {
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
  bool isOfRows = joinsAsRowScalar(op);
  if (extents.empty() && !isOfRows)
    return false;
  ArrayRef<int64_t> leading = ArrayRef(extents).drop_back(isOfRows ? 0 : 1);
  if (!members.empty() && !isOfRows &&
      (extents.back() != columns || leading != ArrayRef(rows)))
    return false;
  for (OpOperand *input : op.getDpsInputOperands())
    if (isReadThroughMemory(*this, op, *input))
      return false;
  // A gather may read any row.
  for (Value gathered : getGatheredTensors(op))
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
