// SlotSort.cpp: a stable sort of slots by the rows that they name
//
// A radix sort from the lowest digit of 8 bits on (Knuth, "Sorting and
// Searching", 5.2.5). A pass is two kernels. The first counts the digits of
// each tile of 2048 elements. In the second a thread per digit adds the counts
// of the tiles before its own, and a warp ranks 32 neighbours at a time:
// eight votes give each lane the set of lanes with its digit. No pass depends
// on the order of threads. For example, rows 2 0 2 give rows 0 2 2 and slots
// 1 0 2.
#include "SlotSort.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kSortThreads = 256, kWarps = kSortThreads / 32,
                         kRounds = 8, kTile = kSortThreads * kRounds;
static constexpr int64_t kDigitBits = 8, kDigits = 1 << kDigitBits;
static_assert(kDigits == kSortThreads, "a thread stands for each digit");

static int64_t countPasses(const ChosenRows &form) {
  return llvm::divideCeil(llvm::Log2_64_Ceil(form.numRows + 1), kDigitBits);
}

int64_t SlotSort::countKernels(const ChosenRows &form) {
  return 2 * std::max<int64_t>(1, countPasses(form));
}

SlotSort::SlotSort(LaunchPlan &plan, Location loc, const ChosenRows &form,
                   ArrayRef<Value> tensors,
                   llvm::function_ref<void(KernelBuilder &)> prologue)
    : plan(plan), loc(loc), form(form), tensors(tensors), prologue(prologue),
      count(form.tokens * form.slots), tiles(llvm::divideCeil(count, kTile)) {}

static Value number(KernelBuilder &builder, int64_t value) {
  return arith::ConstantIntOp::create(builder.builder, value, 32);
}

static Value select(KernelBuilder &builder, Value condition, Value x, Value y) {
  return arith::SelectOp::create(builder.builder, condition, x, y);
}

Value SlotSort::createTemporary(int64_t count) {
  Type word = IntegerType::get(loc.getContext(), 32);
  return plan.buffers.createTemporary(loc, RankedTensorType::get(count, word));
}

Value SlotSort::loadKey(KernelBuilder &builder, Value index) {
  if (source.rows)
    return builder.load(source.rows, index);
  SlotPosition slot = loadSlotPosition(builder, form, index);
  return form.drops ? select(builder, slot.isInside, slot.row,
                             number(builder, form.numRows))
                    : slot.row;
}

Value SlotSort::getDigit(KernelBuilder &builder, Value key) {
  Value shifted =
      arith::ShRUIOp::create(builder.builder, key, number(builder, shift));
  return arith::AndIOp::create(builder.builder, shifted,
                               number(builder, kDigits - 1));
}

void SlotSort::buildHistogram() {
  SmallVector<Value> used{histogram};
  if (source.rows)
    used.push_back(source.rows);
  else
    llvm::append_range(used, tensors);
  KernelBuilder builder(plan, loc, "slot_sort", used, kSortThreads,
                        count + kTile + tiles * kDigits);
  Value thread = builder.threadId();
  Value counters = builder.allocateShared(kDigits * 4, 16);
  builder.storeShared(number(builder, 0), counters, thread);
  if (!source.rows && prologue) {
    Value isFirst =
        arith::AndIOp::create(builder.builder, builder.isLess(thread, 1),
                              builder.isLess(builder.blockId(), 1));
    builder.ifThen(isFirst, [&] { prologue(builder); });
  }
  builder.barrier();
  for (int64_t round = 0; round < kRounds; ++round) {
    Value index = builder.add(
        builder.mul(builder.blockId(), kTile),
        builder.add(thread, builder.constant(round * kSortThreads)));
    builder.ifThen(builder.isLess(index, count), [&] {
      Value digit = getDigit(builder, loadKey(builder, index));
      Value place = LLVM::GEPOp::create(builder.builder, counters.getType(),
                                        builder.builder.getI32Type(), counters,
                                        ArrayRef<LLVM::GEPArg>{digit});
      LLVM::AtomicRMWOp::create(builder.builder, LLVM::AtomicBinOp::add, place,
                                number(builder, 1),
                                LLVM::AtomicOrdering::monotonic);
    });
  }
  builder.barrier();
  Value sum =
      builder.loadShared(counters, builder.builder.getI32Type(), thread, 1)[0];
  builder.store(sum, histogram,
                builder.add(builder.mul(builder.blockId(), kDigits), thread));
  builder.finish({tiles, 1, 1});
}

SlotSort::Values SlotSort::rankElements(KernelBuilder &builder, Value counters,
                                        const Values &digits,
                                        const Values &valid) {
  Value one = number(builder, 1), thread = builder.threadId();
  Value lane = arith::AndIOp::create(
      builder.builder,
      NVVM::ThreadIdXOp::create(builder.builder, builder.builder.getI32Type()),
      number(builder, 31));
  Value lower = arith::SubIOp::create(
      builder.builder, arith::ShLIOp::create(builder.builder, one, lane), one);
  Value own = builder.mul(builder.div(thread, 32), kDigits);
  Values ranks;
  for (auto [digit, isValid] : llvm::zip_equal(digits, valid)) {
    Value same = builder.vote(isValid);
    for (int64_t bit = 0; bit < kDigitBits; ++bit) {
      Value isSet = arith::CmpIOp::create(
          builder.builder, arith::CmpIPredicate::ne,
          arith::AndIOp::create(builder.builder, digit,
                                number(builder, 1 << bit)),
          number(builder, 0));
      Value with = builder.vote(isSet);
      Value without =
          arith::XOrIOp::create(builder.builder, with, number(builder, -1));
      same = arith::AndIOp::create(builder.builder, same,
                                   select(builder, isSet, with, without));
    }
    Value rank = math::CtPopOp::create(
        builder.builder, arith::AndIOp::create(builder.builder, same, lower));
    Value place = builder.add(own, builder.toOffset(digit));
    Value old =
        builder.loadShared(counters, builder.builder.getI32Type(), place, 1)[0];
    builder.synchronizeWarp();
    Value leads = arith::AndIOp::create(
        builder.builder, isValid,
        arith::CmpIOp::create(builder.builder, arith::CmpIPredicate::eq, rank,
                              number(builder, 0)));
    builder.ifThen(leads, [&] {
      Value next = arith::AddIOp::create(
          builder.builder, old, math::CtPopOp::create(builder.builder, same));
      builder.storeShared(next, counters, place);
    });
    builder.synchronizeWarp();
    ranks.push_back(arith::AddIOp::create(builder.builder, old, rank));
  }
  return ranks;
}

void SlotSort::findPlaces(KernelBuilder &builder, Value counters) {
  Type word = builder.builder.getI32Type();
  Value thread = builder.threadId(), zero = number(builder, 0);
  Value lane = builder.rem(thread, 32), warp = builder.div(thread, 32);
  auto add = [&](Value x, Value y) -> Value {
    return arith::AddIOp::create(builder.builder, x, y);
  };
  // Elements with the thread's digit: of all tiles, and of those in front.
  Values counts = builder.forLoop(
      builder.constant(0), builder.constant(tiles), 1, {zero, zero},
      [&](Value tile, ValueRange now) -> Values {
        Value found = builder.load(
            histogram, builder.add(builder.mul(tile, kDigits), thread));
        Value isBefore =
            arith::CmpIOp::create(builder.builder, arith::CmpIPredicate::ult,
                                  tile, builder.blockId());
        return {add(now[0], found),
                add(now[1], select(builder, isBefore, found, zero))};
      });
  Value before = counts[0];
  for (int64_t distance = 1; distance < 32; distance *= 2) {
    Value lower = builder.shuffleUp(before, distance);
    before = select(builder, builder.isLess(lane, distance), before,
                    add(before, lower));
  }
  Value sums = builder.allocateShared(kWarps * 4, 16);
  Value isLast = arith::CmpIOp::create(
      builder.builder, arith::CmpIPredicate::eq, lane, builder.constant(31));
  builder.ifThen(isLast, [&] { builder.storeShared(before, sums, warp); });
  builder.barrier();
  Value place =
      add(arith::SubIOp::create(builder.builder, before, counts[0]), counts[1]);
  for (int64_t other = 0; other < kWarps; ++other) {
    Value sum = builder.loadShared(sums, word, builder.constant(other), 1)[0];
    Value isBefore =
        arith::CmpIOp::create(builder.builder, arith::CmpIPredicate::ult,
                              builder.constant(other), warp);
    place = add(place, select(builder, isBefore, sum, zero));
  }
  for (int64_t other = 0; other < kWarps; ++other) {
    Value at = builder.add(builder.constant(other * kDigits), thread);
    Value found = builder.loadShared(counters, word, at, 1)[0];
    builder.storeShared(place, counters, at);
    place = add(place, found);
  }
}

void SlotSort::buildScatter(const SortedSlots &target) {
  SmallVector<Value> used{histogram, target.rows, target.slots};
  if (source.rows)
    llvm::append_range(used, ArrayRef<Value>{source.rows, source.slots});
  else
    llvm::append_range(used, tensors);
  KernelBuilder builder(plan, loc, "slot_sort", used, kSortThreads,
                        count + kTile + tiles * kDigits);
  Value thread = builder.threadId();
  Value counters = builder.allocateShared(kWarps * kDigits * 4, 16);
  for (int64_t warp = 0; warp < kWarps; ++warp)
    builder.storeShared(number(builder, 0), counters,
                        builder.add(builder.constant(warp * kDigits), thread));
  builder.barrier();
  // A warp owns neighbours, so that ranks follow the order of elements.
  Value first = builder.add(
      builder.mul(builder.blockId(), kTile),
      builder.add(builder.mul(builder.div(thread, 32), 32 * kRounds),
                  builder.rem(thread, 32)));
  Values keys, slots, digits, valid;
  for (int64_t round = 0; round < kRounds; ++round) {
    Value index = builder.add(first, builder.constant(round * 32));
    valid.push_back(builder.isLess(index, count));
    Value safe = arith::MinUIOp::create(builder.builder, index,
                                        builder.constant(count - 1));
    keys.push_back(loadKey(builder, safe));
    digits.push_back(getDigit(builder, keys.back()));
    slots.push_back(source.rows ? builder.load(source.slots, safe)
                                : builder.toWord(safe));
  }
  Values ranks = rankElements(builder, counters, digits, valid);
  builder.barrier();
  findPlaces(builder, counters);
  builder.barrier();
  Value own = builder.mul(builder.div(thread, 32), kDigits);
  for (int64_t round = 0; round < kRounds; ++round)
    builder.ifThen(valid[round], [&] {
      Value place = builder.loadShared(
          counters, builder.builder.getI32Type(),
          builder.add(own, builder.toOffset(digits[round])), 1)[0];
      Value at = builder.toOffset(
          arith::AddIOp::create(builder.builder, place, ranks[round]));
      builder.store(keys[round], target.rows, at);
      builder.store(slots[round], target.slots, at);
    });
  builder.finish({tiles, 1, 1});
}

SortedSlots SlotSort::build() {
  histogram = createTemporary(tiles * kDigits);
  for (int64_t kernels = countKernels(form); kernels; kernels -= 2) {
    SortedSlots target{createTemporary(count), createTemporary(count)};
    buildHistogram();
    buildScatter(target);
    source = target;
    shift += kDigitBits;
  }
  return source;
}
