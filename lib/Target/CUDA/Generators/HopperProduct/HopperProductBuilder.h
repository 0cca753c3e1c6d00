// HopperProductBuilder.h: the kernel of one product on tensor cores
#ifndef SBP_LIB_TARGET_CUDA_HOPPERPRODUCTBUILDER_H
#define SBP_LIB_TARGET_CUDA_HOPPERPRODUCTBUILDER_H

#include "Generators/Product/MatmulKernel.h"
#include "Hopper/ResultStaging.h"
#include "ProductBlock.h"

namespace sbp::cuda {

/// Builds the kernel of a product by one schedule.
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
  HopperProductBuilder(const HopperProductBuilder &) = delete;
  /// Fails where an op is no marked product in f32 of two factors of the
  /// schedule's type, an extent is 0, or the schedule does not fit it. Must
  /// precede all other calls.
  mlir::LogicalResult analyse();
  /// Returns the predicted duration of the kernel and of the copies of factors
  /// that each step makes.
  double predictSeconds(const Chip &chip) {
    return cuda::predictSeconds(schedule, getSize(), chip) +
           factors.predictPackingSeconds(chip);
  }
  /// Returns the predicted duration of the kernel where memory bounds nothing.
  double predictTileSeconds(const Chip &chip) {
    return cuda::predictTileSeconds(schedule, getSize(), chip);
  }
  /// Returns the bytes of the copies of factors that no step writes.
  int64_t countFixedBytes() const { return factors.countFixedBytes(); }
  /// Makes the factors readable by tensor copies: adds launches to `plan` that
  /// copy those which no tensor map describes. Fails with a diagnostic if a
  /// copy cannot be built.
  mlir::LogicalResult prepare(LaunchPlan &plan) {
    return factors.prepare(plan);
  }
  /// Appends the launch of the kernel to `plan`, after prepare().
  void build(LaunchPlan &plan);

private:
  using Tile = ProductBlock::Tile;
  /// Sums of 64 rows, or some of their columns: those of the product, and those
  /// of its partner or none. Valid as long as what they were made from.
  struct Sums {
    llvm::ArrayRef<mlir::Value> own, partner;
    Sums slice(int64_t first, int64_t count) const;
    /// Returns those of the product, then those of the partner.
    llvm::SmallVector<mlir::Value> concatenate() const;
  };

  /// Returns the sizes of the product.
  ProductSize getSize();
  /// Returns the staging of results; nothing where they are not bf16 or f16, or
  /// no tensor map describes the result.
  std::optional<ResultStaging> findStaging(LaunchPlan &plan);
  /// Begins the kernel, whose blocks are in `numClusters` clusters.
  void open(LaunchPlan &plan);
  /// Emits the role of the producer, one thread of which loads all slices of
  /// all tiles.
  void produce();
  /// Emits the role of consumer `number`: the products and stores of all of its
  /// tiles.
  void consume(mlir::Value number, mlir::Value thread);

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

  const Schedule &schedule;
  const ProductTiling tiling{*this, schedule};
  ProductFactors factors{tiling};
  std::optional<ResultStaging> staging; ///< nothing for stores of registers
  ProductLayout layout;
  std::optional<FragmentBuilder> hopper;
  std::optional<ProductBlock> block;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_HOPPERPRODUCTBUILDER_H
