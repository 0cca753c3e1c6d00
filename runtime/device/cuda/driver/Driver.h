// Driver.h: NVIDIA's driver library, loaded on demand
#ifndef SBP_RUNTIME_DEVICE_CUDA_DRIVER_DRIVER_H
#define SBP_RUNTIME_DEVICE_CUDA_DRIVER_DRIVER_H

#include "DriverApi.h"
#include "Result.h"

namespace sbp::cuda {

/// The functions of libcuda.so, loaded once per process and never unloaded. Any
/// thread may use it.
struct Driver {
#define SBP_DECLARE(member, name, parameters) DriverResult(*member) parameters;
  SBP_CUDA_DRIVER_FUNCTIONS(SBP_DECLARE)
#undef SBP_DECLARE
  int version = 0; ///< version code, 12040 for 12.4

  /// Loads libcuda.so.1, or the path in SBP_CUDA_DRIVER, on the first call and
  /// initialises it; later calls return the same result. The pointer is never
  /// null and valid until the process ends. Fails with a user error that
  /// contains the reason and a remedy where the library or a GPU is missing, or
  /// the driver is too old.
  static Result<const Driver *> open();

  /// Returns a success for kSuccess, else the failure that `describe` returns.
  Status check(DriverResult result, const char *call,
               ExitCode code = ExitCode::UserError) const {
    return result == kSuccess ? Status() : describe(result, call, code);
  }
  /// Returns a failure with `code`, the exported name of `call`, a member of
  /// this table, and the driver's name and description of `result`.
  Status describe(DriverResult result, const char *call, ExitCode code) const;
  /// Converts the outcome of a call before any GPU is opened: a failure becomes
  /// a user error which adds that the driver does not start. A success stays
  /// one.
  static Status begin(const Status &status) {
    return status.failed()
               ? userError("the CUDA driver does not start: ", status.message())
               : Status();
  }

private:
  /// Loads and initialises the driver. Fails as `open` does.
  Status load();
};

/// Formats a version code: "12.4" for 12040.
std::string formatVersion(unsigned version);

} // namespace sbp::cuda

/// Calls a member of a Driver and returns its failure, a user error, from the
/// calling function. SBP_CUDA_RUN is for calls during steps, whose failures
/// lose the rank.
#define SBP_CUDA(driver, member, ...)                                          \
  SBP_RETURN_IF_FAILED((driver).check((driver).member(__VA_ARGS__), #member))
#define SBP_CUDA_RUN(driver, member, ...)                                      \
  SBP_RETURN_IF_FAILED((driver).check((driver).member(__VA_ARGS__), #member,   \
                                      ::sbp::ExitCode::RankLost))

#endif // SBP_RUNTIME_DEVICE_CUDA_DRIVER_DRIVER_H
