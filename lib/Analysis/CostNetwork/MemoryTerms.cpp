// MemoryTerms.cpp: the memory that an assignment needs over time

#include "sbp/Analysis/CostNetwork/MemoryTerms.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

void MemoryTerms::add(ArrayRef<unsigned> variables, ArrayRef<unsigned> shape,
                      ArrayRef<double> bytes, unsigned first, unsigned last) {
  if (first > last || all_of(bytes, [](double entry) { return entry == 0; }))
    return;
  numPoints = std::max(numPoints, last + 1);
  terms.push_back(
      {{SmallVector<unsigned, 4>(shape), Costs(bytes.begin(), bytes.end())},
       SmallVector<unsigned, 4>(variables),
       first,
       last});
}

/// Everything live at a point is live at the next one too unless a term ends
/// there. So of each run of points in which no term ends before one begins,
/// only the last point can be the peak. Example: begins at points 0, 1, ends at
/// 2, 3: point 2 dominates 0, 1 and 3.
void MemoryTerms::dropDominated() {
  std::vector<bool> begins(numPoints, /*begins=*/false),
      ends(numPoints, /*ends=*/false);
  for (const MemoryTerm &term : terms)
    begins[term.first] = ends[term.last] = true;
  // The number of kept points before each point maps old points to new ones.
  std::vector<unsigned> keptBefore(numPoints + 1, 0);
  bool hasBegun = false;
  for (unsigned point = 0; point < numPoints; ++point) {
    hasBegun |= begins[point];
    bool isKept = hasBegun && ends[point];
    keptBefore[point + 1] = keptBefore[point] + isKept;
    if (isKept)
      hasBegun = false;
  }
  // Every term contains a kept point: the first end at or after its begin is no
  // later than its own end.
  for (MemoryTerm &term : terms) {
    term.first = keptBefore[term.first];
    term.last = keptBefore[term.last + 1] - 1;
  }
  numPoints = keptBefore[numPoints];
}

double getBytes(const MemoryTerm &term, ArrayRef<unsigned> assignment) {
  size_t index = 0;
  for (auto [variable, size] : zip_equal(term.variables, term.bytes.shape))
    index = index * size + assignment[variable];
  return term.bytes.entries[index];
}

/// Sums differences at the ends of terms, then prefix sums: linear time.
std::vector<double> MemoryTerms::getUsage(ArrayRef<unsigned> assignment) const {
  std::vector<double> usage(numPoints + 1, 0);
  for (const MemoryTerm &term : terms) {
    double bytes = getBytes(term, assignment);
    usage[term.first] += bytes;
    usage[term.last + 1] -= bytes;
  }
  for (unsigned point = 1; point < numPoints; ++point)
    usage[point] += usage[point - 1];
  usage.pop_back();
  return usage;
}

double MemoryTerms::getPeak(ArrayRef<unsigned> assignment) const {
  double peak = 0;
  for (double bytes : getUsage(assignment))
    peak = std::max(peak, bytes);
  return peak;
}

} // namespace sbp
