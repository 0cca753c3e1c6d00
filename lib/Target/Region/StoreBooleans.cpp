// StoreBooleans.cpp: stores i1 as bytes of 0 or 1
//
// LLVM does not vectorise loops that load or store i1: one mask would make a
// softmax scalar. Buffers of i1 become buffers of i8; values stay i1.
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::region;

/// Returns the type with i8 elements if `type` is a buffer of i1, else null.
static Type getByteType(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer || !buffer.getElementType().isInteger(1))
    return {};
  return MemRefType::Builder(buffer).setElementType(
      IntegerType::get(type.getContext(), 8));
}

static void convertValue(Value value) {
  if (Type type = getByteType(value.getType()))
    value.setType(type);
}

/// Gives users of a loaded byte its lowest bit.
static void truncate(Value byte, OpBuilder &builder) {
  auto bit = arith::TruncIOp::create(builder, byte.getLoc(),
                                     builder.getI1Type(), byte);
  byte.replaceAllUsesExcept(bit, bit);
}

static Value extend(Value bit, OpBuilder &builder) {
  return arith::ExtUIOp::create(builder, bit.getLoc(), builder.getI8Type(),
                                bit);
}

/// Converts the elements of i1 buffers at entry and exit of the body.
static void convertBody(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  OpBuilder builder = OpBuilder::atBlockBegin(body);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!getByteType(operand.get().getType()))
      continue;
    BlockArgument element = op.getMatchingBlockArgument(&operand);
    element.setType(builder.getI8Type());
    truncate(element, builder);
  }
  Operation *yield = body->getTerminator();
  builder.setInsertionPoint(yield);
  for (auto [i, init] : llvm::enumerate(op.getDpsInits()))
    if (getByteType(init.getType()))
      yield->setOperand(i, extend(yield->getOperand(i), builder));
}

/// Creates the global's data as bytes, under another name, since regions share
/// globals.
static void convertGlobal(memref::GetGlobalOp op) {
  auto module = op->getParentOfType<ModuleOp>();
  std::string name = op.getName().str() + "_bytes";
  if (!module.lookupSymbol(name)) {
    auto old = module.lookupSymbol<memref::GlobalOp>(op.getName());
    auto data = cast<DenseElementsAttr>(*old.getInitialValue());
    SmallVector<int8_t> bytes;
    for (bool value : data.getValues<bool>())
      bytes.push_back(value);
    OpBuilder builder(old);
    auto type = cast<MemRefType>(getByteType(old.getType()));
    auto copy = cast<memref::GlobalOp>(builder.clone(*old));
    copy.setName(name);
    copy.setType(type);
    copy.setInitialValueAttr(DenseElementsAttr::get(
        RankedTensorType::get(type.getShape(), type.getElementType()),
        ArrayRef<int8_t>(bytes)));
  }
  op.setName(name);
}

LogicalResult sbp::region::storeBooleans(func::FuncOp region) {
  SmallVector<Operation *> ops;
  region.walk([&](Operation *op) { ops.push_back(op); });
  // Bodies, loads and stores first: they are found by the types of buffers.
  for (Operation *op : ops) {
    OpBuilder builder(op);
    if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      convertBody(structured);
    } else if (auto global = dyn_cast<memref::GetGlobalOp>(op)) {
      if (getByteType(global.getType()))
        convertGlobal(global);
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (getByteType(store.getMemRefType()))
        store.getValueMutable().set(extend(store.getValue(), builder));
    } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (!getByteType(load.getMemRefType()))
        continue;
      builder.setInsertionPointAfter(op);
      load.getResult().setType(builder.getI8Type());
      truncate(load.getResult(), builder);
    }
  }
  for (Operation *op : ops) {
    for (Value result : op->getResults())
      convertValue(result);
    for (Region &nested : op->getRegions())
      for (BlockArgument argument : nested.getArguments())
        convertValue(argument);
  }
  Builder builder(region.getContext());
  region.setFunctionType(builder.getFunctionType(
      region.getBody().front().getArgumentTypes(), TypeRange()));
  return success();
}
