//===- Copy.cpp - slices that are not dense -------------------------------===//
//
// A thread moves up to 16 bytes that lie side by side on both sides. Dims that
// a slice takes whole of both tensors are one with the dim before them.
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 256;

namespace {
/// One side of the copy: a slice of a tensor, with the dims that it dropped.
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
  bool takesWhole(size_t d, int64_t extent) const {
    return shape[d] == extent && steps[d] == 1 && getOffset(d) == 0;
  }
  /// Whether the last two dims are one.
  bool mayMerge(ArrayRef<int64_t> extents) const {
    size_t last = shape.size() - 1;
    return takesWhole(last, extents[last]) && steps[last - 1] == 1 &&
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
  /// Whether `length` neighbours of the last dim are one access.
  bool isWhole(int64_t length) const {
    std::optional<int64_t> begin = getOffset(shape.size() - 1);
    return begin && *begin % length == 0 && steps.back() == 1 &&
           (shape.size() == 1 || shape.back() % length == 0);
  }
  Value place(KernelBuilder &b, ArrayRef<Value> loops) const {
    Value sum = b.number(0);
    for (size_t d = 0; d < shape.size(); ++d) {
      std::optional<int64_t> known = getOffset(d);
      Value begin = known ? b.number(*known)
                          : b.fromIndex(b.scalar(cast<Value>(offsets[d])));
      sum =
          b.add(b.mul(sum, shape[d]), b.add(b.mul(loops[d], steps[d]), begin));
    }
    return sum;
  }
};
} // namespace

LogicalResult sbp::cuda::buildSliceCopy(LaunchPlan &plan, Location loc,
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
  int64_t length = 1, total = 1;
  for (int64_t size : sizes)
    total *= size;
  if (!sizes.empty()) {
    length = 16 / getElementBytes(getElementTypeOrSelf(from.getType()));
    while (sizes.back() % length || !source.isWhole(length) ||
           !target.isWhole(length)) {
      if (length == 1)
        break;
      length /= 2;
    }
    sizes.back() /= length;
  }
  SmallVector<Value> tensors = {from, to};
  llvm::append_range(tensors, gathered);
  KernelBuilder k(plan, loc, "copy", tensors, kThreads, total);
  Value id = k.add(k.mul(k.blockId(), kThreads), k.threadId());
  k.when(k.isLess(id, total / length), [&] {
    SmallVector<Value> loops = k.delinearise(id, sizes);
    if (!loops.empty())
      loops.back() = k.mul(loops.back(), length);
    k.storeRun(k.loadRun(from, source.place(k, loops), length, true), to,
               target.place(k, loops), true);
  });
  k.finish(
      {std::max<int64_t>(1, llvm::divideCeil(total / length, kThreads)), 1, 1});
  return success();
}
