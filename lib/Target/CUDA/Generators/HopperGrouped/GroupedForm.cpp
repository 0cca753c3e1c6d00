// GroupedForm.cpp: the sizes and factors of nn.grouped_product
#include "GroupedForm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

static constexpr int64_t kFactorBytes = 2;

GroupedForm::GroupedForm(nn::GroupedProductOp op)
    : op(op), element(getElementTypeOrSelf(op.getX())),
      rows(getTensorType(op.getResult()).getDimSize(0)),
      inner(getTensorType(op.getX()).getDimSize(1)),
      columns(getTensorType(op.getResult()).getDimSize(1)),
      groups(getTensorType(op.getWeights()).getDimSize(0)) {}

bool GroupedForm::isSupported() const {
  if (!element.isBF16() && !element.isF16())
    return false;
  return llvm::all_of(
      std::array{rows, inner, columns, groups},
      [](int64_t extent) { return extent != 0 && extent <= INT32_MAX / 4; });
}

bool GroupedForm::findFactor(
    unsigned number, GroupedFactor &factor,
    llvm::function_ref<bool(const FactorLayout &)> takes) const {
  Nest batch, outer, k;
  batch.add(0, number ? groups : 1);
  outer.add(1, number ? columns : rows);
  k.add(2, inner);
  bool isKMajor = number == 0 || nn::GroupedProductOp(op).getTransposed();
  factor.access.coefficients = {number ? inner * columns : 0,
                                isKMajor ? inner : 1, isKMajor ? 1 : columns};
  auto layout = FactorLayout::find(factor.access, outer, k, batch);
  if (layout && takes(*layout))
    return true;
  auto &packing = factor.source.packing.emplace(factor.access, outer, k, batch,
                                                Float32::Exact);
  return takes(packing.getLayout());
}

double GroupedForm::countBytes() const {
  return kFactorBytes * (double(rows) * double(inner + columns) +
                         double(groups) * double(inner * columns));
}

GroupTable::Sizes GroupedForm::getSizes(int64_t tileRows) const {
  int64_t bounds =
      getTensorType(nn::GroupedProductOp(op).getBounds()).getDimSize(0);
  return {rows, groups, bounds - groups, tileRows};
}

void GroupedForm::storeOtherRows(KernelBuilder &kb, FragmentBuilder &h,
                                 GroupTable &table, Value block,
                                 int64_t numBlocks, int64_t threads) const {
  Value result = nn::GroupedProductOp(op).getResult();
  Value end = table.getFirstRow(h.constant(0)),
        begin = table.getFirstRow(h.constant(groups));
  Value count = h.add(end, h.sub(h.constant(rows), begin));
  int64_t width = columns % 8 ? 1 : 8, step = width * threads;
  SmallVector<Value> zeros(size_t(width), kb.zero(element));
  h.forEach(block, count, numBlocks, {}, [&](Value number, ValueRange) {
    Value isBefore = arith::CmpIOp::create(
        kb.builder, arith::CmpIPredicate::ult, number, end);
    Value row = h.select(isBefore, number, h.add(begin, h.sub(number, end)));
    Value at = kb.mul(kb.toOffset(row), columns);
    kb.forLoop(kb.mul(kb.threadId(), width), kb.constant(columns), step, {},
               [&](Value column, ValueRange) {
                 kb.storeVector(zeros, result, kb.add(at, column),
                                /*isAligned=*/true);
                 return SmallVector<Value>();
               });
    return Registers();
  });
}
