// LinalgRule.cpp: the rule of a structured op

#include "sbp/ExternalModels/LinalgRule.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

/// Classifies the loops of one op.
class LoopClassifier {
public:
  explicit LoopClassifier(linalg::LinalgOp op) : op(op) {
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
      reasons.emplace_back();
      accumulations.push_back(matchAccumulation(op, i, reasons.back()));
    }
  }
  Factor classify(unsigned loop);

private:
  bool locate(Factor &factor, unsigned loop);
  void classifyReduction(Factor &factor);
  bool usesIndex(unsigned loop);

  linalg::LinalgOp op;
  SmallVector<std::optional<Accumulation>> accumulations;
  SmallVector<std::string> reasons;
};

} // namespace

static void block(Factor &factor, std::string reason) {
  factor.kind = Factor::Kind::Blocked;
  factor.reason = std::move(reason);
}

/// `map` without loops that run once: a window of one element is no stencil.
static AffineMap dropUnitLoops(AffineMap map, ArrayRef<int64_t> extents,
                               unsigned loop) {
  SmallVector<AffineExpr> loops;
  for (auto [other, extent] : llvm::enumerate(extents))
    loops.push_back(extent == 1 && other != loop
                        ? getAffineConstantExpr(0, map.getContext())
                        : getAffineDimExpr(other, map.getContext()));
  return simplifyAffineMap(
      map.replaceDimsAndSymbols(loops, {}, extents.size(), 0));
}

/// The tensor dim of a value with indexing map `map` that is `loop`; failure if
/// the loop occurs there in any other way. `text` is the offending expression.
static FailureOr<std::optional<int64_t>> findDim(AffineMap map, unsigned loop,
                                                 std::string &text) {
  std::optional<int64_t> found;
  for (auto [dim, expression] : llvm::enumerate(map.getResults())) {
    if (!expression.isFunctionOfDim(loop))
      continue;
    if (!text.empty())
      text += ", ";
    llvm::raw_string_ostream(text) << expression;
    if (!isa<AffineDimExpr>(expression) || found)
      return failure();
    found = dim;
  }
  return found;
}

LogicalResult collectLinear(AffineExpr expression, int64_t scale,
                            MutableArrayRef<int64_t> coefficients) {
  if (auto number = dyn_cast<AffineConstantExpr>(expression))
    return coefficients.back() += scale * number.getValue(), success();
  if (auto dim = dyn_cast<AffineDimExpr>(expression))
    return coefficients[dim.getPosition()] += scale, success();
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  if (binary && binary.getKind() == AffineExprKind::Add)
    return success(
        succeeded(collectLinear(binary.getLHS(), scale, coefficients)) &&
        succeeded(collectLinear(binary.getRHS(), scale, coefficients)));
  auto factor = binary && binary.getKind() == AffineExprKind::Mul
                    ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                    : AffineConstantExpr();
  if (!factor)
    return failure();
  return collectLinear(binary.getLHS(), scale * factor.getValue(),
                       coefficients);
}

/// The windows that a parallel `loop` reads through `expression`: it steps, and
/// reductions, which nothing else splits, run inside.
static std::optional<Windows>
findWindows(linalg::LinalgOp op, AffineExpr expression, unsigned loop) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto iterators = op.getIteratorTypesArray();
  SmallVector<int64_t> coefficients(extents.size() + 1, 0);
  if (iterators[loop] != utils::IteratorType::parallel ||
      failed(collectLinear(expression, 1, coefficients)) ||
      coefficients[loop] < 1)
    return std::nullopt;
  Windows windows{extents[loop], 1, coefficients[loop], coefficients.back()};
  for (auto [other, extent] : llvm::enumerate(extents)) {
    int64_t coefficient = coefficients[other];
    if (other == loop || coefficient == 0)
      continue;
    if (coefficient < 0 || extent == 0 ||
        iterators[other] != utils::IteratorType::reduction)
      return std::nullopt;
    windows.size += coefficient * (extent - 1);
  }
  return windows;
}

/// The one dim of an input that mentions `loop`, with its windows.
static std::optional<std::pair<int64_t, Windows>>
findWindowedDim(linalg::LinalgOp op, AffineMap map, unsigned loop) {
  std::optional<std::pair<int64_t, Windows>> found;
  for (auto [dim, expression] : llvm::enumerate(map.getResults())) {
    if (!expression.isFunctionOfDim(loop))
      continue;
    std::optional<Windows> windows = findWindows(op, expression, loop);
    if (found || !windows)
      return std::nullopt;
    found = {dim, *windows};
  }
  return found;
}

/// Finds the factor in all operands and results; blocks it where it is neither
/// a plain dim nor windows of an input's dim (a kernel's loop, a diagonal).
bool LoopClassifier::locate(Factor &factor, unsigned loop) {
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    std::string text;
    AffineMap map = dropUnitLoops(op.getMatchingIndexingMap(&operand),
                                  op.getStaticLoopRanges(), loop);
    FailureOr<std::optional<int64_t>> dim = findDim(map, loop, text);
    // The last window may end before the input does: pieces of the dim are then
    // no pieces of the loop.
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (succeeded(dim) && *dim && type &&
        type.getDimSize(**dim) != factor.extent) {
      text += " of " + std::to_string(type.getDimSize(**dim)) +
              " elements, of which it reads " + std::to_string(factor.extent);
      dim = failure();
    }
    std::optional<Windows> windows;
    if (failed(dim) && op.isDpsInput(&operand))
      if (auto windowed = findWindowedDim(op, map, loop)) {
        dim = std::optional<int64_t>(windowed->first);
        windows = windowed->second;
      }
    if (failed(dim)) {
      block(factor, "operand #" + std::to_string(number) +
                        " is not indexed by the plain dimension once (" + text +
                        ")");
      return false;
    }
    factor.operandDims.push_back(*dim);
    factor.operandWindows.push_back(windows);
    if (number >= op.getNumDpsInputs())
      factor.resultDims.push_back(*dim);
  }
  return true;
}

void LoopClassifier::classifyReduction(Factor &factor) {
  factor.kind = Factor::Kind::Reduction;
  factor.operandCombiners.resize(op->getNumOperands());
  for (auto [index, accumulation] : llvm::enumerate(accumulations)) {
    if (factor.resultDims[index])
      return block(factor, "reduction that result #" + std::to_string(index) +
                               " is indexed by");
    if (!accumulation)
      return block(factor,
                   "result #" + std::to_string(index) + ": " + reasons[index]);
    factor.combiners.push_back(accumulation->combiner);
    factor.operandCombiners[op.getNumDpsInputs() + index] =
        accumulation->combiner;
  }
}

bool LoopClassifier::usesIndex(unsigned loop) {
  return op.getBlock()
      ->walk([&](linalg::IndexOp index) {
        return index.getDim() == loop ? WalkResult::interrupt()
                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

Factor LoopClassifier::classify(unsigned loop) {
  Factor factor;
  factor.extent = op.getStaticLoopRanges()[loop];
  if (!locate(factor, loop))
    return factor;
  factor.needsOffset = usesIndex(loop);
  if (op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction) {
    classifyReduction(factor);
    return factor;
  }
  for (auto [index, dim] : llvm::enumerate(factor.resultDims))
    if (!dim)
      block(factor, "parallel loop that result #" + std::to_string(index) +
                        " is not indexed by");
  return factor;
}

/// Why the body cannot be analysed at all; empty if it can.
static std::string findObstacle(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return "operates on buffers";
  if (llvm::any_of(op.getStaticLoopRanges(), ShapedType::isDynamic))
    return "has a dynamic shape; give every dimension a size";
  std::string obstacle;
  op.getBlock()->walk([&](Operation *inner) {
    if (llvm::any_of(inner->getOperandTypes(), llvm::IsaPred<ShapedType>))
      obstacle = ("the body reads a tensor that is not an operand (" +
                  inner->getName().getStringRef() + "); raise it to nn.gather")
                     .str();
    else if (!isMemoryEffectFree(inner))
      obstacle = ("the body has side effects (" +
                  inner->getName().getStringRef() + "); remove it")
                     .str();
  });
  return obstacle;
}

Rule deriveRule(linalg::LinalgOp op) {
  Rule rule;
  rule.error = findObstacle(op);
  if (!rule.error.empty())
    return rule;
  for (OpOperand &operand : op->getOpOperands())
    rule.shapeOnly.push_back(isa<RankedTensorType>(operand.get().getType()) &&
                             !op.payloadUsesValueFromOperand(&operand));
  LoopClassifier classifier(op);
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    rule.factors.push_back(classifier.classify(loop));
  rule.additive = findAdditiveSets(op);
  return rule;
}

} // namespace sbp
