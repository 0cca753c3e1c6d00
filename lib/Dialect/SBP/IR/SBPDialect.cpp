//===- SBPDialect.cpp - the sbp dialect -----------------------------------===//

#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sbp;

#include "sbp/Dialect/SBP/IR/SBPDialect.cpp.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/SBP/IR/SBPOps.cpp.inc"

void SBPDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "sbp/Dialect/SBP/IR/SBPOps.cpp.inc"
      >();
  addInterfaces<RuleMemo>();
}

//===----------------------------------------------------------------------===//
// Arguments and results of functions
//===----------------------------------------------------------------------===//

static DictionaryAttr getPortAttributes(FunctionOpInterface function,
                                        unsigned index, bool isResult) {
  return isResult ? function.getResultAttrDict(index)
                  : function.getArgAttrDict(index);
}

static StringRef getPortString(FunctionOpInterface function, unsigned index,
                               bool isResult, StringRef key) {
  DictionaryAttr attributes = getPortAttributes(function, index, isResult);
  auto value = attributes ? attributes.getAs<StringAttr>(key) : StringAttr();
  return value ? value.getValue() : StringRef();
}

// (A1) and the first half of (A3): no other port of the same side has it.
static LogicalResult verifyDistinct(FunctionOpInterface function,
                                    unsigned index, bool isResult,
                                    StringRef key, StringRef value) {
  StringRef side = isResult ? "result" : "argument";
  // The first port that has one looks at all, so that many cost little.
  for (unsigned other = 0; other < index; ++other)
    if (!getPortString(function, other, isResult, key).empty())
      return success();
  llvm::StringMap<unsigned> seen{{value, index}};
  unsigned count =
      isResult ? function.getNumResults() : function.getNumArguments();
  for (unsigned other = index + 1; other < count; ++other) {
    StringRef text = getPortString(function, other, isResult, key);
    auto [it, isNew] = seen.try_emplace(text, other);
    if (!text.empty() && !isNew)
      return function.emitError()
             << side << "s #" << it->second << " and #" << other
             << " have the same " << key << " '" << text << "'";
  }
  return success();
}

static LogicalResult verifyName(FunctionOpInterface function, unsigned index,
                                bool isResult, StringRef name) {
  StringRef side = isResult ? "result" : "argument";
  if (name.empty())
    return function.emitError()
           << side << " #" << index << " has an empty sbp.name";
  unsigned position = 0, count = isResult ? function.getNumResults()
                                          : function.getNumArguments();
  if (!name.getAsInteger(10, position) && position != index &&
      position < count && Twine(position).str() == name)
    return function.emitError()
           << side << " #" << index << " has sbp.name '" << name
           << "', which is the position of another " << side;
  return verifyDistinct(function, index, isResult, SBPDialect::kNameAttr, name);
}

static LogicalResult verifyState(FunctionOpInterface function, unsigned index,
                                 bool isResult, StringRef state) {
  StringRef name =
      getPortString(function, index, isResult, SBPDialect::kNameAttr);
  if (!isResult && !name.empty() && name != state)
    return function.emitError() << "argument #" << index << " is state '"
                                << state << "' but has sbp.name '" << name
                                << "'; leave the name out or make them equal";
  return verifyDistinct(function, index, isResult, SBPDialect::kStateAttr,
                        state);
}

LogicalResult SBPDialect::verifyPort(Operation *op, unsigned index,
                                     bool isResult, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  StringRef side = isResult ? "result" : "argument";
  if (!function)
    return op->emitError() << attribute.getName() << " belongs on functions";
  StringRef key = attribute.getName();
  auto expect = [&](StringRef what) {
    return function.emitError()
           << key << " of " << side << " #" << index << " must be " << what
           << ", found " << attribute.getValue();
  };
  if (key == kNameAttr || key == kStateAttr) {
    auto text = dyn_cast<StringAttr>(attribute.getValue());
    if (!text)
      return expect("a string");
    return key == kNameAttr
               ? verifyName(function, index, isResult, text.getValue())
               : verifyState(function, index, isResult, text.getValue());
  }
  if (key == kDistributionAttr) {
    auto distribution = dyn_cast<DistributionAttr>(attribute.getValue());
    if (!distribution)
      return expect("a #sbp.distribution");
    Type type = isResult ? function.getResultTypes()[index]
                         : function.getArgumentTypes()[index];
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return function.emitError()
             << side << " #" << index << " has a distribution but is no ranked "
             << "tensor: " << type;
    // An argument has a place of its own in the file, a result has not.
    Location loc = isResult || function.isExternal()
                       ? function.getLoc()
                       : function.getArgument(index).getLoc();
    if (distribution.getDistribution().hasWindows())
      return emitError(loc)
             << side << " #" << index << " is distributed by windows, "
             << distribution << "; split the dimension itself, the compiler "
             << "moves the halos";
    return verifyDistribution(
        [&] { return emitError(loc) << side << " #" << index << ": "; }, op,
        distribution, tensor);
  }
  if (key == kMicrobatchAttr && !isResult) {
    if (!isa<IntegerAttr>(attribute.getValue()))
      return expect("an integer (the dimension that is cut)");
    return success();
  }
  if (key == kInitAttr && !isResult)
    return success();
  if (key == kInPlaceAttr && isResult)
    return success(); // of kernels, level 3
  if (key == kBoundaryAttr && isResult)
    return isa<StringAttr>(attribute.getValue()) ? success()
                                                 : expect("a string");
  if (key == kBoundaryLocationAttr && isResult)
    return isa<LocationAttr>(attribute.getValue()) ? success()
                                                   : expect("a location");
  return function.emitError()
         << "unknown attribute " << key << " of " << side << " #" << index
         << "; expected sbp.name, sbp.distribution, sbp.state"
         << (isResult ? "" : ", sbp.init or sbp.microbatch");
}

LogicalResult SBPDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned argIndex,
                                                   NamedAttribute attribute) {
  return verifyPort(op, argIndex, /*isResult=*/false, attribute);
}

LogicalResult SBPDialect::verifyRegionResultAttribute(
    Operation *op, unsigned, unsigned resultIndex, NamedAttribute attribute) {
  return verifyPort(op, resultIndex, /*isResult=*/true, attribute);
}

LogicalResult SBPDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  if (attribute.getName() != kSignatureAttr)
    return success();
  auto signature = dyn_cast<SignatureAttr>(attribute.getValue());
  if (!signature)
    return op->emitOpError()
           << kSignatureAttr << " must be a #sbp.signature, found "
           << attribute.getValue();
  if (signature.getOperands().size() != op->getNumOperands() ||
      signature.getResults().size() != op->getNumResults())
    return op->emitOpError()
           << "has " << op->getNumOperands() << " operands and "
           << op->getNumResults() << " results but its signature has "
           << signature.getOperands().size() << " and "
           << signature.getResults().size();
  auto check = [&](DistributionAttr distribution, Type type, StringRef side,
                   unsigned index) -> LogicalResult {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return success();
    return sbp::verifyDistribution(
        [&] { return op->emitOpError() << side << " #" << index << ": "; }, op,
        distribution, tensor);
  };
  for (auto [i, d] : llvm::enumerate(signature.getOperands()))
    if (failed(check(d, op->getOperand(i).getType(), "operand", i)))
      return failure();
  for (auto [i, d] : llvm::enumerate(signature.getResults()))
    if (failed(check(d, op->getResult(i).getType(), "result", i)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

PlacementOp sbp::lookupPlacement(Operation *from, FlatSymbolRefAttr name) {
  return SymbolTable::lookupNearestSymbolFrom<PlacementOp>(from, name);
}

// (C6) of #sbp.distribution.
static bool combinerExists(Combiner combiner, Type element) {
  bool isLogical = combiner == Combiner::And || combiner == Combiner::Or;
  if (element.isInteger(1))
    return isLogical;
  switch (combiner) {
  case Combiner::And:
  case Combiner::Or:
    return false;
  case Combiner::UMax:
  case Combiner::UMin:
    return element.isInteger();
  case Combiner::MaxNum:
  case Combiner::MinNum:
    return isa<FloatType>(element);
  default:
    return true;
  }
}

/// "P(sum), P(prod) or ..." that exist.
static std::string getCombiners(Type element) {
  SmallVector<std::string> names;
  for (unsigned i = 0; i < numCombiners; ++i)
    if (combinerExists(static_cast<Combiner>(i), element))
      names.push_back(
          ("P(" + getCombinerName(static_cast<Combiner>(i)) + ")").str());
  return llvm::join(ArrayRef(names).drop_back(), ", ") + " or " + names.back();
}

LogicalResult
sbp::verifyDistribution(function_ref<InFlightDiagnostic()> emitError,
                        Operation *from, DistributionAttr distribution,
                        RankedTensorType type) {
  PlacementOp placement = lookupPlacement(from, distribution.getPlacement());
  if (!placement) {
    InFlightDiagnostic error = emitError() << "no sbp.placement named "
                                           << distribution.getPlacement();
    if (auto module = from->getParentOfType<ModuleOp>())
      for (auto known : module.getOps<PlacementOp>())
        error.attachNote(known.getLoc())
            << "there is @" << known.getSymName() << " here";
    return error;
  }
  size_t axes = placement.getAxisSizes().size();
  if (distribution.getComponents().size() != axes)
    return (emitError() << "placement " << distribution.getPlacement()
                        << " has " << axes << " axes but the distribution has "
                        << distribution.getComponents().size()
                        << " components; give one per axis")
               .attachNote(placement.getLoc())
           << "placement declared here";
  for (const Component &component : distribution.getComponents()) {
    if (component.isSplit() && component.dim >= type.getRank())
      return emitError() << "S(" << component.dim << ") names a dimension that "
                         << type << " of rank " << type.getRank()
                         << " does not have; "
                         << (type.getRank() == 0
                                 ? std::string("a tensor without dimensions is "
                                               "B or P")
                                 : "its dimensions are 0 to " +
                                       std::to_string(type.getRank() - 1));
    if (component.isPartial() &&
        !combinerExists(component.combiner, type.getElementType()))
      return emitError() << "P(" << getCombinerName(component.combiner)
                         << ") does not exist for elements of "
                         << type.getElementType() << "; use "
                         << getCombiners(type.getElementType());
  }
  return success();
}

SignatureAttr sbp::getSignatureAttr(Operation *op) {
  return op->getAttrOfType<SignatureAttr>(SBPDialect::kSignatureAttr);
}

void sbp::setSignatureAttr(Operation *op, SignatureAttr signature) {
  op->setAttr(SBPDialect::kSignatureAttr, signature);
}
