//===- SerialKernel.cpp - one thread runs an op's loops -------------------===//
//
// For what no family takes: sorts, scans, scatters. The op becomes a function
// of its own on buffers, as it would on the host, and the function a kernel.
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
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

namespace sbp::cuda {
class SerialBuilder {
public:
  SerialBuilder(LaunchPlan &plan, Operation *op) : plan(plan), op(op) {}
  LogicalResult build();

private:
  void findInputs();
  func::FuncOp extract(ModuleOp module, StringRef name);
  LogicalResult lower(ModuleOp module, BoundaryMode mode);
  LogicalResult adopt(ModuleOp module, func::FuncOp kernel);
  void placeResults();
  static RankedTensorType getStored(Type type);

  LaunchPlan &plan;
  Operation *op;
  SetVector<Value> inputs;      ///< tensors
  SetVector<Operation *> inner; ///< scalars and constants that come along
  SmallVector<Value> results;   ///< tensors; of numbers too
  int64_t scratchBytes = 0;
};
} // namespace sbp::cuda

/// Tensors that the op reads; scalars from outside are computed again.
void SerialBuilder::findInputs() {
  SmallVector<Value> pending;
  auto addOperands = [&](Operation *root) {
    root->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (!root->isAncestor(operand.getParentBlock()->getParentOp()))
          pending.push_back(operand);
    });
  };
  addOperands(op);
  SetVector<Operation *> found;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    Operation *producer = value.getDefiningOp();
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
  for (Operation &before : *op->getBlock())
    if (found.contains(&before))
      inner.insert(&before);
}

/// The op in a function: tensors, then the region's parameters.
func::FuncOp SerialBuilder::extract(ModuleOp module, StringRef name) {
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  SmallVector<Type> types =
      llvm::map_to_vector(inputs, [](Value value) { return value.getType(); });
  SmallVector<Value> parameters;
  for (BlockArgument argument : plan.region.getArguments())
    if (!isa<RankedTensorType>(argument.getType())) {
      parameters.push_back(argument);
      types.push_back(argument.getType());
    }
  for (auto global :
       plan.region->getParentOfType<ModuleOp>().getOps<memref::GlobalOp>()) {
    auto copy = cast<memref::GlobalOp>(b.clone(*global));
    copy.setName((global.getName() + "_buffer").str());
  }
  SmallVector<Type> resultTypes = llvm::map_to_vector(
      op->getResultTypes(), [](Type type) -> Type { return getStored(type); });
  auto kernel = func::FuncOp::create(b, op->getLoc(), name,
                                     b.getFunctionType(types, resultTypes));
  Block *body = kernel.addEntryBlock();
  b.setInsertionPointToStart(body);
  IRMapping map;
  for (auto [value, argument] :
       llvm::zip(llvm::concat<const Value>(inputs.getArrayRef(),
                                           ArrayRef(parameters)),
                 body->getArguments()))
    map.map(value, argument);
  for (Operation *before : inner) {
    Operation *copy = b.clone(*before, map);
    if (auto get = dyn_cast<memref::GetGlobalOp>(copy))
      get.setName((get.getName() + "_buffer").str());
  }
  Operation *copy = b.clone(*op, map);
  SmallVector<Value> returned;
  for (Value result : copy->getResults()) {
    if (result.getType().isIndex())
      result =
          arith::IndexCastOp::create(b, op->getLoc(), b.getI64Type(), result);
    bool isTensor = isa<RankedTensorType>(result.getType());
    returned.push_back(
        isTensor ? result
                 : tensor::FromElementsOp::create(
                       b, op->getLoc(), getStored(result.getType()), result)
                       .getResult());
  }
  func::ReturnOp::create(b, op->getLoc(), returned);
  return kernel;
}

/// As what a result leaves the kernel.
RankedTensorType SerialBuilder::getStored(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor;
  if (type.isIndex())
    type = IntegerType::get(type.getContext(), 64);
  return RankedTensorType::get({}, type);
}

/// A number that the op gives is read from memory by whoever uses it.
void SerialBuilder::placeResults() {
  OpBuilder b(op->getContext());
  b.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    if (isa<RankedTensorType>(result.getType())) {
      plan.place(result);
      results.push_back(result);
      continue;
    }
    RankedTensorType type = getStored(result.getType());
    Value stored = tensor::EmptyOp::create(b, op->getLoc(), type.getShape(),
                                           type.getElementType());
    plan.places[stored] = plan.newTemporary(getTensorBytes(stored));
    Value number =
        tensor::ExtractOp::create(b, op->getLoc(), stored, ValueRange());
    if (result.getType().isIndex())
      number =
          arith::IndexCastOp::create(b, op->getLoc(), result.getType(), number);
    result.replaceAllUsesWith(number);
    results.push_back(stored);
  }
}

LogicalResult SerialBuilder::lower(ModuleOp module, BoundaryMode mode) {
  PassManager manager(module.getContext());
  region::addRegionStep(manager, [mode](func::FuncOp kernel) {
    return region::makeBoundaryExplicit(kernel, mode);
  });
  region::addRegionStep(manager, region::unshareInits);
  region::addBufferization(manager, mode);
  region::addRegionStep(manager, region::lowerCopies);
  region::addRegionStep(manager, region::storeBooleans);
  region::addRegionStep(manager, [this](func::FuncOp kernel) {
    return region::planScratch(kernel, scratchBytes);
  });
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  region::addCleanup(manager);
  return manager.run(module);
}

/// Moves the kernel, which needs no service table, and its constants.
LogicalResult SerialBuilder::adopt(ModuleOp module, func::FuncOp kernel) {
  kernel.getBody().front().eraseArgument(0);
  kernel.setFunctionType(FunctionType::get(
      kernel.getContext(), kernel.getBody().front().getArgumentTypes(), {}));
  for (Operation &one : llvm::make_early_inc_range(*module.getBody())) {
    auto symbol = cast<SymbolOpInterface>(&one);
    if (!plan.kernels.lookupSymbol(symbol.getName()))
      one.moveBefore(plan.kernels.getBody(), plan.kernels.getBody()->end());
  }
  return success();
}

LogicalResult SerialBuilder::build() {
  findInputs();
  if (failed(plan.readAll(inputs.getArrayRef())))
    return failure();
  for (Value input : inputs)
    if (failed(plan.leaveConstant(input)))
      return failure();
  PlannedLaunch planned;
  planned.launch.family = "serial";
  planned.launch.kernel =
      (plan.region.getName() + "_" + std::to_string(plan.planned.size())).str();
  OwningOpRef<ModuleOp> module = ModuleOp::create(op->getLoc());
  func::FuncOp kernel = extract(*module, planned.launch.kernel);
  if (failed(lower(*module, BoundaryMode::Copied)) ||
      failed(adopt(*module, kernel)))
    return failure();
  placeResults();
  for (Value input : inputs)
    planned.places.push_back(plan.places.lookup(input));
  unsigned parameters = 0;
  for (Type type : plan.region.getArgumentTypes())
    if (!isa<RankedTensorType>(type))
      planned.places.push_back({Place::Kind::Parameter, parameters++, 0});
  for (Value result : results)
    planned.places.push_back(plan.places.lookup(result));
  planned.places.push_back(plan.newTemporary(scratchBytes));
  plan.addLaunch(std::move(planned));
  return success();
}

LogicalResult sbp::cuda::buildSerial(LaunchPlan &plan, Operation *op) {
  return SerialBuilder(plan, op).build();
}
