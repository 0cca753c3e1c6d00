// TuckerTopKLowering.cpp: tucker_top_k as loops that hold one row of the grid
//
// A token's row of the grid is computed, compared with the least chosen score,
// and searched only if some element of it is greater.

#include "TrilinearLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Dialect/NN/IR/Order/Order.h"
#include "sbp/Dialect/NN/IR/Order/Rows.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::memory_layer;

namespace {

class TuckerBuilder {
public:
  TuckerBuilder(TuckerTopKOp op, OpBuilder &builder)
      : op(op), builder(builder), loc(op.getLoc()), sumType(op.getSumType()),
        m(getShape(op.getRow()).back()), n(getShape(op.getColumn()).back()),
        cores(getShape(op.getCore()).end()[-3]),
        a(getShape(op.getCore()).end()[-2]), b(getShape(op.getCore()).back()),
        placeType(m * n > std::numeric_limits<int32_t>::max()
                      ? builder.getI64Type()
                      : builder.getI32Type()) {}

  SmallVector<Value> build();

private:
  static ArrayRef<int64_t> getShape(Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  }
  Value index(OpBuilder &b, int64_t number) {
    return arith::ConstantIndexOp::create(b, loc, number);
  }
  SmallVector<Value> loop(OpBuilder &b, ArrayRef<int64_t> shape,
                          ValueRange carried, NestBody body);
  /// An element in the type of sums; `at` are token indices and what follows.
  Value read(OpBuilder &b, Value tensor, ValueRange tokens,
             ArrayRef<Value> rest);
  Value readCore(OpBuilder &b, ValueRange tokens, ArrayRef<Value> rest) {
    return read(b, op.getCore(), tokens.take_back(op.getNumCoreTokenDims()),
                rest);
  }
  Value multiplyAdd(OpBuilder &b, Value x, Value y, Value sum) {
    return arith::AddFOp::create(b, loc, sum,
                                 arith::MulFOp::create(b, loc, x, y));
  }
  /// A tensor of sums that starts at zero: body(position, sum) for every
  /// position of `shape` and each of `terms`, which are the outer loop.
  Value
  sum(OpBuilder &b, int64_t terms, ArrayRef<int64_t> shape,
      llvm::function_ref<Value(OpBuilder &, Value, ValueRange, Value)> body);
  Value multiplyColumns(OpBuilder &b, ValueRange tokens);
  nn::Ranking choose(OpBuilder &b, ValueRange tokens, Value products);
  nn::Ranking chooseInRow(OpBuilder &b, ValueRange tokens, Value products,
                          Value p, nn::Ranking best);
  SmallVector<Value> write(OpBuilder &b, ValueRange tokens, nn::Ranking best,
                           ValueRange results);
  Value scoreCore(OpBuilder &b, ValueRange tokens, Value core, Value p,
                  Value q);
  Value narrow(OpBuilder &b, Value value, Type type) {
    return narrowFloat(b, loc, value, type);
  }

  TuckerTopKOp op;
  OpBuilder &builder;
  Location loc;
  FloatType sumType;
  int64_t m, n, cores, a, b;
  Type placeType;
};

} // namespace

SmallVector<Value> TuckerBuilder::loop(OpBuilder &b, ArrayRef<int64_t> shape,
                                       ValueRange carried, NestBody body) {
  return buildCarryingNest(
      b, loc, getAsIndexOpFoldResult(b.getContext(), shape), carried, body);
}

Value TuckerBuilder::read(OpBuilder &b, Value tensor, ValueRange tokens,
                          ArrayRef<Value> rest) {
  SmallVector<Value> at(tokens);
  append_range(at, rest);
  Value element = tensor::ExtractOp::create(b, loc, tensor, at);
  return widenFloat(b, loc, element, sumType);
}

Value TuckerBuilder::sum(
    OpBuilder &b, int64_t terms, ArrayRef<int64_t> shape,
    llvm::function_ref<Value(OpBuilder &, Value, ValueRange, Value)> body) {
  Value zeros = StructuredBuilder(b, loc).fill(
      RankedTensorType::get(shape, sumType), b.getFloatAttr(sumType, 0.0));
  return loop(b, terms, zeros,
              [&](OpBuilder &outer, ValueRange term, ValueRange sums) {
                return loop(
                    outer, shape, sums,
                    [&](OpBuilder &b, ValueRange at,
                        ValueRange now) -> SmallVector<Value> {
                      Value old = tensor::ExtractOp::create(b, loc, now[0], at);
                      Value next = body(b, term[0], at, old);
                      return {tensor::InsertOp::create(b, loc, next, now[0], at)
                                  .getResult()};
                    });
              })
      .front();
}

/// [a, n]: the sum of all cores times the columns of a token.
Value TuckerBuilder::multiplyColumns(OpBuilder &b, ValueRange tokens) {
  Value core =
      sum(b, cores, {a, this->b},
          [&](OpBuilder &b, Value c, ValueRange at, Value old) {
            return arith::AddFOp::create(b, loc, old,
                                         readCore(b, tokens, {c, at[0], at[1]}))
                .getResult();
          });
  return sum(
      b, this->b, {a, n},
      [&](OpBuilder &b, Value term, ValueRange at, Value old) {
        Value factor =
            tensor::ExtractOp::create(b, loc, core, ValueRange{at[0], term});
        return multiplyAdd(b, factor,
                           read(b, op.getColumn(), tokens, {term, at[1]}), old);
      });
}

/// Row `p` of the grid, among which some may be greater than the least of
/// `best`.
nn::Ranking TuckerBuilder::chooseInRow(OpBuilder &b, ValueRange tokens,
                                       Value products, Value p,
                                       nn::Ranking best) {
  Value row =
      sum(b, a, n, [&](OpBuilder &b, Value term, ValueRange q, Value old) {
        Value product =
            tensor::ExtractOp::create(b, loc, products, ValueRange{term, q[0]});
        return multiplyAdd(b, read(b, op.getRow(), tokens, {term, p}), product,
                           old);
      });
  Value least = index(b, static_cast<int64_t>(op.getK()) - 1);
  Value worst = tensor::ExtractOp::create(b, loc, best.values, least);
  Value worstPlace = tensor::ExtractOp::create(b, loc, best.indices, least);
  Value zero = arith::ConstantIntOp::create(b, loc, 0, 32);
  auto count = scf::ForOp::create(
      b, loc, index(b, 0), index(b, n), index(b, 1), zero,
      [&](OpBuilder &inner, Location, Value q, ValueRange now) {
        Value x = tensor::ExtractOp::create(inner, loc, row, q);
        Value enters = nn::buildIsGreater(inner, loc, x, worst);
        Value one =
            arith::ExtUIOp::create(inner, loc, inner.getI32Type(), enters);
        scf::YieldOp::create(
            inner, loc,
            arith::AddIOp::create(inner, loc, now[0], one).getResult());
      });
  // While places are free every element enters, the lowest too.
  Value isFree = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::eq, worstPlace,
      arith::ConstantOp::create(b, loc, nn::getLastIndex(placeType)));
  Value enters = arith::OrIOp::create(
      b, loc, isFree,
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                            count.getResult(0), zero));
  // A loop of no steps instead of a branch: both ends hold one buffer.
  auto when = scf::ForOp::create(
      b, loc, index(b, 0),
      arith::IndexCastUIOp::create(b, loc, b.getIndexType(), enters),
      index(b, 1), ValueRange{best.values, best.indices},
      [&](OpBuilder &inner, Location, Value, ValueRange now) {
        Value begin = arith::MulIOp::create(inner, loc, p, index(inner, n));
        Value places = StructuredBuilder(inner, loc)
                           .map(RankedTensorType::get(n, placeType), {}, {},
                                [&](OpBuilder &b, ValueRange) -> Value {
                                  Value q = linalg::IndexOp::create(b, loc, 0);
                                  return arith::IndexCastOp::create(
                                      b, loc, placeType,
                                      arith::AddIOp::create(b, loc, begin, q));
                                });
        nn::Ranking chosen =
            nn::RowBuilder(inner, loc)
                .choose(
                    {row, places}, 0, {now[0], now[1]},
                    [&](OpBuilder &b, Value x, Value ix, Value y, Value iy) {
                      return nn::buildIsGreaterOrEarlier(b, loc, x, ix, y, iy);
                    });
        scf::YieldOp::create(inner, loc,
                             ValueRange{chosen.values, chosen.indices});
      });
  return {when.getResult(0), when.getResult(1)};
}

nn::Ranking TuckerBuilder::choose(OpBuilder &b, ValueRange tokens,
                                  Value products) {
  nn::RowBuilder rows(b, loc);
  auto k = static_cast<int64_t>(op.getK());
  SmallVector<Value> best =
      loop(b, m,
           {rows.fill(k, nn::getLowest(sumType)),
            rows.fill(k, nn::getLastIndex(placeType))},
           [&](OpBuilder &inner, ValueRange p,
               ValueRange now) -> SmallVector<Value> {
             nn::Ranking next =
                 chooseInRow(inner, tokens, products, p[0], {now[0], now[1]});
             return {next.values, next.indices};
           });
  return {best[0], best[1]};
}

/// Returns the score of one core for a pair.
Value TuckerBuilder::scoreCore(OpBuilder &b, ValueRange tokens, Value core,
                               Value p, Value q) {
  Value zero = arith::ConstantOp::create(b, loc, b.getFloatAttr(sumType, 0.0));
  return loop(b, a, zero,
              [&](OpBuilder &outer, ValueRange row,
                  ValueRange now) -> SmallVector<Value> {
                Value inner =
                    loop(outer, this->b, zero,
                         [&](OpBuilder &b, ValueRange column,
                             ValueRange sum) -> SmallVector<Value> {
                           return {multiplyAdd(
                               b,
                               readCore(b, tokens, {core, row[0], column[0]}),
                               read(b, op.getColumn(), tokens, {column[0], q}),
                               sum[0])};
                         })
                        .front();
                return {multiplyAdd(
                    outer, read(outer, op.getRow(), tokens, {row[0], p}), inner,
                    now[0])};
              })
      .front();
}

SmallVector<Value> TuckerBuilder::write(OpBuilder &b, ValueRange tokens,
                                        nn::Ranking best, ValueRange results) {
  Type element = getElementTypeOrSelf(op.getRow()),
       position = getElementTypeOrSelf(op.getP());
  return loop(
      b, static_cast<int64_t>(op.getK()), results,
      [&](OpBuilder &b, ValueRange i, ValueRange now) {
        SmallVector<Value> at(tokens);
        at.push_back(i[0]);
        Value place = arith::IndexCastOp::create(
            b, loc, b.getIndexType(),
            tensor::ExtractOp::create(b, loc, best.indices, i));
        Value p = arith::DivUIOp::create(b, loc, place, index(b, n)),
              q = arith::RemUIOp::create(b, loc, place, index(b, n));
        Value sum = narrow(b, tensor::ExtractOp::create(b, loc, best.values, i),
                           element);
        auto store = [&](Value value, Value tensor) -> Value {
          return tensor::InsertOp::create(b, loc, value, tensor, at);
        };
        auto cast = [&](Value value) -> Value {
          return arith::IndexCastOp::create(b, loc, position, value);
        };
        SmallVector<Value> next{store(sum, now[0]), store(cast(p), now[1]),
                                store(cast(q), now[2])};
        append_range(next, loop(b, cores, now[3],
                                [&](OpBuilder &b, ValueRange core,
                                    ValueRange scores) -> SmallVector<Value> {
                                  SmallVector<Value> place(at);
                                  place.push_back(core[0]);
                                  Value score =
                                      scoreCore(b, tokens, core[0], p, q);
                                  return {tensor::InsertOp::create(
                                              b, loc, narrow(b, score, element),
                                              scores[0], place)
                                              .getResult()};
                                }));
        return next;
      });
}

SmallVector<Value> TuckerBuilder::build() {
  SmallVector<Value> results;
  for (Type type : op->getResultTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    results.push_back(tensor::EmptyOp::create(builder, loc, tensor.getShape(),
                                              tensor.getElementType()));
  }
  if (cast<RankedTensorType>(op.getSums().getType()).getNumElements() == 0)
    return results;
  return loop(builder, getShape(op.getRow()).drop_back(2), results,
              [&](OpBuilder &b, ValueRange tokens, ValueRange now) {
                Value products = multiplyColumns(b, tokens);
                return write(b, tokens, choose(b, tokens, products), now);
              });
}

SmallVector<Value> TuckerTopKOp::lowerToLinalg(OpBuilder &builder) {
  return TuckerBuilder(*this, builder).build();
}
