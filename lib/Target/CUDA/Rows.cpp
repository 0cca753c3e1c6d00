//===- Rows.cpp - a row in the registers of a warp or a block -------------===//
//
// Rows of up to 1024 columns take 32 lanes, several rows a block; longer ones a
// block. Lane l holds columns (c * lanes + l) * V + 0..V-1 for every c. Sums go
// lane by lane, then by butterflies, then over the warps: the same order for
// every launch of the kernel.
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"
#include "RowGroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
class RowsBuilder {
public:
  RowsBuilder(LaunchPlan &plan, const RowGroup &group);
  LogicalResult build();

private:
  using Values = SmallVector<Value>; ///< by column of a lane; one: of the row

  SmallVector<Value> findTensors();
  SmallVector<Value> loopsAt(int64_t i, unsigned numLoops);
  bool isAligned(const Access &access) const;
  Values fetch(linalg::GenericOp op, OpOperand &operand);
  SmallVector<Value> argumentsAt(linalg::GenericOp op, ArrayRef<Values> inputs,
                                 int64_t i, Value accumulator);
  Values reduce(linalg::GenericOp op, ArrayRef<Values> inputs);
  Value fold(Operation *combiner, Value x, Value y);
  Value butterfly(Operation *combiner, Value x, int64_t lanes);
  Value acrossWarps(Operation *combiner, Value x);
  Value shuffle(Value x, int64_t distance);
  void write(linalg::GenericOp op);

  LaunchPlan &plan;
  const RowGroup &group;
  SmallVector<Value> read, written;
  int64_t rowCount = 1, length = 1, lanes = 32, threads = 128, chunks = 1;
  bool isRagged = false;
  std::optional<KernelBuilder> kernel;
  Value thread, lane, isLive, partials;
  SmallVector<Value> rowLoops, columns, isInside; ///< the latter by chunk
  llvm::DenseMap<Value, Values> made;
  std::map<std::pair<void *, std::vector<int64_t>>, Values> loaded;
};
} // namespace

static int64_t bytesOf(Value tensor) {
  return getElementBytes(getElementTypeOrSelf(tensor.getType()));
}

RowsBuilder::RowsBuilder(LaunchPlan &plan, const RowGroup &group)
    : plan(plan), group(group) {
  for (int64_t extent : group.rows)
    rowCount *= extent;
}

SmallVector<Value> RowsBuilder::findTensors() {
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
  SmallVector<Value> tensors(read);
  llvm::append_range(tensors, written);
  return tensors;
}

/// The loops of column i of this lane.
SmallVector<Value> RowsBuilder::loopsAt(int64_t i, unsigned numLoops) {
  SmallVector<Value> loops(rowLoops);
  if (numLoops > loops.size()) {
    Value column = columns[i / length];
    loops.push_back(i % length ? kernel->add(column, kernel->number(i % length))
                               : column);
  }
  return loops;
}

bool RowsBuilder::isAligned(const Access &access) const {
  if (access.coefficients.back() != 1 || access.constant % length)
    return false;
  return llvm::all_of(ArrayRef(access.coefficients).drop_back(),
                      [&](int64_t stride) { return stride % length == 0; });
}

RowsBuilder::Values RowsBuilder::fetch(linalg::GenericOp op,
                                       OpOperand &operand) {
  if (auto known = made.find(operand.get()); known != made.end())
    return known->second;
  KernelBuilder &b = *kernel;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  Access access = *getAccess(map, op.getShape(&operand));
  std::vector<int64_t> key(access.coefficients.begin(),
                           access.coefficients.end());
  key.push_back(access.constant);
  auto [known, isNew] =
      loaded.try_emplace({operand.get().getAsOpaquePointer(), key}, Values());
  Values &values = known->second;
  if (!isNew)
    return values;
  int64_t bytes = bytesOf(operand.get());
  bool isScalar = access.coefficients.back() == 0;
  for (int64_t i = 0; i < (isScalar ? 1 : chunks * length); ++i) {
    bool isWhole = !isScalar && i % length == 0 && isAligned(access);
    values.push_back(b.load(
        operand.get(),
        b.offset(map, op.getShape(&operand), loopsAt(i, op.getNumLoops())),
        isWhole ? bytes * length : bytes));
  }
  return values;
}

SmallVector<Value> RowsBuilder::argumentsAt(linalg::GenericOp op,
                                            ArrayRef<Values> inputs, int64_t i,
                                            Value accumulator) {
  SmallVector<Value> arguments;
  for (const Values &values : inputs)
    arguments.push_back(values.empty()       ? Value()
                        : values.size() == 1 ? values[0]
                                             : values[i]);
  arguments.push_back(accumulator);
  return arguments;
}

Value RowsBuilder::fold(Operation *combiner, Value x, Value y) {
  IRMapping map;
  map.map(combiner->getOperand(0), x);
  map.map(combiner->getOperand(1), y);
  return kernel->b.clone(*combiner, map)->getResult(0);
}

/// Lane l gets the value of lane l ^ distance; words of 32 bits travel.
Value RowsBuilder::shuffle(Value x, int64_t distance) {
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

Value RowsBuilder::butterfly(Operation *combiner, Value x, int64_t count) {
  for (int64_t distance = count / 2; distance; distance /= 2)
    x = fold(combiner, x, shuffle(x, distance));
  return x;
}

/// One value a warp through shared memory; every warp combines all of them.
Value RowsBuilder::acrossWarps(Operation *combiner, Value x) {
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

/// The row's value, in every lane: what the body makes of each column, joined,
/// then the init.
RowsBuilder::Values RowsBuilder::reduce(linalg::GenericOp op,
                                        ArrayRef<Values> inputs) {
  KernelBuilder &b = *kernel;
  Operation *combiner = getCombiner(op);
  Value neutral =
      arith::ConstantOp::create(b.b, *arith::getNeutralElement(combiner));
  SmallVector<Value> partial(length, neutral);
  for (int64_t i = 0; i < chunks * length; ++i) {
    Value &into = partial[i % length];
    Value next = b.inlineBody(op, argumentsAt(op, inputs, i, into),
                              loopsAt(i, op.getNumLoops()))[0];
    if (isRagged)
      next = arith::SelectOp::create(b.b, isInside[i / length], next, into);
    into = next;
  }
  Value sum = partial[0];
  for (int64_t i = 1; i < length; ++i)
    sum = fold(combiner, sum, partial[i]);
  sum = butterfly(combiner, sum, 32);
  if (lanes > 32)
    sum = acrossWarps(combiner, sum);
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::GenericOp>();
  Value start = b.inlineBody(fill, {Value()}, {})[0];
  return {fold(combiner, start, sum)};
}

void RowsBuilder::write(linalg::GenericOp op) {
  KernelBuilder &b = *kernel;
  Value result = op->getResult(0);
  const Values &values = made[result];
  OpOperand &init = op.getDpsInitsMutable()[0];
  AffineMap map = op.getMatchingIndexingMap(&init);
  ArrayRef<int64_t> shape = op.getShape(&init);
  if (op.getNumReductionLoops()) {
    SmallVector<Value> loops = loopsAt(0, op.getNumLoops());
    Value isFirst = arith::AndIOp::create(b.b, isLive, b.isLess(lane, 1));
    b.when(isFirst,
           [&] { b.store(values[0], result, b.offset(map, shape, loops)); });
    return;
  }
  bool isWhole = isAligned(*getAccess(map, shape));
  int64_t bytes = bytesOf(result);
  for (int64_t c = 0; c < chunks; ++c) {
    Value condition = isLive;
    if (isRagged)
      condition = arith::AndIOp::create(b.b, isLive, isInside[c]);
    b.when(condition, [&] {
      for (int64_t i = c * length; i < (c + 1) * length; ++i)
        b.store(values.size() == 1 ? values[0] : values[i], result,
                b.offset(map, shape, loopsAt(i, op.getNumLoops())),
                i % length == 0 && isWhole ? bytes * length : bytes);
    });
  }
}

LogicalResult RowsBuilder::build() {
  SmallVector<Value> tensors = findTensors();
  int64_t widest = 1;
  for (Value tensor : tensors)
    widest = std::max(widest, bytesOf(tensor));
  for (length = 16 / widest; group.columns % length; length /= 2)
    ;
  lanes =
      group.columns <= 1024
          ? 32
          : std::min<int64_t>(
                1024, llvm::PowerOf2Ceil(llvm::divideCeil(group.columns, 16)));
  threads = std::max<int64_t>(lanes, 128);
  chunks = llvm::divideCeil(group.columns, lanes * length);
  isRagged = group.columns % (lanes * length) != 0;
  int64_t rowsPerBlock = threads / lanes;
  kernel.emplace(plan, linalg::GenericOp(group.members[0]).getLoc(), "rows",
                 tensors, threads,
                 rowCount * group.columns + chunks * lanes * length);
  KernelBuilder &b = *kernel;
  thread = b.threadId();
  lane = b.rem(thread, lanes);
  if (lanes > 32)
    partials = b.shared(32 * 8, 8);
  Value row = b.add(b.mul(b.blockId(), rowsPerBlock), b.div(thread, lanes));
  // Lanes without a row read the last one and write nothing: shuffles want all.
  isLive = b.isLess(row, rowCount);
  Value safe = arith::MinUIOp::create(b.b, row, b.number(rowCount - 1));
  rowLoops = b.delinearise(safe, group.rows);
  for (int64_t c = 0; c < chunks; ++c) {
    Value column = b.mul(b.add(lane, b.number(c * lanes)), length);
    isInside.push_back(b.isLess(column, group.columns));
    columns.push_back(isRagged ? arith::SelectOp::create(b.b, isInside[c],
                                                         column, b.number(0))
                                     .getResult()
                               : column);
  }
  for (linalg::GenericOp op : group.members) {
    SmallVector<Values> inputs;
    for (OpOperand *input : op.getDpsInputOperands())
      inputs.push_back(isRead(op, *input) ? fetch(op, *input) : Values());
    if (op.getNumReductionLoops()) {
      made[op->getResult(0)] = reduce(op, inputs);
      continue;
    }
    Values values;
    for (int64_t i = 0; i < chunks * length; ++i)
      values.push_back(b.inlineBody(op, argumentsAt(op, inputs, i, Value()),
                                    loopsAt(i, op.getNumLoops()))[0]);
    made[op->getResult(0)] = std::move(values);
  }
  for (linalg::GenericOp op : group.members)
    if (llvm::is_contained(written, op->getResult(0)))
      write(op);
  b.finish({int64_t(llvm::divideCeil(rowCount, rowsPerBlock)), 1, 1});
  return success();
}

LogicalResult sbp::cuda::buildRows(LaunchPlan &plan, const RowGroup &group) {
  return RowsBuilder(plan, group).build();
}
