// Periods.cpp: where a sequence repeats itself

#include "sbp/Analysis/Scheduling/Periods.h"

#include "llvm/ADT/DenseMap.h"
#include <algorithm>
#include <cstdint>

using namespace llvm;
using namespace sbp;

namespace {

/// Compares stretches of a sequence by polynomial hashes of its prefixes. What
/// it calls equal may differ by chance (once in 2^61): callers cut worse then,
/// not wrong.
class Stretches {
public:
  explicit Stretches(ArrayRef<unsigned> symbols)
      : prefixes(symbols.size() + 1, 0), powers(symbols.size() + 1, 1) {
    for (size_t i = 0; i < symbols.size(); ++i) {
      prefixes[i + 1] =
          (multiply(prefixes[i], base) + symbols[i] + 1) % modulus;
      powers[i + 1] = multiply(powers[i], base);
    }
  }
  unsigned size() const { return prefixes.size() - 1; }

  uint64_t getHash(unsigned begin, unsigned length) const {
    uint64_t before = multiply(prefixes[begin], powers[length]);
    return (prefixes[begin + length] + modulus - before) % modulus;
  }
  bool areEqual(unsigned a, unsigned b, unsigned length) const {
    return b + length <= size() && getHash(a, length) == getHash(b, length);
  }
  /// How many symbols from `a` on are those from `b` > `a` on.
  unsigned countEqual(unsigned a, unsigned b) const {
    unsigned equal = 0, different = size() - b + 1;
    while (equal + 1 < different) {
      unsigned middle = equal + (different - equal) / 2;
      (areEqual(a, b, middle) ? equal : different) = middle;
    }
    return equal;
  }

private:
  static constexpr uint64_t modulus = (uint64_t(1) << 61) - 1;
  static constexpr uint64_t base = 0x1b873593cc9e2d51 % modulus;
  static uint64_t multiply(uint64_t a, uint64_t b) {
    return static_cast<unsigned __int128>(a) * b % modulus;
  }

  std::vector<uint64_t> prefixes, powers;
};

class RunFinder {
public:
  RunFinder(ArrayRef<unsigned> symbols, unsigned shortest)
      : stretches(symbols), shortest(shortest), next(symbols.size(), 0) {
    DenseMap<uint64_t, unsigned> later;
    for (unsigned i = symbols.size() - std::min<size_t>(symbols.size(), window);
         i-- > 0;) {
      auto [it, isNew] =
          later.try_emplace(stretches.getHash(i, window) >> 1, i);
      if (!isNew)
        next[i] = std::exchange(it->second, i);
    }
  }
  std::vector<PeriodicRun> find() const {
    std::vector<PeriodicRun> runs;
    for (unsigned i = 0; i < next.size();) {
      PeriodicRun run = getLongest(i);
      if (run.end - run.begin < shortest) {
        ++i;
        continue;
      }
      runs.push_back(run);
      i = run.end;
    }
    return runs;
  }

private:
  static constexpr unsigned window = 8, mostCandidates = 64;

  PeriodicRun getLongest(unsigned begin) const {
    PeriodicRun best = {begin, begin, 0};
    unsigned other = next[begin];
    for (unsigned i = 0; i < mostCandidates && other; ++i) {
      unsigned period = other - begin;
      if (stretches.areEqual(begin, other, period)) {
        unsigned end = other + stretches.countEqual(begin, other);
        if (end > best.end)
          best = {begin, end, period};
      }
      other = next[other];
    }
    return best;
  }

  Stretches stretches;
  unsigned shortest;
  /// The next position whose eight symbols are the same; 0: there is none.
  std::vector<unsigned> next;
};

} // namespace

std::vector<PeriodicRun> sbp::findPeriodicRuns(ArrayRef<unsigned> symbols,
                                               unsigned shortest) {
  return RunFinder(symbols, shortest).find();
}
