//===- Regions.cpp - which ops of a local program are one task ------------===//

#include "Regions.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace sbp;

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

/// Calls `visit` for every value `op` reads from outside, also in its regions.
static void forEachRead(Operation *op, function_ref<void(Value)> visit) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      Operation *owner = operand.getParentBlock()->getParentOp();
      if (!op->isAncestor(owner))
        visit(operand);
    }
  });
}

/// Cheap to make anew wherever it is read: scalars, which have no register (an
/// offset read from a tensor), and tensors into which none goes but empty ones
/// and constants.
static bool isRemade(Operation &op) {
  if (isMemoryEffectFree(&op) && llvm::none_of(op.getResults(), isTensor))
    return true;
  if (!isPure(&op))
    return false;
  bool remade = true;
  forEachRead(&op, [&](Value value) {
    if (!isTensor(value))
      return;
    Operation *producer = value.getDefiningOp();
    remade &= producer && llvm::none_of(producer->getOperands(), isTensor) &&
              isPure(producer);
  });
  return remade;
}

namespace {

class Cutter {
public:
  explicit Cutter(func::FuncOp program) : program(program) {}
  std::vector<ProgramStep> run();

private:
  void assign();
  void addToRegion(Operation *op);
  void addRead(unsigned step, Value value);
  bool crosses(Operation *op);
  std::optional<Attribute> layerOf(Operation *op) {
    return op->getAttr(SBPDialect::kLayerAttr);
  }

  func::FuncOp program;
  std::vector<ProgramStep> steps;
  llvm::DenseMap<Operation *, unsigned> stepOf;
  llvm::DenseSet<Operation *> remade;
  /// Remade ops of which a step knows what they read.
  llvm::DenseSet<std::pair<unsigned, Operation *>> seen;
  bool isOpen = false; ///< the last step is a region that may grow
  Attribute layer;     ///< of the open region
};

} // namespace

/// Whether a result leaves as a register even though it could be remade.
bool Cutter::crosses(Operation *op) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return isa<CommunicateOp>(user) || user == program.front().getTerminator();
  });
}

void Cutter::addToRegion(Operation *op) {
  // Equal layers are equal regions: one ends where the next layer begins.
  Attribute current = op->getAttr(SBPDialect::kLayerAttr);
  if (!isOpen || current != layer)
    steps.emplace_back();
  isOpen = true;
  layer = current;
  steps.back().region.ops.push_back(op);
  stepOf[op] = steps.size() - 1;
}

void Cutter::assign() {
  for (Operation &op : program.front().without_terminator()) {
    if (auto communicate = dyn_cast<CommunicateOp>(op)) {
      steps.emplace_back().communicate = communicate;
      stepOf[&op] = steps.size() - 1;
      isOpen = false;
      continue;
    }
    if (isRemade(op)) {
      remade.insert(&op);
      if (!crosses(&op))
        continue;
    }
    addToRegion(&op);
  }
}

void Cutter::addRead(unsigned step, Value value) {
  ComputeRegion &region = steps[step].region;
  Operation *producer = value.getDefiningOp();
  if (producer && remade.contains(producer)) {
    if (stepOf.lookup(producer) == step && stepOf.contains(producer))
      return;
    if (!seen.insert({step, producer}).second)
      return;
    forEachRead(producer, [&](Value read) { addRead(step, read); });
    return;
  }
  if (producer && stepOf.lookup(producer) == step)
    return;
  if (!isTensor(value)) {
    region.parameters.insert(value);
    return;
  }
  region.inputs.insert(value);
  if (producer && !steps[stepOf.lookup(producer)].communicate)
    steps[stepOf.lookup(producer)].region.outputs.insert(value);
}

std::vector<ProgramStep> Cutter::run() {
  assign();
  for (auto [index, step] : llvm::enumerate(steps)) {
    for (Operation *op : step.region.ops)
      forEachRead(op, [&, i = index](Value value) { addRead(i, value); });
    if (step.communicate)
      for (Value value : step.communicate.getInputs())
        if (Operation *producer = value.getDefiningOp())
          if (!isa<CommunicateOp>(producer))
            steps[stepOf.lookup(producer)].region.outputs.insert(value);
  }
  for (Value value : program.front().getTerminator()->getOperands())
    if (Operation *producer = value.getDefiningOp())
      if (!isa<CommunicateOp>(producer))
        steps[stepOf.lookup(producer)].region.outputs.insert(value);
  return std::move(steps);
}

std::vector<ProgramStep> sbp::getProgramSteps(func::FuncOp program) {
  return Cutter(program).run();
}

/// Clones what `op` reads and nobody has made yet, then `op`.
static void cloneInto(Operation *op, IRMapping &mapping, OpBuilder &builder) {
  forEachRead(op, [&](Value value) {
    if (!mapping.contains(value))
      cloneInto(value.getDefiningOp(), mapping, builder);
  });
  Operation *clone = builder.clone(*op, mapping);
  clone->removeAttr(SBPDialect::kLayerAttr);
}

func::FuncOp sbp::outline(const ComputeRegion &region, OpBuilder &builder,
                          Location loc) {
  auto typesOf = [](const llvm::SetVector<Value> &values) {
    return llvm::map_to_vector(values, [](Value v) { return v.getType(); });
  };
  SmallVector<Type> arguments = typesOf(region.inputs);
  llvm::append_range(arguments, typesOf(region.parameters));
  auto kernel = func::FuncOp::create(
      loc, "kernel",
      builder.getFunctionType(arguments, typesOf(region.outputs)));
  kernel.setPrivate();
  IRMapping mapping;
  Block *body = kernel.addEntryBlock();
  unsigned next = 0;
  for (Value value : region.inputs)
    mapping.map(value, body->getArgument(next++));
  for (Value value : region.parameters)
    mapping.map(value, body->getArgument(next++));
  OpBuilder inner = OpBuilder::atBlockEnd(body);
  for (Operation *op : region.ops)
    if (op->getNumResults() == 0 || !mapping.contains(op->getResult(0)))
      cloneInto(op, mapping, inner);
  SmallVector<Value> results;
  for (Value value : region.outputs)
    results.push_back(mapping.lookup(value));
  func::ReturnOp::create(inner, loc, results);
  return kernel;
}
