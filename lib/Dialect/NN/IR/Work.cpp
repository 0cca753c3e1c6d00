// Work.cpp: what one execution of each op costs
//
// Counted as linalg ops are: one for each arithmetic op on scalars, whatever it
// takes, so that an op and its parts have comparable prices.

#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

static double countElements(Value value) {
  return cast<RankedTensorType>(value.getType()).getNumElements();
}

/// Only the rows that it takes: never the table.
OpWork GatherOp::getWork() {
  OpWork work = makeWork(*this, OpWork::Traffic::Whole, /*writes=*/true);
  work.reads[0] = OpWork::Traffic::AsResult;
  return work;
}

OpWork ScatterAddOp::getWork() {
  enum { Init, Indices, Updates };
  OpWork work = makeStreamingWork(*this, Updates, 1);
  work.reads[Init] = OpWork::Traffic::None;
  return work;
}

OpWork LayerNormOp::getWork() { return makeStreamingWork(*this, 0, 8); }

OpWork RMSNormOp::getWork() { return makeStreamingWork(*this, 0, 5); }

OpWork CrossEntropyOp::getWork() { return makeStreamingWork(*this, 0, 5); }

OpWork ArgmaxOp::getWork() { return makeStreamingWork(*this, 0, 2); }

/// A comparison with the least of the chosen; few elements enter.
OpWork TopKOp::getWork() { return makeStreamingWork(*this, 0, 2); }

/// By merging: each level reads and writes values and indices.
OpWork SortOp::getWork() {
  auto input = cast<RankedTensorType>(getInput().getType());
  double levels =
      llvm::Log2_64_Ceil(std::max<int64_t>(2, input.getDimSize(getAxis())));
  OpWork work = makeStreamingWork(*this, 0, 4 * levels);
  work.parts[0].scratchBytes = 2 * levels * input.getNumElements() *
                               (getElementBytes(getInput().getType()) +
                                getElementBytes(getIndices().getType()));
  return work;
}

OpWork CumsumOp::getWork() { return makeStreamingWork(*this, 0, 1); }

OpWork BlockSumOp::getWork() { return makeStreamingWork(*this, 0, 1); }

/// Ten rounds of Philox give four words, and a word becomes a number.
OpWork RandomOp::getWork() {
  OpWork work = makeWork(*this, OpWork::Traffic::None, /*writes=*/true);
  work.parts.push_back({40 * countElements(getResult()), 0, {}});
  return work;
}

/// Two products and the softmax between them, of which nothing is stored. The
/// first product does not shrink where the width of the value is split. Heads
/// count, not their groups, where both are factors.
OpWork AttentionOp::getWork() {
  enum { Batch, Groups, Queries, Keys, Width, ValueWidth, Heads };
  OpWork work = makeWork(*this, OpWork::Traffic::Whole, /*writes=*/true);
  for (unsigned i = 0; i < getNumOperands(); ++i)
    if (getOperand(i).getType().isIndex())
      work.reads[i] = OpWork::Traffic::None;
  double width = cast<RankedTensorType>(getQuery().getType()).getDimSize(3);
  double keys = cast<RankedTensorType>(getKey().getType()).getDimSize(2);
  double scores = countElements(getLogSumExp()) * keys;
  double perScore = 5 + (getMask() ? 1 : 0) + (getCausal() ? 2 : 0);
  work.parts.push_back({scores * (2 * width + perScore), 0, {ValueWidth}});
  work.parts.push_back({2 * countElements(getResult()) * keys, 0, {}});
  if (getNumSharedHeads() > 1)
    for (OpWork::Part &part : work.parts)
      part.undividedBy.push_back(Groups);
  return work;
}
