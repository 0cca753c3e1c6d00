// Boundary.cpp: turns tensors at a region's boundary into buffers
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Target/Region/RegionImport.h"
#include "sbp/Target/Region/Steps.h"
#include "sbp/Target/Target.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::region;

/// The buffer of an empty tensor is never accessed, and LLVM's conversion
/// rejects its strides of 0.
static bool isEmpty(Type tensor) {
  return cast<RankedTensorType>(tensor).getNumElements() == 0;
}

static MemRefType getBufferType(Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  if (isEmpty(tensor))
    return MemRefType::get({0}, type.getElementType());
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// Turns a tensor argument into a buffer and returns the tensor that is read
/// from it. Returns null for scalars.
static Value convertArgument(BlockArgument argument, bool writable,
                             OpBuilder &builder) {
  auto type = dyn_cast<RankedTensorType>(argument.getType());
  if (!type)
    return {};
  argument.setType(getBufferType(type));
  if (isEmpty(type)) {
    Value empty = tensor::EmptyOp::create(
        builder, argument.getLoc(), type.getShape(), type.getElementType());
    argument.replaceAllUsesWith(empty);
    return empty;
  }
  auto tensor = bufferization::ToTensorOp::create(
      builder, argument.getLoc(), type, argument, /*restrict=*/true, writable);
  argument.replaceAllUsesExcept(tensor.getResult(), tensor);
  return tensor.getResult();
}

/// Computes `value` into `buffer`, which `tensor` represents. The write is a
/// tensor op: bufferisation does not track what materialize_in_destination does
/// to a buffer, and would let later readers of a shared value see the
/// overwritten one.
static void writeDirectly(Value value, Value tensor, Value buffer,
                          OpBuilder &builder) {
  Location loc = value.getLoc();
  auto written = bufferization::MaterializeInDestinationOp::create(
      builder, loc, value, tensor);
  // Folds to a copy of the buffer to itself, which is then erased.
  Value result = bufferization::ToBufferOp::create(
      builder, loc, buffer.getType(), written.getResult(), /*read_only=*/true);
  memref::CopyOp::create(builder, loc, result, buffer);
}

/// Computes `value` into a new buffer.
static Value writeToScratch(Value value, OpBuilder &builder) {
  Value scratch = memref::AllocOp::create(builder, value.getLoc(),
                                          getBufferType(value.getType()));
  bufferization::MaterializeInDestinationOp::create(
      builder, value.getLoc(), Type(), value, scratch, /*restrict=*/true,
      /*writable=*/true);
  return scratch;
}

/// Replaces every accumulator by the buffer of its result, which is the same
/// memory. Buffers of results follow the `accumulators.size()` arguments.
static void mergeAccumulators(Block &body,
                              ArrayRef<std::optional<unsigned>> accumulators) {
  llvm::BitVector merged(body.getNumArguments());
  for (auto [argument, result] : llvm::enumerate(accumulators)) {
    if (!result)
      continue;
    body.getArgument(argument).replaceAllUsesWith(
        body.getArgument(accumulators.size() + *result));
    merged.set(argument);
  }
  body.eraseArguments(merged);
}

LogicalResult sbp::region::makeBoundaryExplicit(func::FuncOp region,
                                                BoundaryMode mode) {
  OpBuilder builder(region.getContext());
  Block &body = region.getBody().front();
  auto terminator = cast<func::ReturnOp>(body.getTerminator());
  bool isDirect = mode == BoundaryMode::Direct;

  // In-place pairs, as argument numbers of the function.
  SmallVector<std::optional<unsigned>> inPlace(terminator.getNumOperands());
  SmallVector<bool> written(body.getNumArguments(), false);
  for (unsigned i = 0; i < inPlace.size(); ++i)
    if (auto attr = region.getResultAttrOfType<IntegerAttr>(
            i, SBPDialect::kInPlaceAttr)) {
      inPlace[i] = attr.getInt();
      written[attr.getInt()] = isDirect;
    }

  builder.setInsertionPointToStart(&body);
  SmallVector<Value> argumentTensors;
  for (BlockArgument argument : body.getArguments())
    argumentTensors.push_back(
        convertArgument(argument, written[argument.getArgNumber()], builder));
  auto accumulators = getAccumulators(region);

  builder.setInsertionPoint(terminator);
  SmallVector<std::pair<Value, Value>> copies;
  for (auto [i, value] : llvm::enumerate(terminator.getOperands())) {
    Location loc = value.getLoc();
    Value out = body.addArgument(getBufferType(value.getType()), loc);
    if (isEmpty(value.getType()))
      continue;
    Value buffer = inPlace[i] ? Value(body.getArgument(*inPlace[i])) : out;
    if (!isDirect) {
      copies.emplace_back(writeToScratch(value, builder), buffer);
      continue;
    }
    Value tensor = inPlace[i] ? argumentTensors[*inPlace[i]] : Value();
    if (!tensor) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(&body);
      tensor = bufferization::ToTensorOp::create(builder, loc, value.getType(),
                                                 out, /*restrict=*/true,
                                                 /*writable=*/true);
    }
    writeDirectly(value, tensor, buffer, builder);
  }
  // After all results are computed: an output may share the buffer of another's
  // operand.
  for (auto [scratch, buffer] : copies)
    memref::CopyOp::create(builder, region.getLoc(), scratch, buffer);
  terminator->setOperands({});
  mergeAccumulators(body, accumulators);
  body.insertArgument(0u, LLVM::LLVMPointerType::get(region.getContext()),
                      region.getLoc());
  region.setFunctionType(
      builder.getFunctionType(body.getArgumentTypes(), TypeRange()));
  region->removeAttr(region.getArgAttrsAttrName());
  region->removeAttr(region.getResAttrsAttrName());
  return success();
}
