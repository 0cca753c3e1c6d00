//===- Product.cpp - the kernel of the elimination ------------------------===//

#include "Product.h"
#include "CostLoops.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

namespace {

/// What a layer does at a position of the scope: a state is so many entries
/// further on, where the last of its positions is an entry that is added.
struct LayerStep {
  unsigned layer;
  size_t stride;
  bool isLast;
};

/// An input laid out as [state of the variable][its other variables in scope
/// order], with one stride per scope position (0 where it does not apply).
struct Layer {
  ArrayRef<Cost> entries;
  std::vector<Cost> own; ///< they, where the table has another order
  SmallVector<size_t, 4> strides;
  size_t slice = 1;       ///< entries per state of the variable
  bool unary = false;     ///< on the eliminated variable alone
  bool binary = false;    ///< on it and one other: may restrict the other
  bool innermost = false; ///< applies to the last scope position
  unsigned last = 0;      ///< position of the scope that decides what it adds
};

class Product {
public:
  Product(unsigned variable, unsigned domain, ArrayRef<ProductInput> inputs,
          ArrayRef<unsigned> scope, ArrayRef<unsigned> shape,
          SolverThreads *threads)
      : domain(domain), scope(scope), shape(shape), threads(threads) {
    size_t size = 1;
    for (unsigned extent : shape)
      size *= extent;
    result.assign(size, infiniteCost);
    for (const ProductInput &input : inputs)
      layers.push_back(layOut(variable, input));
    findSteps();
  }
  std::vector<Cost> compute();

private:
  Layer layOut(unsigned variable, const ProductInput &input) const;
  void findSteps();
  /// States of every scope position that are finite beside `state` in every
  /// binary table. False if a position has none.
  bool findAllowed(unsigned state);
  /// `fixed`: of all inputs that positions before `position` decide; `at`:
  /// where these have led in every layer.
  void addRows(unsigned position, size_t offset,
               MutableArrayRef<const Cost *> at, Cost fixed);
  void addRow(size_t offset, ArrayRef<const Cost *> at, Cost fixed);
  /// No input joins the last two positions of the scope: for a state, an entry
  /// of the result is a sum of what either position adds.
  bool isSeparable() const;
  void computeInTiles();
  struct Sides;
  Sides split(ArrayRef<unsigned> prefix) const;
  void addSides(const Sides &sides, size_t firstRow, size_t endRow,
                size_t offset);
  void shareOut(const Sides &sides, size_t offset);

  unsigned domain;
  ArrayRef<unsigned> scope, shape;
  SolverThreads *threads;
  SmallVector<Layer, 8> layers;
  SmallVector<SmallVector<LayerStep, 8>, 4> steps; ///< of all but the last
  SmallVector<unsigned, 8> innermost;              ///< layers of the last
  std::vector<SmallVector<unsigned, 0>> allowed;
  std::vector<Cost> result;
};

/// From rows of `columns` entries to columns of `rows`, a few rows at once.
static void transpose(Cost *__restrict to, const Cost *__restrict from,
                      size_t rows, size_t columns) {
  constexpr size_t few = 16;
  for (size_t first = 0; first < rows; first += few) {
    size_t end = std::min(rows, first + few);
    for (size_t column = 0; column < columns; ++column)
      for (size_t row = first; row < end; ++row)
        to[column * rows + row] = from[row * columns + column];
  }
}

Layer Product::layOut(unsigned variable, const ProductInput &input) const {
  Layer layer;
  unsigned count = input.variables.size();
  SmallVector<size_t, 4> sourceStrides(count);
  size_t stride = 1;
  for (unsigned i = count; i-- > 0;) {
    sourceStrides[i] = stride;
    stride *= input.table->shape[i];
  }
  auto position = [&](unsigned of) {
    return llvm::find(input.variables, of) - input.variables.begin();
  };
  size_t ownStride = sourceStrides[position(variable)];
  layer.slice = stride / domain;
  layer.strides.assign(scope.size(), 0);
  SmallVector<size_t, 4> extents, from; // in scope order
  for (auto [i, other] : enumerate(scope))
    if (is_contained(input.variables, other)) {
      extents.push_back(shape[i]);
      from.push_back(sourceStrides[position(other)]);
    }
  size_t inner = 1;
  for (unsigned i = scope.size(); i-- > 0;)
    if (is_contained(input.variables, scope[i])) {
      layer.strides[i] = inner;
      inner *= shape[i];
    }
  layer.unary = count == 1;
  layer.binary = count == 2;
  layer.innermost = !scope.empty() && layer.strides.back() != 0;
  for (unsigned i = 0; i < scope.size(); ++i)
    if (layer.strides[i] != 0)
      layer.last = i;
  if (ownStride == layer.slice && count <= 2) {
    layer.entries = input.table->entries;
    return layer;
  }
  layer.own.resize(stride);
  layer.entries = layer.own;
  if (count == 2) {
    transpose(layer.own.data(), input.table->entries.data(), layer.slice,
              domain);
    return layer;
  }
  SmallVector<size_t, 4> index(extents.size(), 0);
  for (unsigned state = 0; state < domain; ++state) {
    size_t source = ownStride * state;
    for (size_t target = 0; target < layer.slice; ++target) {
      layer.own[state * layer.slice + target] = input.table->entries[source];
      for (unsigned i = extents.size(); i-- > 0;) {
        source += from[i];
        if (++index[i] < extents[i])
          break;
        source -= from[i] * extents[i];
        index[i] = 0;
      }
    }
  }
  return layer;
}

bool Product::findAllowed(unsigned state) {
  allowed.assign(scope.size(), {});
  for (unsigned position = 0; position < scope.size(); ++position) {
    for (unsigned other = 0; other < shape[position]; ++other)
      if (all_of(layers, [&](const Layer &layer) {
            return !layer.binary || !layer.strides[position] ||
                   layer.entries[state * layer.slice + other] != infiniteCost;
          }))
        allowed[position].push_back(other);
    if (allowed[position].empty())
      return false;
  }
  return true;
}

void Product::findSteps() {
  steps.resize(scope.size());
  for (auto [number, layer] : enumerate(layers)) {
    if (layer.innermost)
      innermost.push_back(number);
    for (unsigned i = 0; i + 1 < scope.size(); ++i)
      if (size_t stride = layer.strides[i])
        steps[i].push_back(
            {static_cast<unsigned>(number), stride, layer.last == i});
  }
}

void Product::addRow(size_t offset, ArrayRef<const Cost *> at, Cost fixed) {
  if (scope.empty()) {
    result[0] = std::min(result[0], fixed);
    return;
  }
  Cost *__restrict out = &result[offset];
  unsigned extent = shape.back();
  const auto &states = allowed.back();
  if (states.size() * 3 < extent) { // functional: few states are finite
    for (unsigned state : states) {
      Cost sum = fixed;
      for (unsigned layer : innermost)
        sum += at[layer][state];
      out[state] = std::min(out[state], sum);
    }
    return;
  }
  switch (innermost.size()) {
  case 1:
    takeLeast(out, at[innermost[0]], fixed, extent);
    return;
  case 2:
    takeLeastOfSums(out, at[innermost[0]], at[innermost[1]], fixed, extent);
    return;
  default:
    for (unsigned i = 0; i < extent; ++i) {
      Cost sum = fixed;
      for (unsigned layer : innermost)
        sum += at[layer][i];
      out[i] = std::min(out[i], sum);
    }
  }
}

void Product::addRows(unsigned position, size_t offset,
                      MutableArrayRef<const Cost *> at, Cost fixed) {
  if (position + 1 >= scope.size())
    return addRow(offset, at, fixed);
  size_t inner = 1;
  for (unsigned extent : shape.drop_front(position + 1))
    inner *= extent;
  ArrayRef<LayerStep> here = steps[position];
  SmallVector<const Cost *, 8> from;
  for (const LayerStep &step : here)
    from.push_back(at[step.layer]);
  for (unsigned state : allowed[position]) {
    Cost sum = fixed;
    for (auto [step, start] : zip_equal(here, from)) {
      const Cost *entry = start + step.stride * state;
      if (step.isLast)
        sum += *entry;
      else
        at[step.layer] = entry;
    }
    if (sum != infiniteCost)
      addRows(position + 1, offset + state * inner, at, sum);
  }
  for (auto [step, start] : zip_equal(here, from))
    at[step.layer] = start;
}

bool Product::isSeparable() const {
  size_t count = scope.size();
  return count >= 2 && none_of(layers, [&](const Layer &layer) {
           return layer.innermost && layer.strides[count - 2] != 0;
         });
}

/// What the states of the variable add to each state of the last two positions
/// of the scope, all others fixed. Only states that are finite somewhere.
struct Product::Sides {
  std::vector<Cost> outer; ///< [row][state]
  std::vector<std::vector<Cost>> inner;
  /// Where few of a state's entries are finite, which.
  std::vector<SmallVector<unsigned, 0>> sparse;
  /// Few states that are best in some row, and by how much each state is ever
  /// cheaper than they in a column; none: not worth finding.
  SmallVector<unsigned> pivots;
  std::vector<std::vector<Cost>> saved;

  size_t size() const { return inner.size(); }
  ArrayRef<Cost> getRow(size_t row) const {
    return ArrayRef(outer).slice(row * size(), size());
  }
  void findPivots(size_t rows);
  /// States that may give the least in `row`.
  void getNeeded(size_t row, std::vector<Cost> &limits,
                 std::vector<unsigned> &needed) const;
};

Product::Sides Product::split(ArrayRef<unsigned> prefix) const {
  unsigned rows = shape[shape.size() - 2], extent = shape.back();
  Sides sides;
  std::vector<Cost> byState;
  byState.reserve(size_t(domain) * rows);
  sides.inner.reserve(domain);
  std::vector<Cost> outer(rows), inner(extent);
  for (unsigned state = 0; state < domain; ++state) {
    llvm::fill(outer, 0);
    llvm::fill(inner, 0);
    for (const Layer &layer : layers) {
      const Cost *at = &layer.entries[state * layer.slice];
      for (auto [position, value] : enumerate(prefix))
        at += layer.strides[position] * value;
      size_t stride = layer.strides[shape.size() - 2];
      if (layer.innermost)
        for (unsigned i = 0; i < extent; ++i)
          inner[i] += at[i];
      else
        for (unsigned i = 0; i < rows; ++i)
          outer[i] += at[i * stride];
    }
    auto isFinite = [](Cost cost) { return cost != infiniteCost; };
    size_t finite = count_if(inner, isFinite);
    if (finite == 0 || none_of(outer, isFinite))
      continue;
    SmallVector<unsigned, 0> &sparse = sides.sparse.emplace_back();
    for (unsigned i = 0; i < extent && finite * 3 < extent; ++i)
      if (isFinite(inner[i]))
        sparse.push_back(i);
    byState.insert(byState.end(), outer.begin(), outer.end());
    sides.inner.push_back(inner);
  }
  sides.outer.resize(byState.size());
  transpose(sides.outer.data(), byState.data(), sides.size(), rows);
  return sides;
}

/// They show that most other states are no better anywhere in a row.
void Product::Sides::findPivots(size_t rows) {
  constexpr size_t most = 2 * rowsAtOnce;
  std::vector<Cost> least;
  for (const std::vector<Cost> &costs : inner)
    least.push_back(*llvm::min_element(costs));
  for (size_t i = 0; i < std::min(most, rows); ++i) {
    ArrayRef<Cost> row = getRow(i * rows / std::min(most, rows));
    unsigned best = 0;
    for (unsigned k = 1; k < least.size(); ++k)
      if (row[k] + least[k] < row[best] + least[best])
        best = k;
    if (!is_contained(pivots, best))
      pivots.push_back(best);
  }
  for (unsigned pivot : pivots) {
    std::vector<Cost> &list = saved.emplace_back();
    for (const std::vector<Cost> &costs : inner)
      list.push_back(
          getMostSaved(inner[pivot].data(), costs.data(), costs.size()));
  }
}

/// In a row, a state is not needed where a pivot is cheaper by at least what
/// the state is ever cheaper by in a column. Pivots stay, so that of equals one
/// does.
void Product::Sides::getNeeded(size_t row, std::vector<Cost> &limits,
                               std::vector<unsigned> &needed) const {
  ArrayRef<Cost> costs = getRow(row);
  limits.assign(size(), infiniteCost);
  for (auto [pivot, list] : zip_equal(pivots, saved))
    takeLeast(limits.data(), list.data(), costs[pivot], size());
  for (unsigned pivot : pivots)
    limits[pivot] = infiniteCost;
  for (unsigned k = 0; k < size(); ++k)
    if (costs[k] < limits[k])
      needed.push_back(k);
}

/// Into the rows of the result from `offset` on, a tile of states at once.
void Product::addSides(const Sides &sides, size_t firstRow, size_t endRow,
                       size_t offset) {
  constexpr unsigned tile = 64;
  unsigned extent = shape.back();
  std::vector<unsigned> needed; // of each row, one after the other
  std::vector<size_t> next, ends;
  std::vector<Cost> limits;
  for (size_t row = firstRow; row < endRow; ++row) {
    next.push_back(needed.size());
    sides.getNeeded(row, limits, needed);
    ends.push_back(needed.size());
  }
  for (unsigned end = tile; end < sides.size() + tile; end += tile)
    for (size_t row = firstRow; row < endRow; ++row) {
      Cost *out = &result[offset + row * extent];
      ArrayRef<Cost> costs = sides.getRow(row);
      const Cost *together[rowsAtOnce];
      Cost by[rowsAtOnce];
      unsigned filled = 0;
      size_t &at = next[row - firstRow];
      for (; at < ends[row - firstRow] && needed[at] < end; ++at) {
        unsigned k = needed[at];
        const std::vector<Cost> &inner = sides.inner[k];
        if (!sides.sparse[k].empty()) {
          for (unsigned i : sides.sparse[k])
            out[i] = std::min(out[i], costs[k] + inner[i]);
          continue;
        }
        together[filled] = inner.data();
        by[filled] = costs[k];
        if (++filled < rowsAtOnce)
          continue;
        takeLeastOfRows(out, together, by, extent);
        filled = 0;
      }
      for (unsigned k = 0; k < filled; ++k)
        takeLeast(out, together[k], by[k], extent);
    }
}

/// All rows; a large number of them by several threads.
void Product::shareOut(const Sides &sides, size_t offset) {
  constexpr size_t worthThreads = 1 << 21;
  constexpr size_t pieces = 4; // of each thread: rows differ in what they take
  size_t rows = shape[shape.size() - 2];
  if (!threads || rows * shape.back() * sides.size() < worthThreads ||
      threads->getCount() == 1)
    return addSides(sides, 0, rows, offset);
  ThreadPoolTaskGroup group(threads->getPool());
  size_t piece = divideCeil(rows, pieces * threads->getCount());
  for (size_t first = 0; first < rows; first += piece)
    group.async([&, first] {
      addSides(sides, first, std::min(rows, first + piece), offset);
    });
  group.wait();
}

void Product::computeInTiles() {
  constexpr double worthPivots = 1e7;
  SmallVector<unsigned, 4> prefix(scope.size() - 2, 0);
  size_t rows = shape[shape.size() - 2], area = rows * shape.back();
  for (size_t offset = 0; offset < result.size(); offset += area) {
    Sides sides = split(prefix);
    if (double(area) * sides.size() > worthPivots)
      sides.findPivots(rows);
    shareOut(sides, offset);
    for (unsigned i = prefix.size(); i-- > 0;) {
      if (++prefix[i] < shape[i])
        break;
      prefix[i] = 0;
    }
  }
}

std::vector<Cost> Product::compute() {
  if (isSeparable()) {
    computeInTiles();
    return std::move(result);
  }
  for (unsigned state = 0; state < domain; ++state) {
    Cost unary = 0;
    SmallVector<const Cost *, 8> at;
    for (const Layer &layer : layers) {
      at.push_back(&layer.entries[state * layer.slice]);
      if (layer.unary)
        unary += layer.entries[state];
    }
    if (unary != infiniteCost && findAllowed(state))
      addRows(0, 0, at, unary);
  }
  return std::move(result);
}

} // namespace

std::vector<Cost> minimiseOver(unsigned variable, unsigned domain,
                               ArrayRef<ProductInput> inputs,
                               ArrayRef<unsigned> scope,
                               ArrayRef<unsigned> shape,
                               SolverThreads *threads) {
  return Product(variable, domain, inputs, scope, shape, threads).compute();
}

} // namespace sbp
