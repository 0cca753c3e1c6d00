// HopperProduct.cpp: products of bf16 and f16 on Hopper's tensor cores
//
// A persistent, warp-specialised product (the design of CUTLASS' cooperative
// kernels): one thread of the first warpgroup loads tiles of A and B by tensor
// copies into a ring of slots, two warpgroups multiply 64 rows each by wgmma
// with f32 sums in registers. Each slot has two mbarriers: full (the copies'
// bytes) and empty (one arrival a warpgroup). With two slots and three slices:
//
//   producer   wait e0  load 0  wait e1  load 1  wait e0        load 2
//   consumers           wait f0  multiply  wait f1  multiply, release 0  ...
//
// A slot is released when the products of the next one are issued and its own
// are done. Tiles are walked in groups of 8 tile rows, so that blocks that run
// at a time share tiles in the L2 cache. An epilogue is applied in registers.
#include "../Product/MatmulKernel.h"
#include "../Product/ProductGenerator.h"
#include "Prediction.h"
#include "TileLoads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
/// A tile shape. Its duration on an H100 (measured on 133 shapes): waves x
/// (slices x sliceSeconds + tileSeconds) + kernelSeconds.
struct Schedule {
  int64_t tileN, stages;
  double sliceSeconds, tileSeconds, kernelSeconds;
};
} // namespace

static constexpr Schedule kSchedules[] = {
    {128, 6, 0.362e-6, 0.45e-6, 3.0e-6},
    {256, 4, 0.658e-6, 2.35e-6, 1.6e-6},
};
static constexpr int64_t kTileM = 128, kThreads = 384, kGroupRows = 8,
                         kWarpgroup = 128, kBarrierBytes = 8;
/// Registers of a thread: 384 x 168 at launch are 128 x 40 + 256 x 232 later.
static constexpr int64_t kProducerRegisters = 40, kConsumerRegisters = 232;
/// Highest rate at which operands are read, in bytes per second, and the
/// seconds that a launch adds to it.
static constexpr double kReadRate = 2.8e12, kReadSeconds = 3e-6;

namespace {
class HopperProductBuilder : MatmulKernel {
public:
  HopperProductBuilder(linalg::GenericOp op, linalg::GenericOp epilogue,
                       const Schedule &schedule)
      : MatmulKernel(op, epilogue), schedule(schedule) {}
  /// Fails where the op is no such product.
  LogicalResult analyse();
  double predictSeconds(const Chip &chip) const;
  /// Makes the factors readable by tensor copies.
  LogicalResult prepare(LaunchPlan &plan);
  void build(LaunchPlan &plan);

private:
  /// The position of a slot in the ring: its number and the parity of its
  /// phase.
  struct Slot {
    Value number, parity;
  };
  /// The first row, first column and number in the batch of a tile.
  struct Tile {
    Value m, n, batch;
  };
  int64_t getSlotBytes() const { return a.getTileBytes() + b.getTileBytes(); }
  int64_t countTiles() const {
    return llvm::divideCeil(m.size, kTileM) *
           llvm::divideCeil(n.size, schedule.tileN) * batch.size;
  }
  int64_t countSlices() const { return llvm::divideCeil(k.size, kSliceK); }

  Value getFull(Value slot);
  Value getEmpty(Value slot);
  Slot advance(Slot slot);
  Tile locate(Value tile);
  void initialise(Value thread);
  void produce();
  void consume(Value warpgroup, Value thread);
  Value multiplySlice(Slot slot, Value warpgroup, Value sums, Value keepsSum);
  void release(Value slot, Value thread);
  void storeTile(ArrayRef<Value> sums, const Tile &tile, Value warpgroup,
                 Value thread);
  SmallVector<Value>
  forEach(Value first, int64_t end, int64_t step, ArrayRef<Value> carried,
          llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body);

  const Schedule &schedule;
  TileLoads a, b;
  int64_t numBlocks = 0;
  std::optional<HopperBuilder> hopper;
  Value base, block; ///< of shared memory, and the number of the block
};
} // namespace

static bool isNarrowFloat(Type type) { return type.isBF16() || type.isF16(); }

LogicalResult HopperProductBuilder::analyse() {
  Type left = getElementTypeOrSelf(op->getOperand(0)),
       right = getElementTypeOrSelf(op->getOperand(1));
  if (!isMarked || !type.isF32() || left != right || !isNarrowFloat(left) ||
      failed(MatmulForm::analyse()) || k.size == 0 || m.size == 0 ||
      n.size == 0 || batch.size == 0)
    return failure();
  // Rows, columns and tiles are counted in 32 bits.
  if (m.size > INT32_MAX / 2 || n.size > INT32_MAX / 2 ||
      countTiles() > INT32_MAX / 2)
    return failure();
  auto loadsA = TileLoads::find(access[0], m, k, batch, kTileM),
       loadsB = TileLoads::find(access[1], n, k, batch, schedule.tileN);
  if (!loadsA || !loadsB)
    return failure();
  a = *loadsA;
  b = *loadsB;
  return success();
}

double HopperProductBuilder::predictSeconds(const Chip &chip) const {
  double waves = double(llvm::divideCeil(countTiles(), chip.multiprocessors));
  double bytes = getAccessedBytes(op);
  if (epilogue)
    for (OpOperand &operand : epilogue->getOpOperands())
      if (operand.get() != op->getResult(0))
        bytes += getAccessedBytes(epilogue, operand);
  return std::max(waves * (double(countSlices()) * schedule.sliceSeconds +
                           schedule.tileSeconds) +
                      schedule.kernelSeconds,
                  bytes / kReadRate + kReadSeconds);
}

/// Tensor maps take no constants of the module, and addresses that are
/// multiples of 16; other factors are copied.
LogicalResult HopperProductBuilder::prepare(LaunchPlan &plan) {
  for (unsigned i = 0; i < 2; ++i) {
    Value factor = op->getOperand(i);
    BufferRef buffer = plan.buffers.lookup(factor);
    if (buffer.kind == BufferRef::Kind::Constant) {
      if (failed(plan.materialiseConstant(factor)))
        return failure();
    } else if (buffer.offset % 16) {
      Value packed = plan.buffers.createTemporary(
          op.getLoc(), cast<RankedTensorType>(factor.getType()));
      if (failed(plan.copy(factor, packed)))
        return failure();
      op->setOperand(i, packed);
    }
  }
  return success();
}

Value HopperProductBuilder::getFull(Value slot) {
  return hopper->add(hopper->add(base, hopper->mul(slot, kBarrierBytes)),
                     schedule.stages * getSlotBytes());
}
Value HopperProductBuilder::getEmpty(Value slot) {
  return hopper->add(getFull(slot), schedule.stages * kBarrierBytes);
}

HopperProductBuilder::Slot HopperProductBuilder::advance(Slot slot) {
  Value next = hopper->add(slot.number, 1);
  Value wraps = hopper->isEqual(next, schedule.stages);
  Value flipped = hopper->sub(hopper->constant(1), slot.parity);
  return {hopper->select(wraps, hopper->constant(0), next),
          hopper->select(wraps, flipped, slot.parity)};
}

/// Returns the position of tile `tile`: batches one after the other, in each
/// groups of kGroupRows tile rows, in each column by column.
HopperProductBuilder::Tile HopperProductBuilder::locate(Value tile) {
  HopperBuilder &h = *hopper;
  int64_t rows = llvm::divideCeil(m.size, kTileM),
          columns = llvm::divideCeil(n.size, schedule.tileN);
  Value number = h.div(tile, rows * columns);
  Value rest = h.rem(tile, rows * columns);
  Value first = h.mul(h.div(rest, kGroupRows * columns), kGroupRows);
  rest = h.rem(rest, kGroupRows * columns);
  Value inGroup = arith::MinUIOp::create(
      kernel->builder, h.constant(kGroupRows), h.sub(h.constant(rows), first));
  Value column = arith::DivUIOp::create(kernel->builder, rest, inGroup);
  Value row = arith::RemUIOp::create(kernel->builder, rest, inGroup);
  return {h.mul(h.add(first, row), kTileM), h.mul(column, schedule.tileN),
          number};
}

SmallVector<Value> HopperProductBuilder::forEach(
    Value first, int64_t end, int64_t step, ArrayRef<Value> carried,
    llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  ImplicitLocOpBuilder &builder = kernel->builder;
  auto loop = scf::ForOp::create(builder, first, hopper->constant(end),
                                 hopper->constant(step), carried);
  builder.setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(builder,
                       body(loop.getInductionVar(), loop.getRegionIterArgs()));
  builder.setInsertionPointAfter(loop);
  return SmallVector<Value>(loop.getResults());
}

/// Initialises the barriers of the ring.
void HopperProductBuilder::initialise(Value thread) {
  kernel->ifThen(hopper->isEqual(thread, 0), [&] {
    for (int64_t stage = 0; stage < schedule.stages; ++stage) {
      Value slot = hopper->constant(stage);
      hopper->initialiseBarrier(getFull(slot), 1);
      hopper->initialiseBarrier(getEmpty(slot), 2);
    }
    hopper->fenceBarriers();
  });
  kernel->barrier();
}

/// Emits the loads of all tiles of the block, by one thread.
void HopperProductBuilder::produce() {
  HopperBuilder &h = *hopper;
  Value mapA = kernel->getTensorMap(0), mapB = kernel->getTensorMap(1);
  auto loadTiles = [&](Value number, ValueRange outer) -> SmallVector<Value> {
    Tile tile = locate(number);
    auto loadSlice = [&](Value slice, ValueRange ring) -> SmallVector<Value> {
      Slot slot{ring[0], ring[1]};
      Value full = getFull(slot.number);
      h.wait(getEmpty(slot.number), h.sub(h.constant(1), slot.parity));
      h.arriveExpecting(full, getSlotBytes());
      Value to = h.add(base, h.mul(slot.number, getSlotBytes()));
      Value firstK = h.mul(slice, kSliceK);
      a.emit(h, mapA, to, tile.m, firstK, tile.batch, full);
      b.emit(h, mapB, h.add(to, a.getTileBytes()), tile.n, firstK, tile.batch,
             full);
      Slot next = advance(slot);
      return {next.number, next.parity};
    };
    return forEach(h.constant(0), countSlices(), 1, SmallVector<Value>(outer),
                   loadSlice);
  };
  forEach(block, countTiles(), numBlocks, {h.constant(0), h.constant(0)},
          loadTiles);
}

/// Issues the products of one slot by a warpgroup and returns the sums.
Value HopperProductBuilder::multiplySlice(Slot slot, Value warpgroup,
                                          Value sums, Value keepsSum) {
  HopperBuilder &h = *hopper;
  h.wait(getFull(slot.number), slot.parity);
  Value tiles = h.add(base, h.mul(slot.number, getSlotBytes()));
  Value rows = h.mul(warpgroup, TileLoads::kBlockBytes);
  Value tileA =
      h.describeTile(h.add(tiles, rows), a.order, TileLoads::kBlockBytes);
  Value tileB = h.describeTile(h.add(tiles, a.getTileBytes()), b.order,
                               TileLoads::kBlockBytes);
  auto step = [&](Value tile, int64_t by) -> Value {
    return arith::AddIOp::create(
        kernel->builder, tile,
        arith::ConstantOp::create(kernel->builder,
                                  kernel->builder.getI64IntegerAttr(by)));
  };
  h.fenceProducts();
  Type element = getElementTypeOrSelf(op->getOperand(0));
  for (int64_t i = 0; i < kSliceK / 16; ++i)
    sums = h.multiply(sums, step(tileA, i * a.getStep()), a.order,
                      step(tileB, i * b.getStep()), b.order,
                      i == 0 ? keepsSum : h.constant(1), element);
  h.commitProducts();
  return sums;
}

/// Releases a slot, by one thread for its warpgroup: a wait for products ends
/// for its four warps together.
void HopperProductBuilder::release(Value slot, Value thread) {
  kernel->ifThen(hopper->isEqual(thread, 0),
                 [&] { hopper->arrive(getEmpty(slot)); });
}

/// Emits the products of all tiles of the block, by a warpgroup.
void HopperProductBuilder::consume(Value warpgroup, Value thread) {
  HopperBuilder &h = *hopper;
  ImplicitLocOpBuilder &builder = kernel->builder;
  auto sumType = LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      SmallVector<Type>(schedule.tileN / 2, builder.getF32Type()));
  auto computeTile = [&](Value number, ValueRange ring) -> SmallVector<Value> {
    Tile tile = locate(number);
    Value undefined = LLVM::UndefOp::create(builder, sumType);
    // Carried: slot, parity, previous slot, sums.
    auto computeSlice = [&](Value slice, ValueRange state) {
      Slot slot{state[0], state[1]};
      Value isLater = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                                            slice, h.constant(0));
      Value keepsSum =
          arith::ExtUIOp::create(builder, builder.getI32Type(), isLater);
      Value sums = multiplySlice(slot, warpgroup, state[3], keepsSum);
      h.waitForProducts(1);
      kernel->ifThen(isLater, [&] { release(state[2], thread); });
      Slot next = advance(slot);
      return SmallVector<Value>{next.number, next.parity, slot.number, sums};
    };
    SmallVector<Value> state =
        forEach(h.constant(0), countSlices(), 1,
                {ring[0], ring[1], h.constant(0), undefined}, computeSlice);
    SmallVector<Value> sums = h.finishProducts(state[3]);
    release(state[2], thread);
    storeTile(sums, tile, warpgroup, thread);
    return {state[0], state[1]};
  };
  forEach(block, countTiles(), numBlocks, {h.constant(0), h.constant(0)},
          computeTile);
}

/// Stores the sums of a warpgroup. Register 4 j + 2 h + e of lane l of warp w
/// is row 16 w + 8 h + l / 4, column 8 j + 2 (l % 4) + e.
void HopperProductBuilder::storeTile(ArrayRef<Value> sums, const Tile &tile,
                                     Value warpgroup, Value thread) {
  HopperBuilder &h = *hopper;
  KernelBuilder &kb = *kernel;
  Value lane = h.rem(thread, 32), warp = h.div(thread, 32);
  Value row = h.add(h.add(tile.m, h.mul(warpgroup, 64)),
                    h.add(h.mul(warp, 16), h.div(lane, 4)));
  Value column = h.add(tile.n, h.mul(h.rem(lane, 4), 2));
  bool isWhole = m.size % kTileM == 0 && n.size % schedule.tileN == 0;
  int64_t width = getVectorWidth(getTarget(), n, /*width=*/2);
  batchId = kb.toOffset(tile.batch);
  for (int64_t half = 0; half < 2; ++half)
    for (int64_t j = 0; j < schedule.tileN / 8; ++j)
      for (int64_t e = 0; e < 2; e += width) {
        Value atM = kb.toOffset(h.add(row, 8 * half)),
              atN = kb.toOffset(h.add(column, 8 * j + e));
        ArrayRef<Value> values =
            sums.slice(size_t(4 * j + 2 * half + e), size_t(width));
        auto store = [&] {
          storeResults(SmallVector<Value>(values), atM, atN);
        };
        if (isWhole) {
          store();
          continue;
        }
        Value inside = arith::AndIOp::create(kb.builder, kb.isLess(atM, m.size),
                                             kb.isLess(atN, n.size));
        kb.ifThen(inside, store);
      }
}

void HopperProductBuilder::build(LaunchPlan &plan) {
  numBlocks = std::min(countTiles(), plan.chip.multiprocessors);
  std::pair<Value, sbp::TensorMapShape> maps[] = {{op->getOperand(0), a.map},
                                                  {op->getOperand(1), b.map}};
  int64_t largest = std::max(m.size + kTileM, n.size + schedule.tileN);
  kernel.emplace(plan, op.getLoc(), "hopper_product", getEpilogueTensors(),
                 kThreads, std::max(largest, m.size * n.size * batch.size),
                 maps);
  kernel->setSingleBlock();
  hopper.emplace(kernel->builder);
  ImplicitLocOpBuilder &builder = kernel->builder;
  Type word = builder.getI32Type();
  int64_t bytes = schedule.stages * (getSlotBytes() + 2 * kBarrierBytes);
  base = LLVM::PtrToIntOp::create(builder, word,
                                  kernel->allocateDynamicShared(bytes));
  block = NVVM::BlockIdXOp::create(builder, word);
  Value thread = NVVM::ThreadIdXOp::create(builder, word);
  initialise(thread);
  // The shuffle makes the number uniform, which keeps the roles one branch.
  Value role =
      kernel->readLane(hopper->div(thread, kWarpgroup), hopper->constant(0));
  auto branch = scf::IfOp::create(builder, hopper->isEqual(role, 0),
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  hopper->setRegisters(kProducerRegisters, /*isIncrease=*/false);
  kernel->ifThen(hopper->isEqual(thread, 0), [&] { produce(); });
  builder.setInsertionPointToStart(branch.elseBlock());
  hopper->setRegisters(kConsumerRegisters, /*isIncrease=*/true);
  consume(hopper->sub(role, hopper->constant(1)),
          hopper->rem(thread, kWarpgroup));
  builder.setInsertionPointAfter(branch);
  kernel->finish({numBlocks, 1, 1});
}

namespace {
class HopperProduct : public ProductGenerator {
public:
  StringRef getName() const override { return "hopper_product"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<linalg::GenericOp>(window.front());
    if (!op || !chip.hasWarpgroupProducts || !sbp::region::isContraction(op))
      return;
    auto epilogue = getEpilogue(window);
    for (auto [variant, schedule] : llvm::enumerate(kSchedules)) {
      HopperProductBuilder builder(op, epilogue, schedule);
      if (failed(builder.analyse()))
        return;
      Candidate &made = candidates.emplace_back(
          candidate(llvm::formatv("tiles of {0} x {1} x {2}, {3} slots", kTileM,
                                  schedule.tileN, kSliceK, schedule.stages),
                    builder.predictSeconds(chip), /*numOps=*/epilogue ? 2 : 1));
      made.variant = unsigned(variant);
    }
  }
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override {
    HopperProductBuilder builder(cast<linalg::GenericOp>(ops.front()),
                                 getEpilogue(ops),
                                 kSchedules[candidate.variant]);
    if (failed(builder.analyse()) || failed(builder.prepare(plan)))
      return failure();
    builder.build(plan);
    return success();
  }
};
} // namespace

namespace sbp::cuda {
void registerHopperProduct(GeneratorList &generators) {
  generators.push_back(std::make_unique<HopperProduct>());
}
} // namespace sbp::cuda
