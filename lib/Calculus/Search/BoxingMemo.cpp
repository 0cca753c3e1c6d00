// BoxingMemo.cpp: the cache of boxing plans
//
// Keys hold canonical forms, so that [S(0), B] on axes 4x1 and [S(0), S(1)] on
// the same axes share one plan.

#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/Normalise.h"
#include "llvm/ADT/Hashing.h"
#include <unordered_map>

using namespace llvm;

namespace sbp {

namespace {
/// A request in canonical form. Equal placements have equal numbers.
struct Question {
  int64_t fromPlacement, toPlacement, elementBytes;
  Distribution from, to;
  SmallVector<int64_t, 4> shape;
  bool operator==(const Question &other) const = default;
};
struct QuestionHash {
  size_t operator()(const Question &question) const {
    return hash_combine(
        question.fromPlacement, question.toPlacement, question.elementBytes,
        question.from, question.to,
        hash_combine_range(question.shape.begin(), question.shape.end()));
  }
};
} // namespace

/// Returns a hash of the first and last ranks only, so that large placements
/// hash in constant time. An exact comparison follows.
static size_t getFingerprint(const Placement &placement) {
  ArrayRef<int64_t> ranks = placement.ranks;
  ArrayRef<int64_t> first = ranks.take_front(8), last = ranks.take_back(8);
  return hash_combine(ranks.size(),
                      hash_combine_range(placement.axisSizes.begin(),
                                         placement.axisSizes.end()),
                      hash_combine_range(first.begin(), first.end()),
                      hash_combine_range(last.begin(), last.end()));
}

struct BoxingPlanner::Memo {
  SmallVector<std::shared_ptr<const Placement>> placements;
  std::unordered_map<size_t, SmallVector<int64_t, 1>> byFingerprint;
  std::unordered_map<Question, std::shared_ptr<const BoxingPlan>, QuestionHash>
      plans;

  /// Returns the number of a placement; a new one gets the next number.
  int64_t getNumber(const Placement &placement) {
    auto &candidates = byFingerprint[getFingerprint(placement)];
    for (int64_t number : candidates)
      if (placements[number]->sameRanks(placement))
        return number;
    candidates.push_back(placements.size());
    placements.push_back(std::make_shared<const Placement>(placement));
    return candidates.back();
  }
};

BoxingPlanner::BoxingPlanner() : memo(std::make_unique<Memo>()) {}
BoxingPlanner::~BoxingPlanner() = default;

std::shared_ptr<const BoxingPlan>
BoxingPlanner::plan(const Placement &fromPlacement, const Distribution &from,
                    const Placement &toPlacement, const Distribution &to,
                    ArrayRef<int64_t> shape, int64_t elementBytes) {
  Question question = {memo->getNumber(fromPlacement),
                       memo->getNumber(toPlacement),
                       elementBytes,
                       normalise(fromPlacement, from, shape),
                       normalise(toPlacement, to, shape),
                       {shape.begin(), shape.end()}};
  auto &answer = memo->plans[question];
  if (!answer)
    answer = std::make_shared<const BoxingPlan>(
        planBoxing(fromPlacement, from, toPlacement, to, shape, elementBytes));
  return answer;
}

} // namespace sbp
