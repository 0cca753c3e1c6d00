//===- HostTarget.h - x86-64 code through LLVM -----------------*- C++ -*-===//
#ifndef SBP_TARGET_HOST_HOSTTARGET_H
#define SBP_TARGET_HOST_HOSTTARGET_H

#include "sbp/Target/Target.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace sbp {

/// Choices that change the bits of the code; part of the artifact's identity.
struct HostTargetOptions {
  /// "native", "x86-64-v3" or "x86-64-v4".
  std::string cpu = "native";
  /// Bits of a vector register LLVM may use; 0: 512 where the CPU has AVX-512,
  /// 256 elsewhere. Reductions depend on it, so it is never left to LLVM.
  unsigned vectorWidth = 0;
  /// Where set: every contraction and the gemm call it became, one line each.
  llvm::raw_ostream *printGemm = nullptr;
  /// Where set: the seconds of each step of `emit`.
  llvm::raw_ostream *printTimes = nullptr;
  /// Where set: LLVM IR after optimisation.
  llvm::raw_ostream *printLLVM = nullptr;
};

/// Error (with the legal names) if `cpu` is not one of the above.
llvm::Error checkHostCPU(llvm::StringRef cpu);

/// The host target. Works in a context of its own: the caller's needs no
/// dialects or models beyond those the regions use.
std::unique_ptr<Target> createHostTarget(HostTargetOptions options = {});

/// The default target (TargetRegistry.h).
void registerHostTarget();

} // namespace sbp

#endif // SBP_TARGET_HOST_HOSTTARGET_H
