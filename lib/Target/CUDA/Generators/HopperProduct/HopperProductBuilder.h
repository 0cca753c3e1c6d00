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
  /// Fails where the op is no such product.
  mlir::LogicalResult analyse();
  /// Returns the sizes of the product, after analyse().
  ProductSize getSize();
  /// Returns the predicted duration of the copies of factors.
  double predictPackingSeconds(const Chip &chip) const;
  /// Makes the factors readable by tensor copies.
  mlir::LogicalResult prepare(LaunchPlan &plan);
  void build(LaunchPlan &plan);

private:
  /// One of the two factors. A tensor copy reads `tensor`: the op's operand, or
  /// a copy of it.
  struct Factor {
    TileLoads loads;
    std::optional<FactorPacking> packing;
    mlir::Value tensor;
  };
  /// The position of a slot in the ring: its number and the parity of its
  /// phase.
  struct Slot {
    mlir::Value number, parity;
  };
  /// The first row, first column and number in the batch of a tile.
  struct Tile {
    mlir::Value row, column, batch;
  };
  /// A consumer: its number, and the number of the thread in it.
  struct Consumer {
    mlir::Value number, thread;
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
  mlir::LogicalResult analyseFactor(unsigned number);
  std::optional<ResultStaging> findStaging(LaunchPlan &plan);
  int64_t getSlotBytes() const;
  int64_t getBarriersOffset() const;
  int64_t countClusterTiles();
  int64_t countSlices() const;
  int64_t countRowBlocks() const { return schedule.getConsumerRows() / 64; }

  // The ring and the walk over tiles (HopperProductBuilder.cpp).
  mlir::Value getFull(mlir::Value slot);
  mlir::Value getEmpty(mlir::Value slot);
  mlir::Value getTurn(mlir::Value consumer);
  Slot advance(Slot slot);
  Slot skip(Slot slot, mlir::Value slices);
  Tile locate(mlir::Value tile);
  mlir::Value getThread();
  void initialise(mlir::Value thread);
  void synchronizeBlocks();
  llvm::SmallVector<mlir::Value>
  forEach(mlir::Value first, int64_t end, int64_t step,
          llvm::ArrayRef<mlir::Value> carried,
          llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value,
                                                            mlir::ValueRange)>
              body);

  // The roles of warpgroups (HopperPipeline.cpp).
  void produce();
  void consume(const Consumer &consumer);
  llvm::SmallVector<mlir::Value> multiplyTile(Slot &slot,
                                              const Consumer &consumer);
  llvm::SmallVector<mlir::Value> multiplySlice(Slot slot,
                                               const Consumer &consumer,
                                               mlir::ValueRange sums,
                                               mlir::Value keepsSum);
  void release(mlir::Value slot, const Consumer &consumer);
  void passTurn(const Consumer &consumer);

  // Results (HopperResults.cpp).
  void storeTile(llvm::ArrayRef<mlir::Value> sums, const Tile &tile,
                 mlir::Value consumer);
  void storeRowBlock(llvm::ArrayRef<mlir::Value> sums, mlir::Value firstRow,
                     const Tile &tile, mlir::Value thread);
  void stageRowBlock(llvm::ArrayRef<mlir::Value> sums, int64_t rowBlock,
                     mlir::Value firstRow, const Tile &tile,
                     mlir::Value consumer);
  void writeBlock(llvm::ArrayRef<mlir::Value> sums, mlir::Value firstRow,
                  mlir::Value firstColumn, mlir::Value thread,
                  mlir::Value block);
  mlir::Value packResults(llvm::ArrayRef<mlir::Value> sums, mlir::Value row,
                          mlir::Value column);
  mlir::Value isInside(mlir::Value atM, mlir::Value atN);
  bool isWhole() const;

  const Schedule &schedule;
  Factor factors[2];                    ///< the one with the rows first
  std::optional<ResultStaging> staging; ///< nothing for stores of registers
  int64_t numClusters = 0;
  std::optional<HopperBuilder> hopper;
  mlir::Value base;    ///< of shared memory
  mlir::Value cluster; ///< number of the block's cluster
  mlir::Value rank;    ///< of the block in its cluster
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_HOPPERPRODUCTBUILDER_H
