// ShareSearchTest.cpp: the shares that are tried, and where the search ends
#include "Fit/ShareSearch.h"
#include <gtest/gtest.h>
#include <vector>

using namespace sbp;

namespace {

/// Returns the shares that are tried where a plan needs 1000 bytes, less
/// `saved` times its share.
std::vector<double> search(int64_t limit, int64_t saved) {
  ShareSearch shares(limit);
  std::vector<double> tried;
  while (std::optional<double> share = shares.getNext()) {
    tried.push_back(*share);
    shares.add(1000 -
               static_cast<int64_t>(static_cast<double>(saved) * *share));
  }
  return tried;
}

TEST(ShareSearch, EndsWhereAllIsNotEnough) {
  EXPECT_EQ(search(499, 500), std::vector<double>{1});
}

TEST(ShareSearch, FindsTheLeastShareThatFits) {
  // A share of one half saves 320 bytes, just what the limit asks for.
  std::vector<double> tried = search(680, 640);
  EXPECT_EQ(tried.front(), 1);
  double least = 1;
  for (double share : tried)
    if (1000 - 640 * share <= 680)
      least = std::min(least, share);
  EXPECT_EQ(least, 0.5);
  EXPECT_LE(tried.size(), 7u);
}

} // namespace
