// TermPartition.h: where the terms of a partial value go
//
// For elements whose source terms may be combined at several places: which
// term goes to which destination coordinate, at the least number of transfers.
// Shared by the bound (the price) and by the exchange (the choice).
#ifndef SBP_CALCULUS_TERMPARTITION_H
#define SBP_CALCULUS_TERMPARTITION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <utility>

namespace sbp {

/// A rank that holds source term `first` and needs destination term `second`.
using TermEdge = std::pair<int64_t, int64_t>;

/// Partitions `terms` source terms among `coordinates` destination terms with
/// `replicas` ranks each. A coordinate with one term costs its replicas that
/// lack it; one with n >= 2 terms n + replicas - 1, less 1 where one of its
/// ranks holds one of them; one with none nothing.
class TermPartition {
public:
  TermPartition(int64_t terms, int64_t coordinates, int64_t replicas)
      : terms(terms), coordinates(coordinates), replicas(replicas) {}

  /// Finds the cheapest partition for elements whose common ranks are `edges`.
  /// Terms of a combiner that the destination does not share meet at one
  /// coordinate (`together`).
  void compute(llvm::ArrayRef<TermEdge> edges, bool together = false);

  /// Transfers per element.
  int64_t getPrice() const { return price; }
  /// The coordinate of each source term.
  llvm::ArrayRef<int64_t> getCoordinates() const { return coordinateOf; }

private:
  void computeUnreplicated(llvm::ArrayRef<TermEdge> edges);
  void computeReplicated(llvm::ArrayRef<TermEdge> edges);
  void placeRest(llvm::ArrayRef<TermEdge> restEdges,
                 llvm::ArrayRef<int64_t> rest);
  void placeTogether(llvm::ArrayRef<TermEdge> edges,
                     llvm::ArrayRef<int64_t> rest);
  bool placeApart(llvm::ArrayRef<TermEdge> restEdges,
                  llvm::ArrayRef<int64_t> rest);
  /// The first coordinate that no term uses, or -1.
  int64_t findUnused() const;

  int64_t terms, coordinates, replicas;
  int64_t price = 0;
  llvm::SmallVector<int64_t> coordinateOf;
};

} // namespace sbp

#endif // SBP_CALCULUS_TERMPARTITION_H
