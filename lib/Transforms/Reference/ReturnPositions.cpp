// ReturnPositions.cpp: positions that a reference computes can be checked

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
