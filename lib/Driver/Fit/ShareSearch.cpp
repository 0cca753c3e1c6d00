// ShareSearch.cpp: how much backward makes again under a memory limit

#include "Fit/ShareSearch.h"

using namespace sbp;

std::optional<double> ShareSearch::getNext() const {
  if (hasEnded || (fits != 0 && fits - below <= 1))
    return std::nullopt;
  unsigned next = fits == 0 ? kSteps : (below + fits) / 2;
  return static_cast<double>(next) / kSteps;
}

void ShareSearch::add(int64_t peakBytes) {
  bool isFirst = fits == 0;
  unsigned tried = isFirst ? kSteps : (below + fits) / 2;
  if (peakBytes <= limit)
    fits = tried;
  else if (isFirst)
    hasEnded = true;
  else
    below = tried;
}
