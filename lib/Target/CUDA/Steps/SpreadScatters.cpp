// SpreadScatters.cpp: scatters that would run in one thread
//
// Loops of nn.scatter run in a thread for each column of the table. A table of
// one column leaves one thread. There, each row finds the last update that
// names it: indices 2 0 2 and updates a b c give the rows of 0 1 2 the updates
// number 1, none and 2, and the rows b, what was there, and c.
#include "SpreadScatters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;

/// Comparisons of rows with updates; of more, one thread is quicker.
static constexpr int64_t kMostComparisons = int64_t(1) << 24;

/// Returns `value` in `shape`, which has as many elements; one of the two
/// shapes has at most one dimension.
static Value reshape(OpBuilder &builder, Location loc, Value value,
                     ArrayRef<int64_t> shape) {
  RankedTensorType from = getTensorType(value);
  if (from.getShape() == shape)
    return value;
  auto to = RankedTensorType::get(shape, from.getElementType());
  ArrayRef<int64_t> larger =
      from.getRank() > to.getRank() ? from.getShape() : to.getShape();
  SmallVector<ReassociationIndices> groups;
  if (std::min(from.getRank(), to.getRank()) == 1)
    groups.push_back(llvm::to_vector<2>(
        llvm::seq<int64_t>(0, static_cast<int64_t>(larger.size()))));
  if (from.getRank() < to.getRank())
    return tensor::ExpandShapeOp::create(builder, loc, to, value, groups);
  return tensor::CollapseShapeOp::create(builder, loc, to, value, groups);
}

/// Returns for each of `rows` the number of the last of `indices` that names
/// it, -1 where none does.
static Value findLast(OpBuilder &builder, nn::ScatterOp op, Value indices,
                      int64_t rows) {
  Location loc = op.getLoc();
  std::optional<int64_t> bound = op.getIndexedPositions().front().bound;
  StructuredBuilder structured(builder, loc);
  auto type = RankedTensorType::get(rows, builder.getI64Type());
  return structured.reduce(
      type, structured.select(2, {0}), builder.getI64IntegerAttr(-1), indices,
      {structured.select(2, {1})},
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        auto number = [&](int64_t value) -> Value {
          return arith::ConstantIndexOp::create(builder, loc, value);
        };
        Value row = linalg::IndexOp::create(builder, loc, 0);
        Value position = arith::IndexCastOp::create(
            builder, loc, builder.getI64Type(),
            linalg::IndexOp::create(builder, loc, 1));
        Value index = arith::IndexCastOp::create(
            builder, loc, builder.getIndexType(), arguments[0]);
        if (bound) {
          index = arith::MaxSIOp::create(builder, loc, index, number(0));
          index =
              arith::MinSIOp::create(builder, loc, index, number(*bound - 1));
        }
        Value names = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::eq, index, row);
        Value none = arith::ConstantIntOp::create(builder, loc,
                                                  builder.getI64Type(), -1);
        Value found =
            arith::SelectOp::create(builder, loc, names, position, none);
        return arith::MaxSIOp::create(builder, loc, arguments[1], found);
      });
}

static void spread(nn::ScatterOp op, int64_t rows, int64_t count) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value table = reshape(builder, loc, op.getInit(), {rows}),
        indices = reshape(builder, loc, op.getIndices(), {count}),
        updates = reshape(builder, loc, op.getUpdates(), {count});
  Value last = findLast(builder, op, indices, rows);
  StructuredBuilder structured(builder, loc);
  AffineMap whole = structured.identity(1);
  Value written = structured.map(
      getTensorType(table), {table, last}, {whole, whole},
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        Value zero =
            arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 0);
        Value exists = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::sge, arguments[1], zero);
        Value at = arith::IndexCastOp::create(
            builder, loc, builder.getIndexType(),
            arith::MaxSIOp::create(builder, loc, arguments[1], zero));
        Value update = tensor::ExtractOp::create(builder, loc, updates, at);
        return arith::SelectOp::create(builder, loc, exists, update,
                                       arguments[0]);
      });
  op.getResult().replaceAllUsesWith(
      reshape(builder, loc, written, getTensorType(op.getInit()).getShape()));
  op.erase();
}

LogicalResult sbp::cuda::spreadScatters(func::FuncOp region) {
  SmallVector<nn::ScatterOp> scatters;
  region.walk([&](nn::ScatterOp op) { scatters.push_back(op); });
  for (nn::ScatterOp op : scatters) {
    int64_t rows = getTensorType(op.getInit()).getDimSize(op.getAxis());
    int64_t count = getTensorType(op.getIndices()).getNumElements();
    bool isColumn = getTensorType(op.getInit()).getNumElements() == rows;
    if (isColumn && rows > 0 && count > 1 && rows <= kMostComparisons / count)
      spread(op, rows, count);
  }
  return success();
}
