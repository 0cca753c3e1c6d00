// Tensor.cpp: adjoints of the ops of tensor, which move elements
//
// Each is the transposed linear map. Example: the adjoint of
//   %y = tensor.extract_slice %x[2] [3] [1]
// writes the cotangent of %y into zeros of the shape of %x at [2] [3] [1].

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;

static Value buildZeros(OpBuilder &builder, Location loc, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return StructuredBuilder(builder, loc)
      .fill(tensor, builder.getZeroAttr(tensor.getElementType()));
}

namespace {

/// The model of an op with one result: `build` gets its cotangent, which is not
/// null.
template <typename Model, typename Op>
struct TensorAdjoint
    : DifferentiableOpInterface::ExternalModel<TensorAdjoint<Model, Op>, Op> {
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *op, OpBuilder &builder,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &needed) const {
    SmallVector<Value> result(op->getNumOperands());
    Model::build(cast<Op>(op), builder, getAdjointLoc(op), cotangents.front(),
                 needed, result);
    return result;
  }
};

struct ExpandShapeAdjoint
    : TensorAdjoint<ExpandShapeAdjoint, tensor::ExpandShapeOp> {
  static void build(tensor::ExpandShapeOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &, MutableArrayRef<Value> result) {
    result[0] = tensor::CollapseShapeOp::create(
        builder, loc, op.getSrcType(), g, op.getReassociationIndices());
  }
};

struct CollapseShapeAdjoint
    : TensorAdjoint<CollapseShapeAdjoint, tensor::CollapseShapeOp> {
  static void build(tensor::CollapseShapeOp op, OpBuilder &builder,
                    Location loc, Value g, const BitVector &,
                    MutableArrayRef<Value> result) {
    result[0] = tensor::ExpandShapeOp::create(builder, loc, op.getSrcType(), g,
                                              op.getReassociationIndices());
  }
};

struct ExtractSliceAdjoint
    : TensorAdjoint<ExtractSliceAdjoint, tensor::ExtractSliceOp> {
  static void build(tensor::ExtractSliceOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &, MutableArrayRef<Value> result) {
    Value zeros = buildZeros(builder, loc, op.getSourceType());
    result[0] = tensor::InsertSliceOp::create(
        builder, loc, g, zeros, op.getMixedOffsets(), op.getMixedSizes(),
        op.getMixedStrides());
  }
};

struct InsertSliceAdjoint
    : TensorAdjoint<InsertSliceAdjoint, tensor::InsertSliceOp> {
  static void build(tensor::InsertSliceOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = tensor::ExtractSliceOp::create(
          builder, loc, op.getSourceType(), g, op.getMixedOffsets(),
          op.getMixedSizes(), op.getMixedStrides());
    if (!needed.test(1))
      return;
    Value zeros = buildZeros(builder, loc, op.getSourceType());
    result[1] = tensor::InsertSliceOp::create(
        builder, loc, zeros, g, op.getMixedOffsets(), op.getMixedSizes(),
        op.getMixedStrides());
  }
};

struct PadAdjoint : TensorAdjoint<PadAdjoint, tensor::PadOp> {
  static void build(tensor::PadOp op, OpBuilder &builder, Location loc, Value g,
                    const BitVector &, MutableArrayRef<Value> result) {
    RankedTensorType source = op.getSourceType();
    SmallVector<OpFoldResult> sizes,
        strides(source.getRank(), builder.getIndexAttr(1));
    for (int64_t size : source.getShape())
      sizes.push_back(builder.getIndexAttr(size));
    result[0] = tensor::ExtractSliceOp::create(
        builder, loc, source, g, op.getMixedLowPad(), sizes, strides);
  }
};

struct ConcatAdjoint : TensorAdjoint<ConcatAdjoint, tensor::ConcatOp> {
  static void build(tensor::ConcatOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    int64_t begin = 0, rank = op.getResultType().getRank();
    for (auto [number, input] : llvm::enumerate(op.getInputs())) {
      auto type = cast<RankedTensorType>(input.getType());
      SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0)), sizes,
          strides(rank, builder.getIndexAttr(1));
      offsets[op.getDim()] = builder.getIndexAttr(begin);
      for (int64_t size : type.getShape())
        sizes.push_back(builder.getIndexAttr(size));
      if (needed.test(number))
        result[number] = tensor::ExtractSliceOp::create(
            builder, loc, type, g, offsets, sizes, strides);
      begin += type.getDimSize(op.getDim());
    }
  }
};

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

struct CastAdjoint : TensorAdjoint<CastAdjoint, tensor::CastOp> {
  static void build(tensor::CastOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &, MutableArrayRef<Value> result) {
    result[0] =
        tensor::CastOp::create(builder, loc, op.getSource().getType(), g);
  }
};

struct ExtractAdjoint : TensorAdjoint<ExtractAdjoint, tensor::ExtractOp> {
  static void build(tensor::ExtractOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &, MutableArrayRef<Value> result) {
    Value zeros = buildZeros(builder, loc, op.getTensor().getType());
    result[0] =
        tensor::InsertOp::create(builder, loc, g, zeros, op.getIndices());
  }
};

struct InsertAdjoint : TensorAdjoint<InsertAdjoint, tensor::InsertOp> {
  static void build(tensor::InsertOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = tensor::ExtractOp::create(builder, loc, g, op.getIndices());
    if (!needed.test(1))
      return;
    Type element = op.getScalar().getType();
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
    result[1] =
        tensor::InsertOp::create(builder, loc, zero, g, op.getIndices());
  }
};

struct FromElementsAdjoint
    : TensorAdjoint<FromElementsAdjoint, tensor::FromElementsOp> {
  static void build(tensor::FromElementsOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getType()).getShape();
    for (unsigned number : needed.set_bits()) {
      SmallVector<Value> indices(shape.size());
      int64_t rest = number;
      for (int64_t dim = static_cast<int64_t>(shape.size()) - 1; dim >= 0;
           --dim) {
        indices[dim] =
            arith::ConstantIndexOp::create(builder, loc, rest % shape[dim]);
        rest /= shape[dim];
      }
      result[number] = tensor::ExtractOp::create(builder, loc, g, indices);
    }
  }
};

/// Every element is the operand.
struct SplatAdjoint : TensorAdjoint<SplatAdjoint, tensor::SplatOp> {
  static void build(tensor::SplatOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &, MutableArrayRef<Value> result) {
    auto type = cast<RankedTensorType>(g.getType());
    Type element = type.getElementType();
    StructuredBuilder structured(builder, loc);
    Value sum = structured.reduce(
        RankedTensorType::get({}, element),
        structured.select(type.getRank(), {}), builder.getZeroAttr(element), g,
        structured.identity(type.getRank()),
        [&](OpBuilder &builder, ValueRange e) {
          return Value(arith::AddFOp::create(builder, loc, e[1], e[0]));
        });
    result[0] = tensor::ExtractOp::create(builder, loc, sum, ValueRange());
  }
};

} // namespace

void sbp::attachTensorAdjoints(MLIRContext *context) {
  tensor::CastOp::attachInterface<CastAdjoint>(*context);
  tensor::ExtractOp::attachInterface<ExtractAdjoint>(*context);
  tensor::InsertOp::attachInterface<InsertAdjoint>(*context);
  tensor::FromElementsOp::attachInterface<FromElementsAdjoint>(*context);
  tensor::SplatOp::attachInterface<SplatAdjoint>(*context);
  tensor::ExpandShapeOp::attachInterface<ExpandShapeAdjoint>(*context);
  tensor::CollapseShapeOp::attachInterface<CollapseShapeAdjoint>(*context);
  tensor::ExtractSliceOp::attachInterface<ExtractSliceAdjoint>(*context);
  tensor::InsertSliceOp::attachInterface<InsertSliceAdjoint>(*context);
  tensor::PadOp::attachInterface<PadAdjoint>(*context);
  tensor::ConcatOp::attachInterface<ConcatAdjoint>(*context);
}
