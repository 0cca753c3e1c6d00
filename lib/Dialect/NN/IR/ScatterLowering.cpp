//===- ScatterLowering.cpp - nn.scatter_add as loops ----------------------===//
//
// linalg cannot write where an index says, so this is a nest of scf loops: over
// the positions of the indices in row-major order, inside over the elements of
// one slice. One thread, one order: the same bits on every run.
//
//===----------------------------------------------------------------------===//

#include "Sums.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

namespace {

class ScatterBuilder : public SumBuilder {
public:
  ScatterBuilder(ScatterAddOp op, OpBuilder &builder)
      : SumBuilder(builder, op.getLoc(), op.getInit().getType()), op(op),
        type(cast<RankedTensorType>(op.getInit().getType())),
        axis(op.getAxis()), batchDims(op.getBatchDims()),
        indexDims(cast<RankedTensorType>(op.getIndices().getType()).getRank() -
                  batchDims) {}

  Value build() {
    Value table = addSlices(convert(op.getInit(), getType(type.getShape())));
    return convert(table, type);
  }

private:
  using Body = llvm::function_ref<Value(OpBuilder &, ValueRange, Value)>;

  /// The table in another float type.
  Value convert(Value table, RankedTensorType to);
  /// A nest over `bounds` (extents, or index values) that carries `table`.
  Value loop(OpBuilder &b, ArrayRef<OpFoldResult> bounds, Value table,
             Body body);
  Value addSlices(Value table);
  Value addSlice(OpBuilder &b, ValueRange outer, Value table);

  ScatterAddOp op;
  RankedTensorType type;
  int64_t axis, batchDims, indexDims;
};

} // namespace

Value ScatterBuilder::convert(Value table, RankedTensorType to) {
  if (table.getType() == to)
    return table;
  return map(to, table, {identity(type.getRank())},
             [&](OpBuilder &b, ValueRange arguments) {
               return to == type
                          ? narrow(b, arguments[0], type.getElementType())
                          : widen(b, arguments[0]);
             });
}

Value ScatterBuilder::loop(OpBuilder &b, ArrayRef<OpFoldResult> bounds,
                           Value table, Body body) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  SmallVector<Value> lower(bounds.size(), zero), step(bounds.size(), one);
  SmallVector<Value> upper = getValueOrCreateConstantIndexOp(b, loc, bounds);
  return scf::buildLoopNest(b, loc, lower, upper, step, table,
                            [&](OpBuilder &inner, Location, ValueRange loops,
                                ValueRange carried) {
                              return scf::ValueVector{
                                  body(inner, loops, carried[0])};
                            })
      .results[0];
}

/// Over the dims in front of `axis` and those of the indices.
Value ScatterBuilder::addSlices(Value table) {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op.getUpdates().getType()).getShape();
  SmallVector<OpFoldResult> bounds = getAsIndexOpFoldResult(
      builder.getContext(), shape.take_front(axis + indexDims));
  return loop(builder, bounds, table,
              [&](OpBuilder &b, ValueRange outer, Value carried) {
                return addSlice(b, outer, carried);
              });
}

/// One slice; none of it where the index is outside.
Value ScatterBuilder::addSlice(OpBuilder &b, ValueRange outer, Value table) {
  SmallVector<Value> at(outer.take_front(batchDims));
  llvm::append_range(at, outer.take_back(indexDims));
  Value index = tensor::ExtractOp::create(b, loc, op.getIndices(), at);
  Value row = arith::IndexCastOp::create(b, loc, b.getIndexType(), index);
  Value rows = arith::ConstantIndexOp::create(b, loc, type.getDimSize(axis));
  // Unsigned: a negative index is outside too.
  Value isInside =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, row, rows);
  SmallVector<OpFoldResult> bounds = getAsIndexOpFoldResult(
      builder.getContext(), type.getShape().drop_front(axis + 1));
  // A table without dims behind `axis` still takes one element.
  bool isElement = bounds.empty();
  if (isElement)
    bounds.push_back(b.getIndexAttr(1));
  Value nothing = arith::ConstantIndexOp::create(b, loc, 0);
  Value extent = getValueOrCreateConstantIndexOp(b, loc, bounds.front());
  bounds.front() =
      arith::SelectOp::create(b, loc, isInside, extent, nothing).getResult();
  return loop(
      b, bounds, table, [&](OpBuilder &inner, ValueRange loops, Value carried) {
        SmallVector<Value> to(outer.take_front(axis)), from(outer);
        to.push_back(row);
        if (!isElement) {
          llvm::append_range(to, loops);
          llvm::append_range(from, loops);
        }
        Value old = tensor::ExtractOp::create(inner, loc, carried, to);
        Value term =
            tensor::ExtractOp::create(inner, loc, op.getUpdates(), from);
        Value sum = add(inner, old, widen(inner, term));
        return tensor::InsertOp::create(inner, loc, sum, carried, to)
            .getResult();
      });
}

SmallVector<Value> ScatterAddOp::lowerToLinalg(OpBuilder &builder) {
  return {ScatterBuilder(*this, builder).build()};
}
