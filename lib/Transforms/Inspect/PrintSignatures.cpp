// PrintSignatures.cpp: prints the signatures of each op

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Prices/ScaledPartials.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_PRINTSIGNATURESPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace llvm;
using namespace mlir;
using namespace sbp;

/// Prints the component of a value on one axis: "S(0)"; "_" for a shape-only
/// value that is not split, "-" for scalars.
static void printValue(raw_ostream &os, const Distribution &distribution,
                       Type type, bool shapeOnly) {
  const Component &component = distribution.components[0];
  if (!isa<RankedTensorType>(type))
    os << "-";
  else if (shapeOnly && component.isBroadcast())
    os << "_";
  else
    os << component;
}

// Example for a matmul: "  (S(0), B, S(0)) -> (S(0))".
static void printSignature(raw_ostream &os, const RuledOp &op,
                           const Signature &signature) {
  os << "  (";
  llvm::interleaveComma(llvm::seq(op.operandTypes.size()), os, [&](size_t i) {
    bool shapeOnly = i < op.rule.shapeOnly.size() && op.rule.shapeOnly[i];
    printValue(os, signature.operands[i], op.operandTypes[i], shapeOnly);
  });
  os << ") -> (";
  llvm::interleaveComma(llvm::seq(op.resultTypes.size()), os, [&](size_t i) {
    printValue(os, signature.results[i], op.resultTypes[i],
               /*shapeOnly=*/false);
  });
  os << ")\n";
}

/// A placement of `axes` axes of equal size.
static Placement makePlacement(int64_t axisSize, unsigned axes = 1) {
  Placement placement;
  int64_t ranks = 1;
  for (unsigned axis = 0; axis < axes; ++axis) {
    placement.axisNames.push_back("axis" + std::to_string(axis));
    placement.axisSizes.push_back(axisSize);
    ranks *= axisSize;
  }
  for (int64_t rank = 0; rank < ranks; ++rank)
    placement.ranks.push_back(rank);
  return placement;
}

/// Prints the numbers of sound signatures on one axis and on two, and of those
/// that a choice of distributions may take.
static void printCounts(raw_ostream &os, Operation *op, const RuledOp &ruled,
                        int64_t axisSize) {
  // As if the user gave every operand as a partial sum.
  SmallVector<bool> mayBePartial = getLiveOperands(op);
  SmallVector<size_t> sound, offered;
  for (unsigned axes : {1, 2}) {
    auto signatures = enumerateSignatures(ruled, makePlacement(axisSize, axes));
    sound.push_back(signatures.size());
    offered.push_back(count_if(signatures, [&](const Signature &signature) {
      return !scalesCreatedPartialSum(ruled, signature, mayBePartial);
    }));
  }
  os << "  " << sound[0] << " on one axis, " << sound[1] << " on two; offered "
     << offered[0] << ", " << offered[1] << "\n";
}

static void printRule(raw_ostream &os, const RuledOp &op,
                      const Placement &placement) {
  if (!op.rule.error.empty()) {
    os << "  error: " << op.rule.error << "\n";
    return;
  }
  if (!op.rule.refusal.empty())
    os << "  refused: " << op.rule.refusal << "\n";
  for (const Signature &signature : enumerateSignatures(op, placement))
    printSignature(os, op, signature);
  for (auto [index, factor] : llvm::enumerate(op.rule.factors))
    if (factor.kind == Factor::Kind::Blocked)
      os << "  blocked d" << index << " (" << factor.extent
         << "): " << factor.reason << "\n";
}

// The largest size of an axis in a placement, and of both axes of a placement
// with two of which every signature is counted.
static constexpr int64_t kMaxAxisSize = 65536, kMaxCountedAxisSize = 256;

namespace {

class PrintSignatures
    : public sbp::impl::PrintSignaturesPassBase<PrintSignatures> {
public:
  using PrintSignaturesPassBase::PrintSignaturesPassBase;

  void runOnOperation() override {
    int64_t largest = counts ? kMaxCountedAxisSize : kMaxAxisSize;
    if (axisSize < 1 || axisSize > largest) {
      getOperation()->emitError("axis-size=")
          << axisSize.getValue() << " is not a number of ranks; expected 1 to "
          << largest;
      return signalPassFailure();
    }
    // Ops inside of bodies are covered by the rule of the outer op.
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        llvm::outs() << "signatures of @" << function.getName() << "\n";
      if (isa<SBPOpInterface>(op)) {
        printOp(op);
        return WalkResult::skip();
      }
      if (needsRule(op))
        printHeader(op) << "  error: no rule\n";
      return WalkResult::advance();
    });
    markAllAnalysesPreserved();
  }

private:
  static bool hasTensors(Operation *op) {
    auto isTensor = llvm::IsaPred<RankedTensorType>;
    return llvm::any_of(op->getOperandTypes(), isTensor) ||
           llvm::any_of(op->getResultTypes(), isTensor);
  }

  /// Returns false for terminators and for ops that state distributions.
  static bool needsRule(Operation *op) {
    return hasTensors(op) && !op->hasTrait<OpTrait::IsTerminator>() &&
           !isa<ConstrainOp, BoxingOp>(op);
  }

  static raw_ostream &printHeader(Operation *op) {
    llvm::outs() << op->getName();
    if (auto line = dyn_cast<FileLineColLoc>(op->getLoc()))
      llvm::outs() << " (line " << line.getLine() << ")";
    return llvm::outs() << "\n";
  }

  void printOp(Operation *op) {
    if (!hasTensors(op))
      return;
    printHeader(op);
    if (counts)
      return printCounts(llvm::outs(), op, *getRuledOp(op), axisSize);
    Placement placement = makePlacement(axisSize);
    printRule(llvm::outs(), *getRuledOp(op), placement);
    for (const Alternative &alternative :
         cast<SBPOpInterface>(op).getAlternatives(placement))
      llvm::outs() << "  alternative: " << alternative.name << "\n";
  }
};

} // namespace
