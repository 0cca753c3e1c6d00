// Generator.cpp: chooses among the candidates of all generators
//
// The cheapest cover of a window is a shortest path: node i stands for "the
// first i ops are computed", and a candidate at op i is an edge to node i +
// numOps. For a softmax of three ops, one edge of the rows generator competes
// with paths of a kernel per op.
#include "Generator.h"
#include "Views.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Target/Region/Steps.h"
#include <limits>

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

const GeneratorList &sbp::cuda::getGenerators() {
  static const GeneratorList generators = [] {
    GeneratorList list;
    registerGenerators(list);
    return list;
  }();
  return generators;
}

OpOperand *sbp::cuda::findStart(OpResult result) {
  if (result.getOwner()->hasAttr(region::kWholeAttr))
    for (const auto &generator : getGenerators())
      if (OpOperand *start = generator->findStart(result))
        return start;
  return nullptr;
}

bool sbp::cuda::isDeferred(Operation *op) {
  return llvm::any_of(getGenerators(), [&](const auto &generator) {
    return generator->isDeferred(op);
  });
}

SmallVector<Value> sbp::cuda::getSharedInputs(Window ops) {
  for (const auto &generator : getGenerators())
    if (SmallVector<Value> inputs = generator->getSharedInputs(ops);
        !inputs.empty())
      return inputs;
  return {};
}

LogicalResult sbp::cuda::combineOps(func::FuncOp region) {
  for (const auto &generator : getGenerators())
    generator->combine(region);
  return success();
}

LogicalResult sbp::cuda::gatherOps(func::FuncOp region) {
  for (const auto &generator : getGenerators())
    generator->gather(region);
  return success();
}

LogicalResult sbp::cuda::markWholeOps(func::FuncOp region, const Chip &chip) {
  region.walk([&](LoweringOpInterface op) {
    if (!findCandidates(op.getOperation(), chip).empty())
      op->setAttr(region::kWholeAttr, UnitAttr::get(op->getContext()));
  });
  return success();
}

/// Returns the ops of `window` before the first one that reads a view of a
/// tensor which an op before it computes.
static Window dropReadersOfViews(Window window) {
  for (size_t i = 1; i < window.size(); ++i)
    for (Value operand : window[i]->getOperands())
      if (isView(operand.getDefiningOp()) &&
          llvm::is_contained(window.take_front(i),
                             getViewed(operand).getDefiningOp()))
        return window.take_front(i);
  return window;
}

SmallVector<Candidate> sbp::cuda::findCandidates(Window window,
                                                 const Chip &chip) {
  SmallVector<Candidate> candidates;
  Window apart = dropReadersOfViews(window);
  for (const auto &generator : getGenerators())
    generator->match(generator->readsOwnViews() ? window : apart, chip,
                     candidates);
  llvm::stable_sort(candidates, [](const Candidate &x, const Candidate &y) {
    return x.seconds < y.seconds;
  });
  return candidates;
}

/// Returns "rows (32 threads a row), 3.1 us", followed by `suffix`, and by
/// ", 4096 bytes packed once" where there are such bytes.
static std::string print(const KernelCandidate &candidate,
                         StringRef suffix = "") {
  std::string text =
      llvm::formatv("{0} ({1}), {2:f1} us{3}", candidate.generator,
                    candidate.schedule, candidate.seconds * 1e6, suffix);
  if (candidate.packedBytes)
    text += llvm::formatv(", {0} bytes packed once", candidate.packedBytes);
  return text;
}

static KernelCandidate describe(const Candidate &candidate) {
  return {candidate.generator->getName().str(), candidate.schedule,
          candidate.seconds, candidate.packedBytes};
}

/// Describes a choice among several candidates.
static KernelChoice describe(Operation *op, const Candidate &chosen,
                             ArrayRef<Candidate> candidates, bool isTuned) {
  KernelChoice choice{getShapeClass(op), describe(chosen), {}, isTuned};
  for (const Candidate &other : candidates)
    if (other.generator != chosen.generator || other.variant != chosen.variant)
      choice.others.push_back(describe(other));
  return choice;
}

/// Emits a remark that states a choice.
static void explain(Operation *op, const KernelChoice &choice) {
  InFlightDiagnostic remark =
      emitRemark(op->getLoc())
      << "kernel: " << print(choice.chosen, " predicted")
      << (choice.isTuned ? ", chosen by the tuning file" : "");
  for (const KernelCandidate &other : choice.others)
    remark << "; not " << print(other);
}

/// Returns the candidate that the tuning file chooses for `op`, or null.
static const Candidate *findTuned(Operation *op, const Tuning &tuning,
                                  ArrayRef<Candidate> candidates) {
  const Tuning::Choice *choice = tuning.find(getShapeClass(op));
  if (!choice)
    return nullptr;
  const Candidate *found = llvm::find_if(candidates, [&](const Candidate &one) {
    return one.generator->getName() == choice->generator &&
           (choice->schedule.empty() || one.schedule == choice->schedule);
  });
  return found == candidates.end() ? nullptr : found;
}

FailureOr<SmallVector<Candidate>>
sbp::cuda::chooseCandidates(Window window, const Chip &chip,
                            const Tuning &tuning,
                            std::vector<KernelChoice> &choices) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  size_t count = window.size();
  SmallVector<SmallVector<Candidate>> candidates;
  SmallVector<double> rest(count + 1, kNone); ///< seconds from op i on
  SmallVector<const Candidate *> best(count), tuned(count);
  for (size_t i = 0; i < count; ++i) {
    candidates.push_back(findCandidates(window.drop_front(i), chip));
    tuned[i] = findTuned(window[i], tuning, candidates[i]);
  }
  rest[count] = 0;
  for (size_t i = count; i-- > 0;)
    for (const Candidate &one : candidates[i])
      if ((!tuned[i] || tuned[i] == &one) &&
          one.seconds + rest[i + one.numOps] < rest[i]) {
        rest[i] = one.seconds + rest[i + one.numOps];
        best[i] = &one;
      }
  SmallVector<Candidate> chosen;
  for (size_t i = 0; i < count; i += chosen.back().numOps) {
    if (!best[i]) {
      auto unsupported = llvm::find_if(
          candidates, [](const auto &some) { return some.empty(); });
      return window[unsupported - candidates.begin()]->emitOpError(
          "is not supported by the cuda target");
    }
    chosen.push_back(*best[i]);
    if (candidates[i].size() < 2)
      continue;
    choices.push_back(
        describe(window[i], chosen.back(), candidates[i], tuned[i]));
    explain(window[i], choices.back());
  }
  return chosen;
}
