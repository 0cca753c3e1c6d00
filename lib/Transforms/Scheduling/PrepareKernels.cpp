// PrepareKernels.cpp: ask the target what each kernel needs

#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "sbp/Target/KernelLibrary.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_PREPAREKERNELSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct PrepareKernelsPass
    : sbp::impl::PrepareKernelsPassBase<PrepareKernelsPass> {
  PrepareKernelsPass() = default;
  explicit PrepareKernelsPass(KernelLibrary &library) : library(&library) {}
  void runOnOperation() override;
  LogicalResult prepare(task::ComputeOp op, const SymbolTable &symbols,
                        KernelLibrary &kernels);

  KernelLibrary *library = nullptr;
};

} // namespace

std::unique_ptr<Pass> sbp::createPrepareKernelsPass(KernelLibrary &library) {
  return std::make_unique<PrepareKernelsPass>(library);
}

static task::RegisterType getByteRegister(OpBuilder &builder, int64_t bytes) {
  return task::RegisterType::get(
      builder.getContext(),
      RankedTensorType::get({bytes}, builder.getIntegerType(8)));
}

// 64 flops and 16 bytes a unit: only the proportion matters.
static int64_t getDuration(const RegionCost &cost) {
  return 1 + cost.flops / 64 + cost.bytes / 16;
}

/// Pairs that were refused: the output gets a buffer of its own, and is copied
/// over the state behind the kernel.
static void refuseInPlace(task::ComputeOp op, const PreparedRegion &region) {
  SmallVector<int64_t> kept;
  OpBuilder builder(op);
  ArrayRef<int64_t> pairs = op.getInPlace();
  for (unsigned i = 0; i + 1 < pairs.size(); i += 2) {
    bool honoured = llvm::any_of(region.inPlace, [&](InPlacePair pair) {
      return pair.output == pairs[i] && pair.input == pairs[i + 1];
    });
    if (honoured) {
      kept.append({pairs[i], pairs[i + 1]});
      continue;
    }
    auto old = op.getOutputs()[pairs[i]].getDefiningOp<task::RegisterOp>();
    builder.setInsertionPoint(op);
    auto fresh = cast<task::RegisterOp>(builder.clone(*old));
    fresh.getAliasOfMutable().clear();
    op.getOutputsMutable()[pairs[i]].set(fresh);
    builder.setInsertionPointAfter(op);
    task::CopyOp::create(builder, op.getLoc(), ValueRange(fresh),
                         ValueRange(old));
  }
  op.setInPlace(kept);
}

LogicalResult PrepareKernelsPass::prepare(task::ComputeOp op,
                                          const SymbolTable &symbols,
                                          KernelLibrary &kernels) {
  auto kernel = symbols.lookup<func::FuncOp>(op.getKernel());
  if (!kernel)
    return op.emitOpError()
           << "names " << op.getKernelAttr() << ", which is no kernel";
  FailureOr<const PreparedRegion *> region = kernels.prepare(
      kernel, kernels.getDevice(op->getParentOfType<task::GraphOp>()));
  if (failed(region))
    return failure();
  OpBuilder builder(op);
  if ((*region)->scratchBytes > 0)
    op.getScratchMutable().assign(task::RegisterOp::create(
        builder, op.getLoc(), getByteRegister(builder, (*region)->scratchBytes),
        Value(), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
  op.setDuration(getDuration((*region)->cost));
  refuseInPlace(op, **region);
  return success();
}

void PrepareKernelsPass::runOnOperation() {
  TargetSet targets;
  KernelLibrary own(targets, getDefaultTarget().name);
  KernelLibrary &kernels = library ? *library : own;
  SymbolTable symbols(getOperation());
  SmallVector<task::ComputeOp> ops;
  getOperation().walk([&](task::ComputeOp op) { ops.push_back(op); });
  for (task::ComputeOp op : ops)
    if (failed(prepare(op, symbols, kernels)))
      return signalPassFailure();
}
