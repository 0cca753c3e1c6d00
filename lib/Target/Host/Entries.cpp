// Entries.cpp: the entry points of kernels
#include "Steps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace sbp::host;

namespace {
/// The arguments of `void name(services, in, out, scratch, parameters)`.
enum EntryOperand { Services, Inputs, Outputs, Scratch, Parameters };
} // namespace

/// Loads element `index` of an array argument of the entry point.
static Value loadElement(OpBuilder &builder, Location loc, Value array,
                         int32_t index, Type type) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value place = LLVM::GEPOp::create(builder, loc, pointer, type, array,
                                    ArrayRef<LLVM::GEPArg>{index});
  return LLVM::LoadOp::create(builder, loc, type, place);
}

/// Adds a function that unpacks its arguments and calls `body`.
static void addEntry(LLVM::LLVMFuncOp body, const Entry &entry,
                     OpBuilder &builder) {
  Location loc = body.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(builder.getContext()),
      {pointer, pointer, pointer, pointer, pointer});
  auto function = LLVM::LLVMFuncOp::create(builder, loc, entry.symbol, type);
  OpBuilder::InsertionGuard guard(builder);
  Block *block = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);
  SmallVector<Value> operands;
  int32_t inputs = 0, outputs = 0, parameters = 0;
  for (EntryArgument argument : entry.arguments) {
    using Kind = EntryArgument::Kind;
    switch (argument.kind) {
    case Kind::Services:
      operands.push_back(block->getArgument(Services));
      break;
    case Kind::Input:
      operands.push_back(loadElement(builder, loc, block->getArgument(Inputs),
                                     inputs++, pointer));
      break;
    case Kind::Output:
      operands.push_back(loadElement(builder, loc, block->getArgument(Outputs),
                                     outputs++, pointer));
      break;
    case Kind::Parameter:
      operands.push_back(loadElement(builder, loc,
                                     block->getArgument(Parameters),
                                     parameters++, builder.getI64Type()));
      break;
    case Kind::Scratch:
      operands.push_back(block->getArgument(Scratch));
      break;
    }
  }
  LLVM::CallOp::create(builder, loc, body, operands);
  LLVM::ReturnOp::create(builder, loc, ValueRange{});
}

LogicalResult sbp::host::addEntries(ModuleOp module, ArrayRef<Entry> entries) {
  OpBuilder builder(module.getContext());
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    function.setLinkage(LLVM::Linkage::Internal);
    // Inlined nests would lose their noalias arguments.
    function.setNoInline(true);
  }
  for (const Entry &entry : entries) {
    auto body = module.lookupSymbol<LLVM::LLVMFuncOp>(entry.symbol);
    if (!body)
      return module.emitError("region ") << entry.symbol << " has no code";
    body.setName(entry.symbol + "_body");
    builder.setInsertionPointToEnd(module.getBody());
    addEntry(body, entry, builder);
  }
  return success();
}
