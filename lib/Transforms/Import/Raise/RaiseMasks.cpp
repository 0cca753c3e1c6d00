// RaiseMasks.cpp: masks of positions become causal attention and windows

#include "RaiseMasks.h"
#include "DistancePieces.h"
#include "ScoreMask.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_RAISEMASKSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {
/// The effect of a mask on the keys at some distances.
enum class Effect { Hides, HidesByNumber, Nothing, Other };

/// Distances between a query and the keys that it sees, both included.
struct SeenDistances {
  int64_t first, last;
  bool isWhole; ///< the mask does nothing else than to hide the others
};
} // namespace

static Effect getEffect(const DistancePiece &piece) {
  auto literal = piece.kind == DistancePiece::Kind::Literal
                     ? dyn_cast<FloatAttr>(piece.literal)
                     : FloatAttr();
  if (!literal)
    return Effect::Other;
  const APFloat &number = literal.getValue();
  if (number.isInfinity() && number.isNegative())
    return Effect::Hides;
  if (number.isZero())
    return Effect::Nothing;
  return number.isFinite() && isLowScore(number) ? Effect::HidesByNumber
                                                 : Effect::Other;
}

/// The hull of the distances that are not hidden. Nothing where all are.
static std::optional<SeenDistances> findSeen(const DistancePieces &pieces,
                                             bool numbersHide) {
  std::optional<SeenDistances> seen;
  bool isWhole = true;
  for (const DistancePiece &piece : pieces) {
    Effect effect = getEffect(piece);
    if (effect == Effect::Hides ||
        (numbersHide && effect == Effect::HidesByNumber))
      continue;
    isWhole &=
        effect == Effect::Nothing && (!seen || seen->last + 1 == piece.begin);
    seen = {seen ? seen->first : piece.begin, piece.end - 1, false};
  }
  if (seen)
    seen->isWhole = isWhole;
  return seen;
}

/// Whether every query sees a key.
static bool seesKeys(const SeenDistances &seen, int64_t queries, int64_t keys) {
  return seen.last >= 0 && queries - 1 + seen.first <= keys - 1;
}

static SmallVector<int64_t, 4> getShape(Value value) {
  return SmallVector<int64_t, 4>(
      cast<RankedTensorType>(value.getType()).getShape());
}

/// Returns what the mask of `op` does at each distance.
static DistancePieces analyseDistances(nn::AttentionOp op) {
  int64_t queries = getShape(op.getQuery())[2];
  int64_t keys = getShape(op.getKey())[2];
  auto mask = getShape(op.getMask());
  SmallVector<std::optional<PositionSum>> place;
  for (int64_t extent : mask)
    place.push_back(extent == 1 ? std::optional(PositionSum()) : std::nullopt);
  // The only query is at 0, so that a key is a distance from it; and so for the
  // only key.
  if (mask[2] != 1)
    place[2] = keys == 1 ? PositionSum{1, -1, 0} : PositionSum{1, 0, 0};
  if (mask[3] != 1)
    place[3] = queries == 1 ? PositionSum{-1, 1, 0} : PositionSum{0, 1, 0};
  return DistanceEvaluator(queries, keys).evaluate(op.getMask(), place);
}

bool sbp::everyQuerySeesAKey(nn::AttentionOp op) {
  int64_t queries = ::getShape(op.getQuery())[2];
  int64_t keys = ::getShape(op.getKey())[2];
  if (!op.getMask() || queries == 0 || keys == 0)
    return false;
  std::optional<SeenDistances> seen =
      findSeen(analyseDistances(op), /*numbersHide=*/true);
  return seen && seen->isWhole && seesKeys(*seen, queries, keys);
}

/// The distances at which queries see keys by the mask of `op`.
static std::optional<SeenDistances> analyseMask(nn::AttentionOp op) {
  int64_t queries = getShape(op.getQuery())[2];
  int64_t keys = getShape(op.getKey())[2];
  if (queries == 0 || keys == 0)
    return std::nullopt;
  DistancePieces pieces = analyseDistances(op);
  std::optional<SeenDistances> seen = findSeen(pieces, /*numbersHide=*/true);
  if (seen && seen->isWhole &&
      (seesKeys(*seen, queries, keys) ||
       llvm::none_of(pieces, [](const DistancePiece &piece) {
         return getEffect(piece) == Effect::HidesByNumber;
       })))
    return seen;
  return findSeen(pieces, /*numbersHide=*/false);
}

/// Returns the gradients of `op` that have its mask and positions, and none of
/// the mask.
static SmallVector<nn::AttentionGradientOp> findGradients(nn::AttentionOp op) {
  SmallVector<nn::AttentionGradientOp> gradients;
  for (Operation *user : op.getLogSumExp().getUsers()) {
    auto gradient = dyn_cast<nn::AttentionGradientOp>(user);
    if (gradient && gradient.getLogSumExp() == op.getLogSumExp() &&
        gradient.getMask() == op.getMask() && !gradient.getMaskGradient() &&
        !gradient.getFirstQuery() && !gradient.getFirstKey() &&
        gradient.getCausal() == op.getCausal() &&
        gradient.getWindowAttr() == op.getWindowAttr())
      gradients.push_back(gradient);
  }
  return gradients;
}

/// States on `op` which keys its queries see.
static void setPositions(nn::AttentionOp op, int64_t first, int64_t last) {
  int64_t queries = getShape(op.getQuery())[2];
  int64_t keys = getShape(op.getKey())[2];
  int64_t offset = *op.getStaticOffset();
  bool hidesBack = first > 1 - queries, hidesForward = last < keys - 1;
  bool isCausal = hidesForward && last == offset;
  DenseI64ArrayAttr window;
  if (hidesBack || (hidesForward && !isCausal))
    window = DenseI64ArrayAttr::get(op.getContext(),
                                    {offset - first, last - offset});
  op.setCausal(isCausal);
  op.setWindowAttr(window);
}

static void raiseMask(nn::AttentionOp op) {
  if (!op.getMask() || op.getFirstQuery() || op.getFirstKey())
    return;
  std::optional<SeenDistances> seen = analyseMask(op);
  if (!seen)
    return;
  int64_t first = seen->first, last = seen->last;
  if (std::optional<nn::KeyWindow> window = op.getKeyWindow()) {
    int64_t offset = *op.getStaticOffset();
    first = std::max(first, offset - window->back);
    last = std::min(last, offset + window->forward);
  }
  if (first > last)
    return;
  SmallVector<nn::AttentionGradientOp> gradients = findGradients(op);
  setPositions(op, first, last);
  if (seen->isWhole)
    op.getMaskMutable().clear();
  for (nn::AttentionGradientOp gradient : gradients) {
    gradient.setCausal(op.getCausal());
    gradient.setWindowAttr(op.getWindowAttr());
    if (seen->isWhole)
      gradient.getMaskMutable().clear();
  }
}

namespace {
struct RaiseMasks : sbp::impl::RaiseMasksPassBase<RaiseMasks> {
  void runOnOperation() override {
    SmallVector<nn::AttentionOp> attentions;
    getOperation().walk([&](nn::AttentionOp op) { attentions.push_back(op); });
    for (nn::AttentionOp op : attentions)
      raiseMask(op);
  }
};
} // namespace
