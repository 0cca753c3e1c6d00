// Checkpoints.cpp: the attribute of parts that backward makes again

#include "sbp/Dialect/SBP/IR/Checkpoints.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sbp;

static constexpr llvm::StringLiteral kInputs = "inputs";
static constexpr llvm::StringLiteral kContractions = "contractions";

std::optional<Checkpoint> sbp::getCheckpoint(Operation *op) {
  auto entries = op->getAttrOfType<DictionaryAttr>(kCheckpointAttr);
  auto keep = entries ? entries.getAs<StringAttr>("keep") : StringAttr();
  if (!keep || (keep != kInputs && keep != kContractions))
    return std::nullopt;
  auto group = entries.getAs<IntegerAttr>("group");
  if (entries.size() != (group ? 2u : 1u))
    return std::nullopt;
  return Checkpoint{group ? group.getInt() : -1, keep == kContractions};
}

Attribute sbp::makeCheckpoint(MLIRContext *context, Checkpoint checkpoint) {
  Builder builder(context);
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("group",
                            builder.getI64IntegerAttr(checkpoint.group)),
       builder.getNamedAttr("keep",
                            builder.getStringAttr(checkpoint.keepsContractions
                                                      ? kContractions
                                                      : kInputs))});
}

LogicalResult sbp::verifyCheckpoint(Operation *op) {
  if (!op->hasAttr(kCheckpointAttr))
    return success();
  auto function = dyn_cast<func::FuncOp>(op);
  if (function && function.isPublic())
    return op->emitError()
           << kCheckpointAttr << " on @" << function.getSymName()
           << ", which is public: an entry is nothing that backward could make "
              "again; it belongs on calls and private functions";
  if (!function && !isa<func::CallOp>(op))
    return op->emitError() << kCheckpointAttr
                           << " belongs on calls and private functions";
  std::optional<Checkpoint> checkpoint = getCheckpoint(op);
  if (!checkpoint || checkpoint->group >= 0)
    return op->emitError() << kCheckpointAttr << " is "
                           << op->getAttr(kCheckpointAttr)
                           << R"(, expected {keep = "inputs"} or )"
                           << R"({keep = "contractions"})";
  return success();
}
