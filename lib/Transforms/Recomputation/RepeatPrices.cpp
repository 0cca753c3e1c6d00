// RepeatPrices.cpp: what making values of repeated layers again is worth

#include "RepeatPrices.h"
#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "sbp/Interfaces/RuleMemo.h"
#include <cmath>

using namespace mlir;
using namespace sbp;

static constexpr unsigned kLevels = 8;

/// Returns the bytes of all results of `op`.
static int64_t countResultBytes(Operation *op) {
  int64_t bytes = 0;
  for (Type result : op->getResultTypes())
    if (auto type = dyn_cast<RankedTensorType>(result))
      bytes += getNumBytes(type);
  return bytes;
}

/// Returns the price of the work of `op` on one rank; 0 for constraints.
static double getPrice(Operation *op, const CostModel &model) {
  if (!isa<SBPOpInterface>(op))
    return 0;
  Placement one{"", {"rank"}, {1}, {0}};
  Distribution whole = Distribution::broadcast(1);
  Signature signature;
  signature.operands.assign(op->getNumOperands(), whole);
  signature.results.assign(op->getNumResults(), whole);
  ComputeCost cost = getComputeParts(model, getWork(op), getRuledOp(op)->rule,
                                     op->getOperandTypes(),
                                     op->getResultTypes(), one, signature);
  return cost.compute + cost.traffic;
}

RepeatPrices::RepeatPrices(const CheckpointGroups &groups,
                           const CostModel &model, double share)
    : share(share), rates(kLevels + 1, 0) {
  struct Worth {
    double ratio; ///< bytes per unit of price
    double bytes;
  };
  std::vector<Worth> worths;
  double allBytes = 0;
  int64_t lastGroup = -1;
  for (Operation *op : groups.getPricedOps()) {
    int64_t group = groups.get(op)->group;
    numParts += group != lastGroup;
    lastGroup = group;
    double bytes = countResultBytes(op), price = getPrice(op, model);
    entries[op] = {price, numParts - 1};
    if (price <= 0)
      continue;
    worths.push_back({bytes / price, bytes});
    allBytes += bytes;
  }
  llvm::stable_sort(
      worths, [](const Worth &a, const Worth &b) { return a.ratio > b.ratio; });
  double sum = 0;
  unsigned level = 1;
  for (const Worth &worth : worths) {
    sum += worth.bytes;
    for (; level < kLevels && sum * kLevels >= level * allBytes; ++level)
      rates[level] = worth.ratio;
  }
}

/// The highest level takes all, for nothing.
unsigned RepeatPrices::getLevel(unsigned part) const {
  double position = share * kLevels;
  auto level = static_cast<unsigned>(position);
  bool isFirst = part < std::ceil((position - level) * numParts);
  return std::min(kLevels, level + isFirst);
}

std::optional<int64_t> RepeatPrices::getCost(Operation *op) const {
  const Entry &entry = entries.at(op);
  unsigned level = getLevel(entry.part);
  if (level == 0)
    return std::nullopt;
  // An op with exactly the ratio of the level is made again.
  constexpr double kInclusive = 0.999;
  return static_cast<int64_t>(
      std::ceil(entry.price * rates[level] * kInclusive));
}
