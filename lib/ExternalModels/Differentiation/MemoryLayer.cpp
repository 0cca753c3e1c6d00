// MemoryLayer.cpp: adjoints of the memory_layer ops
//
// `bag`, `row_dot` and `add_outer` are the three derivatives of one trilinear
// form of scores, an outer value and chosen rows of a table, so the adjoint of
// each is built from the other two. Example: for y = bag(table, rows, scores)
// with the cotangent g of y,
//   d table = add_outer(0, rows, scores, g);  d scores = row_dot(table, rows,
//   g).
// No gradient of the chosen rows, [tokens x slots x width], is ever stored.

#include "Models.h"
#include "RowBuilder.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::memory_layer;

namespace {

/// Builds the members of the trilinear form with the rows, segments and flags
/// of one op.
class FormBuilder {
public:
  FormBuilder(OpBuilder &builder, Location loc, Value rows, Value segment,
              UnitAttr dropOutside)
      : builder(builder), loc(loc), rows(rows), segment(segment),
        dropOutside(dropOutside) {}

  /// sum of scores * values[rows], in the type of `like`.
  Value bag(Value like, Value values, Value scores) {
    IntegerAttr segments;
    if (segment) {
      // Segments stand after the token dimensions of `like`, which are those
      // that its rank leaves beside segments and a row's dimensions.
      auto type = cast<RankedTensorType>(like.getType());
      int64_t rowRank = cast<RankedTensorType>(values.getType()).getRank() - 1;
      segments = builder.getI64IntegerAttr(
          type.getDimSize(type.getRank() - rowRank - 1));
    }
    return BagOp::create(builder, loc, like.getType(), values, rows, scores,
                         segment, segments, dropOutside);
  }
  /// outer . values[rows], in the type of `like`.
  Value rowDot(Value like, Value values, Value outer) {
    return RowDotOp::create(builder, loc, like.getType(), values, rows, outer,
                            segment, dropOutside);
  }
  /// Zeros of the type of `like`, with scores * outer added to chosen rows.
  Value addOuter(Value like, Value scores, Value outer) {
    auto type = cast<RankedTensorType>(like.getType());
    Value zeros = StructuredBuilder(builder, loc)
                      .fill(type, builder.getZeroAttr(type.getElementType()));
    return AddOuterOp::create(builder, loc, type, zeros, rows, scores, outer,
                              segment, dropOutside);
  }

private:
  OpBuilder &builder;
  Location loc;
  Value rows, segment;
  UnitAttr dropOutside;
};

template <typename Model, typename Op>
struct FormAdjoint
    : DifferentiableOpInterface::ExternalModel<FormAdjoint<Model, Op>, Op> {
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *op, OpBuilder &builder,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &needed) const {
    auto form = cast<Op>(op);
    SmallVector<Value> result(op->getNumOperands());
    FormBuilder rows(builder, getAdjointLoc(op), form.getRows(),
                     form.getSegment(), form.getDropOutsideAttr());
    Model::build(form, rows, cotangents.front(), needed, result);
    return result;
  }
};

struct BagAdjoint : FormAdjoint<BagAdjoint, BagOp> {
  static void build(BagOp op, FormBuilder &builder, Value g,
                    const BitVector &needed, MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = builder.addOuter(op.getValues(), op.getScores(), g);
    if (needed.test(2))
      result[2] = builder.rowDot(op.getScores(), op.getValues(), g);
  }
};

struct RowDotAdjoint : FormAdjoint<RowDotAdjoint, RowDotOp> {
  static void build(RowDotOp op, FormBuilder &builder, Value g,
                    const BitVector &needed, MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = builder.addOuter(op.getValues(), g, op.getZ());
    if (needed.test(2))
      result[2] = builder.bag(op.getZ(), op.getValues(), g);
  }
};

struct AddOuterAdjoint : FormAdjoint<AddOuterAdjoint, AddOuterOp> {
  static void build(AddOuterOp op, FormBuilder &builder, Value g,
                    const BitVector &needed, MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = g;
    if (needed.test(2))
      result[2] = builder.rowDot(op.getScores(), g, op.getZ());
    if (needed.test(3))
      result[3] = builder.bag(op.getZ(), g, op.getScores());
  }
};

/// Each of the k winners is a product of a row's column, a core and a column's
/// column, so with G[t, k, c] = d scores + d sums the cotangents are
///   d core[c, a, b] = sum over t, k of G A B,  d A[t, a, k] = sum G core B,
/// where A and B are the winning columns, which receive d A and d B back.
struct TuckerTopKAdjoint
    : DifferentiableOpInterface::ExternalModel<TuckerTopKAdjoint,
                                               TuckerTopKOp> {
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *op, OpBuilder &builder,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &needed) const;
};

/// The contractions of one tucker_top_k. Loops: tokens, k, c, a, b.
class TuckerBuilder {
public:
  TuckerBuilder(TuckerTopKOp op, OpBuilder &builder)
      : op(op), builder(builder), loc(getAdjointLoc(op)),
        tokens(op.getNumTokenDims()), coreTokens(op.getNumCoreTokenDims()) {
    SmallVector<int64_t> shape(getTensorType(op.getScores()).getShape());
    ArrayRef<int64_t> core =
        getTensorType(op.getCore()).getShape().take_back(2);
    shape.append(core.begin(), core.end());
    loops = RankedTensorType::get(
        shape, getTensorType(op.getScores()).getElementType());
  }

  /// The columns of `table` [tokens x n x columns] at `positions` [tokens x k]:
  /// [tokens x n x k].
  Value gatherColumns(Value table, Value positions) {
    Value spread = spreadPositions(table, positions);
    return nn::GatherOp::create(builder, loc, table, spread, tokens + 1,
                                tokens + 1);
  }
  /// The adjoint of gatherColumns.
  Value scatterColumns(Value table, Value positions, Value g) {
    RankedTensorType type = getTensorType(table);
    Value zeros = StructuredBuilder(builder, loc)
                      .fill(type, builder.getZeroAttr(type.getElementType()));
    return nn::ScatterAddOp::create(
        builder, loc, type, zeros, spreadPositions(table, positions), g,
        builder.getI64IntegerAttr(tokens + 1),
        builder.getI64IntegerAttr(tokens + 1), /*drop_outside=*/nullptr);
  }
  /// The cotangent of the shares of the cores: that of `scores`, and for every
  /// core that of `sums`.
  Value addCotangents(Value sums, Value scores) {
    RowBuilder rows(builder, loc, getTensorType(op.getScores()));
    SmallVector<RowBuilder::Operand> operands;
    if (scores)
      operands.push_back(rows.whole(scores));
    if (sums)
      operands.push_back({sums, rows.getLeading(1)});
    return rows.map(operands, [](ScalarBuilder &builder, ValueRange e) {
      return e.size() == 2 ? builder.add(e[0], e[1]) : e[0];
    });
  }
  SmallVector<int64_t> getShares() const { return getRange(0, tokens + 2); }
  SmallVector<int64_t> getRowColumns() const {
    SmallVector<int64_t> dims = getRange(0, tokens);
    dims.append({tokens + 2, tokens});
    return dims;
  }
  SmallVector<int64_t> getColumnColumns() const {
    SmallVector<int64_t> dims = getRange(0, tokens);
    dims.append({tokens + 3, tokens});
    return dims;
  }
  SmallVector<int64_t> getCore() const {
    SmallVector<int64_t> dims = getRange(tokens - coreTokens, tokens);
    dims.append({tokens + 1, tokens + 2, tokens + 3});
    return dims;
  }
  /// The sum of the product of three operands over the loops that `kept` lacks.
  Value contract(ArrayRef<int64_t> kept, ArrayRef<RowBuilder::Operand> operands,
                 Type element) {
    return RowBuilder(builder, loc, loops)
        .sum(
            kept, operands,
            [](ScalarBuilder &builder, ValueRange e) {
              return builder.mul(builder.mul(e[0], e[1]), e[2]);
            },
            element);
  }

private:
  static SmallVector<int64_t> getRange(int64_t begin, int64_t end) {
    return llvm::to_vector(llvm::seq(begin, end));
  }
  /// Positions [tokens x k] for each of the n columns: [tokens x n x k].
  Value spreadPositions(Value table, Value positions) {
    SmallVector<int64_t> shape(getTensorType(positions).getShape());
    shape.insert(shape.end() - 1, getTensorType(table).getDimSize(tokens));
    Value empty = tensor::EmptyOp::create(
        builder, loc, shape, getTensorType(positions).getElementType());
    return linalg::BroadcastOp::create(builder, loc, positions, empty, tokens)
        ->getResult(0);
  }

  TuckerTopKOp op;
  OpBuilder &builder;
  Location loc;
  int64_t tokens, coreTokens;
  RankedTensorType loops;
};

} // namespace

FailureOr<SmallVector<Value>>
TuckerTopKAdjoint::buildAdjoint(Operation *operation, OpBuilder &builder,
                                ArrayRef<Value> cotangents,
                                const BitVector &needed) const {
  auto op = cast<TuckerTopKOp>(operation);
  TuckerBuilder tucker(op, builder);
  SmallVector<Value> result(3);
  Type element = getTensorType(op.getRow()).getElementType();
  using Operand = RowBuilder::Operand;
  Operand shares = {tucker.addCotangents(cotangents[0], cotangents[3]),
                    tucker.getShares()};
  Operand rows = {tucker.gatherColumns(op.getRow(), op.getP()),
                  tucker.getRowColumns()};
  Operand columns = {tucker.gatherColumns(op.getColumn(), op.getQ()),
                     tucker.getColumnColumns()};
  Operand core = {op.getCore(), tucker.getCore()};
  if (needed.test(0))
    result[0] = tucker.scatterColumns(
        op.getRow(), op.getP(),
        tucker.contract(rows.dims, {shares, core, columns}, element));
  if (needed.test(1))
    result[1] = tucker.scatterColumns(
        op.getColumn(), op.getQ(),
        tucker.contract(columns.dims, {shares, core, rows}, element));
  if (needed.test(2))
    result[2] = tucker.contract(core.dims, {shares, rows, columns}, element);
  return result;
}

void sbp::attachMemoryLayerAdjoints(MLIRContext *context) {
  BagOp::attachInterface<BagAdjoint>(*context);
  RowDotOp::attachInterface<RowDotAdjoint>(*context);
  AddOuterOp::attachInterface<AddOuterAdjoint>(*context);
  TuckerTopKOp::attachInterface<TuckerTopKAdjoint>(*context);
}
