// HopperProductBuilder.cpp: the frame of the kernel of a product
#include "HopperProductBuilder.h"
#include "Prediction.h"
#include "TensorMaps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kGroupRows = 8, kWarpgroup = 128, kBarrierBytes = 8;
/// Registers of a thread: 384 x 168 at launch are 128 x 40 + 256 x 232 later.
static constexpr int64_t kProducerRegisters = 40, kConsumerRegisters = 232;
/// Bytes of a block of 64 x 64 results.
static constexpr int64_t kStagingBytes = 64 * 64 * 2;

static bool isNarrowFloat(Type type) { return type.isBF16() || type.isF16(); }

LogicalResult HopperProductBuilder::analyseFactor(unsigned number) {
  Factor &factor = factors[number];
  const Nest &outer = number == 0 ? getRows() : getColumns();
  OpOperand &operand = getOperand(number);
  int64_t tileRows = number == 0 ? schedule.tileM : schedule.tileN,
          parts = number == 0 ? 1 : schedule.clusterSize;
  factor.tensors = {operand.get()};
  auto find = [&](const FactorLayout &layout) {
    auto loads =
        TileLoads::find(layout, tileRows, parts, schedule.getElementBytes());
    if (loads)
      factor.loads = *loads;
    return loads.has_value();
  };
  const Access &read = access[operand.getOperandNumber()];
  if (auto layout = FactorLayout::find(read, outer, k, batch);
      layout && schedule.countParts() == 1 && find(*layout))
    return success();
  factor.packing.emplace(read, outer, k, batch, schedule.float32);
  return success(find(factor.packing->getLayout()));
}

LogicalResult HopperProductBuilder::analyse() {
  Type left = getElementTypeOrSelf(op->getOperand(0)),
       right = getElementTypeOrSelf(op->getOperand(1));
  bool isExpected =
      schedule.float32 == Float32::Exact ? isNarrowFloat(left) : left.isF32();
  if (!isMarked || !type.isF32() || left != right || !isExpected ||
      failed(MatmulForm::analyse()) || k.size == 0 || m.size == 0 ||
      n.size == 0 || batch.size == 0)
    return failure();
  // Rows, columns and tiles are counted in 32 bits.
  if (m.size > INT32_MAX / 2 || n.size > INT32_MAX / 2 ||
      !fits(schedule, getSize()) ||
      countTiles(schedule, getSize()) > INT32_MAX / 2)
    return failure();
  return success(succeeded(analyseFactor(0)) && succeeded(analyseFactor(1)));
}

ProductSize HopperProductBuilder::getSize() {
  ProductSize size{m.size, n.size, k.size, batch.size, getAccessedBytes(op)};
  if (epilogue)
    for (OpOperand &operand : epilogue->getOpOperands())
      if (operand.get() != op->getResult(0))
        size.bytes += getAccessedBytes(epilogue, operand);
  if (schedule.countParts() > 1)
    for (const Factor &factor : factors)
      size.bytes += factor.packing ? factor.packing->countBytes() / 2 : 0;
  return size;
}

double HopperProductBuilder::predictPackingSeconds(const Chip &chip) const {
  double seconds = 0;
  for (const Factor &factor : factors)
    if (factor.packing)
      seconds += factor.packing->predictSeconds(chip);
  return seconds;
}

LogicalResult HopperProductBuilder::prepare(LaunchPlan &plan) {
  for (auto [number, factor] : llvm::enumerate(factors)) {
    if (factor.packing) {
      factor.tensors =
          factor.packing->emit(plan, op.getLoc(), factor.tensors.front());
      continue;
    }
    OpOperand &operand = getOperand(number);
    if (failed(prepareTensorMap(plan, operand)))
      return failure();
    factor.tensors = {operand.get()};
  }
  return success();
}

int64_t HopperProductBuilder::getTileBytes() const {
  return factors[0].loads.getTileBytes() + factors[1].loads.getTileBytes();
}
int64_t HopperProductBuilder::getBarriersOffset() const {
  return schedule.stages * getSlotBytes() +
         (staging ? schedule.consumers * staging->blocks * kStagingBytes : 0);
}
int64_t HopperProductBuilder::countSlices() const {
  return llvm::divideCeil(k.size, schedule.getSliceK());
}
int64_t HopperProductBuilder::countClusterTiles() {
  return countTiles(schedule, getSize()) / schedule.clusterSize;
}
bool HopperProductBuilder::isWhole() const {
  return getRows().size % (schedule.tileM * schedule.clusterSize) == 0 &&
         getColumns().size % schedule.tileN == 0;
}

Value HopperProductBuilder::getFull(Value slot) {
  return hopper->add(hopper->add(base, hopper->mul(slot, kBarrierBytes)),
                     getBarriersOffset());
}
Value HopperProductBuilder::getEmpty(Value slot) {
  return hopper->add(getFull(slot), schedule.stages * kBarrierBytes);
}
/// Returns the mbarrier at which a consumer's turn begins.
Value HopperProductBuilder::getTurn(Value consumer) {
  return hopper->add(getFull(consumer), 2 * schedule.stages * kBarrierBytes);
}

HopperProductBuilder::Slot HopperProductBuilder::advance(Slot slot) {
  Value next = hopper->add(slot.number, 1);
  Value wraps = hopper->isEqual(next, schedule.stages);
  Value flipped = hopper->sub(hopper->constant(1), slot.parity);
  return {hopper->select(wraps, hopper->constant(0), next),
          hopper->select(wraps, flipped, slot.parity)};
}

/// Returns the slot behind the next `slices` ones.
HopperProductBuilder::Slot HopperProductBuilder::skip(Slot slot, Value slices) {
  HopperBuilder &h = *hopper;
  Value sum = h.add(slot.number, slices);
  Value rounds = h.add(slot.parity, h.div(sum, schedule.stages));
  return {h.rem(sum, schedule.stages), h.rem(rounds, 2)};
}

/// Returns the position of the block's part of tile `tile` of its cluster:
/// batches one after the other, in each groups of kGroupRows rows of such
/// tiles, in each column by column.
HopperProductBuilder::Tile HopperProductBuilder::locate(Value tile) {
  HopperBuilder &h = *hopper;
  int64_t columns = llvm::divideCeil(getColumns().size, schedule.tileN),
          rows = countClusterTiles() / (columns * batch.size);
  Value number = h.div(tile, rows * columns);
  Value rest = h.rem(tile, rows * columns);
  Value first = h.mul(h.div(rest, kGroupRows * columns), kGroupRows);
  rest = h.rem(rest, kGroupRows * columns);
  Value inGroup = arith::MinUIOp::create(
      kernel->builder, h.constant(kGroupRows), h.sub(h.constant(rows), first));
  Value column = arith::DivUIOp::create(kernel->builder, rest, inGroup);
  Value row =
      h.add(first, arith::RemUIOp::create(kernel->builder, rest, inGroup));
  if (schedule.clusterSize > 1)
    row = h.add(h.mul(row, schedule.clusterSize), rank);
  return {h.mul(row, schedule.tileM), h.mul(column, schedule.tileN), number};
}

SmallVector<Value> HopperProductBuilder::forEach(
    Value first, Value end, int64_t step, ArrayRef<Value> carried,
    llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  ImplicitLocOpBuilder &builder = kernel->builder;
  auto loop =
      scf::ForOp::create(builder, first, end, hopper->constant(step), carried);
  // Unrolled, the descriptors of all slices would need registers.
  auto unrolls = LLVM::LoopUnrollAttr::get(
      builder.getContext(), builder.getBoolAttr(true), {}, {}, {}, {}, {}, {});
  loop->setAttr("llvm.loop_annotation",
                LLVM::LoopAnnotationAttr::get(builder.getContext(), {}, {}, {},
                                              unrolls, {}, {}, {}, {}, {}, {},
                                              {}, {}, {}, {}, {}));
  builder.setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(builder,
                       body(loop.getInductionVar(), loop.getRegionIterArgs()));
  builder.setInsertionPointAfter(loop);
  return SmallVector<Value>(loop.getResults());
}

/// Returns the number of the thread in its warpgroup, read here.
Value HopperProductBuilder::getThread() {
  return hopper->rem(hopper->readThread(), kWarpgroup);
}

/// Waits for all blocks that share loads.
void HopperProductBuilder::synchronizeBlocks() {
  if (schedule.clusterSize > 1)
    hopper->synchronizeCluster();
  else
    kernel->barrier();
}

/// Initialises the barriers of the ring, and those of turns. A slot is empty
/// when all consumers that read it, in all blocks that receive its loads, have
/// arrived.
void HopperProductBuilder::initialise(Value thread) {
  int64_t readers =
      (schedule.isPingPong ? 1 : schedule.consumers) * schedule.clusterSize;
  kernel->ifThen(hopper->isEqual(thread, 0), [&] {
    for (int64_t stage = 0; stage < schedule.stages; ++stage) {
      Value slot = hopper->constant(stage);
      hopper->initialiseBarrier(getFull(slot), 1);
      hopper->initialiseBarrier(getEmpty(slot), readers);
    }
    for (int64_t i = 0; schedule.isPingPong && i < schedule.consumers; ++i)
      hopper->initialiseBarrier(getTurn(hopper->constant(i)), 1);
    hopper->fenceBarriers();
  });
  synchronizeBlocks();
}

void HopperProductBuilder::build(LaunchPlan &plan) {
  numClusters =
      std::min(countClusterTiles(), plan.chip.multiprocessors *
                                        schedule.blocks / schedule.clusterSize);
  staging = findStaging(plan);
  SmallVector<std::pair<Value, sbp::TensorMapShape>> maps;
  for (unsigned part = 0; part < schedule.countParts(); ++part)
    for (const Factor &factor : factors)
      maps.push_back({factor.tensors[part], factor.loads.map});
  if (staging)
    maps.push_back({getResult(), staging->map});
  int64_t largest =
      std::max(getRows().size + schedule.tileM * schedule.clusterSize,
               getColumns().size + schedule.tileN);
  kernel.emplace(plan, op.getLoc(), "hopper_product", getEpilogueTensors(),
                 kWarpgroup * (1 + schedule.consumers),
                 std::max(largest, m.size * n.size * batch.size), maps);
  // One consumer has few sums, and the registers of the launch suffice.
  bool movesRegisters = schedule.consumers > 1;
  if (movesRegisters)
    kernel->setSingleBlock();
  hopper.emplace(kernel->builder);
  if (schedule.clusterSize > 1)
    hopper->setClusterSize(schedule.clusterSize);
  ImplicitLocOpBuilder &builder = kernel->builder;
  Type word = builder.getI32Type();
  int64_t barriers =
      2 * schedule.stages + (schedule.isPingPong ? schedule.consumers : 0);
  base = LLVM::PtrToIntOp::create(
      builder, word,
      kernel->allocateDynamicShared(getBarriersOffset() +
                                    barriers * kBarrierBytes));
  cluster = NVVM::BlockIdXOp::create(builder, word);
  rank = hopper->constant(0);
  if (schedule.clusterSize > 1) {
    rank = hopper->rem(cluster, schedule.clusterSize);
    cluster = hopper->div(cluster, schedule.clusterSize);
  }
  Value thread = NVVM::ThreadIdXOp::create(builder, word);
  initialise(thread);
  // A shuffled number is uniform, so the roles remain one branch.
  Value role =
      kernel->readLane(hopper->div(thread, kWarpgroup), hopper->constant(0));
  auto branch = scf::IfOp::create(builder, hopper->isEqual(role, 0),
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  if (movesRegisters)
    hopper->setRegisters(kProducerRegisters, /*isIncrease=*/false);
  kernel->ifThen(hopper->isEqual(thread, 0), [&] { produce(); });
  builder.setInsertionPointToStart(branch.elseBlock());
  if (movesRegisters)
    hopper->setRegisters(kConsumerRegisters, /*isIncrease=*/true);
  consume({hopper->sub(role, hopper->constant(1)),
           hopper->rem(thread, kWarpgroup)});
  builder.setInsertionPointAfter(branch);
  // No block ends while others may still write its shared memory.
  if (schedule.clusterSize > 1)
    hopper->synchronizeCluster();
  kernel->finish({numClusters * schedule.clusterSize, 1, 1});
}
