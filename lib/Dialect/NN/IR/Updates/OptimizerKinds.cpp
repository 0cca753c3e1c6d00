// OptimizerKinds.cpp: the table of optimizers

#include "sbp/Dialect/NN/IR/OptimizerKinds.h"
#include "Updates/OptimizerList.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;

OptimizerNumbers::OptimizerNumbers(const OptimizerKind &kind) : kind(&kind) {
  for (const OptimizerOption &option : kind.options)
    values.push_back(option.usual);
}

double OptimizerNumbers::operator[](StringRef name) const {
  const OptimizerOption *option = kind->findOption(name);
  assert(option && "the optimizer has no such option");
  return values[option - kind->options.begin()];
}

void OptimizerNumbers::set(StringRef name, double value) {
  const OptimizerOption *option = kind->findOption(name);
  assert(option && "the optimizer has no such option");
  values[option - kind->options.begin()] = value;
}

OptimizerState OptimizerState::like(StringLiteral suffix,
                                    RankedTensorType weight) {
  return {suffix, llvm::to_vector(llvm::seq<int64_t>(0, weight.getRank()))};
}

std::string OptimizerOption::describeRange() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "a finite number of at least " << llvm::format("%g", least);
  if (std::isfinite(end))
    stream << " and below " << llvm::format("%g", end);
  return text;
}

std::string OptimizerKind::listOptions() const {
  return llvm::join(
      llvm::map_range(
          options,
          [](const OptimizerOption &each) -> StringRef { return each.name; }),
      ", ");
}

const OptimizerOption *OptimizerKind::findOption(StringRef option) const {
  const auto *found = llvm::find_if(options, [&](const OptimizerOption &each) {
    return each.name == option;
  });
  return found == options.end() ? nullptr : found;
}

SmallVector<Value>
OptimizerKind::writeUpdate(OpBuilder &builder, Location loc,
                           const UpdateOperands &operands,
                           const OptimizerNumbers &numbers) const {
  if (write)
    return write(builder, loc, operands, numbers);
  SmallVector<NamedAttribute> given;
  for (const OptimizerOption &option : options)
    if (numbers[option.name] != option.usual)
      given.push_back(builder.getNamedAttr(
          option.name, builder.getF64FloatAttr(numbers[option.name])));
  SmallVector<Type> types = {operands.weight.getType()};
  llvm::append_range(types, operands.states.getTypes());
  auto op =
      nn::UpdateOp::create(builder, loc, types, name, operands.weight,
                           operands.gradient, operands.rate, operands.states,
                           operands.step, builder.getDictionaryAttr(given));
  return SmallVector<Value>(op->getResults());
}

ArrayRef<OptimizerKind> sbp::getOptimizerKinds() {
  static const nn::OptimizerList kinds = [] {
    nn::OptimizerList list;
    nn::registerOptimizers(list);
    llvm::sort(list, [](const OptimizerKind &a, const OptimizerKind &b) {
      return a.name < b.name;
    });
    return list;
  }();
  return kinds;
}

const OptimizerKind *sbp::findOptimizerKind(StringRef name) {
  for (const OptimizerKind &kind : getOptimizerKinds())
    if (kind.name == name)
      return &kind;
  return nullptr;
}

std::string sbp::listOptimizerKinds() {
  return llvm::join(llvm::map_range(getOptimizerKinds(),
                                    [](const OptimizerKind &kind) -> StringRef {
                                      return kind.name;
                                    }),
                    ", ");
}
