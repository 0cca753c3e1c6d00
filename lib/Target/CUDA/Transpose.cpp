//===- Transpose.cpp - tiles through shared memory ------------------------===//
//
// A generic without reductions, some of whose inputs lie side by side along
// another loop than the result. A block makes a square tile of these two loops:
// such inputs are read along their own loop into shared memory, and from there
// along the result's. Both sides move 16 bytes a lane where alignment allows.
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 256;
/// Of fewer columns on either side too much of a tile is empty.
static constexpr int64_t kLeast = 16;
/// What all tiles of a block may take.
static constexpr int64_t kMostShared = 40960;

namespace {
class TransposeBuilder {
public:
  TransposeBuilder(LaunchPlan &plan, linalg::GenericOp op)
      : plan(plan), op(op), extents(op.getStaticLoopRanges()) {}
  LogicalResult build();

private:
  struct Input {
    OpOperand *operand;
    Access access;
    bool isTurned = false;
    int64_t length = 1; ///< elements that a lane moves at once
    Value tile = {};
  };
  LogicalResult analyse();
  LogicalResult chooseSide();
  int64_t chooseLength(const Access &access, unsigned loop, Type element);
  void fill(Input &input);
  SmallVector<Value> fetch(const Input &input, Value row, Value column,
                           ArrayRef<SmallVector<Value>> at);
  void write();
  /// Calls `body` with the numbers of an iteration's loops, first of `length`
  /// neighbours along `fast`, and the row and column in the tile.
  void forEachPart(unsigned fast, unsigned slow, int64_t length,
                   llvm::function_ref<void(SmallVector<Value>, Value, Value)>);
  Value place(const Input &input, Value row, Value column);
  Value offsetOf(OpOperand &operand, ArrayRef<Value> loops) {
    return kernel->offset(op.getMatchingIndexingMap(&operand),
                          op.getShape(&operand), loops);
  }

  LaunchPlan &plan;
  linalg::GenericOp op;
  SmallVector<int64_t> extents;
  SmallVector<Input> inputs;
  Access result;
  unsigned along = 0, across = 0; ///< the loop of the result, of turned inputs
  int64_t side = 32, length = 1;
  std::optional<KernelBuilder> kernel;
  SmallVector<Value> first; ///< the tile's first iteration
};
} // namespace

static Type getElement(Value tensor) {
  return getElementTypeOrSelf(tensor.getType());
}

/// The loop that numbers neighbours.
static std::optional<unsigned> findUnitLoop(const Access &access) {
  for (unsigned i = access.coefficients.size(); i-- > 0;)
    if (access.coefficients[i] == 1)
      return i;
  return std::nullopt;
}

/// Up to 16 bytes, all of them within the tensor or none.
int64_t TransposeBuilder::chooseLength(const Access &access, unsigned loop,
                                       Type element) {
  int64_t length = std::min<int64_t>(8, 16 / getElementBytes(element));
  while (length > 1 && (extents[loop] % length || !isRun(access, loop, length)))
    length /= 2;
  return length;
}

LogicalResult TransposeBuilder::analyse() {
  if (op.getNumReductionLoops() || op->getNumResults() != 1 ||
      isRead(op, op.getDpsInitsMutable()[0]))
    return failure();
  OpOperand &init = op.getDpsInitsMutable()[0];
  auto written =
      getAccess(op.getMatchingIndexingMap(&init), op.getShape(&init));
  std::optional<unsigned> unit;
  if (written)
    unit = findUnitLoop(*written);
  if (!unit)
    return failure();
  result = *written;
  along = *unit;
  bool isTurned = false;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (!isRead(op, *operand))
      continue;
    auto access =
        getAccess(op.getMatchingIndexingMap(operand), op.getShape(operand));
    if (!access)
      return failure();
    Input &input = inputs.emplace_back(Input{operand, *access});
    std::optional<unsigned> loop = findUnitLoop(*access);
    if (!loop || *loop == along || access->coefficients[along] == 0)
      continue;
    if (isTurned && *loop != across)
      return failure();
    across = *loop;
    input.isTurned = isTurned = true;
  }
  return success(isTurned && extents[along] >= kLeast &&
                 extents[across] >= kLeast);
}

/// Two sectors at least of every row of a tile.
LogicalResult TransposeBuilder::chooseSide() {
  int64_t bytes = 0, least = getElementBytes(getElement(op->getResult(0)));
  for (const Input &input : inputs) {
    int64_t each = getElementBytes(getElement(input.operand->get()));
    least = std::min(least, each);
    bytes += input.isTurned ? each : 0;
  }
  side = least < 4 ? 64 : 32;
  if (bytes * side * (side + 1) > kMostShared)
    side = 32;
  return success(bytes * side * (side + 1) <= kMostShared);
}

void TransposeBuilder::forEachPart(
    unsigned fast, unsigned slow, int64_t length,
    llvm::function_ref<void(SmallVector<Value>, Value, Value)> body) {
  KernelBuilder &b = *kernel;
  int64_t parts = side * side / length;
  for (int64_t i = 0; i < int64_t(llvm::divideCeil(parts, kThreads)); ++i) {
    Value part = b.add(b.threadId(), b.number(i * kThreads));
    Value row = b.div(part, side / length),
          column = b.mul(b.rem(part, side / length), length);
    SmallVector<Value> loops(first);
    loops[slow] = b.add(first[slow], row);
    loops[fast] = b.add(first[fast], column);
    Value inside =
        arith::AndIOp::create(b.b, b.isLess(loops[slow], extents[slow]),
                              b.isLess(loops[fast], extents[fast]));
    if (parts < kThreads)
      inside = arith::AndIOp::create(b.b, inside, b.isLess(part, parts));
    b.when(inside, [&] { body(loops, row, column); });
  }
}

/// Rows of a tile are one longer than it needs: a column is spread over banks.
Value TransposeBuilder::place(const Input &input, Value row, Value column) {
  KernelBuilder &b = *kernel;
  Type type = getElement(input.operand->get());
  if (type.isInteger(1))
    type = b.b.getI8Type();
  return LLVM::GEPOp::create(
      b.b, input.tile.getType(), type, input.tile,
      ArrayRef<LLVM::GEPArg>{b.add(b.mul(row, side + 1), column)});
}

void TransposeBuilder::fill(Input &input) {
  KernelBuilder &b = *kernel;
  Value tensor = input.operand->get();
  Type type = getElement(tensor);
  forEachPart(across, along, input.length,
              [&](SmallVector<Value> loops, Value row, Value column) {
                SmallVector<Value> values = b.loadRun(
                    tensor, offsetOf(*input.operand, loops), input.length,
                    /*isWhole=*/true);
                for (auto [i, value] : llvm::enumerate(values)) {
                  if (type.isInteger(1))
                    value = arith::ExtUIOp::create(b.b, b.b.getI8Type(), value);
                  LLVM::StoreOp::create(
                      b.b, value,
                      place(input, row, b.add(column, b.number(int64_t(i)))));
                }
              });
}

/// Elements of an input for a run of the result: of the tile, or as they lie.
SmallVector<Value> TransposeBuilder::fetch(const Input &input, Value row,
                                           Value column,
                                           ArrayRef<SmallVector<Value>> at) {
  KernelBuilder &b = *kernel;
  Value tensor = input.operand->get();
  SmallVector<Value> values;
  int64_t step = !input.isTurned && input.access.coefficients[along] == 1
                     ? std::min(input.length, length)
                     : 1;
  for (int64_t i = 0; i < length; i += step) {
    if (!input.isTurned) {
      llvm::append_range(values,
                         b.loadRun(tensor, offsetOf(*input.operand, at[i]),
                                   step, /*isWhole=*/true));
      continue;
    }
    Type type = getElement(tensor);
    bool isBit = type.isInteger(1);
    Value value =
        LLVM::LoadOp::create(b.b, isBit ? Type(b.b.getI8Type()) : type,
                             place(input, b.add(column, b.number(i)), row));
    if (isBit)
      value = arith::TruncIOp::create(b.b, type, value);
    values.push_back(value);
  }
  return values;
}

void TransposeBuilder::write() {
  KernelBuilder &b = *kernel;
  OpOperand &init = op.getDpsInitsMutable()[0];
  auto writeRun = [&](SmallVector<Value> loops, Value row, Value column) {
    SmallVector<SmallVector<Value>> at(length, loops), arguments(length);
    for (int64_t i = 1; i < length; ++i)
      at[i][along] = b.add(loops[along], b.number(i));
    for (OpOperand &operand : op->getOpOperands()) {
      auto *input = llvm::find_if(
          inputs, [&](const Input &one) { return one.operand == &operand; });
      SmallVector<Value> values(length);
      if (input != inputs.end())
        values = fetch(*input, row, column, at);
      for (auto [given, value] : llvm::zip_equal(arguments, values))
        given.push_back(value);
    }
    SmallVector<Value> results;
    for (const auto &one : b.inlineRun(op, arguments, at, along))
      results.push_back(one[0]);
    b.storeRun(results, op->getResult(0), offsetOf(init, at[0]),
               /*isWhole=*/true);
  };
  forEachPart(along, across, length, writeRun);
}

LogicalResult TransposeBuilder::build() {
  if (failed(analyse()) || failed(chooseSide()))
    return failure();
  SmallVector<Value> tensors = getGathered(op);
  length = chooseLength(result, along, getElement(op->getResult(0)));
  int64_t total = 1;
  for (int64_t extent : extents)
    total *= extent;
  for (Input &input : inputs) {
    Type type = getElement(input.operand->get());
    tensors.push_back(input.operand->get());
    input.length =
        chooseLength(input.access, input.isTurned ? across : along, type);
  }
  tensors.push_back(op->getResult(0));
  kernel.emplace(plan, op.getLoc(), "transpose", tensors, kThreads,
                 total + 2 * side * std::max(extents[along], extents[across]));
  KernelBuilder &b = *kernel;
  for (Input &input : inputs)
    if (input.isTurned)
      input.tile = b.shared(
          side * (side + 1) * getElementBytes(getElement(input.operand->get())),
          16);
  SmallVector<int64_t> tiles(extents);
  tiles[along] = llvm::divideCeil(extents[along], side);
  tiles[across] = llvm::divideCeil(extents[across], side);
  int64_t blocks = 1;
  for (int64_t count : tiles)
    blocks *= count;
  first = b.delinearise(b.blockId(), tiles);
  first[along] = b.mul(first[along], side);
  first[across] = b.mul(first[across], side);
  for (Input &input : inputs)
    if (input.isTurned)
      fill(input);
  b.barrier();
  write();
  b.finish({blocks, 1, 1});
  return success();
}

LogicalResult sbp::cuda::buildTranspose(LaunchPlan &plan,
                                        linalg::GenericOp op) {
  return TransposeBuilder(plan, op).build();
}
