// TrainWriter.cpp: writes the training step of an entry

#include "TrainWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Analysis/Scheduling/PipelineKinds.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/Checkpoints.h"
#include "sbp/Dialect/SBP/IR/NarrowProducts.h"
#include "sbp/Dialect/SBP/IR/TrainingPorts.h"

using namespace mlir;
using namespace sbp;

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

/// Rounding in bf16 or f16 would stop small steps of the states.
static RankedTensorType getStateType(RankedTensorType type, bool isNarrow) {
  auto element = cast<FloatType>(type.getElementType());
  if (isNarrow || element.getWidth() >= 32)
    return type;
  return type.clone(Float32Type::get(type.getContext()));
}

/// Returns the distribution of a state that has these dimensions of a
/// parameter: it is split as the parameter is in them. Null for null.
static DistributionAttr keepDims(DistributionAttr distribution,
                                 ArrayRef<int64_t> dims) {
  if (!distribution)
    return distribution;
  Distribution kept = distribution.getDistribution();
  for (Component &component : kept.components) {
    if (!component.isSplit())
      continue;
    const auto *found = llvm::find(dims, component.dim);
    component = found == dims.end() ? Component()
                                    : Component::split(found - dims.begin());
  }
  return DistributionAttr::get(distribution.getPlacement(), kept);
}

void TrainWriter::addStates(size_t number) {
  const TrainedParameter &parameter = parameters[number];
  Port &port = ports[parameter.argument];
  DistributionAttr split = splitOverZeroAxis(parameter.argument);
  if (settings.zero.stage >= 2 && split)
    port.attributes.push_back(attribute(SBPDialect::kGradientAttr, split));
  if (settings.accumulatesWide)
    port.attributes.push_back(
        attribute(kAccumulateAttr, TypeAttr::get(builder.getF32Type())));
  DistributionAttr &read = gathered.emplace_back();
  // A state is stored alike in all entries.
  if (settings.splitsParameters() && split) {
    if (settings.zero.stage < 3)
      read = entry.getArgAttrOfType<DistributionAttr>(
          parameter.argument, SBPDialect::kDistributionAttr);
    entry.setArgAttr(parameter.argument, SBPDialect::kDistributionAttr, split);
    NamedAttrList list(port.attributes);
    list.set(SBPDialect::kDistributionAttr, split);
    port.attributes = llvm::to_vector(list.getAttrs());
  }
  auto type =
      getStateType(cast<RankedTensorType>(port.type), settings.narrowStates);
  auto &states = optimizerStates.emplace_back();
  OptimizerNumbers numbers = getNumbers(number);
  for (const OptimizerState &state :
       numbers.getKind().getStates(numbers, type)) {
    SmallVector<int64_t> shape;
    for (int64_t dim : state.dims)
      shape.push_back(type.getDimSize(dim));
    RankedTensorType stateType = type.clone(shape);
    states.push_back(addState(parameter.name + state.suffix, stateType,
                              builder.getZeroAttr(stateType),
                              keepDims(split, state.dims)));
  }
}

/// The arguments of the entry, then the states of the optimizer, the number of
/// the step, and the learning rate.
void TrainWriter::addPorts() {
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    addPort(entry.getArgument(i).getType(),
            llvm::to_vector(entry.getArgAttrDict(i)
                                ? entry.getArgAttrDict(i).getValue()
                                : ArrayRef<NamedAttribute>()));
  for (size_t number = 0; number < parameters.size(); ++number)
    addStates(number);
  if (settings.numbers.getKind().countsSteps) {
    auto type = RankedTensorType::get({}, builder.getI64Type());
    stepNumber = addState("step", type, builder.getZeroAttr(type), {});
  }
  if (settings.lossScale) {
    auto scale = RankedTensorType::get({}, builder.getF32Type());
    auto good = RankedTensorType::get({}, builder.getI64Type());
    scaleNumber =
        addState("loss_scale", scale,
                 DenseElementsAttr::get(
                     scale, builder.getF32FloatAttr(settings.lossScale->first)),
                 {});
    goodNumber = addState("good_steps", good, builder.getZeroAttr(good), {});
  }
  if (settings.rate == 0)
    rateNumber = addPort(RankedTensorType::get({}, builder.getF32Type()),
                         attribute(SBPDialect::kNameAttr,
                                   builder.getStringAttr("learning_rate")));
}

/// Marks dimension 0 of all data that names no other as the one that
/// micro-batches cut. Numbers, states and fixed arguments are whole in each.
void TrainWriter::cutData() {
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    NamedAttrList list(ports[i].attributes);
    if (cast<RankedTensorType>(ports[i].type).getRank() == 0 ||
        list.get(SBPDialect::kStateAttr) ||
        list.get(SBPDialect::kMicrobatchAttr))
      continue;
    list.set(SBPDialect::kMicrobatchAttr,
             trained.isWhole(i)
                 ? Attribute(builder.getStringAttr(kWholeInMicrobatch))
                 : builder.getI64IntegerAttr(0));
    ports[i].attributes = llvm::to_vector(list.getAttrs());
  }
}

/// step + 1.
Value TrainWriter::writeStep(Value step) {
  auto type = cast<RankedTensorType>(step.getType());
  Value one = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, builder.getI64IntegerAttr(1)));
  return arith::AddIOp::create(builder, loc, step, one);
}

OptimizerNumbers TrainWriter::getNumbers(size_t number) const {
  OptimizerNumbers numbers = settings.numbers;
  if (std::optional<double> decay = settings.groups[number].weightDecay)
    numbers.set("weight-decay", *decay);
  return numbers;
}

Value TrainWriter::writeRate(double rate) {
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get({}, builder.getF32Type()),
                             builder.getF32FloatAttr(rate)));
}

Value TrainWriter::scaleRate(size_t number, Value rate) {
  const ParameterGroup &group = settings.groups[number];
  if (group.rate)
    return writeRate(*group.rate);
  if (!group.rateScale)
    return rate;
  return arith::MulFOp::create(builder, loc, rate, writeRate(*group.rateScale));
}

/// The next values of a parameter and of its optimizer states.
SmallVector<Value> TrainWriter::writeUpdate(size_t number, Value gradient,
                                            Value step, Value rate) {
  SmallVector<Value> states;
  for (unsigned state : optimizerStates[number])
    states.push_back(body->getArgument(state));
  UpdateOperands operands = {body->getArgument(parameters[number].argument),
                             gradient, states, step, scaleRate(number, rate)};
  OptimizerNumbers numbers = getNumbers(number);
  return numbers.getKind().writeUpdate(builder, loc, operands, numbers);
}

SmallVector<Value> TrainWriter::writeGradients(IRMapping &mapping, Value loss) {
  SmallVector<Value> gradients, weights;
  SmallVector<Type> types;
  Operation *terminator = entry.front().getTerminator();
  for (const TrainedParameter &parameter : parameters) {
    weights.push_back(body->getArgument(parameter.argument));
    types.push_back(weights.back().getType());
    if (!parameter.gradient)
      continue;
    Value gradient =
        mapping.lookupOrDefault(terminator->getOperand(*parameter.gradient));
    // A gradient that nn.gradient derives is constrained in the same way.
    NamedAttrList attributes(ports[parameter.argument].attributes);
    if (auto requested = dyn_cast_or_null<DistributionAttr>(
            attributes.get(SBPDialect::kGradientAttr))) {
      auto constrained = ConstrainOp::create(builder, loc, gradient.getType(),
                                             gradient, requested);
      constrained->setAttr(SBPDialect::kGradientAttr, builder.getUnitAttr());
      gradient = constrained.getResult();
    }
    gradients.push_back(gradient);
  }
  if (trained.hasGradients())
    return gradients;
  Value seed = scaleNumber ? Value(body->getArgument(*scaleNumber)) : Value();
  return SmallVector<Value>(
      nn::GradientOp::create(builder, loc, types, loss, seed, weights)
          .getResults());
}

Value TrainWriter::writeParameter(size_t number) {
  Value master = body->getArgument(parameters[number].argument);
  auto type = cast<RankedTensorType>(master.getType());
  if (settings.precision.empty() || !type.getElementType().isF32())
    return master;
  FloatType narrow = builder.getBF16Type();
  if (settings.precision == "f16")
    narrow = builder.getF16Type();
  Value value =
      arith::TruncFOp::create(builder, loc, type.clone(narrow), master);
  if (DistributionAttr read = gathered[number])
    value = ConstrainOp::create(builder, loc, value.getType(), value, read)
                .getResult();
  return arith::ExtFOp::create(builder, loc, type, value);
}

SmallVector<Value> TrainWriter::unscale(ArrayRef<Value> gradients) {
  LossScaleWriter writer(builder, loc);
  Value factor = writer.invert(body->getArgument(*scaleNumber));
  return llvm::map_to_vector(gradients, [&](Value gradient) {
    return writer.multiply(gradient, factor);
  });
}

void TrainWriter::skipUnlessFinite(ArrayRef<Value> gradients,
                                   MutableArrayRef<Value> next,
                                   SmallVectorImpl<Value> &scales) {
  Value isFinite = nn::AllFiniteOp::create(
      builder, loc, RankedTensorType::get({}, builder.getI1Type()),
      ValueRange(gradients));
  LossScaleWriter writer(builder, loc);
  SmallVector<unsigned> numbers;
  for (const TrainedParameter &parameter : parameters)
    numbers.push_back(parameter.argument);
  for (ArrayRef<unsigned> states : optimizerStates)
    numbers.append(states.begin(), states.end());
  if (stepNumber)
    numbers.push_back(*stepNumber);
  for (auto [value, number] : llvm::zip_equal(next, numbers))
    value = writer.choose(isFinite, value, body->getArgument(number));
  auto [scale, good] = writer.update(*settings.lossScale, isFinite,
                                     body->getArgument(*scaleNumber),
                                     body->getArgument(*goodNumber));
  scales.append({scale, good});
}

SmallVector<Value> TrainWriter::writeClipping(ArrayRef<Value> gradients) {
  SmallVector<Type> types(ValueRange(gradients).getTypes());
  // The norm is computed as widely as the widest gradient.
  bool isDouble = llvm::any_of(
      types, [](Type type) { return getElementTypeOrSelf(type).isF64(); });
  Type normType = isDouble ? builder.getF64Type() : builder.getF32Type();
  types.push_back(RankedTensorType::get({}, normType));
  auto op =
      nn::ClipByGlobalNormOp::create(builder, loc, types, ValueRange(gradients),
                                     builder.getF64FloatAttr(settings.clip));
  return SmallVector<Value>(op.getClipped());
}

void TrainWriter::writeBody(func::FuncOp train) {
  body = train.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    mapping.map(entry.getArgument(i), body->getArgument(i));
  for (auto [number, parameter] : llvm::enumerate(parameters))
    mapping.map(entry.getArgument(parameter.argument), writeParameter(number));
  for (Operation &op : entry.front().without_terminator())
    builder.clone(op, mapping);
  Operation *terminator = entry.front().getTerminator();
  SmallVector<Value> next;
  auto addNext = [&](unsigned result) {
    next.push_back(mapping.lookupOrDefault(terminator->getOperand(result)));
  };
  addNext(trained.getLoss());
  Value loss = next.front();
  llvm::for_each(trained.getUpdates(), addNext);
  SmallVector<Value> gradients = writeGradients(mapping, loss);
  if (settings.lossScale)
    gradients = unscale(gradients);
  SmallVector<Value> unclipped = gradients;
  if (settings.clip != 0)
    gradients = writeClipping(gradients);
  size_t first = next.size();
  Value step = stepNumber ? writeStep(body->getArgument(*stepNumber)) : Value();
  Value rate = rateNumber ? Value(body->getArgument(*rateNumber))
                          : writeRate(settings.rate);
  SmallVector<Value> states;
  for (size_t number = 0; number < parameters.size(); ++number) {
    SmallVector<Value> updated =
        writeUpdate(number, gradients[number], step, rate);
    next.push_back(updated.front());
    states.append(updated.begin() + 1, updated.end());
  }
  next.append(states);
  if (step)
    next.push_back(step);
  SmallVector<Value> scales;
  if (settings.lossScale)
    skipUnlessFinite(unclipped, MutableArrayRef(next).drop_front(first),
                     scales);
  next.append(scales);
  func::ReturnOp::create(builder, loc, next);
}

void TrainWriter::write() {
  addPorts();
  if (settings.microBatches > 1)
    cutData();
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
  addOutput(entry.getResultTypes()[trained.getLoss()],
            entry.getResultAttrDict(trained.getLoss()));
  for (unsigned update : trained.getUpdates())
    addOutput(entry.getResultTypes()[update], entry.getResultAttrDict(update));
  for (const TrainedParameter &parameter : parameters)
    addNext(parameter.argument);
  for (ArrayRef<unsigned> states : optimizerStates)
    for (unsigned state : states)
      addNext(state);
  for (std::optional<unsigned> number : {stepNumber, scaleNumber, goodNumber})
    if (number)
      addNext(*number);
  builder.setInsertionPointAfter(entry);
  auto train = func::FuncOp::create(builder, loc, "train",
                                    builder.getFunctionType(inputs, outputs));
  train.setAllArgAttrs(inputAttributes);
  train.setAllResultAttrs(outputAttributes);
  if (settings.microBatches > 1)
    train->setAttr(SBPDialect::kMicrobatchesAttr,
                   builder.getI64IntegerAttr(settings.microBatches));
  if (!settings.recompute.empty())
    train->setAttr(kRecomputeAttr, builder.getStringAttr(settings.recompute));
  if (!settings.schedule.empty())
    train->setAttr(kScheduleAttr, builder.getStringAttr(settings.schedule));
  if (!settings.precision.empty())
    train->setAttr(kNarrowProductsAttr,
                   builder.getStringAttr(settings.precision));
  writeBody(train);
  trained.removeGradients();
}
