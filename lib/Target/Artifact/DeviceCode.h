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
  /// null, which this object owns.
  std::pair<int32_t, plan::KernelSignatureT *>
  add(mlir::func::FuncOp function, const PreparedRegion &region);
  /// Has the target emit all kernels, after all modules are in the plan. The
  /// target comes from `targets`, which prepared the regions. Returns the code
  /// for each architecture, at least one, without variants of its own. Without
  /// kernels a target that builds no transfers is not asked and the blob is
  /// empty. Fails with the target's diagnostic at `loc`.
  mlir::FailureOr<std::vector<CodeBlob>> emit(TargetSet &targets,
                                              mlir::Location loc);
  /// Returns the plan's entry for one format of the code.
  std::unique_ptr<plan::CodeT> describe(const CodeBlob &blob) const;
  /// Returns the interface of code that `emit` returned, in its first format:
  /// number `variant` there.
  plan::CodeInterfaceT getInterface(const CodeBlob &blob, size_t variant) const;
  /// Sets the symbols of kernels in the plan, as `blob`, the first code that
  /// `emit` returned, has them, and its index `code`.
  void setKernels(const CodeBlob &blob, uint32_t code);

  const std::string device;

private:
  /// Returns the kernels that combine and move values, one per combiner and
  /// type that communications of the plan use.
  std::vector<TransferKernel> findTransfers(mlir::MLIRContext &context) const;

  plan::PlanT &plan;
  std::vector<unsigned>
      regions; ///< ids of prepared regions, without repetition
  /// Parallel to `regions`: the signatures, without symbols and launches, the
  /// sizes by architecture (empty where code is called), and the indices in the
  /// plan.
  std::vector<std::unique_ptr<plan::KernelSignatureT>> signatures;
  std::vector<std::vector<RegionCode>> sizes;
  std::vector<int32_t> kernels;
  std::map<unsigned, size_t> positions; ///< by region
};

} // namespace sbp

#endif // SBP_LIB_TARGET_ARTIFACT_DEVICECODE_H
