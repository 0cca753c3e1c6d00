// Choice.cpp: the k greatest of elements that a group of threads holds
//
// Radix selection (Knuth, "Sorting and Searching", 5.2.2) one bit at a time:
// the k-th greatest key is found from its highest bit down, by counting the
// elements that are not less; then, among elements of that key, the greatest
// index that is chosen. Exactly k elements remain. They are collected in shared
// memory in any order and ranked by counting, so that nothing depends on which
// thread comes first. For k = 2 of 5 7 5 7 the bound is 7, the last index 3.
#include "Choice.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

using arith::CmpIPredicate;

/// Elements of a thread that stay in registers; limit on static shared memory.
static constexpr int64_t kMaxKept = 32, kMaxSharedBytes = 45056;
/// Words of a group in addition to those of the chosen elements: two sets of
/// partial sums, a counter.
static constexpr int64_t kSumWords = 32, kMoreWords = 2 * kSumWords + 1;

bool sbp::cuda::hasOrderKey(Type element) {
  return element.isF32() || element.isBF16() || element.isF16() ||
         (element.isInteger() && element.getIntOrFloatBitWidth() <= 32);
}

Value sbp::cuda::createOrderKey(KernelBuilder &kernel, Value x) {
  auto &builder = kernel.builder;
  Type word = builder.getI32Type();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, value, 32);
  };
  Value sign = number(INT32_MIN);
  if (x.getType().isInteger(1))
    return arith::ExtUIOp::create(builder, word, x);
  if (isa<IntegerType>(x.getType())) {
    if (x.getType() != word)
      x = arith::ExtSIOp::create(builder, word, x);
    return arith::XOrIOp::create(builder, x, sign);
  }
  if (!x.getType().isF32())
    x = arith::ExtFOp::create(builder, builder.getF32Type(), x);
  Value zero = kernel.zero(builder.getF32Type());
  Value isZero =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ, x, zero);
  Value isNaN = arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, x, x);
  Value bits = arith::BitcastOp::create(builder, word, x);
  bits = arith::SelectOp::create(builder, isZero, number(0), bits);
  // Positive numbers get the sign bit, negative ones are complemented.
  Value isNegative =
      arith::CmpIOp::create(builder, CmpIPredicate::slt, bits, number(0));
  Value mask = arith::SelectOp::create(builder, isNegative, number(-1), sign);
  Value key = arith::XOrIOp::create(builder, bits, mask);
  return arith::SelectOp::create(builder, isNaN, number(-1), key);
}

int64_t Choice::chooseGroup(int64_t total) {
  for (int64_t group : {32, 256})
    if (total <= group * kMaxKept)
      return group;
  return 1024;
}

bool Choice::fits(int64_t k, int64_t groups) {
  return groups * (2 * k + kMoreWords) * 4 <= kMaxSharedBytes;
}

Choice::Choice(KernelBuilder &kernel, int64_t k, int64_t total, int64_t group,
               int64_t groups)
    : builder(kernel), k(k), total(total), group(group) {
  Type word = builder.builder.getI32Type();
  thread = NVVM::ThreadIdXOp::create(builder.builder, word);
  inGroup = arith::AndIOp::create(builder.builder, thread, number(group - 1));
  shared = builder.allocateShared(groups * (2 * k + kMoreWords) * 4, 16);
  Value which = arith::DivUIOp::create(builder.builder, thread, number(group));
  groupBase =
      arith::MulIOp::create(builder.builder, which, number(2 * k + kMoreWords));
}

Value Choice::number(int64_t value) {
  return arith::ConstantIntOp::create(builder.builder, value, 32);
}

Value Choice::compare(CmpIPredicate predicate, Value x, Value y) {
  return arith::CmpIOp::create(builder.builder, predicate, x, y);
}

static Value add(KernelBuilder &builder, Value x, Value y) {
  return arith::AddIOp::create(builder.builder, x, y);
}

static Value select(KernelBuilder &builder, Value condition, Value x, Value y) {
  return arith::SelectOp::create(builder.builder, condition, x, y);
}

/// Returns the index of a word of the group: word `first` + index.
Value Choice::getShared(int64_t first, Value index) {
  return add(builder, groupBase, add(builder, number(first), index));
}

void Choice::synchronize() {
  if (group == 32)
    builder.synchronizeWarp();
  else
    builder.barrier();
}

Value Choice::forEachElement(Value carried, Body body) {
  int64_t rounds = llvm::divideCeil(total, group);
  for (auto [i, key] : llvm::enumerate(keys))
    carried =
        body(key, add(builder, inGroup, number(int64_t(i) * group)), carried);
  if (!keys.empty())
    return carried;
  auto loop = scf::ForOp::create(builder.builder, number(0), number(rounds),
                                 number(1), ValueRange{carried});
  builder.builder.setInsertionPointToStart(loop.getBody());
  Value index =
      add(builder, inGroup,
          arith::MulIOp::create(builder.builder, loop.getInductionVar(),
                                number(group)));
  Value safe =
      arith::MinUIOp::create(builder.builder, index, number(total - 1));
  Value key = select(builder, compare(CmpIPredicate::ult, index, number(total)),
                     load(safe), number(0));
  scf::YieldOp::create(builder.builder,
                       body(key, index, loop.getRegionIterArg(0)));
  builder.builder.setInsertionPointAfter(loop);
  return loop.getResult(0);
}

Value Choice::sumGroup(Value x, Value round) {
  Type word = builder.builder.getI32Type();
  x = NVVM::ReduxOp::create(builder.builder, word, x, NVVM::ReduxKind::ADD,
                            number(-1));
  if (group == 32)
    return x;
  // Two sets of sums in turn: one barrier separates their uses.
  Value set = arith::MulIOp::create(
      builder.builder, arith::AndIOp::create(builder.builder, round, number(1)),
      number(kSumWords));
  Value lane = arith::AndIOp::create(builder.builder, thread, number(31)),
        warp = arith::DivUIOp::create(builder.builder, thread, number(32));
  builder.ifThen(compare(CmpIPredicate::eq, lane, number(0)), [&] {
    builder.storeShared(x, shared, getShared(2 * k, add(builder, set, warp)));
  });
  builder.barrier();
  Value sum;
  for (int64_t i = 0; i < group / 32; ++i) {
    Value part = builder.loadShared(
        shared, word, getShared(2 * k, add(builder, set, number(i))), 1)[0];
    sum = sum ? add(builder, sum, part) : part;
  }
  return sum;
}

Value Choice::bisect(int64_t bits, Value wanted,
                     llvm::function_ref<Value(Value, Value, Value)> isAbove) {
  auto loop = scf::ForOp::create(builder.builder, number(0), number(bits),
                                 number(1), ValueRange{number(0)});
  builder.builder.setInsertionPointToStart(loop.getBody());
  Value bit = arith::SubIOp::create(builder.builder, number(bits - 1),
                                    loop.getInductionVar());
  Value bound = loop.getRegionIterArg(0);
  Value next = arith::OrIOp::create(
      builder.builder, bound,
      arith::ShLIOp::create(builder.builder, number(1), bit));
  Value count = forEachElement(
      number(0), [&](Value key, Value index, Value sum) -> Value {
        return add(
            builder, sum,
            select(builder, isAbove(key, index, next), number(1), number(0)));
      });
  count = sumGroup(count, loop.getInductionVar());
  Value isEnough = compare(CmpIPredicate::uge, count, wanted);
  scf::YieldOp::create(builder.builder, select(builder, isEnough, next, bound));
  builder.builder.setInsertionPointAfter(loop);
  // A sum that follows may use the set of the last round.
  if (group > 32)
    builder.barrier();
  return loop.getResult(0);
}

void Choice::collect(llvm::function_ref<Value(Value, Value)> wins) {
  Type word = builder.builder.getI32Type();
  Value counter = getShared(2 * k, number(2 * kSumWords));
  builder.ifThen(compare(CmpIPredicate::eq, inGroup, number(0)),
                 [&] { builder.storeShared(number(0), shared, counter); });
  synchronize();
  Value count = forEachElement(
      number(0), [&](Value key, Value index, Value sum) -> Value {
        return add(builder, sum,
                   select(builder, wins(key, index), number(1), number(0)));
      });
  Value lane = arith::AndIOp::create(builder.builder, thread, number(31));
  Value upTo = count;
  for (int64_t distance = 1; distance < 32; distance *= 2) {
    Value lower = builder.shuffleUp(upTo, distance);
    upTo = select(builder, compare(CmpIPredicate::ult, lane, number(distance)),
                  upTo, add(builder, upTo, lower));
  }
  Value all = builder.readLane(upTo, number(31));
  Value base = builder.ifElse(
      compare(CmpIPredicate::eq, lane, number(0)), number(0), [&]() -> Values {
        Value place =
            LLVM::GEPOp::create(builder.builder, shared.getType(), word, shared,
                                ArrayRef<LLVM::GEPArg>{counter});
        return {LLVM::AtomicRMWOp::create(builder.builder,
                                          LLVM::AtomicBinOp::add, place, all,
                                          LLVM::AtomicOrdering::monotonic)};
      })[0];
  base = builder.readLane(base, number(0));
  Value first =
      add(builder, base, arith::SubIOp::create(builder.builder, upTo, count));
  forEachElement(first, [&](Value key, Value index, Value place) -> Value {
    Value isChosen = wins(key, index);
    builder.ifThen(isChosen, [&] {
      builder.storeShared(key, shared, getShared(0, place));
      builder.storeShared(index, shared, getShared(k, place));
    });
    return add(builder, place, select(builder, isChosen, number(1), number(0)));
  });
  synchronize();
}

/// Ranks the chosen elements, each by one thread of the group.
void Choice::rank(llvm::function_ref<void(Value, Value)> write) {
  Type word = builder.builder.getI32Type();
  auto read = [&](int64_t first, Value at) {
    return builder.loadShared(shared, word, getShared(first, at), 1)[0];
  };
  auto loop =
      scf::ForOp::create(builder.builder, inGroup, number(k), number(group));
  builder.builder.setInsertionPointToStart(loop.getBody());
  Value key = read(0, loop.getInductionVar()),
        index = read(k, loop.getInductionVar());
  auto inner = scf::ForOp::create(builder.builder, number(0), number(k),
                                  number(1), ValueRange{number(0)});
  builder.builder.setInsertionPointToStart(inner.getBody());
  Value other = read(0, inner.getInductionVar()),
        otherIndex = read(k, inner.getInductionVar());
  Value isEarlier = arith::AndIOp::create(
      builder.builder, compare(CmpIPredicate::eq, other, key),
      compare(CmpIPredicate::ult, otherIndex, index));
  Value isGreater = arith::OrIOp::create(
      builder.builder, compare(CmpIPredicate::ugt, other, key), isEarlier);
  scf::YieldOp::create(builder.builder,
                       add(builder, inner.getRegionIterArg(0),
                           select(builder, isGreater, number(1), number(0))));
  builder.builder.setInsertionPointAfter(inner);
  write(inner.getResult(0), index);
  builder.builder.setInsertionPointAfter(loop);
}

void Choice::emit(llvm::function_ref<Value(Value)> loadKey,
                  llvm::function_ref<void(Value, Value)> write) {
  load = loadKey;
  int64_t rounds = llvm::divideCeil(total, group);
  for (int64_t i = 0; rounds <= kMaxKept && i < rounds; ++i) {
    Value index = add(builder, inGroup, number(i * group));
    if ((i + 1) * group <= total) {
      keys.push_back(load(index));
      continue;
    }
    Value safe =
        arith::MinUIOp::create(builder.builder, index, number(total - 1));
    keys.push_back(select(builder,
                          compare(CmpIPredicate::ult, index, number(total)),
                          load(safe), number(0)));
  }
  // Elements beyond the end have the least key and the greatest indices, so
  // that they are chosen last, which is never.
  Value bound = bisect(32, number(k), [&](Value key, Value, Value next) {
    return compare(CmpIPredicate::uge, key, next);
  });
  Value greater =
      forEachElement(number(0), [&](Value key, Value, Value sum) -> Value {
        return add(builder, sum,
                   select(builder, compare(CmpIPredicate::ugt, key, bound),
                          number(1), number(0)));
      });
  greater = sumGroup(greater, number(0));
  if (group > 32)
    builder.barrier();
  Value rest = arith::SubIOp::create(builder.builder, number(k), greater);
  // Lower indices are greater: ties are numbered from the end.
  int64_t bits = llvm::Log2_64_Ceil(rounds * group + 1);
  Value last = number((int64_t(1) << bits) - 1);
  auto getTie = [&](Value index) -> Value {
    return arith::SubIOp::create(builder.builder, last, index);
  };
  Value lastTie = bisect(bits, rest, [&](Value key, Value index, Value next) {
    return arith::AndIOp::create(
        builder.builder, compare(CmpIPredicate::eq, key, bound),
        compare(CmpIPredicate::uge, getTie(index), next));
  });
  collect([&](Value key, Value index) -> Value {
    Value isTied = arith::AndIOp::create(
        builder.builder, compare(CmpIPredicate::eq, key, bound),
        compare(CmpIPredicate::uge, getTie(index), lastTie));
    return arith::OrIOp::create(
        builder.builder, compare(CmpIPredicate::ugt, key, bound), isTied);
  });
  rank(write);
}
