// Transpose.cpp: elementwise ops with transposed inputs, through shared memory
//
// Some inputs are contiguous along another loop than the result. A block
// computes a square tile of these two loops: such inputs are loaded along their
// own loop into shared memory and read from there along the result's, so that
// both sides access memory in 16-byte vectors (Ruetsch and Micikevicius,
// "Optimizing Matrix Transpose in CUDA", 2009). For f32[512, 256] transposed,
// 128 blocks of 256 threads move tiles of 32 x 32 elements.
#include "Choice/Prediction.h"
#include "Kernel/KernelBuilder.h"
#include "Plan/OpGenerator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 256;
/// With fewer rows or columns most of a tile is empty.
static constexpr int64_t kMinExtent = 16;
/// Limit on all tiles of a block, below the 48 KB of static shared memory.
static constexpr int64_t kMaxSharedBytes = 40960;

namespace {
class TransposeBuilder {
public:
  TransposeBuilder(linalg::GenericOp op)
      : op(op), extents(op.getStaticLoopRanges()) {}
  /// Chooses the tile. Fails if no input is contiguous along another loop than
  /// the result.
  LogicalResult choose() {
    return failure(failed(analyse()) || failed(chooseTileEdge()));
  }
  std::string getSchedule() const {
    return llvm::formatv("tiles of {0} x {0}", tileEdge);
  }
  /// Builds the kernel, after choose().
  LogicalResult build(LaunchPlan &plan);

private:
  /// An input that the body reads.
  struct Input {
    OpOperand *operand;
    Access access;
    bool isTransposed = false; ///< contiguous along `across`
    int64_t vectorWidth = 1;   ///< elements of one access
    Value tile = {};           ///< shared memory, if transposed
  };
  LogicalResult analyse();
  LogicalResult chooseTileEdge();
  int64_t chooseVectorWidth(const Access &access, unsigned loop, Type element);
  void loadTile(Input &input);
  SmallVector<Value> fetch(const Input &input, Value row, Value column,
                           ArrayRef<SmallVector<Value>> at);
  void storeResult();
  /// Calls `body` for each vector of the tile that this thread owns, with the
  /// loop indices of its first element and its row and column in the tile.
  /// `fast` is the loop that numbers the elements of a vector.
  void
  forEachVector(unsigned fast, unsigned slow, int64_t vectorWidth,
                llvm::function_ref<void(SmallVector<Value>, Value, Value)>);
  Value getTileElement(const Input &input, Value row, Value column);
  Value getOffset(OpOperand &operand, ArrayRef<Value> loops) {
    return kernel->offset(op.getMatchingIndexingMap(&operand),
                          op.getShape(&operand), loops);
  }

  linalg::GenericOp op;
  SmallVector<int64_t> extents;
  SmallVector<Input> inputs;
  Access result;
  unsigned along = 0, across = 0; ///< the contiguous loop of the result, and of
                                  ///< transposed inputs
  int64_t tileEdge = 32, vectorWidth = 1;
  std::optional<KernelBuilder> kernel;
  SmallVector<Value> first; ///< loop indices of the tile's first element
};
} // namespace

static Type getElement(Value tensor) {
  return getElementTypeOrSelf(tensor.getType());
}

/// Returns the innermost loop with stride 1, if there is one.
static std::optional<unsigned> findUnitLoop(const Access &access) {
  for (unsigned i = access.coefficients.size(); i-- > 0;)
    if (access.coefficients[i] == 1)
      return i;
  return std::nullopt;
}

/// Returns the elements per access: up to 16 bytes, such that a vector is
/// entirely inside or outside of the tensor.
int64_t TransposeBuilder::chooseVectorWidth(const Access &access, unsigned loop,
                                            Type element) {
  int64_t vectorWidth = std::min<int64_t>(8, 16 / getElementBytes(element));
  while (vectorWidth > 1 && (extents[loop] % vectorWidth ||
                             !isContiguous(access, loop, vectorWidth)))
    vectorWidth /= 2;
  return vectorWidth;
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
  bool isTransposed = false;
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
    if (isTransposed && *loop != across)
      return failure();
    across = *loop;
    input.isTransposed = isTransposed = true;
  }
  return success(isTransposed && extents[along] >= kMinExtent &&
                 extents[across] >= kMinExtent);
}

/// Every row of a tile spans at least two sectors of 32 bytes.
LogicalResult TransposeBuilder::chooseTileEdge() {
  int64_t bytes = 0, least = getElementBytes(getElement(op->getResult(0)));
  for (const Input &input : inputs) {
    int64_t each = getElementBytes(getElement(input.operand->get()));
    least = std::min(least, each);
    bytes += input.isTransposed ? each : 0;
  }
  tileEdge = least < 4 ? 64 : 32;
  if (bytes * tileEdge * (tileEdge + 1) > kMaxSharedBytes)
    tileEdge = 32;
  return success(bytes * tileEdge * (tileEdge + 1) <= kMaxSharedBytes);
}

void TransposeBuilder::forEachVector(
    unsigned fast, unsigned slow, int64_t vectorWidth,
    llvm::function_ref<void(SmallVector<Value>, Value, Value)> body) {
  KernelBuilder &builder = *kernel;
  int64_t numVectors = tileEdge * tileEdge / vectorWidth;
  for (int64_t i = 0; i < int64_t(llvm::divideCeil(numVectors, kThreads));
       ++i) {
    Value vector =
        builder.add(builder.threadId(), builder.constant(i * kThreads));
    Value row = builder.div(vector, tileEdge / vectorWidth),
          column = builder.mul(builder.rem(vector, tileEdge / vectorWidth),
                               vectorWidth);
    SmallVector<Value> loops(first);
    loops[slow] = builder.add(first[slow], row);
    loops[fast] = builder.add(first[fast], column);
    Value inside = arith::AndIOp::create(
        builder.builder, builder.isLess(loops[slow], extents[slow]),
        builder.isLess(loops[fast], extents[fast]));
    if (numVectors < kThreads)
      inside = arith::AndIOp::create(builder.builder, inside,
                                     builder.isLess(vector, numVectors));
    builder.ifThen(inside, [&] { body(loops, row, column); });
  }
}

/// Returns a pointer into the tile. Rows are padded by one element, so that a
/// column is spread over the banks.
Value TransposeBuilder::getTileElement(const Input &input, Value row,
                                       Value column) {
  KernelBuilder &builder = *kernel;
  Type type = getElement(input.operand->get());
  if (type.isInteger(1))
    type = builder.builder.getI8Type();
  return LLVM::GEPOp::create(builder.builder, input.tile.getType(), type,
                             input.tile,
                             ArrayRef<LLVM::GEPArg>{builder.add(
                                 builder.mul(row, tileEdge + 1), column)});
}

/// Loads a tile along the input's contiguous loop.
void TransposeBuilder::loadTile(Input &input) {
  KernelBuilder &builder = *kernel;
  Value tensor = input.operand->get();
  Type type = getElement(tensor);
  forEachVector(across, along, input.vectorWidth,
                [&](SmallVector<Value> loops, Value row, Value column) {
                  SmallVector<Value> values = builder.loadVector(
                      tensor, getOffset(*input.operand, loops),
                      input.vectorWidth,
                      /*isAligned=*/true);
                  for (auto [i, value] : llvm::enumerate(values)) {
                    if (type.isInteger(1))
                      value = arith::ExtUIOp::create(
                          builder.builder, builder.builder.getI8Type(), value);
                    LLVM::StoreOp::create(
                        builder.builder, value,
                        getTileElement(
                            input, row,
                            builder.add(column, builder.constant(int64_t(i)))));
                  }
                });
}

/// Returns the elements of an input for a vector of the result: from the tile,
/// or from memory.
SmallVector<Value> TransposeBuilder::fetch(const Input &input, Value row,
                                           Value column,
                                           ArrayRef<SmallVector<Value>> at) {
  KernelBuilder &builder = *kernel;
  Value tensor = input.operand->get();
  SmallVector<Value> values;
  int64_t step = !input.isTransposed && input.access.coefficients[along] == 1
                     ? std::min(input.vectorWidth, vectorWidth)
                     : 1;
  for (int64_t i = 0; i < vectorWidth; i += step) {
    if (!input.isTransposed) {
      llvm::append_range(
          values, builder.loadVector(tensor, getOffset(*input.operand, at[i]),
                                     step, /*isAligned=*/true));
      continue;
    }
    Type type = getElement(tensor);
    bool isBit = type.isInteger(1);
    Value value = LLVM::LoadOp::create(
        builder.builder, isBit ? Type(builder.builder.getI8Type()) : type,
        getTileElement(input, builder.add(column, builder.constant(i)), row));
    if (isBit)
      value = arith::TruncIOp::create(builder.builder, type, value);
    values.push_back(value);
  }
  return values;
}

/// Evaluates the body and stores along the result's contiguous loop.
void TransposeBuilder::storeResult() {
  KernelBuilder &builder = *kernel;
  OpOperand &init = op.getDpsInitsMutable()[0];
  auto storeResultVector = [&](SmallVector<Value> loops, Value row,
                               Value column) {
    SmallVector<SmallVector<Value>> at(vectorWidth, loops),
        arguments(vectorWidth);
    for (int64_t i = 1; i < vectorWidth; ++i)
      at[i][along] = builder.add(loops[along], builder.constant(i));
    for (OpOperand &operand : op->getOpOperands()) {
      auto *input = llvm::find_if(
          inputs, [&](const Input &one) { return one.operand == &operand; });
      SmallVector<Value> values(vectorWidth);
      if (input != inputs.end())
        values = fetch(*input, row, column, at);
      for (auto [given, value] : llvm::zip_equal(arguments, values))
        given.push_back(value);
    }
    SmallVector<Value> results;
    for (const auto &one : builder.inlineBodies(op, arguments, at, along))
      results.push_back(one[0]);
    builder.storeVector(results, op->getResult(0), getOffset(init, at[0]),
                        /*isAligned=*/true);
  };
  forEachVector(along, across, vectorWidth, storeResultVector);
}

LogicalResult TransposeBuilder::build(LaunchPlan &plan) {
  SmallVector<Value> tensors = getGatheredTensors(op);
  vectorWidth = chooseVectorWidth(result, along, getElement(op->getResult(0)));
  int64_t total = 1;
  for (int64_t extent : extents)
    total *= extent;
  for (Input &input : inputs) {
    Type type = getElement(input.operand->get());
    tensors.push_back(input.operand->get());
    input.vectorWidth = chooseVectorWidth(
        input.access, input.isTransposed ? across : along, type);
  }
  tensors.push_back(op->getResult(0));
  kernel.emplace(plan, op.getLoc(), "transpose", tensors, kThreads,
                 total +
                     2 * tileEdge * std::max(extents[along], extents[across]));
  KernelBuilder &builder = *kernel;
  for (Input &input : inputs)
    if (input.isTransposed)
      input.tile = builder.allocateShared(
          tileEdge * (tileEdge + 1) *
              getElementBytes(getElement(input.operand->get())),
          16);
  SmallVector<int64_t> tiles(extents);
  tiles[along] = llvm::divideCeil(extents[along], tileEdge);
  tiles[across] = llvm::divideCeil(extents[across], tileEdge);
  int64_t blocks = 1;
  for (int64_t count : tiles)
    blocks *= count;
  first = builder.delinearise(builder.blockId(), tiles);
  first[along] = builder.mul(first[along], tileEdge);
  first[across] = builder.mul(first[across], tileEdge);
  for (Input &input : inputs)
    if (input.isTransposed)
      loadTile(input);
  builder.barrier();
  storeResult();
  builder.finish({blocks, 1, 1});
  return success();
}

namespace {
class Transpose : public SingleOpGenerator {
public:
  StringRef getName() const override { return "transpose"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<linalg::GenericOp>(window.front());
    if (!op)
      return;
    TransposeBuilder builder(op);
    if (succeeded(builder.choose()))
      candidates.push_back(
          candidate(builder.getSchedule(),
                    getCopySeconds(chip, getAccessedBytes(op), kShare)));
  }
  LogicalResult emit(const Candidate &, Window ops,
                     LaunchPlan &plan) const override {
    TransposeBuilder builder(cast<linalg::GenericOp>(ops.front()));
    if (failed(builder.choose()))
      return failure();
    return builder.build(plan);
  }

private:
  static constexpr double kShare = 0.95; ///< of a copy, measured
};
} // namespace

namespace sbp::cuda {
void registerTranspose(GeneratorList &generators) {
  generators.push_back(std::make_unique<Transpose>());
}
} // namespace sbp::cuda
