// ChainGenerator.cpp: chains of steps on few elements, in one block
//
// Each step is a launch of its own otherwise, which takes longer than the step
// itself. One block computes the steps in turn: a thread has one element of a
// result, adds its terms in the order of the loops, and a barrier ends the
// step. Results that later steps read stay in shared memory; those that other
// ops read are stored. For example, a step of a power iteration with a of
// f32[2, 2],
//
//   u = a v;  w = transpose(a) u;  s = sum(w w);  v' = w / sqrt(s)
//
// is one launch, as are several steps after one another.
#include "Chain.h"
#include "Generators/Reduction/ElementSums.h"
#include "Plan/LaunchPlan.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
/// Emits the kernel of a chain.
class ChainBuilder {
public:
  ChainBuilder(LaunchPlan &plan, const Chain &chain);
  void build();

private:
  /// Returns the tensors in memory that the kernel accesses.
  static SmallVector<Value> getTensors(const Chain &chain);
  void buildStep(linalg::GenericOp step);
  /// Returns an element of an operand, from shared memory where a step computed
  /// it.
  Value load(linalg::GenericOp step, OpOperand &operand, ArrayRef<Value> loops);
  /// Returns the offset in getViewed(tensor) of the element at `offset` in
  /// `tensor`.
  Value followViews(Value tensor, Value offset);
  /// Keeps an element of a result for later steps, and stores it for others.
  void write(Value value, OpResult result, ArrayRef<Value> loops);

  const Chain &chain;
  KernelBuilder kernel;
  Value thread;
  llvm::DenseMap<Value, Value> shared; ///< results that later steps read
};
} // namespace

SmallVector<Value> ChainBuilder::getTensors(const Chain &chain) {
  SmallVector<Value> tensors = chain.getInputs();
  for (linalg::GenericOp step : chain.steps)
    for (Value result : step->getResults())
      if (chain.isReadOutside(result))
        tensors.push_back(result);
  return tensors;
}

ChainBuilder::ChainBuilder(LaunchPlan &plan, const Chain &chain)
    : chain(chain), kernel(plan, linalg::GenericOp(chain.steps[0]).getLoc(),
                           "chain", getTensors(chain), chain.threads,
                           /*largest=*/chain.threads) {}

Value ChainBuilder::load(linalg::GenericOp step, OpOperand &operand,
                         ArrayRef<Value> loops) {
  Value offset = kernel.offset(step.getMatchingIndexingMap(&operand),
                               step.getShape(&operand), loops);
  Value kept = shared.lookup(chain.findResult(operand.get()));
  return kept ? kernel.loadShared(kept, getElementTypeOrSelf(operand.get()),
                                  followViews(operand.get(), offset), 1)[0]
              : kernel.load(operand.get(), offset);
}

Value ChainBuilder::followViews(Value tensor, Value offset) {
  for (; isView(tensor.getDefiningOp());
       tensor = tensor.getDefiningOp()->getOperand(0))
    if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>()) {
      SmallVector<Value> indices =
          kernel.delinearise(offset, slice.getStaticSizes());
      offset = kernel.constant(0);
      for (auto [size, index, first, step] :
           llvm::zip_equal(slice.getSourceType().getShape(), indices,
                           slice.getStaticOffsets(), slice.getStaticStrides()))
        offset = kernel.add(
            kernel.mul(offset, size),
            kernel.add(kernel.mul(index, step), kernel.constant(first)));
    }
  return offset;
}

void ChainBuilder::write(Value value, OpResult result, ArrayRef<Value> loops) {
  auto step = cast<linalg::GenericOp>(result.getOwner());
  OpOperand *init = step.getTiedOpOperand(result);
  Value offset = kernel.offset(step.getMatchingIndexingMap(init),
                               step.getShape(init), loops);
  if (Value kept = shared.lookup(result))
    kernel.storeShared(value, kept, offset);
  if (chain.isReadOutside(result))
    kernel.store(value, result, offset);
}

void ChainBuilder::buildStep(linalg::GenericOp step) {
  ElementLoops form(step);
  auto compute = [&] {
    SmallVector<Value> loops = kernel.delinearise(thread, form.resultExtents);
    SmallVector<Value> results = sumElement(
        kernel, step, loops,
        [&](OpOperand &operand, ArrayRef<Value> at) {
          return load(step, operand, at);
        },
        [](ArrayRef<Value>, ArrayRef<Value>) {});
    for (auto [value, result] : llvm::zip_equal(results, step->getResults()))
      write(value, result, loops);
  };
  if (form.elements == chain.threads)
    compute();
  else
    kernel.ifThen(kernel.isLess(thread, form.elements), compute);
}

void ChainBuilder::build() {
  thread = kernel.threadId();
  for (linalg::GenericOp step : chain.steps)
    for (Value result : step->getResults())
      if (chain.isReadInside(result))
        // With a greater alignment LLVM would widen loads beyond the end.
        shared[result] = kernel.allocateShared(
            getTensorBytes(result),
            getElementBytes(getElementTypeOrSelf(result.getType())));
  for (auto [number, step] : llvm::enumerate(chain.steps)) {
    if (number)
      kernel.barrier();
    buildStep(step);
  }
  kernel.finish({1, 1, 1});
}

/// Returns whether a chain may be computed after `op`, which follows its steps
/// and needs no kernel of a generator: a view, also of a result of a step, or
/// an op that reads none of them and writes to no tensor that they read.
static bool isPassed(const Chain &chain, Operation *op) {
  bool makesTensor = llvm::any_of(op->getResultTypes(), [](Type type) {
    return isa<RankedTensorType>(type);
  });
  // Fills and scalars are computed where they are read.
  if (!makesTensor || sbp::region::isFill(op) ||
      isa<tensor::EmptyOp, bufferization::ToTensorOp>(op))
    return true;
  return isView(op) ||
         (isa<tensor::ExtractSliceOp>(op) &&
          !chain.findResult(op->getOperand(0)) && !chain.isGathered(op));
}

namespace {
class ChainGenerator : public Generator {
public:
  StringRef getName() const override { return "chain"; }
  bool readsOwnViews() const override { return true; }
  bool extend(SmallVectorImpl<Operation *> &window,
              const LaunchPlan &plan) const override;
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    Chain chain = Chain::find(window);
    if (chain.isLong())
      candidates.push_back(
          candidate(llvm::formatv("{0} steps in one block", chain.steps.size()),
                    chain.predictSeconds(chip), unsigned(chain.steps.size())));
  }
  LogicalResult prepare(Window ops, LaunchPlan &plan) const override {
    Chain chain = Chain::find(ops);
    if (failed(plan.readAll(chain.getInputs())))
      return failure();
    for (linalg::GenericOp step : chain.steps)
      for (Value result : step->getResults())
        plan.buffers.assign(result);
    return success();
  }
  LogicalResult emit(const Candidate &, Window ops,
                     LaunchPlan &plan) const override {
    ChainBuilder(plan, Chain::find(ops)).build();
    return success();
  }
};
} // namespace

/// Returns whether `step` writes its result over an input that steps before it
/// read, of which other blocks may compute some if no chain is chosen.
static bool overwritesInput(const Chain &chain, Operation *step,
                            const LaunchPlan &plan) {
  return llvm::any_of(step->getResults(), [&](Value result) {
    std::optional<BufferRef> place = plan.buffers.getDestination(result);
    return place && place->kind == BufferRef::Kind::Input &&
           llvm::any_of(chain.getInputs(), [&](Value input) {
             return plan.buffers.contains(input) &&
                    plan.buffers.lookup(input).kind == place->kind &&
                    plan.buffers.lookup(input).index == place->index;
           });
  });
}

/// Completes the window with all steps that follow. Ops that another window
/// has, or that a row kernel may add to its own, are left to it.
bool ChainGenerator::extend(SmallVectorImpl<Operation *> &window,
                            const LaunchPlan &plan) const {
  if (window.size() != 1 || plan.joinsWindow(window.front()))
    return false;
  Chain chain;
  for (Operation *op = window.front(); op; op = op->getNextNode())
    if (!isPassed(chain, op) &&
        (plan.isInWindow(op) || overwritesInput(chain, op, plan) ||
         !chain.join(op)))
      break;
  window.assign(chain.steps.begin(), chain.steps.end());
  return chain.isLong();
}

namespace sbp::cuda {
void registerChain(GeneratorList &generators) {
  generators.push_back(std::make_unique<ChainGenerator>());
}
} // namespace sbp::cuda
