//===- ExplainBoxings.cpp - why every boxing exists -----------------------===//

#include "BoxingReader.h"
#include "sbp/Analysis/Selection/Decision.h"
#include "sbp/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {
#define GEN_PASS_DEF_EXPLAINBOXINGSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

/// One boxing with its plan and its first reader, as sentences.
class Explanation {
public:
  Explanation(BoxingOp boxing, const BoxingPlan &plan)
      : boxing(boxing), plan(plan), reader(boxing) {}

  bool isNoOp() const;
  /// The tensor was cut, every rank gets all of it, and only because the
  /// reader cannot read it cut that way.
  bool isForcedGather() const;
  void remark() const;
  void warn(unsigned repeats) const;
  Operation *getReader() const { return reader.getOp(); }

private:
  Value getValue() const;
  std::string describeEnds() const;
  std::string getSteps() const;
  std::string getAdvice() const;
  std::string getAskedAdvice() const;
  std::string getRemedy() const;
  std::string getCheaperReading() const;

  mutable BoxingOp boxing; ///< ops have no const methods
  const BoxingPlan &plan;
  BoxingReader reader;
};

} // namespace

static std::string toText(DistributionAttr distribution) {
  return ("@" + distribution.getPlacement().getValue() + ":" +
          sbp::toString(distribution.getDistribution()))
      .str();
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

bool Explanation::isNoOp() const {
  return llvm::all_of(plan.steps, [](const BoxingStep &step) {
    return step.kind == BoxingStepKind::Reinterpret;
  });
}

bool Explanation::isForcedGather() const {
  Placement from = sbp::getPlacementOf(boxing, boxing.getFrom());
  Layout source(from, boxing.getFrom().getDistribution(), plan.shape);
  return !reader.isAsked() && !reader.getUnboxed() &&
         boxing.getFrom().getPlacement() == boxing.getTo().getPlacement() &&
         boxing.getTo().getDistribution().isBroadcast() &&
         source.getNumBoxes() > 1 && plan.getTotalBytes() > 0;
}

/// What was boxed first.
Value Explanation::getValue() const {
  Value value = boxing.getInput();
  while (auto before = value.getDefiningOp<BoxingOp>())
    value = before.getInput();
  return value;
}

std::string Explanation::describeEnds() const {
  return describe(getValue()) + " from " + toText(boxing.getFrom()) + " to " +
         toText(boxing.getTo());
}

std::string Explanation::getSteps() const {
  return llvm::join(
      llvm::map_range(getMoves(plan),
                      [](const BoxingMove &move) {
                        return getBoxingStepKindName(move.getKind()).str();
                      }),
      ", ");
}

//===----------------------------------------------------------------------===//
// Advice
//===----------------------------------------------------------------------===//

/// A whole copy where pieces would do costs twice the bytes of a reduction.
std::string Explanation::getAskedAdvice() const {
  Placement from = sbp::getPlacementOf(boxing, boxing.getFrom());
  Placement to = sbp::getPlacementOf(boxing, boxing.getTo());
  std::string where =
      reader.isResult() &&
              !boxing.getReason().value_or("").starts_with(kConstrainReason)
          ? "the result"
          : "the sbp.constrain";
  std::string text = "to avoid it: let " + where + " be ";
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
    return "it is partial because a dimension that is summed over is cut; cut "
           "another one to avoid it";
  return text + "@" + boxing.getTo().getPlacement().getValue().str() + ":" +
         sbp::toString(best) + ", which moves " + std::to_string(least) +
         " bytes";
}

std::string Explanation::getCheaperReading() const {
  auto cheapest = reader.getCheapest(plan);
  if (!cheapest)
    return "";
  return (", it also reads " + sbp::toString(cheapest->first) + " (" +
          Twine(cheapest->second) + " bytes from here)")
      .str();
}

std::string Explanation::getAdvice() const {
  if (boxing.getFrom().getPlacement() != boxing.getTo().getPlacement())
    return ("it is made on @" + boxing.getFrom().getPlacement().getValue() +
            " and read on @" + boxing.getTo().getPlacement().getValue() +
            "; to avoid it, run both there or here")
        .str();
  if (reader.isAsked())
    return getAskedAdvice();
  std::string name =
      ("'" + reader.getOp()->getName().getStringRef() + "'").str();
  if (const auto &unboxed = reader.getUnboxed()) {
    std::string text = name + " could read it as it is";
    if (!unboxed->results.empty())
      text += " and give " + sbp::toString(unboxed->results.front());
    return text + ", but with all that follows this is cheaper; to avoid it, "
                  "sbp.constrain the result to that";
  }
  return name + " cannot read " +
         sbp::toString(boxing.getFrom().getDistribution()) + " as operand #" +
         std::to_string(reader.getOperand()) + ": " + reader.explainRefusal() +
         "; to avoid it, " + getRemedy();
}

/// What to do at the producer.
std::string Explanation::getRemedy() const {
  std::string text = "make it " + toText(boxing.getTo()) +
                     " where it is produced" + getCheaperReading();
  if (boxing.getFrom().getDistribution().hasPartial())
    text = "cut no dimension over which " + describe(getValue()) +
           " is reduced" + getCheaperReading();
  return text;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

void Explanation::remark() const {
  int64_t bytes = plan.getTotalBytes(), bound = plan.getBoundTotalBytes();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "boxed: " << describeEnds() << " by " << getSteps() << ", ";
  if (bytes == 0)
    os << "0 bytes";
  else
    os << bytes << " bytes a step (at least " << bound << ")";
  os << "; because " << boxing.getReason().value_or("the model says so");
  InFlightDiagnostic diagnostic = emitRemark(getValue().getLoc()) << text;
  if (bytes > 0 && getReader())
    diagnostic.attachNote(getReader()->getLoc())
        << "read here; " << getAdvice();
}

void Explanation::warn(unsigned repeats) const {
  InFlightDiagnostic diagnostic =
      emitWarning(getReader()->getLoc())
      << "'" << getReader()->getName() << "' needs all of "
      << describe(getValue()) << " on every rank: " << plan.getTotalBytes()
      << " bytes are gathered a step that nothing asks for";
  if (repeats > 1)
    diagnostic << ", and " << repeats - 1 << " more times at this line";
  diagnostic.attachNote(getValue().getLoc())
      << "made here as " << toText(boxing.getFrom()) << "; "
      << reader.explainRefusal();
  diagnostic.attachNote(getReader()->getLoc())
      << "to avoid it, " << getRemedy()
      << "; if the gather is meant, sbp.constrain says so";
}

namespace {

struct ExplainBoxingsPass
    : sbp::impl::ExplainBoxingsPassBase<ExplainBoxingsPass> {
  using ExplainBoxingsPassBase::ExplainBoxingsPassBase;
  void runOnOperation() override;
  LogicalResult explainEntry(func::FuncOp entry, BoxingPlans &plans);
};

} // namespace

/// The line of the model, the same for all repeats of a layer.
static Attribute getLine(Operation *op) {
  return op->getLoc()->findInstanceOf<FileLineColLoc>();
}

LogicalResult ExplainBoxingsPass::explainEntry(func::FuncOp entry,
                                               BoxingPlans &plans) {
  llvm::MapVector<Attribute, std::vector<Explanation>> gathers;
  for (auto boxing : entry.getBody().getOps<BoxingOp>()) {
    FailureOr<const BoxingPlan *> plan = plans.get(boxing);
    if (failed(plan))
      return failure();
    Explanation explanation(boxing, **plan);
    if (explanation.isNoOp())
      continue;
    if (remarks)
      explanation.remark();
    if (explanation.isForcedGather())
      gathers[getLine(explanation.getReader())].push_back(explanation);
  }
  for (auto &[line, list] : gathers)
    list.front().warn(list.size());
  return success();
}

void ExplainBoxingsPass::runOnOperation() {
  markAllAnalysesPreserved();
  auto &plans = getAnalysis<BoxingPlans>();
  for (auto entry : getOperation().getOps<func::FuncOp>())
    if (!entry.isDeclaration() && failed(explainEntry(entry, plans)))
      return signalPassFailure();
}
