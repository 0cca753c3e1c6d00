// AttentionRows.cpp: scores, their rows and their product by one kernel
//
// A block computes 64 rows of attention in three phases, with all scores of
// these rows in shared memory:
//
//   scores   64 x 64 tiles of A B on CUDA cores (TiledProduct), epilogue
//   rows     a warp a row, in registers (RegisterRows): softmax, for example
//   product  64 x 64 tiles of weights x V, epilogue
//
// Scores lie key by key, 64 rows side by side, which is the order of a left
// factor in slices: the third phase reads them where they are. Values of a row
// that the last epilogue reads (the sums of softmax) stay in shared memory,
// too. Unlike FlashAttention (Dao et al., 2022) it takes any row group, for as
// many keys as shared memory holds.
#include "Choice/Generator.h"
#include "Choice/Prediction.h"
#include "ScorePhases.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;
using namespace sbp::cuda::attention_rows;

/// Columns of a row that the registers of a warp hold.
static constexpr int64_t kMaxColumns = 1024;
/// Shared memory in addition to the scores: two slices of tiles, values of
/// rows.
static constexpr int64_t kOtherSharedBytes = 16 * 1024;

namespace {
class AttentionBuilder {
public:
  explicit AttentionBuilder(ScoreChain chain)
      : chain(std::move(chain)),
        first(this->chain.scores, this->chain.scoresEpilogue),
        second(this->chain.product, this->chain.productEpilogue) {}
  /// Fails where the chain is none that this kernel computes.
  LogicalResult analyse(const Chip &chip);
  double predictSeconds(const Chip &chip) const;
  void build(LaunchPlan &plan);

private:
  LogicalResult findDimensions();
  int64_t countPaddedKeys() const {
    return llvm::alignTo(first.n.size, kBlockK);
  }
  int64_t getScoreBytes() const { return countPaddedKeys() * kPitch * 4; }
  SmallVector<Value> getTensors(const ScoreRows &rows);
  SmallVector<Value> getRowLoops(KernelBuilder &builder, Value row);
  void emitScores(Value firstM, Value scores, Value tileA, Value tileB);
  void emitRows(ScoreRows &rows, Value firstM, Value scores);

  ScoreChain chain;
  ScoreTiles first;
  WeightTiles second;
  SmallVector<unsigned> batchDims; ///< dimensions of the scores, in order
  unsigned rowDim = 0;
};
} // namespace

/// Finds which dimensions of the scores are rows and batches. Both products
/// must have them in the same order.
LogicalResult AttentionBuilder::findDimensions() {
  unsigned rank = chain.rows.rows.size() + 1;
  SmallVector<unsigned> loops, others; // of each dimension of the scores
  AffineMap made = chain.scores.getIndexingMapsArray()[2],
            read = chain.product.getIndexingMapsArray()[0];
  if (chain.scoresEpilogue) {
    if (!chain.scoresEpilogue.getIndexingMapsArray().back().isIdentity())
      return failure();
    loops = first.epilogueLoops;
  } else {
    for (unsigned i = 0; i < made.getNumResults(); ++i)
      loops.push_back(made.getDimPosition(i));
  }
  for (unsigned i = 0; i < read.getNumResults(); ++i)
    others.push_back(read.getDimPosition(i));
  if (loops.size() != rank || others.size() != rank ||
      first.m.loops.size() != 1 || first.n.loops.size() != 1 ||
      second.m.loops.size() != 1 || second.k.loops.size() != 1)
    return failure();
  auto find = [](ArrayRef<unsigned> list, unsigned loop) {
    return unsigned(llvm::find(list, loop) - list.begin());
  };
  rowDim = find(loops, first.m.loops[0]);
  for (unsigned loop : first.batch.loops)
    batchDims.push_back(find(loops, loop));
  SmallVector<unsigned> otherBatch;
  for (unsigned loop : second.batch.loops)
    otherBatch.push_back(find(others, loop));
  bool agrees = loops.back() == first.n.loops[0] &&
                others.back() == second.k.loops[0] &&
                rowDim == find(others, second.m.loops[0]) &&
                batchDims == otherBatch && batchDims.size() + 2 == rank;
  return success(agrees);
}

LogicalResult AttentionBuilder::analyse(const Chip &chip) {
  auto isFloat = [](Value tensor) {
    Type type = getElementTypeOrSelf(tensor.getType());
    return type.isF32() || type.isBF16() || type.isF16();
  };
  if (failed(first.analyse()) || failed(second.analyse()) ||
      !first.type.isF32() || !second.type.isF32() || first.readsInit ||
      second.readsInit || !isFloat(chain.getScores()) ||
      !isFloat(chain.getWeights()) || chain.rows.columns > kMaxColumns ||
      getScoreBytes() + kOtherSharedBytes > chip.maxSharedBytes)
    return failure();
  for (int64_t size : {first.m.size, first.n.size, first.k.size,
                       first.batch.size, second.n.size})
    if (size == 0)
      return failure();
  for (linalg::GenericOp op : chain.rows.members)
    if (getElementBytes(getElementTypeOrSelf(op->getResult(0))) > 4)
      return failure();
  return findDimensions();
}

/// Bound by the arithmetic of both products, or by memory. Blocks that compute
/// rows between their products reach a part of the rate of products, half of it
/// where a multiprocessor has one block: 421 us for 96 x 512 x 512 x 64, and
/// 109 us for 768 x 128 x 128 x 32 on an H100.
double AttentionBuilder::predictSeconds(const Chip &chip) const {
  int64_t blocks = first.batch.size * llvm::divideCeil(first.m.size, kTile);
  double waves = double(llvm::divideCeil(blocks, chip.multiprocessors));
  double flops =
      2.0 * kTile *
      (double(llvm::alignTo(first.n.size, kTile)) * double(first.k.size) +
       double(countPaddedKeys()) * double(llvm::alignTo(second.n.size, kTile)));
  double bytes = 0;
  for (const MatmulForm *form :
       {(const MatmulForm *)&first, (const MatmulForm *)&second})
    for (OpOperand &operand : linalg::GenericOp(form->op)->getOpOperands())
      if (operand.get() != linalg::GenericOp(chain.product).getDpsInputs()[0])
        bytes += getAccessedBytes(form->op, operand);
  double share = getScoreBytes() > chip.maxSharedBytes / 2 ? 0.5 : 0.75;
  return std::max(chip.launchSeconds + waves * flops *
                                           double(chip.multiprocessors) /
                                           (chip.floatRate * share),
                  getCopySeconds(chip, bytes, /*share=*/1.0));
}

/// Returns the tensors that stay in memory.
SmallVector<Value> AttentionBuilder::getTensors(const ScoreRows &rows) {
  SetVector<Value> tensors;
  auto add = [&](const SmallVector<Value> &list) {
    tensors.insert(list.begin(), list.end());
  };
  add(first.getTensors());
  add(second.getTensors());
  add(rows.getTensors());
  tensors.remove_if([&](Value tensor) {
    Operation *producer = tensor.getDefiningOp();
    return producer && chain.contains(producer) &&
           tensor != chain.getResult() && !rows.isWritten(tensor);
  });
  return tensors.takeVector();
}

/// Returns the position of row `row` of the block's batch in the scores.
SmallVector<Value> AttentionBuilder::getRowLoops(KernelBuilder &builder,
                                                 Value row) {
  SmallVector<Value> loops(batchDims.size() + 1);
  SmallVector<Value> batch =
      builder.delinearise(first.batchId, first.batch.extents);
  for (auto [dim, value] : llvm::zip_equal(batchDims, batch))
    loops[dim] = value;
  loops[rowDim] = row;
  return loops;
}

/// Emits all tiles of scores.
void AttentionBuilder::emitScores(Value firstM, Value scores, Value tileA,
                                  Value tileB) {
  KernelBuilder &builder = *first.kernel;
  builder.forLoop(builder.constant(0), builder.constant(first.n.size), kTile,
                  {}, [&](Value firstN, ValueRange) {
                    first.emit(firstM, firstN, tileA, tileB, scores);
                    return SmallVector<Value>();
                  });
  builder.barrier();
}

/// Emits the row group, a warp for every kThreads / kWarp rows.
void AttentionBuilder::emitRows(ScoreRows &rows, Value firstM, Value scores) {
  KernelBuilder &builder = *rows.kernel;
  Value thread = builder.threadId();
  rows.begin(builder.rem(thread, kWarp));
  builder.forLoop(builder.div(thread, kWarp), builder.constant(kTile),
                  kThreads / kWarp, {}, [&](Value local, ValueRange) {
                    Value row = builder.add(firstM, local);
                    builder.ifThen(builder.isLess(row, first.m.size), [&] {
                      rows.emit(local, thread, getRowLoops(builder, row),
                                scores);
                    });
                    return SmallVector<Value>();
                  });
  builder.barrier();
}

void AttentionBuilder::build(LaunchPlan &plan) {
  ScoreRows rows(plan, chain);
  int64_t blocksM = llvm::divideCeil(first.m.size, kTile);
  int64_t largest =
      std::max({first.m.size * first.n.size * first.batch.size,
                first.k.size + kTile, getScoreBytes(), second.n.size + kTile});
  first.kernel.emplace(plan, chain.scores.getLoc(), "attention_rows",
                       getTensors(rows), kThreads, largest);
  KernelBuilder *builder = &*first.kernel;
  Value tileA = first.allocateSlice(0), tileB = first.allocateSlice(1);
  if (chain.productEpilogue)
    for (Value input : chain.productEpilogue.getDpsInputs())
      if (chain.rows.contains(input.getDefiningOp()))
        rows.held.insert({input, builder->allocateShared(kTile * 4, 16)});
  Value scores = builder->allocateDynamicShared(getScoreBytes());
  SmallVector<Value> block =
      builder->delinearise(builder->blockId(), {first.batch.size, blocksM});
  first.batchId = second.batchId = block[0];
  Value firstM = builder->mul(block[1], kTile);
  emitScores(firstM, scores, tileA, tileB);
  // The kernel's builder is handed on from phase to phase.
  rows.kernel.emplace(std::move(*first.kernel));
  emitRows(rows, firstM, scores);
  second.held = rows.held;
  second.kernel.emplace(std::move(*rows.kernel));
  builder = &*second.kernel;
  builder->forLoop(builder->constant(0), builder->constant(second.n.size),
                   kTile, {}, [&](Value firstN, ValueRange) {
                     second.emit(firstM, firstN, scores, tileB);
                     return SmallVector<Value>();
                   });
  builder->finish({first.batch.size * blocksM, 1, 1});
}

namespace {
class AttentionRows : public Generator {
public:
  StringRef getName() const override { return "attention_rows"; }
  void gather(func::FuncOp region) const override { gatherScoreChains(region); }
  bool extend(SmallVectorImpl<Operation *> &window,
              const LaunchPlan &plan) const override {
    if (window.size() != 1)
      return false;
    window = findOps(window.front());
    return !window.empty() && isComputedWhole(*this, window, plan);
  }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    SmallVector<Operation *> ops = findOps(window.front());
    if (ops.empty() || window.take_front(ops.size()) != ArrayRef(ops))
      return;
    ScoreChain chain = *findScoreChain(cast<linalg::GenericOp>(ops.front()));
    AttentionBuilder builder(chain);
    if (succeeded(builder.analyse(chip)))
      candidates.push_back(
          candidate(llvm::formatv("{0} rows of {1} scores in shared memory",
                                  kTile, chain.rows.columns),
                    builder.predictSeconds(chip), unsigned(ops.size())));
  }
  LogicalResult prepare(Window ops, LaunchPlan &plan) const override;
  LogicalResult emit(const Candidate &, Window ops,
                     LaunchPlan &plan) const override {
    AttentionBuilder builder(
        *findScoreChain(cast<linalg::GenericOp>(ops.front())));
    if (failed(builder.analyse(plan.chip)))
      return failure();
    builder.build(plan);
    return success();
  }

private:
  /// Returns the ops of the chain that begins with `op`; none without one.
  static SmallVector<Operation *> findOps(Operation *op) {
    auto scores = dyn_cast<linalg::GenericOp>(op);
    std::optional<ScoreChain> chain;
    if (scores)
      chain = findScoreChain(scores);
    return chain ? chain->getOps() : SmallVector<Operation *>();
  }
};
} // namespace

/// Results of the chain that no other op reads get a buffer that no launch
/// uses, which takes no memory.
LogicalResult AttentionRows::prepare(Window ops, LaunchPlan &plan) const {
  ScoreChain chain = *findScoreChain(cast<linalg::GenericOp>(ops.front()));
  if (failed(plan.prepareOp(chain.scores, chain.scoresEpilogue)))
    return failure();
  for (linalg::GenericOp op : chain.rows.members) {
    for (OpOperand *input : op.getDpsInputOperands())
      if (isRead(op, *input) && !chain.contains(input->get().getDefiningOp()) &&
          failed(plan.read(input->get())))
        return failure();
    if (failed(plan.readAll(getGatheredTensors(op))))
      return failure();
    plan.buffers.assign(op->getResult(0));
  }
  return plan.prepareOp(chain.product, chain.productEpilogue);
}

namespace sbp::cuda {
void registerAttentionRows(GeneratorList &generators) {
  generators.push_back(std::make_unique<AttentionRows>());
}
} // namespace sbp::cuda
