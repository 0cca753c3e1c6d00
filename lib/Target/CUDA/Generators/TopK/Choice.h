// Choice.h: the k greatest of elements that a group of threads holds
#ifndef SBP_LIB_TARGET_CUDA_GENERATORS_TOPK_CHOICE_H
#define SBP_LIB_TARGET_CUDA_GENERATORS_TOPK_CHOICE_H

#include "Kernel/KernelBuilder.h"

namespace sbp::cuda {

/// Returns an i32 whose unsigned order is that of nn.top_k: NaN is greater than
/// every number, -0.0 equals 0.0. `x` is an f32, a narrower float, or an
/// integer of up to 32 bits.
mlir::Value createOrderKey(KernelBuilder &builder, mlir::Value x);
/// Returns whether createOrderKey accepts elements of this type.
bool hasOrderKey(mlir::Type element);

/// Emits the choice of k elements out of `total` by each group of threads: a
/// warp, or a whole block.
class Choice {
public:
  /// Allocates the shared memory of a block of `groups` groups of `group`
  /// threads, a power of two. `kernel` must outlive the object; k is at most
  /// `total`, and fits(k, groups) is true.
  Choice(KernelBuilder &kernel, int64_t k, int64_t total, int64_t group,
         int64_t groups);
  /// Returns the threads of a group that chooses among `total` elements: 32,
  /// 256 or 1024.
  static int64_t chooseGroup(int64_t total);
  /// Returns whether the chosen elements of all groups fit shared memory.
  static bool fits(int64_t k, int64_t groups);

  /// Calls `write` for each chosen element with its rank, 0 for the greatest,
  /// and its index, both i32. `load` returns the key of the element at an index
  /// below `total`; of equal keys the lower index is greater. All threads of
  /// the block call this together.
  void
  emit(llvm::function_ref<mlir::Value(mlir::Value index)> load,
       llvm::function_ref<void(mlir::Value rank, mlir::Value index)> write);

private:
  using Values = llvm::SmallVector<mlir::Value>;
  using Body = llvm::function_ref<mlir::Value(
      mlir::Value key, mlir::Value index, mlir::Value carried)>;
  mlir::Value number(int64_t value);
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value x,
                      mlir::Value y);
  /// Emits `body` for each element of this thread and returns the last carried
  /// value. Elements beyond `total` have key 0 and an index of at least
  /// `total`.
  mlir::Value forEachElement(mlir::Value carried, Body body);
  /// Adds x over the group; `round` tells successive sums apart.
  mlir::Value sumGroup(mlir::Value x, mlir::Value round);
  /// Returns the greatest i32 of `bits` bits that, as the bound of `isAbove`,
  /// holds for at least `wanted` elements of the group; 0 if none does.
  mlir::Value
  bisect(int64_t bits, mlir::Value wanted,
         llvm::function_ref<mlir::Value(mlir::Value key, mlir::Value index,
                                        mlir::Value bound)>
             isAbove);
  /// Stores key and index of the elements for which `wins` holds, exactly k, to
  /// shared memory, in any order.
  void collect(llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> wins);
  /// Emits `write` for each collected element with its rank and its index.
  void rank(llvm::function_ref<void(mlir::Value, mlir::Value)> write);
  /// Emits a barrier of the group's warp, or of the whole block.
  void synchronize();
  /// Returns the index of word `word` + `index` of the group's shared memory.
  mlir::Value getShared(int64_t word, mlir::Value index);

  KernelBuilder &builder;
  int64_t k, total, group;
  mlir::Value thread, inGroup, shared, groupBase;
  Values keys; ///< of this thread's elements; empty if they are loaded again
  llvm::function_ref<mlir::Value(mlir::Value)> load;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GENERATORS_TOPK_CHOICE_H
