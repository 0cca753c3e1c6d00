// TensorPad.cpp: SBPOpInterface for tensor.pad
//
// A padded dim is split the way its reader splits it: each rank pads the part
// of the source that lies inside its part of the result. Where a convolution
// reads the result these parts are its windows, so that no padding ever travels
// and the halos do so before they are padded.

#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/RuleBuilding.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

SmallVector<Windows> getWindowsOfReaders(Value value, int64_t dim) {
  SmallVector<Windows> windows;
  for (OpOperand &use : value.getUses()) {
    auto reader = dyn_cast<SBPOpInterface>(use.getOwner());
    if (!reader)
      continue;
    unsigned number = use.getOperandNumber();
    for (const Factor &factor : reader.getRule().factors)
      if (factor.kind != Factor::Kind::Blocked &&
          number < factor.operandWindows.size() &&
          factor.operandDims[number] == dim && factor.operandWindows[number])
        if (!llvm::is_contained(windows, *factor.operandWindows[number]))
          windows.push_back(*factor.operandWindows[number]);
  }
  return windows;
}

/// The same windows of the source: it begins `low` later.
static Windows getSourceWindows(const Windows &windows, int64_t low) {
  Windows source = windows;
  source.first -= low;
  return source;
}

static void addPaddedDim(Rule &rule, tensor::PadOp pad, int64_t dim) {
  int64_t low = pad.getStaticLow()[dim];
  auto add = [&](int64_t extent, Windows source,
                 std::optional<Windows> result) {
    Factor factor = makeFactor(pad, extent);
    factor.operandDims[0] = dim;
    factor.resultDims[0] = dim;
    factor.operandWindows.resize(pad->getNumOperands());
    factor.operandWindows[0] = source;
    factor.resultWindows.push_back(result);
    rule.factors.push_back(std::move(factor));
  };
  for (const Windows &windows : getWindowsOfReaders(pad.getResult(), dim))
    add(windows.count, getSourceWindows(windows, low), windows);
  // Each index of the result is a window of its own.
  int64_t extent = pad.getResultType().getDimSize(dim);
  add(extent, getSourceWindows({extent, 1, 1, 0}, low), std::nullopt);
}

namespace {

struct PadModel : SBPOpInterface::ExternalModel<PadModel, tensor::PadOp> {
  /// A buffer with the source inside, which its producer writes there.
  OpWork getWork(Operation *op) const {
    OpWork work = makeViewWork(op);
    work.keeps[0] = true;
    return work;
  }
  Rule getRule(Operation *op) const {
    Rule rule;
    rule.dependsOnReaders = true;
    auto pad = cast<tensor::PadOp>(op);
    if (!pad.getLow().empty() || !pad.getHigh().empty()) {
      rule.error = "pads by amounts that are not constants";
      return rule;
    }
    auto isNegative = [](int64_t amount) { return amount < 0; };
    if (llvm::any_of(pad.getStaticLow(), isNegative) ||
        llvm::any_of(pad.getStaticHigh(), isNegative)) {
      rule.error = "cuts what it pads; write tensor.extract_slice before it";
      return rule;
    }
    Value value = pad.getConstantPaddingValue();
    if (!value) {
      rule.refusal = "the padding depends on the position";
      return rule;
    }
    for (auto [dim, extent] : llvm::enumerate(pad.getResultType().getShape())) {
      if (pad.getSourceType().getDimSize(dim) != extent) {
        addPaddedDim(rule, pad, dim);
        continue;
      }
      rule.factors.push_back(makeFactor(op, extent));
      rule.factors.back().operandDims[0] = dim;
      rule.factors.back().resultDims[0] = dim;
    }
    Attribute literal;
    matchPattern(value, m_Constant(&literal));
    addMovement(rule, op, {0});
    llvm::erase_if(rule.additive, [&](const AdditiveSet &set) {
      return !isIdempotent(set.combiner) && !isNeutral(set.combiner, literal);
    });
    return rule;
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const;
};

} // namespace

/// Returns the offset of a rank's source in its result.
static OpFoldResult getLocalOffset(tensor::PadOp pad, int64_t dim,
                                   OpBuilder &builder,
                                   const Signature &signature,
                                   ShardContext &context) {
  Location loc = pad.getLoc();
  int64_t low = pad.getStaticLow()[dim];
  bool isSplit = llvm::any_of(
      signature.results[0].components,
      [&](const Component &component) { return component.isSplit(dim); });
  if (!isSplit || pad.getSourceType().getDimSize(dim) ==
                      pad.getResultType().getDimSize(dim))
    return builder.getIndexAttr(low);
  Value source = context.getOffset(builder, loc, pad.getSourceType(),
                                   signature.operands[0], dim);
  Value result = context.getOffset(builder, loc, pad.getResultType(),
                                   signature.results[0], dim);
  Value shifted = arith::AddIOp::create(
      builder, loc, source, arith::ConstantIndexOp::create(builder, loc, low));
  return arith::SubIOp::create(builder, loc, shifted, result).getResult();
}

FailureOr<SmallVector<Value>>
PadModel::buildLocal(Operation *op, OpBuilder &builder,
                     const Signature &signature, ValueRange locals,
                     ShardContext &context) const {
  auto pad = cast<tensor::PadOp>(op);
  Location loc = op->getLoc();
  RankedTensorType source =
      context.getLocalType(pad.getSourceType(), signature.operands[0]);
  RankedTensorType result =
      context.getLocalType(pad.getResultType(), signature.results[0]);
  Value padding = pad.getConstantPaddingValue();
  if (!padding) // refused: whole everywhere
    return buildLocalByCloning(op, builder, signature, locals, context);
  if (Operation *producer = padding.getDefiningOp();
      producer && producer->hasTrait<OpTrait::ConstantLike>())
    padding = builder.clone(*producer)->getResult(0);
  Value empty = tensor::EmptyOp::create(builder, loc, result.getShape(),
                                        result.getElementType());
  Value filled =
      linalg::FillOp::create(builder, loc, padding, empty).getResult(0);
  if (source.getNumElements() == 0 || result.getNumElements() == 0)
    return SmallVector<Value>{filled};
  SmallVector<OpFoldResult> offsets, sizes,
      strides(source.getRank(), builder.getIndexAttr(1));
  for (int64_t dim = 0; dim < source.getRank(); ++dim) {
    offsets.push_back(getLocalOffset(pad, dim, builder, signature, context));
    sizes.push_back(builder.getIndexAttr(source.getDimSize(dim)));
  }
  return SmallVector<Value>{tensor::InsertSliceOp::create(
      builder, loc, locals[0], filled, offsets, sizes, strides)};
}

void attachPadModel(MLIRContext *context) {
  tensor::PadOp::attachInterface<PadModel>(*context);
}

} // namespace sbp
