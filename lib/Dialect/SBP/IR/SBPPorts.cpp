// SBPPorts.cpp: verifies the attributes of arguments and results
//
// Names and states of one side share a name space, because `--input NAME=...`
// and `--output NAME=...` address both. Example of an error: arguments #0 with
// sbp.name "w" and #2 with sbp.state "w".

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Dialect/SBP/IR/TrainingPorts.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace sbp;

namespace {

/// An argument or a result of a function.
struct Port {
  FunctionOpInterface function;
  unsigned index;
  bool isResult;

  StringRef getSide() { return isResult ? "result" : "argument"; }

  unsigned getCount() {
    return isResult ? function.getNumResults() : function.getNumArguments();
  }

  Type getType() {
    return isResult ? function.getResultTypes()[index]
                    : function.getArgumentTypes()[index];
  }

  StringRef getString(StringRef key) {
    DictionaryAttr attributes = isResult ? function.getResultAttrDict(index)
                                         : function.getArgAttrDict(index);
    auto value = attributes ? attributes.getAs<StringAttr>(key) : StringAttr();
    return value ? value.getValue() : StringRef();
  }

  /// Returns the name by which files and flags address the port, empty if it
  /// has none.
  StringRef getName() {
    StringRef name = getString(SBPDialect::kNameAttr);
    return name.empty() ? getString(SBPDialect::kStateAttr) : name;
  }

  /// Returns the location of an argument; results have that of the function.
  Location getLoc() {
    Operation *op = function;
    return isResult || function.isExternal()
               ? op->getLoc()
               : function.getArgument(index).getLoc();
  }

  InFlightDiagnostic emitError() { return mlir::emitError(getLoc()); }
};

} // namespace

// (A1) and the first half of (A3): no other port of the same side has the same
// text. MLIR verifies each port on its own; only the first port that has a text
// checks all of them, which keeps the total cost linear.
static LogicalResult verifyDistinct(Port port, StringRef what,
                                    function_ref<StringRef(Port)> get) {
  Port other = port;
  for (other.index = 0; other.index < port.index; ++other.index)
    if (!get(other).empty())
      return success();
  llvm::StringMap<unsigned> seen;
  for (; other.index < port.getCount(); ++other.index) {
    StringRef text = get(other);
    auto [it, isNew] = seen.try_emplace(text, other.index);
    if (text.empty() || isNew)
      continue;
    InFlightDiagnostic error = other.emitError()
                               << port.getSide() << "s #" << it->second
                               << " and #" << other.index << " have the same "
                               << what << " '" << text << "'";
    Port first = port;
    first.index = it->second;
    if (first.getLoc() != other.getLoc())
      error.attachNote(first.getLoc()) << "the other is declared here";
    return error;
  }
  return success();
}

static LogicalResult verifyDistinct(Port port, StringRef key) {
  return verifyDistinct(port, key,
                        [&](Port other) { return other.getString(key); });
}

/// Checks that no other port has the same `key`, or the same name by either
/// key.
static LogicalResult verifyNameDistinct(Port port, StringRef key) {
  if (failed(verifyDistinct(port, key)))
    return failure();
  return verifyDistinct(port, "name, sbp.name and sbp.state,",
                        [](Port other) { return other.getName(); });
}

// A name must not contain the separator of NAME=VALUE nor characters that files
// cannot have; weights and reports are JSON, which is UTF-8.
static bool isWritable(StringRef name) {
  return llvm::json::isUTF8(name) && llvm::none_of(name, [](char c) {
           return c == '=' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
         });
}

static LogicalResult verifyName(Port port, StringRef key, StringRef name) {
  StringRef side = port.getSide();
  if (name.empty())
    return port.emitError()
           << side << " #" << port.index << " has an empty " << key;
  if (!isWritable(name))
    return port.emitError()
           << side << " #" << port.index << " has " << key << " "
           << StringAttr::get(port.function->getContext(), name)
           << "; names are written as NAME=VALUE, in UTF-8 without '=' and "
              "control characters";
  // A name that is the position of another port would be ambiguous.
  unsigned position = 0;
  if (!name.getAsInteger(10, position) && position != port.index &&
      position < port.getCount() && Twine(position).str() == name)
    return port.emitError()
           << side << " #" << port.index << " has " << key << " '" << name
           << "', which is the position of another " << side;
  return verifyNameDistinct(port, key);
}

static LogicalResult verifyState(Port port, StringRef state) {
  StringRef name = port.getString(SBPDialect::kNameAttr);
  if (port.isResult)
    return verifyNameDistinct(port, SBPDialect::kStateAttr);
  if (!name.empty() && name != state)
    return port.emitError() << "argument #" << port.index << " is state '"
                            << state << "' but has sbp.name '" << name
                            << "'; leave the name out or make them equal";
  return verifyName(port, SBPDialect::kStateAttr, state);
}

static LogicalResult verifyPlaced(Port port, DistributionAttr distribution) {
  auto tensor = dyn_cast<RankedTensorType>(port.getType());
  if (!tensor)
    return port.emitError()
           << port.getSide() << " #" << port.index
           << " has a distribution but is not a ranked tensor: "
           << port.getType();
  if (distribution.getDistribution().hasWindows())
    return port.emitError()
           << port.getSide() << " #" << port.index
           << " is distributed by windows, " << distribution
           << "; split the dimension itself, the compiler moves the halos";
  return sbp::verifyDistribution(
      [&] {
        return port.emitError() << port.getSide() << " #" << port.index << ": ";
      },
      port.function, distribution, tensor);
}

static LogicalResult verifyInit(Port port, Attribute value) {
  if (port.getString(SBPDialect::kStateAttr).empty())
    return port.emitError() << "argument #" << port.index
                            << " has sbp.init but is not a state; add "
                               "sbp.state, or give the value "
                               "in --input or --weights";
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements)
    return port.emitError()
           << "sbp.init of argument #" << port.index
           << " must be elements, as dense<0.0> : " << port.getType()
           << ", found " << value;
  if (elements.getType() != port.getType())
    return port.emitError()
           << "sbp.init of argument #" << port.index << " is "
           << elements.getType() << " but the argument is " << port.getType();
  return success();
}

/// The result has the type of the argument whose gradient it is, and no other
/// result is the gradient of that argument.
static LogicalResult verifyGradientOf(Port port, StringRef name) {
  auto function = port.function;
  auto fail = [&] {
    return port.emitError() << kGradientOfAttr << " of result #" << port.index
                            << " is '" << name << "', ";
  };
  for (unsigned i = 0; i < port.index; ++i) {
    auto other = function.getResultAttrOfType<StringAttr>(i, kGradientOfAttr);
    if (other && other.getValue() == name)
      return fail() << "as it is of result #" << i
                    << "; an argument has one gradient";
  }
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    Port argument{function, i, /*isResult=*/false};
    if (argument.getString(SBPDialect::kStateAttr) != name &&
        argument.getString(SBPDialect::kNameAttr) != name)
      continue;
    if (argument.getType() == port.getType())
      return success();
    return fail() << "which is " << argument.getType() << ", but the result is "
                  << port.getType()
                  << "; a gradient has the type of its parameter";
  }
  return fail() << "which is no argument of the function";
}

/// Gradients of floats that are no wider are summed in f32.
static LogicalResult verifyAccumulate(Port port, Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(port.getType()));
  if (type.isF32() && element && element.getWidth() <= 32)
    return success();
  InFlightDiagnostic error = port.emitError();
  error << kAccumulateAttr << " of argument #" << port.index << " is " << type;
  if (!type.isF32())
    return error << "; sums of gradients are widened to f32 alone";
  return error << ", but the argument is " << port.getType()
               << "; it must be a tensor of f32, bf16 or f16";
}

/// The dimension is one of the port's tensor.
static LogicalResult verifyMicrobatch(Port port, int64_t dimension) {
  auto tensor = dyn_cast<RankedTensorType>(port.getType());
  if (tensor && dimension >= 0 && dimension < tensor.getRank())
    return success();
  return port.emitError() << "sbp.microbatch of " << port.getSide() << " #"
                          << port.index << " is " << dimension
                          << ", which is not a dimension of " << port.getType();
}

LogicalResult SBPDialect::verifyPort(Operation *op, unsigned index,
                                     bool isResult, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitError() << attribute.getName().getValue()
                           << " belongs on functions";
  Port port{function, index, isResult};
  StringRef key = attribute.getName();
  Attribute value = attribute.getValue();
  auto expect = [&](StringRef what) {
    return port.emitError() << key << " of " << port.getSide() << " #" << index
                            << " must be " << what << ", found " << value;
  };
  if (key == kNameAttr || key == kStateAttr) {
    auto text = dyn_cast<StringAttr>(value);
    if (!text)
      return expect("a string");
    return key == kNameAttr ? verifyName(port, key, text.getValue())
                            : verifyState(port, text.getValue());
  }
  if (key == kDistributionAttr || (key == kGradientAttr && !isResult)) {
    auto distribution = dyn_cast<DistributionAttr>(value);
    return distribution ? verifyPlaced(port, distribution)
                        : expect("a #sbp.distribution");
  }
  if (key == kGradientOfAttr && isResult) {
    auto text = dyn_cast<StringAttr>(value);
    return text ? verifyGradientOf(port, text.getValue()) : expect("a string");
  }
  if (key == kMicrobatchAttr) {
    auto text = dyn_cast<StringAttr>(value);
    if (!isResult && text && text.getValue() == kWholeInMicrobatch)
      return success();
    auto dimension = dyn_cast<IntegerAttr>(value);
    return dimension ? verifyMicrobatch(port, dimension.getInt())
                     : expect("an integer (the dimension that is cut)" +
                              std::string(isResult ? "" : " or \"whole\""));
  }
  if (key == kAccumulateAttr && !isResult) {
    auto type = dyn_cast<TypeAttr>(value);
    return type ? verifyAccumulate(port, type.getValue()) : expect("f32");
  }
  if (key == kInitAttr && !isResult)
    return verifyInit(port, value);
  if (key == kInPlaceAttr && isResult)
    return success(); // of kernels, level 3
  if (key == kAccumulatorAttr && !isResult)
    return isa<IntegerAttr>(value) ? success() : expect("an integer");
  if (key == kFixedAttr && !isResult)
    return isa<UnitAttr>(value) ? success() : expect("no value");
  if (key == kBoundaryAttr && isResult)
    return isa<StringAttr>(value) ? success() : expect("a string");
  if (key == kBoundaryLocationAttr && isResult)
    return isa<LocationAttr>(value) ? success() : expect("a location");
  if (key == LocalProgram::kIndexBoundAttr && isResult)
    return isa<IntegerAttr>(value) ? success() : expect("an integer");
  if (key == LocalProgram::kPrecisionAttr && isResult)
    return isa<TypeAttr>(value) ? success() : expect("a type");
  return port.emitError() << "unknown attribute " << key << " of "
                          << port.getSide() << " #" << index
                          << "; expected sbp.name, sbp.distribution, sbp.state"
                          << (isResult ? " or sbp.gradient_of"
                                       : ", sbp.gradient, sbp.accumulate, "
                                         "sbp.init or sbp.microbatch");
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
