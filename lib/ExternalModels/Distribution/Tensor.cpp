// Tensor.cpp: SBPOpInterface for tensor

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/RuleBuilding.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

/// The default: the clone has local types and is right as it is.
template <typename Model, typename Op>
struct CloningModel : SBPOpInterface::ExternalModel<Model, Op> {
  OpWork getWork(Operation *op) const { return makeViewWork(op); }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    return buildLocalByCloning(op, builder, signature, locals, context);
  }
};

struct EmptyModel : CloningModel<EmptyModel, tensor::EmptyOp> {
  Rule getRule(Operation *op) const {
    Rule rule;
    addFreeDims(rule, op);
    return rule;
  }
};

struct SplatModel : CloningModel<SplatModel, tensor::SplatOp> {
  Rule getRule(Operation *op) const {
    Rule rule;
    addFreeDims(rule, op);
    Attribute literal;
    if (matchPattern(cast<tensor::SplatOp>(op).getInput(),
                     m_Constant(&literal)))
      addNeutralLiteral(rule, op, literal);
    return rule;
  }
};

/// Reads or makes single elements: everything is whole.
template <typename Op> struct WholeModel : CloningModel<WholeModel<Op>, Op> {
  Rule getRule(Operation *op) const {
    Rule rule;
    rule.refusal = "reads or makes single elements: its tensors must be whole";
    return rule;
  }
};

const char *getAdvice(tensor::GatherOp) {
  return "gathers at coordinates of several dimensions; write nn.gather along "
         "one";
}
const char *getAdvice(tensor::ScatterOp) {
  return "scatters to coordinates that must be unique and are not checked; "
         "write nn.scatter or nn.scatter_add along one dimension, or "
         "tensor.insert_slice";
}
const char *getAdvice(tensor::ReshapeOp) {
  return "takes its shape from a value; write tensor.expand_shape and "
         "tensor.collapse_shape";
}
const char *getAdvice(tensor::DimOp) {
  return "reads a size that is static; fold it with --canonicalize";
}
const char *getAdvice(tensor::RankOp) {
  return "reads a rank that is static; fold it with --canonicalize";
}

/// An op that has a better word for what a model may do with it.
template <typename Op>
struct RefusedModel : SBPOpInterface::ExternalModel<RefusedModel<Op>, Op> {
  OpWork getWork(Operation *op) const { return makeViewWork(op); }
  Rule getRule(Operation *op) const {
    Rule rule;
    rule.error = getAdvice(cast<Op>(op));
    return rule;
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *, OpBuilder &,
                                           const Signature &, ValueRange,
                                           ShardContext &) const {
    return failure();
  }
};

/// One operand, every dim as it was.
template <typename Op, bool movesBits>
struct SameShapeModel : CloningModel<SameShapeModel<Op, movesBits>, Op> {
  Rule getRule(Operation *op) const {
    Rule rule;
    auto from = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    auto to = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!from || !to || from.getShape() != to.getShape()) {
      rule.error = "changes how much of the shape is known; give every "
                   "dimension a size and drop the cast";
      return rule;
    }
    addFreeDims(rule, op);
    for (auto [dim, factor] : llvm::enumerate(rule.factors))
      factor.operandDims[0] = dim;
    if (movesBits)
      addMovement(rule, op, {0});
    return rule;
  }
};

struct ConcatModel : CloningModel<ConcatModel, tensor::ConcatOp> {
  Rule getRule(Operation *op) const {
    Rule rule;
    auto concat = cast<tensor::ConcatOp>(op);
    addFreeDims(rule, op);
    for (auto [dim, factor] : llvm::enumerate(rule.factors))
      llvm::fill(factor.operandDims, std::optional<int64_t>(dim));
    // A piece of the result is made of pieces of all: windows of one element
    // each, which begin before those that come later.
    Factor &joined = rule.factors[concat.getDim()];
    int64_t first = 0;
    for (Value input : concat.getInputs()) {
      joined.operandWindows.push_back(Windows{joined.extent, 1, 1, first});
      first -=
          cast<RankedTensorType>(input.getType()).getDimSize(concat.getDim());
    }
    addMovement(rule, op, llvm::to_vector(llvm::seq(op->getNumOperands())));
    return rule;
  }
};

struct GenerateModel
    : SBPOpInterface::ExternalModel<GenerateModel, tensor::GenerateOp> {
  OpWork getWork(Operation *op) const { return makeViewWork(op); }
  Rule getRule(Operation *op) const {
    Rule rule;
    addFreeDims(rule, op);
    for (Factor &factor : rule.factors)
      factor.needsOffset = true;
    op->walk([&](Operation *inner) {
      if (inner != op &&
          (!isMemoryEffectFree(inner) ||
           llvm::any_of(inner->getOperandTypes(), llvm::IsaPred<ShapedType>)))
        rule.error = ("the body reads a tensor or has side effects (" +
                      inner->getName().getStringRef() + ")")
                         .str();
    });
    return rule;
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    Rule rule = getRule(op);
    SmallVector<Value> offsets;
    for (const Factor &factor : rule.factors)
      offsets.push_back(
          getFactorOffset(op, builder, factor, signature, context));
    auto results = buildLocalByCloning(op, builder, signature, locals, context);
    if (failed(results))
      return failure();
    Block &body = results->front().getDefiningOp()->getRegion(0).front();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&body);
    for (auto [argument, offset] :
         llvm::zip_equal(body.getArguments(), offsets)) {
      auto shifted =
          arith::AddIOp::create(builder, op->getLoc(), argument, offset);
      argument.replaceAllUsesExcept(shifted, shifted);
    }
    return results;
  }
};

} // namespace

template <typename... Ops> static void attachRefused(MLIRContext *context) {
  (Ops::template attachInterface<RefusedModel<Ops>>(*context), ...);
}

void attachTensorModels(MLIRContext *context) {
  attachRefused<tensor::GatherOp, tensor::ScatterOp, tensor::ReshapeOp,
                tensor::DimOp, tensor::RankOp>(context);
  tensor::EmptyOp::attachInterface<EmptyModel>(*context);
  tensor::SplatOp::attachInterface<SplatModel>(*context);
  tensor::ConcatOp::attachInterface<ConcatModel>(*context);
  tensor::GenerateOp::attachInterface<GenerateModel>(*context);
  tensor::ExtractOp::attachInterface<WholeModel<tensor::ExtractOp>>(*context);
  tensor::InsertOp::attachInterface<WholeModel<tensor::InsertOp>>(*context);
  tensor::FromElementsOp::attachInterface<WholeModel<tensor::FromElementsOp>>(
      *context);
  tensor::CastOp::attachInterface<SameShapeModel<tensor::CastOp, true>>(
      *context);
  tensor::BitcastOp::attachInterface<SameShapeModel<tensor::BitcastOp, false>>(
      *context);
  attachPadModel(context);
  attachReshapeModels(context);
  attachSliceModels(context);
}

} // namespace sbp
