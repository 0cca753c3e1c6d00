// Handle.h: the session that a handle of the C header refers to
//
// A handle outlives its session: one that was destroyed is refused instead of
// being read. Any thread may look up a handle; its session belongs to one
// thread at a time, except for sbp_session_abort.
#ifndef SBP_RUNTIME_DOOR_HANDLE_H
#define SBP_RUNTIME_DOOR_HANDLE_H

#include "Checkpoints.h"
#include "Processes.h"
#include "Session.h"
#include "Tensor.h"
#include "Weights.h"
#include "World.h"
#include "sbp_runtime.h"
#include <cstring>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <vector>

namespace sbp::door {

/// The value of an input.
struct InputValue {
  bool isFed = false;         ///< it has a value, or will have at the next step
  const void *lent = nullptr; ///< read at the next step; null: it is set
  bool isOnce = false;        ///< `lent` is read by one step and dropped
  std::shared_ptr<const void> owner; ///< of `lent`
  std::set<uint32_t> pieces;         ///< ranks that were given theirs
};

/// A session with the values that the header's functions keep for it.
struct Door {
  std::shared_ptr<const void> artifact; ///< owner of the bytes
  std::shared_ptr<World> world;         ///< null: this process alone
  std::unique_ptr<Session> owned; ///< null in a world, which owns the session
  run::Processes alone;           ///< the processes without a world
  Session *session = nullptr;     ///< null: it was not created
  std::vector<uint32_t> entries;  ///< the model's own, without references
  std::vector<uint32_t> states;   ///< the model's own as well
  std::vector<std::vector<InputValue>> inputs; ///< by entry and port
  std::vector<uint64_t> steps;                 ///< that ended, by entry
  std::unique_ptr<run::Checkpoints> checkpoints;
  bool hasFailed = false; ///< a step, after it had begun
  std::string message;    ///< of the last call that failed

  /// Returns the processes that run the session.
  run::Processes &getProcesses() {
    return world ? world->getProcesses() : alone;
  }
  /// Returns entry number `entry` of the model, null where there is none.
  const plan::EntryT *findEntry(uint32_t entry) const;
  /// Returns a user error unless the session can hold values and run steps.
  Status checkUsable() const;
  /// Returns an entry of a session that is usable. A user error otherwise.
  Result<const plan::EntryT *> getEntry(uint32_t entry) const;
  /// Returns the index in the plan of input or result number `index`, without
  /// boundaries. A user error where there is none.
  Result<uint32_t> findPort(uint32_t entry, uint32_t index, bool isInput) const;
  /// Returns the index in the plan of a state. A user error where there is
  /// none.
  Result<uint32_t> findState(uint32_t index) const;
  /// Copies `data` to an input and forgets the memory that was lent for it.
  Status setInput(uint32_t entry, uint32_t port, const void *data);
};

/// Returns a user error where `bytes` is not the size of a tensor, or `data` is
/// null and the tensor is not empty.
Status checkBuffer(const std::string &name, plan::DType type,
                   const Shape &shape, const void *data, size_t bytes);

/// Returns the session of a handle; null where the handle is null or closed.
/// The session lives at least as long as the pointer.
std::shared_ptr<Door> findDoor(const sbp_session *session);
/// Makes a handle with an empty session.
sbp_session *makeHandle();
/// Ends the session of a handle, whose memory stays.
void closeHandle(sbp_session *session);

/// Runs `body` with the session of a handle, stores the message of a failure
/// there, and turns exceptions into a status.
template <typename Body> sbp_status guard(sbp_session *session, Body body) {
  std::shared_ptr<Door> door = findDoor(session);
  if (!door)
    return SBP_USER_ERROR;
  try {
    Status status = body(*door);
    if (!status.failed())
      return SBP_OK;
    door->message = status.message();
    return sbp_status(status.code());
  } catch (const std::bad_alloc &) {
    door->message = "out of memory";
    return SBP_USER_ERROR;
  } catch (...) {
    door->message = "internal error";
    return SBP_INTERNAL_ERROR;
  }
}

/// Returns a user error unless `size` is that of this or an older version of a
/// struct of `known` bytes.
Status checkStructSize(const char *name, size_t size, size_t known);

/// Copies the struct that a caller passed, of this or an older version, to
/// `value`, which has the defaults of further members. `given` may be null.
template <typename Struct>
Status readStruct(const char *name, const Struct *given, Struct &value) {
  if (!given)
    return {};
  SBP_RETURN_IF_FAILED(
      checkStructSize(name, given->struct_size, sizeof(Struct)));
  std::memcpy(&value, given, given->struct_size);
  return {};
}

/// Copies `value` to the struct of a caller, as far as its version goes. A user
/// error where `target` is null or of an unknown size.
template <typename Struct>
Status writeStruct(const char *name, Struct value, Struct *target) {
  if (!target)
    return userError("the ", name, " is a null pointer");
  SBP_RETURN_IF_FAILED(
      checkStructSize(name, target->struct_size, sizeof(Struct)));
  value.struct_size = target->struct_size;
  std::memcpy(target, &value, value.struct_size);
  return {};
}

} // namespace sbp::door

#endif // SBP_RUNTIME_DOOR_HANDLE_H
