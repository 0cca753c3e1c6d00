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

/// An input: what it adds for a state of the variable and of every scope
/// position, with one stride each (0 where it does not apply).
struct Layer {
  ArrayRef<Cost> entries;
  std::vector<Cost> own; ///< they, where they are not those of the table
  size_t stateStride = 0;
  SmallVector<size_t, 4> strides;
  unsigned numVariables = 0;
  bool innermost = false; ///< applies to the last scope position
  unsigned last = 0;      ///< position of the scope that decides what it adds

  /// On the variable alone.
  bool isUnary() const { return numVariables == 1; }
  /// On it and one other, which it may restrict.
  bool isBinary() const { return numVariables == 2; }
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
      layers.push_back(getLayer(variable, input));
  }
  std::vector<Cost> compute();

private:
  Layer getLayer(unsigned variable, const ProductInput &input) const;
  /// Puts the states of the variable outermost, all others in scope order.
  void layOut(Layer &layer) const;
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

Layer Product::getLayer(unsigned variable, const ProductInput &input) const {
  Layer layer;
  layer.entries = input.table->entries;
  layer.numVariables = input.variables.size();
  layer.strides.assign(scope.size(), 0);
  size_t stride = 1;
  for (unsigned i = layer.numVariables; i-- > 0;) {
    if (input.variables[i] == variable) {
      layer.stateStride = stride;
    } else {
      unsigned position = llvm::find(scope, input.variables[i]) - scope.begin();
      layer.strides[position] = stride;
      layer.last = std::max(layer.last, position);
    }
    stride *= input.table->shape[i];
  }
  layer.innermost = !scope.empty() && layer.strides.back() != 0;
  return layer;
}

void Product::layOut(Layer &layer) const {
  SmallVector<size_t, 4> from = layer.strides;
  size_t inner = 1;
  for (unsigned i = scope.size(); i-- > 0;)
    if (layer.strides[i] != 0) {
      layer.strides[i] = inner;
      inner *= shape[i];
    }
  size_t fromState = std::exchange(layer.stateStride, inner);
  if (fromState == inner && layer.numVariables <= 2)
    return;
  layer.own.resize(domain * inner);
  if (layer.isBinary()) {
    transpose(layer.own.data(), layer.entries.data(), inner, domain);
    layer.entries = layer.own;
    return;
  }
  SmallVector<size_t, 4> index(scope.size(), 0);
  for (unsigned state = 0; state < domain; ++state) {
    size_t source = fromState * state;
    for (size_t target = 0; target < inner; ++target) {
      layer.own[state * inner + target] = layer.entries[source];
      for (unsigned i = scope.size(); i-- > 0;) {
        if (layer.strides[i] == 0)
          continue;
        source += from[i];
        if (++index[i] < shape[i])
          break;
        source -= from[i] * shape[i];
        index[i] = 0;
      }
    }
  }
  layer.entries = layer.own;
}

bool Product::findAllowed(unsigned state) {
  allowed.assign(scope.size(), {});
  for (unsigned position = 0; position < scope.size(); ++position) {
    for (unsigned other = 0; other < shape[position]; ++other)
      if (all_of(layers, [&](const Layer &layer) {
            return !layer.isBinary() || !layer.strides[position] ||
                   layer.entries[state * layer.stateStride + other] !=
                       infiniteCost;
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
  std::vector<Cost> outer;         ///< [row][state]
  std::vector<const Cost *> inner; ///< by state, a column after the other
  std::vector<Cost> least;         ///< of these, by state
  std::vector<Cost> own;           ///< they, where no table has them so
  size_t extent = 0;               ///< number of columns
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
  void keepFinite(size_t rows);
  void findSparse();
  void findPivots(size_t rows);
  /// States that may give the least in `row`.
  void getNeeded(size_t row, std::vector<Cost> &limits,
                 std::vector<unsigned> &needed) const;
};

/// Adds a table of any strides to one of `rows` rows that has none.
static void addTable(MutableArrayRef<Cost> sums, const Cost *__restrict from,
                     size_t rows, size_t columns, size_t rowStride,
                     size_t columnStride) {
  Cost *__restrict to = sums.data();
  if (columnStride <= rowStride || columnStride == 0) {
    for (size_t row = 0; row < rows; ++row)
      for (size_t column = 0; column < columns; ++column)
        to[row * columns + column] +=
            from[row * rowStride + column * columnStride];
    return;
  }
  constexpr size_t few = 16; // by so many: a block that stays in the cache
  Cost block[few][few];
  for (size_t row = 0; row < rows; row += few)
    for (size_t column = 0; column < columns; column += few) {
      size_t height = std::min(few, rows - row);
      size_t width = std::min(few, columns - column);
      const Cost *at = from + row * rowStride + column * columnStride;
      for (size_t j = 0; j < width; ++j)
        for (size_t i = 0; i < height; ++i)
          block[i][j] = at[i * rowStride + j * columnStride];
      for (size_t i = 0; i < height; ++i)
        for (size_t j = 0; j < width; ++j)
          to[(row + i) * columns + column + j] += block[i][j];
    }
}

Product::Sides Product::split(ArrayRef<unsigned> prefix) const {
  size_t rows = shape[shape.size() - 2];
  Sides sides;
  sides.extent = shape.back();
  sides.outer.assign(rows * domain, 0);
  auto getStart = [&](const Layer &layer) {
    const Cost *at = layer.entries.data();
    for (auto [position, value] : enumerate(prefix))
      at += layer.strides[position] * value;
    return at;
  };
  SmallVector<const Layer *> innerLayers;
  for (const Layer &layer : layers) {
    if (layer.innermost)
      innerLayers.push_back(&layer);
    else
      addTable(sides.outer, getStart(layer), rows, domain,
               layer.strides[shape.size() - 2], layer.stateStride);
  }
  const Cost *inner = nullptr;
  size_t stateStride = sides.extent;
  if (innerLayers.size() == 1 && innerLayers[0]->strides.back() == 1) {
    inner = getStart(*innerLayers[0]);
    stateStride = innerLayers[0]->stateStride;
  } else {
    sides.own.assign(domain * sides.extent, 0);
    inner = sides.own.data();
    for (const Layer *layer : innerLayers)
      addTable(sides.own, getStart(*layer), domain, sides.extent,
               layer->stateStride, layer->strides.back());
  }
  for (unsigned state = 0; state < domain; ++state)
    sides.inner.push_back(inner + state * stateStride);
  sides.keepFinite(rows);
  sides.findSparse();
  return sides;
}

void Product::Sides::keepFinite(size_t rows) {
  std::vector<Cost> ofOuter(size(), infiniteCost),
      nothing(std::max(rows, extent), 0);
  least.assign(size(), infiniteCost);
  takeLeastOfColumns(ofOuter.data(), outer.data(), nothing.data(), rows,
                     size());
  std::vector<size_t> kept;
  for (auto [state, costs] : enumerate(inner)) {
    takeLeastOfRows(&least[state], costs, nothing.data(), 1, extent);
    if (least[state] != infiniteCost && ofOuter[state] != infiniteCost)
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

void Product::Sides::findSparse() {
  auto isFinite = [](Cost cost) { return cost != infiniteCost; };
  for (const Cost *costs : inner) {
    SmallVector<unsigned, 0> &list = sparse.emplace_back();
    if (std::count_if(costs, costs + extent, isFinite) * 3 >= int64_t(extent))
      continue;
    for (unsigned i = 0; i < extent; ++i)
      if (isFinite(costs[i]))
        list.push_back(i);
  }
}

/// They show that most other states are no better anywhere in a row.
void Product::Sides::findPivots(size_t rows) {
  constexpr size_t most = 2 * rowsAtOnce;
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
    for (const Cost *costs : inner)
      list.push_back(getMostSaved(inner[pivot], costs, extent));
  }
}

/// In a row, a state is not needed where a pivot is cheaper by at least what
/// the state is ever cheaper by in a column. Pivots stay, so that of equals one
/// does.
void Product::Sides::getNeeded(size_t row, std::vector<Cost> &limits,
                               std::vector<unsigned> &needed) const {
  ArrayRef<Cost> costs = getRow(row);
  limits.assign(size(), infiniteCost);
  const Cost *together[rowsAtOnce];
  Cost by[rowsAtOnce];
  size_t filled = 0;
  for (auto [pivot, list] : zip_equal(pivots, saved)) {
    together[filled] = list.data();
    by[filled] = costs[pivot];
    if (++filled < rowsAtOnce)
      continue;
    takeLeastTogether(limits.data(), together, by, size());
    filled = 0;
  }
  for (size_t i = 0; i < filled; ++i)
    takeLeast(limits.data(), together[i], by[i], size());
  for (unsigned pivot : pivots)
    limits[pivot] = infiniteCost;
  size_t count = needed.size();
  needed.resize(count + size());
  for (unsigned k = 0; k < size(); ++k) { // most are not: no branch foresees
    needed[count] = k;
    count += costs[k] < limits[k];
  }
  needed.resize(count);
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
        const Cost *inner = sides.inner[k];
        if (!sides.sparse[k].empty()) {
          for (unsigned i : sides.sparse[k])
            out[i] = std::min(out[i], costs[k] + inner[i]);
          continue;
        }
        together[filled] = inner;
        by[filled] = costs[k];
        if (++filled < rowsAtOnce)
          continue;
        takeLeastTogether(out, together, by, extent);
        filled = 0;
      }
      if (filled == 0)
        continue;
      std::fill(together + filled, together + rowsAtOnce, together[0]);
      std::fill(by + filled, by + rowsAtOnce, by[0]);
      takeLeastTogether(out, together, by, extent);
    }
}

/// All rows; a large number of them by several threads.
void Product::shareOut(const Sides &sides, size_t offset) {
  constexpr size_t worthThreads = 1 << 21;
  constexpr size_t pieces = 4; // of each thread: rows differ in what they take
  size_t rows = shape[shape.size() - 2];
  bool isSmall = rows * shape.back() * sides.size() < worthThreads;
  unsigned helpers = threads && !isSmall ? threads->reserve(rows) : 0;
  if (helpers == 0)
    return addSides(sides, 0, rows, offset);
  size_t piece = divideCeil(rows, pieces * (helpers + 1));
  threads->share(divideCeil(rows, piece), helpers, [&](size_t i) {
    addSides(sides, i * piece, std::min(rows, (i + 1) * piece), offset);
  });
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
  for (Layer &layer : layers)
    layOut(layer);
  findSteps();
  for (unsigned state = 0; state < domain; ++state) {
    Cost unary = 0;
    SmallVector<const Cost *, 8> at;
    for (const Layer &layer : layers) {
      at.push_back(&layer.entries[state * layer.stateStride]);
      if (layer.isUnary())
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
