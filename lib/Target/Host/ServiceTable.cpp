// ServiceTable.cpp: emits calls through the runtime's service table
#include "ServiceTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;

Value sbp::host::loadService(OpBuilder &builder, Location loc, Value services,
                             int64_t offset) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value field =
      LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), services,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  auto load = LLVM::LoadOp::create(builder, loc, pointer, field);
  // The table never changes, so loops may hoist the load.
  load.setInvariant(true);
  return load;
}

Value sbp::host::callPure(OpBuilder &builder, Location loc, Value function,
                          ValueRange arguments) {
  Type type = arguments.front().getType();
  SmallVector<Type> types(arguments.size(), type);
  SmallVector<Value> operands{function};
  llvm::append_range(operands, arguments);
  auto call = LLVM::CallOp::create(
      builder, loc, LLVM::LLVMFunctionType::get(type, types), operands);
  // Without memory effects LLVM may hoist and merge calls.
  auto none = LLVM::ModRefInfo::NoModRef;
  call.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
      builder.getContext(), {none, none, none, none, none, none}));
  call.setNoUnwind(true);
  call.setWillReturn(true);
  return call.getResult();
}

Value sbp::host::getAddress(OpBuilder &builder, Location loc, Value buffer,
                            int64_t shift) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  Value elements = arith::ConstantIndexOp::create(builder, loc, shift);
  if (offset == ShapedType::kDynamic) {
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
    elements =
        arith::AddIOp::create(builder, loc, elements, metadata.getOffset());
  } else if (offset + shift != 0) {
    elements = arith::ConstantIndexOp::create(builder, loc, offset + shift);
  }
  Value width =
      arith::ConstantIndexOp::create(builder, loc, getElementBytes(type));
  Value bytes = arith::MulIOp::create(builder, loc, elements, width);
  Value address = arith::AddIOp::create(builder, loc, base, bytes);
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                    address);
}

Value sbp::host::getConstantWords(OpBuilder &builder, Location loc,
                                  ModuleOp module, StringRef prefix,
                                  ArrayRef<int64_t> words) {
  std::string name = "gemm";
  for (int64_t word : words)
    name += "_" + std::to_string(word);
  name = (prefix + llvm::utohexstr(llvm::xxh3_64bits(name))).str();
  auto global = module.lookupSymbol<LLVM::GlobalOp>(name);
  if (!global) {
    OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
    auto type = LLVM::LLVMArrayType::get(top.getI64Type(), words.size());
    auto data = DenseElementsAttr::get(
        RankedTensorType::get(words.size(), top.getI64Type()), words);
    global = LLVM::GlobalOp::create(top, module.getLoc(), type,
                                    /*isConstant=*/true,
                                    LLVM::Linkage::Internal, name, data,
                                    /*alignment=*/64);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}
