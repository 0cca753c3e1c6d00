//===- ForcedTraffic.cpp - what an annotation makes a model move ----------===//

#include "sbp/Analysis/Selection/ForcedTraffic.h"
#include "Annotations.h"
#include "sbp/Calculus/Layout.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

// Of all selections together: who asks for explanations waits a little.
static constexpr double largestSeconds = 10;
static constexpr size_t largestCount = 16;

int64_t getMovedBytes(ModuleOp module) {
  int64_t bytes = 0;
  module.walk([&](BoxingOp boxing) { bytes += getMovedBytes(boxing); });
  return bytes;
}

/// Selects and writes; whether that succeeded. `watched`: a value to follow;
/// becomes how it is produced.
static bool choose(ModuleOp module, const CostModel &rates, Value watched,
                   DistributionAttr &produced) {
  // What fails here was never asked for.
  ScopedDiagnosticHandler silent(module.getContext(),
                                 [](Diagnostic &) { return success(); });
  Decision decision;
  if (failed(selectDistributions(module, rates, decision)))
    return false;
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(adoptSources(function, decision)))
      return false;
  if (watched)
    produced = decision.getProduced(watched);
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(materialise(function, decision)))
      return false;
  return true;
}

static std::string toText(DistributionAttr distribution) {
  return ("@" + distribution.getPlacement().getValue() + ":" +
          toString(distribution.getDistribution()))
      .str();
}

/// What the fullest rank holds.
static int64_t getHeldBytes(ModuleOp module, DistributionAttr distribution,
                            RankedTensorType type) {
  Layout layout(
      lookupPlacement(module, distribution.getPlacement()).getPlacement(),
      distribution.getDistribution(), type.getShape());
  int64_t elements = 0;
  for (int64_t box = 0; box < layout.getNumBoxes(); ++box)
    elements = std::max(elements, layout.getVolume(box));
  return elements * std::max<int64_t>(1, type.getElementTypeBitWidth() / 8);
}

namespace {
/// What is chosen, and moved, without one annotation.
struct Freed {
  DistributionAttr distribution;
  int64_t moved;
};
} // namespace

static std::optional<Freed> chooseWithout(ModuleOp model,
                                          const Annotation &annotation,
                                          const CostModel &rates) {
  OwningOpRef<ModuleOp> copy = model.clone();
  Value watched = Annotations::getWatched(*copy, annotation);
  Annotations::free(*copy, annotation);
  DistributionAttr free;
  if (!choose(*copy, rates, watched, free))
    return std::nullopt;
  if (!watched)
    free = Annotations::getChosen(*copy, annotation);
  // On another placement it would be another model: moving there is meant.
  if (!free || free == annotation.distribution ||
      free.getPlacement() != annotation.distribution.getPlacement())
    return std::nullopt;
  return Freed{free, getMovedBytes(*copy)};
}

static void emitForced(ModuleOp model, const Annotation &annotation,
                       const Freed &freed, int64_t total) {
  InFlightDiagnostic remark = emitRemark(annotation.loc);
  remark << annotation.name << " is annotated "
         << toText(annotation.distribution);
  if (annotation.bytes > 0)
    remark << ", which moves " << annotation.bytes << " bytes a step beside it";
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
                          const CostModel &rates, double secondsOfOne) {
  int64_t total = getMovedBytes(chosen);
  if (total == 0)
    return;
  std::vector<Annotation> annotations = Annotations(model, chosen).collect();
  size_t affordable = largestSeconds / std::max(secondsOfOne, 1e-3);
  size_t count =
      std::min({annotations.size(), affordable, size_t(largestCount)});
  for (const Annotation &annotation : ArrayRef(annotations).take_front(count))
    if (auto freed = chooseWithout(model, annotation, rates);
        freed && freed->moved < total)
      emitForced(model, annotation, *freed, total);
  // Those beside a boxing come first; the others are worth no remark.
  size_t left = count_if(ArrayRef(annotations).drop_front(count),
                         [](const Annotation &a) { return a.bytes > 0; });
  if (left > 0)
    emitRemark(annotations[count].loc)
        << left << " annotations beside boxings, of which "
        << annotations[count].name
        << " is the first, were not tried without; each would be a selection "
           "of its own";
}

} // namespace sbp
