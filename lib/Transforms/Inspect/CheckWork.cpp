// CheckWork.cpp: what ops state of their work against what they do

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Interpreter/Soundness.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_CHECKWORKPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

/// Elementwise ops on tensors become structured ones before anything is priced.
static bool isPriced(Operation *op) {
  return isa<SBPOpInterface>(op) &&
         isa_and_nonnull<FunctionOpInterface>(op->getParentOp()) &&
         !op->hasTrait<OpTrait::Elementwise>() && op->getNumOperands() > 0 &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

static double countBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? double(tensor.getNumElements()) * getElementBytes(tensor) : 0;
}

/// Of whole tensors, once each.
static double countBytes(Operation *op) {
  double bytes = 0;
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      bytes += countBytes(type);
  return bytes;
}

/// Ops on narrow floats need not state that they widen them.
static bool widens(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return element && element.getWidth() < 32;
  });
}

namespace {
/// What an op says of itself.
struct Stated {
  double flops = 0;  ///< that are counted
  double placed = 0; ///< of putting elements in their places
  double bytes = 0, inside = 0;
  double inRows = 0; ///< of `bytes`: not through memory unless rows are cut
  /// What a mask hides whole is not computed; the interpreter computes it.
  bool skips = false;

  explicit Stated(Operation *op) {
    OpWork work = cast<SBPOpInterface>(op).getWork();
    for (const OpWork::Part &part : work.parts) {
      (part.kind == WorkClass::Order ? placed : flops) += part.flops;
      inside += part.scratchBytes + part.rowBytes;
      skips |= part.skewedBy.has_value();
    }
    for (auto [type, read] :
         llvm::zip_equal(op->getOperandTypes(), work.reads)) {
      if (read == OpWork::Traffic::InRows)
        inRows += countBytes(type);
      bytes += read == OpWork::Traffic::AsResult
                   ? countBytes(op->getResult(0).getType())
               : read != OpWork::Traffic::None ? countBytes(type)
                                               : 0;
    }
    for (auto [type, isWritten, isFilled, stays] : llvm::zip_equal(
             op->getResultTypes(), work.writes, work.fills, work.staysInRows)) {
      bytes += isWritten || isFilled ? countBytes(type) : 0;
      inRows += isWritten && stays ? countBytes(type) : 0;
    }
  }
};

static bool isCounted(Operation *op, const Stated &stated,
                      const WorkCounts &counts) {
  auto counted = static_cast<double>(counts.operations);
  return stated.flops == counted || (stated.skips && stated.flops < counted) ||
         (widens(op) && stated.flops < counted && counted <= 2 * stated.flops);
}

struct CheckWork : sbp::impl::CheckWorkPassBase<CheckWork> {
  using Base::Base;

  void runOnOperation() override {
    bool isWrong = false;
    getOperation()->walk([&](Operation *op) {
      isWrong |= isPriced(op) && failed(checkOne(op));
    });
    if (isWrong)
      signalPassFailure();
  }

  LogicalResult checkOne(Operation *op) {
    if (!cast<SBPOpInterface>(op).getRule().error.empty())
      return success();
    FailureOr<WorkCounts> counts = SoundnessChecker(op, seed).countWork();
    if (failed(counts))
      return failure();
    Stated stated(op);
    llvm::outs() << op->getName().getStringRef() << " flops " << stated.flops
                 << " counted " << counts->operations << " bytes "
                 << stated.bytes + stated.inside;
    if (stated.placed > 0)
      llvm::outs() << " placed " << stated.placed;
    if (stated.inRows > 0)
      llvm::outs() << " in rows " << stated.inRows;
    llvm::outs() << (counts->isOtherwise ? " otherwise\n" : "\n");
    llvm::outs().flush();
    if (!counts->isOtherwise && !isCounted(op, stated, *counts))
      return op->emitOpError("states ")
             << stated.flops << " operations, the interpreter counts "
             << counts->operations;
    if (stated.flops > 0 && stated.bytes < counts->touchedBytes)
      return op->emitOpError("states ")
             << stated.bytes << " bytes, the interpreter touches "
             << counts->touchedBytes;
    if (stated.bytes > countBytes(op))
      return op->emitOpError("states ")
             << stated.bytes << " bytes of tensors that have "
             << countBytes(op);
    return checkForms(op, stated);
  }

  /// A form on one rank does the same.
  LogicalResult checkForms(Operation *op, const Stated &stated) {
    Placement single{"", {"all"}, {1}, {0}};
    for (const Alternative &form :
         cast<SBPOpInterface>(op).getAlternatives(single)) {
      OwningOpRef<ModuleOp> module = ModuleOp::create(op->getLoc());
      OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
      form.build(builder);
      double flops = 0;
      for (Operation &part : *module->getBody())
        if (isa<SBPOpInterface>(part)) {
          Stated of(&part);
          flops += of.flops + of.placed;
        }
      // Its operands belong to the function around the op.
      module->getBody()->dropAllReferences();
      double own = stated.flops + stated.placed;
      llvm::outs() << "  " << form.name << " flops " << flops << "\n";
      bool isMore = flops > (widens(op) ? 2 : 1.5) * own;
      if ((isMore && !stated.skips) || 1.5 * flops < own)
        return op->emitOpError("states ") << own << " operations, its form '"
                                          << form.name << "' " << flops;
    }
    return success();
  }
};

} // namespace
