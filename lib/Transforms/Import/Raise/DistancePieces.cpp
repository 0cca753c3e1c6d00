// DistancePieces.cpp: scalars as functions of the distance between two
// positions

#include "DistancePieces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include <cstdlib>

using namespace mlir;
using namespace sbp;

using Kind = DistancePiece::Kind;

/// Sums beyond it are not followed: they might wrap around.
static constexpr int64_t kMostMagnitude = int64_t(1) << 30;

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

static DistancePiece makeLinear(const DistancePiece &where, int64_t slope,
                                int64_t base) {
  DistancePiece piece{where.begin, where.end};
  if (std::abs(slope) > kMostMagnitude)
    return piece;
  for (int64_t distance : {where.begin, where.end - 1})
    if (std::abs(slope * distance + base) > kMostMagnitude)
      return piece;
  piece.kind = Kind::Linear;
  piece.slope = slope;
  piece.base = base;
  return piece;
}

static DistancePiece makeLiteral(const DistancePiece &where,
                                 Attribute literal) {
  DistancePiece piece{where.begin, where.end};
  piece.kind = Kind::Literal;
  piece.literal = literal;
  return piece;
}

/// `piece` as an attribute of `type`, where it is the same at all distances.
static Attribute getConstant(const DistancePiece &piece, Type type) {
  if (piece.kind == Kind::Literal)
    return piece.literal;
  if (piece.kind == Kind::Linear && piece.slope == 0)
    return IntegerAttr::get(type, piece.base);
  return {};
}

static DistancePiece setConstant(const DistancePiece &where, Attribute value) {
  if (isa_and_nonnull<FloatAttr>(value))
    return makeLiteral(where, value);
  auto number = dyn_cast_or_null<IntegerAttr>(value);
  if (!number)
    return {where.begin, where.end};
  if (number.getType().isInteger(1))
    return makeLiteral(where, value);
  if (number.getValue().getSignificantBits() > 32)
    return {where.begin, where.end};
  return makeLinear(where, 0, number.getInt());
}

/// Calls `combine` where all of `operands` are in one piece; it appends what
/// they become.
static DistancePieces forEachPiece(
    ArrayRef<DistancePieces> operands,
    function_ref<void(ArrayRef<DistancePiece>, DistancePieces &)> combine) {
  DistancePieces results;
  SmallVector<size_t> at(operands.size(), 0);
  int64_t begin = operands[0].front().begin;
  int64_t last = operands[0].back().end;
  while (begin < last) {
    int64_t end = last;
    SmallVector<DistancePiece> pieces;
    for (auto [operand, i] : llvm::zip_equal(operands, at)) {
      while (operand[i].end <= begin)
        ++i;
      pieces.push_back(operand[i]);
      end = std::min(end, operand[i].end);
    }
    for (DistancePiece &piece : pieces) {
      piece.begin = begin;
      piece.end = end;
    }
    combine(pieces, results);
    begin = end;
  }
  return results;
}

/// Cuts a linear piece where it changes its sign and calls `visit` with each
/// part and -1, 0 or 1.
static void forEachSign(const DistancePiece &piece,
                        function_ref<void(DistancePiece, int)> visit) {
  auto visitPart = [&](int64_t begin, int64_t end, int sign) {
    DistancePiece part = piece;
    part.begin = std::max(begin, piece.begin);
    part.end = std::min(end, piece.end);
    if (part.begin < part.end)
      visit(part, sign);
  };
  if (piece.slope == 0) {
    visitPart(piece.begin, piece.end,
              piece.base < 0 ? -1 : int(piece.base > 0));
    return;
  }
  // The first distance at which a rising function is not negative, or a
  // falling one not positive.
  int64_t slope = std::abs(piece.slope);
  int64_t base = piece.slope > 0 ? piece.base : -piece.base;
  int64_t turn = -base >= 0 ? (-base + slope - 1) / slope : -(base / slope);
  int64_t behind = turn + (slope * turn + base == 0);
  int sign = piece.slope > 0 ? 1 : -1;
  visitPart(piece.begin, turn, -sign);
  visitPart(turn, behind, 0);
  visitPart(behind, piece.end, sign);
}

static std::optional<bool> compare(arith::CmpIPredicate predicate, int sign) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return sign == 0;
  case arith::CmpIPredicate::ne:
    return sign != 0;
  case arith::CmpIPredicate::slt:
    return sign < 0;
  case arith::CmpIPredicate::sle:
    return sign <= 0;
  case arith::CmpIPredicate::sgt:
    return sign > 0;
  case arith::CmpIPredicate::sge:
    return sign >= 0;
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Ops on scalars
//===----------------------------------------------------------------------===//

static bool areLinear(ArrayRef<DistancePiece> pieces) {
  return llvm::all_of(pieces, [](const DistancePiece &piece) {
    return piece.kind == Kind::Linear;
  });
}

/// Conversions of integers that are wide enough for positions.
static bool keepsPositions(Operation *op) {
  if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
           arith::TruncIOp>(op))
    return false;
  auto isWide = [](Type type) {
    return type.isIndex() || type.isInteger(32) || type.isInteger(64);
  };
  return isWide(op->getOperand(0).getType()) &&
         isWide(op->getResult(0).getType());
}

/// Folds `op` where all operands are known. A copy is folded, since an op may
/// be changed by it.
static DistancePiece foldConstants(Operation *op,
                                   ArrayRef<DistancePiece> pieces) {
  DistancePiece unknown{pieces[0].begin, pieces[0].end};
  SmallVector<Attribute> operands;
  for (auto [piece, type] : llvm::zip_equal(pieces, op->getOperandTypes())) {
    operands.push_back(getConstant(piece, type));
    if (!operands.back())
      return unknown;
  }
  Operation *copy = op->clone();
  SmallVector<OpFoldResult> results;
  bool isFolded = succeeded(copy->fold(operands, results)) &&
                  results.size() == 1 && isa<Attribute>(results[0]);
  // A folder may name one of the operands instead.
  Attribute value = isFolded ? cast<Attribute>(results[0]) : Attribute();
  if (!isFolded && results.size() == 1)
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (dyn_cast<Value>(results[0]) == operand)
        value = operands[i];
  copy->erase();
  return setConstant(unknown, value);
}

/// A truth that the other operand cannot change: false and x, true or x.
static Attribute findDecided(Operation *op, ArrayRef<DistancePiece> pieces) {
  bool decides = isa<arith::OrIOp>(op);
  if (!isa<arith::AndIOp, arith::OrIOp>(op))
    return {};
  for (const DistancePiece &piece : pieces)
    if (auto truth = dyn_cast_or_null<BoolAttr>(piece.literal);
        truth && piece.kind == Kind::Literal && truth.getValue() == decides)
      return truth;
  return {};
}

static void combineLinear(Operation *op, ArrayRef<DistancePiece> pieces,
                          DistancePieces &results) {
  const DistancePiece &a = pieces[0], &b = pieces.back();
  if (isa<arith::AddIOp>(op))
    results.push_back(makeLinear(a, a.slope + b.slope, a.base + b.base));
  else if (isa<arith::SubIOp>(op))
    results.push_back(makeLinear(a, a.slope - b.slope, a.base - b.base));
  else if (isa<arith::MulIOp>(op) && (a.slope == 0 || b.slope == 0))
    results.push_back(
        makeLinear(a, a.slope * b.base + b.slope * a.base, a.base * b.base));
  else
    results.push_back(foldConstants(op, pieces));
}

/// Ops that depend on which of two integers is larger.
static bool combineBySign(Operation *op, ArrayRef<DistancePiece> pieces,
                          DistancePieces &results) {
  auto cmp = dyn_cast<arith::CmpIOp>(op);
  bool isMax = isa<arith::MaxSIOp>(op);
  if (isa<math::AbsIOp>(op)) {
    forEachSign(pieces[0], [&](const DistancePiece &part, int sign) {
      results.push_back(makeLinear(part, sign < 0 ? -part.slope : part.slope,
                                   sign < 0 ? -part.base : part.base));
    });
    return true;
  }
  if (!isMax && !isa<arith::MinSIOp>(op) &&
      (!cmp || !compare(cmp.getPredicate(), 0)))
    return false;
  const DistancePiece &a = pieces[0], &b = pieces[1];
  DistancePiece difference = makeLinear(a, a.slope - b.slope, a.base - b.base);
  if (difference.kind != Kind::Linear)
    return false;
  forEachSign(difference, [&](const DistancePiece &part, int sign) {
    if (cmp)
      return results.push_back(
          makeLiteral(part, BoolAttr::get(op->getContext(),
                                          *compare(cmp.getPredicate(), sign))));
    const DistancePiece &chosen = isMax == (sign >= 0) ? a : b;
    results.push_back(makeLinear(part, chosen.slope, chosen.base));
  });
  return true;
}

static void combine(Operation *op, ArrayRef<DistancePiece> pieces,
                    DistancePieces &results) {
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    auto truth = dyn_cast_or_null<BoolAttr>(pieces[0].literal);
    if (pieces[0].kind == Kind::Literal && truth)
      return results.push_back(pieces[truth.getValue() ? 1 : 2]);
    return results.push_back({pieces[0].begin, pieces[0].end});
  }
  if (Attribute decided = findDecided(op, pieces))
    return results.push_back(makeLiteral(pieces[0], decided));
  if (!areLinear(pieces))
    return results.push_back(foldConstants(op, pieces));
  if (keepsPositions(op))
    return results.push_back(pieces[0]);
  if (!combineBySign(op, pieces, results))
    combineLinear(op, pieces, results);
}

//===----------------------------------------------------------------------===//
// Bodies and tensors
//===----------------------------------------------------------------------===//

DistanceEvaluator::Scalar
DistanceEvaluator::makeConstant(Attribute value) const {
  DistancePiece everywhere{begin, end};
  DistancePiece piece = setConstant(everywhere, value);
  if (piece.kind == Kind::Linear)
    return {PositionSum{0, 0, piece.base}, {}};
  return {std::nullopt, {piece}};
}

DistancePieces DistanceEvaluator::getPieces(const Scalar &scalar) const {
  if (!scalar.sum)
    return scalar.pieces;
  DistancePiece everywhere{begin, end};
  if (scalar.sum->query + scalar.sum->key != 0)
    return {everywhere};
  return {makeLinear(everywhere, scalar.sum->key, scalar.sum->constant)};
}

std::optional<PositionSum>
DistanceEvaluator::addSums(Operation *op, ArrayRef<Scalar> operands) {
  if (!llvm::all_of(operands, [](const Scalar &scalar) { return scalar.sum; }))
    return std::nullopt;
  const PositionSum &a = *operands.front().sum, &b = *operands.back().sum;
  if (keepsPositions(op))
    return a;
  if (isa<arith::AddIOp>(op))
    return PositionSum{a.query + b.query, a.key + b.key,
                       a.constant + b.constant};
  if (isa<arith::SubIOp>(op))
    return PositionSum{a.query - b.query, a.key - b.key,
                       a.constant - b.constant};
  return std::nullopt;
}

DistanceEvaluator::Scalar
DistanceEvaluator::evaluateOp(Operation *op, ArrayRef<Scalar> operands) {
  if (op->getNumRegions() || op->getNumResults() != 1 || operands.empty() ||
      steps == 0)
    return makeUnknown();
  --steps;
  if (std::optional<PositionSum> sum = addSums(op, operands))
    return {sum, {}};
  // The difference of two sums may be a distance where they are none.
  auto cmp = dyn_cast<arith::CmpIOp>(op);
  if (cmp && compare(cmp.getPredicate(), 0) && operands[0].sum &&
      operands[1].sum) {
    const PositionSum &a = *operands[0].sum, &b = *operands[1].sum;
    Scalar difference = {
        PositionSum{a.query - b.query, a.key - b.key, a.constant - b.constant},
        {}};
    Scalar zero = {PositionSum(), {}};
    return {std::nullopt, forEachPiece({getPieces(difference), getPieces(zero)},
                                       [&](ArrayRef<DistancePiece> pieces,
                                           DistancePieces &results) {
                                         combine(op, pieces, results);
                                       })};
  }
  SmallVector<DistancePieces> pieces;
  for (const Scalar &operand : operands)
    pieces.push_back(getPieces(operand));
  return {std::nullopt, forEachPiece(pieces, [&](ArrayRef<DistancePiece> pieces,
                                                 DistancePieces &results) {
            combine(op, pieces, results);
          })};
}

/// The place that `map` reads at `loops`.
static SmallVector<std::optional<PositionSum>>
readAt(AffineMap map, ArrayRef<std::optional<PositionSum>> loops) {
  SmallVector<std::optional<PositionSum>> place;
  for (AffineExpr expression : map.getResults()) {
    if (auto loop = dyn_cast<AffineDimExpr>(expression))
      place.push_back(loops[loop.getPosition()]);
    else if (auto number = dyn_cast<AffineConstantExpr>(expression))
      place.push_back(PositionSum{0, 0, number.getValue()});
    else
      place.push_back(std::nullopt);
  }
  return place;
}

DistanceEvaluator::Scalar DistanceEvaluator::evaluateBody(linalg::LinalgOp op,
                                                          unsigned result,
                                                          const Place &loops) {
  DenseMap<Value, Scalar> known;
  auto find = [&](Value value) -> Scalar {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    Attribute literal;
    return matchPattern(value, m_Constant(&literal)) ? makeConstant(literal)
                                                     : makeUnknown();
  };
  Block &body = *op.getBlock();
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (argument.use_empty())
      continue;
    known[argument] =
        isa<RankedTensorType>(operand.get().getType())
            ? evaluateTensor(operand.get(),
                             readAt(op.getMatchingIndexingMap(&operand), loops))
            : find(operand.get());
  }
  for (Operation &inner : body.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      std::optional<PositionSum> loop = loops[index.getDim()];
      known[index] = loop ? Scalar{loop, {}} : makeUnknown();
      continue;
    }
    SmallVector<Scalar> operands =
        llvm::map_to_vector(inner.getOperands(), find);
    for (Value value : inner.getResults())
      known[value] = inner.hasTrait<OpTrait::ConstantLike>()
                         ? find(value)
                         : evaluateOp(&inner, operands);
  }
  return find(body.getTerminator()->getOperand(result));
}

/// The place in a tensor of `shape` of the element that a reshape, which only
/// adds or drops dimensions of size 1, has at `place` of `reshaped`.
static std::optional<SmallVector<std::optional<PositionSum>>>
findUnreshaped(ArrayRef<int64_t> shape, ArrayRef<int64_t> reshaped,
               ArrayRef<std::optional<PositionSum>> place) {
  auto isLong = [](int64_t extent) { return extent != 1; };
  if (!llvm::equal(llvm::make_filter_range(shape, isLong),
                   llvm::make_filter_range(reshaped, isLong)))
    return std::nullopt;
  SmallVector<std::optional<PositionSum>> source(shape.size(), PositionSum());
  unsigned from = 0;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (extent == 1)
      continue;
    while (reshaped[from] == 1)
      ++from;
    source[dim] = place[from++];
  }
  return source;
}

DistanceEvaluator::Scalar
DistanceEvaluator::evaluateTensor(Value tensor, const Place &place) {
  Operation *op = tensor.getDefiningOp();
  DenseElementsAttr elements;
  if (!op || steps == 0)
    return makeUnknown();
  if (matchPattern(op, m_Constant(&elements)))
    return elements.isSplat()
               ? makeConstant(elements.getSplatValue<Attribute>())
               : makeUnknown();
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    auto shape = [](Value value) {
      return cast<RankedTensorType>(value.getType()).getShape();
    };
    auto source =
        findUnreshaped(shape(op->getOperand(0)), shape(tensor), place);
    return source ? evaluateTensor(op->getOperand(0), *source) : makeUnknown();
  }
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || structured.getNumReductionLoops() != 0)
    return makeUnknown();
  unsigned result = cast<OpResult>(tensor).getResultNumber();
  AffineMap map =
      structured.getIndexingMapMatchingResult(cast<OpResult>(tensor));
  Place loops(structured.getNumLoops());
  for (auto [expression, position] : llvm::zip_equal(map.getResults(), place)) {
    auto loop = dyn_cast<AffineDimExpr>(expression);
    if (!loop)
      return makeUnknown();
    loops[loop.getPosition()] = position;
  }
  return evaluateBody(structured, result, loops);
}

DistancePieces
DistanceEvaluator::evaluate(Value tensor,
                            ArrayRef<std::optional<PositionSum>> place) {
  return getPieces(evaluateTensor(tensor, Place(place)));
}
