// Bag.cpp: weighted sums of chosen rows
//
// A unit of up to 32 lanes computes up to 32 vectors of 16 bytes of one token
// and segment; the sums stay in registers. Each chosen row is read once, with
// several rows in flight. Slots are added in their order. For example, 64 slots
// of f32[1000000, 256] are two units a token, whose lanes own 4 columns each.
#include "Kernel/ChosenRows.h"
#include "Plan/OpGenerator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 128;
/// Schedules: rows in flight of a unit. Of equal predictions the first one is
/// chosen: 16 was the fastest for many tokens on an H100, 32 for few.
static constexpr int64_t kInFlight[] = {16, 8, 32};
static constexpr int64_t kLeastInFlight = 8;
/// Elements that a lane may have in flight.
static constexpr int64_t kMaxElements = 128;

namespace {
class BagBuilder {
public:
  BagBuilder(sbp::memory_layer::BagOp op, unsigned variant)
      : op(op), form(op), vectorWidth(form.chooseVectorWidth()),
        numVectors(form.getColumns() / vectorWidth),
        lanes(std::min<int64_t>(32, llvm::PowerOf2Ceil(numVectors))),
        parts(llvm::divideCeil(numVectors, lanes)),
        inFlight(std::min(kInFlight[variant], lanes)) {}
  const ChosenRows &getForm() const { return form; }
  int64_t countRounds() const { return llvm::divideCeil(form.slots, inFlight); }
  /// Returns whether the loads of a lane fit its registers; the fewest always
  /// have to.
  bool fits() const {
    return inFlight <= kLeastInFlight || inFlight * vectorWidth <= kMaxElements;
  }
  std::string getSchedule() const {
    return llvm::formatv("{0} lanes x {1} elements, {2} rows in flight", lanes,
                         vectorWidth, inFlight);
  }
  void build(LaunchPlan &plan);

private:
  using Values = SmallVector<Value>;
  void findUnit();
  Value loadScore(const SlotWalk::Slot &slot);
  /// Adds the slots from `index` of the chunk on to the sums.
  Values addSlots(SlotWalk &walk, const SlotWalk::Chunk &chunk, Value index,
                  Values sums);
  Values addChunk(SlotWalk &walk, Value first, Values sums);

  sbp::memory_layer::BagOp op;
  ChosenRows form;
  int64_t vectorWidth, numVectors, lanes, parts, inFlight;
  std::optional<KernelBuilder> kernel;
  Value lane, token, segment, column, isActive;
};
} // namespace

/// Computes what this thread's unit works on. Threads without work compute the
/// last vector again and store nothing: exchanges need all lanes.
void BagBuilder::findUnit() {
  KernelBuilder &builder = *kernel;
  int64_t units = form.tokens * form.segments * parts;
  Value unit = builder.add(builder.mul(builder.blockId(), kThreads / lanes),
                           builder.div(builder.threadId(), lanes));
  lane = builder.rem(builder.threadId(), lanes);
  Value safe = arith::MinUIOp::create(builder.builder, unit,
                                      builder.constant(units - 1));
  Values at = builder.delinearise(safe, {form.tokens, form.segments, parts});
  token = at[0];
  segment = at[1];
  Value vector = builder.add(builder.mul(at[2], lanes), lane);
  isActive = arith::AndIOp::create(builder.builder, builder.isLess(unit, units),
                                   builder.isLess(vector, numVectors));
  column = builder.mul(arith::MinUIOp::create(builder.builder, vector,
                                              builder.constant(numVectors - 1)),
                       vectorWidth);
}

/// Returns the score of the core that the lane's columns belong to.
Value BagBuilder::loadScore(const SlotWalk::Slot &slot) {
  KernelBuilder &builder = *kernel;
  if (slot.score)
    return slot.score;
  Value number = arith::MinUIOp::create(builder.builder, slot.number,
                                        builder.constant(form.slots - 1));
  Value at = builder.add(
      builder.mul(builder.add(builder.mul(token, form.slots), number),
                  form.cores),
      builder.div(column, form.width));
  return widenTo(builder, builder.load(form.scores, at), form.sumType);
}

BagBuilder::Values BagBuilder::addSlots(SlotWalk &walk,
                                        const SlotWalk::Chunk &chunk,
                                        Value index, Values sums) {
  KernelBuilder &builder = *kernel;
  SmallVector<SlotWalk::Slot> slots;
  SmallVector<Values> rows;
  for (int64_t i = 0; i < inFlight; ++i) {
    Value at = arith::AddIOp::create(
        builder.builder, index,
        arith::ConstantIntOp::create(builder.builder, i, 32));
    SlotWalk::Slot slot = walk.get(chunk, at);
    if (slot.segment) {
      Value own = segment;
      if (own.getType() != slot.segment.getType())
        own = arith::TruncIOp::create(builder.builder, slot.segment.getType(),
                                      own);
      Value isOwn = arith::CmpIOp::create(
          builder.builder, arith::CmpIPredicate::eq, slot.segment, own);
      slot.isInside =
          slot.isInside
              ? arith::AndIOp::create(builder.builder, slot.isInside, isOwn)
              : isOwn;
    }
    rows.push_back(walk.loadRow(slot, column, vectorWidth));
    slots.push_back(slot);
  }
  for (auto [slot, row] : llvm::zip_equal(slots, rows)) {
    Value score = loadScore(slot);
    for (auto [sum, value] : llvm::zip_equal(sums, row)) {
      Value next = math::FmaOp::create(builder.builder, score, value, sum);
      sum = slot.isInside ? arith::SelectOp::create(builder.builder,
                                                    slot.isInside, next, sum)
                                .getResult()
                          : next;
    }
  }
  return sums;
}

BagBuilder::Values BagBuilder::addChunk(SlotWalk &walk, Value first,
                                        Values sums) {
  KernelBuilder &builder = *kernel;
  SlotWalk::Chunk chunk = walk.load(first, /*withScores=*/form.cores == 1);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder.builder, value, 32);
  };
  auto loop =
      scf::ForOp::create(builder.builder, number(0), walk.countSlots(first),
                         number(inFlight), sums);
  builder.builder.setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(builder.builder,
                       addSlots(walk, chunk, loop.getInductionVar(),
                                Values(loop.getRegionIterArgs())));
  builder.builder.setInsertionPointAfter(loop);
  return Values(loop->result_begin(), loop->result_end());
}

void BagBuilder::build(LaunchPlan &plan) {
  int64_t units = form.tokens * form.segments * parts;
  kernel.emplace(plan, op.getLoc(), "bag", form.getTensors(), kThreads,
                 units * lanes + kThreads + form.slots + lanes);
  KernelBuilder &builder = *kernel;
  findUnit();
  SlotWalk walk(builder, form, token, lane, lanes);
  Values sums(vectorWidth, builder.zero(form.sumType));
  sums = builder.forLoop(builder.constant(0), builder.constant(form.slots),
                         lanes, sums, [&](Value first, ValueRange now) {
                           return addChunk(walk, first, Values(now));
                         });
  Type element = getElementTypeOrSelf(form.outside.getType());
  builder.ifThen(isActive, [&] {
    for (Value &sum : sums)
      sum = narrowTo(builder, sum, element);
    Value at = builder.add(
        builder.mul(builder.add(builder.mul(token, form.segments), segment),
                    form.getColumns()),
        column);
    builder.storeVector(sums, form.outside, at, /*isAligned=*/true);
  });
  builder.finish({int64_t(llvm::divideCeil(units * lanes, kThreads)), 1, 1});
}

namespace {
class Bag : public SingleOpGenerator {
public:
  StringRef getName() const override { return "bag"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<sbp::memory_layer::BagOp>(window.front());
    if (!op || !ChosenRows(op).isSupported())
      return;
    for (unsigned variant = 0; variant < std::size(kInFlight); ++variant) {
      BagBuilder builder(op, variant);
      if (!builder.fits())
        continue;
      candidates.push_back(candidate(
          builder.getSchedule(),
          builder.getForm().predictSeconds(chip, builder.countRounds())));
      candidates.back().variant = variant;
    }
  }
  LogicalResult emit(const Candidate &chosen, Window ops,
                     LaunchPlan &plan) const override {
    BagBuilder(cast<sbp::memory_layer::BagOp>(ops.front()), chosen.variant)
        .build(plan);
    return success();
  }
};
} // namespace

namespace sbp::cuda {
void registerBag(GeneratorList &generators) {
  generators.push_back(std::make_unique<Bag>());
}
} // namespace sbp::cuda
