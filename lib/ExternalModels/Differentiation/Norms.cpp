// Norms.cpp: adjoints of nn.layer_norm and nn.rms_norm
//
// Layer norm (Ba et al. 2016) is y = xh w + b with xh = (x - mean) r and
// r = 1 / sqrt(variance + epsilon). RMS norm (Zhang and Sennrich 2019) is the
// same without mean and b. With gw = g w,
//   dx = r (gw - mean(gw) - xh mean(gw xh)),  dw = sum g xh,  db = sum g,
// where RMS norm lacks mean(gw). Each statistic has one value a row, so that a
// split of the rows reduces nothing else.

#include "Models.h"
#include "NNAdjoint.h"
#include "RowBuilder.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;
using namespace sbp;

namespace {

class NormAdjoint {
public:
  NormAdjoint(OpBuilder &builder, Location loc, Value input, Value weight,
              double epsilon, bool isCentred)
      : type(getTensorType(input)), rows(builder, loc, type),
        normalised(getTensorType(weight).getRank()), epsilon(epsilon),
        isCentred(isCentred), x(rows.whole(input)),
        w{weight, rows.getTrailing(normalised)} {
    for (int64_t dim : w.dims)
      count *= static_cast<double>(type.getDimSize(dim));
    if (isCentred)
      statistics.push_back(
          sum({x}, [](ScalarBuilder &, ValueRange e) { return e[0]; }));
    statistics.push_back(
        sum(withStatistics({x}), [&](ScalarBuilder &builder, ValueRange e) {
          return builder.square(centre(builder, e[0], e.drop_front()));
        }));
  }

  Value buildBias(Value g) {
    return rows.sum(
        w.dims, {rows.whole(g)},
        [](ScalarBuilder &, ValueRange e) { return e[0]; },
        type.getElementType());
  }
  Value buildWeight(Value g) {
    return rows.sum(
        w.dims, withStatistics({rows.whole(g), x}),
        [&](ScalarBuilder &builder, ValueRange e) {
          return builder.mul(e[0], normalise(builder, e[1], e.drop_front(2)));
        },
        type.getElementType());
  }
  Value buildInput(Value g) {
    RowBuilder::Operand gOf = rows.whole(g);
    SmallVector<RowBuilder::Operand> operands = withStatistics({gOf, w, x});
    size_t first = operands.size();
    RowBuilder::Operand products =
        sum(operands, [&](ScalarBuilder &builder, ValueRange e) {
          return builder.mul(builder.mul(e[0], e[1]),
                             normalise(builder, e[2], e.drop_front(3)));
        });
    operands.push_back(products);
    if (isCentred)
      operands.push_back(
          sum({gOf, w}, [](ScalarBuilder &builder, ValueRange e) {
            return builder.mul(e[0], e[1]);
          }));
    return rows.map(operands, [&](ScalarBuilder &builder, ValueRange e) {
      ValueRange found = e.slice(3, first - 3);
      Value slope =
          builder.mul(normalise(builder, e[2], found), mean(builder, e[first]));
      Value result = builder.sub(builder.mul(e[0], e[1]), slope);
      if (isCentred)
        result = builder.sub(result, mean(builder, e[first + 1]));
      return builder.div(result, root(builder, found));
    });
  }

private:
  /// Builds the sum of `term` over the normalised dimensions.
  RowBuilder::Operand sum(ArrayRef<RowBuilder::Operand> operands,
                          RowBuilder::Term term) {
    SmallVector<int64_t> leading = rows.getLeading(normalised);
    return {rows.sum(leading, operands, term), leading};
  }
  SmallVector<RowBuilder::Operand>
  withStatistics(ArrayRef<RowBuilder::Operand> operands) const {
    SmallVector<RowBuilder::Operand> all(operands);
    llvm::append_range(all, statistics);
    return all;
  }
  Value mean(ScalarBuilder &builder, Value total) const {
    return builder.div(total, builder.number(total, count));
  }
  /// Subtracts the mean from `value`. `found` are the statistics of the row.
  Value centre(ScalarBuilder &builder, Value value, ValueRange found) const {
    return isCentred ? builder.sub(value, mean(builder, found.front())) : value;
  }
  Value root(ScalarBuilder &builder, ValueRange found) const {
    Value square = mean(builder, found.back());
    return builder.make<math::SqrtOp>(
        builder.add(square, builder.number(square, epsilon)));
  }
  Value normalise(ScalarBuilder &builder, Value value, ValueRange found) const {
    return builder.div(centre(builder, value, found), root(builder, found));
  }

  RankedTensorType type;
  RowBuilder rows;
  int64_t normalised; ///< number of dimensions
  double epsilon, count = 1;
  bool isCentred;
  RowBuilder::Operand x, w;
  /// The sum of the elements, of a centred norm, and that of the squares.
  SmallVector<RowBuilder::Operand> statistics;
};

struct LayerNormAdjoint : NNAdjoint<LayerNormAdjoint, nn::LayerNormOp> {
  static void build(nn::LayerNormOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    NormAdjoint norm(builder, loc, op.getInput(), op.getWeight(),
                     op.getEpsilon().convertToDouble(), /*isCentred=*/true);
    if (needed.test(2))
      result[2] = norm.buildBias(g);
    if (needed.test(1))
      result[1] = norm.buildWeight(g);
    if (needed.test(0))
      result[0] = norm.buildInput(g);
  }
};

struct RMSNormAdjoint : NNAdjoint<RMSNormAdjoint, nn::RMSNormOp> {
  static void build(nn::RMSNormOp op, OpBuilder &builder, Location loc, Value g,
                    const BitVector &needed, MutableArrayRef<Value> result) {
    NormAdjoint norm(builder, loc, op.getInput(), op.getWeight(),
                     op.getEpsilon().convertToDouble(), /*isCentred=*/false);
    if (needed.test(1))
      result[1] = norm.buildWeight(g);
    if (needed.test(0))
      result[0] = norm.buildInput(g);
  }
};

} // namespace

void sbp::attachNormAdjoints(MLIRContext *context) {
  nn::LayerNormOp::attachInterface<LayerNormAdjoint>(*context);
  nn::RMSNormOp::attachInterface<RMSNormAdjoint>(*context);
}
