// NarrowContractions.cpp: products take factors of bf16 or f16
//
// What autocast does in frameworks, on the ops of a step: only products are
// narrow. Their factors are rounded where they are made, so that what is
// gathered and kept for backward is narrow too. Example, f32 except for the
// types named:
//
//   %y = linalg.matmul ins(%x, %w)     %a = truncf %x : bf16
//                                      %b = truncf %w : bf16
//                                      %n = linalg.matmul ins(%a, %b) : bf16
//                                      %y = extf %n

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/NarrowProducts.h"
#include "sbp/Interfaces/NarrowingInterface.h"
#include "sbp/Interfaces/WideAccumulation.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace sbp {
#define GEN_PASS_DEF_NARROWCONTRACTIONSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

static bool isWide(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getElementType().isF32();
}

namespace {

/// Rounds the factors of the products of one function.
class Narrowing {
public:
  explicit Narrowing(FloatType type) : type(type) {}
  /// Replaces `op` by a product of narrow factors where it is a product of f32.
  void narrow(Operation *op);

private:
  RankedTensorType getNarrow(Type wide) {
    return cast<RankedTensorType>(wide).clone(type);
  }
  Value narrowNumber(OpBuilder &builder, Value number);
  Value narrowValue(Value value);
  void narrowStructured(linalg::LinalgOp op);
  void narrowOp(NarrowingOpInterface op);
  void replace(Value wide, Value narrow);

  FloatType type;
  llvm::DenseMap<Value, Value> narrowOf; ///< the narrow form of a wide value
};

struct NarrowContractions
    : sbp::impl::NarrowContractionsPassBase<NarrowContractions> {
  void runOnOperation() override;
};

} // namespace

/// Returns a number of f32, rounded; a constant becomes a constant.
Value Narrowing::narrowNumber(OpBuilder &builder, Value number) {
  FloatAttr constant;
  if (!matchPattern(number, m_Constant(&constant)))
    return arith::TruncFOp::create(builder, number.getLoc(), type, number);
  APFloat value = constant.getValue();
  bool isInexact;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &isInexact);
  return arith::ConstantOp::create(builder, number.getLoc(),
                                   builder.getFloatAttr(type, value));
}

/// Returns `value`, of f32, rounded where it is made; once for all readers.
/// Reshapes and slices are taken of the rounded value.
Value Narrowing::narrowValue(Value value) {
  if (Value known = narrowOf.lookup(value))
    return known;
  if (Value source = findWidened(value);
      source && getElementTypeOrSelf(source) == type)
    return narrowOf[value] = source;
  OpBuilder builder(value.getContext());
  Value result;
  if (auto fill = value.getDefiningOp<linalg::FillOp>()) {
    builder.setInsertionPointAfter(fill);
    Value rounded = narrowNumber(builder, fill.getInputs().front());
    Value empty = tensor::EmptyOp::create(
        builder, fill.getLoc(), getNarrow(value.getType()).getShape(), type);
    result = linalg::FillOp::create(builder, fill.getLoc(), rounded, empty)
                 .getResult(0);
  } else if (Operation *view = value.getDefiningOp();
             view && isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                         tensor::ExtractSliceOp>(view)) {
    Value source = narrowValue(view->getOperand(0));
    builder.setInsertionPointAfter(view);
    Operation *copy = builder.clone(*view);
    copy->setOperand(0, source);
    copy->getResult(0).setType(getNarrow(value.getType()));
    result = copy->getResult(0);
  } else {
    builder.setInsertionPointAfterValue(value);
    result = castFloats(builder, value.getLoc(), value, type);
  }
  return narrowOf[value] = result;
}

/// Readers of `wide` read `narrow`, widened.
void Narrowing::replace(Value wide, Value narrow) {
  OpBuilder builder(wide.getContext());
  builder.setInsertionPointAfterValue(narrow);
  Value widened =
      castFloats(builder, narrow.getLoc(), narrow, builder.getF32Type());
  wide.replaceAllUsesWith(widened);
  narrowOf[widened] = narrow;
}

/// Products of linalg have the types of operands in their bodies. Sums of
/// narrow products are f32 and rounded once (WidenReductions).
void Narrowing::narrowStructured(linalg::LinalgOp op) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isWide(operand.getType()) ? narrowValue(operand)
                                                 : operand);
  OpBuilder builder(op);
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  copy->getResult(0).setType(getNarrow(op->getResult(0).getType()));
  copy->walk([&](Operation *inner) {
    for (Region &region : inner->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (argument.getType().isF32())
          argument.setType(type);
    if (inner == copy)
      return;
    for (Value result : inner->getResults())
      if (result.getType().isF32())
        result.setType(type);
  });
  replace(op->getResult(0), copy->getResult(0));
  op->erase();
}

void Narrowing::narrowOp(NarrowingOpInterface op) {
  OpBuilder builder(op);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isWide(operand.getType()) ? narrowValue(operand)
                                                 : operand);
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  for (auto [number, wide, narrow] :
       llvm::enumerate(op->getResults(), copy->getResults())) {
    if (!isWide(wide.getType()) || op.keepsWide(number)) {
      wide.replaceAllUsesWith(narrow);
      continue;
    }
    narrow.setType(getNarrow(wide.getType()));
    replace(wide, narrow);
  }
  op->erase();
}

/// Returns true for a product of two tensors of f32 whose body multiplies and
/// adds alone.
static bool isProduct(linalg::LinalgOp op) {
  return op->getNumResults() == 1 && isWide(op->getResult(0).getType()) &&
         llvm::all_of(op.getDpsInputs(),
                      [](Value input) { return isWide(input.getType()); }) &&
         (linalg::isaContractionOpInterface(op) ||
          linalg::isaConvolutionOpInterface(op));
}

/// Returns true for a maximum or a sum over windows, which is no product.
static bool isPooling(linalg::LinalgOp op) {
  return llvm::none_of(*op.getBlock(), [](Operation &inner) {
    return isa<arith::MulFOp>(inner);
  });
}

void Narrowing::narrow(Operation *op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    if (isProduct(structured) && !isPooling(structured))
      narrowStructured(structured);
  } else if (auto narrowing = dyn_cast<NarrowingOpInterface>(op)) {
    bool isWideOp = llvm::all_of(op->getOperandTypes(), [](Type operand) {
      return !isa<FloatType>(getElementTypeOrSelf(operand)) || isWide(operand);
    });
    if (isWideOp)
      narrowOp(narrowing);
  }
}

/// Returns the ops that some value of a gradient is computed by, in program
/// order; all ops of a function without gradients.
static SmallVector<Operation *> findForward(func::FuncOp function) {
  llvm::SmallPtrSet<Operation *, 32> reached;
  SmallVector<Value> pending;
  function.walk(
      [&](nn::GradientOp gradient) { pending.push_back(gradient.getValue()); });
  bool takesAll = pending.empty();
  while (!pending.empty())
    if (Operation *op = pending.pop_back_val().getDefiningOp();
        op && reached.insert(op).second)
      append_range(pending, op->getOperands());
  SmallVector<Operation *> ops;
  for (Operation &op : function.front().without_terminator())
    if (takesAll || reached.contains(&op))
      ops.push_back(&op);
  return ops;
}

void NarrowContractions::runOnOperation() {
  func::FuncOp function = getOperation();
  Attribute value = function->getAttr(kNarrowProductsAttr);
  if (!value)
    return;
  auto name = dyn_cast<StringAttr>(value);
  OpBuilder builder(&getContext());
  FloatType type = !name                       ? FloatType()
                   : name.getValue() == "bf16" ? builder.getBF16Type()
                   : name.getValue() == "f16"  ? builder.getF16Type()
                                               : FloatType();
  if (!type) {
    function.emitError() << kNarrowProductsAttr << " is " << value
                         << "; expected \"bf16\" or \"f16\"";
    return signalPassFailure();
  }
  Narrowing narrowing(type);
  for (Operation *op : findForward(function))
    narrowing.narrow(op);
}
