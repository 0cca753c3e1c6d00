// RegisterRows.cpp: rows whose values stay in registers
//
// Thread t of a row holds columns (c * threadsPerRow + t) * V to ... + V - 1 of
// chunk c. Columns beyond the row's end are computed from column 0 and not
// summed.
#include "RegisterRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

void RegisterRows::setColumns() {
  KernelBuilder &builder = *kernel;
  for (int64_t c = 0; c < chunks; ++c) {
    Value column = builder.mul(
        builder.add(threadInRow, builder.constant(c * threadsPerRow)),
        vectorWidth);
    isInside.push_back(builder.isLess(column, group.columns));
    columns.push_back(isRagged ? arith::SelectOp::create(builder.builder,
                                                         isInside[c], column,
                                                         builder.constant(0))
                                     .getResult()
                               : column);
  }
}

/// Returns the vectors of an operand: computed, loaded before, or loaded now.
RegisterRows::Chunks RegisterRows::fetch(linalg::GenericOp op,
                                         OpOperand &operand) {
  if (!isRead(op, operand))
    return {Values()};
  if (auto known = made.find(operand.get()); known != made.end())
    return known->second;
  Key key = getKey(op, operand);
  auto [known, isNew] = loaded.try_emplace(key, Chunks());
  Chunks &values = known->second;
  if (!isNew)
    return values;
  for (int64_t c = 0; c < (isScalar(op, operand) ? 1 : chunks); ++c)
    values.push_back(loadInput(op, operand, key, columns[c]));
  return values;
}

SmallVector<RowKernel::Values> RegisterRows::getInputs(ArrayRef<Chunks> inputs,
                                                       int64_t chunk) const {
  return llvm::map_to_vector(inputs, [&](const Chunks &input) {
    return input.size() == 1 ? input[0] : input[chunk];
  });
}

void RegisterRows::evaluateOp(linalg::GenericOp op) {
  SmallVector<Chunks> inputs;
  for (OpOperand *input : op.getDpsInputOperands())
    inputs.push_back(fetch(op, *input));
  Chunks &results = made[op->getResult(0)];
  if (op.getNumReductionLoops()) {
    Values sums(vectorWidth, createNeutral(op));
    for (int64_t c = 0; c < chunks; ++c) {
      Values next = evaluate(op, getInputs(inputs, c), columns[c], sums);
      for (auto [sum, value] : llvm::zip_equal(sums, next))
        // Columns beyond the row's end must not contribute to the sum.
        sum = isRagged ? arith::SelectOp::create(kernel->builder, isInside[c],
                                                 value, sum)
                             .getResult()
                       : value;
    }
    results.push_back({reduceLanes(op, sums)});
  } else if (isScalar(op)) {
    results.push_back({evaluateScalar(op, getInputs(inputs, 0))});
  } else {
    for (int64_t c = 0; c < chunks; ++c)
      results.push_back(evaluate(op, getInputs(inputs, c), columns[c]));
  }
}

void RegisterRows::writeAll() {
  KernelBuilder &builder = *kernel;
  for (linalg::GenericOp op : group.members) {
    if (!llvm::is_contained(written, op->getResult(0)))
      continue;
    const Chunks &values = made[op->getResult(0)];
    if (isScalar(op)) {
      writeScalar(op, values[0][0]);
      continue;
    }
    for (int64_t c = 0; c < chunks; ++c) {
      Value condition = isActive;
      if (isRagged)
        condition =
            arith::AndIOp::create(builder.builder, isActive, isInside[c]);
      builder.ifThen(condition,
                     [&] { writeVector(op, values[c], columns[c]); });
    }
  }
}
