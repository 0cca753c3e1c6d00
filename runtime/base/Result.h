// Result.h: a value, or the failure that took its place
//
// A fallible call of the runtime that has a value to return returns a Result;
// one without a value returns a Status. Out-parameters are reserved for objects
// that a call fills or continues.
#ifndef SBP_RUNTIME_BASE_RESULT_H
#define SBP_RUNTIME_BASE_RESULT_H

#include "Status.h"
#include <cassert>
#include <concepts>
#include <optional>
#include <type_traits>

namespace sbp {

/// A value of type T, or a failed Status. Neither default-constructible nor
/// empty: a function that forgets its value does not compile. Functions return
/// either one directly: `return 3;`, `return userError("no port 'x'");`.
template <typename T> class [[nodiscard]] Result {
public:
  /// Holds a value, which may be of any type that converts to T.
  template <typename Value = T>
    requires(std::convertible_to<Value, T> &&
             !std::same_as<std::remove_cvref_t<Value>, Status> &&
             !std::same_as<std::remove_cvref_t<Value>, Result>)
  Result(Value &&value) : stored(T(std::forward<Value>(value))) {}
  /// Holds a failure. A Status of success is a fault of the caller, since it
  /// comes without a value; NDEBUG builds make it an internal error.
  Result(Status status) : failure(std::move(status)) {
    assert(failure.failed() && "a Result of a success needs a value");
    if (!failure.failed())
      failure = Status(ExitCode::Internal, "a call succeeded without a value");
  }

  /// Returns true where there is a failure in place of a value.
  bool failed() const { return !stored; }
  /// Returns the failure, or a success where there is a value. The reference
  /// lives as long as the Result.
  const Status &status() const & { return failure; }
  Status status() && { return std::move(failure); }

  /// Access the value, which the Result owns. The Result has not failed: builds
  /// without assertions do not check it.
  T &operator*() & {
    assert(stored && "value of a failed Result");
    return *stored;
  }
  const T &operator*() const & {
    assert(stored && "value of a failed Result");
    return *stored;
  }
  T &&operator*() && {
    assert(stored && "value of a failed Result");
    return std::move(*stored);
  }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }

private:
  std::optional<T> stored;
  Status failure;
};

/// Evaluates `expression`, a Result, and assigns its value to `target`, which
/// may declare a variable: `SBP_ASSIGN_OR_RETURN(bool reached,
/// queue.query(e))`. Returns the failure from the calling function where there
/// is one. Expands to several statements, so it is never the body of an
/// unbraced `if`.
#define SBP_ASSIGN_OR_RETURN(target, expression)                               \
  SBP_ASSIGN_OR_RETURN_AS(SBP_CONCATENATE(result_, __LINE__), target,          \
                          expression)
#define SBP_ASSIGN_OR_RETURN_AS(result, target, expression)                    \
  auto result = (expression);                                                  \
  if (result.failed())                                                         \
    return std::move(result).status();                                         \
  target = *std::move(result)
#define SBP_CONCATENATE(left, right) SBP_CONCATENATE_EXPANDED(left, right)
#define SBP_CONCATENATE_EXPANDED(left, right) left##right

} // namespace sbp

#endif // SBP_RUNTIME_BASE_RESULT_H
