//===- ServiceTable.cpp - calls through the runtime's table ---------------===//
#include "ServiceTable.h"

using namespace mlir;

Value sbp::host::loadService(OpBuilder &builder, Location loc, Value services,
                             int64_t offset) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value field =
      LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), services,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  auto load = LLVM::LoadOp::create(builder, loc, pointer, field);
  // The table never changes: loops may load the pointer once.
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
  auto none = LLVM::ModRefInfo::NoModRef;
  call.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
      builder.getContext(), {none, none, none, none, none, none}));
  call.setNoUnwind(true);
  call.setWillReturn(true);
  return call.getResult();
}
