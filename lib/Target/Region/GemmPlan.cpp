// GemmPlan.cpp: a contraction as one gemm call
//
// Loops are classified by the operands that depend on them (batch, m, n, k),
// and loops that are contiguous in all their operands are merged. The largest
// matrix without a copy becomes the call; the other loops become its batches.
// If there is none, one operand is packed (as in Goto and van de Geijn 2008),
// after which its loops merge. For example, C[b, i, j] += A[b, i, k] B[k, j]
// with dense operands merges b and i into one m: gemm(m = b * i, n = j, k = k).
#include "sbp/Target/Region/GemmPlan.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace sbp;

namespace {
/// Merged loops: `extent` iterations, stride[o] elements apart in operand `o`.
struct Merged {
  int64_t extent = 1;
  std::array<std::optional<int64_t>, 3> stride;
  int64_t at(unsigned operand) const { return stride[operand].value_or(0); }
};

/// The loops, classified by the operands that depend on them.
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

/// Appends the ids in order of decreasing stride in `primary`; loops that it
/// does not depend on come last.
static void appendOrder(llvm::SmallVector<GemmLoop> loops, unsigned primary,
                        llvm::SmallVectorImpl<unsigned> &order) {
  std::stable_sort(loops.begin(), loops.end(),
                   [&](const GemmLoop &x, const GemmLoop &y) {
                     return x.stride[primary] > y.stride[primary];
                   });
  for (const GemmLoop &loop : loops)
    order.push_back(loop.id);
}

/// Packs `operand` as [batch, m or n, k] (C as [batch, m, n]). Its reduction
/// dims get the order of the other input, so that both merge.
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

/// Returns whether the operand already has the layout of `pack`.
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

/// Returns (isTransposed, leading dim) of a matrix with these row and column
/// strides, or nothing if neither is contiguous.
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
/// A choice of loops for m, n and k: a plan, or the operand whose layout
/// prevents it.
struct Candidate {
  std::optional<GemmPlan> plan;
  std::optional<GemmOperand> unfit;
};
} // namespace

/// C must be row-major, possibly after swapping A and B; A and B may be
/// transposed.
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
    // C is stored as n x m; its transpose is B^T A^T.
    plan.swapped = true;
    std::swap(plan.m, plan.n);
    std::swap(plan.lda, plan.ldb);
    std::swap(plan.transposeA, plan.transposeB);
    plan.transposeA = !plan.transposeA;
    plan.transposeB = !plan.transposeB;
  }
  return {plan, std::nullopt};
}

/// Distributes the remaining loops: the two longest become batches of the call.
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
  // The outer batch has the larger stride in C.
  if (plan.batch[0].stride[GemmC] < plan.batch[1].stride[GemmC])
    std::swap(plan.batch[0], plan.batch[1]);
}

/// Loops of one iteration do not matter and are dropped.
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

/// Returns an input that does not depend on a loop of k or n that requires it;
/// it has to be broadcast.
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
    // One of the two inputs may be mergeable by itself; then the other one is
    // packed in its order.
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

  // Chooses the largest matrix that needs no copy. If C already has its packed
  // layout, packing it again is pointless, and A or B is packed instead.
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
