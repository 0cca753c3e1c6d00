// SBPDialect.cpp: the sbp dialect

#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"
#include "sbp/Dialect/SBP/IR/ReferenceAttributes.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Dialect/SBP/IR/TransferMemo.h"
#include "sbp/Interfaces/AnnotationInterface.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Interfaces/SignatureEnumeration.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sbp;

#include "sbp/Dialect/SBP/IR/SBPDialect.cpp.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/SBP/IR/SBPOps.cpp.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/SBP/IR/SBPTimeOps.cpp.inc"

namespace {

/// The attributes that record placement, distribution, phase, layer and
/// reference number of an op. None of them changes what the op computes.
class SBPAnnotations : public AnnotationInterface {
public:
  using AnnotationInterface::AnnotationInterface;

  bool isAnnotation(StringRef name) const override {
    return llvm::is_contained<StringRef>(
        {SBPDialect::kSignatureAttr, SBPDialect::kPlacementAttr, kPhaseAttr,
         SBPDialect::kLayerAttr, kNumberAttr, kTimeDimsAttr, kMadeAgainAttr,
         kRepeatAttr},
        name);
  }
};

} // namespace

void SBPDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "sbp/Dialect/SBP/IR/SBPOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "sbp/Dialect/SBP/IR/SBPTimeOps.cpp.inc"
      >();
  addInterfaces<RuleMemo, SBPAnnotations, TransferMemo>();
}

LogicalResult SBPDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  if (llvm::is_contained({kNameAttr, kDistributionAttr, kStateAttr, kInitAttr},
                         attribute.getName()))
    return op->emitOpError()
           << attribute.getName().getValue()
           << " belongs on arguments and results of functions; the value of an "
              "op is distributed by sbp.constrain";
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

/// Returns "P(sum), P(prod) or ..." of the combiners that exist for a type, or
/// "S or B" where there are none.
static std::string getAlternatives(Type element) {
  SmallVector<std::string> names;
  for (unsigned i = 0; i < numCombiners; ++i)
    if (isLegalCombiner(static_cast<Combiner>(i), element))
      names.push_back(
          ("P(" + getCombinerName(static_cast<Combiner>(i)) + ")").str());
  if (names.empty())
    return "S or B";
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
        !isLegalCombiner(component.combiner, type.getElementType())) // (C6)
      return emitError() << "P(" << getCombinerName(component.combiner)
                         << ") does not exist for elements of "
                         << type.getElementType() << "; use "
                         << getAlternatives(type.getElementType());
  }
  return success();
}

SignatureAttr sbp::getSignatureAttr(Operation *op) {
  return op->getAttrOfType<SignatureAttr>(SBPDialect::kSignatureAttr);
}

void sbp::setSignatureAttr(Operation *op, SignatureAttr signature) {
  op->setAttr(SBPDialect::kSignatureAttr, signature);
}
