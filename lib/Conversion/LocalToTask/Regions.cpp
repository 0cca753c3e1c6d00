// Regions.cpp: the ops of a local program that are one task
//
// Communications end regions, and getRegionCuts places further cuts. Weight
// work between two communications follows the ops that other stages wait for,
// in a region of its own, so that a schedule can run it later. Cheap
// producers (isRematerialised: empty, fill, iota, scalars) belong to no region;
// each region that reads one contains a clone, so that they need no register.

#include "Regions.h"
#include "Accumulation.h"
#include "sbp/Analysis/Scheduling/RegionReads.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"
#include "sbp/Dialect/SBP/IR/Stages.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace sbp;

namespace {

/// Assigns the ops of a program to steps and collects what needsRegister
/// between them.
class StepBuilder {
public:
  StepBuilder(LocalProgramOp program, ArrayRef<StateUpdate> updates)
      : program(program), updates(updates) {}
  std::vector<ProgramStep> run();

private:
  void assign();
  /// Appends the regions of the ops between two communications: where backward
  /// is split, weight work follows the ops that other stages wait for.
  void addRun(ArrayRef<Operation *> run);
  /// Appends the regions of `run`, ops that fire together.
  void addRegions(ArrayRef<Operation *> run);
  /// Records that `step` reads `value`, directly or through rematerialised ops.
  void addRead(unsigned step, Value value);
  /// Returns whether a communication or the program's end reads a result of
  /// `op`, which then needs a register even if `op` is rematerialised.
  bool needsRegister(Operation *op);

  LocalProgramOp program;
  ArrayRef<StateUpdate> updates;
  std::vector<ProgramStep> steps;
  llvm::DenseMap<Operation *, unsigned> stepOf;
  llvm::DenseSet<Operation *> rematerialised;
  /// Rematerialised ops whose own reads are already recorded for a step.
  llvm::DenseSet<std::pair<unsigned, Operation *>> recordedReads;
};

} // namespace

bool StepBuilder::needsRegister(Operation *op) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return isa<CommunicateOp>(user) || user == program.front().getTerminator();
  });
}

void StepBuilder::addRegions(ArrayRef<Operation *> run) {
  SmallVector<unsigned> cuts = getRegionCuts(run, updates);
  cuts.push_back(run.size());
  unsigned begin = 0;
  for (unsigned end : cuts) {
    if (begin == end)
      continue; // nothing stands between two communications
    ProgramStep &step = steps.emplace_back();
    for (Operation *op : run.slice(begin, end - begin)) {
      step.region.ops.push_back(op);
      stepOf[op] = steps.size() - 1;
    }
    begin = end;
  }
}

static bool isWeightWork(Operation *op) { return op->hasAttr(kWeightWorkAttr); }

/// Returns whether one task may run both ops: those of different sweeps fire at
/// different rates or times, forward, backward and weight work of a stage at
/// different times.
static bool fireTogether(Operation *a, Operation *b) {
  return a->getAttr(kSweepAttr) == b->getAttr(kSweepAttr) &&
         getStageOf(a) == getStageOf(b) &&
         (getStageOf(a) < 0 || getPhaseOf(a) == getPhaseOf(b)) &&
         isWeightWork(a) == isWeightWork(b);
}

void StepBuilder::addRun(ArrayRef<Operation *> run) {
  while (!run.empty()) {
    const auto *end = llvm::find_if_not(
        run, [&](Operation *op) { return fireTogether(run.front(), op); });
    addRegions(run.take_front(end - run.begin()));
    run = run.drop_front(end - run.begin());
  }
}

void StepBuilder::assign() {
  SmallVector<Operation *> run, weights;
  auto finish = [&] {
    run.append(weights);
    weights.clear();
    addRun(run);
    run.clear();
  };
  for (Operation &op : program.front().without_terminator()) {
    if (auto communicate = dyn_cast<CommunicateOp>(op)) {
      finish();
      steps.emplace_back().communicate = communicate;
      stepOf[&op] = steps.size() - 1;
      continue;
    }
    if (isRematerialised(op)) {
      rematerialised.insert(&op);
      if (!needsRegister(&op))
        continue;
    }
    // Nothing but weight work of the same sweep reads weight work.
    if (!weights.empty() &&
        op.getAttr(kSweepAttr) != weights.back()->getAttr(kSweepAttr))
      finish();
    (isWeightWork(&op) ? weights : run).push_back(&op);
  }
  finish();
}

void StepBuilder::addRead(unsigned step, Value value) {
  ComputeRegion &region = steps[step].region;
  Operation *producer = value.getDefiningOp();
  if (isa_and_nonnull<MicroBatchOp>(producer)) {
    region.readsMicroBatch = true;
    return;
  }
  if (producer && rematerialised.contains(producer)) {
    // A rematerialised op with a register is cloned outside of its own step
    // only.
    if (stepOf.lookup(producer) == step && stepOf.contains(producer))
      return;
    if (!recordedReads.insert({step, producer}).second)
      return;
    forEachRead(producer, [&](Value read) { addRead(step, read); });
    return;
  }
  if (producer && stepOf.lookup(producer) == step)
    return;
  // Values of index type reach a kernel as scalar parameters, not registers.
  if (!isTensor(value)) {
    region.parameters.insert(value);
    return;
  }
  region.inputs.insert(value);
  if (producer && !steps[stepOf.lookup(producer)].communicate)
    steps[stepOf.lookup(producer)].region.outputs.insert(value);
}

std::vector<ProgramStep> StepBuilder::run() {
  assign();
  for (auto [index, step] : llvm::enumerate(steps)) {
    for (Operation *op : step.region.ops) {
      forEachRead(op, [&, i = index](Value value) { addRead(i, value); });
      step.region.readsMicroBatch |= isa<LeaveTimeOp>(op);
    }
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

std::vector<ProgramStep> sbp::getProgramSteps(LocalProgramOp program,
                                              ArrayRef<StateUpdate> updates) {
  return StepBuilder(program, updates).run();
}

namespace {

/// Builds the kernel of a region.
class Outliner {
public:
  Outliner(const ComputeRegion &region, OpBuilder &builder, Location loc)
      : region(region), builder(builder), loc(loc) {}
  func::FuncOp run();

private:
  void addArguments();
  /// Clones the rematerialised producers of `op` that are not there yet, then
  /// `op`.
  void clone(Operation *op, OpBuilder &inner);
  void cloneLeaving(LeaveTimeOp op, OpBuilder &inner);

  const ComputeRegion &region;
  OpBuilder &builder;
  Location loc;
  func::FuncOp kernel;
  IRMapping mapping;
  Value microBatch; ///< the argument, or null
};

} // namespace

void Outliner::addArguments() {
  Block *body = kernel.addEntryBlock();
  unsigned next = 0;
  for (Value value : region.inputs)
    mapping.map(value, body->getArgument(next++));
  for (Value value : region.parameters)
    mapping.map(value, body->getArgument(next++));
  if (region.readsMicroBatch)
    microBatch = body->getArgument(next);
}

void Outliner::clone(Operation *op, OpBuilder &inner) {
  if (auto number = dyn_cast<MicroBatchOp>(op))
    return mapping.map(number.getResult(), microBatch);
  forEachRead(op, [&](Value value) {
    if (!mapping.contains(value))
      clone(value.getDefiningOp(), inner);
  });
  if (auto leave = dyn_cast<LeaveTimeOp>(op))
    return cloneLeaving(leave, inner);
  // With these notes equal kernels would differ in their text.
  Operation *copy = inner.clone(*op, mapping);
  copy->walk([](Operation *op) {
    for (StringRef note : {SBPDialect::kLayerAttr, kPhaseAttr, kSweepAttr,
                           kStageAttr, kWeightWorkAttr, kMadeAgainAttr})
      op->removeAttr(note);
  });
}

void Outliner::cloneLeaving(LeaveTimeOp op, OpBuilder &inner) {
  unsigned index = kernel.getNumArguments(),
           result = llvm::find(region.outputs, op.getResult()) -
                    region.outputs.begin();
  auto attributes = builder.getDictionaryAttr(builder.getNamedAttr(
      kAccumulatorAttr, builder.getI64IntegerAttr(result)));
  (void)kernel.insertArgument(index, op.getType(), attributes, op.getLoc());
  kernel.setResultAttr(result, SBPDialect::kInPlaceAttr,
                       builder.getI64IntegerAttr(index));
  mapping.map(op.getResult(),
              buildAccumulation(op, mapping.lookup(op.getInput()),
                                kernel.getArgument(index), microBatch, inner));
}

func::FuncOp Outliner::run() {
  auto typesOf = [](const llvm::SetVector<Value> &values) {
    return llvm::map_to_vector(values, [](Value v) { return v.getType(); });
  };
  SmallVector<Type> arguments = typesOf(region.inputs);
  llvm::append_range(arguments, typesOf(region.parameters));
  if (region.readsMicroBatch)
    arguments.push_back(builder.getIndexType());
  kernel = func::FuncOp::create(
      loc, "kernel",
      builder.getFunctionType(arguments, typesOf(region.outputs)));
  kernel.setPrivate();
  addArguments();
  OpBuilder inner = OpBuilder::atBlockEnd(&kernel.front());
  // An op that an earlier one cloned as its producer is not cloned again.
  for (Operation *op : region.ops)
    if (op->getNumResults() == 0 || !mapping.contains(op->getResult(0)))
      clone(op, inner);
  SmallVector<Value> results;
  for (Value value : region.outputs)
    results.push_back(mapping.lookup(value));
  func::ReturnOp::create(inner, loc, results);
  return kernel;
}

func::FuncOp sbp::outline(const ComputeRegion &region, OpBuilder &builder,
                          Location loc) {
  return Outliner(region, builder, loc).run();
}
