// The fewest transfers that bring one element from one distribution to another,
// by trying all ways. Written from the definitions alone: shares nothing with
// the bound, the planner or their layouts.
#ifndef SBP_TEST_UNIT_CALCULUS_ELEMENTSEARCH_H
#define SBP_TEST_UNIT_CALCULUS_ELEMENTSEARCH_H

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace sbp::test {

/// A rank that holds the source term `held` of the element, and needs what
/// comes to the destination term `needed` (-1: none).
struct ElementRank {
  int held = -1, needed = -1;
  auto operator<=>(const ElementRank &) const = default;
};

/// One element of a boxing: at most 6 ranks and source terms.
struct ElementTask {
  std::vector<ElementRank> ranks;
  int terms = 1, coordinates = 1;
  /// The destination reduces as the source does; else one coordinate gets the
  /// whole value.
  bool sameCombiner = true;
  /// A term may be counted twice.
  bool idempotent = false;
  auto operator<=>(const ElementTask &) const = default;

  /// Ranks, terms and coordinates have no names that matter: tasks that differ
  /// in them only mostly become equal (never ones that differ otherwise).
  void simplify() {
    for (int turn = 0; turn < 3; ++turn) {
      rename(&ElementRank::held, &ElementRank::needed, terms);
      rename(&ElementRank::needed, &ElementRank::held, coordinates);
    }
    std::sort(ranks.begin(), ranks.end());
  }

private:
  /// Numbers `names` by who has them.
  void rename(int ElementRank::*name, int ElementRank::*other, int count) {
    std::vector<std::pair<std::vector<int>, int>> users(count);
    for (int i = 0; i < count; ++i)
      users[i].second = i;
    for (const ElementRank &rank : ranks)
      if (rank.*name >= 0)
        users[rank.*name].first.push_back(rank.*other);
    for (auto &user : users)
      std::sort(user.first.begin(), user.first.end());
    std::sort(users.begin(), users.end());
    std::vector<int> numbers(count);
    for (int i = 0; i < count; ++i)
      numbers[users[i].second] = i;
    for (ElementRank &rank : ranks)
      if (rank.*name >= 0)
        rank.*name = numbers[rank.*name];
  }
};

/// A* over all states that transfers can reach. A state says for each rank
/// which sums of terms it can form; a transfer brings one sum to one rank. What
/// is still to come is estimated by two facts only: a transfer completes one
/// rank at most, for it has one receiver; and has one sender.
class ElementSearch {
public:
  int solve(const ElementTask &asked) {
    auto [it, isNew] = known.try_emplace(asked, 0);
    if (isNew) {
      task = asked;
      it->second = search();
    }
    return it->second;
  }
  size_t getNumTasks() const { return known.size(); }
  size_t getNumStates() const { return states; }

private:
  using Sums = uint64_t;             ///< bit m: the sum of the terms in m
  using State = std::array<Sums, 6>; ///< by rank; 0 after the last
  struct Hash {
    size_t operator()(const State &state) const {
      uint64_t hash = 0;
      for (Sums sums : state)
        hash = (hash ^ sums) * 0x9E3779B97F4A7C15 ^ hash >> 29;
      return hash;
    }
  };
  static constexpr int shared = 1000, never = 1000;

  /// Calls `visit` for each sum that can be added to `sum`.
  template <typename Visit> void forEachAddable(int sum, Visit visit) const {
    int free = getWhole() & (task.idempotent ? ~0 : ~sum);
    for (int other = free; other > 0; other = (other - 1) & free)
      visit(other);
  }
  int getWhole() const { return (1 << task.terms) - 1; }

  /// What a rank can form from what it has and `sum`.
  Sums with(Sums sums, int sum) const {
    Sums added = Sums(1) << sum;
    forEachAddable(sum, [&](int other) {
      if (sums >> other & 1)
        added |= Sums(1) << (sum | other);
    });
    return sums | added;
  }

  /// Ranks that need `coordinate` and cannot form `part`.
  int countLacking(const State &state, int coordinate, int part) const {
    int lacking = 0;
    for (size_t i = 0; i < task.ranks.size(); ++i)
      lacking += task.ranks[i].needed == coordinate && !(state[i] >> part & 1);
    return lacking;
  }

  /// The ranks that lack their part, where parts are chosen at best.
  int countLacking(const State &state) const {
    int whole = getWhole();
    // best[m]: ranks lacking where the coordinates so far got the terms m.
    std::vector<int> best(whole + 1, never);
    best[0] = 0;
    for (int coordinate = 0; coordinate < task.coordinates; ++coordinate) {
      std::vector<int> next = best, lacking(whole + 1, never);
      for (int part = 1; part <= whole; ++part)
        lacking[part] = countLacking(state, coordinate, part);
      for (int before = 0; before <= whole; ++before)
        forEachAddable(before, [&](int part) {
          next[before | part] =
              std::min(next[before | part], best[before] + lacking[part]);
        });
      best = std::move(next);
    }
    return best[whole];
  }

  /// For each term the only rank that knows it, or `shared`.
  std::vector<int> getKnowers(const State &state) const {
    std::vector<int> knowers(task.terms, -1);
    for (size_t i = 0; i < task.ranks.size(); ++i) {
      int terms = 0;
      for (int sum = 1; sum <= getWhole(); ++sum)
        terms |= state[i] >> sum & 1 ? sum : 0;
      for (int term = 0; term < task.terms; ++term)
        if (terms >> term & 1)
          knowers[term] = knowers[term] < 0 ? static_cast<int>(i) : shared;
    }
    return knowers;
  }

  /// The ranks that alone know a term and have no use for the whole value at
  /// `coordinate`: each must send.
  int countSenders(const std::vector<int> &knowers, int coordinate) const {
    std::set<int> senders;
    for (int rank : knowers)
      if (rank != shared && task.ranks[rank].needed != coordinate)
        senders.insert(rank);
    return senders.size();
  }

  /// Transfers that are still to come, at least; 0 at the end only.
  int getRest(const State &state) const {
    if (task.sameCombiner && task.coordinates > 1)
      return countLacking(state);
    std::vector<int> knowers = getKnowers(state);
    int rest = never;
    for (int coordinate = 0; coordinate < task.coordinates; ++coordinate)
      rest =
          std::min(rest, std::max(countLacking(state, coordinate, getWhole()),
                                  countSenders(knowers, coordinate)));
    return rest;
  }

  /// Ranks that need the same are alike.
  State sorted(State state) const {
    for (size_t begin = 0, end; begin < task.ranks.size(); begin = end) {
      for (end = begin + 1; end < task.ranks.size() &&
                            task.ranks[end].needed == task.ranks[begin].needed;
           ++end)
        ;
      std::sort(state.begin() + begin, state.begin() + end);
    }
    return state;
  }

  int search() {
    assert(task.terms <= 6 && task.ranks.size() <= 6 &&
           "states have six sets of sums in six terms");
    std::sort(task.ranks.begin(), task.ranks.end(),
              [](ElementRank a, ElementRank b) { return a.needed < b.needed; });
    State start = {};
    for (size_t i = 0; i < task.ranks.size(); ++i)
      if (int held = task.ranks[i].held; held >= 0)
        start[i] = Sums(1) << (1 << held);
    open.clear();
    fewest.clear();
    offer(sorted(start), 0);
    while (true) {
      auto first = open.begin();
      auto [estimate, rest] = first->first;
      if (rest == 0)
        return estimate;
      State state = first->second.back();
      first->second.pop_back();
      if (first->second.empty())
        open.erase(first);
      if (fewest[state] == estimate - rest)
        extend(state, estimate - rest);
    }
  }

  void offer(const State &state, int used) {
    auto [it, isNew] = fewest.try_emplace(state, used);
    if (!isNew && it->second <= used)
      return;
    it->second = used;
    int rest = getRest(state);
    open[{used + rest, rest}].push_back(state);
  }

  void extend(const State &state, int used) {
    ++states;
    Sums offers = 0;
    for (Sums sums : state)
      offers |= sums;
    for (size_t i = 0; i < task.ranks.size(); ++i)
      for (int sum = 1; sum <= getWhole(); ++sum) {
        if (!((offers & ~state[i]) >> sum & 1))
          continue;
        State after = state;
        after[i] = with(state[i], sum);
        offer(sorted(after), used + 1);
      }
  }

  ElementTask task;
  std::unordered_map<State, int, Hash> fewest; ///< transfers to a state
  /// By the estimate of all transfers and of those still to come.
  std::map<std::pair<int, int>, std::vector<State>> open;
  std::map<ElementTask, int> known;
  size_t states = 0;
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_CALCULUS_ELEMENTSEARCH_H
