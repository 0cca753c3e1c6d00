// Nccl.h: NVIDIA's NCCL library, loaded on demand
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCL_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCL_H

#include "NcclApi.h"
#include "Result.h"

namespace sbp::nccl {

/// The functions of the library, loaded once per process and never unloaded.
/// Any thread may use it; NCCL's own rules on communicators apply.
struct Nccl {
#define SBP_DECLARE(member, name, parameters) NcclResult(*member) parameters;
  SBP_NCCL_FUNCTIONS(SBP_DECLARE)
#undef SBP_DECLARE
  /// NCCL's texts for a result and for the last error. The library owns them.
  const char *(*getErrorString)(NcclResult);
  const char *(*getLastError)(Comm);
  int version = 0; ///< 22809 for 2.28.9

  /// Returns false where the user has set SBP_NCCL=none: GPUs then exchange
  /// values through host memory.
  static bool isEnabled();
  /// Loads libnccl.so.2, or the path in SBP_NCCL, on the first call; later
  /// calls return the same result. The pointer is never null and valid until
  /// the process ends. Fails with a user error that contains the reason and a
  /// remedy where the library is missing or too old.
  static Result<const Nccl *> open();
  /// Returns the version of the library as text, for example "2.28.9". Fails
  /// where `open` does.
  static Result<std::string> describe();

  /// Returns a failure with `code` that contains the exported name of `call`, a
  /// member of this table, and NCCL's description of `result`. Success and
  /// kInProgress give a success.
  Status check(NcclResult result, const char *call,
               ExitCode code = ExitCode::UserError) const;

private:
  /// Loads the library and sets all members. Fails as `open` does.
  Status load();
};

} // namespace sbp::nccl

/// Calls a member of an Nccl and returns its failure, a user error, from the
/// calling function.
#define SBP_NCCL(nccl, member, ...)                                            \
  SBP_RETURN_IF_FAILED((nccl).check((nccl).member(__VA_ARGS__), #member))

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCL_H
