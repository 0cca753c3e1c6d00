//===- ForcedTraffic.cpp - what an annotation makes a model move ----------===//

#include "sbp/Analysis/Selection/ForcedTraffic.h"
#include "sbp/Calculus/BoxingBound.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

// Of all selections together: who asks for explanations waits a little.
static constexpr double largestSeconds = 10;
static constexpr size_t largestCount = 16;

static Layout getLayout(Operation *from, DistributionAttr distribution,
                        ArrayRef<int64_t> shape) {
  return Layout(
      lookupPlacement(from, distribution.getPlacement()).getPlacement(),
      distribution.getDistribution(), shape);
}

static int64_t getMovedBytes(BoxingOp boxing) {
  auto type = cast<RankedTensorType>(boxing.getType());
  return getBoxingBoundTotal(
             getLayout(boxing, boxing.getFrom(), type.getShape()),
             getLayout(boxing, boxing.getTo(), type.getShape())) *
         std::max<int64_t>(1, type.getElementTypeBitWidth() / 8);
}

int64_t getMovedBytes(ModuleOp module) {
  int64_t bytes = 0;
  module.walk([&](BoxingOp boxing) { bytes += getMovedBytes(boxing); });
  return bytes;
}

namespace {

/// Where a user says how a value is distributed.
struct Annotation {
  enum class Kind { Argument, Result, Constrain };
  Kind kind;
  /// In the order of the module: of functions, or of all constrains.
  unsigned position;
  unsigned index; ///< of the argument or result
  DistributionAttr distribution;
  RankedTensorType type;
  Location loc;
  std::string name;
  int64_t bytes = 0; ///< what boxings beside it move
};

/// The annotations of one module, and the same module without one of them.
class Annotations {
public:
  Annotations(ModuleOp model, ModuleOp chosen) : model(model), chosen(chosen) {}
  std::vector<Annotation> collect();
  /// `copy` is a copy of `model`.
  static void free(ModuleOp copy, const Annotation &annotation);
  /// How the value is distributed in a copy that was chosen for without it.
  static DistributionAttr getChosen(ModuleOp copy,
                                    const Annotation &annotation);

private:
  void collectPorts(unsigned position, func::FuncOp before, func::FuncOp after);
  void collectConstrain(unsigned position, ConstrainOp op);

  ModuleOp model, chosen;
  std::vector<Annotation> list;
};

} // namespace

static func::FuncOp getFunction(ModuleOp module, unsigned position) {
  return *std::next(module.getOps<func::FuncOp>().begin(), position);
}

static ConstrainOp getConstrain(ModuleOp module, unsigned position) {
  SmallVector<ConstrainOp> ops;
  module.walk([&](ConstrainOp op) { ops.push_back(op); });
  return ops[position];
}

/// The bytes of all boxings of `value`, and of boxings behind them.
static int64_t getBytesBehind(Value value) {
  int64_t bytes = 0;
  for (Operation *user : value.getUsers())
    if (auto boxing = dyn_cast<BoxingOp>(user))
      bytes += getMovedBytes(boxing) + getBytesBehind(boxing.getResult());
  return bytes;
}

void Annotations::collectPorts(unsigned position, func::FuncOp before,
                               func::FuncOp after) {
  StringRef key = SBPDialect::kDistributionAttr;
  for (BlockArgument argument : before.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (auto said = before.getArgAttrOfType<DistributionAttr>(index, key))
      list.push_back({Annotation::Kind::Argument, position, index, said,
                      cast<RankedTensorType>(argument.getType()),
                      argument.getLoc(), describe(argument),
                      getBytesBehind(after.getArgument(index))});
  }
  auto terminator = cast<func::ReturnOp>(after.front().getTerminator());
  for (unsigned i = 0; i < before.getNumResults(); ++i) {
    auto said = before.getResultAttrOfType<DistributionAttr>(i, key);
    auto boxing = terminator.getOperand(i).getDefiningOp<BoxingOp>();
    // A state's next value is stored like the state: its argument decides.
    if (!said || before.getResultAttr(i, SBPDialect::kStateAttr))
      continue;
    auto name =
        before.getResultAttrOfType<StringAttr>(i, SBPDialect::kNameAttr);
    list.push_back(
        {Annotation::Kind::Result, position, i, said,
         cast<RankedTensorType>(before.getResultTypes()[i]), before.getLoc(),
         "result #" + std::to_string(i) + (name ? " '" + name.str() + "'" : ""),
         boxing ? getMovedBytes(boxing) : 0});
  }
}

/// What is boxed to what a constrain says lies where its operand was made, what
/// is boxed on from there lies where the constrain was.
void Annotations::collectConstrain(unsigned position, ConstrainOp op) {
  Annotation annotation{Annotation::Kind::Constrain,
                        position,
                        0,
                        op.getDistribution(),
                        cast<RankedTensorType>(op.getType()),
                        op.getLoc(),
                        "sbp.constrain of " + describe(op.getInput())};
  chosen.walk([&](BoxingOp boxing) {
    bool isBefore =
        boxing.getLoc() == op.getInput().getLoc() &&
        boxing.getTo() == op.getDistribution() &&
        boxing.getReason().value_or("").starts_with(kConstrainReason);
    if (isBefore || boxing.getLoc() == op.getLoc())
      annotation.bytes += getMovedBytes(boxing);
  });
  list.push_back(std::move(annotation));
}

std::vector<Annotation> Annotations::collect() {
  for (auto [i, functions] : enumerate(zip_equal(
           model.getOps<func::FuncOp>(), chosen.getOps<func::FuncOp>())))
    collectPorts(i, std::get<0>(functions), std::get<1>(functions));
  unsigned position = 0;
  model.walk([&](ConstrainOp op) { collectConstrain(position++, op); });
  llvm::stable_sort(list, [](const Annotation &a, const Annotation &b) {
    return a.bytes > b.bytes;
  });
  return std::move(list);
}

/// The annotations of a state are one: of all arguments and results.
static void freeState(ModuleOp module, StringAttr state) {
  StringRef key = SBPDialect::kDistributionAttr,
            stateKey = SBPDialect::kStateAttr;
  auto name = StringAttr::get(module.getContext(), key);
  for (auto function : module.getOps<func::FuncOp>()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (function.getArgAttr(i, stateKey) == state)
        function.removeArgAttr(i, name);
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (function.getResultAttr(i, stateKey) == state)
        function.removeResultAttr(i, name);
  }
}

void Annotations::free(ModuleOp copy, const Annotation &annotation) {
  if (annotation.kind == Annotation::Kind::Constrain) {
    ConstrainOp op = getConstrain(copy, annotation.position);
    op.getResult().replaceAllUsesWith(op.getInput());
    op.erase();
    return;
  }
  func::FuncOp function = getFunction(copy, annotation.position);
  auto name = StringAttr::get(copy.getContext(), SBPDialect::kDistributionAttr);
  if (annotation.kind == Annotation::Kind::Result) {
    function.removeResultAttr(annotation.index, name);
    return;
  }
  if (auto state = function.getArgAttrOfType<StringAttr>(
          annotation.index, SBPDialect::kStateAttr))
    return freeState(copy, state);
  function.removeArgAttr(annotation.index, name);
}

DistributionAttr Annotations::getChosen(ModuleOp copy,
                                        const Annotation &annotation) {
  StringRef key = SBPDialect::kDistributionAttr;
  if (annotation.kind == Annotation::Kind::Constrain)
    return {};
  func::FuncOp function = getFunction(copy, annotation.position);
  return annotation.kind == Annotation::Kind::Argument
             ? function.getArgAttrOfType<DistributionAttr>(annotation.index,
                                                           key)
             : function.getResultAttrOfType<DistributionAttr>(annotation.index,
                                                              key);
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
  Layout layout = getLayout(module, distribution, type.getShape());
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
  Value watched;
  if (annotation.kind == Annotation::Kind::Constrain)
    watched = getConstrain(*copy, annotation.position).getInput();
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
