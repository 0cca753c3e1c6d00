// MemoryLayerOps.cpp: bag, row_dot and add_outer, evaluated term by term
//
// The three ops sum the same terms, table * scores * outside, over different
// indices: bag into outside, row_dot into scores, add_outer into the table.

#include "TrilinearTerms.h"

using namespace mlir;

namespace sbp {
namespace {

TensorValue makeZeros(Value result) {
  auto type = cast<RankedTensorType>(result.getType());
  TensorValue zeros(type.getShape(), type.getElementType());
  for (int64_t i = 0; i < zeros.size(); ++i)
    zeros[i] = makeFloat(0.0);
  return zeros;
}

OpResult evaluateBag(Operation *op, ArrayRef<RuntimeValue> operands,
                     Frame &frame) {
  auto bag = cast<memory_layer::BagOp>(op);
  const TensorValue &values = *operands[0], &scores = *operands[2];
  Terms terms = makeTerms(op, values, *operands[1],
                          bag.getSegment() ? &*operands[3] : nullptr,
                          bag.getResult(), bag.getDropOutside(), frame);
  Sums sums(makeZeros(bag.getResult()), {bag.getValues(), bag.getScores()},
            frame);
  return sums.finish(terms.forEach([&](const Term &term) {
    sums.add(term.outside, Sums::read(scores, term.scores),
             Sums::read(values, term.table));
  }));
}

OpResult evaluateRowDot(Operation *op, ArrayRef<RuntimeValue> operands,
                        Frame &frame) {
  auto dot = cast<memory_layer::RowDotOp>(op);
  const TensorValue &values = *operands[0], &z = *operands[2];
  Terms terms = makeTerms(op, values, *operands[1],
                          dot.getSegment() ? &*operands[3] : nullptr,
                          dot.getZ(), dot.getDropOutside(), frame);
  Sums sums(makeZeros(dot.getResult()), {dot.getValues(), dot.getZ()}, frame);
  return sums.finish(terms.forEach([&](const Term &term) {
    sums.add(term.scores, Sums::read(z, term.outside),
             Sums::read(values, term.table));
  }));
}

OpResult evaluateAddOuter(Operation *op, ArrayRef<RuntimeValue> operands,
                          Frame &frame) {
  auto outer = cast<memory_layer::AddOuterOp>(op);
  const TensorValue &scores = *operands[2], &z = *operands[3];
  Terms terms = makeTerms(op, *operands[0], *operands[1],
                          outer.getSegment() ? &*operands[4] : nullptr,
                          outer.getZ(), outer.getDropOutside(), frame);
  Sums sums(*operands[0], {outer.getInit(), outer.getScores(), outer.getZ()},
            frame);
  return sums.finish(terms.forEach([&](const Term &term) {
    sums.add(term.table, Sums::read(scores, term.scores),
             Sums::read(z, term.outside));
  }));
}

} // namespace

void addMemoryLayerOps(OpTable &table) {
  table["memory_layer.bag"] = evaluateBag;
  table["memory_layer.row_dot"] = evaluateRowDot;
  table["memory_layer.add_outer"] = evaluateAddOuter;
  addTuckerOps(table);
  addUpdateOps(table);
}

} // namespace sbp
