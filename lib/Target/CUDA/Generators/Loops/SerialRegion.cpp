// SerialRegion.cpp: ops that become one function, with their inputs and results
#include "SerialRegion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

SerialRegion::SerialRegion(ArrayRef<Operation *> ops)
    : ops(ops.begin(), ops.end()) {
  findInputs();
  findResults();
}

/// Finds the tensors that the ops read. Scalars and constants from outside are
/// cloned into the kernel, with the ops that compute them.
void SerialRegion::findInputs() {
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
    bool isRecomputed =
        producer && (!isa<RankedTensorType>(value.getType()) ||
                     isa<bufferization::ToTensorOp, tensor::EmptyOp>(producer));
    if (isRecomputed) {
      if (found.insert(producer))
        addOperands(producer);
    } else if (isa<RankedTensorType>(value.getType())) {
      inputs.insert(value);
    }
  }
  // In program order, so that clones are defined before their uses.
  for (Operation &before : *ops[0]->getBlock())
    if (found.contains(&before))
      recomputed.insert(&before);
}

bool SerialRegion::isInside(Operation *op) const {
  op = ops[0]->getBlock()->findAncestorOpInBlock(*op);
  if (ops.contains(op))
    return true;
  return recomputed.contains(op) && !op->use_empty() &&
         llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return isInside(user); });
}

/// Scalars and fills in between are followed to the ops that they depend on.
bool sbp::cuda::areResultsReadBy(Window ops, Operation *by) {
  SmallVector<Operation *> pending{by};
  llvm::DenseSet<Operation *> seen;
  while (!pending.empty()) {
    Operation *next = pending.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (llvm::is_contained(ops, next))
      return true;
    next->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands()) {
        Operation *producer = operand.getDefiningOp();
        // Other tensors have buffers by now; a fill is written only where it is
        // read.
        if (producer && (!isa<RankedTensorType>(operand.getType()) ||
                         llvm::is_contained(ops, producer) ||
                         sbp::region::isFill(producer)))
          pending.push_back(producer);
      }
    });
  }
  return false;
}

/// A result is a value with a use outside of the kernel.
void SerialRegion::findResults() {
  for (Operation *op : ops)
    for (Value result : op->getResults())
      if (!llvm::all_of(result.getUsers(),
                        [&](Operation *user) { return isInside(user); })) {
        results.push_back(result);
        initialInputs.push_back(findInitialInput(result));
      }
}

/// Returns the input that a chain of loops updates to give `result`. Each input
/// serves one result. It may be the result of a loop in another kernel.
std::optional<unsigned> SerialRegion::findInitialInput(Value result) const {
  for (auto loop = result.getDefiningOp<scf::ForOp>();
       loop && ops.contains(loop); loop = result.getDefiningOp<scf::ForOp>())
    result = loop.getInits()[cast<OpResult>(result).getResultNumber()];
  auto found = llvm::find(inputs, result);
  if (found == inputs.end())
    return std::nullopt;
  unsigned number = found - inputs.begin();
  bool isTaken = llvm::is_contained(initialInputs, std::optional(number));
  return isTaken ? std::nullopt : std::optional(number);
}

/// Clones the ops into a function of the input tensors, the region's scalar
/// parameters and the thread's index. With `isDirect`, results update their
/// initial inputs in place.
func::FuncOp SerialRegion::extract(func::FuncOp region, ModuleOp module,
                                   bool isDirect) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Location loc = ops[0]->getLoc();
  SmallVector<Type> types =
      llvm::map_to_vector(inputs, [](Value value) { return value.getType(); });
  SmallVector<Value> parameters;
  for (BlockArgument argument : region.getArguments())
    if (!isa<RankedTensorType>(argument.getType())) {
      parameters.push_back(argument);
      types.push_back(argument.getType());
    }
  numParameters = parameters.size();
  types.push_back(builder.getIndexType());
  for (auto global :
       region->getParentOfType<ModuleOp>().getOps<memref::GlobalOp>()) {
    auto copy = cast<memref::GlobalOp>(builder.clone(*global));
    // A buffer of its own name: the kernels' module may hold the same constant
    // as LLVM global.
    copy.setName((global.getName() + "_buffer").str());
  }
  SmallVector<Type> resultTypes =
      llvm::map_to_vector(results, [](Value result) -> Type {
        return getStored(result.getType());
      });
  auto function = func::FuncOp::create(
      builder, loc, "kernel", builder.getFunctionType(types, resultTypes));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping map;
  for (auto [value, argument] :
       llvm::zip(llvm::concat<const Value>(inputs.getArrayRef(),
                                           ArrayRef(parameters)),
                 body->getArguments()))
    map.map(value, argument);
  for (Operation &one : *ops[0]->getBlock()) {
    if (!ops.contains(&one) && !recomputed.contains(&one))
      continue;
    Operation *copy = builder.clone(one, map);
    if (auto get = dyn_cast<memref::GetGlobalOp>(copy))
      get.setName((get.getName() + "_buffer").str());
  }
  SmallVector<Value> returned;
  for (Value result : results) {
    Value made = map.lookup(result);
    if (made.getType().isIndex())
      made =
          arith::IndexCastOp::create(builder, loc, builder.getI64Type(), made);
    if (!isa<RankedTensorType>(made.getType()))
      made = tensor::FromElementsOp::create(builder, loc,
                                            getStored(result.getType()), made);
    returned.push_back(made);
  }
  func::ReturnOp::create(builder, loc, returned);
  for (auto [i, start] : llvm::enumerate(initialInputs))
    if (isDirect && start)
      function.setResultAttr(i, SBPDialect::kInPlaceAttr,
                             builder.getI64IntegerAttr(*start));
  return function;
}

/// Returns the type in which a result leaves the kernel: scalars as tensors of
/// rank 0, indices as i64.
RankedTensorType SerialRegion::getStored(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor;
  if (type.isIndex())
    type = IntegerType::get(type.getContext(), 64);
  return RankedTensorType::get({}, type);
}
