// ModelRun.cpp: executes the steps of one entry of a model
//
// A level-0 entry runs on whole tensors, a level-1 entry on the pieces of all
// ranks. After each step a state's result becomes the next value of the
// argument of the same state.

#include "sbp/InterpretedRun/ModelRun.h"
#include "mlir/Pass/PassManager.h"
#include "sbp/Analysis/Defined/IndexBounds.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/InterpretedRun/GradientCheck.h"
#include "sbp/InterpretedRun/OutputWriter.h"
#include "sbp/InterpretedRun/Source.h"
#include "sbp/Interpreter/Interpreter.h"
#include "sbp/Pipelines/Pipelines.h"

using namespace mlir;

namespace sbp {
namespace {

/// One run of an entry: reads the arguments, executes the steps, writes
/// results.
class ModelRun {
public:
  ModelRun(func::FuncOp entry, SmallVector<int64_t> indexBounds,
           const RunOptions &options)
      : entry(entry), indexBounds(std::move(indexBounds)), options(options),
        distributed(isDistributed(entry)) {}
  LogicalResult run();
  /// Returns the results of the last step. Valid after a run.
  ArrayRef<TensorValue> getLastResults() const { return last; }

private:
  /// Executes one step and passes the new states on to the next.
  LogicalResult step(int64_t index);
  TensorValue getValue(unsigned argument, int64_t step) const;
  /// Returns the pieces of an argument on all ranks of its placement.
  FailureOr<PlacedTensor> place(unsigned argument, int64_t step);
  /// Executes a step at level 0. Appends the results to `globals`, and their
  /// pieces under a declared distribution to `placed`.
  LogicalResult runWhole(int64_t step, std::vector<TensorValue> &globals,
                         std::vector<std::optional<PlacedTensor>> &placed);
  /// Executes a step at level 1 on all ranks; outputs are those of runWhole.
  LogicalResult
  runDistributed(int64_t step, std::vector<TensorValue> &globals,
                 std::vector<std::optional<PlacedTensor>> &placed);
  LogicalResult saveState(ResultFiles &files) const;

  LogicalResult checkPositions(unsigned argument, const TensorValue &value);
  InterpreterOptions getInterpreterOptions() const {
    return {options.float64, options.checkIndices};
  }

  func::FuncOp entry;
  SmallVector<int64_t> indexBounds;
  const RunOptions &options;
  bool distributed; ///< whether the entry is at level 1
  std::vector<Port> arguments, results;
  std::vector<Source> sources;
  OutputWriter writer;
  std::vector<TensorValue> last; ///< kept where gradients are compared
};

// An input with a leading dimension of --steps provides one slice per step.
TensorValue ModelRun::getValue(unsigned argument, int64_t step) const {
  const Source &source = sources[argument];
  if (!source.stepped)
    return source.value;
  Box box;
  for (int64_t extent : source.value.getShape())
    box.push_back({0, extent});
  box.front() = {step, step + 1};
  return extractBox(source.value, box)
      .reshaped(source.value.getShape().drop_front());
}

/// Checks the values of an input that is used as indices against the tensors it
/// indexes, as the runtime does. A bound of -1 means that it is not used so.
LogicalResult ModelRun::checkPositions(unsigned argument,
                                       const TensorValue &value) {
  const Port &port = arguments[argument];
  int64_t bound = indexBounds[argument];
  for (int64_t i = 0; bound >= 0 && i < value.size(); ++i) {
    if (value[i].i >= 0 && value[i].i < bound)
      continue;
    SmallVector<int64_t> position;
    int64_t rest = i;
    for (int64_t extent : llvm::reverse(value.getShape())) {
      position.push_back(rest % extent);
      rest /= extent;
    }
    std::reverse(position.begin(), position.end());
    InFlightDiagnostic error = emitError(entry.getLoc())
                               << "input '" << port.name << "' has "
                               << value[i].i << " at [";
    llvm::interleaveComma(position, error);
    return error << "], which is not an index below " << bound;
  }
  return success();
}

FailureOr<PlacedTensor> ModelRun::place(unsigned argument, int64_t step) {
  const Port &port = arguments[argument];
  if (!port.declared) {
    if (entry.getArgument(argument).use_empty())
      // An unused argument needs no distribution, and no rank has a piece of
      // it.
      return PlacedTensor{{}, {}, port.type, {}};
    return entry.emitOpError("argument '")
           << port.name << "' has no sbp.distribution; at level 1 every used "
           << "argument has one";
  }
  const auto &[placement, distribution, cut] = *port.declared;
  PlacedTensor placed{placement, distribution, port.type, {}, cut};
  if (sources[argument].pieces) {
    placed.pieces = *sources[argument].pieces;
    for (auto &[rank, piece] : placed.pieces)
      if (failed(checkPositions(argument, piece)))
        return failure();
    return placed;
  }
  TensorValue value = getValue(argument, step);
  if (failed(checkPositions(argument, value)))
    return failure();
  return port.declared->place(value);
}

LogicalResult
ModelRun::runWhole(int64_t step, std::vector<TensorValue> &globals,
                   std::vector<std::optional<PlacedTensor>> &placed) {
  RuntimeValues values;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    TensorValue value = getValue(i, step);
    if (failed(checkPositions(i, value)))
      return failure();
    values.push_back(std::move(value));
  }
  auto outcome = evaluateFunction(entry, values, getInterpreterOptions());
  if (failed(outcome))
    return failure();
  for (auto [port, value] : llvm::zip_equal(results, *outcome)) {
    globals.push_back(*value);
    placed.emplace_back();
    if (!port.declared)
      continue;
    placed.back() = port.declared->place(*value);
  }
  return success();
}

LogicalResult
ModelRun::runDistributed(int64_t step, std::vector<TensorValue> &globals,
                         std::vector<std::optional<PlacedTensor>> &placed) {
  std::vector<PlacedTensor> values;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    FailureOr<PlacedTensor> value = place(i, step);
    if (failed(value))
      return failure();
    values.push_back(std::move(*value));
  }
  auto outcome =
      evaluateDistributed(entry, std::move(values), getInterpreterOptions());
  if (failed(outcome))
    return failure();
  for (PlacedTensor &value : *outcome) {
    globals.push_back(value.reassemble(options.float64));
    placed.push_back(std::move(value));
  }
  return success();
}

LogicalResult ModelRun::step(int64_t index) {
  std::vector<TensorValue> globals;
  std::vector<std::optional<PlacedTensor>> placed;
  if (failed(distributed ? runDistributed(index, globals, placed)
                         : runWhole(index, globals, placed)))
    return failure();
  for (auto [port, value] : llvm::zip_equal(results, globals))
    for (auto [argument, source] : llvm::zip_equal(arguments, sources))
      if (!port.state.empty() && argument.state == port.state) {
        source = Source();
        source.value = value;
      }
  if (options.checkGradient)
    last = globals;
  writer.addStep(std::move(globals), std::move(placed));
  return success();
}

LogicalResult ModelRun::saveState(ResultFiles &files) const {
  NamedTensors states;
  for (auto [port, source] : llvm::zip_equal(arguments, sources))
    if (!port.state.empty())
      states.insert({port.state, source.value});
  return files.addSafetensors(options.saveState, states);
}

LogicalResult ModelRun::run() {
  auto foundArguments = getArguments(entry);
  auto foundResults = getResults(entry);
  if (failed(foundArguments) || failed(foundResults))
    return failure();
  arguments = *foundArguments;
  for (const Port &port : arguments)
    if (auto fault = describeTooLarge(port.type))
      return emitError(entry.getLoc())
             << "argument '" << port.name << "' " << *fault;
  results = *foundResults;
  if (failed(writer.parse(entry.getName(), results, options)))
    return failure();
  auto found = readSources(entry, arguments, options);
  if (failed(found))
    return failure();
  sources = std::move(*found);
  for (int64_t i = 0; i < options.steps; ++i)
    if (failed(step(i)))
      return failure();
  ResultFiles files(options.messages);
  if (failed(writer.writeAll(files)) ||
      (!options.saveState.empty() && failed(saveState(files))))
    return failure();
  return files.keep();
}

} // namespace

/// Returns the index bounds of the arguments. The import passes are run on a
/// copy for it, since they inline the calls through which an index may pass;
/// their errors are those that sbp-compile would report.
static FailureOr<SmallVector<int64_t>> findIndexBounds(func::FuncOp entry) {
  if (isDistributed(entry))
    return getIndexBounds(entry);
  OwningOpRef<ModuleOp> imported = entry->getParentOfType<ModuleOp>().clone();
  PassManager manager(entry.getContext());
  buildImportPipeline(manager);
  if (failed(manager.run(*imported)))
    return failure();
  SmallVector<int64_t> bounds =
      getIndexBounds(imported->lookupSymbol<func::FuncOp>(entry.getName()));
  // Only the first value of a state is an input; later values are computed, and
  // computed indices are clamped instead of checked.
  for (unsigned i = 0; i < bounds.size(); ++i)
    if (entry.getArgAttr(i, SBPDialect::kStateAttr))
      bounds[i] = -1;
  return bounds;
}

/// The interpreter has no op for a derivative or an optimizer: the import
/// derives and expands them, and the model is interpreted as it leaves the
/// import.
static LogicalResult deriveGradients(ModuleOp module) {
  bool hasGradients = module
                          .walk([](Operation *op) {
                            return isa<nn::GradientOp, nn::StopGradientOp,
                                       OptimizerOpInterface>(op)
                                       ? WalkResult::interrupt()
                                       : WalkResult::advance();
                          })
                          .wasInterrupted();
  if (!hasGradients)
    return success();
  PassManager manager(module.getContext());
  buildImportPipeline(manager);
  return manager.run(module);
}

RunOutcome runModel(ModuleOp module, const RunOptions &options) {
  GradientCheck check;
  if (options.checkGradient) {
    FailureOr<func::FuncOp> entry =
        findEntry(module, options.entry, options.messages);
    if (failed(entry) || failed(check.addDerived(*entry)))
      return RunOutcome::UserError;
  }
  if (failed(deriveGradients(module)))
    return RunOutcome::UserError;
  FailureOr<func::FuncOp> entry =
      findEntry(module, options.entry, options.messages);
  if (failed(entry))
    return RunOutcome::UserError;
  FailureOr<SmallVector<int64_t>> bounds = findIndexBounds(*entry);
  if (failed(bounds))
    return RunOutcome::UserError;
  ModelRun run(*entry, std::move(*bounds), options);
  if (failed(run.run()))
    return RunOutcome::UserError;
  return !options.checkGradient ||
                 check.report(run.getLastResults(), options.messages.out)
             ? RunOutcome::Done
             : RunOutcome::ComparisonFailed;
}

} // namespace sbp
