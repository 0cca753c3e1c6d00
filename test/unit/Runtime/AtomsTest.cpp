// AtomsTest.cpp: expansion of transfers on one-dimensional boxes
#include "Atoms.h"
#include <gmock/gmock.h>
#include <vector>

using namespace testing;

namespace lines {
struct Line {
  int begin, end;
  bool operator==(const Line &other) const = default;
};
static Line intersect(Line a, Line b) {
  Line both = {std::max(a.begin, b.begin), std::min(a.end, b.end)};
  return {both.begin, std::max(both.begin, both.end)};
}
static bool isEmpty(Line line) { return line.begin == line.end; }
} // namespace lines

using lines::Line;
using sbp::atoms::Kind;

namespace {
struct Atom {
  Line box;
  std::vector<int> sources, destinations;
  bool operator==(const Atom &other) const = default;
};

/// Rank 0 holds the first half of six elements, rank 1 the second; both receive
/// the boxes in `out`.
std::vector<Atom> write(Kind kind, Line box, std::vector<int> sources,
                        std::vector<int> destinations, std::vector<Line> out) {
  const std::vector<Line> in = {{0, 3}, {3, 6}};
  std::vector<Atom> result;
  sbp::atoms::Transfer<Line, int> transfer = {kind, box, sources, destinations};
  sbp::atoms::forEach(
      transfer, [&](int rank) { return in[rank]; },
      [&](int rank) { return out[rank]; },
      [&](Line part, std::span<const int> from, std::span<const int> to) {
        result.push_back(
            {part, {from.begin(), from.end()}, {to.begin(), to.end()}});
      });
  return result;
}
} // namespace

TEST(AtomsTest, ACombinationIsOneAtomInTheOrderOfItsSources) {
  EXPECT_THAT(write(Kind::Combine, {1, 5}, {1, 0}, {0, 1}, {{0, 6}, {0, 6}}),
              ElementsAre(Atom{{1, 5}, {1, 0}, {0, 1}}));
}

TEST(AtomsTest, AnIdentityHasNoSources) {
  EXPECT_THAT(write(Kind::Combine, {1, 5}, {}, {1}, {{0, 6}, {0, 6}}),
              ElementsAre(Atom{{1, 5}, {}, {1}}));
}

TEST(AtomsTest, EveryDestinationOfAScatterGetsItsPart) {
  EXPECT_THAT(
      write(Kind::Scatter, {0, 5}, {0, 1}, {0, 1}, {{0, 2}, {2, 6}}),
      ElementsAre(Atom{{0, 2}, {0, 1}, {0}}, Atom{{2, 5}, {0, 1}, {1}}));
}

TEST(AtomsTest, DestinationsThatTakeTheSameAreReachedAtOnce) {
  EXPECT_THAT(
      write(Kind::Route, {0, 6}, {0, 1}, {0, 1}, {{0, 6}, {0, 6}}),
      ElementsAre(Atom{{0, 3}, {0}, {0, 1}}, Atom{{3, 6}, {1}, {0, 1}}));
}

TEST(AtomsTest, ARouteGoesFromWhoHoldsToWhoTakesAndLeavesOutWhatIsEmpty) {
  EXPECT_THAT(write(Kind::Route, {0, 6}, {0, 1}, {0, 1}, {{0, 2}, {2, 6}}),
              ElementsAre(Atom{{0, 2}, {0}, {0}}, Atom{{2, 3}, {0}, {1}},
                          Atom{{3, 6}, {1}, {1}}));
}

TEST(AtomsTest, NothingGoesNowhere) {
  EXPECT_THAT(write(Kind::Scatter, {0, 6}, {0, 1}, {}, {}), IsEmpty());
  EXPECT_THAT(write(Kind::Combine, {2, 2}, {0}, {1}, {{0, 6}, {0, 6}}),
              IsEmpty());
}
