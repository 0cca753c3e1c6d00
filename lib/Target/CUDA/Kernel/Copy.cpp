// Copy.cpp: copies of strided slices
//
// A thread moves up to 16 bytes that are contiguous on both sides. A dim that
// both slices cover entirely is merged with the dim before it: rows 2..5
// of a 10 x 8 tensor are copied as one dim of 32 elements.
#include "KernelBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kCopyThreads = 256;

namespace {
/// One side of the copy: a slice of a tensor, in which dropped dims have
/// extent 1.
struct Side {
  Value tensor;
  SmallVector<int64_t> shape, steps;
  SmallVector<OpFoldResult> offsets;

  Side(Value tensor, ArrayRef<int64_t> extents, ArrayRef<OpFoldResult> offsets,
       ArrayRef<int64_t> steps)
      : tensor(tensor),
        shape(cast<RankedTensorType>(tensor.getType()).getShape()),
        steps(steps), offsets(offsets) {
    if (shape.size() != extents.size())
      shape.assign(extents.begin(), extents.end());
  }
  std::optional<int64_t> getOffset(size_t d) const {
    return getConstantIntValue(offsets[d]);
  }
  bool coversDim(size_t d, int64_t extent) const {
    return shape[d] == extent && steps[d] == 1 && getOffset(d) == 0;
  }
  /// Returns whether the last two dims can be merged on this side.
  bool mayMerge(ArrayRef<int64_t> extents) const {
    size_t last = shape.size() - 1;
    return coversDim(last, extents[last]) && steps[last - 1] == 1 &&
           getOffset(last - 1);
  }
  void merge(Builder &builder) {
    int64_t size = shape.pop_back_val();
    offsets.pop_back();
    steps.pop_back();
    offsets.back() =
        builder.getIndexAttr(*getOffset(offsets.size() - 1) * size);
    shape.back() *= size;
  }
  /// Returns whether groups of `vectorWidth` elements of the last dim are one
  /// access.
  bool isAligned(int64_t vectorWidth) const {
    std::optional<int64_t> begin = getOffset(shape.size() - 1);
    return begin && *begin % vectorWidth == 0 && steps.back() == 1 &&
           (shape.size() == 1 || shape.back() % vectorWidth == 0);
  }
  /// Returns the offset of the element of iteration `loops`.
  Value computeOffset(KernelBuilder &builder, ArrayRef<Value> loops) const {
    Value sum = builder.constant(0);
    for (size_t d = 0; d < shape.size(); ++d) {
      std::optional<int64_t> known = getOffset(d);
      Value begin =
          known ? builder.constant(*known)
                : builder.fromIndex(builder.scalar(cast<Value>(offsets[d])));
      sum = builder.add(builder.mul(sum, shape[d]),
                        builder.add(builder.mul(loops[d], steps[d]), begin));
    }
    return sum;
  }
};
} // namespace

LogicalResult sbp::cuda::buildSliceCopy(RegionKernels &plan, Location loc,
                                        ArrayRef<Value> gathered, Value from,
                                        Value to, ArrayRef<int64_t> extents,
                                        ArrayRef<OpFoldResult> fromOffsets,
                                        ArrayRef<int64_t> fromSteps,
                                        ArrayRef<OpFoldResult> toOffsets,
                                        ArrayRef<int64_t> toSteps) {
  Side source(from, extents, fromOffsets, fromSteps),
      target(to, extents, toOffsets, toSteps);
  SmallVector<int64_t> sizes(extents);
  Builder builder(loc.getContext());
  while (sizes.size() > 1 && source.mayMerge(sizes) && target.mayMerge(sizes)) {
    int64_t last = sizes.pop_back_val();
    sizes.back() *= last;
    source.merge(builder);
    target.merge(builder);
  }
  int64_t vectorWidth = 1, total = 1;
  for (int64_t size : sizes)
    total *= size;
  if (!sizes.empty()) {
    vectorWidth = 16 / getElementBytes(getElementTypeOrSelf(from.getType()));
    // The widest access that divides the rows of both sides.
    while (sizes.back() % vectorWidth || !source.isAligned(vectorWidth) ||
           !target.isAligned(vectorWidth)) {
      if (vectorWidth == 1)
        break;
      vectorWidth /= 2;
    }
    sizes.back() /= vectorWidth;
  }
  SmallVector<Value> tensors = {from, to};
  llvm::append_range(tensors, gathered);
  KernelBuilder k(plan, loc, "copy", tensors, kCopyThreads, total);
  Value id = k.add(k.mul(k.blockId(), kCopyThreads), k.threadId());
  k.ifThen(k.isLess(id, total / vectorWidth), [&] {
    SmallVector<Value> loops = k.delinearise(id, sizes);
    if (!loops.empty())
      loops.back() = k.mul(loops.back(), vectorWidth);
    k.storeVector(k.loadVector(from, source.computeOffset(k, loops),
                               vectorWidth, /*isAligned=*/true),
                  to, target.computeOffset(k, loops), /*isAligned=*/true);
  });
  k.finish({std::max<int64_t>(
                1, llvm::divideCeil(total / vectorWidth, kCopyThreads)),
            1, 1});
  return success();
}
