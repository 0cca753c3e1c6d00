// AddTraining.cpp: a training step beside an entry that returns a loss
//
// The step is written as a user would write it: the ops of the entry, one
// nn.gradient by all parameters, clipping, and one optimizer op per parameter,
// whose states are new arguments. Example: for an entry `main` of x, y and the
// parameter w that returns "loss", `loss=loss data=x,y optimizer=adamw` adds
//   @train(x, y, state w, state w.mean, state w.square, state step,
//   learning_rate)
//       -> (loss, w, w.mean, w.square, step)

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace sbp {
#define GEN_PASS_DEF_ADDTRAININGPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

/// `zero=STAGE:AXIS`.
struct ZeroStage {
  int64_t stage = 0;
  std::string axis;
};

/// The options of the training step.
struct Settings {
  std::string optimizer;
  double rate, weightDecay, momentum, clip;
  ZeroStage zero;

  bool isAdam() const { return optimizer == "adam" || optimizer == "adamw"; }
  bool hasMomentum() const { return optimizer == "sgd" && momentum != 0; }
};

struct AddTraining : sbp::impl::AddTrainingPassBase<AddTraining> {
  using Base = sbp::impl::AddTrainingPassBase<AddTraining>;
  using Base::Base;

  void runOnOperation() override;

  FailureOr<func::FuncOp> findEntry();
  FailureOr<unsigned> findLoss(func::FuncOp entry);
  LogicalResult findParameters(func::FuncOp entry);
  FailureOr<ZeroStage> parseZero();
  InFlightDiagnostic refuse(func::FuncOp entry) {
    return entry.emitError() << "sbp-add-training: ";
  }

  SmallVector<unsigned> parameters; ///< numbers of arguments of the entry
};

/// Writes the entry `train`.
class TrainWriter {
public:
  TrainWriter(func::FuncOp entry, unsigned lossNumber,
              ArrayRef<unsigned> parameters, const Settings &settings)
      : entry(entry), lossNumber(lossNumber), parameters(parameters),
        settings(settings), builder(entry->getContext()), loc(entry.getLoc()) {}
  void write();

private:
  /// An argument of the step.
  struct Port {
    Type type;
    SmallVector<NamedAttribute> attributes;
  };

  StringAttr getName(unsigned argument);
  unsigned addPort(Type type, ArrayRef<NamedAttribute> attributes);
  unsigned addState(const Twine &name, RankedTensorType type, Attribute init,
                    DistributionAttr distribution);
  NamedAttribute attribute(StringRef name, Attribute value) {
    return builder.getNamedAttr(name, value);
  }
  DistributionAttr splitOverZeroAxis(unsigned argument);
  void addPorts();
  void writeBody(func::FuncOp train);
  Value writeStep(Value step);
  SmallVector<Value> writeUpdate(size_t number, Value gradient, Value step,
                                 Value rate);

  func::FuncOp entry;
  unsigned lossNumber;
  ArrayRef<unsigned> parameters;
  const Settings &settings;
  OpBuilder builder;
  Location loc;
  SmallVector<Port> ports;
  /// Numbers of the arguments that are states of the optimizer, by parameter.
  SmallVector<SmallVector<unsigned, 2>> optimizerStates;
  std::optional<unsigned> stepNumber, rateNumber;
  Block *body = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is trained
//===----------------------------------------------------------------------===//

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
    return getOperation().emitError()
           << "sbp-add-training: the module has a function 'train' already; "
              "rename it";
  }
  return getOperation().emitError()
         << "sbp-add-training: "
         << (entry.empty() ? "the module has " + std::to_string(count) +
                                 " entries; name one with entry="
                           : "there is no entry '" + entry + "'");
}

FailureOr<unsigned> AddTraining::findLoss(func::FuncOp entry) {
  for (unsigned i = 0; i < entry.getNumResults(); ++i) {
    auto name = entry.getResultAttrOfType<StringAttr>(i, SBPDialect::kNameAttr);
    if (!name || name.getValue() != loss)
      continue;
    auto type = cast<RankedTensorType>(entry.getResultTypes()[i]);
    if (type.getRank() == 0 && isa<FloatType>(type.getElementType()))
      return i;
    return refuse(entry) << "loss=" << loss << " is " << type
                         << ", expected a float without dimensions";
  }
  return refuse(entry) << "loss=" << loss << " names no result of @"
                       << entry.getSymName();
}

/// Every float argument that is no data is a parameter, and a state of all
/// entries.
LogicalResult AddTraining::findParameters(func::FuncOp entry) {
  llvm::StringSet<> names;
  for (const std::string &name : data)
    names.insert(name);
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    auto state = entry.getArgAttrOfType<StringAttr>(i, SBPDialect::kStateAttr);
    auto name = entry.getArgAttrOfType<StringAttr>(i, SBPDialect::kNameAttr);
    std::string text = state  ? state.str()
                       : name ? name.str()
                              : std::to_string(i);
    if (names.erase(text) ||
        !isa<FloatType>(getElementTypeOrSelf(entry.getArgument(i).getType())))
      continue;
    if (!state) {
      entry.removeArgAttr(i, SBPDialect::kNameAttr);
      entry.setArgAttr(i, SBPDialect::kStateAttr,
                       StringAttr::get(&getContext(), text));
    }
    parameters.push_back(i);
  }
  if (!names.empty())
    return refuse(entry) << "data=" << names.begin()->getKey().str()
                         << " names no argument of @" << entry.getSymName();
  if (parameters.empty())
    return refuse(entry) << "no float argument is left to train; data= names "
                            "all of them";
  return success();
}

FailureOr<ZeroStage> AddTraining::parseZero() {
  if (zero.empty())
    return ZeroStage();
  auto [stage, axis] = StringRef(zero).split(':');
  ZeroStage result;
  result.axis = axis.str();
  auto fail = [&] {
    return getOperation().emitError() << "sbp-add-training: zero=" << zero;
  };
  if (stage.getAsInteger(10, result.stage) || result.stage < 1 ||
      result.stage > 3)
    return fail()
           << ": expected a stage from 1 to 3 with an axis, such as zero=1:dp";
  for (auto placement : getOperation().getOps<PlacementOp>())
    for (Attribute name : placement.getAxisNames())
      if (cast<StringAttr>(name).getValue() == result.axis)
        return result;
  return fail() << " names axis '" << axis << "', which no placement has";
}

void AddTraining::runOnOperation() {
  if (optimizer != "sgd" && optimizer != "adam" && optimizer != "adamw") {
    getOperation().emitError() << "sbp-add-training: optimizer=" << optimizer
                               << " is unknown; known: adam, adamw, sgd";
    return signalPassFailure();
  }
  FailureOr<ZeroStage> stage = parseZero();
  FailureOr<func::FuncOp> found = findEntry();
  if (failed(stage) || failed(found))
    return signalPassFailure();
  FailureOr<unsigned> lossNumber = findLoss(*found);
  if (failed(lossNumber) || failed(findParameters(*found)))
    return signalPassFailure();
  Settings settings = {optimizer, rate, weightDecay, momentum, clip, *stage};
  TrainWriter(*found, *lossNumber, parameters, settings).write();
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

StringAttr TrainWriter::getName(unsigned argument) {
  return entry.getArgAttrOfType<StringAttr>(argument, SBPDialect::kStateAttr);
}

unsigned TrainWriter::addPort(Type type, ArrayRef<NamedAttribute> attributes) {
  ports.push_back({type, llvm::to_vector(attributes)});
  return ports.size() - 1;
}

unsigned TrainWriter::addState(const Twine &name, RankedTensorType type,
                               Attribute init, DistributionAttr distribution) {
  SmallVector<NamedAttribute> attributes = {
      attribute(SBPDialect::kStateAttr, builder.getStringAttr(name)),
      attribute(SBPDialect::kInitAttr, init)};
  if (distribution)
    attributes.push_back(
        attribute(SBPDialect::kDistributionAttr, distribution));
  return addPort(type, attributes);
}

/// Splits dimension 0 over `axis` inside of the pieces that other axes cut, so
/// that gathering over `axis` alone gives back what was stored before.
static void splitLast(Distribution &distribution, unsigned axis) {
  bool cutsAlready =
      llvm::any_of(distribution.components, [](const Component &component) {
        return component.isSplit(0);
      });
  distribution.components[axis] = Component::split(0);
  if (!cutsAlready)
    return;
  SmallVector<int64_t, 4> order;
  for (unsigned i = 0; i < distribution.getNumAxes(); ++i)
    if (distribution.getAxis(i) != axis)
      order.push_back(distribution.getAxis(i));
  order.push_back(axis);
  distribution.order = order;
}

/// How a parameter is stored, with dimension 0 split over the axis of ZeRO too;
/// null where the parameter is not annotated, has no dimension, or does not
/// have equal copies along the axis.
DistributionAttr TrainWriter::splitOverZeroAxis(unsigned argument) {
  auto stored = entry.getArgAttrOfType<DistributionAttr>(
      argument, SBPDialect::kDistributionAttr);
  auto type = cast<RankedTensorType>(entry.getArgument(argument).getType());
  if (!stored || settings.zero.stage == 0 || type.getRank() == 0)
    return stored;
  auto placement = SymbolTable::lookupNearestSymbolFrom<PlacementOp>(
      entry, stored.getPlacement());
  Distribution distribution = stored.getDistribution();
  for (auto [axis, name] : llvm::enumerate(placement.getAxisNames()))
    if (cast<StringAttr>(name).getValue() == settings.zero.axis &&
        distribution.components[axis].isBroadcast())
      splitLast(distribution, axis);
  return DistributionAttr::get(entry->getContext(), stored.getPlacement(),
                               distribution.components, distribution.order);
}

/// The arguments of the entry, then the states of the optimizer, the number of
/// the step, and the learning rate.
void TrainWriter::addPorts() {
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    addPort(entry.getArgument(i).getType(),
            llvm::to_vector(entry.getArgAttrDict(i)
                                ? entry.getArgAttrDict(i).getValue()
                                : ArrayRef<NamedAttribute>()));
  for (unsigned argument : parameters) {
    DistributionAttr split = splitOverZeroAxis(argument);
    if (settings.zero.stage >= 2 && split)
      ports[argument].attributes.push_back(
          attribute(SBPDialect::kGradientAttr, split));
    // A state is stored alike in all entries.
    if (settings.zero.stage == 3 && split) {
      entry.setArgAttr(argument, SBPDialect::kDistributionAttr, split);
      NamedAttrList list(ports[argument].attributes);
      list.set(SBPDialect::kDistributionAttr, split);
      ports[argument].attributes = llvm::to_vector(list.getAttrs());
    }
    auto type = cast<RankedTensorType>(ports[argument].type);
    SmallVector<StringRef> names;
    if (settings.isAdam())
      names = {".mean", ".square"};
    else if (settings.hasMomentum())
      names = {".velocity"};
    auto &states = optimizerStates.emplace_back();
    for (StringRef name : names)
      states.push_back(addState(getName(argument).getValue() + name, type,
                                builder.getZeroAttr(type), split));
  }
  if (settings.isAdam()) {
    auto type = RankedTensorType::get({}, builder.getI64Type());
    stepNumber = addState("step", type, builder.getZeroAttr(type), {});
  }
  if (settings.rate == 0)
    rateNumber = addPort(RankedTensorType::get({}, builder.getF32Type()),
                         attribute(SBPDialect::kNameAttr,
                                   builder.getStringAttr("learning_rate")));
}

/// step + 1.
Value TrainWriter::writeStep(Value step) {
  auto type = cast<RankedTensorType>(step.getType());
  Value one = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, builder.getI64IntegerAttr(1)));
  return arith::AddIOp::create(builder, loc, step, one);
}

/// The next values of a parameter and of its optimizer states.
SmallVector<Value> TrainWriter::writeUpdate(size_t number, Value gradient,
                                            Value step, Value rate) {
  Value weight = body->getArgument(parameters[number]);
  auto decay = builder.getF64FloatAttr(settings.weightDecay);
  SmallVector<Value> states;
  SmallVector<Type> types = {weight.getType()};
  for (unsigned state : optimizerStates[number]) {
    states.push_back(body->getArgument(state));
    types.push_back(states.back().getType());
  }
  if (!settings.isAdam()) {
    auto op = nn::SGDOp::create(builder, loc, types, weight, gradient, rate,
                                states.empty() ? Value() : states.front(),
                                builder.getF64FloatAttr(settings.momentum),
                                UnitAttr(), decay);
    return SmallVector<Value>(op->getResults());
  }
  auto op = nn::AdamOp::create(
      builder, loc, types,
      ValueRange{weight, gradient, states[0], states[1], step, rate});
  op.setWeightDecayAttr(decay);
  if (settings.optimizer == "adamw")
    op.setDecoupled(true);
  return SmallVector<Value>(op->getResults());
}

void TrainWriter::writeBody(func::FuncOp train) {
  body = train.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    mapping.map(entry.getArgument(i), body->getArgument(i));
  for (Operation &op : entry.front().without_terminator())
    builder.clone(op, mapping);
  Value loss = mapping.lookupOrDefault(
      entry.front().getTerminator()->getOperand(lossNumber));
  SmallVector<Value> weights;
  SmallVector<Type> types;
  for (unsigned argument : parameters) {
    weights.push_back(body->getArgument(argument));
    types.push_back(weights.back().getType());
  }
  SmallVector<Value> gradients(
      nn::GradientOp::create(builder, loc, types, loss, Value(), weights)
          .getResults());
  if (settings.clip != 0) {
    SmallVector<Type> clipped = types;
    // The norm is computed as widely as the widest gradient.
    bool isDouble = llvm::any_of(types, [](Type type) {
      return getElementTypeOrSelf(type).isF64();
    });
    Type normType = isDouble ? builder.getF64Type() : builder.getF32Type();
    clipped.push_back(RankedTensorType::get({}, normType));
    auto op =
        nn::ClipByGlobalNormOp::create(builder, loc, clipped, gradients,
                                       builder.getF64FloatAttr(settings.clip));
    gradients.assign(op.getClipped().begin(), op.getClipped().end());
  }
  Value step = stepNumber ? writeStep(body->getArgument(*stepNumber)) : Value();
  Value rate = rateNumber
                   ? Value(body->getArgument(*rateNumber))
                   : arith::ConstantOp::create(
                         builder, loc,
                         DenseElementsAttr::get(
                             RankedTensorType::get({}, builder.getF32Type()),
                             builder.getF32FloatAttr(settings.rate)));
  SmallVector<Value> next = {loss}, states;
  for (size_t number = 0; number < parameters.size(); ++number) {
    SmallVector<Value> updated =
        writeUpdate(number, gradients[number], step, rate);
    next.push_back(updated.front());
    states.append(updated.begin() + 1, updated.end());
  }
  next.append(states);
  if (step)
    next.push_back(step);
  func::ReturnOp::create(builder, loc, next);
}

void TrainWriter::write() {
  addPorts();
  SmallVector<Type> inputs, outputs;
  SmallVector<DictionaryAttr> inputAttributes, outputAttributes;
  for (const Port &port : ports) {
    inputs.push_back(port.type);
    inputAttributes.push_back(builder.getDictionaryAttr(port.attributes));
  }
  auto addOutput = [&](Type type, DictionaryAttr attributes) {
    outputs.push_back(type);
    outputAttributes.push_back(attributes ? attributes
                                          : builder.getDictionaryAttr({}));
  };
  auto addNext = [&](unsigned number) {
    NamedAttribute state =
        attribute(SBPDialect::kStateAttr,
                  inputAttributes[number].get(SBPDialect::kStateAttr));
    addOutput(inputs[number], builder.getDictionaryAttr(state));
  };
  addOutput(entry.getResultTypes()[lossNumber],
            entry.getResultAttrDict(lossNumber));
  for (unsigned argument : parameters)
    addNext(argument);
  for (ArrayRef<unsigned> states : optimizerStates)
    for (unsigned state : states)
      addNext(state);
  if (stepNumber)
    addNext(*stepNumber);
  builder.setInsertionPointAfter(entry);
  auto train = func::FuncOp::create(builder, loc, "train",
                                    builder.getFunctionType(inputs, outputs));
  train.setAllArgAttrs(inputAttributes);
  train.setAllResultAttrs(outputAttributes);
  writeBody(train);
}
