// CInterface.cpp: the functions of version 1 of sbp_runtime.h
//
// No exception leaves a function of this file and of the others of its folder.
#include "Handle.h"
#include "OpenSession.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::door;

sbp_status sbp_session_create(const char *path, const sbp_options *options,
                              sbp_session **session) {
  sbp_session_options settings = {};
  if (options) {
    settings.workers = options->workers;
    settings.watchdog_seconds = options->watchdog_seconds;
  }
  return openSession(
      [path](Door &door, artifact::Bytes &bytes) {
        return openFile(door, path, bytes);
      },
      settings, session);
}

void sbp_session_destroy(sbp_session *session) {
  if (session)
    closeHandle(session);
}

const char *sbp_session_message(const sbp_session *session) {
  if (!session)
    return "the session is a null pointer";
  std::shared_ptr<Door> door = findDoor(session);
  return door ? door->message.c_str() : "the session is closed";
}

uint32_t sbp_session_rank_count(const sbp_session *session) {
  std::shared_ptr<Door> door = findDoor(session);
  return door && door->session ? door->session->getPlan().ranks : 0;
}

uint32_t sbp_session_entry_count(const sbp_session *session) {
  std::shared_ptr<Door> door = findDoor(session);
  return door ? door->entries.size() : 0;
}

/// Returns an entry, null where the handle or the entry is none. The handle
/// keeps it alive.
static const EntryT *findEntry(const sbp_session *session, uint32_t entry) {
  std::shared_ptr<Door> door = findDoor(session);
  return door ? door->findEntry(entry) : nullptr;
}

const char *sbp_session_entry_name(const sbp_session *session, uint32_t entry) {
  const EntryT *found = findEntry(session, entry);
  return found ? found->name.c_str() : "";
}

uint32_t sbp_session_input_count(const sbp_session *session, uint32_t entry) {
  const EntryT *found = findEntry(session, entry);
  return found ? found->inputs.size() : 0;
}

uint32_t sbp_session_output_count(const sbp_session *session, uint32_t entry) {
  uint32_t count = 0;
  if (const EntryT *found = findEntry(session, entry))
    for (const auto &port : found->outputs)
      count += !port->boundary;
  return count;
}

static void describe(const PortT &from, sbp_port &to) {
  to = {from.name.c_str(), sbp_dtype(from.dtype), uint32_t(from.shape.size()),
        from.shape.data(), from.state >= 0};
}

sbp_status sbp_session_input(sbp_session *session, uint32_t entry,
                             uint32_t index, sbp_port *port) {
  return guard(session, [&](Door &door) -> Status {
    if (!port)
      return userError("the port is a null pointer");
    SBP_ASSIGN_OR_RETURN(uint32_t p,
                         door.findPort(entry, index, /*isInput=*/true));
    describe(*door.findEntry(entry)->inputs[p], *port);
    return {};
  });
}

sbp_status sbp_session_output(sbp_session *session, uint32_t entry,
                              uint32_t index, sbp_port *port) {
  return guard(session, [&](Door &door) -> Status {
    if (!port)
      return userError("the port is a null pointer");
    SBP_ASSIGN_OR_RETURN(uint32_t p,
                         door.findPort(entry, index, /*isInput=*/false));
    describe(*door.findEntry(entry)->outputs[p], *port);
    return {};
  });
}

/// The port of a name; states are not among them.
static Result<uint32_t> findPort(const EntryT *entry, bool input,
                                 const char *name) {
  if (!entry)
    return userError("no such entry");
  if (!name)
    return userError("the name is a null pointer");
  const auto &ports = input ? entry->inputs : entry->outputs;
  for (uint32_t index = 0; index < ports.size(); ++index)
    if (ports[index]->name == name && ports[index]->state < 0 &&
        !ports[index]->boundary)
      return index;
  return userError("entry '", entry->name, "' has no ",
                   input ? "input" : "output", " '", name, "'");
}

sbp_status sbp_session_set_input(sbp_session *session, uint32_t entry,
                                 const char *name, const void *data,
                                 size_t bytes) {
  return guard(session, [&](Door &door) -> Status {
    SBP_RETURN_IF_FAILED(door.checkUsable());
    const EntryT *found = door.findEntry(entry);
    SBP_ASSIGN_OR_RETURN(uint32_t index, findPort(found, /*input=*/true, name));
    const PortT &port = *found->inputs[index];
    SBP_RETURN_IF_FAILED(
        checkBuffer(port.name, port.dtype, port.shape, data, bytes));
    return door.setInput(entry, index, data);
  });
}

static Result<uint32_t> findState(Door &door, const char *name,
                                  const void *data, size_t bytes) {
  SBP_RETURN_IF_FAILED(door.checkUsable());
  if (!name)
    return userError("the name is a null pointer");
  for (uint32_t index : door.states) {
    const StateT &state = *door.session->getPlan().states[index];
    if (state.name != name)
      continue;
    SBP_RETURN_IF_FAILED(
        checkBuffer(state.name, state.dtype, state.shape, data, bytes));
    return index;
  }
  return userError("no such state: '", name, "'");
}

sbp_status sbp_session_set_state(sbp_session *session, const char *name,
                                 const void *data, size_t bytes) {
  return guard(session, [&](Door &door) -> Status {
    SBP_ASSIGN_OR_RETURN(uint32_t index, findState(door, name, data, bytes));
    return door.session->setState(index, data);
  });
}

sbp_status sbp_session_get_output(sbp_session *session, uint32_t entry,
                                  const char *name, void *data, size_t bytes) {
  return guard(session, [&](Door &door) -> Status {
    SBP_RETURN_IF_FAILED(door.checkUsable());
    const EntryT *found = door.findEntry(entry);
    SBP_ASSIGN_OR_RETURN(uint32_t index,
                         findPort(found, /*input=*/false, name));
    const PortT &port = *found->outputs[index];
    SBP_RETURN_IF_FAILED(
        checkBuffer(port.name, port.dtype, port.shape, data, bytes));
    return door.session->getOutput(door.entries[entry], index, data);
  });
}

sbp_status sbp_session_get_state(sbp_session *session, const char *name,
                                 void *data, size_t bytes) {
  return guard(session, [&](Door &door) -> Status {
    SBP_ASSIGN_OR_RETURN(uint32_t index, findState(door, name, data, bytes));
    return door.session->getState(index, data);
  });
}
