// FactorPacking.cpp: copies of factors that tensor copies cannot read
//
// A factor of 3 x 5 elements becomes one of 3 rows with a pitch of 8:
//
//   a b c d e        a b c d e 0 0 0
//   f g h i j        f g h i j 0 0 0
//   k l m n o        k l m n o 0 0 0
//
// A thread writes 16 bytes. Windows of a convolution are copied once for each
// position, as im2col does.
#include "FactorPacking.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 256, kChunk = 8; ///< elements of 16 bytes

/// Returns whether `nest` is the innermost dimension of what `access` reads.
static bool isAdjacent(const Access &access, const Nest &nest) {
  return !nest.loops.empty() && access.coefficients[nest.loops.back()] == 1;
}

FactorPacking::FactorPacking(const Access &access, const Nest &outer,
                             const Nest &k, const Nest &batch)
    : access(access),
      isKMajor(isAdjacent(access, k) || !isAdjacent(access, outer)),
      rows(isKMajor ? outer : k), columns(isKMajor ? k : outer),
      pitch(llvm::alignTo(columns.size, kChunk)) {
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

Value FactorPacking::emit(LaunchPlan &plan, Location loc, Value factor) const {
  Type element = getElementTypeOrSelf(factor);
  Value packed = plan.buffers.createTemporary(
      loc, RankedTensorType::get({batch.size, rows.size, pitch}, element));
  int64_t chunks = countElements() / kChunk;
  KernelBuilder b(plan, loc, "pack", {factor, packed}, kThreads,
                  chunks + kThreads);
  Value id = b.add(b.mul(b.blockId(), kThreads), b.threadId());
  b.ifThen(b.isLess(id, chunks), [&] {
    SmallVector<Value> at =
        b.delinearise(id, {batch.size, rows.size, pitch / kChunk});
    Value first = b.mul(at[2], kChunk);
    Value begin = b.add(getNestOffset(b, access, batch, at[0]),
                        getNestOffset(b, access, rows, at[1]));
    begin = b.add(begin, b.constant(access.constant));
    SmallVector<Value> values;
    for (int64_t i = 0; i < kChunk; ++i) {
      Value column = b.add(first, b.constant(i));
      Value isInside = b.isLess(column, columns.size);
      Value safe = arith::SelectOp::create(b.builder, isInside, column, first);
      Value value =
          b.load(factor, b.add(begin, getNestOffset(b, access, columns, safe)));
      values.push_back(
          arith::SelectOp::create(b.builder, isInside, value, b.zero(element)));
    }
    b.storeVector(values, packed, b.mul(id, kChunk), /*isAligned=*/true);
  });
  b.finish({int64_t(llvm::divideCeil(chunks, kThreads)), 1, 1});
  return packed;
}
