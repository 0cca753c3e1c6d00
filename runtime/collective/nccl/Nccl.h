// Nccl.h: NVIDIA's NCCL library, loaded on demand
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCL_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCL_H

#include "NcclApi.h"
#include "Result.h"

namespace sbp::nccl {

/// The functions of the library, loaded once per process. Any thread may use
/// it; NCCL's own rules on communicators apply.
struct Nccl {
#define SBP_DECLARE(member, name, parameters) NcclResult(*member) parameters;
  SBP_NCCL_FUNCTIONS(SBP_DECLARE)
#undef SBP_DECLARE
  const char *(*getErrorString)(NcclResult);
  const char *(*getLastError)(Comm);
  int version = 0; ///< 22809 for 2.28.9

  /// Returns false where the user has set SBP_NCCL=none: GPUs then exchange
  /// values through host memory.
  static bool isEnabled();
  /// Loads libnccl.so.2, or the path in SBP_NCCL, on the first call. Fails with
  /// the reason and a remedy where it is missing or too old.
  static Result<const Nccl *> open();
  /// Returns the version of the library as text, for example "2.28.9". Fails
  /// where it cannot be loaded.
  static Result<std::string> describe();

  /// Returns a failure that names `call` and NCCL's description of it. `call`
  /// is the name of a member.
  Status check(NcclResult result, const char *call,
               ExitCode code = ExitCode::UserError) const;

private:
  Status load();
};

} // namespace sbp::nccl

/// Calls a function of NCCL and returns its failure from the calling function.
#define SBP_NCCL(nccl, member, ...)                                            \
  SBP_RETURN_IF_FAILED((nccl).check((nccl).member(__VA_ARGS__), #member))

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCL_H
