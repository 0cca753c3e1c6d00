// SlotSort.cpp: a stable sort of slots by the rows that they name
//
// A radix sort from the lowest digit of 8 bits on (Knuth, "Sorting and
// Searching", 5.2.5). A pass is two kernels. The first counts the digits of
// each tile of 2048 elements. In the second a thread per digit adds the counts
// of the tiles in front of its own, and a warp ranks 32 neighbours at a time:
// eight votes give each lane the set of lanes with its digit. No pass depends
// on the order of threads. For example, rows 2 0 2 give rows 0 2 2 and slots
// 1 0 2.
#include "SlotSort.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 256, kWarps = kThreads / 32, kRounds = 8,
                         kTile = kThreads * kRounds;
static constexpr int64_t kDigitBits = 8, kDigits = 1 << kDigitBits;
static_assert(kDigits == kThreads, "a thread stands for each digit");

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

static Value number(KernelBuilder &b, int64_t value) {
  return arith::ConstantIntOp::create(b.builder, value, 32);
}

static Value select(KernelBuilder &b, Value condition, Value x, Value y) {
  return arith::SelectOp::create(b.builder, condition, x, y);
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

Value SlotSort::getDigit(KernelBuilder &b, Value key) {
  Value shifted = arith::ShRUIOp::create(b.builder, key, number(b, shift));
  return arith::AndIOp::create(b.builder, shifted, number(b, kDigits - 1));
}

void SlotSort::buildHistogram() {
  SmallVector<Value> used{histogram};
  if (source.rows)
    used.push_back(source.rows);
  else
    llvm::append_range(used, tensors);
  KernelBuilder b(plan, loc, "slot_sort", used, kThreads,
                  count + kTile + tiles * kDigits);
  Value thread = b.threadId();
  Value counters = b.allocateShared(kDigits * 4, 16);
  b.storeShared(number(b, 0), counters, thread);
  if (!source.rows && prologue) {
    Value isFirst = arith::AndIOp::create(b.builder, b.isLess(thread, 1),
                                          b.isLess(b.blockId(), 1));
    b.ifThen(isFirst, [&] { prologue(b); });
  }
  b.barrier();
  for (int64_t round = 0; round < kRounds; ++round) {
    Value index = b.add(b.mul(b.blockId(), kTile),
                        b.add(thread, b.constant(round * kThreads)));
    b.ifThen(b.isLess(index, count), [&] {
      Value digit = getDigit(b, loadKey(b, index));
      Value place = LLVM::GEPOp::create(b.builder, counters.getType(),
                                        b.builder.getI32Type(), counters,
                                        ArrayRef<LLVM::GEPArg>{digit});
      LLVM::AtomicRMWOp::create(b.builder, LLVM::AtomicBinOp::add, place,
                                number(b, 1), LLVM::AtomicOrdering::monotonic);
    });
  }
  b.barrier();
  Value sum = b.loadShared(counters, b.builder.getI32Type(), thread, 1)[0];
  b.store(sum, histogram, b.add(b.mul(b.blockId(), kDigits), thread));
  b.finish({tiles, 1, 1});
}

SlotSort::Values SlotSort::rankElements(KernelBuilder &b, Value counters,
                                        const Values &digits,
                                        const Values &valid) {
  Value one = number(b, 1), thread = b.threadId();
  Value lane = arith::AndIOp::create(
      b.builder, NVVM::ThreadIdXOp::create(b.builder, b.builder.getI32Type()),
      number(b, 31));
  Value lower = arith::SubIOp::create(
      b.builder, arith::ShLIOp::create(b.builder, one, lane), one);
  Value own = b.mul(b.div(thread, 32), kDigits);
  Values ranks;
  for (auto [digit, isValid] : llvm::zip_equal(digits, valid)) {
    Value same = b.vote(isValid);
    for (int64_t bit = 0; bit < kDigitBits; ++bit) {
      Value isSet = arith::CmpIOp::create(
          b.builder, arith::CmpIPredicate::ne,
          arith::AndIOp::create(b.builder, digit, number(b, 1 << bit)),
          number(b, 0));
      Value with = b.vote(isSet);
      Value without = arith::XOrIOp::create(b.builder, with, number(b, -1));
      same = arith::AndIOp::create(b.builder, same,
                                   select(b, isSet, with, without));
    }
    Value rank = math::CtPopOp::create(
        b.builder, arith::AndIOp::create(b.builder, same, lower));
    Value place = b.add(own, b.toOffset(digit));
    Value old = b.loadShared(counters, b.builder.getI32Type(), place, 1)[0];
    b.synchronizeWarp();
    Value leads = arith::AndIOp::create(
        b.builder, isValid,
        arith::CmpIOp::create(b.builder, arith::CmpIPredicate::eq, rank,
                              number(b, 0)));
    b.ifThen(leads, [&] {
      Value next = arith::AddIOp::create(
          b.builder, old, math::CtPopOp::create(b.builder, same));
      b.storeShared(next, counters, place);
    });
    b.synchronizeWarp();
    ranks.push_back(arith::AddIOp::create(b.builder, old, rank));
  }
  return ranks;
}

void SlotSort::findPlaces(KernelBuilder &b, Value counters) {
  Type word = b.builder.getI32Type();
  Value thread = b.threadId(), zero = number(b, 0);
  Value lane = b.rem(thread, 32), warp = b.div(thread, 32);
  auto add = [&](Value x, Value y) -> Value {
    return arith::AddIOp::create(b.builder, x, y);
  };
  // Elements with the thread's digit: of all tiles, and of those in front.
  Values counts =
      b.forLoop(b.constant(0), b.constant(tiles), 1, {zero, zero},
                [&](Value tile, ValueRange now) -> Values {
                  Value found =
                      b.load(histogram, b.add(b.mul(tile, kDigits), thread));
                  Value isBefore = arith::CmpIOp::create(
                      b.builder, arith::CmpIPredicate::ult, tile, b.blockId());
                  return {add(now[0], found),
                          add(now[1], select(b, isBefore, found, zero))};
                });
  Value before = counts[0];
  for (int64_t distance = 1; distance < 32; distance *= 2) {
    Value lower = b.shuffleUp(before, distance);
    before = select(b, b.isLess(lane, distance), before, add(before, lower));
  }
  Value sums = b.allocateShared(kWarps * 4, 16);
  Value isLast = arith::CmpIOp::create(b.builder, arith::CmpIPredicate::eq,
                                       lane, b.constant(31));
  b.ifThen(isLast, [&] { b.storeShared(before, sums, warp); });
  b.barrier();
  Value place =
      add(arith::SubIOp::create(b.builder, before, counts[0]), counts[1]);
  for (int64_t other = 0; other < kWarps; ++other) {
    Value sum = b.loadShared(sums, word, b.constant(other), 1)[0];
    Value isBefore = arith::CmpIOp::create(b.builder, arith::CmpIPredicate::ult,
                                           b.constant(other), warp);
    place = add(place, select(b, isBefore, sum, zero));
  }
  for (int64_t other = 0; other < kWarps; ++other) {
    Value at = b.add(b.constant(other * kDigits), thread);
    Value found = b.loadShared(counters, word, at, 1)[0];
    b.storeShared(place, counters, at);
    place = add(place, found);
  }
}

void SlotSort::buildScatter(const SortedSlots &target) {
  SmallVector<Value> used{histogram, target.rows, target.slots};
  if (source.rows)
    llvm::append_range(used, ArrayRef<Value>{source.rows, source.slots});
  else
    llvm::append_range(used, tensors);
  KernelBuilder b(plan, loc, "slot_sort", used, kThreads,
                  count + kTile + tiles * kDigits);
  Value thread = b.threadId();
  Value counters = b.allocateShared(kWarps * kDigits * 4, 16);
  for (int64_t warp = 0; warp < kWarps; ++warp)
    b.storeShared(number(b, 0), counters,
                  b.add(b.constant(warp * kDigits), thread));
  b.barrier();
  // A warp owns neighbours, so that ranks follow the order of elements.
  Value first =
      b.add(b.mul(b.blockId(), kTile),
            b.add(b.mul(b.div(thread, 32), 32 * kRounds), b.rem(thread, 32)));
  Values keys, slots, digits, valid;
  for (int64_t round = 0; round < kRounds; ++round) {
    Value index = b.add(first, b.constant(round * 32));
    valid.push_back(b.isLess(index, count));
    Value safe =
        arith::MinUIOp::create(b.builder, index, b.constant(count - 1));
    keys.push_back(loadKey(b, safe));
    digits.push_back(getDigit(b, keys.back()));
    slots.push_back(source.rows ? b.load(source.slots, safe) : b.toWord(safe));
  }
  Values ranks = rankElements(b, counters, digits, valid);
  b.barrier();
  findPlaces(b, counters);
  b.barrier();
  Value own = b.mul(b.div(thread, 32), kDigits);
  for (int64_t round = 0; round < kRounds; ++round)
    b.ifThen(valid[round], [&] {
      Value place = b.loadShared(counters, b.builder.getI32Type(),
                                 b.add(own, b.toOffset(digits[round])), 1)[0];
      Value at =
          b.toOffset(arith::AddIOp::create(b.builder, place, ranks[round]));
      b.store(keys[round], target.rows, at);
      b.store(slots[round], target.slots, at);
    });
  b.finish({tiles, 1, 1});
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
