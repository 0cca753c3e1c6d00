// HopperProductBuilder.h: the kernel of one product on tensor cores
#ifndef SBP_LIB_TARGET_CUDA_HOPPERPRODUCTBUILDER_H
#define SBP_LIB_TARGET_CUDA_HOPPERPRODUCTBUILDER_H

#include "../Product/MatmulKernel.h"
#include "FactorPacking.h"
#include "Schedule.h"
#include "TileLoads.h"

namespace sbp::cuda {

/// Builds the kernel of a product by one schedule. A consumer is a warpgroup
/// that multiplies.
class HopperProductBuilder : MatmulKernel {
public:
  /// The epilogue may be null. The schedule outlives the builder.
  HopperProductBuilder(mlir::linalg::GenericOp op,
                       mlir::linalg::GenericOp epilogue,
                       const Schedule &schedule)
      : MatmulKernel(op, epilogue), schedule(schedule) {}
  /// Computes both products and the epilogue: a half of each tile belongs to
  /// the first product, the other half to the second one.
  HopperProductBuilder(const ProductPair &pair, const Schedule &schedule)
      : HopperProductBuilder(pair.first, pair.epilogue, schedule) {
    partner = pair.second;
  }
  /// Fails where an op is no marked product in f32 of two factors of the
  /// schedule's type, an extent is 0, or the schedule does not fit it. Must
  /// precede all other calls.
  mlir::LogicalResult analyse();
  /// Returns the sizes of the product, after analyse().
  ProductSize getSize();
  /// Returns the predicted duration of the copies of factors that each step
  /// makes.
  double predictPackingSeconds(const Chip &chip) const;
  /// Returns the bytes of the copies of factors that no step writes.
  int64_t countFixedBytes() const;
  /// Makes the factors readable by tensor copies: adds launches to `plan` that
  /// copy those which no tensor map describes. Fails with a diagnostic if a
  /// copy cannot be built.
  mlir::LogicalResult prepare(LaunchPlan &plan);
  /// Appends the launch of the kernel to `plan`, after prepare().
  void build(LaunchPlan &plan);

private:
  /// A factor. Tensor copies read `tensors`: the op's operand, or copies of it,
  /// whose sum it is.
  struct Factor {
    TileLoads loads;
    std::optional<FactorPacking> packing;
    llvm::SmallVector<mlir::Value, 2> tensors;
    bool isPackedOnce() const { return packing && isFixed(tensors.front()); }
  };
  /// The position of a slot in the ring: its number and the parity of its
  /// phase.
  struct Slot {
    mlir::Value number, parity;
  };
  /// The first row and column of the results of a tile, and its number in the
  /// batch.
  struct Tile {
    mlir::Value row, column, batch;
  };
  /// A consumer: its number, and the number of the thread in it.
  struct Consumer {
    mlir::Value number, thread;
  };
  /// Sums of 64 rows, or some of their columns: those of the product, and those
  /// of its partner or none. Valid as long as what they were made from.
  struct Sums {
    llvm::ArrayRef<mlir::Value> own, partner;
    Sums slice(int64_t first, int64_t count) const;
    /// Returns those of the product, then those of the partner.
    llvm::SmallVector<mlir::Value> concatenate() const;
  };
  /// The part of shared memory that results pass: blocks of 64 rows x 64
  /// columns.
  struct ResultStaging {
    TensorMapShape map;
    bool isBatched = false;
    int64_t blocks = 0; ///< of one consumer, used in turn
  };

  /// The rows and columns of tiles, those of the transposed product for a
  /// schedule of few rows.
  const Nest &getRows() const { return schedule.isTransposed ? n : m; }
  const Nest &getColumns() const { return schedule.isTransposed ? m : n; }
  /// Returns the number of factors: of rows (0) and columns (1) of a tile, and
  /// the partner's B (2).
  unsigned countFactors() { return partner ? 3 : 2; }
  /// Returns whether factor `number` is the B of a product.
  bool isWeight(unsigned number) const {
    return number == 2 || number == (schedule.isTransposed ? 0 : 1);
  }
  /// Returns the operand that is a factor.
  mlir::OpOperand &getOperand(unsigned number) {
    return (number == 2 ? partner : op)->getOpOperand(isWeight(number));
  }
  /// Finds the loads of a factor, directly or from a packed copy. Fails where
  /// neither is possible.
  mlir::LogicalResult analyseFactor(unsigned number);
  /// Returns the rows and columns of the results of a tile, in all blocks that
  /// split its k.
  int64_t getResultRows() const {
    return schedule.tileM / (partner && schedule.isTransposed ? 2 : 1);
  }
  int64_t getResultColumns() const {
    return schedule.tileN / (partner && !schedule.isTransposed ? 2 : 1);
  }
  /// Returns the columns of a tile that one block stores.
  int64_t getStoredColumns() const {
    return getResultColumns() / schedule.splits;
  }
  /// Returns the part of shared memory for results; nothing where they are not
  /// bf16 or f16, or no tensor map describes the result.
  std::optional<ResultStaging> findStaging(LaunchPlan &plan);
  /// Returns the bytes of a tile of each factor, and those of one slot of the
  /// ring: such tiles of each part of the factors.
  int64_t getTileBytes();
  int64_t getSlotBytes() { return schedule.countParts() * getTileBytes(); }
  /// Returns the number of tensor maps of loads; those of stores follow.
  unsigned countLoadMaps() { return countFactors() * schedule.countParts(); }
  /// Returns the byte offset of a factor's tile in its slot. Both halves of a
  /// pair's B are neighbours.
  int64_t getFactorOffset(unsigned number);
  /// Returns the byte offsets of partial sums in shared memory, behind the ring
  /// and staging, and of the barriers behind them.
  int64_t getExchangeOffset();
  int64_t getBarriersOffset();
  /// Returns how many groups of tiles the clusters share, one tile for each
  /// block of a cluster.
  int64_t countClusterTiles();
  /// Returns the number of k-slices, the last of which may be partial.
  int64_t countSlices() const;
  /// Returns the first k-slice of the block of number `part` among those that
  /// split k.
  mlir::Value getFirstSlice(mlir::Value part);
  /// Returns the number of k-slices of this block.
  mlir::Value getSliceCount();
  /// Returns how many blocks of 64 rows a consumer computes per tile.
  int64_t countRowBlocks() const { return schedule.getConsumerRows() / 64; }

  // The ring and the walk over tiles (HopperProductBuilder.cpp).
  /// Returns the address of the mbarrier that completes when the loads of a
  /// slot have landed.
  mlir::Value getFull(mlir::Value slot);
  /// Returns the address of the mbarrier that completes when all consumers have
  /// released a slot.
  mlir::Value getEmpty(mlir::Value slot);
  /// Returns the address of the mbarrier that starts the turn of a consumer.
  mlir::Value getTurn(mlir::Value consumer);
  /// Returns the address of the mbarrier that completes when the partial sums
  /// of all blocks that split k have landed.
  mlir::Value getExchanged();
  /// Returns the next slot of the ring; the parity flips after the last one.
  Slot advance(Slot slot);
  /// Returns the slot that lies `slices` slots ahead.
  Slot skip(Slot slot, mlir::Value slices);
  /// Returns the position of this block's part of tile number `tile` of its
  /// cluster.
  Tile locate(mlir::Value tile);
  /// Returns the number of the thread in its warpgroup, as an i32.
  mlir::Value getThread();
  /// Emits the initialisation of all mbarriers by thread 0 of the block, and a
  /// barrier of the blocks behind it. `thread` is the number of the thread in
  /// its block, an i32.
  void initialise(mlir::Value thread);
  /// Emits a barrier of all blocks that share loads.
  void synchronizeBlocks();
  /// Emits a loop of i32 that is not unrolled and returns the values that it
  /// carries out. `body` receives the index and the carried values.
  llvm::SmallVector<mlir::Value>
  forEach(mlir::Value first, mlir::Value end, int64_t step,
          llvm::ArrayRef<mlir::Value> carried,
          llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value,
                                                            mlir::ValueRange)>
              body);

  // The roles of warpgroups (HopperPipeline.cpp).
  /// Emits the role of the producer, one thread of which loads all slices of
  /// all tiles.
  void produce();
  /// Emits the role of a consumer: the products and stores of all of its tiles.
  void consume(const Consumer &consumer);
  /// Emits the products of one tile and returns its sums, tileN / 2 registers
  /// per 64 rows. Advances `slot` behind the last slice.
  llvm::SmallVector<mlir::Value> multiplyTile(Slot &slot,
                                              const Consumer &consumer);
  /// Emits the products of the slices `first` to below `end` of a tile, at
  /// least one, and returns their sums like multiplyTile. Advances `slot`
  /// likewise.
  llvm::SmallVector<mlir::Value> multiplySlices(Slot &slot,
                                                const Consumer &consumer,
                                                mlir::Value first,
                                                mlir::Value end);
  /// Issues the products of one slot and returns the sums, one struct per 64
  /// rows. Those before are ignored where `keepsSum` is 0.
  llvm::SmallVector<mlir::Value> multiplySlice(Slot slot,
                                               const Consumer &consumer,
                                               mlir::ValueRange sums,
                                               mlir::Value keepsSum);
  /// Returns a slot to the producers of all blocks that load it.
  void release(mlir::Value slot, const Consumer &consumer);
  /// Starts the turn of the other consumer.
  void passTurn(const Consumer &consumer);

  // Split k (HopperExchange.cpp).
  /// Sends to each block that splits k its columns of a tile's partial sums,
  /// and returns the sums of all blocks, in their order, for the columns of
  /// this block: getStoredColumns() / 2 registers per 64 rows.
  llvm::SmallVector<mlir::Value> exchangeSums(llvm::ArrayRef<mlir::Value> sums,
                                              const Consumer &consumer);
  /// Returns the address of 4 partial sums of a thread in the shared memory of
  /// the block that stores them.
  mlir::Value getPartialSums(mlir::Value part, mlir::Value rowBlock,
                             int64_t group, mlir::Value thread);

  // Results (HopperResults.cpp).
  /// Emits the stores of the results of one tile of a consumer, staged where
  /// possible.
  void storeTile(llvm::ArrayRef<mlir::Value> sums, const Tile &tile,
                 mlir::Value consumer);
  /// Emits the stores of 64 rows from registers, without those beyond the
  /// edges.
  void storeRowBlock(const Sums &sums, mlir::Value firstRow, const Tile &tile,
                     mlir::Value thread);
  /// Emits the stores of 64 rows by tensor copies from shared memory.
  /// `rowBlock` is their number in the consumer's tile, `firstRow` their first
  /// row in the result and `consumer` the number of the warpgroup. Requires
  /// `staging`.
  void stageRowBlock(const Sums &sums, int64_t rowBlock, mlir::Value firstRow,
                     const Tile &tile, mlir::Value consumer);
  /// Writes 64 x 64 results from registers to the staging block at address
  /// `block`, swizzled as the tensor copy reads them.
  void writeBlock(const Sums &sums, mlir::Value firstRow,
                  mlir::Value firstColumn, mlir::Value thread,
                  mlir::Value block);
  /// Returns the results of two neighbouring sums as one i32, zeros beyond the
  /// edges.
  mlir::Value packResults(const Sums &sums, mlir::Value row,
                          mlir::Value column);
  /// Returns an i1 that is true where an element of the result exists.
  mlir::Value isInside(mlir::Value atM, mlir::Value atN);
  /// Returns true where tiles cover the result without a rest.
  bool isWhole() const;

  const Schedule &schedule;
  Factor factors[3];                    ///< rows, columns, the partner's B
  std::optional<ResultStaging> staging; ///< nothing for stores of registers
  int64_t numClusters = 0;
  std::optional<HopperBuilder> hopper;
  mlir::Value base;    ///< of shared memory
  mlir::Value cluster; ///< number of the block's cluster
  mlir::Value rank;    ///< of the block among those that share loads
  mlir::Value part;    ///< of the block among those that split k
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_HOPPERPRODUCTBUILDER_H
