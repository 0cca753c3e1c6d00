// ProductSides.cpp: products whose last two variables share no table
//
// out[row][column] = min over states s of outer[row][s] + inner[s][column], a
// min-plus ("tropical") matrix product, which has no fast algorithm. Three
// prunings make it cheap in practice: infinite states are dropped, states with
// few finite columns are applied entry by entry, and for large products pivots
// exclude states: if outer[row][p] + (most that s saves on p) <= outer[row][s],
// state s wins nowhere in this row.

#include "ProductSides.h"
#include "CostLoops.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

namespace {
/// Collects rows and adds them to a result eight at a time.
class RowBatch {
public:
  RowBatch(Cost *out, size_t count) : out(out), count(count) {}
  void add(const Cost *row, Cost by) {
    rows[filled] = row;
    bys[filled] = by;
    if (++filled == kRowsPerBatch)
      take();
  }
  /// Processes the remaining rows, padded with copies of the first.
  void finish() {
    if (filled == 0)
      return;
    std::fill(rows + filled, rows + kRowsPerBatch, rows[0]);
    std::fill(bys + filled, bys + kRowsPerBatch, bys[0]);
    take();
  }

private:
  void take() {
    minAddRows(out, rows, bys, count);
    filled = 0;
  }

  Cost *out;
  size_t count;
  const Cost *rows[kRowsPerBatch];
  Cost bys[kRowsPerBatch];
  unsigned filled = 0;
};
} // namespace

/// Returns the sum of `tables` as a row-major matrix. `getStrides` returns the
/// row and column strides of a table.
static Costs
addUp(ArrayRef<SideTable> tables, size_t rows, size_t columns,
      function_ref<std::pair<size_t, size_t>(const SideTable &)> getStrides,
      SolverThreads *threads) {
  Costs sum(rows * columns);
  if (tables.empty())
    std::fill(sum.begin(), sum.end(), 0);
  SolverThreads::parallelForRows(
      threads, rows, columns * tables.size(), [&](size_t begin, size_t end) {
        for (const SideTable &table : tables) {
          auto [stride, columnStride] = getStrides(table);
          auto *take = &table == tables.begin() ? copyStrided : addStrided;
          take(sum.data() + begin * columns, table.entries + begin * stride,
               end - begin, columns, stride, columnStride);
        }
      });
  return sum;
}

ProductSides::ProductSides(unsigned states, size_t rows, size_t columns,
                           ArrayRef<SideTable> outerTables,
                           ArrayRef<SideTable> innerTables,
                           SolverThreads *threads)
    : rows(rows), columns(columns) {
  outer = addUp(
      outerTables, rows, states,
      [](const SideTable &table) {
        return std::pair(table.stride, table.stateStride);
      },
      threads);
  const Cost *first = nullptr;
  size_t stateStride = columns;
  // A single contiguous table is used in place.
  if (innerTables.size() == 1 && innerTables[0].stride == 1) {
    first = innerTables[0].entries;
    stateStride = innerTables[0].stateStride;
  } else {
    own = addUp(
        innerTables, states, columns,
        [](const SideTable &table) {
          return std::pair(table.stateStride, table.stride);
        },
        threads);
    first = own.data();
  }
  for (unsigned state = 0; state < states; ++state)
    inner.push_back(first + state * stateStride);
  keepFinite();
  findSparse();
  constexpr double kMinimumPivotWork = 1e7;
  if (double(rows) * columns * size() > kMinimumPivotWork)
    findPivots();
}

/// Drops states that are infinite in all rows or in all columns.
void ProductSides::keepFinite() {
  Costs ofOuter(size(), kInfiniteCost), nothing(std::max(rows, columns), 0);
  least.assign(size(), kInfiniteCost);
  minAddOverRows(ofOuter.data(), outer.data(), nothing.data(), rows, size());
  std::vector<size_t> kept;
  for (auto [state, costs] : enumerate(inner)) {
    minAddOverColumns(&least[state], costs, nothing.data(), 1, columns);
    if (least[state] != kInfiniteCost && ofOuter[state] != kInfiniteCost)
      kept.push_back(state);
  }
  size_t before = size();
  if (kept.size() == before)
    return;
  for (auto [to, from] : enumerate(kept)) {
    inner[to] = inner[from];
    least[to] = least[from];
  }
  inner.resize(kept.size());
  least.resize(kept.size());
  for (size_t row = 0; row < rows; ++row)
    for (auto [to, from] : enumerate(kept))
      outer[row * kept.size() + to] = outer[row * before + from];
  outer.resize(rows * kept.size());
}

/// Lists the finite columns of states that have few of them.
void ProductSides::findSparse() {
  auto isFinite = [](Cost cost) { return cost != kInfiniteCost; };
  for (const Cost *costs : inner) {
    SmallVector<unsigned, 0> &list = sparse.emplace_back();
    if (std::count_if(costs, costs + columns, isFinite) * 3 >= int64_t(columns))
      continue;
    for (unsigned i = 0; i < columns; ++i)
      if (isFinite(costs[i]))
        list.push_back(i);
  }
}

/// Chooses up to 16 pivots, the best states of evenly spaced rows, and computes
/// by how much each other state can be cheaper.
void ProductSides::findPivots() {
  constexpr size_t kMaxPivots = 2 * kRowsPerBatch;
  for (size_t i = 0; i < std::min(kMaxPivots, rows); ++i) {
    ArrayRef<Cost> row = getRow(i * rows / std::min(kMaxPivots, rows));
    unsigned best = 0;
    for (unsigned k = 1; k < least.size(); ++k)
      if (row[k] + least[k] < row[best] + least[best])
        best = k;
    if (!is_contained(pivots, best))
      pivots.push_back(best);
  }
  for (unsigned pivot : pivots) {
    Costs &list = saved.emplace_back();
    for (const Cost *costs : inner)
      list.push_back(getLargestSaving(inner[pivot], costs, columns));
  }
}

/// Appends the states that may win in a row: all but those for which a pivot is
/// cheaper by at least the most that they save on it. Pivots always stay, so
/// that one of several equal states does.
void ProductSides::getNeeded(size_t row, Costs &limits,
                             std::vector<unsigned> &needed) const {
  ArrayRef<Cost> costs = getRow(row);
  limits.assign(size(), kInfiniteCost);
  RowBatch batch(limits.data(), size());
  for (auto [pivot, list] : zip_equal(pivots, saved))
    batch.add(list.data(), costs[pivot]);
  batch.finish();
  for (unsigned pivot : pivots)
    limits[pivot] = kInfiniteCost;
  size_t count = needed.size();
  needed.resize(count + size());
  // Most states are not needed: a branch would be mispredicted.
  for (unsigned k = 0; k < size(); ++k) {
    needed[count] = k;
    count += costs[k] < limits[k];
  }
  needed.resize(count);
}

/// Processes the states in tiles, so that their rows stay in the cache while
/// all rows of the result use them.
void ProductSides::computeRows(Cost *out, size_t firstRow,
                               size_t endRow) const {
  constexpr unsigned kTile = 64;
  std::vector<unsigned> needed; // Concatenated lists, one per row.
  std::vector<size_t> next, ends;
  Costs limits;
  std::fill(out + firstRow * columns, out + endRow * columns, kInfiniteCost);
  for (size_t row = firstRow; row < endRow; ++row) {
    next.push_back(needed.size());
    getNeeded(row, limits, needed);
    ends.push_back(needed.size());
  }
  for (unsigned end = kTile; end < size() + kTile; end += kTile)
    for (size_t row = firstRow; row < endRow; ++row) {
      Cost *to = out + row * columns;
      ArrayRef<Cost> costs = getRow(row);
      RowBatch batch(to, columns);
      size_t &at = next[row - firstRow];
      for (; at < ends[row - firstRow] && needed[at] < end; ++at) {
        unsigned k = needed[at];
        for (unsigned i : sparse[k])
          to[i] = std::min(to[i], costs[k] + inner[k][i]);
        if (sparse[k].empty())
          batch.add(inner[k], costs[k]);
      }
      batch.finish();
    }
}

} // namespace sbp
