//===- SerialKernel.cpp - loops over tensors, as the host would run them --===//
//
// For what no family takes: sorts, scans, scatters. The ops become a function
// of its own on buffers, as they would on the host, and the function a kernel.
// One thread runs it; or, of a nest whose iterations do not meet, one thread an
// iteration. A result grows in the place of the tensor that it begins as.
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"
#include "ParallelLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"
#include "sbp/Target/Region/Passes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

using sbp::region::BoundaryMode;

/// Threads of a block where there are several.
static constexpr int64_t kThreads = 128;
/// On a kernel whose results grow where they begin.
static constexpr llvm::StringLiteral kDirect = "sbp.direct";
/// What the scratch of all threads may take.
static constexpr int64_t kMostScratch = int64_t(1) << 28;

namespace sbp::cuda {
class SerialBuilder {
public:
  SerialBuilder(LaunchPlan &plan, ArrayRef<Operation *> ops)
      : plan(plan), ops(ops.begin(), ops.end()) {}
  LogicalResult build();
  /// Whether an op of the region needs what the ops give.
  bool isNeededBy(Operation *op) const;

private:
  void findInputs();
  bool isInside(Operation *op) const;
  void findResults();
  std::optional<unsigned> findStart(Value result) const;
  func::FuncOp extract(ModuleOp module, bool isDirect);
  LogicalResult lower(ModuleOp module, BoundaryMode mode);
  LogicalResult compile(BoundaryMode mode, bool isParallel);
  LogicalResult shareOut(func::FuncOp kernel);
  void adopt(StringRef name);
  bool isResult(unsigned input) const;
  LogicalResult placeInputs();
  LogicalResult placeResults();
  int64_t countElements() const;
  Value storeNumber(Value number);
  static RankedTensorType getStored(Type type);

  LaunchPlan &plan;
  SetVector<Operation *> ops;
  SetVector<Value> inputs;      ///< tensors
  SetVector<Operation *> inner; ///< scalars and constants that come along
  SmallVector<Value> results;   ///< that others use
  SmallVector<std::optional<unsigned>> starts; ///< the input each begins as
  unsigned numParameters = 0;

  // Of the last attempt.
  OwningOpRef<ModuleOp> module;
  func::FuncOp kernel;
  int64_t scratchBytes = 0, iterations = 1, blocks = 1;
  unsigned numDims = 0;
};
} // namespace sbp::cuda

/// Tensors that the ops read; scalars from outside are computed again.
void SerialBuilder::findInputs() {
  SmallVector<Value> pending;
  auto addOperands = [&](Operation *root) {
    root->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (!root->isAncestor(operand.getParentBlock()->getParentOp()))
          pending.push_back(operand);
    });
  };
  for (Operation *op : ops)
    addOperands(op);
  SetVector<Operation *> found;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    Operation *producer = value.getDefiningOp();
    if (producer && ops.contains(producer))
      continue;
    bool comesAlong =
        producer && (!isa<RankedTensorType>(value.getType()) ||
                     isa<bufferization::ToTensorOp, tensor::EmptyOp>(producer));
    if (comesAlong) {
      if (found.insert(producer))
        addOperands(producer);
    } else if (isa<RankedTensorType>(value.getType())) {
      inputs.insert(value);
    }
  }
  for (Operation &before : *ops[0]->getBlock())
    if (found.contains(&before))
      inner.insert(&before);
}

bool SerialBuilder::isInside(Operation *op) const {
  op = ops[0]->getBlock()->findAncestorOpInBlock(*op);
  if (ops.contains(op))
    return true;
  return inner.contains(op) && !op->use_empty() &&
         llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return isInside(user); });
}

/// What the next op reads, numbers by way of others too.
bool SerialBuilder::isNeededBy(Operation *op) const {
  SmallVector<Operation *> pending{op};
  llvm::DenseSet<Operation *> seen;
  while (!pending.empty()) {
    Operation *next = pending.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (ops.contains(next))
      return true;
    next->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands()) {
        Operation *producer = operand.getDefiningOp();
        // Of tensors, what is only written where it is read.
        if (producer && (!isa<RankedTensorType>(operand.getType()) ||
                         ops.contains(producer) || region::isFill(producer)))
          pending.push_back(producer);
      }
    });
  }
  return false;
}

void SerialBuilder::findResults() {
  for (Operation *op : ops)
    for (Value result : op->getResults())
      if (!llvm::all_of(result.getUsers(),
                        [&](Operation *user) { return isInside(user); })) {
        results.push_back(result);
        starts.push_back(findStart(result));
      }
}

/// The input that a result of a loop begins as; of several results one alone
/// has it. It may be what a loop of another kernel gives.
std::optional<unsigned> SerialBuilder::findStart(Value result) const {
  for (auto loop = result.getDefiningOp<scf::ForOp>();
       loop && ops.contains(loop); loop = result.getDefiningOp<scf::ForOp>())
    result = loop.getInits()[cast<OpResult>(result).getResultNumber()];
  auto found = llvm::find(inputs, result);
  if (found == inputs.end())
    return std::nullopt;
  unsigned number = found - inputs.begin();
  bool isTaken = llvm::is_contained(starts, std::optional(number));
  return isTaken ? std::nullopt : std::optional(number);
}

/// The ops in a function: tensors, the region's parameters, the number of the
/// thread.
func::FuncOp SerialBuilder::extract(ModuleOp module, bool isDirect) {
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  Location loc = ops[0]->getLoc();
  SmallVector<Type> types =
      llvm::map_to_vector(inputs, [](Value value) { return value.getType(); });
  SmallVector<Value> parameters;
  for (BlockArgument argument : plan.region.getArguments())
    if (!isa<RankedTensorType>(argument.getType())) {
      parameters.push_back(argument);
      types.push_back(argument.getType());
    }
  numParameters = parameters.size();
  types.push_back(b.getIndexType());
  for (auto global :
       plan.region->getParentOfType<ModuleOp>().getOps<memref::GlobalOp>()) {
    auto copy = cast<memref::GlobalOp>(b.clone(*global));
    copy.setName((global.getName() + "_buffer").str());
  }
  SmallVector<Type> resultTypes =
      llvm::map_to_vector(results, [](Value result) -> Type {
        return getStored(result.getType());
      });
  auto function = func::FuncOp::create(b, loc, "kernel",
                                       b.getFunctionType(types, resultTypes));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToStart(body);
  IRMapping map;
  for (auto [value, argument] :
       llvm::zip(llvm::concat<const Value>(inputs.getArrayRef(),
                                           ArrayRef(parameters)),
                 body->getArguments()))
    map.map(value, argument);
  for (Operation &one : *ops[0]->getBlock()) {
    if (!ops.contains(&one) && !inner.contains(&one))
      continue;
    Operation *copy = b.clone(one, map);
    if (auto get = dyn_cast<memref::GetGlobalOp>(copy))
      get.setName((get.getName() + "_buffer").str());
  }
  SmallVector<Value> returned;
  for (Value result : results) {
    Value made = map.lookup(result);
    if (made.getType().isIndex())
      made = arith::IndexCastOp::create(b, loc, b.getI64Type(), made);
    if (!isa<RankedTensorType>(made.getType()))
      made = tensor::FromElementsOp::create(b, loc, getStored(result.getType()),
                                            made);
    returned.push_back(made);
  }
  func::ReturnOp::create(b, loc, returned);
  for (auto [i, start] : llvm::enumerate(starts))
    if (isDirect && start)
      function.setResultAttr(i, SBPDialect::kInPlaceAttr,
                             b.getI64IntegerAttr(*start));
  return function;
}

/// As what a result leaves the kernel.
RankedTensorType SerialBuilder::getStored(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor;
  if (type.isIndex())
    type = IntegerType::get(type.getContext(), 64);
  return RankedTensorType::get({}, type);
}

/// A number that the ops give is read from memory by whoever else uses it.
Value SerialBuilder::storeNumber(Value number) {
  OpBuilder b(number.getContext());
  b.setInsertionPointAfter(number.getDefiningOp());
  Location loc = number.getLoc();
  RankedTensorType type = getStored(number.getType());
  Value stored =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  plan.places[stored] = plan.newTemporary(getTensorBytes(stored));
  Value read = tensor::ExtractOp::create(b, loc, stored, ValueRange());
  if (number.getType().isIndex())
    read = arith::IndexCastOp::create(b, loc, number.getType(), read);
  number.replaceUsesWithIf(
      read, [&](OpOperand &use) { return !isInside(use.getOwner()); });
  return stored;
}

/// Whether a result grows where this input is.
bool SerialBuilder::isResult(unsigned input) const {
  return kernel->hasAttr(kDirect) &&
         llvm::is_contained(starts, std::optional(input));
}

LogicalResult SerialBuilder::placeInputs() {
  for (auto [i, input] : llvm::enumerate(inputs))
    if (!isResult(i) &&
        (failed(plan.read(input)) || failed(plan.leaveConstant(input))))
      return failure();
  return success();
}

/// A result that begins as an input takes its place, or begins as a copy.
LogicalResult SerialBuilder::placeResults() {
  for (auto [i, result] : llvm::enumerate(results)) {
    if (!isa<RankedTensorType>(result.getType())) {
      results[i] = storeNumber(result);
      continue;
    }
    Value start =
        starts[i] && isResult(*starts[i]) ? inputs[*starts[i]] : Value();
    if (start && plan.places.contains(start) && isReplaced(start)) {
      Place begun = plan.places.lookup(start);
      std::optional<Place> target = plan.wanted(result);
      if (target ? begun == *target : begun.kind == Place::Kind::Temporary) {
        plan.places[result] = begun;
        continue;
      }
    }
    plan.place(result);
    if (start && failed(plan.begin(start, result)))
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
  return manager.run(module);
}

/// Iterations that do not meet each get a thread, and scratch of its own.
LogicalResult SerialBuilder::shareOut(func::FuncOp kernel) {
  Block &body = kernel.getBody().front();
  BlockArgument thread = body.getArgument(inputs.size() + numParameters),
                scratch = body.getArguments().back();
  OpBuilder b = OpBuilder::atBlockBegin(&body);
  Location loc = kernel.getLoc();
  if (!numDims) {
    thread.replaceAllUsesWith(arith::ConstantIndexOp::create(b, loc, 0));
    body.eraseArgument(thread.getArgNumber());
    return success();
  }
  blocks = llvm::divideCeil(iterations, kThreads);
  int64_t each = llvm::alignTo(std::max<int64_t>(scratchBytes, 1), 64);
  if (each > kMostScratch / (blocks * kThreads) ||
      !writesApart(kernel, thread, numDims))
    return failure();
  auto toIndex = [&](Value number) -> Value {
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), number);
  };
  Value number = arith::AddIOp::create(
      b, loc,
      arith::MulIOp::create(
          b, loc, toIndex(NVVM::BlockIdXOp::create(b, loc, b.getI32Type())),
          arith::ConstantIndexOp::create(b, loc, kThreads)),
      toIndex(NVVM::ThreadIdXOp::create(b, loc, b.getI32Type())));
  Value shift = arith::MulIOp::create(
      b, loc, number, arith::ConstantIndexOp::create(b, loc, each));
  thread.replaceAllUsesWith(number);
  scratchBytes = each * blocks * kThreads;
  scratch.setType(MemRefType::get({scratchBytes}, b.getI8Type()));
  for (Operation *user : scratch.getUsers()) {
    auto view = cast<memref::ViewOp>(user);
    b.setInsertionPoint(view);
    view.getByteShiftMutable().assign(
        arith::AddIOp::create(b, loc, view.getByteShift(), shift));
  }
  body.eraseArgument(thread.getArgNumber());
  return success();
}

LogicalResult SerialBuilder::compile(BoundaryMode mode, bool isParallel) {
  // What fails is tried otherwise.
  std::optional<ScopedDiagnosticHandler> silent;
  if (mode == BoundaryMode::Direct)
    silent.emplace(plan.region.getContext(),
                   [](Diagnostic &) { return success(); });
  scratchBytes = 0, iterations = 1, blocks = 1, numDims = 0;
  module = ModuleOp::create(ops[0]->getLoc());
  kernel = extract(*module, mode == BoundaryMode::Direct);
  if (isParallel) {
    auto nest = *kernel.getOps<scf::ForOp>().begin();
    SmallVector<ParallelDim> dims = findParallelLoops(nest);
    restrictLoops(nest, dims,
                  kernel.getArgument(inputs.size() + numParameters));
    numDims = dims.size();
    for (const ParallelDim &dim : dims)
      iterations *= dim.extent;
  }
  if (failed(lower(*module, mode)))
    return failure();
  kernel.getBody().front().eraseArgument(0); // the service table
  if (failed(shareOut(kernel)))
    return failure();
  if (mode == BoundaryMode::Direct)
    kernel->setAttr(kDirect, UnitAttr::get(kernel.getContext()));
  return success();
}

/// Moves the kernel and its constants.
void SerialBuilder::adopt(StringRef name) {
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

/// Of all tensors that are read or written, at least one.
int64_t SerialBuilder::countElements() const {
  int64_t elements = 0;
  SetVector<Value> tensors = inputs;
  tensors.insert_range(results);
  for (Value value : tensors)
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      elements += type.getNumElements();
  return std::max<int64_t>(elements, 1);
}

LogicalResult SerialBuilder::build() {
  findInputs();
  findResults();
  if ((!isParallelNest(ops[0]) ||
       failed(compile(BoundaryMode::Direct, /*isParallel=*/true))) &&
      failed(compile(BoundaryMode::Direct, /*isParallel=*/false)) &&
      failed(compile(BoundaryMode::Copied, /*isParallel=*/false)))
    return failure();
  if (failed(placeInputs()) || failed(placeResults()))
    return failure();
  PlannedLaunch planned;
  planned.launch.family = numDims ? "loops" : "serial";
  if (!numDims) {
    planned.launch.serialElements = countElements();
    emitRemark(ops[0]->getLoc())
        << "runs in one thread of the GPU: its iterations "
           "build on one another, or none of the kernels for "
           "many threads takes it";
  }
  planned.launch.kernel =
      (plan.region.getName() + "_" + std::to_string(plan.planned.size())).str();
  planned.launch.grid = {blocks, 1, 1};
  planned.launch.block = {numDims ? kThreads : 1, 1, 1};
  for (auto [i, input] : llvm::enumerate(inputs)) {
    auto result = llvm::find(starts, std::optional(unsigned(i)));
    planned.places.push_back(plan.places.lookup(
        isResult(i) ? results[result - starts.begin()] : input));
  }
  adopt(planned.launch.kernel);
  for (unsigned i = 0; i < numParameters; ++i)
    planned.places.push_back({Place::Kind::Parameter, i, 0});
  for (Value result : results)
    planned.places.push_back(plan.places.lookup(result));
  planned.places.push_back(plan.newTemporary(scratchBytes));
  plan.addLaunch(std::move(planned));
  return success();
}

bool sbp::cuda::isParallelNest(Operation *op) {
  auto nest = dyn_cast<scf::ForOp>(op);
  return nest && !findParallelLoops(nest).empty();
}

bool sbp::cuda::isNeeded(LaunchPlan &plan, ArrayRef<Operation *> ops,
                         Operation *by) {
  return SerialBuilder(plan, ops).isNeededBy(by);
}

LogicalResult sbp::cuda::buildSerial(LaunchPlan &plan,
                                     ArrayRef<Operation *> ops) {
  return SerialBuilder(plan, ops).build();
}
