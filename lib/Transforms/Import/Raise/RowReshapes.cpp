// RowReshapes.cpp: reshapes of gathered rows as reshapes of their numbers

#include "RowReshapes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;

namespace {
/// An expand_shape or collapse_shape.
struct Reshape {
  Value source, result;
  SmallVector<ReassociationIndices> groups; ///< of the side with more dims
  bool expands;

  static std::optional<Reshape> match(Operation *op) {
    if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
      return Reshape{expand.getSrc(), expand.getResult(),
                     expand.getReassociationIndices(), true};
    if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op))
      return Reshape{collapse.getSrc(), collapse.getResult(),
                     collapse.getReassociationIndices(), false};
    return std::nullopt;
  }

  /// Drops the last `columns` dims, if they are left alone and there are
  /// others.
  bool dropColumns(int64_t columns) {
    if (static_cast<int64_t>(groups.size()) <= columns ||
        llvm::any_of(ArrayRef(groups).take_back(columns),
                     [](auto &group) { return group.size() != 1; }))
      return false;
    groups.truncate(groups.size() - columns);
    return true;
  }
};
} // namespace

static Value reshape(OpBuilder &builder, Value value, ArrayRef<int64_t> shape,
                     ArrayRef<ReassociationIndices> groups, bool expands) {
  Location loc = value.getLoc();
  auto type =
      RankedTensorType::get(shape, getTensorType(value).getElementType());
  if (expands)
    return tensor::ExpandShapeOp::create(builder, loc, type, value, groups);
  return tensor::CollapseShapeOp::create(builder, loc, type, value, groups);
}

nn::GatherOp sbp::gatherReshaped(nn::GatherOp gather, Operation *op) {
  std::optional<Reshape> found = Reshape::match(op);
  int64_t columns = getTensorType(gather.getData()).getRank() - 1;
  if (!found || !found->dropColumns(columns))
    return {};
  OpBuilder builder(op);
  ArrayRef<int64_t> shape = getTensorType(found->result).getShape();
  Value indices =
      reshape(builder, gather.getIndices(), shape.drop_back(columns),
              found->groups, found->expands);
  auto clone = cast<nn::GatherOp>(builder.clone(*gather));
  clone.getIndicesMutable().assign(indices);
  clone->getResult(0).setType(getTensorType(found->result));
  return clone;
}

AddedRows sbp::peelReshapes(OpBuilder &builder, AddedRows rows,
                            int64_t columns) {
  while (auto found = Reshape::match(rows.updates.getDefiningOp())) {
    if (!rows.updates.hasOneUse() || !found->dropColumns(columns))
      break;
    rows.indices =
        reshape(builder, rows.indices,
                getTensorType(found->source).getShape().drop_back(columns),
                found->groups, !found->expands);
    rows.updates = found->source;
  }
  return rows;
}

Value sbp::addUnitDims(OpBuilder &builder, Value indices, int64_t count) {
  SmallVector<int64_t> shape(getTensorType(indices).getShape());
  if (count == 0)
    return indices;
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < static_cast<int64_t>(shape.size()); ++dim)
    groups.push_back({dim});
  for (int64_t i = 0; i < count; ++i) {
    if (!groups.empty())
      groups.back().push_back(shape.size());
    shape.push_back(1);
  }
  return reshape(builder, indices, shape, groups, /*expands=*/true);
}
