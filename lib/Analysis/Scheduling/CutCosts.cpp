// CutCosts.cpp: the cost of a cut between two ops

#include "CutCosts.h"
#include "sbp/Analysis/Scheduling/RegionReads.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace sbp;

/// Largest distance between producer and reader for which the ops between them
/// are examined.
static constexpr unsigned kMaxDistance = 4 * kLongestRegion;

/// Returns true for products of two tensors, which are loop nests of their own
/// on every target.
static bool isContraction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumReductionLoops() > 0 &&
         linalgOp.getNumDpsInputs() > 1;
}

static int64_t getBytes(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() * getElementBytes(type);
}

/// Calls `visit` for the tensors that `op` reads, also through rematerialised
/// ops.
static void forEachTensorRead(Operation *op, function_ref<void(Value)> visit) {
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Operation *> next{op};
  while (!next.empty())
    forEachRead(next.pop_back_val(), [&](Value value) {
      Operation *producer = value.getDefiningOp();
      if (isTensor(value))
        visit(value);
      if (producer && isRematerialised(*producer) &&
          seen.insert(producer).second)
        next.push_back(producer);
    });
}

CutCosts::CutCosts(ArrayRef<Operation *> ops, ArrayRef<StateUpdate> updates)
    : ops(ops), forbidden(ops.size()) {
  for (auto [position, op] : llvm::enumerate(ops))
    positions[op] = position;
  producers.resize(ops.size());
  for (auto [position, op] : llvm::enumerate(ops))
    forEachTensorRead(op, [&, reader = position](Value value) {
      lastReads[value] = reader;
      auto producer = positions.find(value.getDefiningOp());
      if (producer != positions.end())
        producers[reader].push_back(producer->second);
    });
  std::vector<Lifetime> torn = findLoopNests();
  for (auto [position, op] : llvm::enumerate(ops))
    for (Value result : op->getResults())
      if (auto last = lastReads.find(result);
          last != lastReads.end() && isTensor(result))
        lives.push_back(
            {unsigned(position), last->second, getBytes(result), 0});
  llvm::append_range(lives, torn);
  llvm::stable_sort(lives, [](const Lifetime &a, const Lifetime &b) {
    return a.begin < b.begin;
  });
  forbid(updates);
}

llvm::BitVector CutCosts::findSeparate(unsigned begin, unsigned end) const {
  // One forward pass; a reader is Separate if any path passes a contraction.
  enum Relation : char { None, Fusible, Separate };
  SmallVector<char> relations(end - begin + 1, None);
  relations[0] = Fusible;
  llvm::BitVector separate(end - begin + 1);
  for (unsigned reader = begin + 1; reader <= end; ++reader) {
    char &relation = relations[reader - begin];
    for (unsigned producer : producers[reader])
      if (producer >= begin && relations[producer - begin] != None)
        relation = std::max<char>(relation, isContraction(ops[producer])
                                                ? char(Separate)
                                                : relations[producer - begin]);
    if (relation == Separate)
      separate.set(reader - begin);
  }
  return separate;
}

std::vector<CutCosts::Lifetime> CutCosts::findLoopNests() const {
  std::vector<SmallVector<unsigned>> readers(ops.size());
  for (unsigned reader = 0; reader < ops.size(); ++reader)
    for (unsigned producer : producers[reader])
      readers[producer].push_back(reader);
  std::vector<Lifetime> nests;
  for (unsigned producer = 0; producer < ops.size(); ++producer) {
    if (readers[producer].empty() || isContraction(ops[producer]))
      continue;
    unsigned last = readers[producer].back();
    llvm::BitVector separate;
    if (readers[producer].size() > 1 && last - producer <= kMaxDistance)
      separate = findSeparate(producer, last);
    for (unsigned reader : readers[producer])
      if (!isContraction(ops[reader]) &&
          (separate.empty() || !separate.test(reader - producer)))
        nests.push_back({producer, reader, 0, 1});
  }
  return nests;
}

/// Forbids cuts between the definition of a state's next value and the last
/// read of its old value.
void CutCosts::forbid(ArrayRef<StateUpdate> updates) {
  for (const StateUpdate &update : updates) {
    auto definition = positions.find(update.next.getDefiningOp());
    auto read = lastReads.find(update.old);
    if (definition != positions.end() && read != lastReads.end() &&
        definition->second < read->second)
      forbidden.set(definition->second + 1, read->second + 1);
  }
}

std::optional<unsigned> CutCosts::getCheapest(unsigned low, unsigned high,
                                              unsigned from,
                                              unsigned longest) const {
  // Changes of the cost from one position to the next (a difference array).
  std::vector<std::pair<int64_t, int64_t>> change(high - low + 1);
  auto first = llvm::lower_bound(
      lives, from, [](const Lifetime &a, unsigned b) { return a.begin < b; });
  for (const Lifetime &life : llvm::make_range(first, lives.end())) {
    if (life.begin >= high)
      break;
    if (life.end < low || life.end - life.begin > longest)
      continue;
    auto &begin = change[std::max(life.begin + 1, low) - low];
    auto &end = change[std::min(life.end + 1, high) - low];
    begin.first += life.bytes, begin.second += life.torn;
    end.first -= life.bytes, end.second -= life.torn;
  }
  std::optional<unsigned> best;
  std::pair<int64_t, int64_t> cost, least;
  for (unsigned position = low; position < high; ++position) {
    cost.first += change[position - low].first;
    cost.second += change[position - low].second;
    if (!isAllowed(position) || (best && cost >= least))
      continue;
    best = position;
    least = cost;
  }
  return best;
}
