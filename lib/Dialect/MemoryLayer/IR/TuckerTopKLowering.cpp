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
  Value index(OpBuilder &builder, int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }
  SmallVector<Value> loop(OpBuilder &builder, ArrayRef<int64_t> shape,
                          ValueRange carried, NestBody body);
  /// An element in the type of sums; `at` are token indices and what follows.
  Value read(OpBuilder &builder, Value tensor, ValueRange tokens,
             ArrayRef<Value> rest);
  Value readCore(OpBuilder &builder, ValueRange tokens, ArrayRef<Value> rest) {
    return read(builder, op.getCore(),
                tokens.take_back(op.getNumCoreTokenDims()), rest);
  }
  Value multiplyAdd(OpBuilder &builder, Value x, Value y, Value sum) {
    return arith::AddFOp::create(builder, loc, sum,
                                 arith::MulFOp::create(builder, loc, x, y));
  }
  /// A tensor of sums that starts at zero: body(position, sum) for every
  /// position of `shape` and each of `terms`, which are the outer loop.
  Value
  sum(OpBuilder &builder, int64_t terms, ArrayRef<int64_t> shape,
      llvm::function_ref<Value(OpBuilder &, Value, ValueRange, Value)> body);
  Value multiplyColumns(OpBuilder &builder, ValueRange tokens);
  nn::Ranking choose(OpBuilder &builder, ValueRange tokens, Value products);
  nn::Ranking chooseInRow(OpBuilder &builder, ValueRange tokens, Value products,
                          Value p, nn::Ranking best);
  SmallVector<Value> write(OpBuilder &builder, ValueRange tokens,
                           nn::Ranking best, ValueRange results);
  Value scoreCore(OpBuilder &builder, ValueRange tokens, Value core, Value p,
                  Value q);
  Value narrow(OpBuilder &builder, Value value, Type type) {
    return narrowFloat(builder, loc, value, type);
  }

  TuckerTopKOp op;
  OpBuilder &builder;
  Location loc;
  FloatType sumType;
  int64_t m, n, cores, a, b;
  Type placeType;
};

} // namespace

SmallVector<Value> TuckerBuilder::loop(OpBuilder &builder,
                                       ArrayRef<int64_t> shape,
                                       ValueRange carried, NestBody body) {
  return buildCarryingNest(builder, loc,
                           getAsIndexOpFoldResult(builder.getContext(), shape),
                           carried, body);
}

Value TuckerBuilder::read(OpBuilder &builder, Value tensor, ValueRange tokens,
                          ArrayRef<Value> rest) {
  SmallVector<Value> at(tokens);
  append_range(at, rest);
  Value element = tensor::ExtractOp::create(builder, loc, tensor, at);
  return widenFloat(builder, loc, element, sumType);
}

Value TuckerBuilder::sum(
    OpBuilder &builder, int64_t terms, ArrayRef<int64_t> shape,
    llvm::function_ref<Value(OpBuilder &, Value, ValueRange, Value)> body) {
  Value zeros = StructuredBuilder(builder, loc)
                    .fill(RankedTensorType::get(shape, sumType),
                          builder.getFloatAttr(sumType, 0.0));
  return loop(builder, terms, zeros,
              [&](OpBuilder &outer, ValueRange term, ValueRange sums) {
                return loop(outer, shape, sums,
                            [&](OpBuilder &builder, ValueRange at,
                                ValueRange now) -> SmallVector<Value> {
                              Value old = tensor::ExtractOp::create(
                                  builder, loc, now[0], at);
                              Value next = body(builder, term[0], at, old);
                              return {tensor::InsertOp::create(builder, loc,
                                                               next, now[0], at)
                                          .getResult()};
                            });
              })
      .front();
}

/// [a, n]: the sum of all cores times the columns of a token.
Value TuckerBuilder::multiplyColumns(OpBuilder &builder, ValueRange tokens) {
  Value core = sum(builder, cores, {a, this->b},
                   [&](OpBuilder &builder, Value c, ValueRange at, Value old) {
                     return arith::AddFOp::create(
                                builder, loc, old,
                                readCore(builder, tokens, {c, at[0], at[1]}))
                         .getResult();
                   });
  return sum(builder, this->b, {a, n},
             [&](OpBuilder &builder, Value term, ValueRange at, Value old) {
               Value factor = tensor::ExtractOp::create(
                   builder, loc, core, ValueRange{at[0], term});
               return multiplyAdd(
                   builder, factor,
                   read(builder, op.getColumn(), tokens, {term, at[1]}), old);
             });
}

/// Row `p` of the grid, among which some may be greater than the least of
/// `best`.
nn::Ranking TuckerBuilder::chooseInRow(OpBuilder &builder, ValueRange tokens,
                                       Value products, Value p,
                                       nn::Ranking best) {
  Value row =
      sum(builder, a, n,
          [&](OpBuilder &builder, Value term, ValueRange q, Value old) {
            Value product = tensor::ExtractOp::create(builder, loc, products,
                                                      ValueRange{term, q[0]});
            return multiplyAdd(builder,
                               read(builder, op.getRow(), tokens, {term, p}),
                               product, old);
          });
  Value least = index(builder, static_cast<int64_t>(op.getK()) - 1);
  Value worst = tensor::ExtractOp::create(builder, loc, best.values, least);
  Value worstPlace =
      tensor::ExtractOp::create(builder, loc, best.indices, least);
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
  auto count = scf::ForOp::create(
      builder, loc, index(builder, 0), index(builder, n), index(builder, 1),
      zero, [&](OpBuilder &inner, Location, Value q, ValueRange now) {
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
      builder, loc, arith::CmpIPredicate::eq, worstPlace,
      arith::ConstantOp::create(builder, loc, nn::getLastIndex(placeType)));
  Value enters = arith::OrIOp::create(
      builder, loc, isFree,
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                            count.getResult(0), zero));
  // A loop of no steps instead of a branch: both ends hold one buffer.
  auto when = scf::ForOp::create(
      builder, loc, index(builder, 0),
      arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                   enters),
      index(builder, 1), ValueRange{best.values, best.indices},
      [&](OpBuilder &inner, Location, Value, ValueRange now) {
        Value begin = arith::MulIOp::create(inner, loc, p, index(inner, n));
        Value places =
            StructuredBuilder(inner, loc)
                .map(RankedTensorType::get(n, placeType), {}, {},
                     [&](OpBuilder &builder, ValueRange) -> Value {
                       Value q = linalg::IndexOp::create(builder, loc, 0);
                       return arith::IndexCastOp::create(
                           builder, loc, placeType,
                           arith::AddIOp::create(builder, loc, begin, q));
                     });
        nn::Ranking chosen = nn::RowBuilder(inner, loc)
                                 .choose({row, places}, 0, {now[0], now[1]},
                                         [&](OpBuilder &builder, Value x,
                                             Value ix, Value y, Value iy) {
                                           return nn::buildIsGreaterOrEarlier(
                                               builder, loc, x, ix, y, iy);
                                         });
        scf::YieldOp::create(inner, loc,
                             ValueRange{chosen.values, chosen.indices});
      });
  return {when.getResult(0), when.getResult(1)};
}

nn::Ranking TuckerBuilder::choose(OpBuilder &builder, ValueRange tokens,
                                  Value products) {
  nn::RowBuilder rows(builder, loc);
  auto k = static_cast<int64_t>(op.getK());
  SmallVector<Value> best =
      loop(builder, m,
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
Value TuckerBuilder::scoreCore(OpBuilder &builder, ValueRange tokens,
                               Value core, Value p, Value q) {
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getFloatAttr(sumType, 0.0));
  return loop(builder, a, zero,
              [&](OpBuilder &outer, ValueRange row,
                  ValueRange now) -> SmallVector<Value> {
                Value inner = loop(outer, this->b, zero,
                                   [&](OpBuilder &builder, ValueRange column,
                                       ValueRange sum) -> SmallVector<Value> {
                                     return {multiplyAdd(
                                         builder,
                                         readCore(builder, tokens,
                                                  {core, row[0], column[0]}),
                                         read(builder, op.getColumn(), tokens,
                                              {column[0], q}),
                                         sum[0])};
                                   })
                                  .front();
                return {multiplyAdd(
                    outer, read(outer, op.getRow(), tokens, {row[0], p}), inner,
                    now[0])};
              })
      .front();
}

SmallVector<Value> TuckerBuilder::write(OpBuilder &builder, ValueRange tokens,
                                        nn::Ranking best, ValueRange results) {
  Type element = getElementTypeOrSelf(op.getRow()),
       position = getElementTypeOrSelf(op.getP());
  return loop(
      builder, static_cast<int64_t>(op.getK()), results,
      [&](OpBuilder &builder, ValueRange i, ValueRange now) {
        SmallVector<Value> at(tokens);
        at.push_back(i[0]);
        Value place = arith::IndexCastOp::create(
            builder, loc, builder.getIndexType(),
            tensor::ExtractOp::create(builder, loc, best.indices, i));
        Value p = arith::DivUIOp::create(builder, loc, place,
                                         index(builder, n)),
              q = arith::RemUIOp::create(builder, loc, place,
                                         index(builder, n));
        Value sum = narrow(
            builder, tensor::ExtractOp::create(builder, loc, best.values, i),
            element);
        auto store = [&](Value value, Value tensor) -> Value {
          return tensor::InsertOp::create(builder, loc, value, tensor, at);
        };
        auto cast = [&](Value value) -> Value {
          return arith::IndexCastOp::create(builder, loc, position, value);
        };
        SmallVector<Value> next{store(sum, now[0]), store(cast(p), now[1]),
                                store(cast(q), now[2])};
        append_range(next, loop(builder, cores, now[3],
                                [&](OpBuilder &builder, ValueRange core,
                                    ValueRange scores) -> SmallVector<Value> {
                                  SmallVector<Value> place(at);
                                  place.push_back(core[0]);
                                  Value score =
                                      scoreCore(builder, tokens, core[0], p, q);
                                  return {tensor::InsertOp::create(
                                              builder, loc,
                                              narrow(builder, score, element),
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
              [&](OpBuilder &builder, ValueRange tokens, ValueRange now) {
                Value products = multiplyColumns(builder, tokens);
                return write(builder, tokens, choose(builder, tokens, products),
                             now);
              });
}

SmallVector<Value> TuckerTopKOp::lowerToLinalg(OpBuilder &builder) {
  return TuckerBuilder(*this, builder).build();
}
