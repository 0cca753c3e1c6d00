// Reduction.cpp: the general reduction, one thread per result element
//
// Valid for every reduction. The reduction loops run in order in one thread,
// from the initial value on. Results that reduction loops index are stored in
// every iteration; if the body reads them (a product scattered over i + k),
// they are initialised first and loaded in every iteration as well.
#include "Choice/Prediction.h"
#include "Kernel/KernelBuilder.h"
#include "Plan/OpGenerator.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 128;

/// Returns whether the kernel needs the values of `init`: a contraction may
/// start from zero although its body adds to the init.
static bool startsFrom(linalg::GenericOp op, OpOperand &init) {
  return isRead(op, init) && !op->hasAttr(sbp::region::kBetaZeroAttr);
}

/// Returns the initial value of an element; that of a fill needs no load.
static Value loadInitialValue(KernelBuilder &k, linalg::GenericOp op,
                              OpOperand &init, ArrayRef<Value> loops) {
  Operation *producer = init.get().getDefiningOp();
  if (sbp::region::isFill(producer)) {
    auto fill = cast<linalg::GenericOp>(producer);
    return k.inlineBody(fill, {Value()}, {})[0];
  }
  return k.load(init.get(), k.offset(op.getMatchingIndexingMap(&init),
                                     op.getShape(&init), loops));
}

static LogicalResult buildReduction(LaunchPlan &plan, linalg::GenericOp op) {
  SmallVector<Value> tensors = getGatheredTensors(op);
  for (OpOperand &operand : op->getOpOperands()) {
    bool isFill = op.isDpsInit(&operand) &&
                  sbp::region::isFill(operand.get().getDefiningOp());
    bool isCopied = op.isDpsInit(&operand) && accumulatesInMemory(op, operand);
    bool isUsed =
        op.isDpsInit(&operand) ? startsFrom(op, operand) : isRead(op, operand);
    if (isUsed && !isFill && !isCopied)
      tensors.push_back(operand.get());
  }
  llvm::append_range(tensors, op->getResults());
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto kinds = op.getIteratorTypesArray();
  SmallVector<unsigned> reduced;
  SmallVector<int64_t> resultExtents(extents);
  int64_t total = 1, work = 1;
  for (unsigned i = 0; i < extents.size(); ++i) {
    work *= extents[i];
    if (kinds[i] == utils::IteratorType::reduction) {
      reduced.push_back(i);
      resultExtents[i] = 1;
    }
    total *= resultExtents[i];
  }
  KernelBuilder k(plan, op.getLoc(), "reduction", tensors, kThreads, work);
  Value id = k.add(k.mul(k.blockId(), kThreads), k.threadId());
  k.ifThen(k.isLess(id, total), [&] {
    SmallVector<Value> loops = k.delinearise(id, resultExtents);
    // Accumulators in registers; results that accumulate in memory have none.
    SmallVector<Value> state;
    for (OpOperand &init : op.getDpsInitsMutable())
      state.push_back(startsFrom(op, init) && !accumulatesInMemory(op, init)
                          ? loadInitialValue(k, op, init, loops)
                          : k.zero(getElementTypeOrSelf(init.get())));
    SmallVector<scf::ForOp> nest;
    for (unsigned loop : reduced) {
      auto inner =
          scf::ForOp::create(k.builder, k.constant(0),
                             k.constant(extents[loop]), k.constant(1), state);
      nest.push_back(inner);
      loops[loop] = inner.getInductionVar();
      state.assign(inner.getRegionIterArgs().begin(),
                   inner.getRegionIterArgs().end());
      k.builder.setInsertionPointToStart(inner.getBody());
    }
    SmallVector<Value> arguments;
    for (OpOperand *input : op.getDpsInputOperands())
      arguments.push_back(
          isRead(op, *input)
              ? k.load(input->get(), k.offset(op.getMatchingIndexingMap(input),
                                              op.getShape(input), loops))
              : Value());
    for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable()))
      arguments.push_back(
          accumulatesInMemory(op, init)
              ? k.load(op->getResult(i),
                       k.offset(op.getMatchingIndexingMap(&init),
                                op.getShape(&init), loops))
              : state[i]);
    SmallVector<Value> results = k.inlineBody(op, arguments, loops);
    auto write = [&](bool inside) {
      for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable())) {
        AffineMap map = op.getMatchingIndexingMap(&init);
        bool isIndexedByReduction = llvm::any_of(
            reduced, [&](unsigned loop) { return map.isFunctionOfDim(loop); });
        if (isIndexedByReduction == inside)
          k.store(results[i], op->getResult(i),
                  k.offset(map, op.getShape(&init), loops));
      }
    };
    write(/*inside=*/true);
    for (scf::ForOp inner : llvm::reverse(nest)) {
      scf::YieldOp::create(k.builder, results);
      results.assign(inner.getResults().begin(), inner.getResults().end());
      k.builder.setInsertionPointAfter(inner);
    }
    write(/*inside=*/false);
  });
  k.finish({std::max<int64_t>(1, llvm::divideCeil(total, kThreads)), 1, 1});
  return success();
}

namespace {
class Reduction : public SingleOpGenerator {
public:
  StringRef getName() const override { return "reduction"; }
  /// Accepts every reduction.
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<linalg::GenericOp>(window.front());
    if (!op || !op.getNumReductionLoops())
      return;
    double terms = 1;
    for (auto [kind, extent] :
         llvm::zip_equal(op.getIteratorTypesArray(), op.getStaticLoopRanges()))
      terms *= kind == utils::IteratorType::reduction ? double(extent) : 1.0;
    double seconds =
        std::max({getCopySeconds(chip, getAccessedBytes(op), kShare),
                  countIterations(op) / kIterationsPerSecond,
                  chip.launchSeconds + terms * kTermSeconds});
    candidates.push_back(candidate("a thread an element", seconds));
  }
  LogicalResult emit(const Candidate &, Window ops,
                     LaunchPlan &plan) const override {
    return buildReduction(plan, cast<linalg::GenericOp>(ops.front()));
  }

private:
  /// Estimates: neighbouring threads read different rows, and each term waits
  /// for the one before.
  static constexpr double kShare = 0.05, kIterationsPerSecond = 1e12,
                          kTermSeconds = 1e-7;
};
} // namespace

namespace sbp::cuda {
void registerReduction(GeneratorList &generators) {
  generators.push_back(std::make_unique<Reduction>());
}
} // namespace sbp::cuda
