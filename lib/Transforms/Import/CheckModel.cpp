//===- CheckModel.cpp - refuses what the input language does not have -----===//

#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/ADT/StringMap.h"

namespace sbp {
#define GEN_PASS_DEF_CHECKMODELPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool isSupportedElement(Type type) {
  return type.isF64() || type.isF32() || type.isF16() || type.isBF16() ||
         type.isSignlessInteger(64) || type.isSignlessInteger(32) ||
         type.isSignlessInteger(8) || type.isSignlessInteger(1);
}

/// What is wrong with `type` as the type of an argument or result, and what to
/// write instead; empty if nothing is.
static std::string describeFault(Type type) {
  std::string text;
  llvm::raw_string_ostream out(text);
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    out << "is no tensor; write a tensor without dimensions, tensor<"
        << (type.isIndex()             ? "i64"
            : isSupportedElement(type) ? ""
                                       : "f32");
  if (!shaped && isSupportedElement(type))
    out << type;
  if (!shaped) {
    out << ">";
    return text;
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    out << "is no ranked tensor; write tensor<2x3xf32>";
  else if (!tensor.hasStaticShape())
    out << "has a dynamic shape; write one entry per shape, each with static "
           "sizes";
  else if (tensor.getEncoding())
    out << "has an encoding; distributions are attributes: sbp.distribution";
  else if (!isSupportedElement(tensor.getElementType()))
    out << "has elements of " << tensor.getElementType()
        << "; supported are f64 f32 f16 bf16 i64 i32 i8 i1"
        << (tensor.getElementType().isIntOrIndex()
                ? " (signless: write i64 for index and unsigned)"
                : "");
  return text;
}

static LogicalResult checkPorts(func::FuncOp function) {
  auto check = [&](Type type, StringRef side, unsigned index,
                   Location loc) -> LogicalResult {
    std::string fault = describeFault(type);
    if (fault.empty())
      return success();
    return emitError(loc) << side << " #" << index << " of @"
                          << function.getSymName() << ", " << type << ", "
                          << fault;
  };
  for (BlockArgument argument : function.getArguments())
    if (failed(check(argument.getType(), "argument", argument.getArgNumber(),
                     argument.getLoc())))
      return failure();
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (failed(check(type, "result", i, function.getLoc())))
      return failure();
  return success();
}

static LogicalResult checkShapes(func::FuncOp function) {
  auto result = function.walk([](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto shaped = dyn_cast<ShapedType>(type))
        if (!shaped.hasStaticShape()) {
          op->emitOpError() << "gives " << type
                            << ", a dynamic shape; sizes must be constants";
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static func::FuncOp getCallee(func::CallOp call) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
}

static LogicalResult checkBody(func::FuncOp function) {
  if (function.isDeclaration())
    return function.emitError() << "@" << function.getSymName()
                                << " has no body; a model is complete: give "
                                   "the function a body or remove it";
  if (!function.getBody().hasOneBlock())
    return function.emitError()
           << "@" << function.getSymName() << " has "
           << function.getBody().getBlocks().size()
           << " blocks; control flow between tensors is not supported";
  return success();
}

/// Depth-first over calls; `active` is the chain of callers.
static LogicalResult checkCalls(func::FuncOp function,
                                SmallVectorImpl<Operation *> &active,
                                llvm::SmallPtrSetImpl<Operation *> &done) {
  if (!done.insert(function).second && !llvm::is_contained(active, function))
    return success();
  active.push_back(function);
  auto result = function.walk([&](func::CallOp call) {
    func::FuncOp callee = getCallee(call);
    if (!llvm::is_contained(active, callee.getOperation()))
      return WalkResult(checkCalls(callee, active, done));
    InFlightDiagnostic error = call.emitError()
                               << "call of @" << callee.getSymName()
                               << " is recursive; write the repetitions out";
    error.attachNote(callee.getLoc()) << "called here from itself";
    return WalkResult::interrupt();
  });
  active.pop_back();
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

namespace {
/// Where a state was seen first.
struct StateUse {
  func::FuncOp function;
  Type type;
  Attribute distribution;
};
} // namespace

static LogicalResult checkAgreement(StateUse first, StateUse use,
                                    StringRef name) {
  auto report = [&](StringRef what, auto found, auto expected) {
    InFlightDiagnostic error = use.function.emitError()
                               << "state '" << name << "' has " << what << " "
                               << found << " in @" << use.function.getSymName()
                               << " but " << expected << " in @"
                               << first.function.getSymName();
    error.attachNote(first.function.getLoc()) << "first used here";
    return failure();
  };
  if (use.type != first.type)
    return report("type", use.type, first.type);
  if (use.distribution != first.distribution)
    return report("distribution", use.distribution, first.distribution);
  return success();
}

/// The result of a state: an argument of the same entry, with its type and
/// distribution (which is the default).
static LogicalResult checkStateResult(func::FuncOp function, unsigned index,
                                      StringAttr name) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (function.getArgAttr(i, SBPDialect::kStateAttr) != name)
      continue;
    StringRef key = SBPDialect::kDistributionAttr;
    Attribute wanted = function.getArgAttr(i, key);
    if (wanted && !function.getResultAttr(index, key))
      function.setResultAttr(index, key, wanted);
    StateUse argument{function, function.getArgumentTypes()[i], wanted};
    StateUse result{function, function.getResultTypes()[index],
                    function.getResultAttr(index, key)};
    return checkAgreement(argument, result, name.getValue());
  }
  return function.emitError()
         << "result #" << index << " of @" << function.getSymName()
         << " is state '" << name.getValue()
         << "', which is no argument; add the argument that holds its value";
}

static LogicalResult checkStates(func::FuncOp function,
                                 llvm::StringMap<StateUse> &states) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto name =
        function.getArgAttrOfType<StringAttr>(i, SBPDialect::kStateAttr);
    if (!name)
      continue;
    StateUse use{function, function.getArgumentTypes()[i],
                 function.getArgAttr(i, SBPDialect::kDistributionAttr)};
    auto [entry, isNew] = states.try_emplace(name.getValue(), use);
    if (!isNew && failed(checkAgreement(entry->second, use, name.getValue())))
      return failure();
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (auto name =
            function.getResultAttrOfType<StringAttr>(i, SBPDialect::kStateAttr))
      if (failed(checkStateResult(function, i, name)))
        return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct CheckModel : sbp::impl::CheckModelPassBase<CheckModel> {
  void runOnOperation() override {
    if (failed(check()))
      signalPassFailure();
  }

  LogicalResult check() {
    llvm::StringMap<StateUse> states;
    SmallVector<Operation *> active;
    llvm::SmallPtrSet<Operation *, 8> done;
    bool hasEntry = false;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (failed(checkBody(function)) || failed(checkShapes(function)))
        return failure();
      if (failed(checkCalls(function, active, done)))
        return failure();
      if (!function.isPublic())
        continue;
      hasEntry = true;
      if (failed(checkPorts(function)) || failed(checkStates(function, states)))
        return failure();
    }
    if (!hasEntry)
      return getOperation().emitError()
             << "the module has no public function; a model needs an entry";
    return success();
  }
};
} // namespace
