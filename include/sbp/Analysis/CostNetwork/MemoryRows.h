// MemoryRows.h: what the choices of a cost network hold in memory, and when
//
// Points of time with one limit for all. A term says how many bytes its
// variables' states hold from one point to another; the sum at every point must
// stay within the limit. Integers in doubles, like costs.
#ifndef SBP_ANALYSIS_COSTNETWORK_MEMORYROWS_H
#define SBP_ANALYSIS_COSTNETWORK_MEMORYROWS_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"

namespace sbp {

/// Bytes over a few variables, held from point `first` to `last`, both
/// included. No variables: held whatever is chosen.
struct MemoryTerm {
  CostTable bytes; ///< finite everywhere
  llvm::SmallVector<unsigned, 4> variables;
  unsigned first = 0, last = 0;
};

class MemoryRows {
public:
  explicit MemoryRows(double limit = infiniteCost) : limit(limit) {}

  /// Nothing is kept of terms without a byte or a point.
  void add(llvm::ArrayRef<unsigned> variables, llvm::ArrayRef<unsigned> shape,
           llvm::ArrayRef<double> bytes, unsigned first, unsigned last);
  /// Keeps the points at which as much is live as anywhere around them.
  void dropDominated();

  double getLimit() const { return limit; }
  void setLimit(double value) { limit = value; }
  unsigned getNumPoints() const { return numPoints; }
  const std::vector<MemoryTerm> &getTerms() const { return terms; }
  /// What `assignment` holds at every point.
  std::vector<double> getUsage(llvm::ArrayRef<unsigned> assignment) const;
  double getPeak(llvm::ArrayRef<unsigned> assignment) const;

private:
  double limit;
  unsigned numPoints = 0;
  std::vector<MemoryTerm> terms;
};

/// Bytes of `term` where its variables are as in `assignment`.
double getBytes(const MemoryTerm &term, llvm::ArrayRef<unsigned> assignment);

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_MEMORYROWS_H
