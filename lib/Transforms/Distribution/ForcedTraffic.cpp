// ForcedTraffic.cpp: traffic caused by annotations
//
// For each group of equal annotations, two selections: without the annotation,
// to learn what would be chosen; then with that choice as the annotation, to
// measure its traffic. The difference to the current traffic is what the
// annotation costs.
// Example: y annotated [B] where [S(0)] is free: "result #0 'y' is annotated
// @p:[B], ...; @p:[S(0)] would save 1048576 of 1048576 bytes a step in all".

#include "ForcedTraffic.h"
#include "Annotations.h"
#include "sbp/Analysis/Selection/Solution/Decision.h"
#include "sbp/Analysis/Selection/Solution/Repeats.h"
#include "sbp/Calculus/Layout.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Support/RemarkWeight.h"
#include "sbp/Transforms/Alternatives.h"
#include "sbp/Transforms/Materialise.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

// Limit on the work of all selections together, in table entries
// (SelectionResult::work): about ten seconds, and the same trials on every
// machine.
static constexpr double kMaxWork = 1e10;
static constexpr size_t kMaxTrials = 16;

/// Returns the least bytes per step that all boxings of a level-1 module move.
static int64_t countMovedBytes(ModuleOp module) {
  int64_t bytes = 0;
  module.walk([&](BoxingOp boxing) { bytes += getMovedBytes(boxing); });
  return bytes;
}

/// Selects distributions and writes them into `module`; returns whether that
/// succeeded. If `watched` is set, `produced` becomes its chosen distribution.
static bool choose(ModuleOp module, const CostModel &rates, unsigned threads,
                   Value watched, DistributionAttr &produced) {
  // A failure here is not the user's: the trial is skipped.
  ScopedDiagnosticHandler silent(module.getContext(),
                                 [](Diagnostic &) { return success(); });
  Decision decision;
  SelectionOptions options;
  options.threads = threads;
  Alternatives alternatives;
  if (failed(selectAmongForms(module, rates, options, alternatives, decision)))
    return false;
  if (watched) // Its producer may be replaced by another form.
    watched = alternatives.getActiveValue(watched, decision.forms);
  takeAlternatives(alternatives, decision);
  for (auto function : module.getOps<func::FuncOp>())
    adoptSources(function, decision);
  if (watched)
    produced = decision.getProduced(watched);
  for (auto function : module.getOps<func::FuncOp>())
    materialise(function, decision);
  return true;
}

static std::string toText(DistributionAttr distribution) {
  return ("@" + distribution.getPlacement().getValue() + ":" +
          toString(distribution.getDistribution()))
      .str();
}

/// Returns the bytes of the largest piece.
static int64_t getHeldBytes(ModuleOp module, DistributionAttr distribution,
                            RankedTensorType type) {
  Layout layout(
      lookupPlacement(module, distribution.getPlacement()).getPlacement(),
      distribution.getDistribution(), type.getShape());
  int64_t elements = 0;
  for (int64_t box = 0; box < layout.getNumBoxes(); ++box)
    elements = std::max(elements, layout.getVolume(box));
  return elements * getElementBytes(type);
}

namespace {
/// The choice without an annotation, and the bytes it moves.
struct Freed {
  DistributionAttr distribution;
  int64_t moved;
};
/// Annotations of equal layers.
using Group = std::vector<const Annotation *>;
} // namespace

/// Groups annotations of equal layers; groups are in the order of their first.
static std::vector<Group> group(ArrayRef<Annotation> annotations) {
  std::map<std::tuple<Annotation::Kind, const void *, const void *, int64_t,
                      std::string>,
           size_t>
      numbers;
  std::vector<Group> groups;
  for (const Annotation &annotation : annotations) {
    auto [it, isNew] = numbers.try_emplace(
        {annotation.kind, annotation.distribution.getAsOpaquePointer(),
         annotation.type.getAsOpaquePointer(), annotation.bytes,
         withoutNumbers(annotation.name)},
        groups.size());
    if (isNew)
      groups.emplace_back();
    groups[it->second].push_back(&annotation);
  }
  return groups;
}

/// Changes all annotations of a group, from the last on: removing a constrain
/// decrements the positions after it.
static void change(ModuleOp copy, const Group &group,
                   DistributionAttr distribution) {
  Group ordered = group;
  llvm::stable_sort(ordered, [](const Annotation *a, const Annotation *b) {
    return a->position > b->position;
  });
  for (const Annotation *annotation : ordered)
    Annotations::change(copy, *annotation, distribution);
}

/// Returns the free choice on the annotation's placement: a move of the data to
/// that placement is intended. Arguments may be stored where they are used.
/// Null if the placements have different axes.
static DistributionAttr carry(ModuleOp model, DistributionAttr free,
                              const Annotation &annotation) {
  FlatSymbolRefAttr home = annotation.distribution.getPlacement();
  if (!free || free.getPlacement() == home ||
      annotation.kind == Annotation::Kind::Argument)
    return free;
  if (lookupPlacement(model, home).getAxisSizes() !=
      lookupPlacement(model, free.getPlacement()).getAxisSizes())
    return {};
  Distribution distribution = free.getDistribution();
  for (Component &component : distribution.components)
    if (component.isPartial())
      component = Component::broadcast();
  return DistributionAttr::get(home, distribution);
}

/// Returns the choice without the annotations of `group`, and the bytes moved
/// if that choice were the annotation. Nullopt if it equals the annotation.
static std::optional<Freed> chooseWithout(ModuleOp model, const Group &group,
                                          const CostModel &rates,
                                          unsigned threads) {
  const Annotation &first = *group.front();
  OwningOpRef<ModuleOp> copy = model.clone();
  Value watched = Annotations::getWatched(*copy, first);
  change(*copy, group, {});
  DistributionAttr free;
  if (!choose(*copy, rates, threads, watched, free))
    return std::nullopt;
  if (!watched)
    free = Annotations::getChosen(*copy, first);
  free = carry(model, free, first);
  if (!free || free == first.distribution ||
      free.getDistribution().hasWindows())
    return std::nullopt;
  OwningOpRef<ModuleOp> advised = model.clone();
  change(*advised, group, free);
  DistributionAttr unused;
  if (!choose(*advised, rates, threads, Value(), unused))
    return std::nullopt;
  return Freed{free, countMovedBytes(*advised)};
}

static void emitForced(ModuleOp model, const Group &group, const Freed &freed,
                       int64_t total) {
  const Annotation &annotation = *group.front();
  InFlightDiagnostic remark = emitRemark(annotation.loc);
  setWeight(remark, static_cast<double>(total - freed.moved));
  remark << annotation.name;
  if (group.size() > 1)
    remark << " and " << group.size() - 1 << " more like it, each";
  remark << " is annotated " << toText(annotation.distribution);
  if (annotation.bytes > 0)
    remark << ", next to boxings that move " << annotation.bytes
           << " bytes a step";
  remark << "; " << toText(freed.distribution) << " would save "
         << total - freed.moved << " of " << total << " bytes a step in all";
  int64_t held = getHeldBytes(model, freed.distribution, annotation.type);
  int64_t before =
      getHeldBytes(model, annotation.distribution, annotation.type);
  if (held > before)
    remark << ", and a rank would hold " << held << " bytes of it instead of "
           << before;
}

void explainForcedTraffic(ModuleOp model, ModuleOp chosen,
                          const CostModel &rates, unsigned threads,
                          double workOfOne) {
  int64_t total = countMovedBytes(chosen);
  if (total == 0)
    return;
  std::vector<Annotation> annotations = Annotations(model, chosen).collect();
  std::vector<Group> groups = group(annotations);
  // Each trial takes two selections.
  size_t affordable = std::max(1.0, kMaxWork / 2 / std::max(workOfOne, 1e6));
  size_t count = std::min({groups.size(), affordable, size_t(kMaxTrials)});
  for (const Group &group : ArrayRef(groups).take_front(count))
    if (auto freed = chooseWithout(model, group, rates, threads);
        freed && freed->moved < total)
      emitForced(model, group, *freed, total);
  // Annotations next to a boxing come first; others need no remark.
  size_t left =
      count_if(ArrayRef(groups).drop_front(count),
               [](const Group &group) { return group.front()->bytes > 0; });
  if (left > 0)
    emitRemark(groups[count].front()->loc)
        << left << " annotations next to boxings, of which "
        << groups[count].front()->name
        << " is the first, were not examined; each would take a selection of "
           "its own";
}

} // namespace sbp
