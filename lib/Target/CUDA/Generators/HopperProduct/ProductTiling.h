// ProductTiling.h: the tiles of a product by one schedule
#ifndef SBP_LIB_TARGET_CUDA_PRODUCTTILING_H
#define SBP_LIB_TARGET_CUDA_PRODUCTTILING_H

#include "Generators/Product/MatmulForm.h"
#include "Schedule.h"

namespace sbp::cuda {

/// The sizes of tiles, and their number. Rows and columns are those of the
/// transposed product for a schedule of few rows. Form and schedule outlive
/// this object.
struct ProductTiling {
  const MatmulForm &form;
  const Schedule &schedule;

  bool isPair() const { return bool(form.partner); }
  const Nest &getRows() const {
    return schedule.isTransposed ? form.n : form.m;
  }
  const Nest &getColumns() const {
    return schedule.isTransposed ? form.m : form.n;
  }
  /// Return the rows and columns of the results of a tile, in all blocks that
  /// split its k.
  int64_t getResultRows() const {
    return schedule.tileM / (isPair() && schedule.isTransposed ? 2 : 1);
  }
  int64_t getResultColumns() const {
    return schedule.tileN / (isPair() && !schedule.isTransposed ? 2 : 1);
  }
  /// Returns the columns of a tile that one block stores.
  int64_t getStoredColumns() const {
    return getResultColumns() / schedule.splits;
  }
  /// Returns how many blocks of 64 rows a consumer computes per tile.
  int64_t countRowBlocks() const { return schedule.getConsumerRows() / 64; }
  /// Returns the number of k-slices, the last of which may be partial.
  int64_t countSlices() const {
    return llvm::divideCeil(form.k.size, schedule.getSliceK());
  }
  /// Returns the extents of the product, as predictions count them.
  ProductSize getSize() const {
    ProductSize size{form.m.size, form.n.size, form.k.size, form.batch.size};
    size.isPair = isPair();
    size.n *= isPair() ? 2 : 1;
    return size;
  }
  /// Returns how many groups of tiles the clusters share, one tile for each
  /// block of a cluster.
  int64_t countClusterTiles() const {
    return countTiles(schedule, getSize()) / schedule.clusterSize;
  }
  /// Returns true where tiles cover the result without a rest.
  bool isWhole() const {
    return getRows().size % (getResultRows() * schedule.clusterSize) == 0 &&
           getColumns().size % getResultColumns() == 0;
  }
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PRODUCTTILING_H
