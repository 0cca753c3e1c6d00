// Driver.h: NVIDIA's driver, loaded when it is needed
#ifndef SBP_RUNTIME_DEVICE_CUDA_DRIVER_H
#define SBP_RUNTIME_DEVICE_CUDA_DRIVER_H

#include "DriverApi.h"
#include "Status.h"

namespace sbp::cuda {

/// The driver's functions.
struct Driver {
#define SBP_DECLARE(member, name, parameters) Result(*member) parameters;
  SBP_CUDA_DRIVER_FUNCTIONS(SBP_DECLARE)
#undef SBP_DECLARE
  int version = 0; ///< 12040 for 12.4

  /// Loads libcuda.so.1, or what SBP_CUDA_DRIVER names, once a process. An
  /// error says what is missing and what to do.
  static Status open(const Driver *&driver);

  /// A failure of `call`, a member, in the driver's words.
  Status check(Result result, const char *call,
               ExitCode code = ExitCode::UserError) const {
    return result == kSuccess ? Status() : describe(result, call, code);
  }
  Status describe(Result result, const char *call, ExitCode code) const;
  /// A failure of what the driver does before there is a GPU.
  static Status begin(const Status &status) {
    return status.failed()
               ? userError("the CUDA driver does not start: ", status.message())
               : Status();
  }

private:
  Status load();
};

/// "12.4" for 12040.
std::string formatVersion(unsigned version);

} // namespace sbp::cuda

/// Calls a function of the driver; on failure returns what the driver says.
/// SBP_CUDA_RUN: while steps run, when a failure loses the rank.
#define SBP_CUDA(driver, member, ...)                                          \
  SBP_RETURN_IF_FAILED((driver).check((driver).member(__VA_ARGS__), #member))
#define SBP_CUDA_RUN(driver, member, ...)                                      \
  SBP_RETURN_IF_FAILED((driver).check((driver).member(__VA_ARGS__), #member,   \
                                      ::sbp::ExitCode::RankLost))

#endif // SBP_RUNTIME_DEVICE_CUDA_DRIVER_H
