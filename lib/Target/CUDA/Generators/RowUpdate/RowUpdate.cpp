// RowUpdate.cpp: adds what slots name to rows of a table, or updates these rows
//
// Slots are sorted by rows (SlotSort.h), so that the slots of a row are
// neighbours, in their own order. A unit of lanes stands at each slot; the one
// at the first slot of a row sums the terms of all its slots in registers and
// then applies the rule of the op, so each named row is read and written once.
// Rows that no slot names are not touched. For example, rows 2 0 2 have two
// units with work: one adds slot 1 to row 0, one slots 0 and 2 to row 2.
#include "RowUpdate.h"
#include "Choice/Prediction.h"
#include "Plan/OpGenerator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sbp::cuda;
using namespace sbp::memory_layer;

static constexpr int64_t kUpdateThreads = 128;
/// Slots whose terms a unit loads before it adds them.
static constexpr int64_t kInFlight = 4;

namespace {
class AddOuterBuilder : public RowUpdateBuilder {
public:
  AddOuterBuilder(AddOuterOp op) : RowUpdateBuilder(op, ChosenRows(op)) {
    form.table = op.getResult();
  }

private:
  Values begin() override { return loadRow(form.table); }
  void apply(ArrayRef<Value> sums) override { storeRow(sums, form.table); }
};

} // namespace

double RowUpdateBuilder::predictSeconds(const Chip &chip) const {
  constexpr double kShare = 0.85; // measured
  double count = double(form.tokens) * double(form.slots);
  double sort = double(SlotSort::countKernels(form)) *
                (chip.launchSeconds + 8 * count / chip.copyRate);
  // Every tensor of the op's results is read and written where rows differ.
  double tensors = double(op->getNumResults());
  return sort +
         getCopySeconds(chip, (2 * tensors + 1) * form.getRowBytes(), kShare);
}

std::pair<Value, Value> RowUpdateBuilder::findColumn(int64_t i) {
  KernelBuilder &builder = *kernel;
  Value vector = builder.add(
      builder.mul(builder.add(builder.mul(part, vectors), builder.constant(i)),
                  lanes),
      lane);
  Value exists = builder.isLess(vector, numVectors);
  vector = arith::MinUIOp::create(builder.builder, vector,
                                  builder.constant(numVectors - 1));
  return {builder.mul(vector, vectorWidth), exists};
}

Value RowUpdateBuilder::getRowOffset(Value column) {
  KernelBuilder &builder = *kernel;
  return builder.add(builder.mul(builder.toOffset(row), form.getColumns()),
                     column);
}

RowUpdateBuilder::Values RowUpdateBuilder::loadRow(Value tensor) {
  KernelBuilder &builder = *kernel;
  Values values;
  for (int64_t i = 0; i < vectors; ++i) {
    auto [column, exists] = findColumn(i);
    Value at = getRowOffset(column);
    llvm::append_range(
        values, builder.ifElse(exists, Values(vectorWidth, zero()), [&] {
          Values loaded =
              builder.loadVector(tensor, at, vectorWidth, /*isAligned=*/true);
          for (Value &value : loaded)
            value = widenTo(builder, value, form.sumType);
          return loaded;
        }));
  }
  return values;
}

void RowUpdateBuilder::storeRow(ArrayRef<Value> values, Value tensor) {
  KernelBuilder &builder = *kernel;
  Type element = getElementTypeOrSelf(tensor.getType());
  for (int64_t i = 0; i < vectors; ++i) {
    auto [column, exists] = findColumn(i);
    Value at = getRowOffset(column);
    builder.ifThen(exists, [&] {
      Values narrow;
      for (Value value : values.slice(i * vectorWidth, vectorWidth))
        narrow.push_back(narrowTo(builder, value, element));
      builder.storeVector(narrow, tensor, at, /*isAligned=*/true);
    });
  }
}

/// Adds score times z of one slot, if it belongs to the row.
void RowUpdateBuilder::addTerm(Value slot, Value isOwn, Values &sums) {
  KernelBuilder &builder = *kernel;
  Value token = builder.div(slot, form.slots), place = token;
  if (form.segment) {
    SlotPosition found = loadSlotPosition(builder, form, slot);
    place = builder.add(builder.mul(token, form.segments),
                        builder.toOffset(found.segment));
  }
  for (int64_t i = 0; i < vectors; ++i) {
    auto [column, exists] = findColumn(i);
    Value core = builder.div(column, form.width);
    Value from = builder.add(builder.mul(place, form.getColumns()), column);
    // A slot of another row costs no access.
    Values loaded = builder.ifElse(isOwn, Values(vectorWidth + 1, zero()), [&] {
      Values values = builder.loadVector(form.outside, from, vectorWidth,
                                         /*isAligned=*/true);
      values.push_back(builder.load(
          form.scores, builder.add(builder.mul(slot, form.cores), core)));
      for (Value &value : values)
        value = widenTo(builder, value, form.sumType);
      return values;
    });
    for (int64_t j = 0; j < vectorWidth; ++j) {
      Value &sum = sums[i * vectorWidth + j];
      Value next =
          math::FmaOp::create(builder.builder, loaded.back(), loaded[j], sum);
      sum = arith::SelectOp::create(builder.builder, isOwn, next, sum);
    }
  }
}

RowUpdateBuilder::Values RowUpdateBuilder::addSlots(const SortedSlots &sorted,
                                                    Value at, Values sums) {
  KernelBuilder &builder = *kernel;
  int64_t count = form.tokens * form.slots;
  Value isOwn;
  for (int64_t i = 0; i < kInFlight; ++i) {
    Value next = builder.add(at, builder.constant(i));
    Value safe = arith::MinUIOp::create(builder.builder, next,
                                        builder.constant(count - 1));
    Value isSame = arith::AndIOp::create(
        builder.builder, builder.isLess(next, count),
        arith::CmpIOp::create(builder.builder, arith::CmpIPredicate::eq,
                              builder.load(sorted.rows, safe), row));
    isOwn =
        isOwn
            ? arith::AndIOp::create(builder.builder, isOwn, isSame).getResult()
            : isSame;
    // A slot of another row is not read: the unit's own first one is, again.
    Value chosen =
        arith::SelectOp::create(builder.builder, isOwn, safe, position);
    addTerm(builder.toOffset(builder.load(sorted.slots, chosen)), isOwn, sums);
  }
  sums.insert(sums.begin(), isOwn);
  return sums;
}

/// Sums all slots of the unit's row, in their order.
RowUpdateBuilder::Values RowUpdateBuilder::sumSlots(const SortedSlots &sorted) {
  KernelBuilder &builder = *kernel;
  Values carried{position, arith::ConstantIntOp::create(builder.builder, 1, 1)};
  llvm::append_range(carried, begin());
  SmallVector<Type> types =
      llvm::map_to_vector(carried, [](Value value) { return value.getType(); });
  SmallVector<Location> locs(types.size(), op->getLoc());
  auto loop = scf::WhileOp::create(builder.builder, types, carried);
  Block *before =
      builder.builder.createBlock(&loop.getBefore(), {}, types, locs);
  scf::ConditionOp::create(builder.builder, before->getArgument(1),
                           before->getArguments());
  Block *after = builder.builder.createBlock(&loop.getAfter(), {}, types, locs);
  Value at = after->getArgument(0);
  Values next =
      addSlots(sorted, at, Values(after->getArguments().drop_front(2)));
  next.insert(next.begin(), builder.add(at, builder.constant(kInFlight)));
  scf::YieldOp::create(builder.builder, next);
  builder.builder.setInsertionPointAfter(loop);
  return Values(loop.getResults().drop_front(2));
}

void RowUpdateBuilder::findUnit(const SortedSlots &sorted) {
  KernelBuilder &builder = *kernel;
  int64_t count = form.tokens * form.slots, units = count * countParts();
  Value unit =
      builder.add(builder.mul(builder.blockId(), kUpdateThreads / lanes),
                  builder.div(builder.threadId(), lanes));
  lane = builder.rem(builder.threadId(), lanes);
  Value safe = arith::MinUIOp::create(builder.builder, unit,
                                      builder.constant(units - 1));
  Values at = builder.delinearise(safe, {count, countParts()});
  position = at[0];
  part = at[1];
  row = builder.load(sorted.rows, position);
  Value isStart = builder.isLess(position, 1);
  Value previous = arith::SelectOp::create(
      builder.builder, isStart, position,
      arith::SubIOp::create(builder.builder, position, builder.constant(1)));
  Value differs =
      arith::CmpIOp::create(builder.builder, arith::CmpIPredicate::ne,
                            builder.load(sorted.rows, previous), row);
  isFirst = arith::OrIOp::create(builder.builder, isStart, differs);
  isFirst = arith::AndIOp::create(builder.builder, isFirst,
                                  builder.isLess(unit, units));
  // Slots that are skipped have no row.
  Value exists = arith::CmpIOp::create(
      builder.builder, arith::CmpIPredicate::ult, row,
      arith::ConstantIntOp::create(builder.builder, form.numRows, 32));
  isFirst = arith::AndIOp::create(builder.builder, isFirst, exists);
}

void RowUpdateBuilder::build(LaunchPlan &plan) {
  computeScalars(plan);
  Values used{form.rows};
  if (form.segment)
    used.push_back(form.segment);
  Values inputs = used;
  if (auto update = dyn_cast<UpdateOp>(op))
    llvm::append_range(
        inputs, ArrayRef<Value>{update.getRate(), update.getStep(), scalars});
  SortedSlots sorted =
      SlotSort(plan, op->getLoc(), form, inputs, [&](KernelBuilder &builder) {
        storeScalars(builder);
      }).build();

  Values tensors = form.getTensors();
  llvm::append_range(tensors, ArrayRef<Value>{sorted.rows, sorted.slots});
  llvm::append_range(tensors, getMoreTensors());
  if (scalars)
    tensors.push_back(scalars);
  int64_t units = form.tokens * form.slots * countParts();
  kernel.emplace(plan, op->getLoc(), op->getName().stripDialect(), tensors,
                 kUpdateThreads, units * lanes + kUpdateThreads + kInFlight);
  KernelBuilder &builder = *kernel;
  findUnit(sorted);
  Values sums = builder.ifElse(isFirst, Values(vectors * vectorWidth, zero()),
                               [&] { return sumSlots(sorted); });
  combineLanes(sums);
  builder.ifThen(isFirst, [&] { apply(sums); });
  builder.finish(
      {int64_t(llvm::divideCeil(units * lanes, kUpdateThreads)), 1, 1});
}

//===----------------------------------------------------------------------===//
// Generator
//===----------------------------------------------------------------------===//

namespace {
class RowUpdate : public SingleOpGenerator {
public:
  StringRef getName() const override { return "row_update"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto builder = makeBuilder(window.front());
    if (builder && builder->fits())
      candidates.push_back(
          candidate(builder->getSchedule(), builder->predictSeconds(chip)));
  }
  OpOperand *findStart(OpResult result) const override {
    Operation *op = result.getOwner();
    if (!isa<AddOuterOp, UpdateOp>(op))
      return nullptr;
    return &op->getOpOperand(result.getResultNumber());
  }
  LogicalResult emit(const Candidate &, Window ops,
                     LaunchPlan &plan) const override {
    makeBuilder(ops.front())->build(plan);
    return success();
  }

private:
  /// Returns null for an op that is not supported.
  static std::unique_ptr<RowUpdateBuilder> makeBuilder(Operation *op) {
    auto add = dyn_cast<AddOuterOp>(op);
    if (add && ChosenRows(add).isSupported())
      return std::make_unique<AddOuterBuilder>(add);
    auto update = dyn_cast<UpdateOp>(op);
    if (update && ChosenRows(update).isSupported())
      return makeOptimizerBuilder(update);
    return nullptr;
  }
};
} // namespace

namespace sbp::cuda {
void registerRowUpdate(GeneratorList &generators) {
  generators.push_back(std::make_unique<RowUpdate>());
}
} // namespace sbp::cuda
