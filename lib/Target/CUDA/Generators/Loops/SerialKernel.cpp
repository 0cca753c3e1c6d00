// SerialKernel.cpp: ops that run as plain loops on the GPU
//
// The extracted function (SerialRegion.cpp) is bufferised and lowered to loops
// by the same steps as on the host. One thread runs it; if the ops are one nest
// with independent iterations, each iteration gets a thread with its own
// scratch, or each chunk of iterations where that takes too much memory. Then
// attempts follow in one thread: in place, and with copies of the results. For
// example, a scan over the columns of f32[64, 40] becomes 64 threads that each
// run 40 iterations.
#include "SerialKernel.h"
#include "ParallelLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Target/Region/Passes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

using sbp::region::BoundaryMode;

/// Threads per block of a parallel nest.
static constexpr int64_t kThreads = 128;
/// Marks a kernel whose results update their initial inputs in place.
static constexpr llvm::StringLiteral kDirect = "sbp.direct";
/// Limit on the scratch of all threads together.
static constexpr int64_t kMaxScratchBytes = int64_t(1) << 26;

/// Returns whether `op` is an scf.for some loop of which has independent
/// iterations.
static bool isParallelNest(Operation *op) {
  auto nest = dyn_cast<scf::ForOp>(op);
  return nest && !findParallelLoops(nest).empty();
}

/// Stores a scalar result to memory and makes its other users load it from
/// there.
Value SerialBuilder::storeScalar(Value number) {
  OpBuilder builder(number.getContext());
  builder.setInsertionPointAfter(number.getDefiningOp());
  Location loc = number.getLoc();
  RankedTensorType type = SerialRegion::getStored(number.getType());
  Value stored = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                         type.getElementType());
  plan.buffers.set(stored,
                   plan.buffers.allocateTemporary(getTensorBytes(stored)));
  Value read = tensor::ExtractOp::create(builder, loc, stored, ValueRange());
  if (number.getType().isIndex())
    read = arith::IndexCastOp::create(builder, loc, number.getType(), read);
  number.replaceUsesWithIf(
      read, [&](OpOperand &use) { return !serial.isInside(use.getOwner()); });
  return stored;
}

/// Returns whether a result overwrites this input.
bool SerialBuilder::isUpdatedInPlace(unsigned input) const {
  return kernel->hasAttr(kDirect) &&
         llvm::is_contained(serial.initialInputs, std::optional(input));
}

LogicalResult SerialBuilder::assignInputs() {
  for (auto [i, input] : llvm::enumerate(serial.inputs))
    if (!isUpdatedInPlace(i) &&
        (failed(plan.read(input)) || failed(plan.materialiseConstant(input))))
      return failure();
  return success();
}

/// Gives a result the buffer of its initial input, or initialises a buffer with
/// a copy of it.
LogicalResult SerialBuilder::assignResults() {
  for (auto [i, result] : llvm::enumerate(serial.results)) {
    if (!isa<RankedTensorType>(result.getType())) {
      serial.results[i] = storeScalar(result);
      continue;
    }
    Value start =
        serial.initialInputs[i] && isUpdatedInPlace(*serial.initialInputs[i])
            ? serial.inputs[*serial.initialInputs[i]]
            : Value();
    if (!start)
      plan.buffers.assign(result);
    else if (failed(plan.assignFrom(start, result)))
      return failure();
  }
  return success();
}

LogicalResult SerialBuilder::lower(ModuleOp module, BoundaryMode mode) {
  PassManager manager(module.getContext());
  region::addRegionStep(manager, "makeBoundaryExplicit",
                        [mode](func::FuncOp kernel) {
                          return region::makeBoundaryExplicit(kernel, mode);
                        });
  region::addRegionStep(manager, "unshareInits", region::unshareInits);
  region::addBufferization(manager, mode);
  region::addRegionStep(manager, "lowerCopies", region::lowerCopies);
  region::addRegionStep(manager, "storeBooleans", region::storeBooleans);
  region::addRegionStep(manager, "planScratch", [this](func::FuncOp kernel) {
    return region::planScratch(kernel, scratchBytes);
  });
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  region::addCleanup(manager);
  return region::run(manager, module);
}

static int64_t getBytesPerThread(int64_t scratchBytes) {
  return llvm::alignTo(std::max<int64_t>(scratchBytes, 1), 64);
}

/// Replaces the thread's index by block and thread ids, and gives every thread
/// its part of the scratch. Fails if that exceeds the limit or threads may
/// write to the same element.
LogicalResult SerialBuilder::distributeIterations(func::FuncOp kernel) {
  Block &body = kernel.getBody().front();
  BlockArgument thread = body.getArgument(serial.inputs.size() +
                                          serial.numParameters),
                scratch = body.getArguments().back();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  Location loc = kernel.getLoc();
  if (!numDims) {
    thread.replaceAllUsesWith(arith::ConstantIndexOp::create(builder, loc, 0));
    body.eraseArgument(thread.getArgNumber());
    return success();
  }
  threads = kThreads;
  blocks = llvm::divideCeil(iterations, threads);
  int64_t bytesPerThread = getBytesPerThread(scratchBytes);
  if (blocks == 1 && bytesPerThread > kMaxScratchBytes / threads)
    threads = iterations; // scratch of threads without work does not fit
  if (bytesPerThread > kMaxScratchBytes / (blocks * threads) ||
      !writesDisjoint(kernel, thread, numDims))
    return failure();
  auto toIndex = [&](Value number) -> Value {
    return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        number);
  };
  Value number = arith::AddIOp::create(
      builder, loc,
      arith::MulIOp::create(
          builder, loc,
          toIndex(NVVM::BlockIdXOp::create(builder, loc, builder.getI32Type())),
          arith::ConstantIndexOp::create(builder, loc, threads)),
      toIndex(NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type())));
  Value shift = arith::MulIOp::create(
      builder, loc, number,
      arith::ConstantIndexOp::create(builder, loc, bytesPerThread));
  thread.replaceAllUsesWith(number);
  scratchBytes = bytesPerThread * blocks * threads;
  scratch.setType(MemRefType::get({scratchBytes}, builder.getI8Type()));
  for (Operation *user : scratch.getUsers()) {
    auto view = cast<memref::ViewOp>(user);
    builder.setInsertionPoint(view);
    view.getByteShiftMutable().assign(
        arith::AddIOp::create(builder, loc, view.getByteShift(), shift));
  }
  body.eraseArgument(thread.getArgNumber());
  return success();
}

LogicalResult SerialBuilder::compile(BoundaryMode mode, unsigned dimCount) {
  // A failure is not an error: the next attempt follows.
  std::optional<ScopedDiagnosticHandler> silent;
  if (mode == BoundaryMode::Direct)
    silent.emplace(plan.region.getContext(),
                   [](Diagnostic &) { return success(); });
  scratchBytes = 0, iterations = 1, blocks = 1, threads = 1;
  numDims = dimCount;
  module = ModuleOp::create(serial.ops[0]->getLoc());
  kernel = serial.extract(plan.region, *module, mode == BoundaryMode::Direct);
  if (numDims) {
    auto nest = *kernel.getOps<scf::ForOp>().begin();
    SmallVector<ParallelDim> dims = findParallelLoops(nest);
    dims.truncate(numDims);
    restrictLoops(
        nest, dims,
        kernel.getArgument(serial.inputs.size() + serial.numParameters), chunk);
    iterations = llvm::divideCeil(dims[0].extent, chunk);
    for (const ParallelDim &dim : ArrayRef(dims).drop_front())
      iterations *= dim.extent;
  }
  if (failed(lower(*module, mode)))
    return failure();
  kernel.getBody().front().eraseArgument(0); // the service table
  if (failed(distributeIterations(kernel)))
    return failure();
  if (mode == BoundaryMode::Direct)
    kernel->setAttr(kDirect, UnitAttr::get(kernel.getContext()));
  return success();
}

/// Attempts all parallel dimensions, then the outer ones alone, then chunks of
/// the outermost one, as many as there is scratch for.
LogicalResult SerialBuilder::compileParallel() {
  if (!isParallelNest(serial.ops[0]))
    return failure();
  unsigned count = findParallelLoops(cast<scf::ForOp>(serial.ops[0])).size();
  for (unsigned dims = count; dims > 0; --dims)
    if (succeeded(compile(BoundaryMode::Direct, dims)))
      return success();
  int64_t most = kMaxScratchBytes / getBytesPerThread(scratchBytes);
  if (most > kThreads)
    most -= most % kThreads;
  if (most < 2 || most >= iterations)
    return failure(); // one thread would do, or scratch was not the reason
  chunk = llvm::divideCeil(iterations, most);
  LogicalResult result = compile(BoundaryMode::Direct, 1);
  chunk = 1;
  return result;
}

/// Moves the kernel and its constants to the kernels' module.
void SerialBuilder::moveIntoKernels(StringRef name) {
  kernel.setName(name);
  kernel->removeAttr(kDirect);
  kernel.setFunctionType(FunctionType::get(
      kernel.getContext(), kernel.getBody().front().getArgumentTypes(), {}));
  for (Operation &one : llvm::make_early_inc_range(*module->getBody())) {
    auto symbol = cast<SymbolOpInterface>(&one);
    if (!plan.kernels.lookupSymbol(symbol.getName()))
      one.moveBefore(plan.kernels.getBody(), plan.kernels.getBody()->end());
  }
}

/// Returns the elements of all tensors that are accessed, at least one: 0
/// denotes parallel launches.
int64_t SerialBuilder::countElements() const {
  int64_t elements = 0;
  SetVector<Value> tensors = serial.inputs;
  tensors.insert_range(serial.results);
  for (Value value : tensors)
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      elements += type.getNumElements();
  return std::max<int64_t>(elements, 1);
}

LogicalResult SerialBuilder::build() {
  if (failed(compileParallel()) && failed(compile(BoundaryMode::Direct, 0)) &&
      failed(compile(BoundaryMode::Copied, 0)))
    return failure();
  if (failed(assignInputs()) || failed(assignResults()))
    return failure();
  PlannedLaunch planned;
  planned.launch.generator = numDims ? "loops" : "serial";
  planned.launch.schedule =
      numDims ? llvm::formatv("loops, {0} threads", iterations).str()
              : std::string("serial, one thread");
  if (!numDims) {
    planned.launch.serialElements = countElements();
    emitRemark(serial.ops[0]->getLoc())
        << "runs in a single thread of the GPU, which is slow: its iterations "
           "depend on each other, or no parallel kernel supports it";
  }
  planned.launch.kernel =
      (plan.region.getName() + "_" + std::to_string(plan.launches.size()))
          .str();
  planned.launch.grid = {blocks, 1, 1};
  planned.launch.block = {threads, 1, 1};
  for (auto [i, input] : llvm::enumerate(serial.inputs)) {
    auto result = llvm::find(serial.initialInputs, std::optional(unsigned(i)));
    planned.operands.push_back(plan.buffers.lookup(
        isUpdatedInPlace(i)
            ? serial.results[result - serial.initialInputs.begin()]
            : input));
  }
  moveIntoKernels(planned.launch.kernel);
  for (unsigned i = 0; i < serial.numParameters; ++i)
    planned.operands.push_back({BufferRef::Kind::Parameter, i, 0});
  for (Value result : serial.results)
    planned.operands.push_back(plan.buffers.lookup(result));
  planned.operands.push_back(plan.buffers.allocateTemporary(scratchBytes));
  plan.launches.append(std::move(planned), plan.buffers.scratch);
  return success();
}

namespace {
/// The generator of last resort.
class LoopsGenerator : public Generator {
public:
  StringRef getName() const override { return "loops"; }
  /// Accepts what the steps on tensors leave beside generics, which have their
  /// own last resort, and ops that a generator takes whole.
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    if (isa<linalg::GenericOp, LoweringOpInterface>(window.front()) ||
        window.front()->hasAttr(region::kWholeAttr))
      return;
    bool isParallel = isParallelNest(window.front());
    unsigned count = isParallel ? 1 : unsigned(window.size());
    candidates.push_back(candidate(
        isParallel ? "a thread an iteration" : "one thread",
        chip.launchSeconds + countElements(window.take_front(count)) *
                                 (isParallel ? kSeconds : kSerialSeconds),
        count));
  }
  /// Serial ops share one kernel, which keeps their intermediate values. The
  /// next one joins unless a fill that depends on them has to be written before
  /// it.
  bool extend(SmallVectorImpl<Operation *> &window,
              const LaunchPlan &plan) const override {
    Operation *op = window.back();
    return !isa<linalg::GenericOp>(op) && !op->hasAttr(region::kWholeAttr) &&
           !isParallelNest(op) &&
           llvm::none_of(op->getOperands(), [&](Value operand) {
             Operation *producer = operand.getDefiningOp();
             return region::isFill(producer) &&
                    !plan.buffers.contains(operand) &&
                    areResultsReadBy(Window(window).drop_back(), producer);
           });
  }
  /// Views and insertions that read no result of the ops come before them.
  bool staysOpen(Window window, Operation *op) const override {
    return !isa<linalg::GenericOp>(op) && !areResultsReadBy(window, op);
  }
  /// Buffers are assigned once the loops are lowered.
  LogicalResult prepare(Window, LaunchPlan &) const override {
    return success();
  }
  LogicalResult emit(const Candidate &, Window ops,
                     LaunchPlan &plan) const override {
    return SerialBuilder(plan, ops).build();
  }

private:
  static double countElements(Window ops) {
    double elements = 0;
    for (Operation *op : ops)
      for (Type type : op->getResultTypes())
        if (auto tensor = dyn_cast<RankedTensorType>(type))
          elements += double(tensor.getNumElements());
    return elements;
  }
  /// Estimates for one element.
  static constexpr double kSeconds = 1e-9, kSerialSeconds = 1e-7;
};
} // namespace

namespace sbp::cuda {
void registerLoops(GeneratorList &generators) {
  generators.push_back(std::make_unique<LoopsGenerator>());
}
} // namespace sbp::cuda
