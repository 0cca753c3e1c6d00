// PrepareKernels.cpp: prepares each kernel on its target

#include "sbp/Dialect/SBP/IR/TimeAxis.h"
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
  void markFixedArguments(ArrayRef<task::ComputeOp> ops,
                          const SymbolTable &symbols,
                          const KernelLibrary &kernels);

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

// The ratio of 64 operations to 16 bytes approximates machines; the unit of
// time does not matter.
static int64_t getDuration(const RegionCost &cost) {
  return 1 + cost.flops / 64 + cost.bytes / 16;
}

/// Resolves in-place pairs that the target refused: the output gets a buffer of
/// its own, which is copied over the state after the kernel.
// `pairs` is a flat list: output 0, input 0, output 1, input 1, ...
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
    // `old` aliases the state; the fresh register does not, and the copy after
    // the kernel updates the state.
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

/// Returns whether `value`, a register, is the storage of a constant, a state
/// that no step updates, or an argument that is the same in all micro-batches.
/// `written` are the states that tasks write.
static bool isFixed(Value value, const llvm::DenseSet<Attribute> &written) {
  Operation *storage = task::getStorage(value).getDefiningOp();
  if (auto state = dyn_cast<task::StateOp>(storage))
    return !written.contains(state.getStateAttr());
  if (auto input = dyn_cast<task::InputOp>(storage)) {
    auto entry = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        storage, storage->getParentOfType<task::GraphOp>().getEntryAttr());
    return entry && !getTimeDim(entry, input.getPort(), /*isResult=*/false);
  }
  return isa<task::ConstantOp>(storage);
}

/// Sets kFixedAttr on the arguments of kernels that are fixed in all tasks
/// which call the kernel. Equal layers share a kernel, and the first one may
/// read an argument where the others read what a step computes.
void PrepareKernelsPass::markFixedArguments(ArrayRef<task::ComputeOp> ops,
                                            const SymbolTable &symbols,
                                            const KernelLibrary &kernels) {
  llvm::DenseSet<Attribute> written;
  getOperation().walk([&](task::TaskOpInterface op) {
    for (Value output : op.getOutputs())
      if (auto state = task::getStorage(output).getDefiningOp<task::StateOp>())
        written.insert(state.getStateAttr());
  });
  llvm::MapVector<func::FuncOp, SmallVector<bool>> fixed;
  for (task::ComputeOp op : ops) {
    auto kernel = symbols.lookup<func::FuncOp>(op.getKernel());
    if (!kernel || !kernels.usesFixedArguments(
                       kernels.getDevice(op->getParentOfType<task::GraphOp>())))
      continue;
    auto &all =
        fixed.try_emplace(kernel, op.getInputs().size(), true).first->second;
    for (auto [isKept, input] : llvm::zip_equal(all, op.getInputs()))
      isKept &= isFixed(input, written);
  }
  Builder builder(&getContext());
  for (auto &[kernel, all] : fixed)
    for (auto [index, isKept] : llvm::enumerate(all))
      if (isKept)
        kernel.setArgAttr(index, kFixedAttr, builder.getUnitAttr());
}

/// Gives the task the persistent bytes of its kernel, after those of the tasks
/// before it.
static void assignPersistent(task::ComputeOp op, const PreparedRegion &region) {
  if (region.persistentBytes == 0)
    return;
  auto graph = op->getParentOfType<task::GraphOp>();
  int64_t offset = graph.getPersistentBytes().value_or(0);
  op.setPersistent(offset);
  graph.setPersistentBytes(
      offset +
      int64_t(llvm::alignTo(region.persistentBytes, kRegisterAlignment)));
}

LogicalResult PrepareKernelsPass::prepare(task::ComputeOp op,
                                          const SymbolTable &symbols,
                                          KernelLibrary &kernels) {
  auto kernel = symbols.lookup<func::FuncOp>(op.getKernel());
  if (!kernel)
    return op.emitOpError()
           << "calls " << op.getKernelAttr() << ", which is not a kernel";
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
  assignPersistent(op, **region);
  return success();
}

void PrepareKernelsPass::runOnOperation() {
  // Without a library of the caller kernels are prepared on the default target
  // and dropped: passes run this way by sbp-opt need durations and scratch
  // only.
  TargetSet targets;
  KernelLibrary own(targets, getDefaultTarget().name);
  KernelLibrary &kernels = library ? *library : own;
  SymbolTable symbols(getOperation());
  SmallVector<task::ComputeOp> ops;
  getOperation().walk([&](task::ComputeOp op) { ops.push_back(op); });
  markFixedArguments(ops, symbols, kernels);
  for (task::ComputeOp op : ops)
    if (failed(prepare(op, symbols, kernels)))
      return signalPassFailure();
}
