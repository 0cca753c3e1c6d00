// HopperProductBuilder.cpp: the frame of the kernel of a product
#include "HopperProductBuilder.h"
#include "InlinePtx.h"
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
  bool isRows = number == 0 || (number == 2 && schedule.isTransposed);
  const Nest &outer = isRows ? getRows() : getColumns();
  const Access &own = number == 2 ? partnerAccess : access[isWeight(number)];
  int64_t tileRows = isRows ? schedule.tileM : schedule.tileN,
          parts = isRows ? 1 : schedule.clusterSize;
  if (partner && isWeight(number))
    tileRows /= 2;
  factor.tensors = {getOperand(number).get()};
  auto find = [&](const FactorLayout &layout) {
    auto loads =
        TileLoads::find(layout, tileRows, parts, schedule.getElementBytes());
    if (loads)
      factor.loads = *loads;
    return loads.has_value();
  };
  if (auto layout = FactorLayout::find(own, outer, k, batch);
      layout && schedule.countParts() == 1 && find(*layout))
    return success();
  factor.packing.emplace(own, outer, k, batch, schedule.float32);
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
  for (unsigned number = 0; number < countFactors(); ++number)
    if (failed(analyseFactor(number)))
      return failure();
  // One descriptor describes both halves of B.
  unsigned weight = schedule.isTransposed ? 0 : 1;
  return success(!partner ||
                 factors[2].loads.order == factors[weight].loads.order);
}

ProductSize HopperProductBuilder::getSize() {
  ProductSize size{m.size, n.size, k.size, batch.size};
  if (partner) {
    size.isPair = true;
    size.n *= 2;
    size.bytes += getAccessedBytes(partner, partner->getOpOperand(1));
  }
  // The sums that an epilogue reads are not stored.
  for (OpOperand &operand : op->getOpOperands().take_front(epilogue ? 2 : 3))
    size.bytes += getAccessedBytes(op, operand);
  if (epilogue)
    for (OpOperand &operand : epilogue->getOpOperands())
      if (!isProduct(operand.get()))
        size.bytes += getAccessedBytes(epilogue, operand);
  if (epilogue)
    size.epilogueSteps = countEpilogueSteps(epilogue);
  if (schedule.countParts() > 1)
    for (const Factor &factor : factors)
      size.bytes += factor.packing ? factor.packing->countBytes() / 2 : 0;
  return size;
}

double HopperProductBuilder::predictPackingSeconds(const Chip &chip) const {
  double seconds = 0;
  for (const Factor &factor : factors)
    if (factor.packing && !factor.isPackedOnce())
      seconds += factor.packing->predictSeconds(chip);
  return seconds;
}

int64_t HopperProductBuilder::countFixedBytes() const {
  int64_t bytes = 0;
  for (const Factor &factor : factors)
    if (factor.isPackedOnce())
      bytes += int64_t(factor.packing->countBytes());
  return bytes;
}

LogicalResult HopperProductBuilder::prepare(LaunchPlan &plan) {
  for (unsigned number = 0; number < countFactors(); ++number) {
    Factor &factor = factors[number];
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

int64_t HopperProductBuilder::getFactorOffset(unsigned number) {
  auto getBytes = [&](unsigned one) {
    return factors[one].loads.getTileBytes();
  };
  // The order of the tiles in a slot: rows, columns, each with both halves.
  if (number == 0)
    return 0;
  if (number == 2)
    return schedule.isTransposed ? getBytes(0) : getBytes(0) + getBytes(1);
  return getBytes(0) + (partner && schedule.isTransposed ? getBytes(2) : 0);
}
int64_t HopperProductBuilder::getTileBytes() {
  int64_t bytes = 0;
  for (unsigned number = 0; number < countFactors(); ++number)
    bytes += factors[number].loads.getTileBytes();
  return bytes;
}
int64_t HopperProductBuilder::getExchangeOffset() {
  return schedule.stages * getSlotBytes() +
         (staging ? schedule.consumers * staging->blocks * kStagingBytes : 0);
}
int64_t HopperProductBuilder::getBarriersOffset() {
  return getExchangeOffset() + schedule.getExchangeBytes();
}
int64_t HopperProductBuilder::countSlices() const {
  return llvm::divideCeil(k.size, schedule.getSliceK());
}
int64_t HopperProductBuilder::countClusterTiles() {
  return countTiles(schedule, getSize()) / schedule.clusterSize;
}
bool HopperProductBuilder::isWhole() const {
  return getRows().size % (getResultRows() * schedule.clusterSize) == 0 &&
         getColumns().size % getResultColumns() == 0;
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
/// No schedule has both turns and an exchange.
Value HopperProductBuilder::getExchanged() {
  return getTurn(hopper->constant(0));
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
  int64_t columns = llvm::divideCeil(getColumns().size, getResultColumns()),
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
  return {h.mul(row, getResultRows()), h.mul(column, getResultColumns()),
          number};
}

/// For 5 slices, two blocks have those from 0 and from 2 on.
Value HopperProductBuilder::getFirstSlice(Value part) {
  return hopper->div(hopper->mul(part, countSlices()), schedule.splits);
}

Value HopperProductBuilder::getSliceCount() {
  HopperBuilder &h = *hopper;
  if (schedule.splits == 1)
    return h.constant(countSlices());
  return h.sub(getFirstSlice(h.add(part, 1)), getFirstSlice(part));
}

SmallVector<Value> HopperProductBuilder::forEach(
    Value first, Value end, int64_t step, ArrayRef<Value> carried,
    llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  ImplicitLocOpBuilder &builder = kernel->builder;
  auto loop =
      scf::ForOp::create(builder, first, end, hopper->constant(step), carried);
  // The descriptors of all slices would need registers.
  disableUnrolling(loop);
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

/// Waits for all blocks of the cluster.
void HopperProductBuilder::synchronizeBlocks() {
  if (schedule.getClusterBlocks() > 1)
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
    if (schedule.splits > 1)
      hopper->initialiseBarrier(getExchanged(), 1);
    hopper->fenceBarriers();
    // Partial sums cannot come before the barrier of the cluster.
    if (schedule.splits > 1)
      hopper->arriveExpecting(getExchanged(), schedule.getExchangeBytes());
  });
  synchronizeBlocks();
}

void HopperProductBuilder::build(LaunchPlan &plan) {
  // A block exchanges its sums once.
  numClusters = countClusterTiles();
  if (schedule.splits == 1)
    numClusters =
        std::min(numClusters, plan.chip.multiprocessors * schedule.blocks /
                                  schedule.clusterSize);
  staging = findStaging(plan);
  SmallVector<std::pair<Value, sbp::TensorMapShape>> maps;
  for (unsigned part = 0; part < schedule.countParts(); ++part)
    for (const Factor &factor : ArrayRef(factors).take_front(countFactors()))
      maps.push_back({factor.tensors[part], factor.loads.map});
  if (staging)
    maps.push_back({getResult(), staging->map});
  int64_t largest =
      std::max(getRows().size + schedule.tileM * schedule.clusterSize,
               getColumns().size + schedule.tileN);
  kernel.emplace(plan, op.getLoc(), "hopper_product", getEpilogueTensors(),
                 kWarpgroup * (1 + schedule.consumers),
                 std::max(largest, m.size * n.size * batch.size), maps);
  // Rounding to 2 bytes hides what approximations lose.
  kernel->isApproximate = isNarrowFloat(getElementTypeOrSelf(getResult())) &&
                          schedule.float32 == Float32::Exact;
  // One consumer has few sums, and the registers of the launch suffice.
  bool movesRegisters = schedule.consumers > 1;
  if (movesRegisters)
    kernel->setSingleBlock();
  hopper.emplace(kernel->builder);
  if (schedule.getClusterBlocks() > 1)
    hopper->setClusterSize(schedule.getClusterBlocks());
  ImplicitLocOpBuilder &builder = kernel->builder;
  Type word = builder.getI32Type();
  int64_t barriers = 2 * schedule.stages +
                     (schedule.isPingPong ? schedule.consumers : 0) +
                     (schedule.splits > 1 ? 1 : 0);
  base = LLVM::PtrToIntOp::create(
      builder, word,
      kernel->allocateDynamicShared(getBarriersOffset() +
                                    barriers * kBarrierBytes));
  cluster = NVVM::BlockIdXOp::create(builder, word);
  rank = part = hopper->constant(0);
  if (int64_t blocks = schedule.getClusterBlocks(); blocks > 1) {
    Value &number = schedule.splits > 1 ? part : rank;
    number = hopper->rem(cluster, blocks);
    cluster = hopper->div(cluster, blocks);
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
  if (schedule.getClusterBlocks() > 1)
    hopper->synchronizeCluster();
  kernel->finish({numClusters * schedule.getClusterBlocks(), 1, 1});
}
