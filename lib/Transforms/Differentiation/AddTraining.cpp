// AddTraining.cpp: a training step next to an entry that returns a loss
//
// The step is written as a user would write it: the ops of the entry, one
// nn.gradient by all parameters, clipping, and one optimizer op per parameter,
// whose states are new arguments. Example: for an entry `main` of x, y and the
// parameter w that returns "loss", `loss=loss data=x,y optimizer=adamw` adds
//   @train(x, y, state w, state w.mean, state w.square, state step,
//   learning_rate)
//       -> (loss, w, w.mean, w.square, step)
// An entry that returns gradients as well (`sbp.gradient_of`), as frameworks
// derive them, keeps its own: no nn.gradient is written.

#include "TrainWriter.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_ADDTRAININGPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct AddTraining : sbp::impl::AddTrainingPassBase<AddTraining> {
  using Base = sbp::impl::AddTrainingPassBase<AddTraining>;
  using Base::Base;

  void runOnOperation() override;
  LogicalResult addTraining();

  FailureOr<func::FuncOp> findEntry();
  FailureOr<ZeroStage> parseZero();
  FailureOr<const OptimizerKind *> parseOptimizer();
  LogicalResult checkNumbers();
  FailureOr<OptimizerNumbers> parseNumbers(const OptimizerKind &kind);
  LogicalResult parseOwnOptions(OptimizerNumbers &numbers);
  /// Parses `loss-scale`; nullopt without one, and for products that are not
  /// f16.
  FailureOr<std::optional<LossScale>> parseLossScale();
  /// Refuses a precision for an entry that is not all f32.
  LogicalResult checkPrecision(const TrainedEntry &trained);
  /// Refuses sums in f32 where gradients are not derived, or are wider.
  LogicalResult checkAccumulate(const TrainedEntry &trained);
  FailureOr<ParameterGroups> parseGroups(ArrayRef<TrainedParameter> parameters,
                                         const OptimizerNumbers &numbers);
  /// Begins an error at the entry, without a note that prints the function.
  InFlightDiagnostic refuse(func::FuncOp entry) {
    return emitError(entry.getLoc()) << "sbp-add-training: ";
  }
  /// Begins an error about the options or the module, at its first function,
  /// since the location of a module has no line.
  InFlightDiagnostic refuse() {
    auto functions = getOperation().getOps<func::FuncOp>();
    return functions.empty()
               ? emitError(getOperation().getLoc()) << "sbp-add-training: "
               : refuse(*functions.begin());
  }
};

} // namespace

FailureOr<func::FuncOp> AddTraining::findEntry() {
  func::FuncOp found;
  unsigned count = 0;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (!function.isPublic())
      continue;
    ++count;
    if (entry.empty() || function.getSymName() == entry)
      found = function;
  }
  if (found && (count == 1 || !entry.empty())) {
    if (!SymbolTable::lookupSymbolIn(getOperation(), "train"))
      return found;
    return refuse() << "the module has a function 'train' already; "
                       "rename it";
  }
  return refuse() << (entry.empty()
                          ? "the module has " + std::to_string(count) +
                                " entries; name one with entry="
                          : "there is no entry '" + entry + "'");
}

FailureOr<ZeroStage> AddTraining::parseZero() {
  if (zero.empty())
    return ZeroStage();
  auto [stage, axis] = StringRef(zero).split(':');
  ZeroStage result;
  result.axis = axis.str();
  auto fail = [&] { return refuse() << "zero=" << zero; };
  if (stage.getAsInteger(10, result.stage) || result.stage < 1 ||
      result.stage > 3 || axis.empty())
    return fail()
           << ": expected a stage from 1 to 3 with an axis, such as zero=1:dp";
  for (auto placement : getOperation().getOps<PlacementOp>())
    for (Attribute name : placement.getAxisNames())
      if (cast<StringAttr>(name).getValue() == result.axis)
        return result;
  return fail() << " names axis '" << axis << "', which no placement has";
}

FailureOr<const OptimizerKind *> AddTraining::parseOptimizer() {
  StringRef name = StringRef(optimizer).split(':').first;
  if (const OptimizerKind *kind = findOptimizerKind(name))
    return kind;
  return refuse() << "optimizer=" << name
                  << " is unknown; known: " << listOptimizerKinds();
}

/// Refuses numbers outside of their range.
LogicalResult AddTraining::checkNumbers() {
  std::pair<StringRef, double> numbers[] = {{"rate", rate},
                                            {"weight-decay", weightDecay},
                                            {"momentum", momentum},
                                            {"clip", clip},
                                            {"epsilon", epsilon}};
  for (auto [name, value] : numbers)
    if (!std::isfinite(value) || value < 0)
      return refuse() << name << "=" << value
                      << ": expected a finite number that is not negative";
  for (double beta : betas)
    if (!(beta >= 0 && beta < 1))
      return refuse() << "betas=" << beta
                      << ": expected numbers from 0 to below 1";
  if (!betas.empty() && betas.size() != 2)
    return refuse() << "betas= has " << betas.size()
                    << " numbers, expected two, such as betas=0.9,0.95";
  if (microBatches < 1)
    return refuse() << "micro-batches=" << microBatches.getValue()
                    << ": expected at least 1";
  if (!recompute.empty() && recompute != "layers" &&
      recompute != "contractions")
    return refuse() << "recompute=" << recompute
                    << " is unknown; known: layers, contractions";
  if (stateType != "f32" && stateType != "parameter")
    return refuse() << "state-type=" << stateType
                    << " is unknown; known: f32 (f64 for parameters of f64), "
                       "parameter";
  return success();
}

/// Returns the option of the pass that sets an option of optimizers.
static StringRef getPassOption(StringRef option) {
  return option == "beta1" || option == "beta2" ? "betas" : option;
}

/// Returns the options of the pass that set options of `kind`, as a list.
static std::string listPassOptions(const OptimizerKind &kind) {
  llvm::SmallSetVector<StringRef, 8> names;
  for (const OptimizerOption &option : kind.options)
    names.insert(getPassOption(option.name));
  return llvm::join(names, ", ");
}

FailureOr<OptimizerNumbers>
AddTraining::parseNumbers(const OptimizerKind &kind) {
  OptimizerNumbers numbers(kind);
  struct Given {
    StringRef option;
    bool isGiven, isDefault;
    double value;
  };
  SmallVector<Given> given = {
      {"weight-decay", weightDecay.hasValue(), weightDecay == 0, weightDecay},
      {"momentum", momentum.hasValue(), momentum == 0, momentum},
      {"nesterov", nesterov.hasValue(), !nesterov, double(nesterov)}};
  if (!betas.empty())
    given.append(
        {{"beta1", true, false, betas[0]}, {"beta2", true, false, betas[1]}});
  given.push_back({"epsilon", epsilon.hasValue(), epsilon == 1e-8, epsilon});
  for (const Given &each : given) {
    const OptimizerOption *option = kind.findOption(each.option);
    // An option that has its default changes nothing.
    if (!option && each.isGiven && !each.isDefault)
      return refuse() << "optimizer=" << kind.name << " has no "
                      << getPassOption(each.option) << "; it has "
                      << listPassOptions(kind);
    if (!option || !each.isGiven)
      continue;
    if (!option->accepts(each.value))
      return refuse() << each.option << "=" << each.value << ": expected "
                      << option->describeRange();
    numbers.set(each.option, each.value);
  }
  if (failed(parseOwnOptions(numbers)))
    return failure();
  if (kind.findOption("nesterov") && numbers["nesterov"] != 0 &&
      numbers["momentum"] == 0)
    return refuse() << "nesterov needs momentum=";
  return numbers;
}

/// Sets the options of `optimizer=NAME:OPTION=VALUE`.
LogicalResult AddTraining::parseOwnOptions(OptimizerNumbers &numbers) {
  const OptimizerKind &kind = numbers.getKind();
  SmallVector<StringRef> parts;
  StringRef(optimizer).split(parts, ':');
  for (StringRef part : llvm::drop_begin(parts)) {
    auto [name, text] = part.split('=');
    const OptimizerOption *option = kind.findOption(name);
    if (!option)
      return refuse() << "optimizer=" << optimizer << ": " << kind.name
                      << " has no option '" << name << "'; it has "
                      << kind.listOptions();
    double value;
    if (text.getAsDouble(value) || !option->accepts(value))
      return refuse() << "optimizer=" << optimizer << ": expected "
                      << option->describeRange() << " for " << name;
    numbers.set(name, value);
  }
  return success();
}

FailureOr<ParameterGroups>
AddTraining::parseGroups(ArrayRef<TrainedParameter> parameters,
                         const OptimizerNumbers &numbers) {
  SmallVector<GroupedParameter> grouped;
  for (const TrainedParameter &parameter : parameters)
    grouped.push_back({parameter.name, parameter.rank});
  auto parsed = ParameterGroups::create(llvm::to_vector(groups),
                                        llvm::to_vector(noDecay), grouped);
  if (!parsed)
    return refuse() << llvm::toString(parsed.takeError());
  const OptimizerKind &kind = numbers.getKind();
  bool canDecay = kind.findOption("weight-decay");
  if (!canDecay && (!noDecay.empty() || parsed->decays()))
    return refuse() << "optimizer=" << kind.name << " has no weight-decay; it "
                    << "has " << listPassOptions(kind);
  if (!noDecay.empty() && numbers["weight-decay"] == 0 && !parsed->decays())
    return refuse() << "no-decay=" << *noDecay.begin()
                    << " needs weight-decay=";
  return std::move(*parsed);
}

FailureOr<std::optional<LossScale>> AddTraining::parseLossScale() {
  if (precision != "f16") {
    if (lossScale.empty())
      return std::optional<LossScale>();
    return refuse() << "loss-scale=" << lossScale << " needs precision=f16";
  }
  LossScale result;
  auto [first, steps] = StringRef(lossScale).split(':');
  if ((!first.empty() && first.getAsDouble(result.first)) ||
      (!steps.empty() && steps.getAsInteger(10, result.goodSteps)) ||
      !std::isnormal(float(result.first)) || result.first <= 0 ||
      result.goodSteps < 1)
    return refuse()
           << "loss-scale=" << lossScale
           << ": expected a number of f32 above 0 and the steps after which "
              "it doubles, such as 65536:2000";
  return std::optional(result);
}

/// Returns an op of `function`, or of one that it calls, that casts from or to
/// a float narrower than f32; null where there is none.
static Operation *findNarrowCast(func::FuncOp function) {
  auto isNarrow = [](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return element && element.getWidth() < 32;
  };
  Operation *found = nullptr;
  function.walk([&](Operation *op) {
    if (isa<CastOpInterface>(op) && (isNarrow(op->getOperand(0).getType()) ||
                                     isNarrow(op->getResult(0).getType())))
      found = op;
    if (auto call = dyn_cast<func::CallOp>(op); call && !found)
      if (auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
              op, call.getCalleeAttr());
          callee && callee != function)
        found = findNarrowCast(callee);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

LogicalResult AddTraining::checkPrecision(const TrainedEntry &trained) {
  if (precision.empty())
    return success();
  func::FuncOp entry = trained.getEntry();
  if (precision != "bf16" && precision != "f16")
    return refuse() << "precision=" << precision
                    << " is unknown; known: bf16, f16";
  if (trained.hasGradients())
    return refuse(entry) << "precision=" << precision
                         << " of an entry with gradients: they are those of "
                            "the types that it was exported with; export it "
                            "in that precision, or let the gradient be derived";
  for (const TrainedParameter &parameter : trained.getParameters()) {
    Type type = entry.getArgument(parameter.argument).getType();
    if (!getElementTypeOrSelf(type).isF32())
      return refuse(entry) << "precision=" << precision
                           << " makes masters of parameters of f32; '"
                           << parameter.name << "' is " << type;
  }
  if (Operation *cast = findNarrowCast(entry))
    return emitError(cast->getLoc())
           << "sbp-add-training: precision=" << precision
           << " for a model that casts by itself; write it in f32, or leave "
              "precision= out";
  return success();
}

LogicalResult AddTraining::checkAccumulate(const TrainedEntry &trained) {
  if (accumulate.empty())
    return success();
  if (accumulate != "f32")
    return refuse() << "accumulate=" << accumulate
                    << " is unknown; gradients are summed in f32, or, without "
                       "it, in the type of their products";
  if (trained.hasGradients())
    return refuse(trained.getEntry())
           << "accumulate=" << accumulate
           << " of an entry with gradients: they are summed as it was "
              "exported; let the gradient be derived";
  for (const TrainedParameter &parameter : trained.getParameters()) {
    Type type = trained.getEntry().getArgument(parameter.argument).getType();
    if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() > 32)
      return refuse(trained.getEntry())
             << "accumulate=" << accumulate << " is narrower than '"
             << parameter.name << "', which is " << type;
  }
  return success();
}

LogicalResult AddTraining::addTraining() {
  FailureOr<const OptimizerKind *> kind = parseOptimizer();
  if (failed(kind) || failed(checkNumbers()))
    return failure();
  FailureOr<OptimizerNumbers> numbers = parseNumbers(**kind);
  FailureOr<ZeroStage> stage = parseZero();
  FailureOr<func::FuncOp> found = findEntry();
  if (failed(numbers) || failed(stage) || failed(found))
    return failure();
  TrainedEntry trained(*found);
  auto cut = llvm::to_vector(data), whole = llvm::to_vector(fixed);
  if (failed(trained.analyse(loss, {cut, whole})) ||
      failed(checkPrecision(trained)) || failed(checkAccumulate(trained)))
    return failure();
  FailureOr<std::optional<LossScale>> scale = parseLossScale();
  if (failed(scale))
    return failure();
  if (trained.hasGradients() && microBatches > 1 && cut.empty())
    return refuse(*found) << "micro-batches=" << microBatches.getValue()
                          << " of an entry with gradients needs data=, the "
                             "arguments that are cut";
  FailureOr<ParameterGroups> parsed =
      parseGroups(trained.getParameters(), *numbers);
  if (failed(parsed))
    return failure();
  Settings settings = {*numbers,
                       *parsed,
                       rate,
                       clip,
                       stateType == "parameter",
                       *stage,
                       microBatches,
                       schedule,
                       recompute,
                       precision,
                       accumulate == "f32",
                       *scale};
  TrainWriter(trained, settings).write();
  return success();
}

void AddTraining::runOnOperation() {
  if (failed(addTraining()))
    signalPassFailure();
}
