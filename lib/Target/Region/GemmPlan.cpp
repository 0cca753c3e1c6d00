//===- GemmPlan.cpp - a contraction as one gemm call ----------------------===//
#include "sbp/Target/Region/GemmPlan.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace sbp;

namespace {
/// Loops that are one: `extent` iterations, `stride[o]` elements apart.
struct Merged {
  int64_t extent = 1;
  std::array<std::optional<int64_t>, 3> stride;
  int64_t at(unsigned operand) const { return stride[operand].value_or(0); }
};

/// The loops by the operands that depend on them.
struct Groups {
  llvm::SmallVector<GemmLoop> batch, m, n, k;
};

using MergedList = llvm::SmallVector<Merged>;
} // namespace

int64_t GemmPlan::getFlops() const {
  int64_t flops = 2 * m * n * k * batch[0].count * batch[1].count;
  for (const GemmBatch &loop : outer)
    flops *= loop.count;
  return flops;
}

/// Sorts by the stride in `primary`, largest first, and merges neighbours that
/// are contiguous in every operand that depends on them.
static MergedList merge(llvm::SmallVector<GemmLoop> loops, unsigned primary) {
  std::stable_sort(loops.begin(), loops.end(),
                   [&](const GemmLoop &x, const GemmLoop &y) {
                     return x.stride[primary] > y.stride[primary];
                   });
  MergedList merged;
  for (const GemmLoop &loop : loops) {
    Merged *last = merged.empty() ? nullptr : &merged.back();
    bool joins = last != nullptr;
    for (unsigned o = 0; joins && o < 3; ++o)
      if (loop.stride[o])
        joins = last->stride[o] == *loop.stride[o] * loop.extent;
    if (joins) {
      last->extent *= loop.extent;
      last->stride = loop.stride;
    } else {
      merged.push_back({loop.extent, loop.stride});
    }
  }
  return merged;
}

/// Ids in the order of their stride in `primary`, where it depends on them.
static void appendOrder(llvm::SmallVector<GemmLoop> loops, unsigned primary,
                        llvm::SmallVectorImpl<unsigned> &order) {
  std::stable_sort(loops.begin(), loops.end(),
                   [&](const GemmLoop &x, const GemmLoop &y) {
                     return x.stride[primary] > y.stride[primary];
                   });
  for (const GemmLoop &loop : loops)
    order.push_back(loop.id);
}

/// Packs `operand` as [batch, m or n, k] (C: [batch, m, n]); the reduced dims
/// lie as in the other input, so that both merge.
static GemmDecision pack(GemmOperand operand, const Groups &groups) {
  GemmPack result;
  result.operand = operand;
  appendOrder(groups.batch, GemmC, result.order);
  if (operand != GemmB)
    appendOrder(groups.m, operand == GemmA ? GemmC : GemmA, result.order);
  if (operand != GemmA)
    appendOrder(groups.n, operand == GemmB ? GemmC : GemmB, result.order);
  if (operand != GemmC)
    appendOrder(groups.k, operand == GemmA ? GemmB : GemmA, result.order);
  return {std::nullopt, result};
}

/// Whether `order` is how the operand lies in memory: a pack would change
/// nothing.
static bool isPacked(llvm::ArrayRef<GemmLoop> loops, const GemmPack &pack) {
  int64_t stride = 1;
  for (unsigned id : llvm::reverse(pack.order)) {
    const GemmLoop *loop = llvm::find_if(
        loops, [id](const GemmLoop &other) { return other.id == id; });
    if (loop->stride[pack.operand] != stride)
      return false;
    stride *= loop->extent;
  }
  return true;
}

/// The leading dim of a matrix whose rows are `row` apart and columns `column`
/// apart; nothing if neither is contiguous.
static std::optional<std::pair<bool, int64_t>>
getLayout(const Merged &row, const Merged &column, unsigned operand) {
  int64_t rowStride = row.extent == 1 ? 0 : row.at(operand);
  int64_t columnStride = column.extent == 1 ? 0 : column.at(operand);
  if ((columnStride == 1 || column.extent == 1) &&
      (rowStride >= column.extent || row.extent == 1))
    return std::pair(false, std::max({rowStride, column.extent, int64_t(1)}));
  if ((rowStride == 1 || row.extent == 1) &&
      (columnStride >= row.extent || column.extent == 1))
    return std::pair(true, std::max({columnStride, row.extent, int64_t(1)}));
  return std::nullopt;
}

namespace {
/// One choice of the loops that are m, n and k, and what it needs.
struct Candidate {
  std::optional<GemmPlan> plan;
  std::optional<GemmOperand> unfit;
};
} // namespace

/// C must have rows (as it is, or with A and B swapped); A and B either.
static Candidate tryMatrix(const Merged &m, const Merged &n, const Merged &k) {
  auto c = getLayout(m, n, GemmC);
  if (!c)
    return {std::nullopt, GemmC};
  auto a = getLayout(m, k, GemmA);
  if (!a)
    return {std::nullopt, GemmA};
  auto b = getLayout(k, n, GemmB);
  if (!b)
    return {std::nullopt, GemmB};
  GemmPlan plan;
  plan.m = m.extent;
  plan.n = n.extent;
  plan.k = k.extent;
  plan.ldc = c->second;
  std::tie(plan.transposeA, plan.lda) = *a;
  std::tie(plan.transposeB, plan.ldb) = *b;
  if (c->first) {
    // C is stored n x m: its transpose is B^T A^T.
    plan.swapped = true;
    std::swap(plan.m, plan.n);
    std::swap(plan.lda, plan.ldb);
    std::swap(plan.transposeA, plan.transposeB);
    plan.transposeA = !plan.transposeA;
    plan.transposeB = !plan.transposeB;
  }
  return {plan, std::nullopt};
}

/// The loops beside the matrix: two go into the call, the longest ones.
static void addBatches(GemmPlan &plan, const MergedList &loops) {
  llvm::SmallVector<GemmBatch> batches;
  for (const Merged &loop : loops) {
    GemmBatch batch{loop.extent, {loop.at(0), loop.at(1), loop.at(2)}};
    if (plan.swapped)
      std::swap(batch.stride[0], batch.stride[1]);
    batches.push_back(batch);
  }
  std::stable_sort(
      batches.begin(), batches.end(),
      [](const GemmBatch &x, const GemmBatch &y) { return x.count > y.count; });
  for (unsigned i = 0; i < batches.size(); ++i) {
    if (i < 2)
      plan.batch[i] = batches[i];
    else
      plan.outer.push_back(batches[i]);
  }
  // The outer of the two walks the larger stride of C.
  if (plan.batch[0].stride[GemmC] < plan.batch[1].stride[GemmC])
    std::swap(plan.batch[0], plan.batch[1]);
}

static Groups classify(llvm::ArrayRef<GemmLoop> loops) {
  Groups groups;
  for (const GemmLoop &loop : loops) {
    if (loop.extent == 1)
      continue;
    if (loop.isReduction)
      groups.k.push_back(loop);
    else if (loop.stride[GemmA] && loop.stride[GemmB])
      groups.batch.push_back(loop);
    else if (loop.stride[GemmA])
      groups.m.push_back(loop);
    else
      groups.n.push_back(loop);
  }
  return groups;
}

/// An input that a loop needs and that does not depend on it: broadcast it.
static std::optional<GemmOperand> findBroadcast(const Groups &groups) {
  for (const GemmLoop &loop : groups.k)
    for (GemmOperand operand : {GemmA, GemmB})
      if (!loop.stride[operand])
        return operand;
  for (const GemmLoop &loop : groups.n)
    if (!loop.stride[GemmB])
      return GemmB;
  return std::nullopt;
}

GemmDecision sbp::planGemm(llvm::ArrayRef<GemmLoop> loops) {
  Groups groups = classify(loops);
  if (std::optional<GemmOperand> operand = findBroadcast(groups))
    return pack(*operand, groups);

  MergedList k = merge(groups.k, GemmA);
  if (k.size() > 1) {
    // One of the two may be fine by itself; the other follows its order.
    MergedList alone = merge(
        [&] {
          llvm::SmallVector<GemmLoop> only = groups.k;
          for (GemmLoop &loop : only)
            loop.stride[GemmB] = std::nullopt;
          return only;
        }(),
        GemmA);
    return pack(alone.size() == 1 ? GemmB : GemmA, groups);
  }
  MergedList m = merge(groups.m, GemmC), n = merge(groups.n, GemmC);
  const Merged one;
  if (k.empty())
    k.push_back(one);
  if (m.empty())
    m.push_back(one);
  if (n.empty())
    n.push_back(one);

  // The largest matrix that needs no copy. Where C is as packing would make it,
  // its innermost loops are a matrix of it and A or B is to follow.
  bool packedC = isPacked(loops, *pack(GemmC, groups).pack);
  std::optional<GemmPlan> best;
  std::optional<GemmOperand> unfit;
  std::pair<unsigned, unsigned> chosen;
  int64_t largestUnfit = 0;
  for (unsigned i = 0; i < m.size(); ++i)
    for (unsigned j = 0; j < n.size(); ++j) {
      int64_t size = m[i].extent * n[j].extent;
      Candidate candidate = tryMatrix(m[i], n[j], k.front());
      if (candidate.plan && (!best || size > best->m * best->n)) {
        best = candidate.plan;
        chosen = {i, j};
      } else if (candidate.unfit && size > largestUnfit &&
                 !(packedC && candidate.unfit == GemmC)) {
        unfit = candidate.unfit;
        largestUnfit = size;
      }
    }
  if (!best)
    return pack(*unfit, groups);

  MergedList around = merge(groups.batch, GemmC);
  for (unsigned i = 0; i < m.size(); ++i)
    if (i != chosen.first)
      around.push_back(m[i]);
  for (unsigned j = 0; j < n.size(); ++j)
    if (j != chosen.second)
      around.push_back(n[j]);
  addBatches(*best, around);
  return {best, std::nullopt};
}

llvm::raw_ostream &sbp::operator<<(llvm::raw_ostream &os,
                                   const GemmPlan &plan) {
  os << "gemm(m=" << plan.m << " n=" << plan.n << " k=" << plan.k << " A"
     << (plan.transposeA ? "^T" : "") << ":lda=" << plan.lda << " B"
     << (plan.transposeB ? "^T" : "") << ":ldb=" << plan.ldb
     << " C:ldc=" << plan.ldc;
  auto printBatch = [&](llvm::StringRef name, const GemmBatch &batch) {
    if (batch.count > 1)
      os << " " << name << "=" << batch.count << "[" << batch.stride[0] << ","
         << batch.stride[1] << "," << batch.stride[2] << "]";
  };
  printBatch("batch", plan.batch[0]);
  printBatch("batch", plan.batch[1]);
  for (const GemmBatch &loop : plan.outer)
    printBatch("loop", loop);
  return os << (plan.swapped ? " swapped)" : ")");
}
