// SBPLocalProgram.cpp: verifies the program of a class of ranks
//
// Arguments are the pieces of inputs, then those of constants, then parameters
// of type index. Each parameter has one value per rank of the class. Example:
// two ranks with halves of 10 rows have one program with an offset parameter
// bound to [0, 5].

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;
using namespace sbp;

ParseResult LocalProgramOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> arguments,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(arguments, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void LocalProgramOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

ReturnOp LocalProgramOp::getReturn() {
  return cast<ReturnOp>(getBody().front().getTerminator());
}

/// Returns true if the numbers ascend strictly and none is negative.
static bool ascend(ArrayRef<int64_t> numbers) {
  return (numbers.empty() || numbers.front() >= 0) &&
         llvm::is_sorted(numbers, std::less_equal<>());
}

static LogicalResult verifyTypes(LocalProgramOp op) {
  size_t pieces = op.getInputs().size() + op.getConstants().size();
  size_t parameters = op.getParameters().size();
  if (op.getNumArguments() != pieces + parameters)
    return op.emitOpError()
           << "has " << op.getNumArguments() << " arguments for "
           << op.getInputs().size() << " inputs, " << op.getConstants().size()
           << " constants and " << parameters << " parameters";
  for (auto [index, type] : llvm::enumerate(op.getArgumentTypes()))
    if (index < pieces ? !isa<RankedTensorType>(type) : !type.isIndex())
      return op.emitOpError()
             << "argument #" << index << " is " << type << ", but a "
             << (index < pieces ? "piece is a tensor"
                                : "parameter is an index");
  if (op.getNumResults() != op.getOutputs().size())
    return op.emitOpError() << "has " << op.getNumResults() << " results for "
                            << op.getOutputs().size() << " outputs";
  return success();
}

static LogicalResult verifyConstants(LocalProgramOp op) {
  for (auto [index, constant] : llvm::enumerate(op.getConstants())) {
    auto pair = dyn_cast<ArrayAttr>(constant);
    if (!pair || pair.size() != 2 || !isa<ElementsAttr>(pair[0]) ||
        !isa<DistributionAttr>(pair[1]))
      return op.emitOpError()
             << "constant #" << index
             << " must be a pair of a value and its distribution";
  }
  return success();
}

static LogicalResult verifyParameters(LocalProgramOp op) {
  if (op.getParameters().size() != op.getBindings().size())
    return op.emitOpError()
           << "has " << op.getParameters().size() << " parameters but "
           << op.getBindings().size() << " lists of bindings";
  for (auto [index, parameter, binding] :
       llvm::enumerate(op.getParameters(), op.getBindings())) {
    auto values = dyn_cast<DenseI64ArrayAttr>(binding);
    if (!isa<OffsetAttr>(parameter) || !values)
      return op.emitOpError() << "parameter #" << index
                              << " needs to be an offset with a list of values";
    if (values.size() != static_cast<int64_t>(op.getRanks().size()))
      return op.emitOpError()
             << "parameter #" << index << " has " << values.size()
             << " values for " << op.getRanks().size() << " ranks";
  }
  return success();
}

LogicalResult LocalProgramOp::verify() {
  if (getRanks().empty() || !ascend(getRanks())) // (C2)
    return emitOpError() << "has ranks [" << getRanks()
                         << "], which have to ascend from 0 on, one at least";
  if (failed(verifyTypes(*this))) // (C3)
    return failure();
  for (ArrayRef<int64_t> ports : {getInputs(), getOutputs()}) // (C4)
    if (!ascend(ports))
      return emitOpError() << "has inputs or outputs [" << ports
                           << "], which have to ascend from 0 on";
  if (failed(verifyConstants(*this))) // (C5)
    return failure();
  return verifyParameters(*this); // (C6)
}

/// Checks ranks and element types of pieces against the entry's tensors. Sizes
/// depend on distributions, which verifyLocal proves.
static LogicalResult verifyPieces(LocalProgramOp op, ArrayRef<int64_t> ports,
                                  ArrayRef<Type> pieces, ArrayRef<Type> whole,
                                  StringRef side) {
  for (auto [port, piece] : llvm::zip(ports, pieces)) {
    if (port >= static_cast<int64_t>(whole.size()))
      return op.emitOpError()
             << "has a piece of " << side << " #" << port << " of "
             << op.getEntryAttr() << ", which has " << whole.size();
    auto local = dyn_cast<RankedTensorType>(piece);
    auto global = dyn_cast<RankedTensorType>(whole[port]);
    if (!local || !global || local.getRank() != global.getRank() ||
        local.getElementType() != global.getElementType())
      return op.emitOpError() << "has " << piece << " for a piece of " << side
                              << " #" << port << ", " << whole[port];
  }
  return success();
}

LogicalResult LocalProgramOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto entry = symbols.lookupNearestSymbolFrom<func::FuncOp>(
      getOperation()->getParentOp(), getEntryAttr());
  if (!entry) // (C1)
    return emitOpError() << "is of " << getEntryAttr()
                         << ", which is not a func.func";
  if (!entry.isDeclaration()) {
    InFlightDiagnostic error = emitOpError() << "is of " << getEntryAttr()
                                             << ", which has a body of its own";
    error.attachNote(entry.getLoc()) << "declared here";
    return error;
  }
  if (failed(verifyPieces(*this, getInputs(), getArgumentTypes(), // (C4)
                          entry.getArgumentTypes(), "argument")))
    return failure();
  return verifyPieces(*this, getOutputs(), getResultTypes(),
                      entry.getResultTypes(), "result");
}

LogicalResult ReturnOp::verify() {
  auto program = cast<LocalProgramOp>((*this)->getParentOp());
  if (!llvm::equal(getOperandTypes(), program.getResultTypes())) // (C1)
    return emitOpError() << "returns (" << getOperandTypes() << ") but @"
                         << program.getSymName() << " has results ("
                         << program.getResultTypes() << ")";
  return success();
}
