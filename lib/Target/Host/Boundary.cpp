//===- Boundary.cpp - tensors at the region's edge become buffers ---------===//
#include "Steps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sbp/Target/Target.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::host;

/// Of a tensor without elements the buffer is never looked at (and LLVM's
/// conversion refuses its strides of 0).
static bool isEmpty(Type tensor) {
  return cast<RankedTensorType>(tensor).getNumElements() == 0;
}

static MemRefType getBufferType(Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  if (isEmpty(tensor))
    return MemRefType::get({0}, type.getElementType());
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// Tensor argument -> buffer argument read as a tensor.
static void convertArgument(BlockArgument argument, bool writable,
                            OpBuilder &builder) {
  Type type = argument.getType();
  if (!isa<RankedTensorType>(type))
    return;
  argument.setType(getBufferType(type));
  if (isEmpty(type)) {
    auto shaped = cast<RankedTensorType>(type);
    argument.replaceAllUsesWith(
        tensor::EmptyOp::create(builder, argument.getLoc(), shaped.getShape(),
                                shaped.getElementType()));
    return;
  }
  auto tensor = bufferization::ToTensorOp::create(
      builder, argument.getLoc(), type, argument, /*restrict=*/true, writable);
  argument.replaceAllUsesExcept(tensor.getResult(), tensor);
}

/// `value` ends in `argument`, the buffer it shares with an input.
static void writeInPlace(Value value, BlockArgument argument, InPlaceMode mode,
                         OpBuilder &builder) {
  Location loc = value.getLoc();
  if (mode == InPlaceMode::Copied) {
    Value scratch = memref::AllocOp::create(
        builder, loc, cast<MemRefType>(argument.getType()));
    bufferization::MaterializeInDestinationOp::create(
        builder, loc, Type(), value, scratch, /*restrict=*/true,
        /*writable=*/true);
    memref::CopyOp::create(builder, loc, scratch, argument);
    return;
  }
  Value tensor;
  for (Operation *user : argument.getUsers())
    if (auto toTensor = dyn_cast<bufferization::ToTensorOp>(user))
      tensor = toTensor.getResult();
  auto written = bufferization::MaterializeInDestinationOp::create(
      builder, loc, value, tensor);
  // Folds to a copy of the buffer onto itself, which is then erased.
  Value buffer = bufferization::ToBufferOp::create(
      builder, loc, argument.getType(), written.getResult(),
      /*read_only=*/true);
  memref::CopyOp::create(builder, loc, buffer, argument);
}

LogicalResult sbp::host::makeBoundaryExplicit(func::FuncOp region,
                                              InPlaceMode mode) {
  OpBuilder builder(region.getContext());
  Block &body = region.getBody().front();
  auto terminator = cast<func::ReturnOp>(body.getTerminator());

  // In-place pairs, as argument numbers of the function.
  SmallVector<std::optional<unsigned>> inPlace(terminator.getNumOperands());
  SmallVector<bool> written(body.getNumArguments(), false);
  for (unsigned i = 0; i < inPlace.size(); ++i)
    if (auto attr = region.getResultAttrOfType<IntegerAttr>(i, kInPlaceAttr)) {
      inPlace[i] = attr.getInt();
      written[attr.getInt()] = mode == InPlaceMode::Direct;
    }

  builder.setInsertionPointToStart(&body);
  for (BlockArgument argument : body.getArguments())
    convertArgument(argument, written[argument.getArgNumber()], builder);

  builder.setInsertionPoint(terminator);
  for (auto [i, value] : llvm::enumerate(terminator.getOperands())) {
    Value out =
        body.addArgument(getBufferType(value.getType()), value.getLoc());
    if (!inPlace[i] && !isEmpty(value.getType()))
      bufferization::MaterializeInDestinationOp::create(
          builder, value.getLoc(), Type(), value, out, /*restrict=*/true,
          /*writable=*/true);
  }
  // After all others: what an in-place output overwrites was read before.
  for (auto [i, value] : llvm::enumerate(terminator.getOperands()))
    if (inPlace[i] && !isEmpty(value.getType()))
      writeInPlace(value, body.getArgument(*inPlace[i]), mode, builder);
  terminator->setOperands({});
  body.insertArgument(0u, LLVM::LLVMPointerType::get(region.getContext()),
                      region.getLoc());
  region.setFunctionType(
      builder.getFunctionType(body.getArgumentTypes(), TypeRange()));
  region->removeAttr(region.getArgAttrsAttrName());
  region->removeAttr(region.getResAttrsAttrName());
  return success();
}
