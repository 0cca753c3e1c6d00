// Port.cpp: finds the entry and describes its ports

#include "sbp/InterpretedRun/Port.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/ElementTypes.h"

using namespace mlir;

namespace sbp {

FailureOr<func::FuncOp> findEntry(ModuleOp module, StringRef name,
                                  const RunMessages &messages) {
  SmallVector<func::FuncOp> entries;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration())
      entries.push_back(function);
  std::string requested = name.str();
  // Without --entry the only public function is run, or @main of several.
  if (requested.empty())
    requested = entries.size() == 1 ? entries[0].getName().str() : "main";
  std::string list;
  for (func::FuncOp entry : entries) {
    if (entry.getName() == requested)
      return entry;
    list += (list.empty() ? "" : ", ") + entry.getName().str();
  }
  if (entries.empty())
    return emitError(module.getLoc())
           << "the module has no public function; a model needs an entry";
  return messages.error((name.empty()
                             ? "the model has several entries; give "
                               "--entry as one of "
                             : "no entry '" + name + "'; expected one of ") +
                        list);
}

// A port's name is sbp.name, else its state, else its position.
static std::string nameOf(Attribute name, Attribute state, unsigned index) {
  if (auto text = dyn_cast_or_null<StringAttr>(name))
    return text.str();
  if (auto text = dyn_cast_or_null<StringAttr>(state))
    return text.str();
  return std::to_string(index);
}

/// Returns the port, or reports a type that no file can hold. `what` is the
/// word argument or result in that error.
static FailureOr<Port> makePort(func::FuncOp entry, StringRef what, Type type,
                                Attribute name, Attribute state,
                                unsigned index) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() ||
      !findElementType(tensor.getElementType()))
    return entry.emitOpError(what) << " #" << index << " is " << type
                                   << "; ports are tensors of static shape of "
                                   << ElementType::list(", ", ", ");
  auto text = dyn_cast_or_null<StringAttr>(state);
  return Port{nameOf(name, state, index), text ? text.str() : "", tensor, {}};
}

FailureOr<std::vector<Port>> getArguments(func::FuncOp entry) {
  std::vector<Port> ports;
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes())) {
    auto port = makePort(entry, "argument",
                         isa<RankedTensorType>(type)
                             ? getStepType(entry, i, /*isResult=*/false)
                             : type,
                         entry.getArgAttr(i, SBPDialect::kNameAttr),
                         entry.getArgAttr(i, SBPDialect::kStateAttr), i);
    if (failed(port))
      return failure();
    port->declared = getArgumentDistribution(entry, i);
    ports.push_back(*port);
  }
  return ports;
}

FailureOr<std::vector<Port>> getResults(func::FuncOp entry) {
  std::vector<Port> ports;
  for (auto [i, type] : llvm::enumerate(entry.getResultTypes())) {
    auto port = makePort(entry, "result",
                         isa<RankedTensorType>(type)
                             ? getStepType(entry, i, /*isResult=*/true)
                             : type,
                         entry.getResultAttr(i, SBPDialect::kNameAttr),
                         entry.getResultAttr(i, SBPDialect::kStateAttr), i);
    if (failed(port))
      return failure();
    port->declared = getResultDistribution(entry, i);
    ports.push_back(*port);
  }
  return ports;
}

} // namespace sbp
