// BoxedTensor.h: the bytes and seconds of boxings of one tensor
//
// Where every cut of both ends is even, what moves is a fraction of the tensor
// that depends on the two states alone (StateTable::getMoved). Elsewhere the
// pieces themselves are compared: uneven ones, and windows, which overlap.
#ifndef SBP_ANALYSIS_SELECTION_PRICES_BOXEDTENSOR_H
#define SBP_ANALYSIS_SELECTION_PRICES_BOXEDTENSOR_H

#include "sbp/Analysis/Selection/Prices/StateTable.h"
#include "sbp/Calculus/Layout.h"

namespace sbp {

/// The shape of a tensor and the bytes of an element.
struct TensorSize {
  llvm::SmallVector<int64_t, 4> shape;
  int64_t elementBytes = 1;

  /// Returns the product of the shape; 1 for a scalar.
  int64_t getNumElements() const;
  int64_t getNumBytes() const { return getNumElements() * elementBytes; }
  /// Orders by the bytes of an element, then by shape; a key of maps.
  bool operator<(const TensorSize &other) const;
};

/// Counts the bytes that boxings of a tensor move. `states` must outlive it and
/// memoises as well. Not thread-safe. An Id must be one of `states`, and a
/// split of it a dimension of the tensor.
class BoxedTensor {
public:
  using Id = StateTable::Id;
  BoxedTensor(StateTable &states, TensorSize size);

  StateTable &getStates() const { return *states; }
  const TensorSize &getSize() const { return size; }
  int64_t getNumBytes() const { return bytes; }

  /// Returns true if `id` cuts the tensor into pieces of equal size and has no
  /// windows.
  bool isEven(Id id) {
    return id < even.size() && even[id] >= 0 ? even[id] : findEven(id);
  }
  /// Returns the bytes that all ranks together receive by the plan of the
  /// boxing (planBoxing without a topology, which reaches the bound). Nullopt
  /// where there is no plan: windows as a source may lack elements.
  std::optional<int64_t> getMovedBytes(Id from, Id to);
  /// Returns true if every rank already holds its target piece, or can fill it
  /// with the identity of the combiner.
  bool movesNothing(Id from, Id to) { return getMovedBytes(from, to) == 0; }
  /// Returns true if some rank lacks a part of its target piece; both states
  /// are whole, without windows, on one placement. Mostly decided by a few
  /// ranks, unlike the number of bytes.
  bool lacksPart(Id from, Id to);
  /// Returns the seconds of the boxing's plan under `topology`, which must be
  /// the same in all calls. Sizes are assumed to divide evenly, except for
  /// windows as a target; `from` must have none.
  double getSeconds(Id from, Id to, const Topology &topology);

private:
  /// Computes and stores isEven.
  bool findEven(Id id);
  /// Returns the pieces of a state, computed once and owned by this object.
  const Layout &getLayout(Id id);
  /// Counts the elements that all ranks together receive, piece by piece.
  int64_t countElements(Id from, Id to);
  /// Counts the elements in intersections of pieces that some rank holds at
  /// both ends, each once.
  int64_t countHeld(Id from, Id to);

  StateTable *states;
  TensorSize size;
  int64_t elements, bytes;
  std::vector<int8_t> even; ///< by state; -1: not asked for yet
  std::vector<std::unique_ptr<Layout>> layouts; ///< by state
  /// Elements that move; only of pairs that are slow to count.
  llvm::DenseMap<std::pair<Id, Id>, int64_t> counted;
  llvm::DenseMap<std::pair<Id, Id>, double> seconds; ///< into windows
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_BOXEDTENSOR_H
