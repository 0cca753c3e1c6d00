// TrainWriter.cpp: writes the training step of an entry

#include "TrainWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Analysis/Scheduling/PipelineKinds.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;
using namespace sbp;

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

/// Marks dimension 0 of all data that names no other as the one that
/// micro-batches cut. Numbers, parameters and states are whole in each.
void TrainWriter::cutData() {
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    NamedAttrList list(ports[i].attributes);
    if (cast<RankedTensorType>(ports[i].type).getRank() == 0 ||
        list.get(SBPDialect::kStateAttr) ||
        list.get(SBPDialect::kMicrobatchAttr))
      continue;
    list.set(SBPDialect::kMicrobatchAttr, builder.getI64IntegerAttr(0));
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
    bool isDouble = llvm::any_of(
        types, [](Type type) { return getElementTypeOrSelf(type).isF64(); });
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
  if (settings.microBatches > 1)
    train->setAttr(SBPDialect::kMicrobatchesAttr,
                   builder.getI64IntegerAttr(settings.microBatches));
  if (!settings.schedule.empty())
    train->setAttr(kScheduleAttr, builder.getStringAttr(settings.schedule));
  writeBody(train);
}
