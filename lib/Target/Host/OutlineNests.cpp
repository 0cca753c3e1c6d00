// OutlineNests.cpp: one function per loop nest
//
// `noalias` on the arguments of a whole region would be wrong: two temporaries
// may share bytes at different times. Two buffers of one nest never overlap, so
// per nest the attribute holds, and LLVM needs no run-time overlap checks.
#include "Steps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace sbp::host;

namespace {
/// Values that a nest captures: base buffers and scalars become arguments,
/// views and constants are cloned.
struct Captures {
  llvm::SetVector<Value> arguments;
  llvm::SetVector<Operation *> clones;

  void add(Value value) {
    Operation *op = value.getDefiningOp();
    if (op && (op->hasTrait<OpTrait::ConstantLike>() ||
               isa<memref::GetGlobalOp>(op))) {
      clones.insert(op);
      return;
    }
    if (op && isa<ViewLikeOpInterface>(op) && !isa<memref::ViewOp>(op)) {
      for (Value operand : op->getOperands())
        add(operand);
      clones.insert(op);
      return;
    }
    arguments.insert(value);
  }
};
} // namespace

/// Returns the nest as a function, which has no final name yet.
static func::FuncOp outline(Operation *nest, const Captures &captures,
                            OpBuilder &builder) {
  ValueRange arguments(captures.arguments.getArrayRef());
  auto function = func::FuncOp::create(
      builder, builder.getUnknownLoc(), "nest",
      builder.getFunctionType(arguments.getTypes(), TypeRange()));
  function.setPrivate();
  if (nest->hasAttr(kStridedNest))
    function->setAttr(
        "passthrough",
        builder.getArrayAttr({builder.getStringAttr(kStridedFunction)}));
  OpBuilder::InsertionGuard guard(builder);
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  IRMapping mapping;
  mapping.map(arguments, entry->getArguments());
  for (Operation *op : captures.clones)
    builder.clone(*op, mapping);
  builder.clone(*nest, mapping);
  func::ReturnOp::create(builder, function.getLoc());
  for (auto [i, value] : llvm::enumerate(arguments)) {
    auto type = dyn_cast<MemRefType>(value.getType());
    if (!type)
      continue;
    // Not `nonnull`: the register of an empty piece may be null.
    function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
    function.setArgAttr(i, LLVM::LLVMDialect::getNoUndefAttrName(),
                        builder.getUnitAttr());
    // Only element alignment: weights are used in place in their file.
    // Unaligned vector loads are as fast if the address happens to be aligned.
    function.setArgAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                        builder.getI64IntegerAttr(sbp::getElementBytes(type)));
  }
  return function;
}

LogicalResult sbp::host::outlineNests(ModuleOp module) {
  OpBuilder builder(module.getContext());
  SmallVector<Operation *> nests;
  for (auto region : module.getOps<func::FuncOp>())
    // Loops with scalar results stay in the region: they access little memory.
    for (Operation &op : region.getBody().front())
      if (isa<scf::ForOp, linalg::LinalgOp>(op) && op.getNumResults() == 0)
        nests.push_back(&op);
  for (Operation *nest : nests) {
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(nest->getRegions(), used);
    used.insert(nest->operand_begin(), nest->operand_end());
    Captures captures;
    for (Value value : used)
      captures.add(value);
    builder.setInsertionPointToEnd(module.getBody());
    func::FuncOp function = outline(nest, captures, builder);

    std::string text;
    llvm::raw_string_ostream os(text);
    function.print(os, OpPrintingFlags().printGenericOpForm().useLocalScope());
    llvm::XXH128_hash_t hash =
        llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
    std::string name = "nest_" +
                       llvm::utohexstr(hash.high64, /*LowerCase=*/true, 16) +
                       llvm::utohexstr(hash.low64, /*LowerCase=*/true, 16);
    if (auto known = module.lookupSymbol<func::FuncOp>(name)) {
      function.erase();
      function = known;
    } else {
      function.setName(name);
    }
    builder.setInsertionPoint(nest);
    func::CallOp::create(builder, nest->getLoc(), function,
                         ValueRange(captures.arguments.getArrayRef()));
    nest->erase();
  }
  return success();
}
