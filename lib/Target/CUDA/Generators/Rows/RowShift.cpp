// RowShift.cpp: rows that begin at any element
#include "RowShift.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sbp::cuda;

static int64_t getBytes(Value tensor) {
  return getElementBytes(getElementTypeOrSelf(tensor.getType()));
}

static int64_t getResidue(int64_t value) {
  return ((value % kShiftColumns) + kShiftColumns) % kShiftColumns;
}

bool RowPhase::isMultipleOf(int64_t count) const {
  auto isMultiple = [&](int64_t stride) { return stride % count == 0; };
  return isMultiple(constant) && llvm::all_of(strides, isMultiple);
}

std::optional<RowPhase>
sbp::cuda::getRowPhase(const LaunchPlan &plan, const RowGroup &group,
                       linalg::GenericOp op, OpOperand &operand, Value tensor) {
  RowKey key = getRowKey(group, op, operand);
  ArrayRef<int64_t> strides(key.second);
  int64_t offset = plan.buffers.lookup(tensor).offset, bytes = getBytes(tensor);
  if (strides[group.rows.size()] != 1 || offset % bytes)
    return std::nullopt;
  RowPhase phase;
  for (int64_t stride : strides.take_front(group.rows.size()))
    phase.strides.push_back(getResidue(stride));
  phase.constant = getResidue(strides.back() + offset / bytes);
  return phase;
}

bool RowShift::isPossible(const RowGroup &group) {
  for (linalg::GenericOp op : group.members)
    for (auto read : op.getBody()->getOps<tensor::ExtractOp>())
      if (isContiguous(op, read, unsigned(group.rows.size())))
        return false;
  return true;
}

/// Calls `visit` with the tensors that have a value for each column, results
/// first: the op that accesses one, its operand, the tensor, and whether all
/// rows share it.
static void forEachWide(
    const RowGroup &group, ArrayRef<RowSource> sources,
    llvm::function_ref<void(linalg::GenericOp, OpOperand &, Value, bool)>
        visit) {
  for (linalg::GenericOp op : group.members)
    if (!group.isRowScalar(op) && isWritten(group, op))
      visit(op, op.getDpsInitsMutable()[0], op->getResult(0),
            /*isInvariant=*/false);
  for (const RowSource &source : sources)
    if (!source.isResult())
      visit(cast<linalg::GenericOp>(source.operand->getOwner()),
            *source.operand, source.operand->get(), source.isInvariant());
}

bool RowShift::isRequired(const RowGroup &group, ArrayRef<RowSource> sources) {
  bool isAligned = true;
  forEachWide(group, sources,
              [&](linalg::GenericOp, OpOperand &, Value tensor, bool) {
                isAligned &= group.columns * getBytes(tensor) % 16 == 0;
              });
  return !isAligned && isPossible(group);
}

std::optional<RowShift> RowShift::find(const LaunchPlan &plan,
                                       const RowGroup &group,
                                       ArrayRef<RowSource> sources) {
  SmallVector<RowPhase> phases;
  bool hasInvariants = false, isPlain = !isRequired(group, sources);
  forEachWide(group, sources,
              [&](linalg::GenericOp op, OpOperand &operand, Value tensor,
                  bool isInvariant) {
                auto phase = getRowPhase(plan, group, op, operand, tensor);
                hasInvariants |= isInvariant;
                if (!phase || isInvariant)
                  return;
                phases.push_back(*phase);
                isPlain &= phase->isMultipleOf(16 / getBytes(tensor));
              });
  if (phases.empty() || isPlain || !isPossible(group))
    return std::nullopt;
  RowShift shift;
  shift.reference = phases[0];
  if (hasInvariants || !llvm::all_equal(phases))
    shift.margin = kShiftColumns;
  return shift;
}

bool RowShift::isAligned(const LaunchPlan &plan, const RowGroup &group,
                         linalg::GenericOp op, OpOperand &operand,
                         Value tensor) const {
  auto phase = getRowPhase(plan, group, op, operand, tensor);
  return phase && *phase == reference;
}

Value RowShift::getLead(KernelBuilder &kernel, ArrayRef<Value> rowLoops) const {
  Value lead = kernel.constant(getResidue(-reference.constant));
  for (auto [loop, stride] : llvm::zip_equal(rowLoops, reference.strides))
    lead = kernel.add(lead, kernel.mul(loop, getResidue(-stride)));
  return kernel.add(kernel.rem(lead, kShiftColumns), kernel.constant(margin));
}

Value RowShift::countVectorColumns(KernelBuilder &kernel, Value lead,
                                   int64_t columns) const {
  Value rest = arith::SubIOp::create(kernel.builder,
                                     kernel.constant(columns - margin), lead);
  return kernel.mul(kernel.div(rest, kShiftColumns), kShiftColumns);
}
