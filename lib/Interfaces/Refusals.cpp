// Refusals.cpp: explanations of why an op cannot read a distributed operand

#include "sbp/Interfaces/SignatureEnumeration.h"

using namespace llvm;

namespace sbp {

/// Returns why the op reads no split of that dimension, or the empty string if
/// it does. Example: "loop d2 (8) cannot be split: it is a scan".
static std::string explainSplit(const RuledOp &op, unsigned operand,
                                const Component &component) {
  int64_t dim = component.dim;
  auto describe = [](size_t index, const Factor &factor) {
    return ("loop d" + Twine(index) + " (" + Twine(factor.extent) +
            ") cannot be split: " + factor.reason)
        .str();
  };
  int64_t extent =
      cast<mlir::RankedTensorType>(op.operandTypes[operand]).getDimSize(dim);
  std::string guess, windowed;
  for (auto [index, factor] : enumerate(op.rule.factors)) {
    bool isBlocked = factor.kind == Factor::Kind::Blocked;
    if (operand < factor.operandDims.size() &&
        factor.operandDims[operand] == dim) {
      if (isBlocked)
        return describe(index, factor);
      Component read =
          Component::split(dim, operand < factor.operandWindows.size()
                                    ? factor.operandWindows[operand]
                                    : std::nullopt);
      if (read == component)
        return "";
      raw_string_ostream(windowed)
          << (windowed.empty() ? "it is read as " : " or ") << read;
    }
    // A blocked factor may omit the dimensions it runs over: an equal extent is
    // the best guess, reported only if no factor explains the split.
    if (isBlocked && factor.extent == extent &&
        none_of(factor.operandDims, [](auto dim) { return dim.has_value(); }))
      guess = describe(index, factor);
  }
  if (!windowed.empty())
    return windowed;
  if (!guess.empty())
    return guess;
  return ("dimension " + Twine(dim) + " is part of no loop that can be split")
      .str();
}

// Returns whether the op passes partial values of `operand` through to its
// results, as a linear op does for sums.
static bool readsPartial(const Rule &rule, unsigned operand,
                         Combiner combiner) {
  return any_of(rule.additive, [&](const AdditiveSet &set) {
    return set.combiner == combiner && operand < set.operands.size() &&
           set.operands[operand];
  });
}

std::string explainRefusal(const RuledOp &op, unsigned operand,
                           const Distribution &distribution) {
  const Rule &rule = op.rule;
  if (!rule.error.empty())
    return rule.error;
  if (!rule.refusal.empty())
    return rule.refusal;
  for (const Component &component : distribution.components) {
    if (component.isSplit())
      if (std::string reason = explainSplit(op, operand, component);
          !reason.empty())
        return reason;
    if (component.isPartial() &&
        !readsPartial(rule, operand, component.combiner))
      return ("it is not linear in that operand, so its partial values must be "
              "combined (" +
              getCombinerName(component.combiner) + ") first")
          .str();
  }
  return "no signature reads these axes together";
}

} // namespace sbp
