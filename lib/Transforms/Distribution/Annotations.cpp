// Annotations.cpp: the user's annotations of a module

#include "Annotations.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Solution/Decision.h"
#include "sbp/Calculus/BoxingBound.h"
#include "sbp/Interfaces/ElementBytes.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

static Layout getLayout(BoxingOp boxing, DistributionAttr distribution) {
  return Layout(
      lookupPlacement(boxing, distribution.getPlacement()).getPlacement(),
      distribution.getDistribution(),
      cast<RankedTensorType>(boxing.getType()).getShape());
}

int64_t getMovedBytes(BoxingOp boxing) {
  auto type = cast<RankedTensorType>(boxing.getType());
  return getBoxingBoundTotal(getLayout(boxing, boxing.getFrom()),
                             getLayout(boxing, boxing.getTo())) *
         getElementBytes(type);
}

static func::FuncOp getFunction(ModuleOp module, unsigned position) {
  return *std::next(module.getOps<func::FuncOp>().begin(), position);
}

static ConstrainOp getConstrain(ModuleOp module, unsigned position) {
  SmallVector<ConstrainOp> ops;
  module.walk([&](ConstrainOp op) { ops.push_back(op); });
  return ops[position];
}

/// Returns the bytes of all boxings of `value` and of boxings of their results.
static int64_t getBytesBehind(Value value) {
  int64_t bytes = 0;
  for (Operation *user : value.getUsers())
    if (auto boxing = dyn_cast<BoxingOp>(user))
      bytes += getMovedBytes(boxing) + getBytesBehind(boxing.getResult());
  return bytes;
}

/// Collects the annotations of arguments and results.
void Annotations::collectPorts(unsigned position, func::FuncOp before,
                               func::FuncOp after) {
  StringRef key = SBPDialect::kDistributionAttr;
  for (BlockArgument argument : before.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (auto annotated = before.getArgAttrOfType<DistributionAttr>(index, key))
      list.push_back({Annotation::Kind::Argument, position, index, annotated,
                      cast<RankedTensorType>(argument.getType()),
                      argument.getLoc(), describe(argument),
                      getBytesBehind(after.getArgument(index))});
  }
  auto terminator = cast<func::ReturnOp>(after.front().getTerminator());
  for (unsigned i = 0; i < before.getNumResults(); ++i) {
    auto annotated = before.getResultAttrOfType<DistributionAttr>(i, key);
    auto boxing = terminator.getOperand(i).getDefiningOp<BoxingOp>();
    // The next value of a state is stored like the state: its argument decides.
    if (!annotated || before.getResultAttr(i, SBPDialect::kStateAttr))
      continue;
    auto name =
        before.getResultAttrOfType<StringAttr>(i, SBPDialect::kNameAttr);
    list.push_back(
        {Annotation::Kind::Result, position, i, annotated,
         cast<RankedTensorType>(before.getResultTypes()[i]), before.getLoc(),
         "result #" + std::to_string(i) + (name ? " '" + name.str() + "'" : ""),
         boxing ? getMovedBytes(boxing) : 0});
  }
}

/// Collects a constrain with the bytes of its boxings. A boxing to the
/// constrained distribution has the location of the operand's producer, a
/// boxing from it the location of the constrain.
void Annotations::collectConstrain(unsigned position, ConstrainOp op) {
  Annotation annotation{Annotation::Kind::Constrain,
                        position,
                        0,
                        op.getDistribution(),
                        cast<RankedTensorType>(op.getType()),
                        op.getLoc(),
                        "sbp.constrain of " + describe(op.getInput())};
  chosen.walk([&](BoxingOp boxing) {
    bool isBefore =
        boxing.getLoc() == op.getInput().getLoc() &&
        boxing.getTo() == op.getDistribution() &&
        boxing.getReason().value_or("").starts_with(kConstrainReason);
    if (isBefore || boxing.getLoc() == op.getLoc())
      annotation.bytes += getMovedBytes(boxing);
  });
  list.push_back(std::move(annotation));
}

std::vector<Annotation> Annotations::collect() {
  for (auto [i, functions] : enumerate(zip_equal(
           model.getOps<func::FuncOp>(), chosen.getOps<func::FuncOp>())))
    collectPorts(i, std::get<0>(functions), std::get<1>(functions));
  unsigned position = 0;
  model.walk([&](ConstrainOp op) { collectConstrain(position++, op); });
  llvm::stable_sort(list, [](const Annotation &a, const Annotation &b) {
    return a.bytes > b.bytes;
  });
  return std::move(list);
}

static void set(NamedAttrList &attributes, DistributionAttr distribution) {
  StringRef key = SBPDialect::kDistributionAttr;
  attributes.erase(key);
  if (distribution)
    attributes.append(key, distribution);
}

static void setArgument(func::FuncOp function, unsigned index,
                        DistributionAttr distribution) {
  NamedAttrList attributes(function.getArgAttrDict(index));
  set(attributes, distribution);
  function.setArgAttrs(index, attributes);
}

static void setResult(func::FuncOp function, unsigned index,
                      DistributionAttr distribution) {
  NamedAttrList attributes(function.getResultAttrDict(index));
  set(attributes, distribution);
  function.setResultAttrs(index, attributes);
}

/// Sets the annotation of a state on all its arguments and results, which must
/// be equal.
static void setState(ModuleOp module, StringAttr state,
                     DistributionAttr distribution) {
  StringRef key = SBPDialect::kStateAttr;
  for (auto function : module.getOps<func::FuncOp>()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (function.getArgAttr(i, key) == state)
        setArgument(function, i, distribution);
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (function.getResultAttr(i, key) == state)
        setResult(function, i, distribution);
  }
}

Value Annotations::getWatched(ModuleOp copy, const Annotation &annotation) {
  return annotation.kind == Annotation::Kind::Constrain
             ? getConstrain(copy, annotation.position).getInput()
             : Value();
}

void Annotations::change(ModuleOp copy, const Annotation &annotation,
                         DistributionAttr distribution) {
  if (annotation.kind == Annotation::Kind::Constrain) {
    ConstrainOp op = getConstrain(copy, annotation.position);
    if (distribution)
      return op.setDistributionAttr(distribution);
    op.getResult().replaceAllUsesWith(op.getInput());
    return op.erase();
  }
  func::FuncOp function = getFunction(copy, annotation.position);
  if (annotation.kind == Annotation::Kind::Result)
    return setResult(function, annotation.index, distribution);
  if (auto state = function.getArgAttrOfType<StringAttr>(
          annotation.index, SBPDialect::kStateAttr))
    return setState(copy, state, distribution);
  setArgument(function, annotation.index, distribution);
}

DistributionAttr Annotations::getChosen(ModuleOp copy,
                                        const Annotation &annotation) {
  StringRef key = SBPDialect::kDistributionAttr;
  if (annotation.kind == Annotation::Kind::Constrain)
    return {};
  func::FuncOp function = getFunction(copy, annotation.position);
  return annotation.kind == Annotation::Kind::Argument
             ? function.getArgAttrOfType<DistributionAttr>(annotation.index,
                                                           key)
             : function.getResultAttrOfType<DistributionAttr>(annotation.index,
                                                              key);
}

} // namespace sbp
