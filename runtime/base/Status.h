// Status.h: success or a failure with its exit code and message
//
// Every fallible call of the runtime returns a Status, or a Result (Result.h)
// where success has a value. A success is one null pointer; a failure
// allocates. No exception crosses the C interface.
#ifndef SBP_RUNTIME_BASE_STATUS_H
#define SBP_RUNTIME_BASE_STATUS_H

#include <memory>
#include <sstream>
#include <string>

namespace sbp {

/// The exit codes of the command line. Scripts depend on the numbers, and
/// sbp_status (sbp_runtime.h) has the same ones.
enum class ExitCode : int {
  Ok = 0,
  UserError = 1,
  ComparisonFailed = 2, ///< results differ from the reference (--compare)
  RankLost = 3,         ///< a process that owns ranks is gone
  Watchdog = 4,         ///< a step made no progress
  Internal = 70         ///< a fault of this program
};

/// The outcome of a call. A default-constructed Status is a success; `message`
/// may be called on failures only.
class [[nodiscard]] Status {
public:
  /// Makes a success.
  Status() = default;
  /// Makes a failure; `code` is not Ok.
  Status(ExitCode code, std::string message)
      : failure(std::make_unique<Failure>(Failure{code, std::move(message)})) {}
  Status(const Status &other)
      : failure(other.failure ? std::make_unique<Failure>(*other.failure)
                              : nullptr) {}
  /// A Status that was moved from is a success.
  Status(Status &&) = default;
  Status &operator=(Status &&) = default;

  bool failed() const { return failure != nullptr; }
  /// Returns the exit code of a failure, Ok for a success.
  ExitCode code() const { return failure ? failure->code : ExitCode::Ok; }
  /// Returns the message of a failure, which lives as long as the Status.
  /// Undefined for a success.
  const std::string &message() const { return failure->message; }

private:
  struct Failure {
    ExitCode code;
    std::string message;
  };
  std::unique_ptr<Failure> failure;
};

/// Returns the arguments as one text, each as operator<< prints it, without
/// separators. Empty for no arguments.
template <typename... Parts> std::string textOf(const Parts &...parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}

/// Makes a failure that the user can correct; its exit code is 1, its message
/// the text of `parts`.
template <typename... Parts> Status userError(const Parts &...parts) {
  return Status(ExitCode::UserError, textOf(parts...));
}

/// Returns the Status of `expression` from the calling function where it is a
/// failure.
#define SBP_RETURN_IF_FAILED(expression)                                       \
  do {                                                                         \
    if (::sbp::Status status_ = (expression); status_.failed())                \
      return status_;                                                          \
  } while (false)

} // namespace sbp

#endif // SBP_RUNTIME_BASE_STATUS_H
