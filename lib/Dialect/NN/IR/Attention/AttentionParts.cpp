// AttentionParts.cpp: nn.attention in linalg
//
// Scores, their maxima, exponentials, sums and the weighted values. Split along
// key positions maxima are P(maxnum), sums and outputs P(sum): the scores never
// travel. Products with keys outside of a window are left out by a condition:
// 0 times infinity is NaN.

#include "Parts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

namespace {

/// Loops are batch, heads of key and value, query heads that share one (only
/// where there are several), query positions, and what each part adds.
class AttentionParts : public PartsBuilder {
public:
  AttentionParts(AttentionOp op, OpBuilder &builder)
      : PartsBuilder(builder, op.getLoc(), op.getQuery().getType()), op(op),
        builder(builder) {
    auto q = getShape(op.getQuery()), k = getShape(op.getKey());
    keys = k[2];
    hidesKeys = op.getMask() || op.getKeyWindow();
    key = op.getKey();
    value = op.getValue();
    if (op.getFirstHead()) {
      Value heads = findHeads(q[1]);
      key = nn::GatherOp::create(builder, getLoc(), key, heads, 1);
      value = nn::GatherOp::create(builder, getLoc(), value, heads, 1);
      k = getShape(key);
    }
    isGrouped = q[1] != k[1];
    rows = {q[0], k[1]};
    if (isGrouped)
      rows.push_back(q[1] / k[1]);
    rows.push_back(q[2]);
  }

  SmallVector<Value> build() {
    if (op.getWindow())
      seen = findVisibleKeys();
    Value scores = maskScores(contractScores());
    // With a NaN a row is NaN whatever its maximum is; one that keeps it runs
    // in vector lanes.
    Value maxima = reduceRows(
        scores, getLowest(), [&](OpBuilder &builder, ValueRange arguments) {
          return make<arith::MaximumFOp>(builder, arguments[1], arguments[0]);
        });
    Value weights = exponentiate(scores, maxima);
    Value sums = reduceRows(weights, getLiteral(0.0),
                            [&](OpBuilder &builder, ValueRange arguments) {
                              return add(builder, arguments[1], arguments[0]);
                            });
    return {collapseHeads(divide(weighValues(weights), sums), 4),
            collapseHeads(logarithm(maxima, sums), 3)};
  }

private:
  static ArrayRef<int64_t> getShape(Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  }
  int64_t numRows() const { return rows.size(); }

  /// The head of key and value that each query head of a piece reads.
  Value findHeads(int64_t heads) {
    auto type = RankedTensorType::get({heads}, builder.getI64Type());
    return map(type, {}, {}, [&](OpBuilder &builder, ValueRange) -> Value {
      Value head = make<arith::AddIOp>(
          builder, linalg::IndexOp::create(builder, getLoc(), 0).getResult(),
          op.getFirstHead());
      Value shared = arith::ConstantIndexOp::create(builder, getLoc(),
                                                    op.getNumSharedHeads());
      return arith::IndexCastOp::create(
          builder, getLoc(), builder.getI64Type(),
          make<arith::DivSIOp>(builder, head, shared));
    });
  }
  SmallVector<int64_t> withRows(int64_t extent) const {
    SmallVector<int64_t> shape(rows);
    shape.push_back(extent);
    return shape;
  }
  SmallVector<int64_t> rowLoops(ArrayRef<int64_t> more = {}) const {
    SmallVector<int64_t> loops = to_vector(seq<int64_t>(0, numRows()));
    llvm::append_range(loops, more);
    return loops;
  }

  /// batch x heads x .. -> batch x groups x heads of one x ..
  Value expandHeads(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    if (!isGrouped || type.getDimSize(1) == 1)
      return value;
    SmallVector<int64_t> shape(type.getShape());
    shape[1] = rows[1];
    shape.insert(shape.begin() + 2, rows[2]);
    return tensor::ExpandShapeOp::create(
        builder, getLoc(), RankedTensorType::get(shape, type.getElementType()),
        value, getGroups(type.getRank()));
  }
  Value collapseHeads(Value value, int64_t rank) {
    if (!isGrouped)
      return value;
    return tensor::CollapseShapeOp::create(builder, getLoc(), value,
                                           getGroups(rank));
  }
  static SmallVector<ReassociationIndices> getGroups(int64_t rank) {
    SmallVector<ReassociationIndices> groups = {{0}, {1, 2}};
    for (int64_t dim = 2; dim < rank; ++dim)
      groups.push_back({dim + 1});
    return groups;
  }

  Value contractScores() {
    int64_t loops = numRows() + 2, position = numRows(), width = position + 1;
    return reduce(getType(withRows(keys)), select(loops, rowLoops(position)),
                  getLiteral(0.0), {expandHeads(op.getQuery()), key},
                  {select(loops, rowLoops(width)),
                   select(loops, {0, 1, position, width})},
                  [&](OpBuilder &builder, ValueRange arguments) {
                    return add(builder, arguments[2],
                               mul(builder, widen(builder, arguments[0]),
                                   widen(builder, arguments[1])));
                  });
  }

  /// Queries x keys, i1: whether the key is in the window of the query.
  Value findVisibleKeys() {
    auto type = RankedTensorType::get({rows.back(), keys}, builder.getI1Type());
    KeyWindow window = *op.getKeyWindow();
    auto shift = [&](OpBuilder &builder, Value position, int64_t by) {
      return make<arith::AddIOp>(
          builder, position,
          arith::ConstantIndexOp::create(builder, getLoc(), by).getResult());
    };
    return map(type, {}, {}, [&](OpBuilder &builder, ValueRange) {
      Value position = getQueryPosition(builder, 0);
      Value key = linalg::IndexOp::create(builder, getLoc(), 1);
      if (op.getFirstKey())
        key = make<arith::AddIOp>(builder, key, op.getFirstKey());
      Value isBehind =
          make<arith::CmpIOp>(builder, arith::CmpIPredicate::sge, key,
                              shift(builder, position, -window.back));
      Value isBefore =
          make<arith::CmpIOp>(builder, arith::CmpIPredicate::sle, key,
                              shift(builder, position, window.forward));
      return make<arith::AndIOp>(builder, isBehind, isBefore);
    });
  }
  Value getQueryPosition(OpBuilder &builder, int64_t loop) {
    Value query = linalg::IndexOp::create(builder, getLoc(), loop);
    Value first = op.getFirstQuery();
    if (!first)
      first = arith::ConstantIndexOp::create(builder, getLoc(),
                                             op.getDefaultFirstQuery());
    return make<arith::AddIOp>(builder, query, first);
  }

  /// Scale, mask, and -inf for the keys that a query does not see.
  Value maskScores(Value scores) {
    int64_t loops = numRows() + 1;
    SmallVector<Value> inputs = {scores};
    SmallVector<AffineMap> maps = {identity(loops)};
    if (op.getMask()) {
      inputs.push_back(expandHeads(op.getMask()));
      maps.push_back(getMaskMap(inputs.back()));
    }
    if (seen) {
      inputs.push_back(seen);
      maps.push_back(select(loops, {numRows() - 1, numRows()}));
    }
    return map(
        getType(withRows(keys)), inputs, maps,
        [&](OpBuilder &builder, ValueRange arguments) {
          double scale = op.getScale().convertToDouble();
          Value score = mul(builder, arguments[0], literal(builder, scale));
          if (op.getMask())
            score = addMask(builder, score, widen(builder, arguments[1]));
          if (seen)
            return keepSeen(builder, arguments.back(), score, getLowest());
          return op.getCausal() ? hideFuture(builder, score) : score;
        });
  }
  /// A hidden key may hold a NaN, to which -inf cannot be added.
  Value addMask(OpBuilder &builder, Value score, Value mask) {
    Value lowest = make<arith::ConstantOp>(builder, getLowest());
    return make<arith::SelectOp>(builder, isEqual(builder, mask, lowest),
                                 lowest, add(builder, score, mask));
  }
  Value isEqual(OpBuilder &builder, Value x, Value y) {
    return make<arith::CmpFOp>(builder, arith::CmpFPredicate::OEQ, x, y);
  }
  Value keepSeen(OpBuilder &builder, Value isSeen, Value value,
                 TypedAttr otherwise) {
    Value hidden = arith::ConstantOp::create(builder, getLoc(), otherwise);
    return make<arith::SelectOp>(builder, isSeen, value, hidden);
  }
  /// Dims of extent 1 are read at 0.
  AffineMap getMaskMap(Value mask) {
    ArrayRef<int64_t> shape = getShape(mask);
    int64_t loops = numRows() + 1;
    // A mask whose heads were not expanded skips the loop over shared heads.
    SmallVector<int64_t> dims = rowLoops(loops - 1);
    if (isGrouped && shape.size() == 4)
      dims.erase(dims.begin() + 2);
    SmallVector<AffineExpr> results;
    for (auto [dim, extent] : llvm::zip_equal(dims, shape))
      results.push_back(extent == 1 ? builder.getAffineConstantExpr(0)
                                    : builder.getAffineDimExpr(dim));
    return AffineMap::get(loops, 0, results, builder.getContext());
  }
  Value hideFuture(OpBuilder &builder, Value score) {
    Value last = getQueryPosition(builder, numRows() - 1);
    Value key = linalg::IndexOp::create(builder, getLoc(), numRows());
    Value isSeen = arith::CmpIOp::create(builder, getLoc(),
                                         arith::CmpIPredicate::sle, key, last);
    return keepSeen(builder, isSeen, score, getLowest());
  }

  Value reduceRows(Value scores, TypedAttr init, Body body) {
    int64_t loops = numRows() + 1;
    return reduce(getType(rows), select(loops, rowLoops()), init, scores,
                  {identity(loops)}, body);
  }

  Value exponentiate(Value scores, Value maxima) {
    int64_t loops = numRows() + 1;
    return map(getType(withRows(keys)), {scores, maxima},
               {identity(loops), select(loops, rowLoops())},
               [&](OpBuilder &builder, ValueRange arguments) {
                 Value weight = make<math::ExpOp>(
                     builder, sub(builder, arguments[0], arguments[1]));
                 if (!hidesKeys)
                   return weight;
                 // A row that sees no key would have NaN, of -inf + inf.
                 Value lowest = make<arith::ConstantOp>(builder, getLowest());
                 return make<arith::SelectOp>(
                     builder, isEqual(builder, arguments[0], lowest),
                     literal(builder, 0.0), weight);
               });
  }

  Value weighValues(Value weights) {
    int64_t loops = numRows() + 2, width = numRows(), position = width + 1;
    SmallVector<Value> inputs = {weights, value};
    if (seen) {
      // No product of matrices: its vectors run along the width.
      std::swap(width, position);
      inputs.push_back(seen);
    }
    SmallVector<AffineMap> maps = {select(loops, rowLoops(position)),
                                   select(loops, {0, 1, position, width})};
    if (seen)
      maps.push_back(select(loops, {numRows() - 1, position}));
    return reduce(
        getType(withRows(getShape(value)[3])), select(loops, rowLoops(width)),
        getLiteral(0.0), inputs, maps,
        [&](OpBuilder &builder, ValueRange arguments) {
          Value product =
              mul(builder, arguments[0], widen(builder, arguments[1]));
          if (hidesKeys)
            product = dropHidden(builder, arguments[0], product);
          if (seen)
            product = keepSeen(builder, arguments[2], product, getLiteral(0.0));
          return add(builder, arguments.back(), product);
        });
  }

  Value divide(Value outputs, Value sums) {
    int64_t loops = numRows() + 1;
    Type elementType = getElementTypeOrSelf(op.getResult());
    return map(RankedTensorType::get(getShape(outputs), elementType),
               {outputs, sums}, {identity(loops), select(loops, rowLoops())},
               [&](OpBuilder &builder, ValueRange arguments) {
                 Value quotient = div(builder, arguments[0], arguments[1]);
                 // Weights that are all 0: the row sees no key.
                 Value zero = literal(builder, 0.0);
                 if (hidesKeys)
                   quotient = make<arith::SelectOp>(
                       builder, isEqual(builder, arguments[1], zero), zero,
                       quotient);
                 return narrow(builder, quotient, elementType);
               });
  }

  Value logarithm(Value maxima, Value sums) {
    AffineMap element = identity(numRows());
    return map(getType(rows), {maxima, sums}, {element, element},
               [&](OpBuilder &builder, ValueRange arguments) {
                 return add(builder, arguments[0],
                            make<math::LogOp>(builder, arguments[1]));
               });
  }

  AttentionOp op;
  OpBuilder &builder;
  Value key, value;
  Value seen; ///< queries x keys, of a window; else null
  int64_t keys;
  bool hidesKeys; ///< some keys may be hidden from some queries
  bool isGrouped;
  SmallVector<int64_t> rows;
};

} // namespace

/// Without keys no query sees any: 0, and -inf for the logarithm of the sum.
static SmallVector<Value> buildUnseen(AttentionOp op, OpBuilder &builder) {
  SmallVector<Value> results;
  for (Value result : op.getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    const auto &semantics =
        cast<FloatType>(type.getElementType()).getFloatSemantics();
    APFloat value = result == op.getLogSumExp()
                        ? APFloat::getInf(semantics, /*Negative=*/true)
                        : APFloat::getZero(semantics);
    results.push_back(
        StructuredBuilder(builder, op.getLoc())
            .fill(type, builder.getFloatAttr(type.getElementType(), value)));
  }
  return results;
}

SmallVector<Value> AttentionOp::lowerToLinalg(OpBuilder &builder) {
  if (cast<RankedTensorType>(getKey().getType()).getDimSize(2) == 0)
    return buildUnseen(*this, builder);
  return AttentionParts(*this, builder).build();
}
