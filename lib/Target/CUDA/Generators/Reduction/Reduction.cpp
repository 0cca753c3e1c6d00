// Reduction.cpp: the general reduction, one thread per result element
//
// Valid for every reduction. The reduction loops run in order in one thread,
// from the initial value on. Results that reduction loops index are stored in
// every iteration; if the body reads them (a product scattered over i + k),
// they are initialised first and loaded in every iteration as well.
#include "Choice/Prediction.h"
#include "ElementSums.h"
#include "Plan/OpGenerator.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 128;

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
  ElementLoops form(op);
  KernelBuilder k(plan, op.getLoc(), "reduction", tensors, kThreads,
                  form.elements * form.terms);
  Value id = k.add(k.mul(k.blockId(), kThreads), k.threadId());
  k.ifThen(k.isLess(id, form.elements), [&] {
    SmallVector<Value> loops = k.delinearise(id, form.resultExtents);
    auto load = [&](OpOperand &operand, ArrayRef<Value> at) {
      bool isSum = op.isDpsInit(&operand) && accumulatesInMemory(op, operand);
      return k.load(isSum ? op.getTiedOpResult(&operand) : operand.get(),
                    k.offset(op.getMatchingIndexingMap(&operand),
                             op.getShape(&operand), at));
    };
    // Results that reduction loops index are stored in every iteration.
    auto write = [&](bool isInside, ArrayRef<Value> values,
                     ArrayRef<Value> at) {
      for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable())) {
        AffineMap map = op.getMatchingIndexingMap(&init);
        if (llvm::any_of(form.reduced, [&](unsigned loop) {
              return map.isFunctionOfDim(loop);
            }) == isInside)
          k.store(values[i], op->getResult(i),
                  k.offset(map, op.getShape(&init), at));
      }
    };
    SmallVector<Value> results = sumElement(
        k, op, loops, load, [&](ArrayRef<Value> values, ArrayRef<Value> at) {
          write(/*isInside=*/true, values, at);
        });
    write(/*isInside=*/false, results, loops);
  });
  k.finish(
      {std::max<int64_t>(1, llvm::divideCeil(form.elements, kThreads)), 1, 1});
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
    double terms = double(ElementLoops(op).terms);
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
