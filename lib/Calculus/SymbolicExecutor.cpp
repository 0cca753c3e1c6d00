//===- SymbolicExecutor.cpp - proof that a plan does what it says ---------===//

#include "sbp/Calculus/SymbolicExecutor.h"
#include "sbp/Calculus/Normalise.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

namespace {
/// Elements of a rank whose values are the combination of the same terms.
struct Piece {
  Box box;
  SmallVector<int64_t> terms; ///< ascending; none: the combiner's identity
};

class SymbolicExecutor {
public:
  SymbolicExecutor(const BoxingPlan &plan, const Placement &fromPlacement,
                   const Distribution &from, const Placement &toPlacement,
                   const Distribution &to)
      : plan(plan), fromPlacement(fromPlacement), from(from),
        toPlacement(toPlacement), to(to) {}

  std::optional<std::string> run();

private:
  using State = SmallVector<SmallVector<Piece>>; ///< by world rank

  void start();
  bool execute(const BoxingStep &step, int64_t index);
  bool executeAtom(const BoxingStep &step, const BoxingAtom &atom, State &next);
  bool combine(const BoxingAtom &atom, SmallVector<Piece> &result);
  bool write(int64_t rank, const Piece &piece, State &next);
  bool checkRead(const BoxingStep &step, const BoxingAtom &atom);
  bool checkJoins();
  bool checkTraffic(const BoxingStep &step, ArrayRef<int64_t> received);
  bool checkEnd();
  bool checkPosition(int64_t position);
  bool checkTerms();
  bool checkElementTerms(const Layout &target, int64_t box,
                         const Piece &sample);
  bool fail(const Twine &text) {
    error = text.str();
    return false;
  }
  std::optional<Combiner> getSourceCombiner() const {
    return numTerms > 1 ? from.getCombiner() : std::nullopt;
  }

  const BoxingPlan &plan;
  const Placement &fromPlacement;
  const Distribution &from;
  const Placement &toPlacement;
  const Distribution &to;
  int64_t numTerms = 1;
  State state;
  std::string where, error;
};
} // namespace

static std::string toString(const Box &box) {
  std::string text;
  raw_string_ostream os(text);
  os << "[";
  llvm::interleave(
      box, os, [&](Interval range) { os << range.begin << ":" << range.end; },
      ", ");
  os << "]";
  return text;
}

/// The terms that a rank of the source holds, numbered by its P coordinates.
static int64_t getTerm(const Placement &placement,
                       const Distribution &distribution, int64_t position) {
  int64_t term = 0;
  SmallVector<int64_t> coordinates = placement.getCoordinates(position);
  for (auto [axis, component] : llvm::enumerate(distribution.components))
    if (component.isPartial())
      term = term * placement.axisSizes[axis] + coordinates[axis];
  return term;
}

static int64_t getNumTerms(const Placement &placement,
                           const Distribution &distribution) {
  int64_t terms = 1;
  for (auto [axis, component] : llvm::enumerate(distribution.components))
    if (component.isPartial())
      terms *= placement.axisSizes[axis];
  return terms;
}

void SymbolicExecutor::start() {
  numTerms = getNumTerms(fromPlacement, from);
  state.assign(plan.worldSize, {});
  for (auto [position, rank] : llvm::enumerate(fromPlacement.ranks)) {
    Box box = getBoxAt(fromPlacement, from, plan.shape, position);
    if (getNumElements(box) > 0)
      state[rank].push_back({box, {getTerm(fromPlacement, from, position)}});
  }
}

/// Splits the pieces of `overlay` so that each has one set of terms of `added`
/// too, and joins the sets. False where `added` does not cover `overlay`.
static bool join(SmallVector<Piece> &overlay, ArrayRef<Piece> added) {
  SmallVector<Piece> result;
  for (const Piece &piece : overlay) {
    int64_t covered = 0;
    for (const Piece &other : added) {
      Box common = intersect(piece.box, other.box);
      if (getNumElements(common) == 0)
        continue;
      covered += getNumElements(common);
      result.push_back({common, piece.terms});
      result.back().terms.append(other.terms);
      llvm::sort(result.back().terms);
    }
    if (covered != getNumElements(piece.box))
      return false;
  }
  overlay = std::move(result);
  return true;
}

bool SymbolicExecutor::combine(const BoxingAtom &atom,
                               SmallVector<Piece> &result) {
  result = {{atom.box, {}}};
  for (int64_t source : atom.sources)
    if (!join(result, state[source]))
      return fail(where + "rank " + Twine(source) + " does not hold all of " +
                  toString(atom.box));
  return true;
}

bool SymbolicExecutor::write(int64_t rank, const Piece &piece, State &next) {
  for (const Piece &other : next[rank])
    if (getNumElements(intersect(other.box, piece.box)) > 0)
      return fail(where + "rank " + Twine(rank) + " gets " +
                  toString(intersect(other.box, piece.box)) + " twice");
  next[rank].push_back(piece);
  return true;
}

static bool isInside(const Box &box, const Box &room) {
  return intersect(box, room) == box;
}

bool SymbolicExecutor::checkRead(const BoxingStep &step,
                                 const BoxingAtom &atom) {
  for (int64_t rank : atom.sources)
    if (!isInside(atom.box, getBoxOfRank(step.from, plan.shape, rank)))
      return fail(where + "reads " + toString(atom.box) + " outside rank " +
                  Twine(rank));
  for (int64_t rank : atom.destinations)
    if (!isInside(atom.box, getBoxOfRank(step.to, plan.shape, rank)))
      return fail(where + "writes " + toString(atom.box) + " outside rank " +
                  Twine(rank));
  if (atom.sources.size() > 1 &&
      (!step.combiner || step.combiner != getSourceCombiner()))
    return fail(where + "combines with another combiner than the source's");
  if (atom.sources.empty() &&
      (!step.combiner || step.combiner != to.getCombiner()))
    return fail(where + "fills with the identity of another combiner than the "
                        "destination's");
  return true;
}

bool SymbolicExecutor::executeAtom(const BoxingStep &step,
                                   const BoxingAtom &atom, State &next) {
  SmallVector<Piece> pieces;
  if (!checkRead(step, atom) || !combine(atom, pieces))
    return false;
  for (int64_t rank : atom.destinations)
    for (const Piece &piece : pieces)
      if (!write(rank, piece, next))
        return false;
  return true;
}

/// What a rank receives is what comes from others; all_reduce is counted by its
/// formula instead (its atom says what, not how).
bool SymbolicExecutor::checkTraffic(const BoxingStep &step,
                                    ArrayRef<int64_t> received) {
  int64_t total = 0;
  for (auto [rank, elements] : llvm::enumerate(step.received))
    total += elements;
  if (total != step.totalReceived)
    return fail(where + "the total of " + Twine(step.totalReceived) +
                " elements is not the sum over ranks, " + Twine(total));
  if (step.kind == BoxingStepKind::AllReduce)
    return true;
  for (auto [rank, elements] : llvm::enumerate(received))
    if (elements != step.received[rank])
      return fail(where + "rank " + Twine(rank) + " receives " +
                  Twine(elements) + " elements, not " +
                  Twine(step.received[rank]));
  return true;
}

bool SymbolicExecutor::execute(const BoxingStep &step, int64_t index) {
  where = ("step #" + Twine(index) + " (" + getBoxingStepKindName(step.kind) +
           "): ")
              .str();
  State next(plan.worldSize);
  SmallVector<int64_t> received(plan.worldSize, 0);
  forEachAtom(step, plan.shape, [&](const BoxingAtom &atom) {
    if (!error.empty() || !executeAtom(step, atom, next))
      return;
    for (int64_t source : atom.sources)
      for (int64_t rank : atom.destinations)
        if (source != rank)
          received[rank] += getNumElements(atom.box);
  });
  if (!error.empty())
    return false;
  state = std::move(next);
  return checkTraffic(step, received);
}

static bool isSame(const PlacedDistribution &placed, const Placement &placement,
                   const Distribution &distribution, ArrayRef<int64_t> shape) {
  return placed.placement->sameRanks(placement) &&
         normalise(placement, placed.distribution, shape) ==
             normalise(placement, distribution, shape);
}

/// Each step begins where the one before ended. Without steps both ends are the
/// same.
bool SymbolicExecutor::checkJoins() {
  const Placement *placement = &fromPlacement;
  const Distribution *distribution = &from;
  for (auto [index, step] : llvm::enumerate(plan.steps)) {
    if (!isSame(step.from, *placement, *distribution, plan.shape))
      return fail("step #" + Twine(index) +
                  " does not begin where the step before it ends");
    placement = step.to.placement.get();
    distribution = &step.to.distribution;
  }
  if (!isSame({std::make_shared<const Placement>(toPlacement), to}, *placement,
              *distribution, plan.shape))
    return fail("the last step does not end at the destination");
  return true;
}

bool SymbolicExecutor::checkPosition(int64_t position) {
  Box box = getBoxAt(toPlacement, to, plan.shape, position);
  int64_t rank = toPlacement.ranks[position], covered = 0;
  for (const Piece &piece : state[rank]) {
    if (!isInside(piece.box, box))
      return fail("rank " + Twine(rank) + " holds " + toString(piece.box) +
                  " outside its " + toString(box));
    covered += getNumElements(piece.box);
  }
  if (covered != getNumElements(box))
    return fail("rank " + Twine(rank) + " misses " +
                Twine(getNumElements(box) - covered) + " elements of its " +
                toString(box));
  return true;
}

/// One piece of one rank against all ranks of its box: copies agree, and the
/// terms of the partial coordinates are all the terms.
bool SymbolicExecutor::checkElementTerms(const Layout &target, int64_t box,
                                         const Piece &sample) {
  // Values on several partial coordinates are combined by the destination.
  std::optional<Combiner> combiner =
      target.getNumPartials() > 1 ? to.getCombiner() : from.getCombiner();
  bool mayRepeat = combiner && isIdempotent(*combiner);
  SmallVector<Piece> sum = {{sample.box, {}}};
  for (int64_t k = 0; k < target.getNumPartials(); ++k) {
    SmallVector<Piece> first = {{sample.box, {}}};
    ArrayRef<int64_t> holders = target.getHolders(box, k);
    if (!join(first, state[target.getRank(holders.front())]))
      return fail("copies of " + toString(sample.box) + " are incomplete");
    for (int64_t position : holders.drop_front())
      for (const Piece &piece : first) {
        SmallVector<Piece> copy = {{piece.box, {}}};
        join(copy, state[target.getRank(position)]);
        for (const Piece &other : copy)
          if (other.terms != piece.terms)
            return fail("ranks " + Twine(target.getRank(holders.front())) +
                        " and " + Twine(target.getRank(position)) +
                        " differ on " + toString(other.box));
      }
    // Terms of another combiner than the destination's must meet.
    if (numTerms > 1 && target.getNumPartials() > 1 &&
        from.getCombiner() != to.getCombiner())
      for (const Piece &piece : first)
        if (!piece.terms.empty() &&
            piece.terms.size() != static_cast<size_t>(numTerms))
          return fail("terms of two combiners are mixed on " +
                      toString(piece.box));
    join(sum, first);
  }
  for (Piece &piece : sum) {
    if (mayRepeat)
      piece.terms.erase(llvm::unique(piece.terms), piece.terms.end());
    for (int64_t term = 0; term < numTerms; ++term) {
      int64_t count = llvm::count(piece.terms, term);
      if (count != 1)
        return fail("term " + Twine(term) + " is counted " + Twine(count) +
                    " times in " + toString(piece.box));
    }
  }
  return true;
}

bool SymbolicExecutor::checkTerms() {
  Layout target(toPlacement, to, plan.shape);
  for (int64_t box = 0; box < target.getNumBoxes(); ++box) {
    int64_t rank = target.getRank(target.getHolders(box, 0).front());
    for (const Piece &piece : state[rank])
      if (!checkElementTerms(target, box, piece))
        return false;
  }
  return true;
}

bool SymbolicExecutor::checkEnd() {
  for (int64_t i = 0, e = toPlacement.getNumRanks(); i < e; ++i)
    if (!checkPosition(i))
      return false;
  return checkTerms();
}

std::optional<std::string> SymbolicExecutor::run() {
  start();
  bool right = checkJoins();
  for (auto [index, step] : llvm::enumerate(plan.steps))
    right = right && execute(step, index);
  where.clear();
  right = right && checkEnd();
  if (right)
    return std::nullopt;
  return error;
}

std::optional<std::string> verifyPlan(const BoxingPlan &plan,
                                      const Placement &fromPlacement,
                                      const Distribution &from,
                                      const Placement &toPlacement,
                                      const Distribution &to) {
  return SymbolicExecutor(plan, fromPlacement, from, toPlacement, to).run();
}

} // namespace sbp
