// SlotSort.h: a stable sort of slots by the rows that they name
#ifndef SBP_LIB_TARGET_CUDA_GENERATORS_ROWUPDATE_SLOTSORT_H
#define SBP_LIB_TARGET_CUDA_GENERATORS_ROWUPDATE_SLOTSORT_H

#include "Kernel/ChosenRows.h"
#include "Plan/LaunchPlan.h"

namespace sbp::cuda {

/// Slots in the order of their rows, those of one row in their own order.
/// Slots that are skipped come last, with the number of rows in place of a row.
struct SortedSlots {
  mlir::Value rows, slots; ///< i32 tensors, in temporaries
};

/// Emits the kernels of a radix sort. All constructor arguments must outlive
/// the object.
class SlotSort {
public:
  /// `prologue` is emitted for one thread of the first kernel, which may access
  /// `tensors`; these include the form's rows and segments.
  SlotSort(LaunchPlan &plan, mlir::Location loc, const ChosenRows &form,
           llvm::ArrayRef<mlir::Value> tensors,
           llvm::function_ref<void(KernelBuilder &)> prologue);
  /// Appends the launches of all kernels to the plan and returns the sorted
  /// slots. Called once.
  SortedSlots build();
  /// Returns the number of kernels, two for each digit of a row's number.
  static int64_t countKernels(const ChosenRows &form);

private:
  using Values = llvm::SmallVector<mlir::Value>;
  mlir::Value createTemporary(int64_t count);
  /// Loads the row of the element at `index`.
  mlir::Value loadKey(KernelBuilder &builder, mlir::Value index);
  /// Returns the digit of a key that the current pass sorts by, as an i32.
  mlir::Value getDigit(KernelBuilder &builder, mlir::Value key);
  /// Appends the kernel that counts the digits of each tile.
  void buildHistogram();
  /// Appends the kernel that moves the slots of `source` to `target`.
  void buildScatter(const SortedSlots &target);
  /// Returns, for each round, the number of elements of the warp with the same
  /// digit before the thread's one. The warp's counters hold all of them
  /// afterwards.
  Values rankElements(KernelBuilder &builder, mlir::Value counters,
                      const Values &digits, const Values &valid);
  /// Turns the counters of all warps into the places of their first elements.
  void findPlaces(KernelBuilder &builder, mlir::Value counters);

  LaunchPlan &plan;
  mlir::Location loc;
  const ChosenRows &form;
  llvm::ArrayRef<mlir::Value> tensors;
  llvm::function_ref<void(KernelBuilder &)> prologue;
  int64_t count, tiles, shift = 0;
  SortedSlots source; ///< null in the first pass: the op's own slots
  mlir::Value histogram;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GENERATORS_ROWUPDATE_SLOTSORT_H
