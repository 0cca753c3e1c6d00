// Handle.cpp: handles of sessions, and the checks of their arguments
#include "Handle.h"
#include <mutex>
#include <utility>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::door;

/// A handle is never freed, so that one that was closed is not taken for a new
/// one. It has the size of two pointers.
struct sbp_session {
  std::shared_ptr<Door> door; ///< null: closed
};

namespace {
struct Handles {
  std::mutex mutex; ///< of `all` and of each handle's `door`
  std::vector<std::unique_ptr<sbp_session>> all;
};
} // namespace

/// Lives as long as the process: threads may use it while the program ends.
static Handles &getHandles() {
  static Handles *handles = new Handles();
  return *handles;
}

std::shared_ptr<Door> door::findDoor(const sbp_session *session) {
  if (!session)
    return nullptr;
  std::lock_guard lock(getHandles().mutex);
  return session->door;
}

sbp_session *door::makeHandle() {
  Handles &handles = getHandles();
  auto handle = std::make_unique<sbp_session>();
  handle->door = std::make_shared<Door>();
  std::lock_guard lock(handles.mutex);
  handles.all.push_back(std::move(handle));
  return handles.all.back().get();
}

void door::closeHandle(sbp_session *session) {
  std::shared_ptr<Door> ended; // without the lock, since it joins threads
  std::lock_guard lock(getHandles().mutex);
  std::swap(ended, session->door);
}

Status door::checkStructSize(const char *name, size_t size, size_t known) {
  if (size < sizeof(size_t))
    return userError("struct_size of the ", name, " is ", size,
                     ": set it to sizeof of the struct");
  if (size > known)
    return userError("struct_size of the ", name, " is ", size,
                     " but this library knows ", known,
                     " bytes: it is older than the header");
  return {};
}

Status door::checkBuffer(const std::string &name, DType type,
                         const Shape &shape, const void *data, size_t bytes) {
  uint64_t expected = *countElements(shape) * artifact::getByteWidth(type);
  if (expected != bytes)
    return userError("'", name, "' of ", toString(shape, type), " has ",
                     expected, " bytes but got ", bytes);
  if (!data && bytes > 0)
    return userError("the data of '", name, "' is a null pointer");
  return {};
}

const EntryT *Door::findEntry(uint32_t entry) const {
  return session && entry < entries.size()
             ? session->getPlan().entries[entries[entry]].get()
             : nullptr;
}

Status Door::checkUsable() const {
  if (!session)
    return userError("the session was not created");
  return hasFailed
             ? userError("a step has failed: the session can only be destroyed")
             : Status();
}

Result<const EntryT *> Door::getEntry(uint32_t entry) const {
  SBP_RETURN_IF_FAILED(checkUsable());
  const EntryT *found = findEntry(entry);
  if (!found)
    return userError("no such entry");
  return found;
}

Result<uint32_t> Door::findPort(uint32_t entry, uint32_t index,
                                bool isInput) const {
  const EntryT *found = findEntry(entry);
  if (found && isInput && index < found->inputs.size())
    return index;
  // Values that are stored for --compare are no results.
  for (uint32_t p = 0, seen = 0; found && !isInput && p < found->outputs.size();
       ++p)
    if (!found->outputs[p]->boundary && seen++ == index)
      return p;
  return userError("no ", isInput ? "input " : "output ", index, " of entry ",
                   entry);
}

Result<uint32_t> Door::findState(uint32_t index) const {
  if (index >= states.size())
    return userError("no state ", index, "; there are ", states.size());
  return states[index];
}

Status Door::setInput(uint32_t entry, uint32_t port, const void *data) {
  SBP_RETURN_IF_FAILED(session->setInput(entries[entry], port, data));
  inputs[entry][port] = {true, nullptr, false, nullptr, {}};
  return {};
}
