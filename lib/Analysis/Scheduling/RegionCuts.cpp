// RegionCuts.cpp: partition of ops between communications into regions

#include "sbp/Analysis/Scheduling/RegionCuts.h"
#include "CutCosts.h"

#include "sbp/Analysis/Scheduling/Periods.h"
#include "sbp/Analysis/Scheduling/RegionReads.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/StructureKey.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace sbp;

/// A rest of fewer ops joins its neighbour instead of becoming a region.
static constexpr unsigned kFewOps = 8;

/// Returns a number per op; ops of equal structure have equal numbers.
static SmallVector<unsigned> getSymbols(ArrayRef<Operation *> ops) {
  llvm::StringMap<unsigned> numbers;
  return llvm::map_to_vector(ops, [&](Operation *op) {
    return numbers.try_emplace(getStructureKey(op), numbers.size())
        .first->second;
  });
}

namespace {

/// Collects cuts in four passes: repeated values, called layers, repeats, long
/// rests.
class RunCutter {
public:
  RunCutter(ArrayRef<Operation *> ops, ArrayRef<StateUpdate> updates)
      : ops(ops), costs(ops, updates) {}
  SmallVector<unsigned> run();

private:
  void addCut(unsigned position) {
    if (position > 0 && position < ops.size() && costs.isAllowed(position))
      cuts.push_back(position);
  }
  std::string getExpression(Operation *op);
  void cutRepeatedValues();
  void cutCalledLayers();
  void cutRepeats(unsigned begin, unsigned end);
  void cutLong(unsigned begin, unsigned end);
  /// Calls `cut` for every piece between the cuts so far.
  void forEachPiece(void (RunCutter::*cut)(unsigned, unsigned));

  ArrayRef<Operation *> ops;
  CutCosts costs;
  SmallVector<unsigned> cuts;
  /// Results of ops that compute an earlier value once more, to that value.
  llvm::DenseMap<Value, Value> originals;
};

} // namespace

/// Returns a text that is equal for ops that compute equal results.
std::string RunCutter::getExpression(Operation *op) {
  std::string text = getStructureKey(op).str().str();
  forEachRead(op, [&](Value value) {
    Operation *producer = value.getDefiningOp();
    if (producer && isRematerialised(*producer)) {
      text += getExpression(producer);
      return;
    }
    const void *origin = originals.lookup_or(value, value).getAsOpaquePointer();
    text.append(reinterpret_cast<const char *>(&origin), sizeof(origin));
  });
  return text;
}

/// Cuts between a value and the op of backward that makes it again: equal ops
/// of one kernel are merged, which would hold the value.
void RunCutter::cutRepeatedValues() {
  llvm::StringMap<unsigned> positions;
  unsigned last = 0; // the cut before this position
  for (auto [position, op] : llvm::enumerate(ops)) {
    auto [first, isNew] =
        positions.try_emplace(getExpression(op), unsigned(position));
    if (isNew)
      continue;
    Operation *original = ops[first->second];
    for (auto [result, earlier] :
         llvm::zip_equal(op->getResults(), original->getResults()))
      originals[result] = originals.lookup_or(earlier, earlier);
    if (!op->hasAttr(kMadeAgainAttr) || first->second < last)
      continue;
    std::optional<unsigned> cut = costs.getCheapest(
        first->second + 1, position + 1, /*from=*/0, /*longest=*/~0u);
    if (!cut)
      continue; // merged: right, but the value is held
    addCut(*cut);
    last = *cut;
  }
}

/// Cuts between repeats of a called function, which are layers by definition.
void RunCutter::cutCalledLayers() {
  auto getLayer = [&](unsigned position) {
    return ops[position]->getAttr(SBPDialect::kLayerAttr);
  };
  unsigned before = 0; // Number of ops of the layer that ends at `begin`.
  for (unsigned begin = 0, end; begin < ops.size(); begin = end) {
    for (end = begin + 1; end < ops.size() && getLayer(end) == getLayer(begin);)
      ++end;
    if (std::max(before, end - begin) >= kShortestRegion)
      addCut(begin);
    before = end - begin;
  }
}

/// Cuts a piece into regions of as many layers as make a region. The cut goes
/// to the cheapest position within one period. Ops before the first and
/// after the last repeat stay with their neighbours if they are few.
void RunCutter::cutRepeats(unsigned begin, unsigned end) {
  if (end - begin < 2 * kShortestRegion)
    return;
  SmallVector<unsigned> symbols = getSymbols(ops.slice(begin, end - begin));
  for (PeriodicRun run : findPeriodicRuns(symbols, 2 * kShortestRegion)) {
    unsigned low = begin + run.begin, high = begin + run.end;
    while (low < high && !costs.isAllowed(low))
      ++low;
    unsigned length =
        llvm::divideCeil(kShortestRegion, run.period) * run.period;
    std::optional<unsigned> cut =
        costs.getCheapest(low, std::min(low + run.period, high),
                          low - std::min(low, 2 * run.period), 2 * run.period);
    if (!cut || *cut + 2 * length > high)
      continue;
    for (unsigned position = *cut; position <= high; position += length)
      if (position - begin >= kFewOps && end - position >= kFewOps)
        addCut(position);
  }
}

/// Cuts what is longer than kLongestRegion at the cheapest position in the
/// second half of the allowed length.
void RunCutter::cutLong(unsigned begin, unsigned end) {
  while (end - begin > kLongestRegion) {
    unsigned high = begin + kLongestRegion;
    std::optional<unsigned> cut = costs.getCheapest(
        begin + kLongestRegion / 2, high + 1, begin, /*longest=*/~0u);
    // No cut is allowed within the limit: the next allowed position follows.
    for (; !cut && ++high < end;)
      if (costs.isAllowed(high))
        cut = high;
    if (!cut)
      return;
    addCut(*cut);
    begin = *cut;
  }
}

void RunCutter::forEachPiece(void (RunCutter::*cut)(unsigned, unsigned)) {
  SmallVector<unsigned> ends = cuts;
  ends.push_back(ops.size());
  unsigned begin = 0;
  for (unsigned end : ends) {
    (this->*cut)(begin, end);
    begin = end;
  }
  llvm::sort(cuts);
}

SmallVector<unsigned> RunCutter::run() {
  cutRepeatedValues();
  cutCalledLayers();
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  forEachPiece(&RunCutter::cutRepeats);
  forEachPiece(&RunCutter::cutLong);
  return std::move(cuts);
}

SmallVector<unsigned> sbp::getRegionCuts(ArrayRef<Operation *> ops,
                                         ArrayRef<StateUpdate> updates) {
  // Too short for more than one region.
  if (ops.size() <= kShortestRegion && llvm::none_of(ops, [](Operation *op) {
        return op->hasAttr(kMadeAgainAttr);
      }))
    return {};
  return RunCutter(ops, updates).run();
}
