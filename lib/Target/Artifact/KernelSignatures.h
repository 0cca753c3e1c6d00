// KernelSignatures.h - what code says of its kernels
//
// Written beside the code, from the functions that were compiled: the loader
// holds every task of the plan against it.
#ifndef SBP_LIB_TARGET_ARTIFACT_KERNELSIGNATURES_H
#define SBP_LIB_TARGET_ARTIFACT_KERNELSIGNATURES_H

#include "PlanValues.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "sbp/Target/Target.h"

namespace sbp {

/// Operands, scratch and pairs in place; parameters without offsets yet.
std::unique_ptr<plan::KernelSignatureT>
getSignature(mlir::func::FuncOp kernel, const PreparedRegion &region);

/// Adds what the parameters of ops mean to those that their kernels may get.
/// For one module.
class KernelOffsets {
public:
  KernelOffsets(const plan::PlanT &plan, PlanValues &values)
      : plan(plan), values(values) {}
  void add(task::ComputeOp op, plan::KernelSignatureT &signature);

private:
  const plan::PlanT &plan;
  PlanValues &values;
  llvm::DenseMap<mlir::Attribute, plan::Digest> digests;
};

} // namespace sbp

#endif // SBP_LIB_TARGET_ARTIFACT_KERNELSIGNATURES_H
