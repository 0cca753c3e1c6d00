//===- DeviceCode.h - the code of one kind of device ----------------------===//
#ifndef SBP_LIB_TARGET_ARTIFACT_DEVICECODE_H
#define SBP_LIB_TARGET_ARTIFACT_DEVICECODE_H

#include "PlanValues.h"
#include "sbp/Target/KernelLibrary.h"
#include <map>

namespace sbp {

/// Collects the kernels of one kind of device, has its target emit them, and
/// writes what the plan and the code say of them.
class DeviceCode {
public:
  DeviceCode(plan::PlanT &plan, llvm::StringRef device)
      : device(device), plan(plan) {}

  /// The kernel's number in the plan, and its signature, which lives as long.
  std::pair<int32_t, plan::KernelSignatureT *>
  add(mlir::func::FuncOp function, const PreparedRegion &region);
  /// When all modules are in the plan.
  mlir::FailureOr<CodeBlob> emit(TargetSet &targets, mlir::Location loc);
  /// The plan's entry for a form of the code; `alternativeOf`: its first form.
  std::unique_ptr<plan::CodeT> describe(const CodeBlob &blob,
                                        int32_t alternativeOf) const;
  /// What the first form says of itself; it is code segment `code`.
  plan::CodeInterfaceT takeInterface(uint32_t code);

  const std::string device;

private:
  std::vector<TransferKernel> findTransfers(mlir::MLIRContext &context) const;

  plan::PlanT &plan;
  std::vector<unsigned> regions;        ///< ids of the prepared, once each
  plan::CodeInterfaceT interface;       ///< parallel to `regions` and `kernels`
  std::vector<int32_t> kernels;         ///< numbers in the plan
  std::map<unsigned, size_t> positions; ///< by region
};

} // namespace sbp

#endif // SBP_LIB_TARGET_ARTIFACT_DEVICECODE_H
