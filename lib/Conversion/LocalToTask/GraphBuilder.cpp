// GraphBuilder.cpp: the task graph of a local program
//
// One pass over the steps of the program in order. A tensor that crosses a step
// boundary gets a register; a region becomes an outlined kernel and a
// `task.compute`, a communication becomes a `task.collective`. The next value
// of a state is written into the storage of the old one where no later step
// reads the old one; otherwise it gets its own storage and a `task.copy` at the
// end of the step moves it. Input:
//
//   %y = linalg.add(%x, %w)        // region 0
//   %z = sbp.communicate @sum(%y)
//   sbp.return %z
//
// gives
//
//   %rx = task.input 0 ...   %rw = task.state "w" ...   %ry = task.register ...
//   task.compute @kernel0(%rx, %rw) -> %ry
//   task.collective @sum(%ry) -> %rz
//   task.output 0, %rz

#include "GraphBuilder.h"
#include "TaskNotes.h"

#include "mlir/IR/SymbolTable.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/Stages.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Target/Target.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace sbp;

FlatSymbolRefAttr KernelTable::add(func::FuncOp kernel) {
  // The printed form without verification and without locations is the identity
  // of a kernel; 128 bits of hash make a collision negligible and keep the
  // table small compared with modules with thousands of long kernels.
  std::string text;
  llvm::raw_string_ostream os(text);
  kernel.print(os, OpPrintingFlags().assumeVerified().useLocalScope());
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  auto [it, isNew] = known.try_emplace({hash.high64, hash.low64});
  if (!isNew) {
    kernel.erase();
    return it->second;
  }
  kernel.setName(("kernel" + Twine(known.size() - 1)).str());
  module.push_back(kernel);
  return it->second = FlatSymbolRefAttr::get(kernel.getSymNameAttr());
}

namespace {

/// Global type and distribution of a value that crosses between steps. The
/// register records them so that inspection can put the pieces together.
struct Home {
  DistributionAttr distribution;
  TypeAttr globalType;
};

class GraphBuilder {
public:
  GraphBuilder(LocalProgramOp program, const SymbolTable &symbols,
               KernelTable &kernels, CopiedStates &copied);
  void run();

private:
  void addArguments();
  void addRegion(const ComputeRegion &region, unsigned step);
  void addCommunicate(CommunicateOp op, unsigned step);
  void addOutputs();
  Value addRegister(Value value, Value aliasOf = {});
  /// Sets how many tokens a register of `value` holds in a step, and how many
  /// of them at once.
  void setTokens(task::RegisterOp op, Value value);
  void addCopy(Value from, Value to, Location loc);
  /// Records that the old and the next value of `state` have separate storage.
  void recordCopy(BlockArgument state, Location loc);

  /// Returns the argument with the old value of the state that the entry's
  /// result `result` updates, or null where that result is no state.
  BlockArgument getOldState(int64_t result);
  /// Returns whether the program returns a next value of `state` that is
  /// another value than the old one.
  bool isOverwritten(BlockArgument state);
  /// Returns the register from which the output `port` is read after the last
  /// task: the register of `value`, or a copy of an old state's.
  Value getOutputRegister(Value value, int64_t port);
  /// Fills `homes` from the communications and the entry's signature.
  void findHomes();
  /// Fills `stateArguments`, `oldOf` and `updates`.
  void findUpdates();
  /// Fills `lastRead`.
  void findReads();
  /// Returns the state register that `value`, computed in `step`, may
  /// overwrite, or null. The value must be the next value of that state and no
  /// later step may read the old one.
  Value getStateToOverwrite(Value value, unsigned step);

  LocalProgramOp program;
  const SymbolTable &symbols;
  func::FuncOp entry;
  int64_t microBatches;
  KernelTable &kernels;
  CopiedStates &copied;
  TaskNotes notes;
  OpBuilder builder;
  task::GraphOp graph;
  std::vector<ProgramStep> steps;
  llvm::DenseMap<Value, Value> registers;
  llvm::DenseMap<Value, Home> homes;
  llvm::DenseMap<StringAttr, BlockArgument> stateArguments; ///< by state
  llvm::DenseMap<Value, BlockArgument> oldOf; ///< next value -> state argument
  SmallVector<StateUpdate> updates;           ///< entries of `oldOf` in order
  llvm::DenseMap<Value, Value> snapshots;     ///< of old states
  llvm::DenseMap<Value, unsigned> lastRead;   ///< step that reads last
};

} // namespace

GraphBuilder::GraphBuilder(LocalProgramOp program, const SymbolTable &symbols,
                           KernelTable &kernels, CopiedStates &copied)
    : program(program), symbols(symbols),
      entry(symbols.lookup<func::FuncOp>(program.getEntry())),
      microBatches(getMicroBatches(entry)), kernels(kernels), copied(copied),
      notes(program), builder(program.getContext()) {}

static TypeAttr getGlobalType(Type type) { return TypeAttr::get(type); }

void GraphBuilder::findHomes() {
  ReturnOp exit = program.getReturn();
  for (auto [value, port] :
       llvm::zip_equal(exit.getPieces(), program.getOutputs()))
    homes[value] = {entry.getResultAttrOfType<DistributionAttr>(
                        port, SBPDialect::kDistributionAttr),
                    getGlobalType(entry.getResultTypes()[port])};
  for (ProgramStep &step : steps) {
    if (!step.communicate)
      continue;
    auto communication = symbols.lookup<CommunicationOp>(
        step.communicate.getCommunicationAttr().getAttr());
    TypeAttr type = communication.getTypeAttr();
    for (Value value : step.communicate.getInputs())
      homes[value] = {communication.getFromAttr(), type};
    for (Value value : step.communicate.getOutputs())
      homes[value] = {communication.getToAttr(), type};
  }
}

BlockArgument GraphBuilder::getOldState(int64_t result) {
  auto name =
      entry.getResultAttrOfType<StringAttr>(result, SBPDialect::kStateAttr);
  return name ? stateArguments.lookup(name) : BlockArgument();
}

void GraphBuilder::findUpdates() {
  for (auto [index, input] : llvm::enumerate(program.getInputs()))
    if (auto name =
            entry.getArgAttrOfType<StringAttr>(input, SBPDialect::kStateAttr))
      stateArguments.try_emplace(name, program.getArgument(index));
  ReturnOp exit = program.getReturn();
  for (auto [value, result] :
       llvm::zip_equal(exit.getPieces(), program.getOutputs()))
    if (BlockArgument old = getOldState(result))
      if (oldOf.try_emplace(value, old).second)
        updates.push_back({value, old});
}

void GraphBuilder::findReads() {
  for (auto [index, step] : llvm::enumerate(steps)) {
    for (Value value : step.region.inputs)
      lastRead[value] = index;
    if (step.communicate)
      for (Value value : step.communicate.getInputs())
        lastRead[value] = index;
  }
}

Value GraphBuilder::getStateToOverwrite(Value value, unsigned step) {
  BlockArgument old = oldOf.lookup(value);
  if (!old || old.getType() != value.getType() || lastRead.lookup(old) > step)
    return {};
  // An accumulator is written in every micro-batch, in which others still read
  // the old value.
  if (value.getDefiningOp()->hasAttr(kSweepAttr))
    return {};
  return registers.lookup(old);
}

static Attribute getSweep(Operation *op) { return op->getAttr(kSweepAttr); }

// A sweep ends before the next one begins: what that reads, and what is
// returned, is kept for all micro-batches.
void GraphBuilder::setTokens(task::RegisterOp op, Value value) {
  Operation *producer = value.getDefiningOp();
  if (!producer || !getSweep(producer) || isa<LeaveTimeOp>(producer))
    return;
  op.setTokens(microBatches);
  bool isKept = llvm::any_of(value.getUsers(), [&](Operation *user) {
    return isa<ReturnOp>(user) ||
           (getSweep(user) && getSweep(user) != getSweep(producer));
  });
  if (isKept)
    op.setCopies(microBatches);
}

Value GraphBuilder::addRegister(Value value, Value aliasOf) {
  // Offsets, copies and distances are left open: the scheduler and the memory
  // planner fill them in.
  auto type = task::RegisterType::get(builder.getContext(),
                                      cast<RankedTensorType>(value.getType()));
  auto op = task::RegisterOp::create(
      builder, value.getLoc(), type, aliasOf, /*copies=*/nullptr,
      /*tokens=*/nullptr, /*offset=*/nullptr, /*stride=*/nullptr,
      /*distribution=*/nullptr, /*global_type=*/nullptr);
  Home home = homes.lookup(value);
  if (home.distribution) {
    op.setDistributionAttr(home.distribution);
    op.setGlobalTypeAttr(home.globalType);
  }
  setTokens(op, value);
  return registers[value] = op;
}

void GraphBuilder::addArguments() {
  MLIRContext *context = builder.getContext();
  // A program's arguments are, in this order: pieces of the entry's inputs,
  // pieces of the constants, index parameters.
  auto typeOf = [&](BlockArgument argument) {
    return task::RegisterType::get(context,
                                   cast<RankedTensorType>(argument.getType()));
  };
  unsigned next = 0;
  for (int64_t port : program.getInputs()) {
    BlockArgument argument = program.getArgument(next++);
    auto distribution = entry.getArgAttrOfType<DistributionAttr>(
        port, SBPDialect::kDistributionAttr);
    TypeAttr global = getGlobalType(entry.getArgumentTypes()[port]);
    auto portAttr = builder.getI64IntegerAttr(port);
    if (auto state =
            entry.getArgAttrOfType<StringAttr>(port, SBPDialect::kStateAttr))
      registers[argument] =
          task::StateOp::create(builder, argument.getLoc(), typeOf(argument),
                                state, portAttr, distribution, global);
    else
      registers[argument] =
          task::InputOp::create(builder, argument.getLoc(), typeOf(argument),
                                portAttr, distribution, global);
  }
  for (auto constant : program.getConstants().getAsRange<ArrayAttr>()) {
    BlockArgument argument = program.getArgument(next++);
    auto value = cast<ElementsAttr>(constant[0]);
    registers[argument] = task::ConstantOp::create(
        builder, argument.getLoc(), typeOf(argument), value,
        cast<DistributionAttr>(constant[1]), getGlobalType(value.getType()));
  }
}

void GraphBuilder::addRegion(const ComputeRegion &region, unsigned step) {
  if (region.outputs.empty())
    return;
  Location loc = region.ops.front()->getLoc();
  func::FuncOp kernel = outline(region, builder, loc);
  SmallVector<Value> inputs, outputs;
  SmallVector<int64_t> parameters, inPlace;
  for (Value value : region.inputs)
    inputs.push_back(registers.lookup(value));
  unsigned firstParameter =
      program.getInputs().size() + program.getConstants().size();
  for (Value value : region.parameters)
    parameters.push_back(cast<BlockArgument>(value).getArgNumber() -
                         firstParameter);
  if (region.readsMicroBatch)
    parameters.push_back(kMicroBatchParameter);
  // A kernel that also reads the old state through an input writes in place:
  // the code generator needs that aliasing on the kernel's result.
  for (auto [index, value] : llvm::enumerate(region.outputs)) {
    Value state = getStateToOverwrite(value, step);
    outputs.push_back(addRegister(value, state));
    auto *read = state ? llvm::find(inputs, state) : inputs.end();
    if (read == inputs.end())
      continue;
    int64_t input = read - inputs.begin();
    inPlace.append({static_cast<int64_t>(index), input});
    kernel.setResultAttr(index, SBPDialect::kInPlaceAttr,
                         builder.getI64IntegerAttr(input));
  }
  auto task = task::ComputeOp::create(
      builder, loc, kernels.add(kernel), inputs, outputs, /*scratch=*/Value(),
      /*persistent=*/IntegerAttr(), builder.getDenseI64ArrayAttr(parameters),
      builder.getDenseI64ArrayAttr(inPlace));
  notes.note(task, region.ops);
  if (!region.isTimed())
    return;
  task.setFirings(microBatches);
  Operation *first = region.ops.front();
  task.setStage(getStageOf(first));
  task.setBackward(getStageOf(first) >= 0 &&
                   getPhaseOf(first) != StepPhase::Forward);
}

void GraphBuilder::addCommunicate(CommunicateOp op, unsigned step) {
  SmallVector<Value> inputs, outputs;
  for (Value value : op.getInputs())
    inputs.push_back(registers.lookup(value));
  for (Value value : op.getOutputs()) {
    // An output never aliases an input of the same collective: another member
    // may still read from that storage.
    Value state = getStateToOverwrite(value, step);
    outputs.push_back(addRegister(
        value, llvm::is_contained(inputs, state) ? Value() : state));
  }
  auto task = task::CollectiveOp::create(
      builder, op.getLoc(), op.getCommunicationAttr(), inputs, outputs);
  notes.note(task, op);
  if (getSweep(op))
    task.setFirings(microBatches);
}

void GraphBuilder::addCopy(Value from, Value to, Location loc) {
  task::CopyOp::create(builder, loc, ValueRange(from), ValueRange(to));
}

void GraphBuilder::recordCopy(BlockArgument state, Location loc) {
  int64_t port = program.getInputs()[state.getArgNumber()];
  auto name = entry.getArgAttrOfType<StringAttr>(port, SBPDialect::kStateAttr);
  int64_t bytes = task::getRegisterBytes(registers.lookup(state));
  auto [it, isNew] = copied.try_emplace({program.getEntryAttr(), name},
                                        CopiedState{loc, bytes});
  it->second.bytes = std::max(it->second.bytes, bytes);
}

bool GraphBuilder::isOverwritten(BlockArgument state) {
  ReturnOp exit = program.getReturn();
  for (auto [value, port] :
       llvm::zip_equal(exit.getPieces(), program.getOutputs()))
    if (getOldState(port) == state && value != state)
      return true;
  return false;
}

// An old state that is returned, or that is the next value of another state, is
// read after the last task, when its storage already holds the next value. It
// is copied to a snapshot before.
Value GraphBuilder::getOutputRegister(Value value, int64_t port) {
  auto argument = dyn_cast<BlockArgument>(value);
  Value current = registers.lookup(value);
  if (!argument || getOldState(port) == argument || !isOverwritten(argument))
    return current;
  Value &copy = snapshots[value];
  if (!copy) {
    copy = addRegister(value);
    registers[value] = current;
    addCopy(current, copy, value.getLoc());
    recordCopy(argument, program.getReturn().getLoc());
  }
  return copy;
}

// A next value that could not be written in place is copied into the state's
// storage at the end of the step, when all reads of the old value are over.
void GraphBuilder::addOutputs() {
  ReturnOp exit = program.getReturn();
  SmallVector<Value> outputs;
  for (auto [value, port] :
       llvm::zip_equal(exit.getPieces(), program.getOutputs())) {
    outputs.push_back(getOutputRegister(value, port));
    BlockArgument old = getOldState(port);
    if (!old || old == value ||
        task::getStorage(outputs.back()) == registers.lookup(old))
      continue;
    Value current = registers.lookup(value);
    if (oldOf.lookup(value) == old && !isa<BlockArgument>(value))
      recordCopy(old, value.getLoc());
    Value copy = addRegister(value, registers.lookup(old));
    registers[value] = current;
    addCopy(outputs.back(), copy, exit.getLoc());
    outputs.back() = copy;
  }
  for (auto [output, port] : llvm::zip_equal(outputs, program.getOutputs()))
    task::OutputOp::create(builder, exit.getLoc(),
                           builder.getI64IntegerAttr(port), output);
}

void GraphBuilder::run() {
  findUpdates();
  steps = getProgramSteps(program, updates);
  findReads();
  findHomes();
  builder.setInsertionPoint(program);
  graph = task::GraphOp::create(
      builder, program.getLoc(), program.getSymNameAttr(),
      program.getEntryAttr(), program.getRanksAttr(), program.getParameters(),
      program.getBindings(), IntegerAttr(), IntegerAttr(), IntegerAttr());
  builder.setInsertionPointToStart(&graph.getBody().emplaceBlock());
  addArguments();
  for (auto [index, step] : llvm::enumerate(steps))
    if (step.communicate)
      addCommunicate(step.communicate, index);
    else
      addRegion(step.region, index);
  addOutputs();
  program.erase();
}

void sbp::buildGraph(LocalProgramOp program, const SymbolTable &symbols,
                     KernelTable &kernels, CopiedStates &copied) {
  GraphBuilder(program, symbols, kernels, copied).run();
}
