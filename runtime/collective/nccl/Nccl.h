// Nccl.h: NVIDIA's NCCL, loaded when it is needed
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCL_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCL_H

#include "NcclApi.h"
#include "Status.h"

namespace sbp::nccl {

/// The library's functions.
struct Nccl {
#define SBP_DECLARE(member, name, parameters) Result(*member) parameters;
  SBP_NCCL_FUNCTIONS(SBP_DECLARE)
#undef SBP_DECLARE
  const char *(*getErrorString)(Result);
  const char *(*getLastError)(Comm);
  int version = 0; ///< 22809 for 2.28.9

  /// SBP_NCCL=none: GPUs exchange values through memory of the host instead.
  static bool isWanted();
  /// Loads libnccl.so.2, or what SBP_NCCL names, once a process. An error says
  /// what is missing and what to do.
  static Status open(const Nccl *&nccl);
  /// The library's version, "2.28.9"; an error says why there is none.
  static Status describe(std::string &version);

  /// A failure of `call`, a member, in the library's words.
  Status check(Result result, const char *call,
               ExitCode code = ExitCode::UserError) const;

private:
  Status load();
};

} // namespace sbp::nccl

/// Calls a function of NCCL; on failure returns what it says.
#define SBP_NCCL(nccl, member, ...)                                            \
  SBP_RETURN_IF_FAILED((nccl).check((nccl).member(__VA_ARGS__), #member))

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCL_H
