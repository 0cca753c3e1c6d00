// Product.cpp: the kernel of the elimination
//
// Computes r(scope) = min over s of the sum of inputs(s, scope) by one of two
// algorithms:
// 1. Separable products: no input contains both of the last two scope
//    variables. For fixed other variables the result is a min-plus matrix
//    product (ProductSides.h).
// 2. General products: for each state s, a depth-first walk over the scope
//    accumulates the inputs that are decided and ends in vector loops over the
//    last variable. States that a binary table forbids next to s are skipped
//    ("functional" tables have one allowed state each).
// Example: f(x, a), g(x, b): r(a, b) = min_x f(x, a) + g(x, b), separable.

#include "Product.h"
#include "CostLoops.h"
#include "ProductSides.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

namespace {

/// The effect of a scope position on an input: a state moves its pointer by
/// `stride`; at the last position of the input the entry is added.
struct LayerStep {
  unsigned layer;
  size_t stride;
  bool isLast;
};

/// An input with one stride per scope position (0 if it does not contain the
/// variable) and one for the eliminated variable.
struct Layer {
  ArrayRef<Cost> entries;
  Costs own; ///< storage of `entries` after makeStateMajor
  size_t stateStride = 0;
  SmallVector<size_t, 4> strides;
  unsigned numVariables = 0;
  bool innermost = false; ///< contains the last scope variable
  unsigned last = 0;      ///< the last scope position that it contains

  /// Returns true if it contains the eliminated variable only.
  bool isUnary() const { return numVariables == 1; }
  /// Returns true for a table of two variables, which may forbid states.
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
    result.resize(size);
    for (const ProductInput &input : inputs)
      layers.push_back(getLayer(variable, input));
  }
  Costs compute();

private:
  Layer getLayer(unsigned variable, const ProductInput &input) const;
  /// Copies a layer with the eliminated variable outermost, others in scope
  /// order, so that the inner loops are contiguous.
  void makeStateMajor(Layer &layer) const;
  void findSteps();
  /// Finds per scope position the states that are finite next to `state` in
  /// every binary table. Returns false if a position has none.
  bool findAllowed(unsigned state);
  /// Walks the states of `position`. `fixed`: sum of the inputs that earlier
  /// positions decided; `at`: current entry of every layer.
  void addRows(unsigned position, size_t offset,
               MutableArrayRef<const Cost *> at, Cost fixed);
  void addRow(size_t offset, ArrayRef<const Cost *> at, Cost fixed);
  /// Returns true if no input contains both of the last two scope variables.
  bool isSeparable() const;
  void computeInTiles();
  ProductSides split(ArrayRef<unsigned> prefix) const;
  void computeRows(const ProductSides &sides, Cost *out);

  unsigned domain;
  ArrayRef<unsigned> scope, shape;
  SolverThreads *threads;
  SmallVector<Layer, 8> layers;
  SmallVector<SmallVector<LayerStep, 8>, 4>
      steps;                          ///< per position but the last
  SmallVector<unsigned, 8> innermost; ///< layers with the last position
  std::vector<SmallVector<unsigned, 0>> allowed;
  Costs result;
};

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

void Product::makeStateMajor(Layer &layer) const {
  SmallVector<size_t, 4> from = layer.strides;
  size_t inner = 1;
  for (unsigned i = scope.size(); i-- > 0;)
    if (layer.strides[i] != 0) {
      layer.strides[i] = inner;
      inner *= shape[i];
    }
  size_t fromState = std::exchange(layer.stateStride, inner);
  if (fromState == inner && layer.numVariables <= 2)
    return; // Already in this order: use the table itself.
  layer.own.resize(domain * inner);
  if (layer.isBinary()) {
    copyStrided(layer.own.data(), layer.entries.data(), domain, inner,
                fromState, from[layer.last]);
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
                       kInfiniteCost;
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
  if (states.size() * 3 < extent) { // Few states are finite: visit only these.
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
    minAddRow(out, at[innermost[0]], fixed, extent);
    return;
  case 2:
    minAddSum(out, at[innermost[0]], at[innermost[1]], fixed, extent);
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
    if (sum != kInfiniteCost)
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

ProductSides Product::split(ArrayRef<unsigned> prefix) const {
  size_t rows = shape.size() - 2, columns = shape.size() - 1; // Positions.
  SmallVector<SideTable, 8> outer, inner;
  for (const Layer &layer : layers) {
    const Cost *at = layer.entries.data();
    for (auto [position, value] : enumerate(prefix))
      at += layer.strides[position] * value;
    (layer.innermost ? inner : outer)
        .push_back({at, layer.stateStride,
                    layer.strides[layer.innermost ? columns : rows]});
  }
  return ProductSides(domain, shape[rows], shape[columns], outer, inner,
                      threads);
}

/// Computes all rows of a tile, a large number of them on several threads.
void Product::computeRows(const ProductSides &sides, Cost *out) {
  SolverThreads::parallelForRows(
      threads, shape[shape.size() - 2], shape.back() * sides.size(),
      [&](size_t begin, size_t end) { sides.computeRows(out, begin, end); });
}

/// Computes one min-plus matrix product per assignment of the other variables.
void Product::computeInTiles() {
  SmallVector<unsigned, 4> prefix(scope.size() - 2, 0);
  size_t area = size_t(shape[shape.size() - 2]) * shape.back();
  for (size_t offset = 0; offset < result.size(); offset += area) {
    computeRows(split(prefix), &result[offset]);
    for (unsigned i = prefix.size(); i-- > 0;) {
      if (++prefix[i] < shape[i])
        break;
      prefix[i] = 0;
    }
  }
}

Costs Product::compute() {
  if (isSeparable()) {
    computeInTiles();
    return std::move(result);
  }
  std::fill(result.begin(), result.end(), kInfiniteCost);
  for (Layer &layer : layers)
    makeStateMajor(layer);
  findSteps();
  for (unsigned state = 0; state < domain; ++state) {
    Cost unary = 0;
    SmallVector<const Cost *, 8> at;
    for (const Layer &layer : layers) {
      at.push_back(&layer.entries[state * layer.stateStride]);
      if (layer.isUnary())
        unary += layer.entries[state];
    }
    if (unary != kInfiniteCost && findAllowed(state))
      addRows(0, 0, at, unary);
  }
  return std::move(result);
}

} // namespace

Costs minimiseOver(unsigned variable, unsigned domain,
                   ArrayRef<ProductInput> inputs, ArrayRef<unsigned> scope,
                   ArrayRef<unsigned> shape, SolverThreads *threads) {
  return Product(variable, domain, inputs, scope, shape, threads).compute();
}

} // namespace sbp
