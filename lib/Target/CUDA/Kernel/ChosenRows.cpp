// ChosenRows.cpp: kernels that read the rows of a table that slots name
#include "ChosenRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp::cuda;

/// Bytes of rows that stay in the second-level cache from step to step, and the
/// rate of reads from there in units of that of a copy.
static constexpr double kCachedBytes = 32e6, kCachedRate = 2.3;
/// Duration of the loads of a unit one after the other, of indices and then of
/// rows, and of one more round of rows in flight: 5.4, 6.0 and 6.5 us for 2, 4
/// and 8 rounds on an H100.
static constexpr double kFirstSeconds = 3.2e-6, kRoundSeconds = 2.5e-7;

ChosenRows::ChosenRows(Value table, Value rows, Value segment, Value scores,
                       Value outside, bool drops)
    : table(table), rows(rows), segment(segment), scores(scores),
      outside(outside), drops(drops) {
  ArrayRef<int64_t> shape = getTensorType(table).getShape();
  numRows = shape.front();
  width = shape.back();
  if (shape.size() == 3)
    cores = shape[1];
  int64_t tokenDims = getTensorType(outside).getRank() -
                      int64_t(shape.size() - 1) - (segment ? 1 : 0);
  for (auto [dim, extent] : llvm::enumerate(getTensorType(rows).getShape()))
    (int64_t(dim) < tokenDims ? tokens : slots) *= extent;
  if (segment)
    segments = getTensorType(outside).getDimSize(tokenDims);
  sumType = Float32Type::get(table.getContext());
  for (Value value : {table, scores, outside})
    if (getElementTypeOrSelf(value.getType()).isF64())
      sumType = Float64Type::get(table.getContext());
}

ChosenRows::ChosenRows(memory_layer::BagOp op)
    : ChosenRows(op.getValues(), op.getRows(), op.getSegment(), op.getScores(),
                 op.getResult(), op.getDropOutside()) {}

ChosenRows::ChosenRows(memory_layer::RowDotOp op)
    : ChosenRows(op.getValues(), op.getRows(), op.getSegment(), op.getResult(),
                 op.getZ(), op.getDropOutside()) {}

ChosenRows::ChosenRows(memory_layer::AddOuterOp op)
    : ChosenRows(op.getInit(), op.getRows(), op.getSegment(), op.getScores(),
                 op.getZ(), op.getDropOutside()) {}

ChosenRows::ChosenRows(memory_layer::UpdateOp op)
    : ChosenRows(op.getTable(), op.getRows(), op.getSegment(), op.getScores(),
                 op.getZ(), op.getDropOutside()) {}

bool ChosenRows::isSupported() const {
  return tokens * slots * cores * width * segments > 0 && numRows > 0 &&
         numRows < INT32_MAX && segments <= INT32_MAX &&
         tokens * slots < INT32_MAX / 2;
}

double ChosenRows::getRowBytes() const {
  return double(tokens) * double(slots) * double(getColumns()) *
         double(getElementBytes(getElementTypeOrSelf(table.getType())));
}

double ChosenRows::getOtherBytes() const {
  double bytes = 0;
  for (Value value : {rows, scores, outside, segment})
    if (value)
      bytes += double(getTensorBytes(value));
  return bytes;
}

int64_t ChosenRows::chooseVectorWidth() const {
  int64_t count = 16 / getElementBytes(getElementTypeOrSelf(table.getType()));
  while (width % count)
    count /= 2;
  return count;
}

double ChosenRows::predictSeconds(const Chip &chip, int64_t rounds) const {
  bool isCached =
      std::min(double(getTensorBytes(table)), getRowBytes()) <= kCachedBytes;
  double rate = chip.copyRate * (isCached ? kCachedRate : 1.0);
  return chip.launchSeconds +
         std::max(getRowBytes() / rate + getOtherBytes() / chip.copyRate,
                  kFirstSeconds + double(rounds) * kRoundSeconds);
}

SmallVector<Value> ChosenRows::getTensors() const {
  SmallVector<Value> tensors{table, rows, scores, outside};
  if (segment)
    tensors.push_back(segment);
  return tensors;
}

Value sbp::cuda::widenTo(KernelBuilder &builder, Value x, FloatType type) {
  if (x.getType() == type)
    return x;
  if (isa<IntegerType>(x.getType()))
    return arith::SIToFPOp::create(builder.builder, type, x);
  return arith::ExtFOp::create(builder.builder, type, x);
}

Value sbp::cuda::narrowTo(KernelBuilder &builder, Value sum, Type type) {
  return sum.getType() == type
             ? sum
             : arith::TruncFOp::create(builder.builder, type, sum).getResult();
}

/// Returns a position as an i32 between 0 and `extent` - 1, and whether it was.
static Value loadPosition(KernelBuilder &builder, Value positions, Value at,
                          int64_t extent, Value &isInside) {
  Value position = builder.load(positions, at);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder.builder,
        builder.builder.getIntegerAttr(position.getType(), value));
  };
  // A negative row, read as an unsigned number, is beyond the last one.
  Value inside = arith::CmpIOp::create(
      builder.builder, arith::CmpIPredicate::ult, position, number(extent));
  isInside = isInside ? arith::AndIOp::create(builder.builder, isInside, inside)
                      : inside;
  Value clamped = arith::MinSIOp::create(
      builder.builder,
      arith::MaxSIOp::create(builder.builder, position, number(0)),
      number(extent - 1));
  Type word = builder.builder.getI32Type();
  return clamped.getType() == word
             ? clamped
             : arith::TruncIOp::create(builder.builder, word, clamped)
                   .getResult();
}

SlotPosition sbp::cuda::loadSlotPosition(KernelBuilder &builder,
                                         const ChosenRows &form, Value at) {
  SlotPosition slot;
  slot.row = loadPosition(builder, form.rows, at, form.numRows, slot.isInside);
  if (form.segment)
    slot.segment =
        loadPosition(builder, form.segment, at, form.segments, slot.isInside);
  return slot;
}

SlotWalk::Chunk SlotWalk::load(Value first, bool withScores) {
  Chunk chunk;
  chunk.first = first;
  Value number = builder.add(first, lane);
  Value exists = builder.isLess(number, form.slots);
  if (!isWhole())
    number = arith::MinUIOp::create(builder.builder, number,
                                    builder.constant(form.slots - 1));
  Value at = builder.add(builder.mul(token, form.slots), number);
  SlotPosition position = loadSlotPosition(builder, form, at);
  chunk.row = position.row;
  chunk.segment = position.segment;
  chunk.isInside = form.drops ? arith::AndIOp::create(builder.builder,
                                                      position.isInside, exists)
                              : exists;
  if (withScores)
    chunk.score = widenTo(builder, builder.load(form.scores, at), form.sumType);
  return chunk;
}

Value SlotWalk::countSlots(Value first) {
  Value most = arith::ConstantIntOp::create(builder.builder, lanes, 32);
  if (isWhole())
    return most;
  Value rest = arith::SubIOp::create(builder.builder,
                                     builder.constant(form.slots), first);
  if (rest.getType() != most.getType())
    rest = arith::TruncIOp::create(builder.builder, most.getType(), rest);
  return arith::MinSIOp::create(builder.builder, rest, most);
}

SlotWalk::Slot SlotWalk::get(const Chunk &chunk, Value index) {
  // The unit begins at a multiple of its lanes within the warp.
  Value source = index;
  if (lanes < 32) {
    Value thread = NVVM::ThreadIdXOp::create(builder.builder,
                                             builder.builder.getI32Type());
    Value begin = arith::AndIOp::create(
        builder.builder, thread,
        arith::ConstantIntOp::create(builder.builder, 32 - lanes, 32));
    source = arith::OrIOp::create(builder.builder, begin, index);
  }
  auto read = [&](Value x) -> Value {
    return !x || lanes == 1 ? x : builder.readLane(x, source);
  };
  Slot slot;
  Value row = read(chunk.row);
  Type offset = chunk.first.getType();
  slot.row =
      row.getType() == offset
          ? row
          : arith::ExtUIOp::create(builder.builder, offset, row).getResult();
  slot.segment = read(chunk.segment);
  slot.score = read(chunk.score);
  if (form.drops || !isWhole())
    slot.isInside = read(chunk.isInside);
  Value wide =
      index.getType() == offset
          ? index
          : arith::ExtUIOp::create(builder.builder, offset, index).getResult();
  slot.number = builder.add(chunk.first, wide);
  return slot;
}

SmallVector<Value> SlotWalk::loadRow(const Slot &slot, Value column,
                                     int64_t count) {
  auto load = [&] {
    Value at = builder.add(builder.mul(slot.row, form.getColumns()), column);
    return builder.loadVector(form.table, at, count, /*isAligned=*/true);
  };
  SmallVector<Value> values;
  if (slot.isInside) {
    Value zero = builder.zero(getElementTypeOrSelf(form.table.getType()));
    values =
        builder.ifElse(slot.isInside, SmallVector<Value>(count, zero), load);
  } else {
    values = load();
  }
  for (Value &value : values)
    value = widenTo(builder, value, form.sumType);
  return values;
}
