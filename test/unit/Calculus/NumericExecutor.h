// Runs plans on numbers: every rank is a map from element to value.
#ifndef SBP_TEST_UNIT_CALCULUS_NUMERICEXECUTOR_H
#define SBP_TEST_UNIT_CALCULUS_NUMERICEXECUTOR_H

#include "TestPlacements.h"
#include "sbp/Calculus/BoxingPlan.h"
#include <limits>
#include <map>
#include <random>
#include <set>

namespace sbp::test {

/// Wrapping arithmetic on 64 bits: exact for every combiner.
inline uint64_t combineNumbers(Combiner combiner, uint64_t a, uint64_t b) {
  switch (combiner) {
  case Combiner::Sum:
    return a + b;
  case Combiner::Prod:
    return a * b;
  case Combiner::Max:
  case Combiner::MaxNum:
    return std::max(int64_t(a), int64_t(b));
  case Combiner::Min:
  case Combiner::MinNum:
    return std::min(int64_t(a), int64_t(b));
  case Combiner::UMax:
    return std::max(a, b);
  case Combiner::UMin:
    return std::min(a, b);
  case Combiner::And:
    return a & b;
  case Combiner::Or:
    return a | b;
  }
  return 0;
}

inline uint64_t getIdentityNumber(Combiner combiner) {
  switch (combiner) {
  case Combiner::Sum:
  case Combiner::UMax:
  case Combiner::Or:
    return 0;
  case Combiner::Prod:
    return 1;
  case Combiner::Max:
  case Combiner::MaxNum:
    return std::numeric_limits<int64_t>::min();
  case Combiner::Min:
  case Combiner::MinNum:
    return std::numeric_limits<int64_t>::max();
  case Combiner::UMin:
  case Combiner::And:
    return ~uint64_t(0);
  }
  return 0;
}

class NumericExecutor {
public:
  explicit NumericExecutor(llvm::ArrayRef<int64_t> shape)
      : shape(shape.begin(), shape.end()) {}

  /// Random local states of a distribution; the value they stand for is kept.
  void start(const Placement &placement, const Distribution &distribution,
             std::mt19937_64 &random) {
    ranks.clear();
    expected.clear();
    Layout layout(placement, distribution, shape);
    for (int64_t box = 0; box < layout.getNumBoxes(); ++box)
      for (int64_t term = 0; term < layout.getNumPartials(); ++term)
        forEachElement(layout.getGlobalBox(box), [&](int64_t element) {
          uint64_t value = random();
          for (int64_t position : layout.getHolders(box, term))
            ranks[layout.getRank(position)][element] = value;
          accumulate(expected, element, value,
                     distribution.getCombiner().value_or(Combiner::Sum));
        });
  }

  void run(const BoxingPlan &plan) {
    for (const BoxingStep &step : plan.steps)
      run(step);
  }

  /// Whether the ranks hold a state of a distribution with the value that was
  /// started with; of windows, where any reads it. What they share counts once.
  bool holds(const Placement &placement, const Distribution &distribution) {
    Layout layout(placement, distribution, shape);
    std::map<int64_t, uint64_t> value;
    std::set<std::pair<int64_t, int64_t>> counted;
    for (int64_t box = 0; box < layout.getNumBoxes(); ++box)
      for (int64_t term = 0; term < layout.getNumPartials(); ++term) {
        bool equal = true;
        forEachElement(layout.getGlobalBox(box), [&](int64_t element) {
          std::optional<uint64_t> copy;
          for (int64_t position : layout.getHolders(box, term)) {
            auto &held = ranks[layout.getRank(position)];
            auto it = held.find(element);
            equal &= it != held.end() && (!copy || *copy == it->second);
            copy = it != held.end() ? it->second : 0;
          }
          if (counted.insert({term, element}).second)
            accumulate(value, element, *copy,
                       distribution.getCombiner().value_or(Combiner::Sum));
        });
        if (!equal)
          return false;
      }
    if (distribution.hasWindows())
      return llvm::all_of(value, [&](auto entry) {
        return expected[entry.first] == entry.second;
      });
    return value == expected;
  }

private:
  template <typename Visit> void forEachElement(const Box &box, Visit visit) {
    for (int64_t i = 0, e = getNumElements(box); i < e; ++i) {
      int64_t rest = i, element = 0, stride = 1;
      for (int64_t d = shape.size() - 1; d >= 0; --d) {
        element += (box[d].begin + rest % box[d].size()) * stride;
        rest /= box[d].size();
        stride *= shape[d];
      }
      visit(element);
    }
  }

  static void accumulate(std::map<int64_t, uint64_t> &values, int64_t element,
                         uint64_t value, Combiner combiner) {
    auto [it, isNew] = values.try_emplace(element, value);
    if (!isNew)
      it->second = combineNumbers(combiner, it->second, value);
  }

  void run(const BoxingStep &step) {
    std::map<int64_t, std::map<int64_t, uint64_t>> next;
    forEachAtom(step, shape, [&](const BoxingAtom &atom) {
      forEachElement(atom.box, [&](int64_t element) {
        std::map<int64_t, uint64_t> sum;
        for (int64_t source : atom.sources)
          accumulate(sum, element, ranks.at(source).at(element),
                     step.combiner.value_or(Combiner::Sum));
        uint64_t value =
            atom.sources.empty()
                ? getIdentityNumber(*step.to.distribution.getCombiner())
                : sum.at(element);
        for (int64_t rank : atom.destinations)
          next[rank][element] = value;
      });
    });
    ranks = std::move(next);
  }

  Shape shape;
  std::map<int64_t, std::map<int64_t, uint64_t>> ranks;
  std::map<int64_t, uint64_t> expected;
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_CALCULUS_NUMERICEXECUTOR_H
