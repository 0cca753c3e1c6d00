//===- InlineCalls.cpp - private functions are inlined --------------------===//

#include "mlir/IR/IRMapping.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Transforms/Passes.h"

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

/// What an argument or a result of the callee says of `value`.
static Value constrain(OpBuilder &builder, Location loc, Value value,
                       DictionaryAttr said) {
  auto distribution =
      said ? said.getAs<DistributionAttr>(SBPDialect::kDistributionAttr)
           : DistributionAttr();
  return distribution ? ConstrainOp::create(builder, loc, value.getType(),
                                            value, distribution)
                      : value;
}

/// Copies the callee's ops in front of `call`, which disappears. The outermost
/// repeat wins: an op that already has a layer keeps it.
static void inlineCall(func::CallOp call, Attribute layer) {
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
    });
    if (layer)
      copy->setAttr(SBPDialect::kLayerAttr, layer);
  }
  for (auto [result, value] : llvm::zip_equal(
           call.getResults(), callee.front().getTerminator()->getOperands()))
    result.replaceAllUsesWith(
        constrain(builder, call.getLoc(), mapping.lookupOrDefault(value),
                  callee.getResultAttrDict(result.getResultNumber())));
  call.erase();
}

/// Inlines all calls of `entry`, level by level, so that the layer of the
/// outermost repeated call reaches the ops of the calls inside it.
static void inlineCalls(func::FuncOp entry) {
  while (true) {
    SmallVector<func::CallOp> calls;
    entry.walk([&](func::CallOp call) { calls.push_back(call); });
    if (calls.empty())
      return;
    llvm::MapVector<Attribute, int64_t> count, next;
    for (func::CallOp call : calls)
      ++count[call.getCalleeAttr()];
    Builder builder(entry.getContext());
    for (func::CallOp call : calls) {
      Attribute layer = call->getAttr(SBPDialect::kLayerAttr);
      if (!layer && count[call.getCalleeAttr()] > 1)
        layer = builder.getI64IntegerAttr(next[call.getCalleeAttr()]++);
      inlineCall(call, layer);
    }
  }
}

namespace {
struct InlineCalls : sbp::impl::InlineCallsPassBase<InlineCalls> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions)
      if (function.isPublic())
        inlineCalls(function);
    for (func::FuncOp function : functions)
      if (!function.isPublic())
        function.erase();
  }
};
} // namespace
