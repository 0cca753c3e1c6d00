// TermPartition.h: the assignment of partial terms to destination coordinates
//
// For elements whose source terms may be combined at several coordinates of a
// partial destination: the assignment of terms to coordinates with the fewest
// transfers. The lower bound uses its price, the exchange its assignment.
#ifndef SBP_CALCULUS_TERMPARTITION_H
#define SBP_CALCULUS_TERMPARTITION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <utility>

namespace sbp {

/// A rank that holds source term `first` and destination term `second`.
using TermEdge = std::pair<int64_t, int64_t>;

/// Partitions `terms` source terms among `coordinates` destination terms with
/// `replicas` ranks each. Transfers per element of a coordinate:
///   no term:      0
///   one term:     the number of its replicas that do not hold the term
///   n >= 2 terms: n + replicas - 1, less 1 if one of its ranks holds one.
/// Example: 2 terms, 2 coordinates, 1 replica, and each coordinate's rank holds
/// one of the terms: the price is 0, nothing moves.
class TermPartition {
public:
  /// Starts a partition with the numbers of source terms, of destination terms,
  /// and of ranks per destination term. Query it after `compute`.
  TermPartition(int64_t terms, int64_t coordinates, int64_t replicas)
      : terms(terms), coordinates(coordinates), replicas(replicas) {}

  /// Finds the cheapest partition for elements whose common ranks are `edges`.
  /// With `together`, all terms are assigned to one coordinate: the destination
  /// has another combiner, so the source's terms must be reduced first.
  void compute(llvm::ArrayRef<TermEdge> edges, bool together = false);

  /// Returns the transfers per element.
  int64_t getPrice() const { return price; }
  /// Returns the coordinate of each source term.
  llvm::ArrayRef<int64_t> getCoordinates() const { return coordinateOf; }

private:
  void computeUnreplicated(llvm::ArrayRef<TermEdge> edges);
  void computeReplicated(llvm::ArrayRef<TermEdge> edges);
  void assignRest(llvm::ArrayRef<TermEdge> restEdges,
                  llvm::ArrayRef<int64_t> rest);
  void assignTogether(llvm::ArrayRef<TermEdge> edges,
                      llvm::ArrayRef<int64_t> rest);
  bool assignApart(llvm::ArrayRef<TermEdge> restEdges,
                   llvm::ArrayRef<int64_t> rest);
  /// Returns the first coordinate without a term, or -1.
  int64_t findUnusedCoordinate() const;

  int64_t terms, coordinates, replicas;
  int64_t price = 0;
  llvm::SmallVector<int64_t> coordinateOf;
};

} // namespace sbp

#endif // SBP_CALCULUS_TERMPARTITION_H
