// TrainedEntry.cpp: finds loss, parameters, gradients and state updates

#include "TrainedEntry.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TrainingPorts.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace sbp;

std::string sbp::findNearestName(StringRef name, ArrayRef<std::string> known) {
  // More edits than a third of the name make another word.
  unsigned least = std::max<unsigned>(1, name.size() / 3) + 1;
  std::string nearest;
  for (const std::string &candidate : known) {
    unsigned distance =
        name.lower() == StringRef(candidate).lower()
            ? 0
            : name.edit_distance(candidate, /*AllowReplacements=*/true, least);
    if (distance >= least)
      continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

InFlightDiagnostic TrainedEntry::refuse() {
  return emitError(entry.getLoc()) << "sbp-add-training: ";
}

/// The name of an argument, or its position.
std::string TrainedEntry::getName(unsigned argument) const {
  func::FuncOp function = entry;
  for (StringRef key : {SBPDialect::kStateAttr, SBPDialect::kNameAttr})
    if (auto name = function.getArgAttrOfType<StringAttr>(argument, key))
      return name.str();
  return std::to_string(argument);
}

LogicalResult TrainedEntry::findLoss(StringRef name) {
  for (unsigned i = 0; i < entry.getNumResults(); ++i) {
    auto found =
        entry.getResultAttrOfType<StringAttr>(i, SBPDialect::kNameAttr);
    if (!found || found.getValue() != name)
      continue;
    loss = i;
    auto type = dyn_cast<RankedTensorType>(entry.getResultTypes()[i]);
    if (type && type.getRank() == 0 && isa<FloatType>(type.getElementType()))
      return success();
    return refuse() << "loss=" << name << " is " << entry.getResultTypes()[i]
                    << ", expected a float without dimensions";
  }
  return refuse() << "loss=" << name << " names no result of @"
                  << entry.getSymName();
}

FailureOr<SmallVector<unsigned>>
TrainedEntry::findArguments(StringRef option, ArrayRef<std::string> names) {
  SmallVector<std::string> known;
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    known.push_back(getName(i));
  SmallVector<unsigned> found;
  for (const std::string &name : names) {
    auto *position = llvm::find(known, name);
    if (position != known.end()) {
      found.push_back(position - known.begin());
      continue;
    }
    InFlightDiagnostic error = refuse() << option << "=" << name
                                        << " names no argument of @"
                                        << entry.getSymName();
    std::string nearest = findNearestName(name, known);
    if (!nearest.empty())
      error << "; did you mean '" << nearest << "'?";
    else
      error << "; there are " << llvm::join(known, ", ");
    return error;
  }
  return found;
}

void TrainedEntry::addParameter(unsigned argument,
                                std::optional<unsigned> gradient) {
  std::string name = getName(argument);
  if (!entry.getArgAttr(argument, SBPDialect::kStateAttr)) {
    entry.removeArgAttr(argument, SBPDialect::kNameAttr);
    entry.setArgAttr(argument, SBPDialect::kStateAttr,
                     StringAttr::get(entry->getContext(), name));
  }
  auto type = cast<RankedTensorType>(entry.getArgument(argument).getType());
  parameters.push_back({argument, name, type.getRank(), gradient});
}

LogicalResult TrainedEntry::analyse(StringRef lossName, const Names &names) {
  if (failed(findLoss(lossName)))
    return failure();
  auto data = findArguments("data", names.data);
  if (failed(data))
    return failure();
  auto fixed = findArguments("fixed", names.fixed);
  if (failed(fixed))
    return failure();
  whole = *fixed;
  for (unsigned argument : whole)
    if (llvm::is_contained(*data, argument))
      return refuse() << "'" << getName(argument)
                      << "' is named by data= and by fixed=; data is cut by "
                         "micro-batches, fixed arguments are whole in each";
  llvm::StringMap<unsigned> gradients, updated;
  for (unsigned i = 0; i < entry.getNumResults(); ++i) {
    if (auto of = entry.getResultAttrOfType<StringAttr>(i, kGradientOfAttr))
      gradients[of.getValue()] = i;
    auto state =
        entry.getResultAttrOfType<StringAttr>(i, SBPDialect::kStateAttr);
    if (!state)
      continue;
    updated[state.getValue()] = i;
    updates.push_back(i);
  }
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    std::string name = getName(i);
    auto gradient = gradients.find(name);
    bool isFixed = llvm::is_contained(*data, i) || llvm::is_contained(whole, i);
    if (gradient != gradients.end()) {
      if (isFixed || updated.contains(name))
        return refuse() << "the entry returns a gradient of '" << name
                        << (isFixed ? "', which data= or fixed= names"
                                    : "' and its next value")
                        << "; a parameter is trained by one or the other";
      addParameter(i, gradient->second);
    } else if (!gradients.empty()) {
      if (!llvm::is_contained(*data, i))
        whole.push_back(i);
    } else if (!isFixed && !updated.contains(name) &&
               isa<FloatType>(getElementTypeOrSelf(entry.getArgument(i)))) {
      addParameter(i, std::nullopt);
    }
  }
  if (parameters.empty())
    return refuse() << "no float argument is left to train; data= and fixed= "
                       "name all of them, or the entry updates them itself";
  return success();
}

void TrainedEntry::removeGradients() {
  llvm::BitVector erased(entry.getNumResults());
  for (const TrainedParameter &parameter : parameters)
    if (parameter.gradient)
      erased.set(*parameter.gradient);
  entry.front().getTerminator()->eraseOperands(erased);
  (void)entry.eraseResults(erased);
}
