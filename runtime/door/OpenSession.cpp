// OpenSession.cpp: sessions from files and from memory
#include "OpenSession.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::door;

/// The alignment of an artifact in bytes (Session::create).
static constexpr size_t kAlignment = 64;

Status door::openFile(Door &door, const char *path, artifact::Bytes &bytes) {
  if (!path)
    return userError("the path is a null pointer");
  SBP_ASSIGN_OR_RETURN(std::shared_ptr<MappedFile> file,
                       MappedFile::open(path));
  bytes = file->bytes();
  door.artifact = std::move(file);
  return {};
}

/// Replaces `bytes` by an aligned copy, which the door owns.
static Status copyAligned(Door &door, artifact::Bytes &bytes) {
  size_t size = (bytes.size + kAlignment - 1) / kAlignment * kAlignment;
  void *copy = std::aligned_alloc(kAlignment, std::max(size, kAlignment));
  if (!copy)
    return userError("no memory for an artifact of ", bytes.size, " bytes");
  std::memcpy(copy, bytes.data, bytes.size);
  bytes.data = copy;
  door.artifact = std::shared_ptr<const void>(copy, std::free);
  return {};
}

static SessionOptions makeOptions(const sbp_session_options &settings) {
  SessionOptions options;
  options.workers = settings.workers;
  if (settings.watchdog_seconds != 0)
    options.watchdogSeconds = std::max(0.0, settings.watchdog_seconds);
  if (settings.gpus)
    options.gpus.assign(settings.gpus, settings.gpus + settings.gpu_count);
  options.cudaGraph = settings.cuda_graph != 0;
  return options;
}

/// Creates the session in its world, or in this process alone.
static Status createSession(Door &door, artifact::Bytes bytes,
                            const sbp_session_options &settings) {
  SessionOptions options = makeOptions(settings);
  if (settings.world) {
    door.world = findWorld(settings.world);
    if (!door.world)
      return userError("the world is closed");
    SBP_RETURN_IF_FAILED(door.world->createSession(bytes, std::move(options)));
    door.session = door.world->getSession();
    return {};
  }
  SBP_ASSIGN_OR_RETURN(door.owned, Session::create(bytes, std::move(options)));
  door.session = door.owned.get();
  return {};
}

static Status create(Door &door, const OpenBytes &open,
                     const sbp_session_options &settings) {
  artifact::Bytes bytes;
  SBP_RETURN_IF_FAILED(open(door, bytes));
  SBP_RETURN_IF_FAILED(createSession(door, bytes, settings));
  const PlanT &plan = door.session->getPlan();
  for (uint32_t e = 0; e < plan.entries.size(); ++e)
    if (plan.entries[e]->role == EntryRole::model) {
      door.entries.push_back(e);
      door.inputs.emplace_back(plan.entries[e]->inputs.size());
      door.steps.push_back(0);
    }
  for (uint32_t s = 0; s < plan.states.size(); ++s)
    if (plan.states[s]->role == EntryRole::model)
      door.states.push_back(s);
  return {};
}

sbp_status door::openSession(const OpenBytes &open,
                             const sbp_session_options &settings,
                             sbp_session **handle) {
  if (!handle)
    return SBP_USER_ERROR;
  *handle = nullptr;
  try {
    *handle = makeHandle();
  } catch (const std::bad_alloc &) {
    return SBP_USER_ERROR;
  }
  return guard(*handle,
               [&](Door &door) { return create(door, open, settings); });
}

/// Does what openSession does after it has read the caller's settings.
static sbp_status openWithOptions(const OpenBytes &open,
                                  const sbp_session_options *options,
                                  sbp_session **session) {
  sbp_session_options settings = {};
  Status status = readStruct("options", options, settings);
  auto openChecked = [&](Door &door, artifact::Bytes &bytes) -> Status {
    SBP_RETURN_IF_FAILED(status);
    return open(door, bytes);
  };
  return openSession(openChecked, settings, session);
}

uint32_t sbp_runtime_version(void) { return SBP_RUNTIME_VERSION; }

sbp_status sbp_session_open(const char *path,
                            const sbp_session_options *options,
                            sbp_session **session) {
  return openWithOptions(
      [path](Door &door, artifact::Bytes &bytes) {
        return openFile(door, path, bytes);
      },
      options, session);
}

sbp_status sbp_session_open_memory(const void *data, size_t bytes,
                                   sbp_release release, void *user,
                                   const sbp_session_options *options,
                                   sbp_session **session) {
  // Released with its last owner: the session, or this call where that fails.
  std::shared_ptr<const void> lent(data ? data : &kAlignment,
                                   [release, user](const void *) {
                                     if (release)
                                       release(user);
                                   });
  return openWithOptions(
      [&](Door &door, artifact::Bytes &artifact) -> Status {
        if (!data && bytes > 0)
          return userError("the artifact is a null pointer");
        artifact = {data, bytes};
        if (reinterpret_cast<uintptr_t>(data) % kAlignment)
          return copyAligned(door, artifact);
        door.artifact = std::move(lent);
        return {};
      },
      options, session);
}
