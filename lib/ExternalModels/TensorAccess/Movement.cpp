// Movement.cpp: ops that hand elements on, and ops that write pieces

#include "Models.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/TensorInterfaces.h"

using namespace mlir;
using namespace sbp;

namespace {

template <typename Op, bool keeps>
struct MovingModel
    : MovingOpInterface::ExternalModel<MovingModel<Op, keeps>, Op> {
  bool keepsElements(Operation *) const { return keeps; }
};

struct SlicePieceModel
    : PieceOpInterface::ExternalModel<SlicePieceModel, tensor::InsertSliceOp> {
  PieceSlice getPieceSlice(Operation *op) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    return {slice.getMixedOffsets(), slice.getMixedSizes(),
            slice.getMixedStrides()};
  }
  OpOperand *getPieceSource(Operation *op) const {
    return &cast<tensor::InsertSliceOp>(op).getSourceMutable();
  }
};

struct ElementPieceModel
    : PieceOpInterface::ExternalModel<ElementPieceModel, tensor::InsertOp> {
  PieceSlice getPieceSlice(Operation *op) const {
    PieceSlice place;
    place.offsets = getAsOpFoldResult(cast<tensor::InsertOp>(op).getIndices());
    place.sizes.assign(place.offsets.size(),
                       Builder(op->getContext()).getIndexAttr(1));
    place.strides = place.sizes;
    return place;
  }
  OpOperand *getPieceSource(Operation *) const { return nullptr; }
};

} // namespace

template <typename Op, bool keeps>
static void attachMoving(MLIRContext *context) {
  Op::template attachInterface<MovingModel<Op, keeps>>(*context);
}

void sbp::attachMovementModels(MLIRContext *context) {
  attachMoving<tensor::ExtractSliceOp, false>(context);
  attachMoving<tensor::PadOp, false>(context);
  attachMoving<tensor::BitcastOp, false>(context);
  attachMoving<tensor::CastOp, true>(context);
  attachMoving<tensor::ExpandShapeOp, true>(context);
  attachMoving<tensor::CollapseShapeOp, true>(context);
  tensor::InsertSliceOp::attachInterface<SlicePieceModel>(*context);
  tensor::InsertOp::attachInterface<ElementPieceModel>(*context);
}

void sbp::attachEdgeModels(MLIRContext *context) {
  attachMoving<ConstrainOp, true>(context);
  attachMoving<BoxingOp, true>(context);
}
