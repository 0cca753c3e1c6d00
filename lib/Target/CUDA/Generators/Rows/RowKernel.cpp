// RowKernel.cpp: the common parts of the kernels of row groups
//
// Reductions use the warp shuffle butterfly (Harris, "Optimizing Parallel
// Reduction in CUDA", 2007, with shuffles in place of shared memory): after
// steps of distance 16, 8, 4, 2 and 1 every lane holds the sum of all 32. With
// four lanes 1, 2, 3, 4: distance 2 gives 4, 6, 4, 6 and distance 1 gives 10 in
// all.
#include "RowKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace sbp::cuda;

RowKey sbp::cuda::getRowKey(const RowGroup &group, linalg::GenericOp op,
                            OpOperand &operand) {
  Access access =
      *getAccess(op.getMatchingIndexingMap(&operand), op.getShape(&operand));
  std::vector<int64_t> strides(access.coefficients.begin(),
                               access.coefficients.end());
  strides.resize(group.rows.size() + 1); // an op of one value a row has no last
  strides.push_back(access.constant);
  return {operand.get().getAsOpaquePointer(), std::move(strides)};
}

bool sbp::cuda::isRowScalar(const RowGroup &group, linalg::GenericOp op,
                            OpOperand &operand) {
  if (Operation *producer = operand.get().getDefiningOp();
      group.contains(producer))
    return group.isRowScalar(cast<linalg::GenericOp>(producer));
  return getRowKey(group, op, operand).second[group.rows.size()] == 0;
}

bool sbp::cuda::isWritten(const RowGroup &group, linalg::GenericOp op) {
  return llvm::any_of(op->getUsers(),
                      [&](Operation *user) { return !group.contains(user); });
}

/// Returns the tensors in memory that the group reads.
static SetVector<Value> findRead(const RowGroup &group) {
  SetVector<Value> inputs;
  for (linalg::GenericOp op : group.members) {
    for (OpOperand *input : op.getDpsInputOperands())
      if (isRead(op, *input) && !group.contains(input->get().getDefiningOp()))
        inputs.insert(input->get());
    for (Value gathered : getGatheredTensors(op))
      inputs.insert(gathered);
  }
  return inputs;
}

int64_t sbp::cuda::getFullVectorWidth(const RowGroup &group) {
  int64_t widest = 1;
  auto widen = [&](Value tensor) {
    widest = std::max(widest,
                      getElementBytes(getElementTypeOrSelf(tensor.getType())));
  };
  llvm::for_each(findRead(group), widen);
  for (linalg::GenericOp op : group.members)
    if (isWritten(group, op))
      widen(op->getResult(0));
  return 16 / widest;
}

int64_t sbp::cuda::chooseVectorWidth(const RowGroup &group) {
  int64_t count = getFullVectorWidth(group);
  while (group.columns % count)
    count /= 2;
  return count;
}

RowKernel::RowKernel(LaunchPlan &plan, const RowGroup &group)
    : plan(plan), group(group) {
  for (int64_t extent : group.rows)
    rowCount *= extent;
  for (linalg::GenericOp op : group.members)
    if (isWritten(group, op))
      written.push_back(op->getResult(0));
  read = findRead(group).takeVector();
}

SmallVector<Value> RowKernel::getTensors() const {
  SmallVector<Value> tensors(read);
  llvm::append_range(tensors, written);
  return tensors;
}

/// Returns the loop indices of column `column` + i; an op with one value per
/// row has no column loop.
SmallVector<Value> RowKernel::loopsAt(linalg::GenericOp op, Value column,
                                      int64_t i) {
  SmallVector<Value> loops(rowLoops);
  if (op.getNumLoops() > loops.size())
    loops.push_back(i ? kernel->add(column, kernel->constant(i)) : column);
  return loops;
}

Value RowKernel::getOffset(linalg::GenericOp op, OpOperand &operand,
                           Value column) {
  return kernel->offset(op.getMatchingIndexingMap(&operand),
                        op.getShape(&operand), loopsAt(op, column, 0));
}

RowKernel::Values RowKernel::load(linalg::GenericOp op, OpOperand &operand,
                                  Value column) {
  if (isScalar(op, operand))
    return {kernel->load(operand.get(), getOffset(op, operand, column))};
  if (std::optional<Values> vector = loadVector(op, operand, column))
    return *vector;
  return loadElements(op, operand, column);
}

std::optional<RowKernel::Values>
RowKernel::loadVector(linalg::GenericOp op, OpOperand &operand, Value column) {
  if (!isContiguous(
          getAccess(op.getMatchingIndexingMap(&operand), op.getShape(&operand)),
          unsigned(group.rows.size()), vectorWidth))
    return std::nullopt;
  return kernel->loadVector(operand.get(), getOffset(op, operand, column),
                            vectorWidth, /*isAligned=*/true);
}

RowKernel::Values RowKernel::loadElements(linalg::GenericOp op,
                                          OpOperand &operand, Value column) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  Values values;
  for (int64_t i = 0; i < vectorWidth; ++i)
    values.push_back(
        kernel->load(operand.get(), kernel->offset(map, op.getShape(&operand),
                                                   loopsAt(op, column, i))));
  return values;
}

RowKernel::Values RowKernel::evaluate(linalg::GenericOp op,
                                      ArrayRef<Values> inputs, Value column,
                                      ArrayRef<Value> sums) {
  SmallVector<SmallVector<Value>> arguments(vectorWidth), loops;
  for (int64_t i = 0; i < vectorWidth; ++i) {
    for (const Values &values : inputs)
      arguments[i].push_back(values.empty()       ? Value()
                             : values.size() == 1 ? values[0]
                                                  : values[i]);
    arguments[i].push_back(sums.empty() ? Value() : sums[i]);
    loops.push_back(loopsAt(op, column, i));
  }
  Values results;
  for (const SmallVector<Value> &result :
       kernel->inlineBodies(op, arguments, loops, unsigned(group.rows.size())))
    results.push_back(result[0]);
  return results;
}

Value RowKernel::evaluateScalar(linalg::GenericOp op, ArrayRef<Values> inputs) {
  SmallVector<Value> arguments;
  for (const Values &values : inputs)
    arguments.push_back(values.empty() ? Value() : values[0]);
  arguments.push_back(Value());
  return kernel->inlineBody(op, arguments, rowLoops)[0];
}

Value RowKernel::createNeutral(linalg::GenericOp op) {
  return arith::ConstantOp::create(kernel->builder,
                                   *arith::getNeutralElement(getCombiner(op)));
}

/// Clones the combiner with two other operands.
Value RowKernel::combine(Operation *combiner, Value x, Value y) {
  IRMapping map;
  map.map(combiner->getOperand(0), x);
  map.map(combiner->getOperand(1), y);
  return kernel->builder.clone(*combiner, map)->getResult(0);
}

Value RowKernel::reduceWithinWarp(Operation *combiner, Value x, int64_t count) {
  for (int64_t distance = count / 2; distance; distance /= 2)
    x = combine(combiner, x, kernel->shuffleAcross(x, distance));
  return x;
}

/// Each warp publishes one value in shared memory; then every warp combines all
/// of them, so that no broadcast is needed.
Value RowKernel::reduceAcrossWarps(Operation *combiner, Value x) {
  KernelBuilder &builder = *kernel;
  Type type = x.getType();
  Type stored = type.isInteger(1) ? Type(builder.builder.getI8Type()) : type;
  auto slot = [&](Value index) -> Value {
    return LLVM::GEPOp::create(builder.builder, warpPartials.getType(),
                               builder.builder.getI64Type(), warpPartials,
                               ArrayRef<LLVM::GEPArg>{index});
  };
  builder.barrier(); // the last reduction's values have been read
  Value laneId = builder.rem(thread, 32);
  builder.ifThen(builder.isLess(laneId, 1), [&] {
    Value value = x;
    if (type != stored)
      value = arith::ExtUIOp::create(builder.builder, stored, x);
    LLVM::StoreOp::create(builder.builder, value,
                          slot(builder.div(thread, 32)));
  });
  builder.barrier();
  Value value = LLVM::LoadOp::create(builder.builder, stored,
                                     slot(builder.rem(laneId, threads / 32)));
  if (type != stored)
    value = arith::TruncIOp::create(builder.builder, type, value);
  return reduceWithinWarp(combiner, value, threads / 32);
}

Value RowKernel::reduceBlock(linalg::GenericOp op, ArrayRef<Value> sums) {
  Operation *combiner = getCombiner(op);
  Value sum = sums[0];
  for (Value other : sums.drop_front())
    sum = combine(combiner, sum, other);
  sum = reduceWithinWarp(combiner, sum, std::min<int64_t>(threadsPerRow, 32));
  if (threadsPerRow > 32)
    sum = reduceAcrossWarps(combiner, sum);
  return sum;
}

Value RowKernel::addStart(linalg::GenericOp op, Value sum) {
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::GenericOp>();
  Value start = kernel->inlineBody(fill, {Value()}, {})[0];
  return combine(getCombiner(op), start, sum);
}

void RowKernel::writeScalar(linalg::GenericOp op, Value value) {
  KernelBuilder &builder = *kernel;
  OpOperand &init = op.getDpsInitsMutable()[0];
  Value isFirst = arith::AndIOp::create(builder.builder, isActive,
                                        builder.isLess(threadInRow, 1));
  Value offset =
      builder.offset(op.getMatchingIndexingMap(&init), op.getShape(&init),
                     loopsAt(op, builder.constant(0), 0));
  builder.ifThen(isFirst,
                 [&] { builder.store(value, op->getResult(0), offset); });
}

void RowKernel::writeVector(linalg::GenericOp op, ArrayRef<Value> values,
                            Value column) {
  OpOperand &init = op.getDpsInitsMutable()[0];
  AffineMap map = op.getMatchingIndexingMap(&init);
  kernel->storeVector(values, op->getResult(0), getOffset(op, init, column),
                      isContiguous(getAccess(map, op.getShape(&init)),
                                   unsigned(group.rows.size()), vectorWidth));
}
