// DeviceCode.h: the code of one kind of device
#ifndef SBP_LIB_TARGET_ARTIFACT_DEVICECODE_H
#define SBP_LIB_TARGET_ARTIFACT_DEVICECODE_H

#include "PlanValues.h"
#include "sbp/Target/KernelLibrary.h"
#include <map>

namespace sbp {

/// Collects the kernels of one kind of device, has its target emit them, and
/// describes them in the plan and in the interface of the code segment.
class DeviceCode {
public:
  /// Collects kernels of devices of kind `device`. The plan must outlive this
  /// object.
  DeviceCode(plan::PlanT &plan, llvm::StringRef device)
      : device(device), plan(plan) {}

  /// Adds the kernel of a region that the device's target has prepared, once
  /// per region id. Returns its index in the plan and its signature, never
  /// null, which this object owns until takeInterface.
  std::pair<int32_t, plan::KernelSignatureT *>
  add(mlir::func::FuncOp function, const PreparedRegion &region);
  /// Has the target emit all kernels, after all modules are in the plan, and
  /// sets their symbols and launches in the interface. The target comes from
  /// `targets`, which prepared the regions. Without kernels a target that
  /// builds no transfers is not asked and the blob is empty. Fails with the
  /// target's diagnostic at `loc`.
  mlir::FailureOr<CodeBlob> emit(TargetSet &targets, mlir::Location loc);
  /// Returns the plan's entry for one format of the code. `alternativeOf` is
  /// the index of the first format, or -1 for the first format itself.
  std::unique_ptr<plan::CodeT> describe(const CodeBlob &blob,
                                        int32_t alternativeOf) const;
  /// Returns the interface of the first format, which is code segment `code`,
  /// and sets its kernels' symbols and segment in the plan. Once, after emit.
  plan::CodeInterfaceT takeInterface(uint32_t code);

  const std::string device;

private:
  /// Returns the kernels that combine and move values, one per combiner and
  /// type that communications of the plan use.
  std::vector<TransferKernel> findTransfers(mlir::MLIRContext &context) const;

  plan::PlanT &plan;
  std::vector<unsigned>
      regions; ///< ids of prepared regions, without repetition
  plan::CodeInterfaceT interface;       ///< parallel to `regions` and `kernels`
  std::vector<int32_t> kernels;         ///< indices in the plan
  std::map<unsigned, size_t> positions; ///< by region
};

} // namespace sbp

#endif // SBP_LIB_TARGET_ARTIFACT_DEVICECODE_H
