// FactorPacking.cpp: copies of factors that tensor copies cannot read
//
// A factor of 3 x 5 elements becomes one of 3 rows with a pitch of 8:
//
//   a b c d e        a b c d e 0 0 0
//   f g h i j        f g h i j 0 0 0
//   k l m n o        k l m n o 0 0 0
//
// A thread writes 8 elements. Windows of a convolution are copied once for each
// position, as im2col does. A factor of f32 that is contiguous along m or n is
// turned: neighbouring threads read neighbouring rows, and each writes 32 bytes
// of its own row. The parts of a split factor x are big = tf32(x) and
// tf32(x - big), both rounded to nearest (Ootomo and Yokota, "Recovering single
// precision accuracy from Tensor Cores while surpassing the FP32 theoretical
// peak performance", 2022): 1/3 = 0x3eaaaaab is 0x3eaaa000 + 0x38aac000.
#include "FactorPacking.h"
#include "Choice/Prediction.h"
#include "Plan/TensorMaps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kPackingThreads = 256,
                         kChunk = 8, ///< elements of a thread
    kPitchBytes = 16;
/// Share of a copy's rate that a launch reaches; that of turned factors is an
/// estimate.
static constexpr double kStraightShare = 1.0, kTurnedShare = 0.6;

/// Returns whether `nest` is the innermost dimension of what `access` reads.
static bool isAdjacent(const Access &access, const Nest &nest) {
  return !nest.loops.empty() && access.coefficients[nest.loops.back()] == 1;
}

FactorPacking::FactorPacking(const Access &access, const Nest &outer,
                             const Nest &k, const Nest &batch, Float32 float32,
                             int64_t elementBytes)
    : access(access), float32(float32), elementBytes(elementBytes),
      isKMajor(float32 != Float32::Exact || elementBytes == 1 ||
               isAdjacent(access, k) || !isAdjacent(access, outer)),
      isTurned(isKMajor && !isAdjacent(access, k) && isAdjacent(access, outer)),
      rows(isKMajor ? outer : k), columns(isKMajor ? k : outer),
      pitch(llvm::alignTo(columns.size,
                          std::max(kChunk, kPitchBytes / elementBytes))) {
  if (llvm::any_of(batch.loops,
                   [&](unsigned loop) { return access.coefficients[loop]; }))
    this->batch = batch;
}

FactorLayout FactorPacking::getLayout() const {
  FactorLayout layout;
  layout.batch = batch.size;
  layout.batchStride = batch.size > 1 ? rows.size * pitch : 0;
  layout.outer = isKMajor ? rows.size : columns.size;
  layout.k = isKMajor ? columns.size : rows.size;
  layout.outerStride = isKMajor ? pitch : 1;
  layout.kStride = isKMajor ? 1 : pitch;
  return layout;
}

double FactorPacking::countBytes() const {
  double perElement = float32 == Float32::Exact  ? double(elementBytes)
                      : float32 == Float32::TF32 ? 4
                                                 : 8;
  return perElement * double(countElements());
}

double FactorPacking::predictSeconds(const Chip &chip) const {
  double read = (float32 == Float32::Exact ? double(elementBytes) : 4) *
                double(countElements());
  return getCopySeconds(chip, read + countBytes(),
                        isTurned ? kTurnedShare : kStraightShare);
}

/// Returns the TF32 value that is nearest to an f32, ties away from zero. The
/// manual leaves the low bits of the conversion's result open.
static Value roundToTF32(KernelBuilder &builder, Value value) {
  Type word = builder.builder.getI32Type();
  Value bits = NVVM::ConvertFloatToTF32Op::create(builder.builder, word, value,
                                                  NVVM::FPRoundingMode::RNA);
  Value mask = arith::ConstantOp::create(
      builder.builder, builder.builder.getI32IntegerAttr(int32_t(0xffffe000)));
  bits = arith::AndIOp::create(builder.builder, bits, mask);
  return LLVM::BitcastOp::create(builder.builder, value.getType(), bits);
}

SmallVector<Value> FactorPacking::loadChunk(KernelBuilder &builder,
                                            Value factor, Value begin,
                                            Value first) const {
  if (isAdjacent(access, columns) && columns.extents.back() % kChunk == 0 &&
      float32 != Float32::Exact &&
      isContiguous(access, columns.loops.back(), kChunk))
    return builder.loadVector(
        factor,
        builder.add(begin, getNestOffset(builder, access, columns, first)),
        kChunk,
        /*isAligned=*/true);
  SmallVector<Value> values;
  // The pitch of bytes is two chunks, the last of which may have no column.
  Value inside = pitch - columns.size < kChunk ? first : builder.constant(0);
  Type element = getElementTypeOrSelf(factor);
  for (int64_t i = 0; i < kChunk; ++i) {
    Value column = builder.add(first, builder.constant(i));
    Value isInside = builder.isLess(column, columns.size);
    Value safe =
        arith::SelectOp::create(builder.builder, isInside, column, inside);
    Value value = builder.load(
        factor,
        builder.add(begin, getNestOffset(builder, access, columns, safe)));
    values.push_back(arith::SelectOp::create(builder.builder, isInside, value,
                                             builder.zero(element)));
  }
  return values;
}

SmallVector<Value, 2> FactorPacking::emit(LaunchPlan &plan, Location loc,
                                          Value factor) const {
  auto type = RankedTensorType::get({batch.size, rows.size, pitch},
                                    getElementTypeOrSelf(factor));
  // A slice that is not contiguous is a temporary of the step.
  BufferRef::Kind kind = plan.buffers.lookup(factor).kind;
  bool isOnce = isFixed(factor) && (kind == BufferRef::Kind::Input ||
                                    kind == BufferRef::Kind::Constant);
  SmallVector<Value, 2> copies;
  for (unsigned i = 0; i < (float32 == Float32::SplitTF32 ? 2 : 1); ++i)
    copies.push_back(isOnce ? plan.buffers.createPersistent(loc, type)
                            : plan.buffers.createTemporary(loc, type));
  SmallVector<Value> tensors{factor};
  llvm::append_range(tensors, copies);
  int64_t perRow = pitch / kChunk, chunks = countElements() / kChunk;
  KernelBuilder builder(plan, loc, "pack", tensors, kPackingThreads,
                        chunks + kPackingThreads);
  if (isOnce)
    builder.setOnce();
  Value id = builder.add(builder.mul(builder.blockId(), kPackingThreads),
                         builder.threadId());
  builder.ifThen(builder.isLess(id, chunks), [&] {
    SmallVector<Value> at =
        builder.delinearise(id, {batch.size, isTurned ? perRow : rows.size,
                                 isTurned ? rows.size : perRow});
    Value row = at[isTurned ? 2 : 1], chunk = at[isTurned ? 1 : 2];
    Value first = builder.mul(chunk, kChunk);
    Value begin = builder.add(getNestOffset(builder, access, batch, at[0]),
                              getNestOffset(builder, access, rows, row));
    begin = builder.add(begin, builder.constant(access.constant));
    SmallVector<Value> values = loadChunk(builder, factor, begin, first);
    Value number = id;
    if (isTurned)
      number = builder.add(
          builder.mul(builder.add(builder.mul(at[0], rows.size), row), perRow),
          chunk);
    for (Value copy : copies) {
      SmallVector<Value> part = values;
      if (float32 != Float32::Exact)
        for (Value &value : part)
          value = roundToTF32(builder, value);
      builder.storeVector(part, copy, builder.mul(number, kChunk),
                          /*isAligned=*/true);
      if (copy != copies.back())
        for (auto [value, rounded] : llvm::zip_equal(values, part))
          value = arith::SubFOp::create(builder.builder, value, rounded);
    }
  });
  builder.finish({int64_t(llvm::divideCeil(chunks, kPackingThreads)), 1, 1});
  return copies;
}

LogicalResult ProductFactor::prepare(LaunchPlan &plan, OpOperand &operand) {
  if (packing) {
    tensors = packing->emit(plan, operand.getOwner()->getLoc(), operand.get());
    return success();
  }
  if (failed(prepareTensorMap(plan, operand)))
    return failure();
  tensors = {operand.get()};
  return success();
}
