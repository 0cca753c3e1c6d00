// ClusterSchedule.cpp: the distribution of rows over clusters of blocks
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
#include "Generators/Rows/RowShift.h"

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

int64_t ClusterSchedule::countHeldColumns(int64_t tile) const {
  return llvm::alignTo(columns + (isShifted ? kMaxLead : 0), tile);
}

void ClusterSchedule::applyTo(RowPasses &passes) const {
  if (keepsResults)
    passes.keepResults();
  if (holdsInvariants)
    passes.holdInvariants();
}

/// Returns whether the kept inputs of the next rows can be loaded before their
/// turn, by bulk copies.
static bool hasCopies(const RowPasses &passes, bool isShifted) {
  return llvm::all_of(passes.getSources(), [&](const RowSource &one) {
    return !one.isKept() || one.isResult() || one.isInvariant() ||
           (isShifted ? one.isContiguous() : one.isAligned());
  });
}

/// Distributes shared memory, where sizes, columns and blocks are set.
static ClusterSchedule distributeMemory(ClusterSchedule schedule,
                                        const RowGroup &group,
                                        const RowPasses &passes,
                                        const Chip &chip) {
  int64_t rows = 1;
  for (int64_t extent : group.rows)
    rows *= extent;
  int64_t shared = passes.countBytes(isInvariant),
          each = passes.countBytes([](const RowSource &one) {
            return !one.isInvariant() && !one.isResult();
          }),
          kept = passes.countBytes(
              [](const RowSource &one) { return one.isKept(); }),
          keptOfRows = passes.countBytes([](const RowSource &one) {
            return one.isKept() && !one.isInvariant();
          });
  bool isPersistent = keptOfRows && hasCopies(passes, schedule.isShifted) &&
                      (group.columns > kMaxSingleColumns || shared > each);
  schedule.clusters = rows;
  if (isPersistent)
    schedule.clusters =
        std::min(rows, chip.multiprocessors * schedule.blocks / schedule.size);
  schedule.rounds = llvm::divideCeil(rows, schedule.clusters);
  int64_t tile = kThreads * (schedule.isShifted ? getFullVectorWidth(group)
                                                : chooseVectorWidth(group)),
          held = schedule.countHeldColumns(tile) * shared,
          padded = llvm::alignTo(schedule.columns, tile),
          budget = chip.maxSharedBytes / schedule.blocks - kExchangeBytes;
  // Vectors of shifted rows are not aligned in what all rows share. A part of
  // the row that is computed may be in registers instead.
  schedule.holdsInvariants =
      (schedule.rounds > 1 || schedule.isShifted) && shared && held <= budget &&
      padded * keptOfRows + held <= budget + kThreads * kMaxKeptBytes;
  if (schedule.holdsInvariants) {
    kept = keptOfRows;
    budget -= held;
  }
  schedule.isInShared = padded * kept <= budget;
  if (schedule.rounds > 1 && kept)
    schedule.slots = std::clamp<int64_t>(budget / (padded * kept), 1,
                                         std::min(schedule.rounds, kMaxSlots));
  schedule.capacity = schedule.size * (budget + kThreads * kMaxKeptBytes);
  return schedule;
}

/// Returns the distribution over two blocks of a multiprocessor, which hide
/// each other's waits for loads and other blocks, for persistent clusters whose
/// row and what all rows share fit half of the shared memory. Returns that over
/// one block otherwise.
static ClusterSchedule chooseMemory(ClusterSchedule schedule,
                                    const RowGroup &group,
                                    const RowPasses &passes, const Chip &chip) {
  ClusterSchedule alone = distributeMemory(schedule, group, passes, chip);
  schedule.blocks = 2;
  ClusterSchedule paired = distributeMemory(schedule, group, passes, chip);
  return alone.rounds > 2 && paired.rounds > 1 && paired.isInShared &&
                 paired.holdsInvariants == alone.holdsInvariants
             ? paired
             : alone;
}

/// Returns the bytes that passes read again.
static double countRepeatedBytes(const ClusterSchedule &schedule,
                                 RowPasses passes) {
  schedule.applyTo(passes);
  return passes.countRepeatedBytes(schedule.capacity);
}

std::optional<ClusterSchedule> ClusterSchedule::choose(const RowGroup &group,
                                                       const RowPasses &passes,
                                                       const Chip &chip) {
  if (!chip.hasRemoteStores || group.columns < kMinColumns)
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
  schedule.isShifted = RowShift::isRequired(group, passes.getSources());
  ClusterSchedule plain = chooseMemory(schedule, group, passes, chip);
  double repeated = countRepeatedBytes(plain, passes);
  if (repeated == 0)
    return plain;
  RowPasses others(passes);
  others.keepResults();
  schedule.keepsResults = true;
  schedule = chooseMemory(schedule, group, others, chip);
  return countRepeatedBytes(schedule, passes) < repeated ? schedule : plain;
}

std::string ClusterSchedule::print(const RowGroup &group) const {
  std::string text =
      llvm::formatv("rows of {0} by clusters of {1}, ", group.columns, size);
  text += rounds == 1 ? std::string("one a row")
                      : llvm::formatv("{0} rows each, {1} slot{2}", rounds,
                                      slots, slots > 1 ? "s" : "")
                            .str();
  if (blocks > 1)
    text += ", in pairs";
  if (holdsInvariants)
    text += ", gains kept";
  return text + (isShifted ? ", shifted" : "");
}
