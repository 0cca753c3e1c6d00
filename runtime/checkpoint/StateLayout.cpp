// StateLayout.cpp: assigns the parts of states to the processes that store them
#include "StateLayout.h"
#include <algorithm>
#include <map>
#include <set>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::checkpoint;

/// The part of `box` before and after `taken` in each dim, one after the
/// other.
static void cutAround(PlanBox box, const PlanBox &taken,
                      std::vector<PlanBox> &rest) {
  PlanBox common = intersect(box, taken);
  if (common.elements() == 0) {
    rest.push_back(std::move(box));
    return;
  }
  for (size_t d = 0; d < box.rank(); ++d) {
    PlanBox before = box, behind = box;
    before.end[d] = common.begin[d];
    behind.begin[d] = common.end[d];
    for (const PlanBox &part : {before, behind})
      if (part.begin[d] < part.end[d])
        rest.push_back(part);
    box.begin[d] = common.begin[d];
    box.end[d] = common.end[d];
  }
}

void checkpoint::subtract(std::vector<PlanBox> &boxes, const PlanBox &taken) {
  std::vector<PlanBox> rest;
  for (PlanBox &box : boxes)
    cutAround(std::move(box), taken, rest);
  boxes = std::move(rest);
}

/// The least box that holds all of them.
static PlanBox findHull(const std::vector<StoredPart> &parts) {
  PlanBox hull = parts[0].piece.box;
  for (const StoredPart &part : parts)
    for (size_t d = 0; d < hull.rank(); ++d) {
      hull.begin[d] = std::min(hull.begin[d], part.piece.box.begin[d]);
      hull.end[d] = std::max(hull.end[d], part.piece.box.end[d]);
    }
  return hull;
}

/// One part of parts of one term that leave no hole.
static void merge(std::vector<StoredPart> &parts) {
  PlanBox hull = findHull(parts);
  std::vector<PlanBox> holes = {hull};
  for (const StoredPart &part : parts)
    subtract(holes, part.piece.box);
  if (!holes.empty())
    return;
  StoredPart whole = parts[0];
  whole.piece.box = hull;
  for (size_t i = 1; i < parts.size(); ++i)
    whole.ranks.push_back(parts[i].ranks[0]);
  parts = {std::move(whole)};
}

static std::map<int64_t, std::vector<StoredPart>>
findParts(const PlanT &plan, uint32_t index, const LocalWorld &world) {
  const StateT &state = *plan.states[index];
  std::map<int64_t, std::vector<StoredPart>> byTerm;
  for (uint32_t rank : world.ranks()) {
    Piece piece = getPiece(plan, state.distribution, state.shape, rank);
    if (!piece.present || piece.replica != 0 || piece.box.elements() == 0)
      continue;
    byTerm[piece.partialClass].push_back(
        {{index, piece.partialClass, piece.box, ""}, {rank}});
  }
  return byTerm;
}

std::vector<StoredPart> checkpoint::layOutStates(const PlanT &plan,
                                                 const LocalWorld &world) {
  std::vector<StoredPart> result;
  std::set<std::string> names;
  for (const auto &state : plan.states)
    names.insert(state->name);
  for (uint32_t s = 0; s < plan.states.size(); ++s) {
    const StateT &state = *plan.states[s];
    if (state.role != EntryRole::model)
      continue;
    size_t first = result.size();
    for (auto &[term, parts] : findParts(plan, s, world)) {
      merge(parts);
      result.insert(result.end(), parts.begin(), parts.end());
    }
    if (result.size() == first + 1) {
      result[first].piece.tensor = state.name;
      continue;
    }
    for (size_t i = first; i < result.size(); ++i) {
      SavedPiece &piece = result[i].piece;
      piece.tensor = textOf(state.name, toString(piece.box));
      if (countPartialClasses(plan, state.distribution) > 1)
        piece.tensor += textOf(" term ", piece.term);
      while (!names.insert(piece.tensor).second)
        piece.tensor += "'";
    }
  }
  return result;
}
