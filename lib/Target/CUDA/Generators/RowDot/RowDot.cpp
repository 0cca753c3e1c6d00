// RowDot.cpp: products of chosen rows with what stands outside
//
// A unit of up to 32 lanes computes as many slots of one token and core. Each
// lane multiplies its vectors of the row with those of z, which it keeps in
// registers; a butterfly adds the lanes. Lane j keeps the sum of slot j, so
// that results are stored side by side. For example, with rows of 256 floats
// each of 32 lanes owns two vectors of 4.
#include "Kernel/ChosenRows.h"
#include "Plan/OpGenerator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;

/// Duration of a round, whose products are summed over lanes, in rounds of
/// loads: 8.6 us for 256 x 64 rows of 256 f32 on an H100.
static constexpr int64_t kRoundCost = 4;
static constexpr int64_t kThreads = 128;
/// Vectors of z that a lane keeps, and elements of rows in flight.
static constexpr int64_t kMaxKept = 8, kMaxElements = 64, kMaxInFlight = 8;

namespace {
class RowDotBuilder {
public:
  RowDotBuilder(sbp::memory_layer::RowDotOp op)
      : op(op), form(op), vectorWidth(form.chooseVectorWidth()),
        numVectors(form.width / vectorWidth),
        lanes(std::min<int64_t>(32, llvm::PowerOf2Ceil(numVectors))),
        chunks(llvm::divideCeil(numVectors, lanes)),
        runs(llvm::divideCeil(form.slots, lanes)) {
    inFlight = std::min(kMaxInFlight, lanes);
    int64_t loaded = chunks <= kMaxKept ? chunks : 1;
    while (inFlight > 1 && inFlight * loaded * vectorWidth > kMaxElements)
      inFlight /= 2;
  }
  const ChosenRows &getForm() const { return form; }
  int64_t countRounds() const { return llvm::divideCeil(lanes, inFlight); }
  std::string getSchedule() const {
    return llvm::formatv("{0} lanes x {1} vectors of {2}, {3} rows in flight",
                         lanes, chunks, vectorWidth, inFlight);
  }
  void build(LaunchPlan &plan);

private:
  using Values = SmallVector<Value>;
  void findUnit();
  /// Returns the column of the lane's vector `chunk`, and whether the row has
  /// it.
  std::pair<Value, Value> findColumn(Value chunk);
  Values loadOutside(const SlotWalk::Slot *slot, Value chunk);
  /// Adds the products of one vector of each slot to the slots' sums.
  Values addChunk(SlotWalk &walk, ArrayRef<SlotWalk::Slot> slots, Value chunk,
                  const Values &kept, Values sums);
  Values addSlots(SlotWalk &walk, ArrayRef<SlotWalk::Slot> slots);

  sbp::memory_layer::RowDotOp op;
  ChosenRows form;
  int64_t vectorWidth, numVectors, lanes, chunks, runs, inFlight = 1;
  std::optional<KernelBuilder> kernel;
  Value lane, token, core, run, isActive;
  SmallVector<Values> keptOutside; ///< by chunk; empty where not kept
};
} // namespace

void RowDotBuilder::findUnit() {
  KernelBuilder &builder = *kernel;
  int64_t units = form.tokens * form.cores * runs;
  Value unit = builder.add(builder.mul(builder.blockId(), kThreads / lanes),
                           builder.div(builder.threadId(), lanes));
  lane = builder.rem(builder.threadId(), lanes);
  isActive = builder.isLess(unit, units);
  // Exchanges need all lanes: units without work repeat the last one.
  Values at =
      builder.delinearise(arith::MinUIOp::create(builder.builder, unit,
                                                 builder.constant(units - 1)),
                          {form.tokens, form.cores, runs});
  token = at[0];
  core = at[1];
  run = at[2];
}

std::pair<Value, Value> RowDotBuilder::findColumn(Value chunk) {
  KernelBuilder &builder = *kernel;
  Value vector = builder.add(builder.mul(chunk, lanes), lane), exists;
  if (numVectors % lanes) {
    exists = builder.isLess(vector, numVectors);
    vector = arith::MinUIOp::create(builder.builder, vector,
                                    builder.constant(numVectors - 1));
  }
  return {builder.mul(vector, vectorWidth), exists};
}

/// Loads a vector of z; zeros beyond its end.
RowDotBuilder::Values RowDotBuilder::loadOutside(const SlotWalk::Slot *slot,
                                                 Value chunk) {
  KernelBuilder &builder = *kernel;
  auto [column, exists] = findColumn(chunk);
  Value place = token;
  if (form.segment) {
    Value segment = slot->segment;
    if (segment.getType() != token.getType())
      segment =
          arith::ExtUIOp::create(builder.builder, token.getType(), segment);
    place = builder.add(builder.mul(token, form.segments), segment);
  }
  Value at =
      builder.add(builder.mul(builder.add(builder.mul(place, form.cores), core),
                              form.width),
                  column);
  auto load = [&] {
    Values values = builder.loadVector(form.outside, at, vectorWidth,
                                       /*isAligned=*/true);
    for (Value &value : values)
      value = widenTo(builder, value, form.sumType);
    return values;
  };
  if (!exists)
    return load();
  return builder.ifElse(exists, Values(vectorWidth, builder.zero(form.sumType)),
                        load);
}

RowDotBuilder::Values RowDotBuilder::addChunk(SlotWalk &walk,
                                              ArrayRef<SlotWalk::Slot> slots,
                                              Value chunk, const Values &kept,
                                              Values sums) {
  KernelBuilder &builder = *kernel;
  auto [column, exists] = findColumn(chunk);
  Value at = builder.add(builder.mul(core, form.width), column);
  SmallVector<Values> rows;
  for (SlotWalk::Slot slot : slots) {
    if (exists)
      slot.isInside =
          slot.isInside
              ? arith::AndIOp::create(builder.builder, slot.isInside, exists)
              : exists;
    rows.push_back(walk.loadRow(slot, at, vectorWidth));
  }
  Values shared = kept;
  if (shared.empty() && !form.segment)
    shared = loadOutside(nullptr, chunk);
  for (auto [slot, row, sum] : llvm::zip_equal(slots, rows, sums)) {
    Values outside = form.segment ? loadOutside(&slot, chunk) : shared;
    for (auto [x, z] : llvm::zip_equal(row, outside))
      sum = math::FmaOp::create(builder.builder, z, x, sum);
  }
  return sums;
}

/// Returns the sums of some slots, each in all lanes of the unit.
RowDotBuilder::Values RowDotBuilder::addSlots(SlotWalk &walk,
                                              ArrayRef<SlotWalk::Slot> slots) {
  KernelBuilder &builder = *kernel;
  Values sums(slots.size(), builder.zero(form.sumType));
  if (chunks <= kMaxKept) {
    for (int64_t chunk = 0; chunk < chunks; ++chunk)
      sums =
          addChunk(walk, slots, builder.constant(chunk),
                   keptOutside.empty() ? Values() : keptOutside[chunk], sums);
  } else {
    sums =
        builder.forLoop(builder.constant(0), builder.constant(chunks), 1, sums,
                        [&](Value chunk, ValueRange now) {
                          return addChunk(walk, slots, chunk, {}, Values(now));
                        });
  }
  for (auto [slot, sum] : llvm::zip_equal(slots, sums)) {
    for (int64_t distance = lanes / 2; distance; distance /= 2)
      sum = arith::AddFOp::create(builder.builder, sum,
                                  builder.shuffleAcross(sum, distance));
    // A slot that is skipped is 0, even where z is infinite.
    if (slot.isInside)
      sum = arith::SelectOp::create(builder.builder, slot.isInside, sum,
                                    builder.zero(form.sumType));
  }
  return sums;
}

void RowDotBuilder::build(LaunchPlan &plan) {
  int64_t units = form.tokens * form.cores * runs;
  kernel.emplace(plan, op.getLoc(), "row_dot", form.getTensors(), kThreads,
                 units * lanes + kThreads + form.slots + lanes);
  KernelBuilder &builder = *kernel;
  findUnit();
  SlotWalk walk(builder, form, token, lane, lanes);
  Value first = builder.mul(run, lanes);
  SlotWalk::Chunk chunk = walk.load(first, /*withScores=*/false);
  if (chunks <= kMaxKept && !form.segment)
    for (int64_t i = 0; i < chunks; ++i)
      keptOutside.push_back(loadOutside(nullptr, builder.constant(i)));
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder.builder, value, 32);
  };
  // The lane as an i32, to be compared with the index of a slot in the chunk.
  Value own = arith::AndIOp::create(
      builder.builder,
      NVVM::ThreadIdXOp::create(builder.builder, builder.builder.getI32Type()),
      number(lanes - 1));
  // Units of one warp may have different runs, but must iterate together.
  Value end = lanes == 32 ? walk.countSlots(first) : number(lanes);
  auto loop =
      scf::ForOp::create(builder.builder, number(0), end, number(inFlight),
                         ValueRange{builder.zero(form.sumType)});
  builder.builder.setInsertionPointToStart(loop.getBody());
  Value mine = loop.getRegionIterArg(0);
  SmallVector<SlotWalk::Slot> slots;
  Values indices;
  for (int64_t i = 0; i < inFlight; ++i) {
    indices.push_back(arith::AddIOp::create(builder.builder,
                                            loop.getInductionVar(), number(i)));
    slots.push_back(walk.get(chunk, indices.back()));
  }
  for (auto [index, sum] : llvm::zip_equal(indices, addSlots(walk, slots))) {
    Value isOwn = arith::CmpIOp::create(builder.builder,
                                        arith::CmpIPredicate::eq, own, index);
    mine = arith::SelectOp::create(builder.builder, isOwn, sum, mine);
  }
  scf::YieldOp::create(builder.builder, mine);
  builder.builder.setInsertionPointAfter(loop);
  Value slot = builder.add(first, lane);
  Value exists = arith::AndIOp::create(builder.builder, isActive,
                                       builder.isLess(slot, form.slots));
  builder.ifThen(exists, [&] {
    Value at = builder.add(
        builder.mul(builder.add(builder.mul(token, form.slots), slot),
                    form.cores),
        core);
    builder.store(narrowTo(builder, loop.getResult(0),
                           getElementTypeOrSelf(form.scores.getType())),
                  form.scores, at);
  });
  builder.finish({int64_t(llvm::divideCeil(units * lanes, kThreads)), 1, 1});
}

namespace {
class RowDot : public SingleOpGenerator {
public:
  StringRef getName() const override { return "row_dot"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<sbp::memory_layer::RowDotOp>(window.front());
    if (!op || !ChosenRows(op).isSupported())
      return;
    RowDotBuilder builder(op);
    candidates.push_back(candidate(
        builder.getSchedule(), builder.getForm().predictSeconds(
                                   chip, builder.countRounds() * kRoundCost)));
  }
  LogicalResult emit(const Candidate &, Window ops,
                     LaunchPlan &plan) const override {
    RowDotBuilder(cast<sbp::memory_layer::RowDotOp>(ops.front())).build(plan);
    return success();
  }
};
} // namespace

namespace sbp::cuda {
void registerRowDot(GeneratorList &generators) {
  generators.push_back(std::make_unique<RowDot>());
}
} // namespace sbp::cuda
