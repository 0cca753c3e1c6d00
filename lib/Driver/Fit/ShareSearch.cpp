// ShareSearch.cpp: how much backward makes again under a memory limit

#include "Fit/ShareSearch.h"

using namespace sbp;

std::optional<double> ShareSearch::getNext() const {
  if (!next)
    return std::nullopt;
  return static_cast<double>(*next) / kSteps;
}

void ShareSearch::add(int64_t peakBytes) {
  bool fits = peakBytes <= limit;
  if (!fits && *next == kSteps) {
    next = std::nullopt; // no smaller share fits
    return;
  }
  (fits ? enough : tooSmall) = *next;
  next = enough - tooSmall > 1 ? std::optional((tooSmall + enough) / 2)
                               : std::nullopt;
}
