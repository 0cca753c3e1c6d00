// LowerCalls.cpp: lowers host.call on buffers to calls of service functions
#include "ServiceTable.h"
#include "Steps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "sbp/Target/Host/IR/HostDialect.h"

using namespace mlir;
using namespace sbp::host;

/// Returns the strides of a buffer in elements.
static SmallVector<int64_t> getStrides(Value buffer) {
  SmallVector<int64_t> strides;
  int64_t offset;
  auto type = cast<MemRefType>(buffer.getType());
  LogicalResult known = type.getStridesAndOffset(strides, offset);
  assert(succeeded(known) && "buffers of a region have strides");
  (void)known;
  // A dim of one element is always read at index 0, so any stride is valid.
  for (auto [stride, size] : llvm::zip_equal(strides, type.getShape()))
    if (size == 1)
      stride = 0;
  return strides;
}

/// Returns whether a function supports the layout: all dims contiguous if
/// `isDense`, else only the last one.
static bool isReadable(Value buffer, bool isDense) {
  SmallVector<int64_t> strides = getStrides(buffer);
  auto type = cast<MemRefType>(buffer.getType());
  if (isDense)
    return memref::isStaticShapeAndContiguousRowMajor(type);
  return !llvm::is_contained(strides, ShapedType::kDynamic) &&
         (strides.empty() || strides.back() <= 1);
}

static Value createDense(OpBuilder &builder, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return memref::AllocOp::create(
      builder, buffer.getLoc(),
      MemRefType::get(type.getShape(), type.getElementType()));
}

/// Allocates an array on the stack of the region's function. It is allocated
/// once, outside of all loops.
static Value createArray(OpBuilder &builder, Location loc, func::FuncOp region,
                         Type element, ArrayRef<Value> values) {
  OpBuilder::InsertionGuard guard(builder);
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  builder.setInsertionPointToStart(&region.getBody().front());
  Value count = LLVM::ConstantOp::create(
      builder, loc,
      builder.getI64IntegerAttr(std::max<size_t>(1, values.size())));
  Value array = LLVM::AllocaOp::create(builder, loc, pointer, element, count);
  return array;
}

static void storeAll(OpBuilder &builder, Location loc, Value array,
                     Type element, ArrayRef<Value> values) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  for (auto [i, value] : llvm::enumerate(values)) {
    Value place =
        LLVM::GEPOp::create(builder, loc, pointer, element, array,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    LLVM::StoreOp::create(builder, loc, value, place);
  }
}

/// Outputs in an unsupported layout are computed densely and copied back.
static void lowerCall(CallOp op, func::FuncOp region, IRRewriter &rewriter) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> buffers;
  SmallVector<std::pair<Value, Value>> copiedBack;
  for (Value buffer : op.getInputs()) {
    if (isReadable(buffer, op.getDense())) {
      buffers.push_back(buffer);
      continue;
    }
    buffers.push_back(createDense(rewriter, buffer));
    memref::CopyOp::create(rewriter, loc, buffer, buffers.back());
  }
  for (Value buffer : op.getOutputs()) {
    buffers.push_back(buffer);
    if (isReadable(buffer, op.getDense()))
      continue;
    buffers.back() = createDense(rewriter, buffer);
    copiedBack.emplace_back(buffers.back(), buffer);
  }
  SmallVector<int64_t> words(op.getWords());
  for (Value buffer : buffers)
    llvm::append_range(words, getStrides(buffer));

  auto pointer = LLVM::LLVMPointerType::get(op.getContext());
  Type integer = rewriter.getI64Type();
  SmallVector<Value> addresses, scalars;
  for (Value buffer : buffers)
    addresses.push_back(LLVM::IntToPtrOp::create(
        rewriter, loc, pointer, getAddress(rewriter, loc, buffer)));
  for (Value scalar : op.getScalars())
    scalars.push_back(
        arith::IndexCastOp::create(rewriter, loc, integer, scalar));
  Value addressArray = createArray(rewriter, loc, region, pointer, addresses);
  Value scalarArray = createArray(rewriter, loc, region, integer, scalars);
  storeAll(rewriter, loc, addressArray, pointer, addresses);
  storeAll(rewriter, loc, scalarArray, integer, scalars);
  Value constants = getConstantWords(
      rewriter, loc, op->getParentOfType<ModuleOp>(), "call_", words);
  Value function =
      loadService(rewriter, loc, region.getArgument(0), op.getService());
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(op.getContext()), {pointer, pointer, pointer});
  LLVM::CallOp::create(
      rewriter, loc, type,
      ValueRange{function, constants, addressArray, scalarArray})
      .setNoUnwind(true);
  for (auto [from, to] : copiedBack)
    memref::CopyOp::create(rewriter, loc, from, to);
  rewriter.eraseOp(op);
}

LogicalResult sbp::host::lowerCalls(func::FuncOp region, int64_t &flops) {
  IRRewriter rewriter(region.getContext());
  SmallVector<CallOp> calls;
  region.walk([&](CallOp op) { calls.push_back(op); });
  for (CallOp op : calls) {
    flops += op.getFlops();
    lowerCall(op, region, rewriter);
  }
  return success();
}
