// Which boxes share elements, against looking at all pairs.
#include "sbp/Calculus/Overlap.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace sbp;

static bool anyPairOverlaps(ArrayRef<Box> boxes) {
  for (size_t i = 0; i < boxes.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (getNumElements(intersect(boxes[i], boxes[j])) > 0)
        return true;
  return false;
}

TEST(OverlapTest, saysTheSameAsAllPairs) {
  std::mt19937_64 random(7);
  unsigned overlapping = 0;
  for (int turn = 0; turn < 2000; ++turn) {
    SmallVector<Box> boxes;
    unsigned dims = random() % 4;
    for (int i = 0, e = random() % 5; i < e; ++i) {
      Box box;
      for (unsigned d = 0; d < dims; ++d) {
        int64_t begin = random() % 8;
        box.push_back({begin, begin + static_cast<int64_t>(random() % 4)});
      }
      boxes.push_back(box);
    }
    auto found = findOverlap(boxes);
    ASSERT_EQ(found.has_value(), anyPairOverlaps(boxes));
    if (!found)
      continue;
    ++overlapping;
    EXPECT_GT(
        getNumElements(intersect(boxes[found->first], boxes[found->second])),
        0);
  }
  EXPECT_GT(overlapping, 100u);
}
