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
  std::vector<Cost> entries;
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
          ArrayRef<unsigned> scope, ArrayRef<unsigned> shape)
      : domain(domain), scope(scope), shape(shape) {
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
  void findNeeded(Sides &sides) const;
  void addTile(const Sides &sides, size_t first, size_t end, size_t offset);

  unsigned domain;
  ArrayRef<unsigned> scope, shape;
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
  layer.entries.resize(stride);
  if (count == 2) {
    transpose(layer.entries.data(), input.table->entries.data(), layer.slice,
              domain);
    return layer;
  }
  SmallVector<size_t, 4> index(extents.size(), 0);
  for (unsigned state = 0; state < domain; ++state) {
    size_t source = ownStride * state;
    for (size_t target = 0; target < layer.slice; ++target) {
      layer.entries[state * layer.slice + target] =
          input.table->entries[source];
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
  std::vector<std::vector<Cost>> outer, inner;
  std::vector<bool> isSparse; ///< few states of the last position are finite
  /// Row by row, per state; empty: all may give the least.
  std::vector<uint8_t> isNeeded;
  size_t size() const { return inner.size(); }
};

Product::Sides Product::split(ArrayRef<unsigned> prefix) const {
  unsigned rows = shape[shape.size() - 2], extent = shape.back();
  Sides sides;
  for (unsigned state = 0; state < domain; ++state) {
    std::vector<Cost> outer(rows, 0), inner(extent, 0);
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
    sides.isSparse.push_back(finite * 3 < extent);
    sides.outer.push_back(std::move(outer));
    sides.inner.push_back(std::move(inner));
  }
  return sides;
}

/// States that are best in some row: few of them show that most others are no
/// better anywhere in a row.
static SmallVector<unsigned> findPivots(ArrayRef<Cost> byRow, size_t rows,
                                        ArrayRef<Cost> least) {
  constexpr size_t most = 2 * rowsAtOnce;
  SmallVector<unsigned> pivots;
  for (size_t i = 0; i < std::min(most, rows); ++i) {
    ArrayRef<Cost> row = byRow.slice(
        i * rows / std::min(most, rows) * least.size(), least.size());
    unsigned best = 0;
    for (unsigned k = 1; k < least.size(); ++k)
      if (row[k] + least[k] < row[best] + least[best])
        best = k;
    if (!is_contained(pivots, best))
      pivots.push_back(best);
  }
  return pivots;
}

/// In a row, a state is not needed where a pivot is cheaper by at least what
/// the state is ever cheaper by in a column. Pivots stay, so that of equals one
/// does.
void Product::findNeeded(Sides &sides) const {
  size_t rows = shape[shape.size() - 2], extent = shape.back();
  size_t count = sides.size();
  std::vector<Cost> byRow(rows * count), least(count);
  for (size_t k = 0; k < count; ++k)
    least[k] = *llvm::min_element(sides.inner[k]);
  constexpr size_t few = 16;
  for (size_t first = 0; first < rows; first += few)
    for (size_t k = 0; k < count; ++k)
      for (size_t row = first; row < std::min(rows, first + few); ++row)
        byRow[row * count + k] = sides.outer[k][row];
  SmallVector<unsigned> pivots = findPivots(byRow, rows, least);
  std::vector<std::vector<Cost>> saved;
  for (unsigned pivot : pivots) {
    std::vector<Cost> &list = saved.emplace_back();
    for (const std::vector<Cost> &inner : sides.inner)
      list.push_back(
          getMostSaved(sides.inner[pivot].data(), inner.data(), extent));
  }
  sides.isNeeded.resize(rows * count);
  std::vector<Cost> limits(count);
  for (size_t row = 0; row < rows; ++row) {
    const Cost *costs = &byRow[row * count];
    uint8_t *isNeeded = &sides.isNeeded[row * count];
    llvm::fill(limits, infiniteCost);
    for (auto [pivot, list] : zip_equal(pivots, saved))
      takeLeast(limits.data(), list.data(), costs[pivot], count);
    for (size_t k = 0; k < count; ++k)
      isNeeded[k] = costs[k] < limits[k];
    for (unsigned pivot : pivots)
      isNeeded[pivot] = costs[pivot] != infiniteCost;
  }
}

void Product::addTile(const Sides &sides, size_t first, size_t end,
                      size_t offset) {
  unsigned rows = shape[shape.size() - 2], extent = shape.back();
  std::vector<SmallVector<unsigned, 8>> finite(end - first);
  for (size_t k = first; k < end; ++k)
    for (unsigned i = 0; i < extent && sides.isSparse[k]; ++i)
      if (sides.inner[k][i] != infiniteCost)
        finite[k - first].push_back(i);
  for (unsigned row = 0; row < rows; ++row) {
    Cost *out = &result[offset + size_t(row) * extent];
    const uint8_t *isNeeded =
        sides.isNeeded.empty() ? nullptr : &sides.isNeeded[row * sides.size()];
    const Cost *together[rowsAtOnce];
    Cost by[rowsAtOnce];
    unsigned filled = 0;
    for (size_t k = first; k < end; ++k) {
      Cost outer = sides.outer[k][row];
      if (isNeeded ? !isNeeded[k] : outer == infiniteCost)
        continue;
      if (sides.isSparse[k]) {
        for (unsigned i : finite[k - first])
          out[i] = std::min(out[i], outer + sides.inner[k][i]);
        continue;
      }
      together[filled] = sides.inner[k].data();
      by[filled] = outer;
      if (++filled < rowsAtOnce)
        continue;
      takeLeastOfRows(out, together, by, extent);
      filled = 0;
    }
    for (unsigned k = 0; k < filled; ++k)
      takeLeast(out, together[k], by[k], extent);
  }
}

void Product::computeInTiles() {
  constexpr size_t tile = 64;
  constexpr double worthAFew = 1e7;
  SmallVector<unsigned, 4> prefix(scope.size() - 2, 0);
  size_t area = size_t(shape[shape.size() - 2]) * shape.back();
  for (size_t offset = 0; offset < result.size(); offset += area) {
    Sides sides = split(prefix);
    if (double(area) * sides.size() > worthAFew)
      findNeeded(sides);
    for (size_t first = 0; first < sides.size(); first += tile)
      addTile(sides, first, std::min(sides.size(), first + tile), offset);
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
                               ArrayRef<unsigned> shape) {
  return Product(variable, domain, inputs, scope, shape).compute();
}

} // namespace sbp
