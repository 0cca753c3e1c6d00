// MemoryTerms.h: the memory that an assignment needs over time
//
// Time is a sequence of points with one limit for all. A memory term states how
// many bytes the states of its variables hold from one point to another; the
// sum at every point must stay within the limit. Bytes are integers in doubles,
// like costs.
#ifndef SBP_ANALYSIS_COSTNETWORK_MEMORYTERMS_H
#define SBP_ANALYSIS_COSTNETWORK_MEMORYTERMS_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"

namespace sbp {

/// Bytes over a few variables, held from point `first` to `last`, both
/// included. Without variables: held by every assignment.
struct MemoryTerm {
  CostTable bytes; ///< finite everywhere
  llvm::SmallVector<unsigned, 4> variables;
  unsigned first = 0, last = 0;
};

/// The memory terms of a cost network and their limit.
class MemoryTerms {
public:
  /// Creates an empty set with a limit in bytes; infinite: no limit.
  explicit MemoryTerms(double limit = kInfiniteCost) : limit(limit) {}

  /// Adds a term with `bytes`, finite integers of at least 0, row-major over
  /// `shape`, the domains of `variables`; they are copied. Terms without bytes
  /// or with first > last are dropped.
  void add(llvm::ArrayRef<unsigned> variables, llvm::ArrayRef<unsigned> shape,
           llvm::ArrayRef<double> bytes, unsigned first, unsigned last);
  /// Removes points at which never more is live than at a remaining point, and
  /// numbers the rest anew, in the terms too. Peaks stay the same.
  void dropDominated();

  /// Returns the limit of every point in bytes; infinite without a limit.
  double getLimit() const { return limit; }
  void setLimit(double value) { limit = value; }
  /// Returns the number of points: one more than the last point of any term.
  unsigned getNumPoints() const { return numPoints; }
  /// Returns the terms in the order of `add`, without the dropped ones.
  const std::vector<MemoryTerm> &getTerms() const { return terms; }
  /// Returns the bytes that `assignment`, one state per variable of the
  /// network, holds at every point.
  std::vector<double> getUsage(llvm::ArrayRef<unsigned> assignment) const;
  /// Returns the largest of these, 0 without points.
  double getPeak(llvm::ArrayRef<unsigned> assignment) const;

private:
  double limit;
  unsigned numPoints = 0;
  std::vector<MemoryTerm> terms;
};

/// Returns the bytes of `term` for the states of `assignment`, which has one
/// state per variable of the network.
double getBytes(const MemoryTerm &term, llvm::ArrayRef<unsigned> assignment);

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_MEMORYTERMS_H
