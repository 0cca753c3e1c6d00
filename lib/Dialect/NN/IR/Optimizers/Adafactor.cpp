// Adafactor.cpp: Adafactor (Shazeer and Stern 2018), as optax.adafactor
//
// The second moment of a matrix is kept as its means over rows and over
// columns: the moment of element (i, j) is rows[i] * columns[j] / mean(rows).
// A parameter of more dimensions is factored over its two largest ones, and one
// whose second largest dimension is below `min-dim-size-to-factor` keeps a
// moment per element. Example: nn.update "adafactor" of a weight of 256 x 128
// becomes two sums of squares, one op on 256 and one on 128 numbers, the sums
// of squares of weight and move, and one op over the elements that makes the
// next weight. Where the weight is split, the sums are partial and reduced.

#include "Updates/OptimizerList.h"
#include "Updates/UpdateBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

// The names are optax's; its weight_decay_rate is `weight-decay`, its eps
// `epsilon`, and 0 stands for its None.
static constexpr OptimizerOption kOptions[] = {
    {"weight-decay", 0},
    {"momentum", 0, 0, 1},
    {"epsilon", 1e-30},
    {"decay-rate", 0.8},
    {"clipping-threshold", 1},
    {"multiply-by-parameter-scale", 1},
    {"min-dim-size-to-factor", 128}};

namespace {
/// The two dimensions of a parameter over which its moment is factored.
struct Factors {
  int64_t row;    ///< the second largest: the one that the moment of rows keeps
  int64_t column; ///< the largest
};

/// The update of one parameter.
class AdafactorUpdate {
public:
  AdafactorUpdate(UpdateBuilder &update, const UpdateOperands &operands,
                  const OptimizerNumbers &numbers);
  SmallVector<Value> run();

private:
  /// Returns a read of a tensor of the shape of the weight without `left`.
  Read read(Value tensor, std::optional<int64_t> left = {}) const;
  /// Returns a read of a number.
  static Read number(Value tensor) { return {tensor, {}}; }
  Value getSquare(OpBuilder &builder, Value gradient) const;
  /// Returns decay * moment + (1 - decay) * value.
  Value average(OpBuilder &builder, Value moment, Value value, Value decay,
                Value share) const;
  /// Appends the next moment, and what the move reads of it: its root, or the
  /// factors of rows and columns.
  void updateMoment();
  void updateFactors(const Factors &factors);
  /// Returns the next value of a factored moment that lacks dimension `left`.
  Value updateMeans(Value state, int64_t left);
  /// Returns the move of an element before it is scaled.
  Value getMove(OpBuilder &builder, ValueRange elements) const;
  /// Returns the factor of the move: the rate, clipped and scaled.
  Value getScale();

  UpdateBuilder &update;
  const UpdateOperands &operands;
  const OptimizerNumbers &numbers;
  RankedTensorType type; ///< of the weight
  std::optional<Factors> factors;
  Value decay, share;          ///< of the moment, and 1 - decay
  SmallVector<Read> moveReads; ///< what `getMove` reads, the gradient first
  SmallVector<Value> nextStates;
};
} // namespace

/// The two largest dimensions, the later of equal ones as the larger.
static std::optional<Factors> getFactors(const OptimizerNumbers &numbers,
                                         ArrayRef<int64_t> shape) {
  if (shape.size() < 2)
    return std::nullopt;
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
  llvm::stable_sort(dims, [&](int64_t a, int64_t builder) {
    return shape[a] < shape[builder];
  });
  Factors factors = {dims[dims.size() - 2], dims.back()};
  if (shape[factors.row] < numbers["min-dim-size-to-factor"])
    return std::nullopt;
  return factors;
}

static SmallVector<int64_t> getOthers(int64_t rank, int64_t left) {
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  dims.erase(dims.begin() + left);
  return dims;
}

static SmallVector<OptimizerState> getStates(const OptimizerNumbers &numbers,
                                             RankedTensorType weight) {
  SmallVector<OptimizerState> states;
  if (auto factors = getFactors(numbers, weight.getShape())) {
    int64_t rank = weight.getRank();
    states.push_back({".rows", getOthers(rank, factors->column)});
    states.push_back({".columns", getOthers(rank, factors->row)});
  } else {
    states.push_back(OptimizerState::like(".square", weight));
  }
  if (numbers["momentum"] != 0)
    states.push_back(OptimizerState::like(".velocity", weight));
  return states;
}

AdafactorUpdate::AdafactorUpdate(UpdateBuilder &update,
                                 const UpdateOperands &operands,
                                 const OptimizerNumbers &numbers)
    : update(update), operands(operands), numbers(numbers),
      type(cast<RankedTensorType>(operands.weight.getType())),
      factors(getFactors(numbers, type.getShape())) {
  SmallVector<Value> decays = update.getNumbers(
      2, operands.step,
      [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
        Value power = update.make<math::PowFOp>(
            builder, update.toDouble(builder, elements[0]),
            update.getDouble(builder, -numbers["decay-rate"]));
        return {update.sub(builder, update.getDouble(builder, 1.0), power),
                power};
      });
  decay = decays[0];
  share = decays[1];
  moveReads = {read(operands.gradient)};
}

Read AdafactorUpdate::read(Value tensor, std::optional<int64_t> left) const {
  int64_t rank = type.getRank();
  return {tensor, left ? getOthers(rank, *left)
                       : llvm::to_vector(llvm::seq<int64_t>(0, rank))};
}

Value AdafactorUpdate::getSquare(OpBuilder &builder, Value gradient) const {
  return update.add(builder, update.mul(builder, gradient, gradient),
                    update.literal(builder, numbers["epsilon"]));
}

Value AdafactorUpdate::average(OpBuilder &builder, Value moment, Value value,
                               Value decay, Value share) const {
  return update.add(builder, update.mul(builder, decay, moment),
                    update.mul(builder, share, value));
}

void AdafactorUpdate::updateMoment() {
  Value state = operands.states[0];
  Value next =
      update
          .map({state.getType()}, {state, operands.gradient, decay, share},
               [&](OpBuilder &builder,
                   ValueRange elements) -> SmallVector<Value> {
                 return {average(builder, elements[0],
                                 getSquare(builder, elements[1]), elements[2],
                                 elements[3])};
               })
          .front();
  nextStates.push_back(next);
  moveReads.push_back(read(next));
}

Value AdafactorUpdate::updateMeans(Value state, int64_t left) {
  Value sums = update.sum(
      type.getShape(), getOthers(type.getRank(), left),
      {read(operands.gradient)},
      [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
        return {getSquare(builder, elements[0])};
      });
  double size = type.getDimSize(left);
  return update
      .map({state.getType()}, {state, sums, decay, share},
           [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
             Value mean = update.div(builder, elements[1],
                                     update.literal(builder, size));
             return {
                 average(builder, elements[0], mean, elements[2], elements[3])};
           })
      .front();
}

void AdafactorUpdate::updateFactors(const Factors &factors) {
  Value rows = updateMeans(operands.states[0], factors.column);
  Value columns = updateMeans(operands.states[1], factors.row);
  nextStates = {rows, columns};
  auto rowType = cast<RankedTensorType>(rows.getType());
  int64_t rank = rowType.getRank();
  // The row dimension's position once the column dimension is left out.
  int64_t row = factors.row - (factors.row > factors.column);
  auto all = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  Value total =
      update.sum(rowType.getShape(), getOthers(rank, row), {{rows, all}},
                 [&](OpBuilder &, ValueRange elements) -> SmallVector<Value> {
                   return {elements[0]};
                 });
  auto invert = [&](OpBuilder &builder, Value value) -> SmallVector<Value> {
    return {update.div(builder, update.literal(builder, 1.0),
                       update.make<math::SqrtOp>(builder, value))};
  };
  double size = type.getDimSize(factors.row);
  Type wideRows = update.getType(rowType.getShape());
  Type wideColumns =
      update.getType(cast<RankedTensorType>(columns.getType()).getShape());
  Value rowFactors =
      update
          .map({wideRows}, {{rows, all}, {total, getOthers(rank, row)}},
               [&](OpBuilder &builder, ValueRange elements) {
                 Value mean = update.div(builder, elements[1],
                                         update.literal(builder, size));
                 return invert(builder, update.div(builder, elements[0], mean));
               })
          .front();
  Value columnFactors = update
                            .map({wideColumns}, {columns},
                                 [&](OpBuilder &builder, ValueRange elements) {
                                   return invert(builder, elements[0]);
                                 })
                            .front();
  moveReads.push_back(read(rowFactors, factors.column));
  moveReads.push_back(read(columnFactors, factors.row));
}

Value AdafactorUpdate::getMove(OpBuilder &builder, ValueRange elements) const {
  if (factors)
    return update.mul(builder, update.mul(builder, elements[0], elements[1]),
                      elements[2]);
  return update.div(builder, elements[0],
                    update.make<math::SqrtOp>(builder, elements[1]));
}

Value AdafactorUpdate::getScale() {
  double threshold = numbers["clipping-threshold"];
  bool isScaled = numbers["multiply-by-parameter-scale"] != 0;
  SmallVector<Value> operandsOfScale = {operands.rate};
  if (threshold != 0)
    operandsOfScale.push_back(update.sum(
        type.getShape(), {}, moveReads,
        [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
          Value move = getMove(builder, elements);
          return {update.mul(builder, move, move)};
        }));
  if (isScaled)
    operandsOfScale.push_back(update.sum(
        type.getShape(), {}, {read(operands.weight)},
        [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
          return {update.mul(builder, elements[0], elements[0])};
        }));
  return update
      .getNumbers(
          1, operandsOfScale,
          [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
            auto getMeanRoot = [&](Value squares) {
              Value count = update.getDouble(builder, type.getNumElements());
              return update.make<math::SqrtOp>(
                  builder,
                  update.div(builder, update.toDouble(builder, squares),
                             count));
            };
            auto atLeast = [&](Value value, double bound) {
              return update.make<arith::MaximumFOp>(
                  builder, value, update.getDouble(builder, bound));
            };
            Value scale = update.toDouble(builder, elements[0]);
            if (threshold != 0) {
              Value excess = update.div(builder, getMeanRoot(elements[1]),
                                        update.getDouble(builder, threshold));
              scale = update.div(builder, scale, atLeast(excess, 1.0));
            }
            // The least scale is that of optax's
            // scale_by_param_block_rms.
            if (isScaled)
              scale = update.mul(builder, scale,
                                 atLeast(getMeanRoot(elements.back()), 1e-3));
            return {scale};
          })
      .front();
}

SmallVector<Value> AdafactorUpdate::run() {
  if (factors)
    updateFactors(*factors);
  else
    updateMoment();
  double momentum = numbers["momentum"],
         decayOfWeight = numbers["weight-decay"];
  SmallVector<Read> reads = moveReads;
  reads.append({read(operands.weight), number(getScale())});
  SmallVector<Type> types = {type};
  if (momentum != 0) {
    types.push_back(operands.states.back().getType());
    reads.push_back(read(operands.states.back()));
  }
  size_t numMove = moveReads.size();
  SmallVector<Value> next =
      update.map(types, reads, [&](OpBuilder &builder, ValueRange elements) {
        Value weight = elements[numMove];
        Value move =
            update.mul(builder, getMove(builder, elements.take_front(numMove)),
                       elements[numMove + 1]);
        SmallVector<Value> results;
        if (momentum != 0) {
          move = average(builder, elements.back(), move,
                         update.literal(builder, momentum),
                         update.literal(builder, 1.0 - momentum));
          results.push_back(move);
        }
        if (decayOfWeight != 0)
          move = update.add(builder, move,
                            update.mul(builder, weight,
                                       update.literal(builder, decayOfWeight)));
        results.insert(results.begin(), update.sub(builder, weight, move));
        return results;
      });
  nextStates.insert(nextStates.begin(), next.front());
  nextStates.append(next.begin() + 1, next.end());
  return nextStates;
}

static SmallVector<Value> update(UpdateBuilder &update,
                                 const UpdateOperands &operands,
                                 const OptimizerNumbers &numbers) {
  return AdafactorUpdate(update, operands, numbers).run();
}

namespace sbp::nn {
void registerAdafactor(OptimizerList &list) {
  list.push_back(
      {"adafactor", kOptions, /*countsSteps=*/true, getStates, update});
}
} // namespace sbp::nn
