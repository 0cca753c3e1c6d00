// Atoms.h: what a transfer does, box by box
//
// A transfer says in one line what p ranks do with each other; an atom is one
// box that goes from ranks to ranks. What transfers mean stands here alone, for
// compiler and runtime; each brings its own boxes, found in its own way, so
// that the loader's proofs do not rest on what the compiler computed.
#ifndef SBP_RUNTIME_ATOMS_ATOMS_H
#define SBP_RUNTIME_ATOMS_ATOMS_H

#include <algorithm>
#include <cstdint>
#include <span>

namespace sbp::atoms {

enum class Kind : uint8_t {
  /// Each destination gets, for all elements of the box, the combination of
  /// what all sources hold (no sources: the identity).
  Combine,
  /// The same, of the part of the box that the destination has room for.
  Scatter,
  /// Each destination gets, of the part of the box that it has room for, from
  /// each source what that one holds. The sources' pieces tile the box.
  Route
};

template <typename Box, typename Rank> struct Transfer {
  Kind kind;
  const Box &box;
  std::span<const Rank> sources, destinations; ///< in the order of sums
};

/// Writes out one transfer. `in` and `out` are the boxes that a rank brings and
/// takes; `visit(box, sources, destinations)` is called with boxes that are not
/// empty, and with all destinations at once that take the same. Boxes have
/// `intersect` and `isEmpty`.
template <typename Box, typename Rank, typename In, typename Out,
          typename Visit>
class Writer {
public:
  Writer(const Transfer<Box, Rank> &transfer, In in, Out out, Visit visit)
      : transfer(transfer), in(in), out(out), visit(visit) {}

  void write() {
    if (transfer.destinations.empty())
      return;
    if (transfer.kind == Kind::Combine)
      return emit(transfer.box, transfer.sources, transfer.destinations);
    findWhetherAlike();
    if (transfer.kind == Kind::Scatter)
      return writeParts(transfer.box, transfer.sources);
    for (const Rank &source : transfer.sources)
      writeParts(intersect(transfer.box, in(source)), {&source, 1});
  }

private:
  void findWhetherAlike() {
    const auto &first = out(transfer.destinations.front());
    areAlike =
        std::all_of(transfer.destinations.begin(), transfer.destinations.end(),
                    [&](Rank rank) { return out(rank) == first; });
  }

  void writeParts(const Box &box, std::span<const Rank> sources) {
    if (areAlike)
      return emit(intersect(box, out(transfer.destinations.front())), sources,
                  transfer.destinations);
    for (const Rank &rank : transfer.destinations)
      emit(intersect(box, out(rank)), sources, {&rank, 1});
  }

  void emit(const Box &box, std::span<const Rank> sources,
            std::span<const Rank> destinations) {
    if (!isEmpty(box))
      visit(box, sources, destinations);
  }

  const Transfer<Box, Rank> &transfer;
  In in;
  Out out;
  Visit visit;
  bool areAlike = false;
};

template <typename Box, typename Rank, typename In, typename Out,
          typename Visit>
void forEach(const Transfer<Box, Rank> &transfer, In in, Out out, Visit visit) {
  Writer<Box, Rank, In, Out, Visit>(transfer, in, out, visit).write();
}

} // namespace sbp::atoms

#endif // SBP_RUNTIME_ATOMS_ATOMS_H
