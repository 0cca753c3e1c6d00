// Attention.cpp: the adjoint of nn.attention
//
// The weights are computed again from the logarithm of the sums, as in
// FlashAttention-2 (Dao 2023, algorithm 2): with a = scale q k^T + mask,
//   P = exp(a - lse)                    dv = P^T g
//   D = sum over the width of g y       dS = P (g v^T - D + g_lse)
//   dq = scale dS k                     dk = scale dS^T q
// and dmask is the sum of dS over what the mask broadcasts. Query heads that
// share a head of key and value are a loop of their own, `r`, and their
// contributions are summed. Example: 4 query heads on 2 heads of key and value
// are loops (batch, 2, 2, query, key, width).

#include "Models.h"
#include "ScalarBuilder.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;

namespace {

class AttentionAdjointBuilder {
public:
  AttentionAdjointBuilder(nn::AttentionOp op, OpBuilder &builder, Value g,
                          Value gLse);
  /// The cotangents of query, key, value and mask that `needed` requests.
  SmallVector<Value> build(const BitVector &needed);

private:
  using Term = llvm::function_ref<Value(ScalarBuilder &, ValueRange elements)>;
  /// A tensor with heads of key and value, and its dimensions as loops.
  struct Operand {
    Value value;
    SmallVector<int64_t> loops;
  };

  SmallVector<int64_t> rowsAnd(ArrayRef<int64_t> more = {}) const;
  Value splitHeads(Value value);
  Value joinHeads(Value value, RankedTensorType type);
  Operand ofRows(Value value, ArrayRef<int64_t> more = {});
  Operand ofKeys(Value value) { return {value, {0, 1, key, width}}; }
  Operand ofMask();
  RankedTensorType getType(ArrayRef<int64_t> loops, int64_t widthExtent,
                           Type element) const;
  Value contract(Operand x, Operand y, ArrayRef<int64_t> loops,
                 int64_t widthExtent, Type element, double factor = 1.0);
  Value map(ArrayRef<Operand> operands, Term term);
  Value isSeen(ScalarBuilder &b);
  void buildWeights();
  void buildScoreCotangent();
  Value buildMaskCotangent();

  nn::AttentionOp op;
  OpBuilder &builder;
  Location loc;
  Value g, gLse;
  StructuredBuilder structured;
  FloatType compute;
  Type element;
  int64_t shared;            ///< query heads that share one of key and value
  int64_t query, key, width; ///< numbers of loops; rows are those before `key`
  SmallVector<int64_t> extents;  ///< of the loops before `width`
  Value weights, scoreCotangent; ///< rows x keys, in the compute type
};

} // namespace

AttentionAdjointBuilder::AttentionAdjointBuilder(nn::AttentionOp op,
                                                 OpBuilder &builder, Value g,
                                                 Value gLse)
    : op(op), builder(builder), loc(getAdjointLoc(op)), g(g), gLse(gLse),
      structured(builder, loc),
      compute(getComputeType(op.getQuery().getType())),
      element(getTensorType(op.getQuery()).getElementType()) {
  ArrayRef<int64_t> q = getTensorType(op.getQuery()).getShape();
  ArrayRef<int64_t> k = getTensorType(op.getKey()).getShape();
  shared = k[1] == 0 ? 1 : q[1] / k[1];
  extents = {q[0], k[1]};
  if (shared != 1)
    extents.push_back(shared);
  query = static_cast<int64_t>(extents.size());
  key = query + 1;
  width = query + 2;
  extents.append({q[2], k[2]});
}

/// The loops of the rows of scores, and `more`.
SmallVector<int64_t>
AttentionAdjointBuilder::rowsAnd(ArrayRef<int64_t> more) const {
  SmallVector<int64_t> loops = llvm::to_vector(llvm::seq<int64_t>(0, key));
  llvm::append_range(loops, more);
  return loops;
}

static SmallVector<ReassociationIndices> getHeadGroups(int64_t rank) {
  SmallVector<ReassociationIndices> groups = {{0}, {1, 2}};
  for (int64_t dim = 2; dim < rank; ++dim)
    groups.push_back({dim + 1});
  return groups;
}

/// batch x heads x .. -> batch x heads of key and value x shared x ..
Value AttentionAdjointBuilder::splitHeads(Value value) {
  RankedTensorType type = getTensorType(value);
  if (shared == 1)
    return value;
  SmallVector<int64_t> shape(type.getShape());
  shape[1] /= shared;
  shape.insert(shape.begin() + 2, shared);
  return tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), value,
      getHeadGroups(type.getRank()));
}

Value AttentionAdjointBuilder::joinHeads(Value value, RankedTensorType type) {
  if (shared == 1)
    return value;
  return tensor::CollapseShapeOp::create(builder, loc, type, value,
                                         getHeadGroups(type.getRank()));
}

AttentionAdjointBuilder::Operand
AttentionAdjointBuilder::ofRows(Value value, ArrayRef<int64_t> more) {
  return {splitHeads(value), rowsAnd(more)};
}

RankedTensorType AttentionAdjointBuilder::getType(ArrayRef<int64_t> loops,
                                                  int64_t widthExtent,
                                                  Type element) const {
  SmallVector<int64_t> shape;
  for (int64_t loop : loops)
    shape.push_back(loop == width ? widthExtent : extents[loop]);
  return RankedTensorType::get(shape, element);
}

/// The sum of x * y * factor over the loops that `loops` lacks.
Value AttentionAdjointBuilder::contract(Operand x, Operand y,
                                        ArrayRef<int64_t> loops,
                                        int64_t widthExtent, Type stored,
                                        double factor) {
  // Loops that no operand has are left out: nothing would give their extent.
  SmallVector<int64_t> number(width + 1, -1);
  unsigned count = 0;
  for (int64_t loop = 0; loop <= width; ++loop)
    if (llvm::is_contained(x.loops, loop) || llvm::is_contained(y.loops, loop))
      number[loop] = count++;
  auto select = [&](ArrayRef<int64_t> chosen) {
    SmallVector<int64_t> compact;
    for (int64_t loop : chosen)
      compact.push_back(number[loop]);
    return structured.select(count, compact);
  };
  Value sum = structured.reduce(
      getType(loops, widthExtent, stored), select(loops),
      builder.getZeroAttr(stored), {x.value, y.value},
      {select(x.loops), select(y.loops)}, [&](OpBuilder &b, ValueRange e) {
        ScalarBuilder s(b, loc);
        return s.add(e[2], s.mul(s.widen(e[0], stored), s.widen(e[1], stored)));
      });
  if (factor == 1.0)
    return sum;
  auto type = getTensorType(sum);
  AffineMap identity = structured.identity(type.getRank());
  return structured.map(type, sum, identity, [&](OpBuilder &b, ValueRange e) {
    return ScalarBuilder(b, loc).scale(e[0], factor);
  });
}

/// An elementwise result of rows x keys in the compute type.
Value AttentionAdjointBuilder::map(ArrayRef<Operand> operands, Term term) {
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (const Operand &operand : operands) {
    values.push_back(operand.value);
    maps.push_back(structured.select(width, operand.loops));
  }
  return structured.map(getType(rowsAnd(key), 0, compute), values, maps,
                        [&](OpBuilder &b, ValueRange arguments) {
                          ScalarBuilder s(b, loc);
                          SmallVector<Value> wide;
                          for (Value argument : arguments)
                            wide.push_back(s.widen(argument, compute));
                          return term(s, wide);
                        });
}

/// Whether the query of an iteration sees its key; null where all are seen.
Value AttentionAdjointBuilder::isSeen(ScalarBuilder &b) {
  if (!op.getCausal() && !op.getWindow())
    return {};
  OpBuilder &scalar = b.getBuilder();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(scalar, loc, value);
  };
  Value position = arith::AddIOp::create(
      scalar, loc, linalg::IndexOp::create(scalar, loc, query),
      number(op.getDefaultFirstQuery()));
  Value column = linalg::IndexOp::create(scalar, loc, key);
  auto compare = [&](arith::CmpIPredicate predicate, int64_t shift) -> Value {
    Value bound = arith::AddIOp::create(scalar, loc, position, number(shift));
    return arith::CmpIOp::create(scalar, loc, predicate, column, bound);
  };
  if (!op.getWindow())
    return compare(arith::CmpIPredicate::sle, 0);
  ArrayRef<int64_t> window = *op.getWindow();
  Value isBehind = compare(arith::CmpIPredicate::sge, -window[0]);
  Value isBefore = compare(arith::CmpIPredicate::sle, window[1]);
  return arith::AndIOp::create(scalar, loc, isBehind, isBefore);
}

/// The mask with the loops of its dimensions; those of size 1 are dropped.
AttentionAdjointBuilder::Operand AttentionAdjointBuilder::ofMask() {
  Value mask = op.getMask();
  RankedTensorType type = getTensorType(mask);
  bool splits = shared != 1 && type.getDimSize(1) != 1;
  Value whole = splits ? splitHeads(mask) : mask;
  SmallVector<int64_t> dims = {0, 1, query, key};
  if (splits)
    dims = {0, 1, 2, query, key};
  SmallVector<int64_t> shape, loops;
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices group;
  for (auto [dim, extent] : llvm::enumerate(getTensorType(whole).getShape())) {
    group.push_back(static_cast<int64_t>(dim));
    if (extent == 1)
      continue;
    shape.push_back(extent);
    loops.push_back(dims[dim]);
    groups.push_back(group);
    group.clear();
  }
  if (!group.empty() && !groups.empty())
    llvm::append_range(groups.back(), group);
  auto dropped = RankedTensorType::get(shape, type.getElementType());
  if (dropped != getTensorType(whole))
    whole =
        tensor::CollapseShapeOp::create(builder, loc, dropped, whole, groups);
  return {whole, loops};
}

/// P = exp(scale q k^T + mask - lse), 0 where the query does not see the key.
void AttentionAdjointBuilder::buildWeights() {
  Value scores = contract(ofRows(op.getQuery(), width), ofKeys(op.getKey()),
                          rowsAnd(key), 0, compute);
  SmallVector<Operand> operands = {{scores, rowsAnd(key)},
                                   ofRows(op.getLogSumExp())};
  if (op.getMask())
    operands.push_back(ofMask());
  double scale = op.getScale().convertToDouble();
  weights = map(operands, [&](ScalarBuilder &b, ValueRange e) {
    Value score = b.scale(e[0], scale);
    if (e.size() > 2)
      score = b.add(score, e[2]);
    Value weight = b.make<math::ExpOp>(b.sub(score, e[1]));
    Value seen = isSeen(b);
    return seen ? b.select(seen, weight, b.number(weight, 0.0)) : weight;
  });
}

/// dS = P (g v^T - D + g_lse).
void AttentionAdjointBuilder::buildScoreCotangent() {
  SmallVector<Operand> operands = {{weights, rowsAnd(key)}};
  if (g) {
    Operand gRows = ofRows(g, width), y = ofRows(op.getResult(), width);
    Value products =
        contract(gRows, ofKeys(op.getValue()), rowsAnd(key), 0, compute);
    Value dots = contract(gRows, y, rowsAnd(), 0, compute);
    operands.push_back({products, rowsAnd(key)});
    operands.push_back({dots, rowsAnd()});
  }
  if (gLse)
    operands.push_back(ofRows(gLse));
  scoreCotangent = map(operands, [&](ScalarBuilder &b, ValueRange e) {
    Value slope = g ? b.sub(e[1], e[2]) : Value();
    if (gLse)
      slope = slope ? b.add(slope, e.back()) : e.back();
    Value product = b.mul(e[0], slope);
    // A key outside of the window may hold an infinity: 0 times it is NaN.
    Value seen = op.getWindow() ? isSeen(b) : Value();
    return seen ? b.select(seen, product, b.number(product, 0.0)) : product;
  });
}

Value AttentionAdjointBuilder::buildMaskCotangent() {
  Operand mask = ofMask();
  RankedTensorType type = getTensorType(mask.value);
  Value sum = structured.reduce(RankedTensorType::get(type.getShape(), compute),
                                structured.select(width, mask.loops),
                                builder.getZeroAttr(compute), scoreCotangent,
                                structured.identity(width),
                                [&](OpBuilder &b, ValueRange e) {
                                  return ScalarBuilder(b, loc).add(e[1], e[0]);
                                });
  AffineMap identity = structured.identity(type.getRank());
  Value narrow =
      structured.map(type, sum, identity, [&](OpBuilder &b, ValueRange e) {
        return ScalarBuilder(b, loc).narrow(e[0], type.getElementType());
      });
  auto reshape = mask.value.getDefiningOp<tensor::CollapseShapeOp>();
  if (!reshape || reshape.getResult() != mask.value)
    return joinHeads(narrow, getTensorType(op.getMask()));
  Value expanded =
      tensor::ExpandShapeOp::create(builder, loc, reshape.getSrcType(), narrow,
                                    reshape.getReassociationIndices());
  bool splits = reshape.getSrcType() != op.getMask().getType();
  return splits ? joinHeads(expanded, getTensorType(op.getMask())) : expanded;
}

SmallVector<Value> AttentionAdjointBuilder::build(const BitVector &needed) {
  SmallVector<Value> result(op->getNumOperands());
  buildWeights();
  auto narrow = [&](Value value) -> Operand {
    RankedTensorType type = getTensorType(value);
    if (type.getElementType() == element)
      return {value, rowsAnd(key)};
    AffineMap identity = structured.identity(type.getRank());
    Value narrowed = structured.map(
        type.clone(element), value, identity, [&](OpBuilder &b, ValueRange e) {
          return ScalarBuilder(b, loc).narrow(e[0], element);
        });
    return {narrowed, rowsAnd(key)};
  };
  int64_t d = getTensorType(op.getQuery()).getDimSize(3);
  int64_t w = getTensorType(op.getValue()).getDimSize(3);
  if (g && needed.test(2))
    result[2] = contract(narrow(weights), ofRows(g, width), {0, 1, key, width},
                         w, element);
  bool needsScores =
      needed.test(0) || needed.test(1) || (op.getMask() && needed.test(3));
  if (!needsScores)
    return result;
  buildScoreCotangent();
  Operand scores = narrow(scoreCotangent);
  double scale = op.getScale().convertToDouble();
  if (needed.test(0))
    result[0] = joinHeads(contract(scores, ofKeys(op.getKey()), rowsAnd(width),
                                   d, element, scale),
                          getTensorType(op.getQuery()));
  if (needed.test(1))
    result[1] = contract(scores, ofRows(op.getQuery(), width),
                         {0, 1, key, width}, d, element, scale);
  if (op.getMask() && needed.test(3))
    result[3] = buildMaskCotangent();
  return result;
}

namespace {
struct AttentionAdjoint
    : DifferentiableOpInterface::ExternalModel<AttentionAdjoint,
                                               nn::AttentionOp> {
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *operation,
                                             OpBuilder &builder,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &needed) const {
    auto op = cast<nn::AttentionOp>(operation);
    if (op.getFirstHead() || op.getFirstQuery() || op.getFirstKey())
      return op.emitOpError() << "of a piece of the heads or positions has no "
                                 "derivative; write it on the whole tensors";
    return AttentionAdjointBuilder(op, builder, cotangents[0], cotangents[1])
        .build(needed);
  }
};
} // namespace

void sbp::attachAttentionAdjoint(MLIRContext *context) {
  nn::AttentionOp::attachInterface<AttentionAdjoint>(*context);
}
