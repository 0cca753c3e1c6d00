// InlineCalls.cpp: private functions are inlined

#include "mlir/IR/IRMapping.h"
#include "sbp/Dialect/SBP/IR/Checkpoints.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/TensorInterfaces.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"

namespace sbp {
#define GEN_PASS_DEF_INLINECALLSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

static func::FuncOp getCallee(func::CallOp call) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
}

//===----------------------------------------------------------------------===//
// How much it would be
//===----------------------------------------------------------------------===//

/// Limit on the ops after inlining, which every phase processes in seconds. A
/// few nested calls would otherwise exceed the memory of any machine.
static constexpr uint64_t kMaxInlinedOps = 1000000;

namespace {
/// Ops of functions, those of the functions they call included.
class OpCounts {
public:
  /// Saturates.
  uint64_t get(func::FuncOp function) {
    if (auto known = counts.find(function); known != counts.end())
      return known->second;
    uint64_t count = 0;
    function.getBody().walk([&](Operation *op) {
      auto call = dyn_cast<func::CallOp>(op);
      if (!isa<func::ReturnOp>(op))
        count = llvm::SaturatingAdd(count, call ? get(getCallee(call)) : 1);
    });
    return counts[function] = count;
  }

private:
  llvm::DenseMap<Operation *, uint64_t> counts;
};
} // namespace

static LogicalResult checkSize(func::FuncOp entry, OpCounts &counts) {
  func::CallOp largest;
  entry.walk([&](func::CallOp call) {
    if (!largest ||
        counts.get(getCallee(call)) > counts.get(getCallee(largest)))
      largest = call;
  });
  uint64_t count = counts.get(entry);
  if (!largest || count <= kMaxInlinedOps)
    return success();
  InFlightDiagnostic error = entry.emitError();
  error << "with all calls inlined, @" << entry.getSymName() << " has "
        << (count == UINT64_MAX ? "more than 2^64" : std::to_string(count))
        << " ops, expected at most " << kMaxInlinedOps
        << "; write fewer or larger ops, or several entries";
  error.attachNote(largest.getLoc())
      << "this call alone is " << std::to_string(counts.get(getCallee(largest)))
      << " of them";
  return error;
}

//===----------------------------------------------------------------------===//
// Inlining
//===----------------------------------------------------------------------===//

/// Constrains `value` as the argument or result of the callee is annotated.
static Value constrain(OpBuilder &builder, Location loc, Value value,
                       DictionaryAttr annotations) {
  auto distribution =
      annotations
          ? annotations.getAs<DistributionAttr>(SBPDialect::kDistributionAttr)
          : DistributionAttr();
  return distribution ? ConstrainOp::create(builder, loc, value.getType(),
                                            value, distribution)
                      : value;
}

/// Copies the callee's ops before `call`, which disappears. The outermost
/// repeat and the outermost checkpoint win: `layer` and `checkpoint` are those
/// of the call, null for none. Calls among the ops go to `calls`.
static void inlineCall(func::CallOp call, Attribute layer, Attribute checkpoint,
                       SmallVectorImpl<func::CallOp> &calls) {
  func::FuncOp callee = getCallee(call);
  OpBuilder builder(call);
  IRMapping mapping;
  for (auto [i, operand] : llvm::enumerate(call.getOperands()))
    mapping.map(
        callee.getArgument(i),
        constrain(builder, call.getLoc(), operand, callee.getArgAttrDict(i)));
  for (Operation &op : callee.front().without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    copy->walk([&](Operation *inner) {
      inner->setLoc(CallSiteLoc::get(inner->getLoc(), call.getLoc()));
      if (auto nested = dyn_cast<func::CallOp>(inner))
        calls.push_back(nested);
    });
    if (layer)
      copy->setAttr(SBPDialect::kLayerAttr, layer);
    if (checkpoint)
      copy->setAttr(kCheckpointAttr, checkpoint);
  }
  for (auto [result, value] : llvm::zip_equal(
           call.getResults(), callee.front().getTerminator()->getOperands()))
    result.replaceAllUsesWith(
        constrain(builder, call.getLoc(), mapping.lookupOrDefault(value),
                  callee.getResultAttrDict(result.getResultNumber())));
  call.erase();
}

/// Inlines all calls of `entry`, level by level, so that the layer of the
/// outermost repeated call reaches the ops of the calls inside it. False: there
/// are none.
static bool inlineCalls(func::FuncOp entry) {
  SmallVector<func::CallOp> calls; // in program order
  entry.walk([&](func::CallOp call) { calls.push_back(call); });
  bool changed = !calls.empty();
  Builder builder(entry.getContext());
  int64_t checkpoints = 0;
  // The checkpoint of a call, else of its callee, with a number of its own.
  auto getNumbered = [&](func::CallOp call) -> Attribute {
    std::optional<Checkpoint> given = getCheckpoint(call);
    if (!given)
      given = getCheckpoint(getCallee(call));
    if (given && given->group < 0)
      given->group = checkpoints++;
    return given ? makeCheckpoint(entry.getContext(), *given) : Attribute();
  };
  while (!calls.empty()) {
    llvm::MapVector<Attribute, int64_t> count, next;
    for (func::CallOp call : calls)
      ++count[call.getCalleeAttr()];
    SmallVector<func::CallOp> inside;
    for (func::CallOp call : calls) {
      Attribute layer = call->getAttr(SBPDialect::kLayerAttr);
      if (!layer && count[call.getCalleeAttr()] > 1)
        layer = builder.getI64IntegerAttr(next[call.getCalleeAttr()]++);
      inlineCall(call, layer, getNumbered(call), inside);
    }
    calls = std::move(inside);
  }
  return changed;
}

/// Refuses checkpoints that are not well formed, and those of calls that write
/// a state: it would be written twice.
static LogicalResult checkCheckpoints(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    if (failed(verifyCheckpoint(op)))
      return WalkResult::interrupt();
    auto call = dyn_cast<func::CallOp>(op);
    if (!call || !(getCheckpoint(call) || getCheckpoint(getCallee(call))))
      return WalkResult::advance();
    WalkResult written = getCallee(call).walk([&](UpdatingOpInterface update) {
      InFlightDiagnostic error = call.emitError()
                                 << kCheckpointAttr << " on a call of @"
                                 << call.getCallee()
                                 << ", which writes a state: backward would "
                                    "write it once more";
      error.attachNote(update.getLoc()) << "the state is written here";
      return WalkResult::interrupt();
    });
    return written;
  });
  return failure(result.wasInterrupted());
}

namespace {
struct InlineCalls : sbp::impl::InlineCallsPassBase<InlineCalls> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    if (failed(checkCheckpoints(getOperation())))
      return signalPassFailure();
    OpCounts counts;
    for (func::FuncOp function : functions)
      if (function.isPublic() && failed(checkSize(function, counts)))
        return signalPassFailure();
    bool changed = false;
    for (func::FuncOp function : functions)
      if (function.isPublic())
        changed |= inlineCalls(function);
    for (func::FuncOp function : functions)
      if (!function.isPublic()) {
        function.erase();
        changed = true;
      }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
