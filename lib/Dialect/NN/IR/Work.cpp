// Work.cpp: what one execution of each op costs
//
// What the interpreter counts (--sbp-check-work). Counted as linalg ops are:
// one for each arithmetic op on scalars, whatever it takes, so that an op and
// its parts have comparable prices.

#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

static double countElements(Value value) {
  return cast<RankedTensorType>(value.getType()).getNumElements();
}

/// Finding the place of a row: is it there, and where?
static constexpr double kRowFlops = 2;

/// Only the rows that it takes: never the table.
OpWork GatherOp::getWork() {
  OpWork work = makeWork(*this, OpWork::Traffic::Whole, /*writes=*/true);
  work.reads[0] = OpWork::Traffic::AsResult;
  return work;
}

/// `flops` for each element of the updates; of the table only what they name.
template <typename Op> static OpWork getScatterWork(Op op, double flops) {
  enum { Init, Indices, Updates };
  OpWork work = makeStreamingWork(op, Updates, flops);
  work.reads[Init] = OpWork::Traffic::None;
  work.fills[0] = isFreshInit(op.getOperand(Init));
  work.writes[0] = !work.fills[0];
  // A row finds its place, however wide it is and wherever the table is cut.
  auto init = cast<RankedTensorType>(op.getInit().getType());
  double width = 1;
  OpWork::Part &places = work.parts.emplace_back();
  auto axis = static_cast<int64_t>(op.getAxis());
  for (int64_t dim = axis; dim < init.getRank(); ++dim) {
    places.undividedBy.push_back(dim); // a factor for each dim of the table
    width *= dim == axis ? 1 : init.getDimSize(dim);
  }
  double elements = countElements(op.getUpdates());
  places.flops = elements == 0 ? 0 : kRowFlops * elements / width;
  places.kind = WorkClass::Order;
  return work;
}

OpWork ScatterAddOp::getWork() { return getScatterWork(*this, 1); }

OpWork ScatterOp::getWork() { return getScatterWork(*this, 0); }

OpWork LayerNormOp::getWork() { return makeStreamingWork(*this, 0, 13); }

OpWork RMSNormOp::getWork() { return makeStreamingWork(*this, 0, 7); }

/// Eight operations per element, one of which is an exponential.
OpWork CrossEntropyOp::getWork() {
  OpWork work = makeStreamingWork(*this, 0, 7);
  work.parts[0].flops += 3 * countElements(getLoss());
  OpWork::Part &exponentials = work.parts.emplace_back();
  exponentials.flops = countElements(getOperand(0));
  exponentials.kind = WorkClass::Functions;
  return work;
}

/// Two passes, each a reduction; numbers may be NaN.
OpWork ArgmaxOp::getWork() {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(getInput()));
  OpWork work = makeStreamingWork(*this, 0, isFloat ? 9 : 5);
  work.parts[0].kind = WorkClass::Rows;
  return work;
}

/// Putting an element in its place: compare, two selections, a move.
static constexpr double kPlaceFlops = 4;

/// So many rows take their steps together, one in each lane of a vector.
static constexpr int kRowsTogether = 16;

/// Returns the expected insertion steps over the `k` places of the best of `n`
/// elements, for `kRowsTogether` rows in random order. Element j of a row is
/// among the r best so far with probability r / j, and the steps of one row are
/// steps of all.
static double countSteps(double n, double k) {
  double steps = 0, stride = 1;
  for (double j = 1; j <= n; j += stride) {
    stride = std::min(std::max(1.0, std::floor(j / 32)), n - j + 1);
    for (double r = 1; r <= std::min(k, j); ++r)
      steps += stride * (1 - std::pow(1 - r / j, kRowsTogether));
  }
  return steps;
}

/// A comparison with the least of the chosen; what enters takes its place. Of
/// long rows and large k, k (1 + ln(n / k)) of n elements enter, one by one.
OpWork TopKOp::getWork() {
  OpWork work = makeStreamingWork(*this, 0, 1);
  auto input = cast<RankedTensorType>(getInput().getType());
  double n = std::max<int64_t>(1, input.getDimSize(getAxis()));
  double k = std::min(n, static_cast<double>(getK()));
  constexpr double longest = 2048, mostChosen = 96;
  double steps = n <= longest && k <= mostChosen
                     ? countSteps(n, k) / kRowsTogether
                     : std::min(n, k * (1 + std::log(n / k)));
  // Each element of a long row is compared with the least chosen one.
  double compared = n <= longest ? 0 : n;
  OpWork::Part &part = work.parts.emplace_back();
  part.flops = (kPlaceFlops * steps + compared) * (input.getNumElements() / n);
  part.kind = WorkClass::Order;
  // Buffers hold all keys of one row and the candidates.
  work.held.emplace_back().bytes = 8 * (n + std::min(3 * k + 64, n) + 16);
  work.held.back().undividedBy =
      llvm::to_vector(llvm::seq<unsigned>(0, input.getRank()));
  return work;
}

/// By merging: each level reads and writes values and indices.
OpWork SortOp::getWork() {
  auto input = cast<RankedTensorType>(getInput().getType());
  double levels =
      llvm::Log2_64_Ceil(std::max<int64_t>(2, input.getDimSize(getAxis())));
  OpWork work = makeStreamingWork(*this, 0, kPlaceFlops * levels);
  work.parts[0].kind = WorkClass::Order;
  // Runs go from one pair of buffers to another and back.
  work.held.emplace_back().bytes =
      input.getNumElements() * (2 * getElementBytes(getInput().getType()) +
                                getElementBytes(getIndices().getType()));
  work.parts[0].scratchBytes = 2 * levels * input.getNumElements() *
                               (getElementBytes(getInput().getType()) +
                                getElementBytes(getIndices().getType()));
  return work;
}

/// Along the last dim each sum waits for the one before it; along another, rows
/// are added to rows.
OpWork CumsumOp::getWork() {
  OpWork work = makeStreamingWork(*this, 0, 1);
  auto input = cast<RankedTensorType>(getInput().getType());
  if (static_cast<int64_t>(getAxis()) + 1 == input.getRank()) {
    OpWork::Part &waits = work.parts.emplace_back();
    waits.flops = input.getNumElements();
    waits.kind = WorkClass::Order;
  }
  return work;
}

OpWork BlockSumOp::getWork() { return makeStreamingWork(*this, 0, 1); }

/// Ten rounds of Philox give four words, and a word becomes a number.
OpWork RandomOp::getWork() {
  OpWork work = makeWork(*this, OpWork::Traffic::None, /*writes=*/true);
  work.parts.emplace_back().flops = 40 * countElements(getResult());
  return work;
}
