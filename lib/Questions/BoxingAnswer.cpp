// BoxingAnswer.cpp: the plan of one boxing without a model
//
// Prints the steps of the plan, the bytes that each rank receives and the lower
// bound of any plan. Plans of at most 256 ranks are verified by the symbolic
// executor before they are printed. Example: the request
// `tensor<8xf32> on [4] from [S(0)] to [B]` has one all-gather in which every
// rank receives 24 bytes.

#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Calculus/SymbolicExecutor.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Questions/Answers.h"
#include "sbp/Questions/BoxingRequest.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;

// Largest world that the symbolic executor verifies, whose cost grows with
// ranks and elements, and number of groups or messages printed.
static constexpr int64_t kMaxVerifiedRanks = 256, kMaxListed = 16;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Returns "0-3, 6": runs of consecutive ranks are printed as ranges.
static std::string toRanges(ArrayRef<int64_t> ranks) {
  std::string text;
  for (size_t i = 0; i < ranks.size();) {
    size_t end = i + 1;
    while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1)
      ++end;
    text += (i ? ", " : "") + std::to_string(ranks[i]);
    if (end > i + 1)
      text += (end > i + 2 ? "-" : ", ") + std::to_string(ranks[end - 1]);
    i = end;
  }
  return text;
}

/// Returns "16384 on ranks 0-3; 0 on rank 4": ranks with equal counts are
/// grouped.
static std::string groupByBytes(ArrayRef<int64_t> bytes) {
  llvm::MapVector<int64_t, SmallVector<int64_t>> ranks;
  for (auto [rank, count] : llvm::enumerate(bytes))
    ranks[count].push_back(rank);
  std::string text;
  raw_string_ostream os(text);
  llvm::interleave(
      ranks.takeVector(), os,
      [&](const auto &entry) {
        os << entry.first << " on rank"
           << (entry.second.size() > 1 ? "s " : " ") << toRanges(entry.second);
      },
      "; ");
  return text;
}

static void printEnd(raw_ostream &os, StringRef side, const BoxingEnd &end) {
  os << side << " " << end.distribution << " on [";
  llvm::interleaveComma(
      llvm::zip_equal(end.placement.axisNames, end.placement.axisSizes), os,
      [&](auto axis) {
        os << std::get<0>(axis) << " = " << std::get<1>(axis);
      });
  os << "] ranks " << toRanges(end.placement.ranks) << "\n";
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Calls `print` for the first elements of `list`, then prints how many follow.
template <typename List, typename Print>
static void printSome(raw_ostream &os, const List &list, Print print) {
  for (auto [i, element] : llvm::enumerate(list)) {
    if (i == kMaxListed) {
      os << " and " << list.size() - i << " more";
      return;
    }
    print(element);
  }
}

static void printMessages(raw_ostream &os, const BoxingPlan &plan,
                          const BoxingMove &move) {
  for (const BoxingStep *step : {move.first, move.second}) {
    if (!step)
      continue;
    os << "     " << (step->spreadsOwners ? "then " : "") << "messages:";
    printSome(os, getMessages(*step, plan.shape), [&](BoxingMessage message) {
      os << " " << message.from << "->" << message.to << " "
         << message.elements * plan.elementBytes << ";";
    });
    os << "\n";
  }
}

// Prints one line per move. An exchange that is followed by a spread of its
// owners is one move of two steps.
static void printMove(raw_ostream &os, unsigned number, const BoxingPlan &plan,
                      const BoxingMove &move) {
  const BoxingStep &step = *move.first;
  int64_t elements =
      step.totalReceived + (move.second ? move.second->totalReceived : 0);
  os << "  " << number << ". " << getBoxingStepKindName(step.kind);
  if (step.combiner)
    os << " (" << getCombinerName(*step.combiner) << ")";
  os << " to " << move.getTo().distribution;
  if (!isLocal(step.kind))
    os << ": " << elements * plan.elementBytes << " bytes";
  if (!step.groups.empty()) {
    os << ", groups";
    printSome(os, step.groups, [&](ArrayRef<int64_t> group) {
      os << " {" << toRanges(group) << "}";
    });
  }
  os << "\n";
  if (step.kind == BoxingStepKind::Exchange)
    printMessages(os, plan, move);
}

static void printPlan(raw_ostream &os, const BoxingRequest &request,
                      const BoxingPlan &plan) {
  os << request.type << ", "
     << request.type.getNumElements() * plan.elementBytes << " bytes\n";
  printEnd(os, "from", request.from);
  printEnd(os, "to  ", request.to);
  SmallVector<BoxingMove> moves = getMoves(plan);
  os << "steps:" << (moves.empty() ? " none" : "") << "\n";
  for (auto [i, move] : llvm::enumerate(moves))
    printMove(os, i + 1, plan, move);
  os << "bytes: " << plan.getTotalBytes() << " received, at least "
     << plan.getBoundTotalBytes() << " by any plan\n";
  if (plan.getTotalBytes() > 0) {
    os << "received: " << groupByBytes(plan.getReceivedBytes()) << "\n";
    os << "at least: ";
    if (auto bound = plan.getBoundBytes())
      os << groupByBytes(*bound) << "\n";
    else
      os << "open per rank, since any rank may hold any term of a partial "
            "destination\n";
  }
  os << "why: " << plan.reason << "\n";
}

static Error refuseMove(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

Error sbp::answerBoxing(StringRef text, MLIRContext &context, ModuleOp model,
                        raw_ostream &answer) {
  Expected<BoxingRequest> request = parseBoxingRequest(text, context, model);
  if (!request)
    return request.takeError();
  const BoxingEnd &from = request->from, &to = request->to;
  int64_t elementBytes = getElementBytes(request->type);
  if (!isCountable(from.placement, to.placement, request->type.getShape(),
                   elementBytes))
    return refuseMove(
        "all copies of the tensor together have more bytes than 64 "
        "bits count; use a smaller tensor or fewer ranks");
  BoxingPlan plan =
      planBoxing(from.placement, from.distribution, to.placement,
                 to.distribution, request->type.getShape(), elementBytes);
  if (plan.worldSize <= kMaxVerifiedRanks)
    if (auto error = verifyPlan(plan, from.placement, from.distribution,
                                to.placement, to.distribution))
      return refuseMove("internal error: the plan is wrong: " + *error);
  printPlan(answer, *request, plan);
  return Error::success();
}
