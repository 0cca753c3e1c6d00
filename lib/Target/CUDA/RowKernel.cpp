//===- RowKernel.cpp - what kernels that go row by row share --------------===//
#include "RowKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace sbp::cuda;

RowKernel::RowKernel(LaunchPlan &plan, const RowGroup &group)
    : plan(plan), group(group) {
  for (int64_t extent : group.rows)
    rowCount *= extent;
  SetVector<Value> inputs;
  for (linalg::GenericOp op : group.members) {
    for (OpOperand *input : op.getDpsInputOperands())
      if (isRead(op, *input) && !group.contains(input->get().getDefiningOp()))
        inputs.insert(input->get());
    for (Value gathered : getGathered(op))
      inputs.insert(gathered);
    if (llvm::any_of(op->getUsers(),
                     [&](Operation *user) { return !group.contains(user); }))
      written.push_back(op->getResult(0));
  }
  read = inputs.takeVector();
}

SmallVector<Value> RowKernel::getTensors() const {
  SmallVector<Value> tensors(read);
  llvm::append_range(tensors, written);
  return tensors;
}

int64_t RowKernel::chooseLength() const {
  int64_t widest = 1;
  for (Value tensor : getTensors())
    widest = std::max(widest,
                      getElementBytes(getElementTypeOrSelf(tensor.getType())));
  int64_t count = 16 / widest;
  while (group.columns % count)
    count /= 2;
  return count;
}

RowKernel::Key RowKernel::getKey(linalg::GenericOp op,
                                 OpOperand &operand) const {
  Access access =
      *getAccess(op.getMatchingIndexingMap(&operand), op.getShape(&operand));
  std::vector<int64_t> places(access.coefficients.begin(),
                              access.coefficients.end());
  places.resize(group.rows.size() + 1); // an op of one value a row has no last
  places.push_back(access.constant);
  return {operand.get().getAsOpaquePointer(), std::move(places)};
}

bool RowKernel::isScalar(linalg::GenericOp op, OpOperand &operand) const {
  if (Operation *producer = operand.get().getDefiningOp();
      group.contains(producer))
    return isScalar(cast<linalg::GenericOp>(producer));
  return getKey(op, operand).second[group.rows.size()] == 0;
}

SmallVector<Value> RowKernel::loopsAt(linalg::GenericOp op, Value column,
                                      int64_t i) {
  SmallVector<Value> loops(rowLoops);
  if (op.getNumLoops() > loops.size())
    loops.push_back(i ? kernel->add(column, kernel->number(i)) : column);
  return loops;
}

RowKernel::Values RowKernel::load(linalg::GenericOp op, OpOperand &operand,
                                  Value column) {
  KernelBuilder &b = *kernel;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  ArrayRef<int64_t> shape = op.getShape(&operand);
  auto offsetAt = [&](int64_t i) {
    return b.offset(map, shape, loopsAt(op, column, i));
  };
  if (isScalar(op, operand))
    return {b.load(operand.get(), offsetAt(0))};
  unsigned last = unsigned(group.rows.size());
  if (isRun(getAccess(map, shape), last, length))
    return b.loadRun(operand.get(), offsetAt(0), length, /*isWhole=*/true);
  Values values;
  for (int64_t i = 0; i < length; ++i)
    values.push_back(b.load(operand.get(), offsetAt(i)));
  return values;
}

RowKernel::Values RowKernel::evaluate(linalg::GenericOp op,
                                      ArrayRef<Values> inputs, Value column,
                                      ArrayRef<Value> sums) {
  SmallVector<SmallVector<Value>> arguments(length), loops;
  for (int64_t i = 0; i < length; ++i) {
    for (const Values &values : inputs)
      arguments[i].push_back(values.empty()       ? Value()
                             : values.size() == 1 ? values[0]
                                                  : values[i]);
    arguments[i].push_back(sums.empty() ? Value() : sums[i]);
    loops.push_back(loopsAt(op, column, i));
  }
  Values results;
  for (const SmallVector<Value> &result :
       kernel->inlineRun(op, arguments, loops, unsigned(group.rows.size())))
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

Value RowKernel::getNeutral(linalg::GenericOp op) {
  return arith::ConstantOp::create(kernel->b,
                                   *arith::getNeutralElement(getCombiner(op)));
}

Value RowKernel::fold(Operation *combiner, Value x, Value y) {
  IRMapping map;
  map.map(combiner->getOperand(0), x);
  map.map(combiner->getOperand(1), y);
  return kernel->b.clone(*combiner, map)->getResult(0);
}

/// Lane l gets the value of lane l ^ distance; words of 32 bits travel.
Value RowKernel::shuffle(Value x, int64_t distance) {
  auto &b = kernel->b;
  Type type = x.getType(), word = b.getI32Type();
  unsigned width = type.getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(width);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, value, 32);
  };
  auto move = [&](Value value) -> Value {
    return NVVM::ShflOp::create(b, word, number(-1), value, number(distance),
                                number(31), NVVM::ShflKind::bfly, UnitAttr());
  };
  Value bits = type.isInteger() ? x : arith::BitcastOp::create(b, integer, x);
  if (width < 32)
    bits = arith::TruncIOp::create(b, integer,
                                   move(arith::ExtUIOp::create(b, word, bits)));
  else if (width == 32)
    bits = move(bits);
  else {
    Value shift = arith::ConstantIntOp::create(b, 32, 64);
    Value high = move(arith::TruncIOp::create(
        b, word, arith::ShRUIOp::create(b, bits, shift)));
    Value low = move(arith::TruncIOp::create(b, word, bits));
    Value upper = arith::ShLIOp::create(
        b, arith::ExtUIOp::create(b, integer, high), shift);
    bits =
        arith::OrIOp::create(b, upper, arith::ExtUIOp::create(b, integer, low));
  }
  return type.isInteger() ? bits : arith::BitcastOp::create(b, type, bits);
}

Value RowKernel::butterfly(Operation *combiner, Value x, int64_t count) {
  for (int64_t distance = count / 2; distance; distance /= 2)
    x = fold(combiner, x, shuffle(x, distance));
  return x;
}

/// One value a warp through shared memory; every warp combines all of them.
Value RowKernel::acrossWarps(Operation *combiner, Value x) {
  KernelBuilder &b = *kernel;
  Type type = x.getType();
  Type stored = type.isInteger(1) ? Type(b.b.getI8Type()) : type;
  auto slot = [&](Value index) -> Value {
    return LLVM::GEPOp::create(b.b, partials.getType(), b.b.getI64Type(),
                               partials, ArrayRef<LLVM::GEPArg>{index});
  };
  b.barrier(); // the last reduction's values have been read
  Value place = b.rem(thread, 32);
  b.when(b.isLess(place, 1), [&] {
    Value value = x;
    if (type != stored)
      value = arith::ExtUIOp::create(b.b, stored, x);
    LLVM::StoreOp::create(b.b, value, slot(b.div(thread, 32)));
  });
  b.barrier();
  Value value =
      LLVM::LoadOp::create(b.b, stored, slot(b.rem(place, threads / 32)));
  if (type != stored)
    value = arith::TruncIOp::create(b.b, type, value);
  return butterfly(combiner, value, threads / 32);
}

Value RowKernel::join(linalg::GenericOp op, ArrayRef<Value> sums) {
  Operation *combiner = getCombiner(op);
  Value sum = sums[0];
  for (Value other : sums.drop_front())
    sum = fold(combiner, sum, other);
  sum = butterfly(combiner, sum, std::min<int64_t>(lanes, 32));
  if (lanes > 32)
    sum = acrossWarps(combiner, sum);
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::GenericOp>();
  Value start = kernel->inlineBody(fill, {Value()}, {})[0];
  return fold(combiner, start, sum);
}

void RowKernel::writeScalar(linalg::GenericOp op, Value value) {
  KernelBuilder &b = *kernel;
  OpOperand &init = op.getDpsInitsMutable()[0];
  Value isFirst = arith::AndIOp::create(b.b, isLive, b.isLess(lane, 1));
  Value place = b.offset(op.getMatchingIndexingMap(&init), op.getShape(&init),
                         loopsAt(op, b.number(0), 0));
  b.when(isFirst, [&] { b.store(value, op->getResult(0), place); });
}

void RowKernel::writeRun(linalg::GenericOp op, ArrayRef<Value> values,
                         Value column) {
  KernelBuilder &b = *kernel;
  OpOperand &init = op.getDpsInitsMutable()[0];
  AffineMap map = op.getMatchingIndexingMap(&init);
  ArrayRef<int64_t> shape = op.getShape(&init);
  b.storeRun(values, op->getResult(0),
             b.offset(map, shape, loopsAt(op, column, 0)),
             isRun(getAccess(map, shape), unsigned(group.rows.size()), length));
}
