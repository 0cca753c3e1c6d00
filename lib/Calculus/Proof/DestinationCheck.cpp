// DestinationCheck.cpp: checks the final state of a symbolic execution
//
// For each box of the destination: every holder has exactly that box, replicas
// are equal, and the multisets of all partial coordinates add up to every
// source term once. A P(sum) plan that combines term 0 twice fails with "term 0
// is counted 2 times in [0:4]".

#include "DestinationCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace sbp {

std::string toString(const Box &box) {
  std::string text;
  raw_string_ostream os(text);
  os << "[";
  llvm::interleave(
      box, os, [&](Interval range) { os << range.begin << ":" << range.end; },
      ", ");
  os << "]";
  return text;
}

namespace {
class DestinationCheck {
public:
  DestinationCheck(SymbolicState &state, const Layout &source,
                   const Layout &target)
      : state(state), source(source), target(target) {}

  std::optional<std::string> run();

private:
  bool checkPosition(int64_t position);
  bool checkBox(int64_t box);
  bool checkSum(const TermGrid &sum, const Box &box);
  bool fail(const Twine &text) {
    error = text.str();
    return false;
  }

  SymbolicState &state;
  const Layout &source, &target;
  /// Indexed by the number of a multiset: 1 complete, 0 not, -1 not yet
  /// checked.
  SmallVector<int8_t> isWhole;
  std::string error;
};
} // namespace

/// Checks that a rank holds all of its piece and no other elements.
bool DestinationCheck::checkPosition(int64_t position) {
  Box box = target.getGlobalBox(target.getBox(position));
  int64_t rank = target.getRank(position);
  const TermGrid &held = state.get(rank);
  int64_t inside = held.getVolume(box);
  if (inside != held.getVolume())
    return fail("rank " + Twine(rank) + " holds elements of " +
                toString(held.getHull()) + " outside its " + toString(box));
  if (inside != getNumElements(box))
    return fail("rank " + Twine(rank) + " misses " +
                Twine(getNumElements(box) - inside) + " elements of its " +
                toString(box));
  return true;
}

/// Checks that every term occurs once, or at least once if the combiner is
/// idempotent.
bool DestinationCheck::checkSum(const TermGrid &sum, const Box &box) {
  // The destination's combiner joins the values of its partial coordinates.
  std::optional<Combiner> combiner =
      target.getNumPartials() > 1 ? target.getCombiner() : source.getCombiner();
  bool mayRepeat = combiner && isIdempotent(*combiner);
  isWhole.resize(state.getSets().size(), -1);
  bool right = true;
  sum.forEachPiece(box, [&](const TermGrid::Piece &piece) {
    int8_t &known = isWhole[piece.terms];
    if (!right || known == 1)
      return;
    SmallVector<int64_t> counts(source.getNumPartials(), 0);
    for (int64_t term : state.getSets().get(piece.terms))
      ++counts[term];
    for (auto [term, times] : llvm::enumerate(counts))
      if (right && times != 1 && !(mayRepeat && times > 1))
        right = fail("term " + Twine(term) + " is counted " + Twine(times) +
                     " times in " + toString(piece.box));
    known = right;
  });
  return right;
}

/// Checks that replicas are equal and that all partial coordinates together
/// have all terms.
bool DestinationCheck::checkBox(int64_t index) {
  Box box = target.getGlobalBox(index);
  if (getNumElements(box) == 0)
    return true;
  // Terms of another combiner than the destination's must be combined at one
  // rank before they can become a term of the destination.
  bool mustMeet = source.getNumPartials() > 1 && target.getNumPartials() > 1 &&
                  source.getCombiner() != target.getCombiner();
  bool right = true;
  SmallVector<int64_t> firsts;
  for (int64_t k = 0; k < target.getNumPartials(); ++k) {
    ArrayRef<int64_t> holders = target.getHolders(index, k);
    firsts.push_back(target.getRank(holders.front()));
    for (int64_t position : holders)
      if (!state.holdEqual(target.getRank(position), firsts.back()))
        return fail("ranks " + Twine(firsts.back()) + " and " +
                    Twine(target.getRank(position)) + " differ on " +
                    toString(box));
    if (mustMeet)
      state.get(firsts.back())
          .forEachPiece(box, [&](const TermGrid::Piece &piece) {
            int64_t terms = state.getSets().get(piece.terms).size();
            if (right && terms != 0 && terms != source.getNumPartials())
              right = fail("terms of two combiners are mixed on " +
                           toString(piece.box));
          });
  }
  return right && checkSum(state.getSum(firsts, box), box);
}

std::optional<std::string> DestinationCheck::run() {
  for (int64_t i = 0, e = target.getNumPositions(); i < e; ++i)
    if (!checkPosition(i))
      return error;
  for (int64_t box = 0; box < target.getNumBoxes(); ++box)
    if (!checkBox(box))
      return error;
  return std::nullopt;
}

std::optional<std::string> checkDestination(SymbolicState &state,
                                            const Layout &source,
                                            const Layout &target) {
  return DestinationCheck(state, source, target).run();
}

} // namespace sbp
