// ClusterSchedule.cpp: how rows are distributed over clusters of blocks
//
// Rules from measurements on an H100. A block has about 8192 columns: clusters
// of 2, of 4 and, from 32768 columns on, of 8. Up to 65536 columns a row needs
// little shared memory, and each cluster computes one row, so that several
// blocks of a multiprocessor hide each other's waits. Longer rows, and those
// whose gains have more bytes than they have, are computed by persistent
// clusters, which load the next row during this one and keep the gains. For
// example, a softmax of f32[512, 131072] runs on 16 clusters of 8 blocks, each
// with 2 slots of 64 KB.
#include "ClusterSchedule.h"
#include "PtxVersion.h"

using namespace mlir;
using namespace sbp::cuda;

/// Rows that clusters are worth it for; columns of a block; longest row of one
/// cluster each; most slots.
static constexpr int64_t kMinColumns = 16384, kBlockColumns = 8192,
                         kMaxSingleColumns = 65536, kMaxSlots = 2;
/// Most values of an exchange: 8 blocks, 8 bytes each, two buffers.
static constexpr size_t kMaxValues = 16;

static bool isInvariant(const RowSource &source) {
  return source.isInvariant();
}

/// Returns false for a source that is kept while a row is computed, but cannot
/// be loaded before.
static bool isCopied(const RowSource &source) {
  return !source.isKept() || source.isInvariant() || source.isAligned();
}

std::optional<ClusterSchedule> ClusterSchedule::choose(const RowGroup &group,
                                                       const RowPasses &passes,
                                                       const Chip &chip) {
  if (!hasRemoteStores(chip) || group.columns < kMinColumns)
    return std::nullopt;
  for (int pass = 0; pass < passes.size(); ++pass)
    if (passes.getReductions(pass).size() > kMaxValues)
      return std::nullopt;
  ClusterSchedule schedule;
  schedule.size = std::clamp<int64_t>(
      llvm::PowerOf2Ceil(llvm::divideCeil(group.columns, kBlockColumns)), 2,
      kMaxClusterSize);
  schedule.columns =
      llvm::alignTo(llvm::divideCeil(group.columns, schedule.size), 16);
  int64_t rows = 1;
  for (int64_t extent : group.rows)
    rows *= extent;
  int64_t shared = passes.countBytes(isInvariant),
          each = passes.countBytes([](const RowSource &one) { return true; }) -
                 shared,
          kept = passes.countBytes(
              [](const RowSource &one) { return one.isKept(); }),
          keptOfRows = passes.countBytes([](const RowSource &one) {
            return one.isKept() && !one.isInvariant();
          });
  // The next rows can only be loaded by bulk copies.
  bool hasCopies = keptOfRows && llvm::all_of(passes.getSources(), isCopied);
  bool isPersistent =
      hasCopies && (group.columns > kMaxSingleColumns || shared > each);
  schedule.clusters = rows;
  if (isPersistent)
    schedule.clusters = std::min(rows, chip.multiprocessors / schedule.size);
  schedule.rounds = llvm::divideCeil(rows, schedule.clusters);
  int64_t tile = kThreads * chooseVectorWidth(group),
          padded = llvm::alignTo(schedule.columns, tile),
          budget = chip.maxSharedBytes - kExchangeBytes;
  schedule.holdsInvariants =
      schedule.rounds > 1 && shared && padded * (keptOfRows + shared) <= budget;
  if (schedule.holdsInvariants) {
    kept = keptOfRows;
    budget -= padded * shared;
  }
  if (schedule.rounds > 1 && kept)
    schedule.slots = std::clamp<int64_t>(budget / (padded * kept), 1,
                                         std::min(schedule.rounds, kMaxSlots));
  schedule.capacity = schedule.size * (budget + kThreads * kMaxKeptBytes);
  return schedule;
}

std::string ClusterSchedule::print(const RowGroup &group) const {
  std::string text =
      llvm::formatv("rows of {0} by clusters of {1}, ", group.columns, size);
  if (rounds == 1)
    return text + "one a row";
  return text + llvm::formatv("{0} rows each, {1} slot{2}{3}", rounds, slots,
                              slots > 1 ? "s" : "",
                              holdsInvariants ? ", gains kept" : "")
                    .str();
}
