// CheckWork.cpp: compares the work that ops state with the work they do
//
// The interpreter counts the scalar operations and the bytes it touches while
// it executes an op on random values. Stated flops must equal the count, up to
// a factor of 2 for narrow floats, whose widening may be counted; stated bytes
// lie between the touched bytes and those of all operands and results.

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

/// Returns true for ops that are priced. Elementwise ops on tensors become
/// structured ones before that.
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

/// Returns the bytes of all operands and results, each counted once.
static double countBytes(Operation *op) {
  double bytes = 0;
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      bytes += countBytes(type);
  return bytes;
}

/// Returns true for ops on narrow floats, which need not state the widening.
static bool widens(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return element && element.getWidth() < 32;
  });
}

namespace {
/// The work that an op states (SBPOpInterface::getWork), summed by kind.
struct Stated {
  double flops = 0;  ///< operations that the interpreter counts
  double placed = 0; ///< operations that place elements
  double bytes = 0, inside = 0;
  double inRows = 0; ///< part of `bytes` that stays in caches within rows
  /// Blocks hidden by a mask are not computed, but the interpreter does.
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

/// Returns whether the stated flops are those that were counted.
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
    llvm::outs() << (counts->differsFromKernels ? " otherwise\n" : "\n");
    llvm::outs().flush();
    if (!counts->differsFromKernels && !isCounted(op, stated, *counts))
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

  /// Checks that a decomposed form on one rank does comparable work.
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
      // Forms repeat some operations (a maximum before an exponential), so up
      // to 1.5 times the op's own work is accepted, more with widening.
      bool isMore = flops > (widens(op) ? 2 : 1.5) * own;
      if ((isMore && !stated.skips) || 1.5 * flops < own)
        return op->emitOpError("states ") << own << " operations, its form '"
                                          << form.name << "' " << flops;
    }
    return success();
  }
};

} // namespace
