// BoxingExplanation.cpp: explanations of boxings for reports and diagnostics

#include "sbp/Analysis/Boxing/BoxingExplanation.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Solution/Decision.h"
#include "sbp/Interfaces/OpNames.h"

using namespace mlir;
using namespace sbp;

std::string sbp::toText(DistributionAttr distribution) {
  return ("@" + distribution.getPlacement().getValue() + ":" +
          sbp::toString(distribution.getDistribution()))
      .str();
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

bool BoxingExplanation::isNoOp() const {
  return llvm::all_of(plan.steps, [](const BoxingStep &step) {
    return step.kind == BoxingStepKind::Reinterpret;
  });
}

/// Returns true if producer and reader are parts of one op of the user's model,
/// which was decomposed because of what the parts move.
static bool isWithinOneOp(Value value, Operation *reader) {
  return value.getDefiningOp() && reader &&
         !isa<UnknownLoc>(reader->getLoc()) &&
         value.getLoc() == reader->getLoc();
}

bool BoxingExplanation::isUnrequestedGather() const {
  Placement from = sbp::getPlacementOf(boxing, boxing.getFrom());
  Layout source(from, boxing.getFrom().getDistribution(), plan.shape);
  return !reader.isRequested() && !isWithinOneOp(getValue(), reader.getOp()) &&
         boxing.getFrom().getPlacement() == boxing.getTo().getPlacement() &&
         boxing.getTo().getDistribution().isBroadcast() &&
         source.getNumBoxes() > 1 && plan.getTotalBytes() > 0;
}

Value BoxingExplanation::getValue() const {
  Value value = boxing.getInput();
  while (auto before = value.getDefiningOp<BoxingOp>())
    value = before.getInput();
  return value;
}

std::string BoxingExplanation::getSteps() const {
  return llvm::join(
      llvm::map_range(getMoves(plan),
                      [](const BoxingMove &move) {
                        return getBoxingStepKindName(move.getKind()).str();
                      }),
      ", ");
}

std::string BoxingExplanation::getFacts() const {
  int64_t bytes = getBytes();
  int64_t bound = executions * plan.getBoundTotalBytes();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << describe(getValue()) << " from " << toText(boxing.getFrom()) << " to "
     << toText(boxing.getTo()) << " by " << getSteps() << ", " << bytes
     << " bytes";
  if (bytes > 0)
    os << " a step (at least " << bound << ")";
  os << "; because " << boxing.getReason().value_or("the model says so");
  return text;
}

//===----------------------------------------------------------------------===//
// Advice
//===----------------------------------------------------------------------===//

/// Explains a boxing that an annotation requests. For a partial value it
/// searches a split that needs only a reduce_scatter, half the bytes of an
/// all_reduce.
std::string BoxingExplanation::getRequestedAdvice() const {
  Placement from = sbp::getPlacementOf(boxing, boxing.getFrom());
  Placement to = sbp::getPlacementOf(boxing, boxing.getTo());
  std::string where =
      reader.isResult() &&
              !boxing.getReason().value_or("").starts_with(kConstrainReason)
          ? "the result"
          : "the sbp.constrain";
  std::string text = "to avoid it: change " + where + " to ";
  if (!boxing.getFrom().getDistribution().hasPartial())
    return text + toText(boxing.getFrom()) + ", which moves nothing";
  Distribution best;
  int64_t least = plan.getTotalBytes();
  for (int64_t dim = 0, rank = plan.shape.size(); dim < rank; ++dim) {
    Distribution pieces = boxing.getTo().getDistribution();
    for (auto [axis, component] : llvm::enumerate(pieces.components))
      if (component.isBroadcast() && axis < from.getNumAxes() &&
          boxing.getFrom().getComponents()[axis].isPartial())
        component = Component::split(dim);
    int64_t bytes = getLeastBytes(
        plan, from, boxing.getFrom().getDistribution(), to, pieces);
    if (bytes < least) {
      least = bytes;
      best = pieces;
    }
  }
  if (best.components.empty())
    return "it is partial because a reduced dimension is split; split another "
           "one to avoid it";
  return text + "@" + boxing.getTo().getPlacement().getValue().str() + ":" +
         sbp::toString(best) + ", which moves " +
         std::to_string(executions * least) + " bytes";
}

/// Returns the cheapest other distribution that the reader accepts, as text.
std::string BoxingExplanation::getCheaperReading() const {
  auto cheapest = reader.getCheapest(plan);
  if (!cheapest)
    return "";
  return (", it also reads " + sbp::toString(cheapest->first) + " (" +
          Twine(executions * cheapest->second) + " bytes from here)")
      .str();
}

std::string BoxingExplanation::getAdvice() const {
  if (boxing.getFrom().getPlacement() != boxing.getTo().getPlacement())
    return ("it is computed on @" + boxing.getFrom().getPlacement().getValue() +
            " and read on @" + boxing.getTo().getPlacement().getValue() +
            "; to avoid it, run both on one placement")
        .str();
  if (reader.isRequested())
    return getRequestedAdvice();
  std::string name = "'" + getDisplayName(reader.getOp()) + "'";
  if (const auto &unboxed = reader.getUnboxed()) {
    std::string text = name + " could read it unboxed";
    if (!unboxed->results.empty())
      text += " and return " + sbp::toString(unboxed->results.front());
    return text + ", but the total predicted cost would be higher; to "
                  "avoid it, sbp.constrain the result to that";
  }
  return name + " cannot read " +
         sbp::toString(boxing.getFrom().getDistribution()) + " as operand #" +
         std::to_string(reader.getOperand()) + ": " + reader.explainRefusal() +
         "; to avoid it, " + getRemedy();
}

std::string BoxingExplanation::getRemedy() const {
  std::string text =
      "produce it as " + toText(boxing.getTo()) + getCheaperReading();
  if (boxing.getTo().getDistribution().hasWindows())
    return "split another dimension: these are the halos of its windows";
  if (boxing.getFrom().getDistribution().hasPartial())
    text = "split no dimension over which " + describe(getValue()) +
           " is reduced" + getCheaperReading();
  return text;
}
