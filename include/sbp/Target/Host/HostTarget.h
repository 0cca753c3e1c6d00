// HostTarget.h: the host target, x86-64 code through LLVM
#ifndef SBP_TARGET_HOST_HOSTTARGET_H
#define SBP_TARGET_HOST_HOSTTARGET_H

#include "sbp/Target/Target.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace sbp {

/// Options of the host target. `cpu` and `vectorWidth` change the bits of the
/// code. The streams only receive reports; each must outlive the target.
struct HostTargetOptions {
  /// "native", "x86-64-v3" or "x86-64-v4".
  std::string cpu = "native";
  /// Bits of the vector registers that LLVM may use; 0 selects 512 with
  /// AVX-512, else 256. The order of reductions depends on it, so LLVM never
  /// chooses it.
  unsigned vectorWidth = 0;
  /// Receives every contraction with its gemm call. May be null.
  llvm::raw_ostream *printGemm = nullptr;
  /// Receives the seconds of each phase of `emit`. May be null.
  llvm::raw_ostream *printTimes = nullptr;
  /// Receives the optimised LLVM IR. May be null.
  llvm::raw_ostream *printLLVM = nullptr;
};

/// Returns an error that lists the valid names if `cpu` is none of them, else
/// success. The empty name is invalid.
llvm::Error checkHostCPU(llvm::StringRef cpu);

/// Creates the host target; never null. `options.cpu` must be valid, as
/// checkHostCPU tests. The target compiles in an MLIR context of its own; the
/// caller's context needs only the dialects of the regions.
std::unique_ptr<Target> createHostTarget(HostTargetOptions options = {});

/// Registers the kind "host", the default one (TargetRegistry.h).
void registerHostTarget();

} // namespace sbp

#endif // SBP_TARGET_HOST_HOSTTARGET_H
