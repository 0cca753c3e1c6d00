// UpdateOps.cpp: memory_layer.update, row by row
//
// Gradients of a row are summed over the slots that name it, then one optimizer
// step is applied to each of these rows only: lazy Adam (Kingma and Ba 2015,
// applied sparsely) or row-wise Adagrad (Duchi et al. 2011).

#include "TrilinearTerms.h"
#include <cmath>
#include <map>

using namespace mlir;

namespace sbp {
namespace {

/// Gradients of the named rows, indexed by row.
struct RowGradients {
  std::map<int64_t, std::vector<double>> rows;
  int64_t columns;
  Rounding rounding;

  void add(const Term &term, ArrayRef<int64_t> shape, double s, double z) {
    std::vector<double> &row =
        rows.try_emplace(term.table[0], columns, 0.0).first->second;
    int64_t column = 0;
    for (size_t dim = 1; dim < term.table.size(); ++dim)
      column = column * shape[dim] + term.table[dim];
    row[column] = roundTo(rounding, row[column] + roundTo(rounding, s * z));
  }
};

/// One element of lazy Adam; `rate` includes the bias correction.
struct AdamStep {
  double share1, share2, epsilon, rate;
  Rounding rounding;

  double moveTo(double old, double target, double share) const {
    return roundTo(rounding, old + roundTo(rounding, (target - old) * share));
  }
  void apply(Scalar &value, Scalar &mean, Scalar &square, double g) const {
    mean.f = moveTo(mean.f, g, share1);
    square.f = moveTo(square.f, roundTo(rounding, g * g), share2);
    double scale = roundTo(rounding, std::sqrt(square.f)) + epsilon;
    value.f -= rate * (mean.f / roundTo(rounding, scale));
  }
};

/// Returns the rate with Adam's bias correction sqrt(1 - beta2^t) / (1 -
/// beta1^t).
double correctRate(memory_layer::UpdateOp op, double rate, int64_t step) {
  if (op.getOptimizer() != memory_layer::Optimizer::LazyAdam)
    return rate;
  auto complement = [&](std::optional<APFloat> beta, double usual) {
    double base = beta ? beta->convertToDouble() : usual;
    return 1 - std::pow(base, static_cast<double>(std::max<int64_t>(step, 1)));
  };
  return rate * std::sqrt(complement(op.getBeta2(), 0.999)) /
         complement(op.getBeta1(), 0.9);
}

/// One update: its operands, and the results that it changes row by row.
class UpdateEvaluation {
public:
  UpdateEvaluation(memory_layer::UpdateOp op, ArrayRef<RuntimeValue> operands,
                   const Frame &frame)
      : op(op), operands(operands), float64(frame.getOptions().float64),
        first(op.getRowsMutable().getOperandNumber()),
        epsilon(op.getEpsilon().convertToDouble()),
        rounding(Sums(*operands[0], {op.getTable(), op.getScores(), op.getZ()},
                      frame)
                     .rounding) {
    for (unsigned i : op.getUpdatedOperands())
      results.push_back(*operands[i]);
    rate = roundTo(rounding, correctRate(op, (*operands[first + 3])[0].f,
                                         (*operands[first + 4])[0].i));
  }

  OpResult run(Frame &frame) {
    ArrayRef<int64_t> shape = operands[0]->getShape();
    Terms terms = makeTerms(op, *operands[0], *operands[first],
                            op.getSegment() ? &*operands.back() : nullptr,
                            op.getZ(), op.getDropOutside(), frame);
    RowGradients gradients{
        {}, ShapedType::getNumElements(shape.drop_front()), rounding};
    if (failed(terms.forEach([&](const Term &term) {
          gradients.add(term, shape,
                        Sums::read(*operands[first + 1], term.scores),
                        Sums::read(*operands[first + 2], term.outside));
        })))
      return failure();
    for (auto &[row, gradient] : gradients.rows) {
      if (op.getOptimizer() == memory_layer::Optimizer::LazyAdam)
        applyAdam(row, gradient);
      else
        applyAdagrad(row, gradient);
      roundRow(row, gradients.columns);
    }
    RuntimeValues values;
    for (TensorValue &result : results)
      values.push_back(std::move(result));
    return values;
  }

private:
  void applyAdam(int64_t row, ArrayRef<double> gradient) {
    auto share = [](std::optional<APFloat> beta, double usual) {
      return 1 - (beta ? beta->convertToDouble() : usual);
    };
    AdamStep adam{share(op.getBeta1(), 0.9), share(op.getBeta2(), 0.999),
                  epsilon, rate, rounding};
    int64_t at = row * static_cast<int64_t>(gradient.size());
    for (double g : gradient) {
      adam.apply(results[0][at], results[1][at], results[2][at], g);
      ++at;
    }
  }
  // Row-wise Adagrad has one accumulator per row: the mean of the squares.
  void applyAdagrad(int64_t row, ArrayRef<double> gradient) {
    double squares = 0;
    for (double g : gradient)
      squares += g * g;
    double mean =
        roundTo(rounding, squares) / static_cast<double>(gradient.size());
    Scalar &state = results[1][row];
    state.f = roundTo(rounding, state.f + mean); // May overflow f32.
    double factor = rate / (std::sqrt(state.f) + epsilon);
    int64_t at = row * static_cast<int64_t>(gradient.size());
    for (double g : gradient)
      results[0][at++].f -= factor * g;
  }
  /// Rounds the changed row of every result to its type.
  void roundRow(int64_t row, int64_t columns) {
    for (TensorValue &result : results) {
      Rounding last = getRounding(result.getElementType(), float64);
      int64_t width = result.getShape().size() == 1 ? 1 : columns;
      for (int64_t at = row * width; at < (row + 1) * width; ++at)
        result[at].f = roundTo(last, result[at].f);
    }
  }

  memory_layer::UpdateOp op;
  ArrayRef<RuntimeValue> operands;
  bool float64;
  unsigned first; ///< operand index of rows; scores, z, rate, step follow
  double epsilon, rate = 0;
  Rounding rounding;
  std::vector<TensorValue> results;
};

OpResult evaluateUpdate(Operation *op, ArrayRef<RuntimeValue> operands,
                        Frame &frame) {
  countDifferent(frame);
  return UpdateEvaluation(cast<memory_layer::UpdateOp>(op), operands, frame)
      .run(frame);
}

} // namespace

void addUpdateOps(OpTable &table) {
  table["memory_layer.update"] = evaluateUpdate;
}

} // namespace sbp
