// ShiftedRows.cpp: passes over rows that begin at any element
//
// Tensors of the reference phase are accessed by aligned vectors after the
// lead of a row. A vector of another tensor is cut out of the two aligned
// vectors around it: a lane loads one and gets the next one from the next lane.
// Example of a vector from element 6 on, vectors of 4 elements:
//
//   lane 0 loads 4 5 6 7, lane 1 loads 8 9 10 11
//   lane 0 has 4 .. 11, and after a shift by 2 elements 6 7 8 9
#include "Kernel/AlignedAccess.h"
#include "PassRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

PassRows::Part PassRows::getShiftedPart(ArrayRef<Value> loops) {
  KernelBuilder &builder = *kernel;
  Part made;
  made.lead = shift->getLead(builder, loops);
  made.vectorColumns =
      shift->countVectorColumns(builder, made.lead, group.columns);
  made.first = partBegin ? builder.add(made.lead, partBegin) : made.lead;
  Value rest = made.vectorColumns;
  if (partBegin)
    rest = arith::SubIOp::create(builder.builder, rest, partBegin);
  made.count = arith::MinUIOp::create(builder.builder, rest,
                                      builder.constant(partColumns));
  return made;
}

std::optional<RowKernel::Values>
PassRows::loadVector(linalg::GenericOp op, OpOperand &operand, Value column) {
  if (!shift || vectorWidth == 1)
    return RowKernel::loadVector(op, operand, column);
  Value tensor = operand.get();
  if (!getRowPhase(plan, group, op, operand, tensor))
    return std::nullopt;
  Value offset = getOffset(op, operand, column);
  if (shift->isAligned(plan, group, op, operand, tensor))
    return loadAligned(*kernel, tensor, offset, vectorWidth);
  int64_t bytes = getElementBytes(getElementTypeOrSelf(tensor.getType()));
  Value place =
      kernel->add(offset, kernel->constant(plan.buffers.lookup(tensor).offset /
                                           bytes % vectorWidth));
  return loadUnaligned(tensor, offset, kernel->rem(place, vectorWidth), column);
}

RowKernel::Values PassRows::loadUnaligned(Value tensor, Value offset,
                                          Value phase, Value column) {
  KernelBuilder &builder = *kernel;
  auto isEqual = [&](Value x, Value y) {
    return arith::CmpIOp::create(builder.builder, arith::CmpIPredicate::eq, x,
                                 y);
  };
  Value begin = arith::SubIOp::create(builder.builder, offset, phase);
  Values values = loadAligned(builder, tensor, begin, vectorWidth);
  Value lane = builder.rem(thread, 32),
        next = builder.toWord(builder.add(lane, builder.constant(1)));
  Values following = llvm::map_to_vector(
      values, [&](Value value) { return builder.readLane(value, next); });
  // The last lane, and the one of the last vector of the part, load it.
  Value end = arith::AddIOp::create(builder.builder, part.first, part.count);
  Value isLast = arith::OrIOp::create(
      builder.builder, isEqual(lane, builder.constant(31)),
      isEqual(builder.add(column, builder.constant(vectorWidth)), end));
  Value isSplit = arith::CmpIOp::create(
      builder.builder, arith::CmpIPredicate::ne, phase, builder.constant(0));
  following = builder.ifElse(
      arith::AndIOp::create(builder.builder, isLast, isSplit), following, [&] {
        return loadAligned(builder, tensor,
                           builder.add(begin, builder.constant(vectorWidth)),
                           vectorWidth);
      });
  llvm::append_range(values, following);
  for (int64_t distance = vectorWidth / 2; distance; distance /= 2) {
    Value isFar = isEqual(builder.rem(builder.div(phase, distance), 2),
                          builder.constant(1));
    for (int64_t i = 0; i < vectorWidth + distance - 1; ++i)
      values[i] = arith::SelectOp::create(builder.builder, isFar,
                                          values[i + distance], values[i]);
  }
  values.resize(vectorWidth);
  return values;
}

void PassRows::writeVector(linalg::GenericOp op, ArrayRef<Value> values,
                           Value column) {
  if (!shift || vectorWidth == 1)
    return RowKernel::writeVector(op, values, column);
  OpOperand &init = op.getDpsInitsMutable()[0];
  Value tensor = op->getResult(0), offset = getOffset(op, init, column);
  if (shift->isAligned(plan, group, op, init, tensor))
    storeAligned(*kernel, values, tensor, offset);
  else
    kernel->storeVector(values, tensor, offset, /*isAligned=*/false);
}

/// Emits one pass over the edges of a row, which vectors do not cover: one
/// thread has one element, and adds it to its first accumulators.
RowKernel::Values PassRows::processEdges(int pass, Values sums) {
  if (!shift)
    return sums;
  KernelBuilder &builder = *kernel;
  int64_t width = std::exchange(vectorWidth, 1);
  Values first;
  for (size_t i = 0; i < sums.size(); i += size_t(width))
    first.push_back(sums[i]);
  Value count = arith::SubIOp::create(
      builder.builder, builder.constant(group.columns), part.vectorColumns);
  auto isBelow = [&](Value end) -> Value {
    return arith::CmpIOp::create(builder.builder, arith::CmpIPredicate::ult,
                                 thread, end);
  };
  Value isEdge =
      arith::AndIOp::create(builder.builder, isBelow(count), isActive);
  if (hasEdges)
    isEdge = arith::AndIOp::create(builder.builder, isEdge, hasEdges);
  auto process = [&] {
    Tile tile;
    tile.isEdge = true;
    tile.isInside = arith::ConstantIntOp::create(builder.builder, 1, 1);
    Value skipped =
        arith::SelectOp::create(builder.builder, isBelow(part.lead),
                                builder.constant(0), part.vectorColumns);
    tile.column = builder.add(thread, skipped);
    return processTile(tile, pass, first);
  };
  if (first.empty())
    builder.ifThen(isEdge, [&] { process(); });
  else
    first = builder.ifElse(isEdge, first, process);
  vectorWidth = width;
  for (size_t i = 0; i < first.size(); ++i)
    sums[i * size_t(width)] = first[i];
  return sums;
}
