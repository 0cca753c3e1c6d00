// CheckModel.cpp: refuses models outside of the input language

#include "CheckBodies.h"
#include "CheckStoredTypes.h"
#include "FunctionWords.h"
#include "ModelStates.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Analysis/Defined/DefinedValues.h"
#include "sbp/Analysis/Scheduling/WorkOrders.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/ElementTypes.h"
#include "sbp/Interfaces/TensorInterfaces.h"
#include "sbp/Transforms/Microbatches.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

namespace sbp {
#define GEN_PASS_DEF_CHECKMODELPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Offsets and sizes in bytes are 64-bit numbers everywhere after level 0, and
/// sums of a few of them must be.
static bool isAddressable(ShapedType type) {
  constexpr int64_t maximumBytes = int64_t(1) << 56;
  int64_t bytes = 8;
  for (int64_t size : type.getShape())
    if (size > maximumBytes || llvm::MulOverflow(bytes, size, bytes) ||
        bytes > maximumBytes)
      return false;
  return true;
}

static constexpr StringLiteral kTooLarge =
    "more than 2^53 elements; no machine holds them";

/// Loops over boxes keep an index per dimension: the runtime's maximalRank.
static constexpr int64_t kMaxRank = 32;

/// Describes why `type` is no legal type of an argument or result, and what to
/// write instead. Empty for legal types.
static std::string describeFault(Type type) {
  std::string text;
  llvm::raw_string_ostream out(text);
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    out << "is not a tensor; write a tensor without dimensions, tensor<"
        << (type.isIndex()          ? "i64"
            : findElementType(type) ? ""
                                    : "f32");
  if (!shaped && findElementType(type))
    out << type;
  if (!shaped) {
    out << ">";
    return text;
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    out << "is not a ranked tensor; write tensor<2x3xf32>";
  else if (!tensor.hasStaticShape())
    out << "has a dynamic shape; write one entry per shape, each with static "
           "sizes";
  else if (!isAddressable(tensor))
    out << "has " << kTooLarge;
  else if (tensor.getRank() > kMaxRank)
    out << "has " << tensor.getRank() << " dimensions, more than " << kMaxRank;
  else if (tensor.getEncoding())
    out << "has an encoding; distributions are attributes: sbp.distribution";
  else if (!findElementType(tensor.getElementType()))
    out << "has elements of " << tensor.getElementType() << "; supported are "
        << ElementType::list(" ", " ")
        << (tensor.getElementType().isIntOrIndex()
                ? " (signless: write i64 for index and unsigned)"
                : "");
  return text;
}

std::string sbp::describeDataFault(ElementsAttr value) {
  if (isa<DenseElementsAttr>(value))
    return {};
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  if (!resource)
    return "is neither dense<...> nor dense_resource<...>";
  std::string key = resource.getRawHandle().getKey().str();
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return "is resource '" + key +
           "', whose data is not among the dialect_resources of the file";
  ShapedType type = resource.getType();
  bool isSplat = false;
  if (DenseElementsAttr::isValidRawBuffer(type, blob->getData(), isSplat))
    return {};
  unsigned width = type.getElementTypeBitWidth();
  return llvm::formatv(
      "is resource '{0}' of {1} bytes, expected {2}", key,
      blob->getData().size(),
      llvm::divideCeil(uint64_t(type.getNumElements()) * width, 8));
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

static LogicalResult checkShape(Operation *op, ShapedType type) {
  if (!type.hasStaticShape())
    return op->emitOpError()
           << "gives " << type << ", a dynamic shape; sizes must be constants";
  if (!isAddressable(type))
    return op->emitOpError() << "gives " << type << ", " << kTooLarge;
  if (type.getRank() > kMaxRank)
    return op->emitOpError()
           << "has " << type.getRank() << " dimensions, more than " << kMaxRank;
  // Importers leave integers of other widths inside of models, which are made
  // and used up there.
  Type element = type.getElementType();
  if (!findElementType(element) && !element.isSignlessIntOrIndex())
    return op->emitOpError()
           << "gives elements of " << element << "; supported are "
           << ElementType::list(" ", " ");
  return success();
}

static LogicalResult checkConstant(Operation *op) {
  ElementsAttr value;
  if (!matchPattern(op, m_Constant(&value)) || !value)
    return success();
  std::string fault = describeDataFault(value);
  return fault.empty() ? success()
                       : op->emitOpError() << "has a value that " << fault;
}

static LogicalResult checkShapes(func::FuncOp function) {
  auto result = function.walk([](Operation *op) {
    if (llvm::any_of(op->getResultTypes(), llvm::IsaPred<FunctionType>)) {
      op->emitOpError() << "uses a function as a value; functions are called "
                           "by name: call @f(...)";
      return WalkResult::interrupt();
    }
    for (Type type : op->getResultTypes())
      if (auto shaped = dyn_cast<ShapedType>(type))
        if (failed(checkShape(op, shaped)))
          return WalkResult::interrupt();
    if (auto guarded = dyn_cast<GuardedOpInterface>(op);
        (guarded && failed(guarded.verifyInModel())) || failed(checkBody(op)))
      return WalkResult::interrupt();
    return WalkResult(checkConstant(op));
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
                                << " has no body; every function of a model "
                                   "needs one: define it or remove it";
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
  auto result =
      function.walk([&](func::CallOp call) {
        func::FuncOp callee = getCallee(call);
        if (!llvm::is_contained(active, callee.getOperation()))
          return WalkResult(checkCalls(callee, active, done));
        InFlightDiagnostic error =
            call.emitError()
            << "call of @" << callee.getSymName()
            << " is recursive, which is not supported; unroll the recursion";
        error.attachNote(callee.getLoc()) << "called here from itself";
        return WalkResult::interrupt();
      });
  active.pop_back();
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// A state belongs to an entry; the layers it calls get its value.
static LogicalResult checkHasNoStates(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(), SBPDialect::kStateAttr))
      return emitError(argument.getLoc())
             << "argument #" << argument.getArgNumber() << " of the private @"
             << function.getSymName()
             << " is a state; declare it in the entry and hand in its value";
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (function.getResultAttr(i, SBPDialect::kStateAttr))
      return function.emitError()
             << "result #" << i << " of the private @" << function.getSymName()
             << " is a state; declare it in the entry and return its value";
  return success();
}

/// Returns the path of a file that a model names: a relative one is looked up
/// from the folder of the model's own file.
static std::string findFile(func::FuncOp function, StringRef name) {
  llvm::SmallString<128> path;
  auto model =
      function->getParentOp()->getLoc()->findInstanceOf<FileLineColLoc>();
  if (model && llvm::sys::path::is_relative(name))
    path = llvm::sys::path::parent_path(model.getFilename().getValue());
  llvm::sys::path::append(path, name);
  return path.str().str();
}

/// Checks the schedule of an entry. The order of a file becomes an attribute.
static LogicalResult resolveSchedule(func::FuncOp function) {
  Attribute value = function->getAttr(kScheduleAttr);
  auto name = dyn_cast_if_present<StringAttr>(value);
  if (value && !name)
    return function.emitError()
           << kScheduleAttr << " must be a string, found " << value;
  function->removeAttr(kWorkOrderAttr);
  if (!name)
    return success();
  if (isOrderFile(name)) {
    llvm::Expected<WorkOrder> order = readOrderFile(findFile(function, name));
    if (!order)
      return function.emitError()
             << kScheduleAttr << ": " << llvm::toString(order.takeError());
    function->setAttr(kWorkOrderAttr,
                      toAttribute(function.getContext(), *order));
    return success();
  }
  llvm::Expected<const PipelineKind *> kind = findPipelineKind(name);
  if (!kind)
    return function.emitError() << llvm::toString(kind.takeError());
  return success();
}

namespace {
struct CheckModel : sbp::impl::CheckModelPassBase<CheckModel> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(check()))
      signalPassFailure();
  }

  LogicalResult check() {
    ModelStates states;
    SmallVector<Operation *> active;
    llvm::SmallPtrSet<Operation *, 8> done;
    bool hasEntry = false;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (failed(checkBody(function)) || failed(checkFunctionWords(function)) ||
          failed(checkShapes(function)) || failed(checkStoredTypes(function)) ||
          failed(verifyAccesses(function)) ||
          failed(verifyDefinedValues(function)))
        return failure();
      if (failed(checkCalls(function, active, done)))
        return failure();
      if (!function.isPublic()) {
        if (failed(checkHasNoStates(function)))
          return failure();
        continue;
      }
      hasEntry = true;
      if (failed(resolveSchedule(function)) || failed(checkPorts(function)) ||
          failed(checkMicrobatches(function)) || failed(states.add(function)))
        return failure();
    }
    return hasEntry ? states.finish() : reportNoEntry();
  }

  LogicalResult reportNoEntry() {
    InFlightDiagnostic error =
        getOperation().emitError()
        << "the module has no public function; a model needs an entry";
    for (auto inner : getOperation().getOps<ModuleOp>())
      error.attachNote(inner.getLoc())
          << "this module is nested in an implicit one, because other ops "
             "stand beside it; move them into it";
    return error;
  }
};
} // namespace
