// Layers.cpp: which ops make one layer of a model

#include "Graph.h"

using namespace llvm;

namespace sbp {

// Fewer equal ops in a row are no layer.
static constexpr size_t smallestLayer = 4;

std::string getLayerOfName(StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  size_t length = 0;
  for (StringRef part : parts) {
    length += part.size();
    if (!part.empty() && all_of(part, isDigit))
      return name.take_front(length).str();
    ++length;
  }
  return "";
}

namespace {
/// Equal stretches behind each other.
struct Repetition {
  size_t begin = 0, period = 0, count = 0;
  size_t size() const { return period * count; }
};
} // namespace

static Repetition findRepetition(ArrayRef<std::string> shapes) {
  Repetition best;
  for (size_t period = smallestLayer; 2 * period <= shapes.size(); ++period)
    for (size_t begin = 0; begin + period < shapes.size();) {
      size_t end = begin;
      while (end + period < shapes.size() &&
             shapes[end] == shapes[end + period])
        ++end;
      Repetition found{begin, period, (end - begin) / period + 1};
      if (found.count > 1 && found.size() > best.size())
        best = found;
      begin = end + 1;
    }
  return best;
}

/// Ops between two that are named belong to the first. Behind the last named op
/// only as many do as look like what stood there in the layer before.
static void fillGaps(std::vector<std::string> &layers,
                     ArrayRef<std::string> shapes) {
  size_t last = layers.size(), before = 0;
  for (auto [i, name] : enumerate(layers))
    if (!name.empty()) {
      if (last < i && layers[last] != name)
        before = last;
      last = i;
    }
  for (size_t i = 1; i < last; ++i)
    if (layers[i].empty())
      layers[i] = layers[i - 1];
  for (size_t i = 1; last + i < layers.size() && before + i < last; ++i) {
    if (layers[before + i] != layers[before] ||
        shapes[before + i] != shapes[last + i])
      return;
    layers[last + i] = layers[last];
  }
}

std::vector<std::string> deriveLayers(ArrayRef<std::string> names,
                                      ArrayRef<std::string> shapes) {
  std::vector<std::string> layers(names);
  if (any_of(names, [](const std::string &name) { return !name.empty(); })) {
    fillGaps(layers, shapes);
    return layers;
  }
  Repetition repetition = findRepetition(shapes);
  for (size_t i = 0; i < repetition.size(); ++i)
    layers[repetition.begin + i] =
        "layer " + std::to_string(i / repetition.period);
  return layers;
}

} // namespace sbp
