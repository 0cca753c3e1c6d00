// Periods.cpp: periodic parts of a sequence
//
// Polynomial rolling hashes (Karp and Rabin 1987) compare substrings in
// constant time; candidates for a period are the later positions with the same
// window of eight symbols, and binary search extends a run. Example: a b c a b
// c a b with shortest 6 is one run [0, 8) of period 3 (in practice runs span
// whole layers of a model).

#include "sbp/Analysis/Scheduling/Periods.h"

#include "llvm/ADT/DenseMap.h"
#include <algorithm>
#include <cstdint>

using namespace llvm;
using namespace sbp;

namespace {

/// Compares substrings by polynomial hashes of prefixes modulo 2^61 - 1.
/// Unequal substrings compare equal with a probability of 2^-61; callers then
/// choose worse cuts, not wrong ones.
class SubstringHashes {
public:
  explicit SubstringHashes(ArrayRef<unsigned> symbols)
      : prefixes(symbols.size() + 1, 0), powers(symbols.size() + 1, 1) {
    for (size_t i = 0; i < symbols.size(); ++i) {
      prefixes[i + 1] =
          (multiply(prefixes[i], kBase) + symbols[i] + 1) % kModulus;
      powers[i + 1] = multiply(powers[i], kBase);
    }
  }
  unsigned size() const { return prefixes.size() - 1; }

  uint64_t getHash(unsigned begin, unsigned length) const {
    uint64_t before = multiply(prefixes[begin], powers[length]);
    return (prefixes[begin + length] + kModulus - before) % kModulus;
  }
  bool areEqual(unsigned a, unsigned b, unsigned length) const {
    return b + length <= size() && getHash(a, length) == getHash(b, length);
  }
  /// Returns the length of the common prefix of the suffixes at `a` < `b`.
  unsigned countEqual(unsigned a, unsigned b) const {
    unsigned equal = 0, different = size() - b + 1;
    while (equal + 1 < different) {
      unsigned middle = equal + (different - equal) / 2;
      (areEqual(a, b, middle) ? equal : different) = middle;
    }
    return equal;
  }

private:
  static constexpr uint64_t kModulus = (uint64_t(1) << 61) - 1;
  static constexpr uint64_t kBase = 0x1b873593cc9e2d51 % kModulus;
  static uint64_t multiply(uint64_t a, uint64_t b) {
    return static_cast<unsigned __int128>(a) * b % kModulus;
  }

  std::vector<uint64_t> prefixes, powers;
};

/// Finds the runs; `next` links equal windows.
class PeriodFinder {
public:
  PeriodFinder(ArrayRef<unsigned> symbols, unsigned shortest)
      : hashes(symbols), shortest(shortest), next(symbols.size(), 0) {
    DenseMap<uint64_t, unsigned> later;
    for (unsigned i =
             symbols.size() - std::min<size_t>(symbols.size(), kWindow);
         i-- > 0;) {
      auto [it, isNew] = later.try_emplace(hashes.getHash(i, kWindow) >> 1, i);
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
  static constexpr unsigned kWindow = 8, kMaxCandidates = 64;

  /// Returns the longest run that begins at `begin`; empty without one.
  PeriodicRun getLongest(unsigned begin) const {
    PeriodicRun best = {begin, begin, 0};
    unsigned other = next[begin];
    for (unsigned i = 0; i < kMaxCandidates && other; ++i) {
      unsigned period = other - begin;
      if (hashes.areEqual(begin, other, period)) {
        unsigned end = other + hashes.countEqual(begin, other);
        if (end > best.end)
          best = {begin, end, period};
      }
      other = next[other];
    }
    return best;
  }

  SubstringHashes hashes;
  unsigned shortest;
  /// Per position, the next one with the same window; 0 if there is none.
  std::vector<unsigned> next;
};

} // namespace

std::vector<PeriodicRun> sbp::findPeriodicRuns(ArrayRef<unsigned> symbols,
                                               unsigned shortest) {
  return PeriodFinder(symbols, shortest).find();
}
