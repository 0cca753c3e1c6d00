// ClusterSchedule.h: the distribution of rows over clusters of blocks
#ifndef SBP_LIB_TARGET_CUDA_CLUSTERSCHEDULE_H
#define SBP_LIB_TARGET_CUDA_CLUSTERSCHEDULE_H

#include "Generators/Rows/RowPasses.h"

namespace sbp::cuda {

/// Largest number of blocks of a cluster that every GPU supports.
inline constexpr int64_t kMaxClusterSize = 8;
/// Resources of a block: threads, bytes of a row that each keeps in registers
/// where shared memory is too small, bytes of shared memory in addition to
/// rows.
inline constexpr int64_t kThreads = 512, kMaxKeptBytes = 128,
                         kExchangeBytes = 4096;

/// The distribution of a row group over clusters. Block r of a cluster has the
/// columns from r * columns on of each of its rows.
struct ClusterSchedule {
  int64_t size = 2;        ///< blocks of a cluster
  int64_t clusters = 1;    ///< of the grid, at most one for each row
  int64_t columns = 0;     ///< of a block; a multiple of 16, the last has fewer
  int64_t slots = 1;       ///< rows that a block has in shared memory
  int64_t rounds = 1;      ///< rows of a cluster at most
  int64_t blocks = 1;      ///< resident on a multiprocessor, where rounds > 1
  bool isInShared = false; ///< shared memory holds all that is kept of a row
  bool holdsInvariants = false; ///< keeps what all rows share in shared memory
  bool keepsResults = false;    ///< RowPasses::keepResults
  bool isShifted = false;       ///< rows begin at any element (RowShift.h)
  int64_t capacity = 0; ///< bytes of a row that the cluster can keep on chip

  /// Returns the schedule of a group that reduces. Nothing for rows that one
  /// block holds in registers, and for chips without clusters or st.async.
  static std::optional<ClusterSchedule>
  choose(const RowGroup &group, const RowPasses &passes, const Chip &chip);
  /// Marks what the clusters keep: results in place of inputs, and inputs that
  /// all rows share.
  void applyTo(RowPasses &passes) const;
  /// Returns how many columns a block holds of an input that all rows share, a
  /// multiple of `tile` columns.
  int64_t countHeldColumns(int64_t tile) const;
  /// Returns "rows of 65536 by clusters of 8, one a row".
  std::string print(const RowGroup &group) const;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CLUSTERSCHEDULE_H
