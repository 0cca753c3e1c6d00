// Indexing.cpp: adjoints of nn ops that move elements by index
//
// What was read from a place is added back there. Example: the adjoint of
//   %y = nn.gather %x, %rows {axis = 0 : i64}
// is nn.scatter_add of the cotangent of %y into zeros, at %rows. Order ops are
// gathers at the indices that they return.

#include "Models.h"
#include "NNAdjoint.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;
using namespace sbp;

namespace {

//===----------------------------------------------------------------------===//
// Rows by index
//===----------------------------------------------------------------------===//

/// The rows that were read receive what was read of them.
struct GatherAdjoint : NNAdjoint<GatherAdjoint, nn::GatherOp> {
  static void build(nn::GatherOp op, OpBuilder &builder, Location loc, Value g,
                    const BitVector &, MutableArrayRef<Value> result) {
    Value zeros = buildZeros(builder, loc, op.getData());
    result[0] = nn::ScatterAddOp::create(
        builder, loc, zeros.getType(), zeros, op.getIndices(), g,
        op.getAxisAttr(), op.getBatchDimsAttr(), /*drop_outside=*/nullptr);
  }
};

/// Reads back what updates of a table were written to.
template <typename Op> class UpdateReader {
public:
  UpdateReader(Op op, OpBuilder &builder, Location loc)
      : op(op), builder(builder), loc(loc), structured(builder, loc) {}

  /// Builds the cotangents of the updates from the cotangent `g` of the table:
  /// zero where an update was dropped, and where `written`, which has one
  /// integer for each index, is 0.
  Value read(Value g, Value written = {}) {
    bool drops = op.getDropOutside();
    auto gathered = nn::GatherOp::create(
        builder, loc, g, drops ? moveInside() : op.getIndices(),
        static_cast<int64_t>(op.getAxis()),
        static_cast<int64_t>(op.getBatchDims()));
    Value kept = gathered;
    if (drops)
      kept = mask(gathered, kept, op.getIndices(),
                  [&](OpBuilder &builder, Value index) {
                    return isInside(builder, index);
                  });
    if (written)
      kept = mask(gathered, kept, written, [&](OpBuilder &builder, Value flag) {
        Value zero = arith::ConstantOp::create(
            builder, loc, builder.getZeroAttr(flag.getType()));
        return Value(arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ne, flag, zero));
      });
    return kept;
  }
  /// Builds the indices with row 0 in place of those outside of the table,
  /// which an op that reads rows does not allow.
  Value moveInside() {
    RankedTensorType type = getTensorType(op.getIndices());
    return structured.map(
        type, op.getIndices(), structured.identity(type.getRank()),
        [&](OpBuilder &builder, ValueRange arguments) -> Value {
          Value first = arith::ConstantOp::create(
              builder, loc, builder.getZeroAttr(type.getElementType()));
          return arith::SelectOp::create(builder, loc,
                                         isInside(builder, arguments[0]),
                                         arguments[0], first);
        });
  }

private:
  Value isInside(OpBuilder &builder, Value index) {
    int64_t rows = getTensorType(op.getInit()).getDimSize(op.getAxis());
    Value end = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(index.getType(), rows));
    // Unsigned, so that negative indices are outside too.
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, index,
                                 end);
  }
  /// Builds `value`, of the shape of `gathered`, with zeros where `keeps` does
  /// not hold for the integer of `flags` at the position of the index.
  Value mask(nn::GatherOp gathered, Value value, Value flags,
             llvm::function_ref<Value(OpBuilder &, Value)> keeps) {
    RankedTensorType type = getTensorType(value);
    return structured.map(
        type, {value, flags},
        {structured.identity(type.getRank()), gathered.getIndicesMap()},
        [&](OpBuilder &builder, ValueRange arguments) -> Value {
          Value zero = arith::ConstantOp::create(
              builder, loc, builder.getZeroAttr(type.getElementType()));
          return arith::SelectOp::create(
              builder, loc, keeps(builder, arguments[1]), arguments[0], zero);
        });
  }

  Op op;
  OpBuilder &builder;
  Location loc;
  StructuredBuilder structured;
};

/// An update that was added to a row has the cotangent of the row; one that was
/// dropped has none.
struct ScatterAddAdjoint : NNAdjoint<ScatterAddAdjoint, nn::ScatterAddOp> {
  static void build(nn::ScatterAddOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = g;
    if (needed.test(2))
      result[2] = UpdateReader(op, builder, loc).read(g);
  }
};

/// A row that was replaced has the cotangent of the last update of it, and
/// neither the row that was there nor the earlier updates have one.
struct ScatterAdjoint : NNAdjoint<ScatterAdjoint, nn::ScatterOp> {
  static void build(nn::ScatterOp op, OpBuilder &builder, Location loc, Value g,
                    const BitVector &needed, MutableArrayRef<Value> result) {
    if (needed.test(0)) {
      Value zeros = buildZeros(builder, loc, op.getUpdates());
      result[0] = nn::ScatterOp::create(
          builder, loc, g.getType(), g, op.getIndices(), zeros,
          op.getAxisAttr(), op.getBatchDimsAttr(), op.getDropOutsideAttr());
    }
    if (needed.test(2))
      result[2] =
          UpdateReader(op, builder, loc).read(g, findLast(op, builder, loc));
  }

private:
  /// 1 where an index is the last of its row, in row-major order, else 0. Each
  /// position of the indices writes its number to the row, where the last one
  /// stays.
  static Value findLast(nn::ScatterOp op, OpBuilder &builder, Location loc) {
    StructuredBuilder structured(builder, loc);
    RankedTensorType indices = getTensorType(op.getIndices());
    RankedTensorType numbers = indices.clone(builder.getI64Type());
    Value own = structured.map(
        numbers, {}, {}, [&](OpBuilder &builder, ValueRange) -> Value {
          Value number = arith::ConstantIndexOp::create(builder, loc, 0);
          for (auto [dim, extent] : llvm::enumerate(numbers.getShape())) {
            Value size = arith::ConstantIndexOp::create(builder, loc, extent);
            number = arith::AddIOp::create(
                builder, loc, arith::MulIOp::create(builder, loc, number, size),
                linalg::IndexOp::create(builder, loc, dim));
          }
          return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                            number);
        });
    auto batch = static_cast<int64_t>(op.getBatchDims());
    SmallVector<int64_t> shape(indices.getShape().take_front(batch));
    shape.push_back(getTensorType(op.getInit()).getDimSize(op.getAxis()));
    auto rows = RankedTensorType::get(shape, builder.getI64Type());
    Value none = structured.fill(rows, builder.getI64IntegerAttr(0));
    Value last = nn::ScatterOp::create(
        builder, loc, rows, none, op.getIndices(), own,
        builder.getI64IntegerAttr(batch), builder.getI64IntegerAttr(batch),
        op.getDropOutsideAttr());
    Value inside = op.getDropOutside()
                       ? UpdateReader(op, builder, loc).moveInside()
                       : op.getIndices();
    Value found =
        nn::GatherOp::create(builder, loc, last, inside, batch, batch);
    AffineMap identity = structured.identity(numbers.getRank());
    return structured.map(numbers, {found, own}, {identity, identity},
                          [&](OpBuilder &builder, ValueRange e) -> Value {
                            Value isLast = arith::CmpIOp::create(
                                builder, loc, arith::CmpIPredicate::eq, e[0],
                                e[1]);
                            return arith::ExtUIOp::create(
                                builder, loc, builder.getI64Type(), isLast);
                          });
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// `values` along `axis` were taken from `input` at `indices`: their cotangents
/// `g` go back there. Dimensions before `axis` belong together; those
/// after it are brought in front. Indices outside are left out if `drops`.
static Value scatterBack(OpBuilder &builder, Location loc, Value input, Value g,
                         Value indices, int64_t axis, bool drops = false) {
  RankedTensorType type = getTensorType(input);
  int64_t rank = type.getRank();
  SmallVector<int64_t> order;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != axis)
      order.push_back(dim);
  order.push_back(axis);
  auto transpose = [&](Value value, ArrayRef<int64_t> permutation) -> Value {
    if (axis == rank - 1)
      return value;
    RankedTensorType from = getTensorType(value);
    SmallVector<int64_t> shape;
    for (int64_t dim : permutation)
      shape.push_back(from.getDimSize(dim));
    Value empty =
        tensor::EmptyOp::create(builder, loc, shape, from.getElementType());
    return linalg::TransposeOp::create(builder, loc, value, empty, permutation)
        ->getResult(0);
  };
  SmallVector<int64_t> shape;
  for (int64_t dim : order)
    shape.push_back(type.getDimSize(dim));
  Value zeros = StructuredBuilder(builder, loc)
                    .fill(RankedTensorType::get(shape, type.getElementType()),
                          builder.getZeroAttr(type.getElementType()));
  Value scattered = nn::ScatterAddOp::create(
      builder, loc, zeros.getType(), zeros, transpose(indices, order),
      transpose(g, order), builder.getI64IntegerAttr(rank - 1),
      builder.getI64IntegerAttr(rank - 1),
      drops ? builder.getUnitAttr() : UnitAttr());
  SmallVector<int64_t> inverse(rank);
  for (auto [to, from] : llvm::enumerate(order))
    inverse[from] = static_cast<int64_t>(to);
  return transpose(scattered, inverse);
}

namespace {

/// With `positions` the indices do not count along the axis: they are found
/// again without. With `blocks` short pieces are filled up, at an index that is
/// outside.
struct TopKAdjoint : NNAdjoint<TopKAdjoint, nn::TopKOp> {
  static void build(nn::TopKOp op, OpBuilder &builder, Location loc, Value g,
                    const BitVector &needed, MutableArrayRef<Value> result) {
    if (!needed.test(0))
      return;
    Value indices = op.getIndices();
    if (op.getPositions())
      indices =
          nn::TopKOp::create(builder, loc, op.getResultTypes(), op.getInput(),
                             /*positions=*/Value(), op.getAxisAttr(),
                             op.getKAttr(), op.getBlocksAttr())
              .getIndices();
    result[0] = scatterBack(builder, loc, op.getInput(), g, indices,
                            static_cast<int64_t>(op.getAxis()),
                            /*drops=*/op.getBlocks().has_value());
  }
};

struct SortAdjoint : NNAdjoint<SortAdjoint, nn::SortOp> {
  static void build(nn::SortOp op, OpBuilder &builder, Location loc, Value g,
                    const BitVector &needed, MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = scatterBack(builder, loc, op.getInput(), g, op.getIndices(),
                              static_cast<int64_t>(op.getAxis()));
  }
};

} // namespace

void sbp::attachIndexingAdjoints(MLIRContext *context) {
  nn::GatherOp::attachInterface<GatherAdjoint>(*context);
  nn::ScatterAddOp::attachInterface<ScatterAddAdjoint>(*context);
  nn::ScatterOp::attachInterface<ScatterAdjoint>(*context);
  nn::TopKOp::attachInterface<TopKAdjoint>(*context);
  nn::SortOp::attachInterface<SortAdjoint>(*context);
}
