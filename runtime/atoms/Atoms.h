// Atoms.h: the expansion of transfers into atoms
//
// A transfer describes in one record what up to p ranks do together; an atom is
// one box that goes from source ranks to destination ranks. The meaning of
// transfers is defined here alone, for compiler and runtime. Each of them
// supplies boxes that it computes itself, so that the loader's proofs do not
// depend on the compiler's computations.
#ifndef SBP_RUNTIME_ATOMS_ATOMS_H
#define SBP_RUNTIME_ATOMS_ATOMS_H

#include <algorithm>
#include <cstdint>
#include <span>

namespace sbp::atoms {

/// The kinds of transfers. Examples for the ranks {0, 1} and a box of 4
/// elements: an all_reduce is a Combine, a reduce_scatter a Scatter, an
/// all_gather a Route.
enum class Kind : uint8_t {
  /// Each destination receives the combination of all sources' values of the
  /// whole box; without sources, the identity.
  Combine,
  /// Each destination receives the combination of the part of the box that its
  /// output holds.
  Scatter,
  /// Each destination receives, from each source, the elements that the
  /// source's input holds of the part that the destination's output holds. The
  /// sources' pieces tile the box.
  Route
};

/// A transfer of `box` between ranks. The box and the two lists belong to the
/// caller and outlive the transfer. A transfer without destinations has no
/// atoms.
template <typename Box, typename Rank> struct Transfer {
  Kind kind;
  const Box &box;
  std::span<const Rank> sources,
      destinations; ///< sources in the order of combination
};

/// Expands one transfer. `in` and `out` return the input and output box of a
/// rank, by value or by reference; `visit(box, sources, destinations)` is
/// called with non-empty boxes, once for all destinations where all receive the
/// same box, else once for each. Its arguments live during the call. `Box` has
/// the functions `intersect` and `isEmpty`, found by its namespace, and `==`.
template <typename Box, typename Rank, typename In, typename Out,
          typename Visit>
class Writer {
public:
  /// `transfer` must outlive the writer.
  Writer(const Transfer<Box, Rank> &transfer, In in, Out out, Visit visit)
      : transfer(transfer), in(in), out(out), visit(visit) {}

  /// Visits all atoms, in the order of sources, then destinations. Called once.
  void write() {
    if (transfer.destinations.empty())
      return;
    if (transfer.kind == Kind::Combine)
      return emit(transfer.box, transfer.sources, transfer.destinations);
    compareDestinations();
    if (transfer.kind == Kind::Scatter)
      return writeParts(transfer.box, transfer.sources);
    for (const Rank &source : transfer.sources)
      writeParts(intersect(transfer.box, in(source)), {&source, 1});
  }

private:
  /// Compares the destinations' boxes: equal ones receive one atom together.
  void compareDestinations() {
    const auto &first = out(transfer.destinations.front());
    areEqual =
        std::all_of(transfer.destinations.begin(), transfer.destinations.end(),
                    [&](Rank rank) { return out(rank) == first; });
  }

  /// Visits the parts of `box` that the destinations' boxes contain.
  void writeParts(const Box &box, std::span<const Rank> sources) {
    if (areEqual)
      return emit(intersect(box, out(transfer.destinations.front())), sources,
                  transfer.destinations);
    for (const Rank &rank : transfer.destinations)
      emit(intersect(box, out(rank)), sources, {&rank, 1});
  }

  /// Visits one atom, unless its box is empty.
  void emit(const Box &box, std::span<const Rank> sources,
            std::span<const Rank> destinations) {
    if (!isEmpty(box))
      visit(box, sources, destinations);
  }

  const Transfer<Box, Rank> &transfer;
  In in;
  Out out;
  Visit visit;
  bool areEqual = false; ///< all destinations have one output box
};

/// Calls `visit` for every atom of a transfer, with the arguments that Writer
/// describes; never where there are no destinations.
template <typename Box, typename Rank, typename In, typename Out,
          typename Visit>
void forEach(const Transfer<Box, Rank> &transfer, In in, Out out, Visit visit) {
  Writer<Box, Rank, In, Out, Visit>(transfer, in, out, visit).write();
}

} // namespace sbp::atoms

#endif // SBP_RUNTIME_ATOMS_ATOMS_H
