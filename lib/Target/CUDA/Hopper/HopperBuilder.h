// HopperBuilder.h: instructions of Hopper kernels
//
// Tensor copies, mbarriers and warpgroup products (PTX ISA, chapters "Data
// Movement", "mbarrier" and "Asynchronous Warpgroup Level Matrix
// Instructions"). Addresses in shared memory are i32. Products and what orders
// them are inline assembly whose accumulators are tied to its results: LLVM
// moves neither reads nor writes of accumulators across.
#ifndef SBP_LIB_TARGET_CUDA_HOPPERBUILDER_H
#define SBP_LIB_TARGET_CUDA_HOPPERBUILDER_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sbp::cuda {

/// How a tile of 128-byte rows lies in shared memory: rows hold consecutive k
/// (K-major), or consecutive rows or columns of the matrix (MN-major, 64
/// elements of 2 bytes a row).
enum class TileOrder { KMajor, MNMajor };

/// Emits instructions at the insertion point of an op builder, which outlives
/// it. Arithmetic is on i32, and divisions are unsigned. A barrier is the
/// address of an mbarrier of 8 bytes, a map the address of a tensor map, an
/// i64. Unless stated, one thread executes an instruction for itself.
class HopperBuilder {
public:
  explicit HopperBuilder(mlir::ImplicitLocOpBuilder &builder)
      : builder(builder) {}

  mlir::Value constant(int64_t value);
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value add(mlir::Value x, int64_t y) { return add(x, constant(y)); }
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, int64_t y);
  mlir::Value div(mlir::Value x, int64_t y);
  mlir::Value rem(mlir::Value x, int64_t y);
  mlir::Value exclusiveOr(mlir::Value x, mlir::Value y);
  mlir::Value isEqual(mlir::Value x, int64_t y);
  mlir::Value select(mlir::Value condition, mlir::Value x, mlir::Value y);

  /// Initialises an mbarrier of `count` arrivals.
  void initialiseBarrier(mlir::Value barrier, int64_t count);
  /// Makes initialised mbarriers visible to tensor copies.
  void fenceBarriers();
  /// Arrives at an mbarrier, which then waits for `bytes` of copies as well.
  void arriveExpecting(mlir::Value barrier, mlir::Value bytes);
  void arriveExpecting(mlir::Value barrier, int64_t bytes) {
    arriveExpecting(barrier, constant(bytes));
  }
  /// Arrives at an mbarrier of this block.
  void arrive(mlir::Value barrier);
  /// Arrives at the mbarrier at the same place of block `rank` of the cluster.
  void arriveAt(mlir::Value barrier, mlir::Value rank);
  /// Waits until the phase of this parity, an i32, is complete.
  void wait(mlir::Value barrier, mlir::Value parity);

  /// Returns the address of the same place in the shared memory of block `rank`
  /// of the cluster.
  mlir::Value getRemote(mlir::Value address, mlir::Value rank);
  /// Begins to store four f32, or one or two i64, to the shared memory of a
  /// block of the cluster, at a multiple of their bytes. These are counted by
  /// `barrier` of the same block; both addresses come from getRemote.
  void storeRemote(mlir::Value to, llvm::ArrayRef<mlir::Value> values,
                   mlir::Value barrier);

  /// Begins to copy `bytes` bytes from global memory at `from`, a pointer, to
  /// shared memory at `to`. All three are multiples of 16. `barrier` counts
  /// them.
  void copyBytes(mlir::Value to, mlir::Value from, mlir::Value bytes,
                 mlir::Value barrier);
  /// Begins to copy the box of a tensor map at `coordinates`, in elements,
  /// innermost first, to shared memory at `to`, aligned for the swizzle; its
  /// bytes are counted by `barrier`. One thread executes it. Of a cluster, the
  /// first `blocks` blocks receive it, each at the same place and barrier.
  void loadTile(mlir::Value to, mlir::Value map,
                llvm::ArrayRef<mlir::Value> coordinates, mlir::Value barrier,
                int64_t blocks = 1);
  /// Begins to copy shared memory at `from` to the box of a tensor map at
  /// `coordinates`, as part of the thread's open group of stores.
  void storeTile(mlir::Value map, llvm::ArrayRef<mlir::Value> coordinates,
                 mlir::Value from);
  /// Ends the thread's open group of stores.
  void commitStores();
  /// Waits until all but the last `count` groups of the thread have read their
  /// shared memory.
  void waitForStores(int64_t count);
  /// Stores four 8 x 8 matrices of 2-byte elements by a warp. Lane 8 i + r
  /// gives the address of row r of matrix i; word i of lane 4 r + c holds
  /// columns 2 c and 2 c + 1 of row r of matrix i.
  void storeMatrices(mlir::Value address, llvm::ArrayRef<mlir::Value> words);
  /// Makes the thread's writes of shared memory visible to tensor copies.
  void fenceTensorCopies();
  /// Waits until `threads` threads of the block have reached barrier `number`,
  /// 1 to 15.
  void synchronize(mlir::Value number, int64_t threads);
  /// Waits until all threads of the cluster have come here. What they wrote to
  /// shared memory before is visible after it.
  void synchronizeCluster();
  /// Waits until all blocks of the cluster run and have initialised their
  /// mbarriers, after fenceBarriers. It orders no other accesses.
  void awaitCluster();

  /// Returns the descriptor of a tile with a swizzle of 128 bytes at `address`.
  /// `blockBytes` is the distance of blocks of 64 rows of an MN-major tile.
  mlir::Value describeTile(mlir::Value address, TileOrder order,
                           int64_t blockBytes);
  /// Orders the accesses of registers before the products that follow. Products
  /// and all that orders or waits for them are executed by whole warpgroups.
  void fenceProducts();
  /// Begins D + A B, or A B where `keepsSum`, an i32, is 0, for 64 rows and 32
  /// bytes of k, and returns the sums, valid once waited for. `sums` is a
  /// struct of f32, one for each 2 columns; `a` and `b` are descriptors of
  /// tiles; `element` is the type of A and B: bf16, f16, or f32, of which
  /// products use the upper 19 bits (TF32). Tiles of f32 are K-major.
  mlir::Value multiply(mlir::Value sums, mlir::Value a, TileOrder orderA,
                       mlir::Value b, TileOrder orderB, mlir::Value keepsSum,
                       mlir::Type element);
  /// Ends the warpgroup's open group of products.
  void commitProducts();
  /// Waits until at most `count` groups of products are in flight.
  void waitForProducts(int64_t count);
  /// Waits for all products and returns the elements of the struct `sums`.
  llvm::SmallVector<mlir::Value> finishProducts(mlir::Value sums);

  /// Reads the number of the thread in its warpgroup here: values that depend
  /// on it are not computed before, where they would need registers for long.
  mlir::Value readThreadInGroup();
  /// Launches the blocks of the kernel that is built in clusters of `size`
  /// neighbours.
  void setClusterSize(int64_t size);
  /// Changes the registers of each thread of the warpgroup to `count`, a
  /// multiple of 8 from 24 to 256, which is above the present number if
  /// `isIncrease`, else below it.
  void setRegisters(int64_t count, bool isIncrease);

protected:
  /// Emits the PTX `text` as inline assembly with side effects and these LLVM
  /// constraints. Returns null if `result` is null.
  mlir::Value emit(mlir::Type result, const std::string &text,
                   const std::string &constraints,
                   llvm::ArrayRef<mlir::Value> operands);
  mlir::ImplicitLocOpBuilder &builder;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_HOPPERBUILDER_H
