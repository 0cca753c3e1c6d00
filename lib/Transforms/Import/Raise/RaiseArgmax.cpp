// RaiseArgmax.cpp: reductions of (value, index) become nn.argmax
//
// The body is not matched but tried: where it only compares and selects, what
// it does depends on how its arguments compare, and one try of each case is a
// proof.

#include "RaiseArgmax.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include <limits>

using namespace mlir;
using namespace sbp;

namespace {
/// The kind of a scalar of the body. Only scalars of one kind may be compared:
/// trial values do not cover comparisons of an element with an index.
enum class Kind : uint8_t { Element, Index, Truth };
struct Tried {
  double number;
  Kind kind;
};

/// A body on the arguments (element, index, best element, its index).
class Trial {
public:
  Trial(Block &body, ArrayRef<double> arguments) : body(body) {
    for (auto [i, number] : llvm::enumerate(arguments))
      known[body.getArgument(i)] = {number,
                                    i % 2 ? Kind::Index : Kind::Element};
  }

  /// The element and the index that it yields; nothing where the body does
  /// anything but compare and select.
  std::optional<std::pair<double, double>> run() {
    for (Operation &op : body.without_terminator()) {
      std::optional<Tried> result = evaluate(&op);
      if (!result)
        return std::nullopt;
      known[op.getResult(0)] = *result;
    }
    Operation *yield = body.getTerminator();
    auto element = known.find(yield->getOperand(0));
    auto index = known.find(yield->getOperand(1));
    if (element == known.end() || index == known.end() ||
        element->second.kind != Kind::Element ||
        index->second.kind != Kind::Index)
      return std::nullopt;
    return std::pair(element->second.number, index->second.number);
  }

private:
  std::optional<Tried> evaluate(Operation *op) {
    SmallVector<Tried> x;
    for (Value operand : op->getOperands()) {
      auto found = known.find(operand);
      if (found == known.end())
        return std::nullopt;
      x.push_back(found->second);
    }
    if (x.size() == 2 && x[0].kind == x[1].kind)
      return evaluateTwo(op, x[0], x[1]);
    if (isa<arith::SelectOp>(op) && x[0].kind == Kind::Truth &&
        x[1].kind == x[2].kind)
      return x[0].number ? x[1] : x[2];
    return std::nullopt;
  }

  std::optional<Tried> evaluateTwo(Operation *op, Tried x, Tried y) {
    auto truth = [](bool value) { return Tried{double(value), Kind::Truth}; };
    if (x.kind == Kind::Truth) {
      if (isa<arith::OrIOp>(op))
        return truth(x.number || y.number);
      if (isa<arith::AndIOp>(op))
        return truth(x.number && y.number);
      if (isa<arith::XOrIOp>(op))
        return truth(x.number != y.number);
      return std::nullopt;
    }
    if (auto compare = dyn_cast<arith::CmpFOp>(op))
      return truth(arith::applyCmpPredicate(
          compare.getPredicate(), APFloat(x.number), APFloat(y.number)));
    auto integer = [](double number) {
      return APInt(64, static_cast<int64_t>(number), /*isSigned=*/true);
    };
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      return truth(arith::applyCmpPredicate(
          compare.getPredicate(), integer(x.number), integer(y.number)));
    return std::nullopt;
  }

  Block &body;
  DenseMap<Value, Tried> known;
};
} // namespace

/// Every case of a new element against the best so far, which stands before
/// it or is the init (lowest, 0) against the first element.
static bool keepsFirstMaximum(Block &body, bool isFloat) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  auto keeps = [&](double value, double best, bool isNew) {
    auto later = Trial(body, {value, 1, best, 0}).run();
    auto first = Trial(body, {value, 0, best, 0}).run();
    double extremum = isNew ? value : best;
    auto isWanted = [&](double found) {
      return found == extremum || (found != found && extremum != extremum);
    };
    // The first element is never less than the init, which is no NaN.
    bool mayBeFirst = isNew || value == best;
    return later && isWanted(later->first) && later->second == isNew &&
           (!mayBeFirst ||
            (first && isWanted(first->first) && first->second == 0));
  };
  // -1 and 0: an unsigned comparison sees them the other way round.
  return keeps(0, -1, /*isNew=*/true) && keeps(0, 0, /*isNew=*/false) &&
         keeps(-1, 0, /*isNew=*/false) &&
         (!isFloat ||
          (keeps(nan, 0, /*isNew=*/true) && keeps(0, nan, /*isNew=*/false) &&
           keeps(nan, nan, /*isNew=*/false)));
}

/// Element i of the row along `dim` is i.
static bool isCount(Value value, int64_t dim) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumDpsInputs() != 0 ||
      !op.getIndexingMapsArray().front().isIdentity())
    return false;
  Operation *cast =
      op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::IndexCastOp>(cast))
    return false;
  auto index = cast->getOperand(0).getDefiningOp<linalg::IndexOp>();
  return index && static_cast<int64_t>(index.getDim()) == dim;
}

static Attribute getFilled(Value init) {
  auto fill = init.getDefiningOp<linalg::FillOp>();
  Attribute literal;
  if (!fill || !matchPattern(fill.getInputs()[0], m_Constant(&literal)))
    return {};
  return literal;
}

/// No element is below it.
static bool isLowest(Attribute literal) {
  if (auto number = dyn_cast_or_null<FloatAttr>(literal))
    return number.getValue().isInfinity() && number.getValue().isNegative();
  auto number = dyn_cast_or_null<IntegerAttr>(literal);
  return number && number.getValue().isMinSignedValue();
}

static bool isZeroIndex(Attribute literal) {
  auto number = dyn_cast_or_null<IntegerAttr>(literal);
  return number && number.getValue().isZero();
}

/// Returns the dim along which `op` searches a maximum.
static std::optional<int64_t> matchArgmax(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumResults() != 2 ||
      op.getNumReductionLoops() != 1)
    return std::nullopt;
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  int64_t dim = reductions.front();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  AffineMap row =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext())
          .dropResult(dim);
  Type type = getElementTypeOrSelf(op.getDpsInputs()[0]);
  Type indexType = getElementTypeOrSelf(op.getDpsInputs()[1]);
  bool fits = maps[0].isIdentity() && maps[1].isIdentity() && maps[2] == row &&
              maps[3] == row && op.getStaticLoopRanges()[dim] > 0 &&
              !type.isInteger(1) &&
              (indexType.isInteger(32) || indexType.isInteger(64)) &&
              isCount(op.getDpsInputs()[1], dim) &&
              isLowest(getFilled(op.getDpsInits()[0])) &&
              isZeroIndex(getFilled(op.getDpsInits()[1])) &&
              keepsFirstMaximum(*op.getBody(), isa<FloatType>(type));
  return fits ? std::optional(dim) : std::nullopt;
}

/// The value alone, as a reduction of its own.
static Value buildMaximum(linalg::GenericOp op, OpBuilder &builder) {
  Location loc = op.getLoc();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(op.getResult(0)));
  return StructuredBuilder(builder, loc)
      .reduce(cast<RankedTensorType>(op.getResult(0).getType()), maps[2],
              cast<TypedAttr>(getFilled(op.getDpsInits()[0])),
              op.getDpsInputs()[0], {maps[0]},
              [&](OpBuilder &builder, ValueRange arguments) -> Value {
                if (isFloat)
                  return arith::MaximumFOp::create(builder, loc, arguments[1],
                                                   arguments[0]);
                return arith::MaxSIOp::create(builder, loc, arguments[1],
                                              arguments[0]);
              });
}

bool sbp::raiseArgmax(linalg::GenericOp op) {
  std::optional<int64_t> dim = matchArgmax(op);
  if (!dim)
    return false;
  OpBuilder builder(op);
  auto argmax = nn::ArgmaxOp::create(
      builder, op.getLoc(), op.getResult(1).getType(), op.getDpsInputs()[0],
      builder.getI64IntegerAttr(*dim));
  op.getResult(1).replaceAllUsesWith(argmax.getResult());
  if (!op.getResult(0).use_empty())
    op.getResult(0).replaceAllUsesWith(buildMaximum(op, builder));
  op.erase();
  return true;
}
