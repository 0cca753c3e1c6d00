// OpNames.cpp: what messages and reports call an op

#include "sbp/Interfaces/OpNames.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace sbp;

/// The ops of a body that are named; the others are "...".
static constexpr size_t kNamedOps = 3;

/// Returns "add" for arith.addf and arith.addi, "cast" for casts, "exp" for
/// math.exp.
static StringRef getScalarName(Operation *op) {
  StringRef name = op->getName().stripDialect();
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"addf", "addi"}, "add")
      .Cases({"subf", "subi"}, "sub")
      .Cases({"mulf", "muli"}, "mul")
      .Cases({"divf", "divsi", "divui"}, "div")
      .Cases({"maximumf", "maxnumf", "maxsi", "maxui"}, "max")
      .Cases({"minimumf", "minnumf", "minsi", "minui"}, "min")
      .Cases({"cmpf", "cmpi"}, "compare")
      .Cases({"extf", "truncf", "extsi", "extui", "trunci"}, "cast")
      .Cases({"sitofp", "uitofp", "fptosi", "fptoui", "index_cast"}, "cast")
      .Case("negf", "neg")
      .Default(name);
}

/// Returns what combines the terms of a sum, a maximum, ...; empty where the
/// body does more than that.
static StringRef getReductionName(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0)
    return "";
  Operation *only = nullptr;
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (getScalarName(&inner) == "cast")
      continue;
    if (only)
      return "";
    only = &inner;
  }
  return !only ? ""
               : llvm::StringSwitch<StringRef>(getScalarName(only))
                     .Case("add", "sum")
                     .Case("mul", "product")
                     .Cases({"max", "min"}, getScalarName(only))
                     .Default("");
}

/// Returns what a body that copies its input does to the dimensions; empty for
/// other bodies.
static StringRef getCopyName(linalg::GenericOp op) {
  auto yielded =
      dyn_cast<BlockArgument>(op.getBody()->getTerminator()->getOperand(0));
  if (!yielded || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1)
    return "";
  AffineMap read = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  if (read.getNumResults() < read.getNumDims())
    return "broadcast";
  return read.isIdentity() ? "copy" : read.isPermutation() ? "transpose" : "";
}

std::string sbp::getDisplayName(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return op->getName().getStringRef().str();
  if (linalg::isaContractionOpInterface(generic))
    return "matmul";
  for (StringRef name : {getReductionName(generic), getCopyName(generic)})
    if (!name.empty())
      return name.str();
  llvm::SetVector<StringRef> names;
  for (Operation &inner : generic.getBody()->without_terminator())
    if (!inner.hasTrait<OpTrait::ConstantLike>())
      names.insert(getScalarName(&inner));
  if (names.empty())
    return op->getName().getStringRef().str();
  SmallVector<StringRef> parts(names.takeVector());
  if (parts.size() > kNamedOps) {
    parts.resize(kNamedOps);
    parts.push_back("...");
  }
  return llvm::join(parts, ", ");
}
