// Attempt.cpp: the figures of a plan under a memory limit

#include "Fit/Attempt.h"

#include "Fit/Memory.h"
#include "sbp/Analysis/Selection/Solution/Selection.h"

using namespace mlir;
using namespace sbp;

void Attempt::measure() {
  figures.peakBytes = figures.freePeakBytes = getPeakBytes(*module);
  auto selection =
      (*distributed)->getAttrOfType<DictionaryAttr>(kSelectionAttr);
  auto read = [&](StringRef name) {
    auto value = selection ? selection.getAs<FloatAttr>(name) : FloatAttr();
    return value ? value.getValueAsDouble() : 0;
  };
  figures.costSeconds = read("cost_seconds");
  figures.gap = read("gap");
  figures.estimatedBytes = read("peak_bytes");
}
