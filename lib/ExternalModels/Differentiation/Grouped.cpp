// Grouped.cpp: adjoints of products of groups of rows
//
// Both ops are derivatives of one trilinear form, the sum over groups e, rows t
// of e, k and n of x[t, k] w[e, k, n] y[t, n]: grouped_product by y or x,
// grouped_outer by w. So the adjoint of each is made of both.

#include "Models.h"
#include "NNAdjoint.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;
using namespace sbp;

namespace {

struct GroupedProductAdjoint
    : NNAdjoint<GroupedProductAdjoint, nn::GroupedProductOp> {
  static void build(nn::GroupedProductOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = nn::GroupedProductOp::create(
          builder, loc, op.getX().getType(), g, op.getWeights(), op.getBounds(),
          /*transposed=*/!op.getTransposed());
    if (!needed.test(1))
      return;
    Value rows = op.getX(), columns = g;
    if (op.getTransposed())
      std::swap(rows, columns);
    result[1] = nn::GroupedOuterOp::create(
        builder, loc, op.getWeights().getType(), rows, columns, op.getBounds());
  }
};

struct GroupedOuterAdjoint
    : NNAdjoint<GroupedOuterAdjoint, nn::GroupedOuterOp> {
  static void build(nn::GroupedOuterOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = nn::GroupedProductOp::create(
          builder, loc, op.getX().getType(), op.getY(), g, op.getBounds(),
          /*transposed=*/true);
    if (needed.test(1))
      result[1] = nn::GroupedProductOp::create(
          builder, loc, op.getY().getType(), op.getX(), g, op.getBounds(),
          /*transposed=*/false);
  }
};

} // namespace

void sbp::attachGroupedAdjoints(MLIRContext *context) {
  nn::GroupedProductOp::attachInterface<GroupedProductAdjoint>(*context);
  nn::GroupedOuterOp::attachInterface<GroupedOuterAdjoint>(*context);
}
