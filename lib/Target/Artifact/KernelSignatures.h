// KernelSignatures.h: the signatures of compiled kernels
//
// Signatures are stored with the code and come from the functions that were
// compiled; the loader verifies every task of the plan against them.
#ifndef SBP_LIB_TARGET_ARTIFACT_KERNELSIGNATURES_H
#define SBP_LIB_TARGET_ARTIFACT_KERNELSIGNATURES_H

#include "PlanValues.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "sbp/Target/Target.h"

namespace sbp {

/// Returns symbol, operands (without accumulators), scratch and in-place pairs
/// of `kernel`, which `region` was prepared from; never null. Its parameters
/// have no offsets yet.
std::unique_ptr<plan::KernelSignatureT>
getSignature(mlir::func::FuncOp kernel, const PreparedRegion &region);

/// Adds the offsets that ops pass as parameters to the signatures of their
/// kernels. For one module.
class KernelOffsets {
public:
  /// References `plan` and `values`, the tables of this plan; both must outlive
  /// the object.
  KernelOffsets(const plan::PlanT &plan, PlanValues &values)
      : plan(plan), values(values) {}
  /// Adds the digests of the offsets that `op` passes to the parameters of
  /// `signature`, the signature of its kernel, each once. Parameters that pass
  /// a micro-batch number get none: it may have any value.
  void add(task::ComputeOp op, plan::KernelSignatureT &signature);

private:
  const plan::PlanT &plan;
  PlanValues &values;
  llvm::DenseMap<mlir::Attribute, plan::Digest> digests;
};

} // namespace sbp

#endif // SBP_LIB_TARGET_ARTIFACT_KERNELSIGNATURES_H
