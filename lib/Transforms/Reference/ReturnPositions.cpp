// ReturnPositions.cpp: adds computed indices to the results of a reference
//
// A comparison can then report an index that is out of bounds in the reference
// itself, which a clamped read would hide.

#include "Boundary.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Analysis/Defined/IndexBounds.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_RETURNPOSITIONSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {
struct ReturnPositionsPass
    : sbp::impl::ReturnPositionsPassBase<ReturnPositionsPass> {
  void runOnOperation() override;
};

/// A computed index, the op that reads with it, and the bound it must stay
/// under.
struct Position {
  Operation *op;
  Value value;
  int64_t bound;
};
} // namespace

static void addPosition(func::FuncOp entry, OpBuilder &builder,
                        const Position &position) {
  Value value = position.value;
  Location loc = position.op->getLoc();
  // Results are tensors: a scalar index is returned as tensor<i64>.
  if (value.getType().isIndex())
    value = tensor::FromElementsOp::create(
        builder, loc, RankedTensorType::get({}, builder.getI64Type()),
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value)
            .getResult());
  auto name = builder.getStringAttr(position.op->getName().getStringRef());
  unsigned result = addBoundary(entry, value, name, loc);
  entry.setResultAttr(result, LocalProgram::kIndexBoundAttr,
                      builder.getI64IntegerAttr(position.bound));
}

void ReturnPositionsPass::runOnOperation() {
  func::FuncOp entry = getOperation();
  if (entry.isDeclaration())
    return;
  std::vector<Position> found;
  forEachPosition(entry, [&](Operation *op, Value value, int64_t bound) {
    if (!matchPattern(value, m_Constant()))
      found.push_back({op, value, bound});
  });
  OpBuilder builder(entry.front().getTerminator());
  for (const Position &position : found)
    addPosition(entry, builder, position);
}
