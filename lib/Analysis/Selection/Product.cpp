//===- Product.cpp - the kernel of the elimination ------------------------===//

#include "Product.h"
#include "CostLoops.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

namespace {

/// An input laid out as [state of the variable][its other variables in scope
/// order], with one stride per scope position (0 where it does not apply).
struct Layer {
  std::vector<Cost> entries;
  SmallVector<size_t, 4> strides;
  size_t slice = 1;       ///< entries per state of the variable
  bool unary = false;     ///< on the eliminated variable alone
  bool binary = false;    ///< on it and one other: may restrict the other
  bool innermost = false; ///< applies to the last scope position
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
  }
  std::vector<Cost> compute();

private:
  Layer layOut(unsigned variable, const ProductInput &input) const;
  /// States of every scope position that are finite beside `state` in every
  /// binary table. False if a position has none.
  bool findAllowed(unsigned state);
  void addRows(unsigned position, size_t offset, SmallVector<size_t, 8> &base,
               Cost unary);
  void addRow(size_t offset, ArrayRef<size_t> base, Cost unary);
  /// No input joins the last two positions of the scope: for a state, an entry
  /// of the result is a sum of what either position adds.
  bool isSeparable() const;
  void computeInTiles();
  struct Tile;
  void fillTile(Tile &tile, unsigned firstState, ArrayRef<unsigned> prefix);
  void addTile(const Tile &tile, size_t offset);

  unsigned domain;
  ArrayRef<unsigned> scope, shape;
  SmallVector<Layer, 8> layers;
  std::vector<SmallVector<unsigned, 0>> allowed;
  std::vector<Cost> result;
};

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
  layer.entries.resize(stride);
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
  layer.unary = count == 1;
  layer.binary = count == 2;
  layer.innermost = !scope.empty() && layer.strides.back() != 0;
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

void Product::addRow(size_t offset, ArrayRef<size_t> base, Cost unary) {
  Cost fixed = unary;
  SmallVector<const Cost *, 8> rows;
  for (auto [layer, at] : zip_equal(layers, base)) {
    if (layer.unary)
      continue;
    if (layer.innermost)
      rows.push_back(&layer.entries[at]);
    else
      fixed += layer.entries[at];
  }
  if (fixed == infiniteCost)
    return;
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
      for (const Cost *row : rows)
        sum += row[state];
      out[state] = std::min(out[state], sum);
    }
    return;
  }
  if (rows.size() == 1) {
    takeLeast(out, rows[0], fixed, extent);
    return;
  }
  if (rows.size() == 2) {
    const Cost *__restrict a = rows[0], *__restrict b = rows[1];
    for (unsigned i = 0; i < extent; ++i)
      out[i] = std::min(out[i], fixed + a[i] + b[i]);
    return;
  }
  for (unsigned i = 0; i < extent; ++i) {
    Cost sum = fixed;
    for (const Cost *row : rows)
      sum += row[i];
    out[i] = std::min(out[i], sum);
  }
}

void Product::addRows(unsigned position, size_t offset,
                      SmallVector<size_t, 8> &base, Cost unary) {
  if (position + 1 >= scope.size())
    return addRow(offset, base, unary);
  size_t inner = 1;
  for (unsigned extent : shape.drop_front(position + 1))
    inner *= extent;
  for (unsigned state : allowed[position]) {
    for (auto [layer, at] : zip_equal(layers, base))
      at += layer.strides[position] * state;
    addRows(position + 1, offset + state * inner, base, unary);
    for (auto [layer, at] : zip_equal(layers, base))
      at -= layer.strides[position] * state;
  }
}

bool Product::isSeparable() const {
  size_t count = scope.size();
  return count >= 2 && none_of(layers, [&](const Layer &layer) {
           return layer.innermost && layer.strides[count - 2] != 0;
         });
}

/// What some states of the variable add to each state of the last two positions
/// of the scope, all others fixed.
struct Product::Tile {
  static constexpr unsigned size = 64;
  std::vector<std::vector<Cost>> outer, inner;
  BitVector isSparse; ///< few states of the last position are finite
  unsigned count = 0;
};

void Product::fillTile(Tile &tile, unsigned firstState,
                       ArrayRef<unsigned> prefix) {
  unsigned rows = shape[shape.size() - 2], extent = shape.back();
  tile.count = 0;
  for (unsigned state = firstState;
       state < std::min(domain, firstState + Tile::size); ++state) {
    std::vector<Cost> &outer = tile.outer[tile.count];
    std::vector<Cost> &inner = tile.inner[tile.count];
    outer.assign(rows, 0);
    inner.assign(extent, 0);
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
    tile.isSparse[tile.count++] = finite * 3 < extent;
  }
}

void Product::addTile(const Tile &tile, size_t offset) {
  unsigned rows = shape[shape.size() - 2], extent = shape.back();
  std::vector<SmallVector<unsigned, 8>> finite(tile.count);
  for (unsigned k = 0; k < tile.count; ++k)
    for (unsigned i = 0; i < extent && tile.isSparse[k]; ++i)
      if (tile.inner[k][i] != infiniteCost)
        finite[k].push_back(i);
  for (unsigned row = 0; row < rows; ++row) {
    Cost *out = &result[offset + size_t(row) * extent];
    const Cost *together[rowsAtOnce];
    Cost by[rowsAtOnce];
    unsigned filled = 0;
    for (unsigned k = 0; k < tile.count; ++k) {
      Cost outer = tile.outer[k][row];
      if (outer == infiniteCost)
        continue;
      if (tile.isSparse[k]) {
        for (unsigned i : finite[k])
          out[i] = std::min(out[i], outer + tile.inner[k][i]);
        continue;
      }
      together[filled] = tile.inner[k].data();
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
  Tile tile;
  tile.outer.resize(Tile::size);
  tile.inner.resize(Tile::size);
  tile.isSparse.resize(Tile::size);
  SmallVector<unsigned, 4> prefix(scope.size() - 2, 0);
  size_t area = size_t(shape[shape.size() - 2]) * shape.back();
  for (size_t offset = 0; offset < result.size(); offset += area) {
    for (unsigned state = 0; state < domain; state += Tile::size) {
      fillTile(tile, state, prefix);
      addTile(tile, offset);
    }
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
    SmallVector<size_t, 8> base;
    for (const Layer &layer : layers) {
      base.push_back(state * layer.slice);
      if (layer.unary)
        unary += layer.entries[state];
    }
    if (unary != infiniteCost && findAllowed(state))
      addRows(0, 0, base, unary);
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
