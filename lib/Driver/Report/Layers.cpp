// Layers.cpp: groups the ops of a model into layers
//
// A layer is read off the names of weights ("blocks.3.attn.q" is in
// "blocks.3"); without such names it is one period of the longest repetition of
// equal ops: a b c d a b c d gives "layer 0" and "layer 1".

#include "Report/Graph.h"

using namespace llvm;

namespace sbp {

// Shorter periods occur by chance and are not layers.
static constexpr size_t kMinLayerOps = 4;

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
/// `count` consecutive equal sequences of `period` ops, from `begin`.
struct Repetition {
  size_t begin = 0, period = 0, count = 0;
  size_t size() const { return period * count; }
};
} // namespace

// Tries each period and extends maximal runs with shapes[i] == shapes[i +
// period]. The cost is quadratic in the number of ops, which a report can
// afford.
static Repetition findRepetition(ArrayRef<std::string> shapes) {
  Repetition best;
  for (size_t period = kMinLayerOps; 2 * period <= shapes.size(); ++period)
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

/// Assigns unnamed ops between two named ones to the layer of the first. After
/// the last named op only those ops join its layer that match the ops at the
/// same position of the layer previous.
static void fillGaps(std::vector<std::string> &layers,
                     ArrayRef<std::string> shapes) {
  size_t last = layers.size(), previous = 0;
  for (auto [i, name] : enumerate(layers))
    if (!name.empty()) {
      if (last < i && layers[last] != name)
        previous = last;
      last = i;
    }
  for (size_t i = 1; i < last; ++i)
    if (layers[i].empty())
      layers[i] = layers[i - 1];
  for (size_t i = 1; last + i < layers.size() && previous + i < last; ++i) {
    if (layers[previous + i] != layers[previous] ||
        shapes[previous + i] != shapes[last + i])
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
