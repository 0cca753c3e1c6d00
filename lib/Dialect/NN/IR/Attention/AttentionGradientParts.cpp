// AttentionGradientParts.cpp: nn.attention_gradient in linalg
//
// The weights are computed again from the logarithm of the sums, as in
// FlashAttention-2 (Dao 2023, algorithm 2): with a = scale q k^T + mask,
//   P = exp(a - lse)                    dv = P^T g
//   D = sum over the width of g y       dS = P (g v^T - D + g_lse)
//   dq = scale dS k                     dk = scale dS^T q
// and dmask is the sum of dS over what the mask broadcasts. Query heads that
// share a head of key and value are a loop of their own, and their
// contributions are summed. Example: 4 query heads on 2 heads of key and value
// are loops (batch, 2, 2, query, key, width).

#include "Parts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

static SmallVector<ReassociationIndices> getHeadGroups(int64_t rank) {
  SmallVector<ReassociationIndices> groups = {{0}, {1, 2}};
  for (int64_t dim = 2; dim < rank; ++dim)
    groups.push_back({dim + 1});
  return groups;
}

namespace {

class AttentionGradientParts : public PartsBuilder {
public:
  AttentionGradientParts(AttentionGradientOp op, OpBuilder &builder);
  SmallVector<Value> build();

private:
  using Term = llvm::function_ref<Value(OpBuilder &, ValueRange elements)>;
  /// A tensor with heads of key and value, and its dimensions as loops.
  struct Operand {
    Value value;
    SmallVector<int64_t> loops;
    bool mayHide = false; ///< hidden keys have elements of 0
  };

  SmallVector<int64_t> rowsAnd(ArrayRef<int64_t> more = {}) const;
  Value splitHeads(Value value);
  Value joinHeads(Value value, RankedTensorType type);
  Operand ofRows(Value value, ArrayRef<int64_t> more = {}) {
    return {splitHeads(value), rowsAnd(more)};
  }
  Operand ofKeys(Value value) { return {value, {0, 1, key, width}}; }
  Operand ofMask();
  Value contract(const Operand &x, const Operand &y, ArrayRef<int64_t> loops,
                 int64_t widthExtent, Type stored, double factor = 1.0);
  /// An elementwise result of rows x keys in the compute type.
  Value mapScores(ArrayRef<Operand> operands, Term term);
  Operand narrowScores(Value scores);
  Value isSeen(OpBuilder &builder);
  Value keepSeen(OpBuilder &builder, Value weight);
  Value dropLowest(OpBuilder &builder, Value condition, Value weight);
  Value buildWeights();
  Value buildScoreGradient(Value weights);
  Value buildMaskGradient(Value scoreGradient);

  AttentionGradientOp op;
  OpBuilder &builder;
  double scale;
  bool hidesKeys;            ///< by a mask or by position
  int64_t shared;            ///< query heads that share one of key and value
  int64_t query, key, width; ///< numbers of loops; rows are those before `key`
  SmallVector<int64_t> extents; ///< of the loops before `width`
};

} // namespace

AttentionGradientParts::AttentionGradientParts(AttentionGradientOp op,
                                               OpBuilder &builder)
    : PartsBuilder(builder, op.getLoc(), op.getQuery().getType()), op(op),
      builder(builder), scale(op.getScale().convertToDouble()),
      hidesKeys(op.getMask() || op.getKeyWindow()) {
  ArrayRef<int64_t> q = getTensorType(op.getQuery()).getShape();
  ArrayRef<int64_t> k = getTensorType(op.getKey()).getShape();
  shared = op.getNumSharedHeads();
  extents = {q[0], k[1]};
  if (shared != 1)
    extents.push_back(shared);
  query = static_cast<int64_t>(extents.size());
  key = query + 1;
  width = query + 2;
  extents.append({q[2], k[2]});
}

//===----------------------------------------------------------------------===//
// Loops and heads
//===----------------------------------------------------------------------===//

/// The loops of the rows of scores, and `more`.
SmallVector<int64_t>
AttentionGradientParts::rowsAnd(ArrayRef<int64_t> more) const {
  SmallVector<int64_t> loops = to_vector(seq<int64_t>(0, key));
  append_range(loops, more);
  return loops;
}

/// batch x heads x .. -> batch x heads of key and value x shared x ..
Value AttentionGradientParts::splitHeads(Value value) {
  if (shared == 1)
    return value;
  RankedTensorType type = getTensorType(value);
  SmallVector<int64_t> shape(type.getShape());
  shape[1] /= shared;
  shape.insert(shape.begin() + 2, shared);
  return tensor::ExpandShapeOp::create(
      builder, getLoc(), RankedTensorType::get(shape, type.getElementType()),
      value, getHeadGroups(type.getRank()));
}

Value AttentionGradientParts::joinHeads(Value value, RankedTensorType type) {
  if (shared == 1)
    return value;
  return tensor::CollapseShapeOp::create(builder, getLoc(), type, value,
                                         getHeadGroups(type.getRank()));
}

/// The mask with the loops of its dimensions; those of size 1 are dropped.
AttentionGradientParts::Operand AttentionGradientParts::ofMask() {
  Value mask = op.getMask();
  bool splits = shared != 1 && getTensorType(mask).getDimSize(1) != 1;
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
    append_range(groups.back(), group);
  auto dropped =
      RankedTensorType::get(shape, getTensorType(mask).getElementType());
  if (dropped != getTensorType(whole))
    whole = tensor::CollapseShapeOp::create(builder, getLoc(), dropped, whole,
                                            groups);
  return {whole, loops};
}

//===----------------------------------------------------------------------===//
// Products and elementwise work
//===----------------------------------------------------------------------===//

/// The sum of x * y * factor over the loops that `loops` lacks.
Value AttentionGradientParts::contract(const Operand &x, const Operand &y,
                                       ArrayRef<int64_t> loops,
                                       int64_t widthExtent, Type stored,
                                       double factor) {
  // Loops that no operand has are left out: nothing would give their extent.
  SmallVector<int64_t> number(width + 1, -1);
  int64_t count = 0;
  for (int64_t loop = 0; loop <= width; ++loop)
    if (is_contained(x.loops, loop) || is_contained(y.loops, loop))
      number[loop] = count++;
  auto choose = [&](ArrayRef<int64_t> chosen) {
    return select(count, map_to_vector(chosen, [&](int64_t loop) {
                    return number[loop];
                  }));
  };
  SmallVector<int64_t> shape;
  for (int64_t loop : loops)
    shape.push_back(loop == width ? widthExtent : extents[loop]);
  auto type = RankedTensorType::get(shape, stored);
  auto widenTo = [&](OpBuilder &builder, Value value) -> Value {
    return value.getType() == stored
               ? value
               : arith::ExtFOp::create(builder, getLoc(), stored, value);
  };
  Value sum = reduce(
      type, choose(loops), builder.getZeroAttr(stored), {x.value, y.value},
      {choose(x.loops), choose(y.loops)},
      [&](OpBuilder &builder, ValueRange e) {
        Value product =
            mul(builder, widenTo(builder, e[0]), widenTo(builder, e[1]));
        return add(builder, e[2],
                   x.mayHide ? dropHidden(builder, e[0], product) : product);
      });
  if (factor == 1.0)
    return sum;
  return map(type, sum, identity(type.getRank()),
             [&](OpBuilder &builder, ValueRange e) {
               Value scaled = arith::ConstantOp::create(
                   builder, getLoc(), builder.getFloatAttr(stored, factor));
               return mul(builder, e[0], scaled);
             });
}

Value AttentionGradientParts::mapScores(ArrayRef<Operand> operands, Term term) {
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (const Operand &operand : operands) {
    values.push_back(operand.value);
    maps.push_back(select(width, operand.loops));
  }
  return map(getType(extents), values, maps,
             [&](OpBuilder &builder, ValueRange arguments) {
               SmallVector<Value> wide;
               for (Value argument : arguments)
                 wide.push_back(widen(builder, argument));
               return term(builder, wide);
             });
}

/// Rows x keys in the type of the operands.
AttentionGradientParts::Operand
AttentionGradientParts::narrowScores(Value scores) {
  Type element = getElementTypeOrSelf(op.getQuery());
  RankedTensorType type = getTensorType(scores);
  if (type.getElementType() != element)
    scores = map(type.clone(element), scores, identity(type.getRank()),
                 [&](OpBuilder &builder, ValueRange e) {
                   return narrow(builder, e[0], element);
                 });
  return {scores, rowsAnd(key), hidesKeys};
}

/// Whether the query of an iteration sees its key; null where all are seen.
Value AttentionGradientParts::isSeen(OpBuilder &builder) {
  std::optional<KeyWindow> window = op.getKeyWindow();
  if (!window)
    return {};
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, getLoc(), value);
  };
  Value first = op.getFirstQuery();
  if (!first)
    first = number(op.getDefaultFirstQuery());
  Value position = make<arith::AddIOp>(
      builder, linalg::IndexOp::create(builder, getLoc(), query).getResult(),
      first);
  Value column = linalg::IndexOp::create(builder, getLoc(), key);
  if (op.getFirstKey())
    column = make<arith::AddIOp>(builder, column, op.getFirstKey());
  auto compare = [&](arith::CmpIPredicate predicate, int64_t shift) -> Value {
    Value bound = make<arith::AddIOp>(builder, position, number(shift));
    return make<arith::CmpIOp>(builder, predicate, column, bound);
  };
  Value isBefore = compare(arith::CmpIPredicate::sle, window->forward);
  if (!op.getWindow())
    return isBefore;
  return make<arith::AndIOp>(
      builder, compare(arith::CmpIPredicate::sge, -window->back), isBefore);
}

/// `weight`, and that of a hidden key where the query does not see the key.
Value AttentionGradientParts::keepSeen(OpBuilder &builder, Value weight) {
  Value seen = isSeen(builder);
  if (!seen)
    return weight;
  return make<arith::SelectOp>(builder, seen, weight, literal(builder, 0.0));
}

/// `weight`, and that of a hidden key where `condition` is -inf.
Value AttentionGradientParts::dropLowest(OpBuilder &builder, Value condition,
                                         Value weight) {
  Value lowest = make<arith::ConstantOp>(builder, getLowest());
  Value isLowest = make<arith::CmpFOp>(builder, arith::CmpFPredicate::OEQ,
                                       condition, lowest);
  return make<arith::SelectOp>(builder, isLowest, literal(builder, 0.0),
                               weight);
}

//===----------------------------------------------------------------------===//
// The gradient
//===----------------------------------------------------------------------===//

/// P = exp(scale q k^T + mask - lse).
Value AttentionGradientParts::buildWeights() {
  Value scores = contract(ofRows(op.getQuery(), width), ofKeys(op.getKey()),
                          rowsAnd(key), 0, getType({}).getElementType());
  SmallVector<Operand> operands = {{scores, rowsAnd(key)},
                                   ofRows(op.getLogSumExp())};
  if (op.getMask())
    operands.push_back(ofMask());
  return mapScores(operands, [&](OpBuilder &builder, ValueRange e) {
    Value score = mul(builder, e[0], literal(builder, scale));
    if (e.size() > 2)
      score = add(builder, score, e[2]);
    Value weight = make<math::ExpOp>(builder, sub(builder, score, e[1]));
    // A row that sees no key has sums of -inf, and a hidden key may hold a NaN.
    if (hidesKeys)
      for (Value lowest : e.drop_front())
        weight = dropLowest(builder, lowest, weight);
    return keepSeen(builder, weight);
  });
}

/// dS = P (g v^T - D + g_lse).
Value AttentionGradientParts::buildScoreGradient(Value weights) {
  Type compute = getType({}).getElementType();
  SmallVector<Operand> operands = {{weights, rowsAnd(key)}};
  Value g = op.getCotangent(), ofSums = op.getSumsCotangent();
  if (g) {
    Operand rows = ofRows(g, width), y = ofRows(op.getOutput(), width);
    operands.push_back(
        {contract(rows, ofKeys(op.getValue()), rowsAnd(key), 0, compute),
         rowsAnd(key)});
    operands.push_back({contract(rows, y, rowsAnd(), 0, compute), rowsAnd()});
  }
  if (ofSums)
    operands.push_back(ofRows(ofSums));
  return mapScores(operands, [&](OpBuilder &builder, ValueRange e) {
    Value slope = g ? sub(builder, e[1], e[2]) : Value();
    if (ofSums)
      slope = slope ? add(builder, slope, e.back()) : e.back();
    if (!hidesKeys)
      return mul(builder, e[0], slope);
    // Slopes of a hidden key may be infinite, and 0 times an infinity is NaN.
    Value isHidden = make<arith::CmpFOp>(builder, arith::CmpFPredicate::OEQ,
                                         e[0], literal(builder, 0.0));
    return make<arith::SelectOp>(builder, isHidden, e[0],
                                 mul(builder, e[0], slope));
  });
}

Value AttentionGradientParts::buildMaskGradient(Value scoreGradient) {
  Operand mask = ofMask();
  RankedTensorType type = getTensorType(mask.value);
  Value sum = reduce(getType(type.getShape()), select(width, mask.loops),
                     getLiteral(0.0), scoreGradient, identity(width),
                     [&](OpBuilder &builder, ValueRange e) {
                       return add(builder, e[1], e[0]);
                     });
  Value result = map(type, sum, identity(type.getRank()),
                     [&](OpBuilder &builder, ValueRange e) {
                       return narrow(builder, e[0], type.getElementType());
                     });
  auto reshape = mask.value.getDefiningOp<tensor::CollapseShapeOp>();
  bool isReshaped = reshape && reshape.getResult() != op.getMask();
  if (isReshaped)
    result = tensor::ExpandShapeOp::create(builder, getLoc(),
                                           reshape.getSrcType(), result,
                                           reshape.getReassociationIndices());
  RankedTensorType whole = getTensorType(op.getMask());
  return result.getType() == whole ? result : joinHeads(result, whole);
}

SmallVector<Value> AttentionGradientParts::build() {
  Type element = getElementTypeOrSelf(op.getQuery());
  int64_t d = getTensorType(op.getQuery()).getDimSize(3);
  int64_t w = getTensorType(op.getValue()).getDimSize(3);
  SmallVector<int64_t> keyLoops = {0, 1, key, width};
  Value weights = buildWeights();
  Value scoreGradient = buildScoreGradient(weights);
  Operand scores = narrowScores(scoreGradient);
  SmallVector<Value> results = {
      joinHeads(contract(scores, ofKeys(op.getKey()), rowsAnd(width), d,
                         element, scale),
                getTensorType(op.getQuery())),
      contract(scores, ofRows(op.getQuery(), width), keyLoops, d, element,
               scale)};
  if (op.getCotangent())
    results.push_back(contract(narrowScores(weights),
                               ofRows(op.getCotangent(), width), keyLoops, w,
                               element));
  else
    results.push_back(
        fill(getTensorType(op.getValue()), builder.getZeroAttr(element)));
  if (op.getMaskGradient())
    results.push_back(buildMaskGradient(scoreGradient));
  return results;
}

SmallVector<Value> AttentionGradientOp::lowerToLinalg(OpBuilder &builder) {
  return AttentionGradientParts(*this, builder).build();
}
