// ModelStates.cpp: the state attributes of entries

#include "ModelStates.h"

#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;
using namespace sbp;

static constexpr StringLiteral kDistribution = SBPDialect::kDistributionAttr;

Location ModelStates::Argument::getLoc() const {
  return func::FuncOp(entry).getArgument(index).getLoc();
}

Type ModelStates::Argument::getType() const {
  return func::FuncOp(entry).getArgumentTypes()[index];
}

Attribute ModelStates::Argument::get(StringRef key) const {
  return func::FuncOp(entry).getArgAttr(index, key);
}

LogicalResult ModelStates::agree(StringAttr name, Argument first,
                                 Argument other) {
  auto report = [&](StringRef what, auto found, auto expected) {
    InFlightDiagnostic error =
        emitError(other.getLoc())
        << "state '" << name.getValue() << "' has " << what << " " << found
        << " in @" << other.entry.getSymName() << " but " << expected << " in @"
        << first.entry.getSymName();
    error.attachNote(first.getLoc()) << "first used here";
    return failure();
  };
  if (other.getType() != first.getType())
    return report("type", other.getType(), first.getType());
  for (auto [what, key] : {std::pair{"distribution", kDistribution},
                           std::pair{"first value", SBPDialect::kInitAttr}})
    if (Attribute expected = first.get(key), found = other.get(key);
        expected && found && expected != found)
      return report(what, found, expected);
  return success();
}

LogicalResult ModelStates::add(func::FuncOp entry) {
  entries.push_back(entry);
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    auto name = entry.getArgAttrOfType<StringAttr>(i, SBPDialect::kStateAttr);
    if (!name)
      continue;
    Argument argument{entry, i};
    if (auto value =
            dyn_cast_or_null<ElementsAttr>(argument.get(SBPDialect::kInitAttr)))
      if (std::string fault = describeDataFault(value); !fault.empty())
        return emitError(argument.getLoc())
               << "state '" << name.getValue() << "' has an sbp.init that "
               << fault;
    auto &arguments = states[name];
    for (Argument other : arguments)
      if (failed(agree(name, other, argument)))
        return failure();
    arguments.push_back(argument);
  }
  return success();
}

/// The result of a state: an argument of the same entry, with its type and
/// distribution (which is the default).
static LogicalResult checkResult(func::FuncOp entry, unsigned result,
                                 StringAttr name) {
  unsigned index = 0, count = entry.getNumArguments();
  while (index < count &&
         entry.getArgAttr(index, SBPDialect::kStateAttr) != name)
    ++index;
  if (index == count)
    return (entry.emitError()
            << "result #" << result << " of @" << entry.getSymName()
            << " is state '" << name.getValue()
            << "', which is not an argument; add the argument that holds its "
               "value")
               .attachNote(
                   entry.front().getTerminator()->getOperand(result).getLoc())
           << "its next value is made here";
  auto report = [&](StringRef what, auto found, auto expected) {
    InFlightDiagnostic error = entry.emitError()
                               << "result #" << result << " of @"
                               << entry.getSymName() << ", the next value of "
                               << "state '" << name.getValue() << "', has "
                               << what << " " << found;
    if (expected)
      error << " but the state has " << expected;
    else
      error << " but the state has none; annotate the argument";
    error.attachNote(entry.getArgument(index).getLoc()) << "the state";
    return failure();
  };
  Attribute expected = entry.getArgAttr(index, kDistribution),
            found = entry.getResultAttr(result, kDistribution);
  if (expected && !found)
    entry.setResultAttr(result, kDistribution, expected);
  if (entry.getResultTypes()[result] != entry.getArgumentTypes()[index])
    return report("type", entry.getResultTypes()[result],
                  entry.getArgumentTypes()[index]);
  if (found && found != expected)
    return report("distribution", found, expected);
  return success();
}

LogicalResult ModelStates::finish() {
  for (auto &[name, arguments] : states) {
    auto annotated = llvm::find_if(arguments, [](Argument argument) {
      return argument.get(kDistribution) != nullptr;
    });
    if (annotated == arguments.end())
      continue;
    for (Argument argument : arguments)
      argument.entry.setArgAttr(argument.index, kDistribution,
                                annotated->get(kDistribution));
  }
  for (func::FuncOp entry : entries)
    for (unsigned i = 0; i < entry.getNumResults(); ++i)
      if (auto name =
              entry.getResultAttrOfType<StringAttr>(i, SBPDialect::kStateAttr))
        if (failed(checkResult(entry, i, name)))
          return failure();
  return success();
}
