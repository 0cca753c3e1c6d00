// CInterface.cpp: sbp_runtime.h
//
// No exception leaves a function of this file.
#include "Session.h"
#include "Tensor.h"
#include "sbp_runtime.h"
#include <new>

using namespace sbp;
using namespace sbp::plan;

struct sbp_session {
  std::shared_ptr<MappedFile> file;
  std::unique_ptr<Session> session;
  std::vector<uint32_t> entries; ///< the model's own, not references
  std::vector<std::vector<bool>> fed;
  bool hasFailed = false; ///< a step, amid its work
  std::string message;
};

/// Runs `body`, keeps its message, turns whatever it throws into a status.
template <typename Body>
static sbp_status guard(sbp_session *session, Body body) {
  if (!session)
    return SBP_USER_ERROR;
  try {
    Status status = body();
    if (!status.failed())
      return SBP_OK;
    session->message = status.message();
    return sbp_status(status.code());
  } catch (const std::bad_alloc &) {
    session->message = "out of memory";
    return SBP_USER_ERROR;
  } catch (...) {
    session->message = "internal error";
    return SBP_INTERNAL_ERROR;
  }
}

/// Fails unless the session can hold values and run steps.
static Status checkUsable(const sbp_session &session) {
  if (!session.session)
    return userError("the session was not created");
  return session.hasFailed
             ? userError("a step has failed: the session can only be destroyed")
             : Status();
}

static Status open(sbp_session &handle, const char *path,
                   const sbp_options *options) {
  if (!path)
    return userError("the path is a null pointer");
  SessionOptions sessionOptions;
  if (options) {
    sessionOptions.workers = options->workers;
    if (options->watchdog_seconds != 0)
      sessionOptions.watchdogSeconds = std::max(0.0, options->watchdog_seconds);
  }
  SBP_ASSIGN_OR_RETURN(handle.file, MappedFile::open(path));
  SBP_ASSIGN_OR_RETURN(handle.session,
                       Session::create(handle.file->bytes(), sessionOptions));
  const PlanT &plan = handle.session->getPlan();
  for (uint32_t e = 0; e < plan.entries.size(); ++e)
    if (plan.entries[e]->role == EntryRole::model) {
      handle.entries.push_back(e);
      handle.fed.emplace_back(plan.entries[e]->inputs.size());
    }
  return {};
}

sbp_status sbp_session_create(const char *path, const sbp_options *options,
                              sbp_session **session) {
  if (!session)
    return SBP_USER_ERROR;
  *session = new (std::nothrow) sbp_session();
  return guard(*session, [&] { return open(**session, path, options); });
}

void sbp_session_destroy(sbp_session *session) { delete session; }

const char *sbp_session_message(const sbp_session *session) {
  return session ? session->message.c_str() : "the session is a null pointer";
}

uint32_t sbp_session_rank_count(const sbp_session *session) {
  return session && session->session ? session->session->getPlan().ranks : 0;
}

uint32_t sbp_session_entry_count(const sbp_session *session) {
  return session ? session->entries.size() : 0;
}

static const EntryT *findEntry(const sbp_session *session, uint32_t entry) {
  if (!session || !session->session || entry >= session->entries.size())
    return nullptr;
  return session->session->getPlan().entries[session->entries[entry]].get();
}

const char *sbp_session_entry_name(const sbp_session *session, uint32_t entry) {
  const EntryT *found = findEntry(session, entry);
  return found ? found->name.c_str() : "";
}

uint32_t sbp_session_input_count(const sbp_session *session, uint32_t entry) {
  const EntryT *found = findEntry(session, entry);
  return found ? found->inputs.size() : 0;
}

/// Values stored for --compare come after the results.
static uint32_t countResults(const EntryT &entry) {
  uint32_t count = 0;
  for (const auto &port : entry.outputs)
    count += !port->boundary;
  return count;
}

uint32_t sbp_session_output_count(const sbp_session *session, uint32_t entry) {
  const EntryT *found = findEntry(session, entry);
  return found ? countResults(*found) : 0;
}

static void describe(const PortT &from, sbp_port &to) {
  to = {from.name.c_str(), sbp_dtype(from.dtype), uint32_t(from.shape.size()),
        from.shape.data(), from.state >= 0};
}

sbp_status sbp_session_input(sbp_session *session, uint32_t entry,
                             uint32_t index, sbp_port *port) {
  return guard(session, [&]() -> Status {
    const EntryT *found = findEntry(session, entry);
    if (!port)
      return userError("the port is a null pointer");
    if (!found || index >= found->inputs.size())
      return userError("no input ", index, " of entry ", entry);
    describe(*found->inputs[index], *port);
    return {};
  });
}

sbp_status sbp_session_output(sbp_session *session, uint32_t entry,
                              uint32_t index, sbp_port *port) {
  return guard(session, [&]() -> Status {
    const EntryT *found = findEntry(session, entry);
    if (!port)
      return userError("the port is a null pointer");
    for (size_t p = 0, seen = 0; found && p < found->outputs.size(); ++p) {
      if (found->outputs[p]->boundary || seen++ != index)
        continue;
      describe(*found->outputs[p], *port);
      return {};
    }
    return userError("no output ", index, " of entry ", entry);
  });
}

/// The caller's buffer for a tensor.
static Status checkBuffer(const std::string &name, DType type,
                          const Shape &shape, const void *data, size_t bytes) {
  uint64_t expected = *countElements(shape) * artifact::getByteWidth(type);
  if (expected != bytes)
    return userError("'", name, "' of ", toString(shape, type), " has ",
                     expected, " bytes but got ", bytes);
  if (!data && bytes > 0)
    return userError("the data of '", name, "' is a null pointer");
  return {};
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
  return guard(session, [&]() -> Status {
    SBP_RETURN_IF_FAILED(checkUsable(*session));
    const EntryT *found = findEntry(session, entry);
    SBP_ASSIGN_OR_RETURN(uint32_t index, findPort(found, /*input=*/true, name));
    const PortT &port = *found->inputs[index];
    SBP_RETURN_IF_FAILED(
        checkBuffer(port.name, port.dtype, port.shape, data, bytes));
    SBP_RETURN_IF_FAILED(
        session->session->setInput(session->entries[entry], index, data));
    session->fed[entry][index] = true;
    return {};
  });
}

static Result<uint32_t> findState(sbp_session *session, const char *name,
                                  const void *data, size_t bytes) {
  SBP_RETURN_IF_FAILED(checkUsable(*session));
  if (!name)
    return userError("the name is a null pointer");
  const PlanT &plan = session->session->getPlan();
  for (uint32_t index = 0; index < plan.states.size(); ++index) {
    const StateT &state = *plan.states[index];
    if (state.name != name || state.role != EntryRole::model)
      continue;
    SBP_RETURN_IF_FAILED(
        checkBuffer(state.name, state.dtype, state.shape, data, bytes));
    return index;
  }
  return userError("no such state: '", name, "'");
}

sbp_status sbp_session_set_state(sbp_session *session, const char *name,
                                 const void *data, size_t bytes) {
  return guard(session, [&]() -> Status {
    SBP_ASSIGN_OR_RETURN(uint32_t index, findState(session, name, data, bytes));
    return session->session->setState(index, data);
  });
}

static Status prepareStep(sbp_session *session, uint32_t entry) {
  SBP_RETURN_IF_FAILED(checkUsable(*session));
  const EntryT *found = findEntry(session, entry);
  if (!found)
    return userError("no such entry");
  for (uint32_t p = 0; p < found->inputs.size(); ++p) {
    const PortT &port = *found->inputs[p];
    if (port.state >= 0 && !session->session->isInitialised(port.state))
      SBP_RETURN_IF_FAILED(session->session->initialiseState(port.state));
    if (port.state < 0 && !session->fed[entry][p])
      return userError("input '", port.name, "' has no value");
  }
  return {};
}

sbp_status sbp_session_step(sbp_session *session, uint32_t entry) {
  return guard(session, [&]() -> Status {
    SBP_RETURN_IF_FAILED(prepareStep(session, entry));
    Status status = session->session->step(session->entries[entry]);
    session->hasFailed = status.failed();
    return status;
  });
}

sbp_status sbp_session_get_output(sbp_session *session, uint32_t entry,
                                  const char *name, void *data, size_t bytes) {
  return guard(session, [&]() -> Status {
    SBP_RETURN_IF_FAILED(checkUsable(*session));
    const EntryT *found = findEntry(session, entry);
    SBP_ASSIGN_OR_RETURN(uint32_t index,
                         findPort(found, /*input=*/false, name));
    const PortT &port = *found->outputs[index];
    SBP_RETURN_IF_FAILED(
        checkBuffer(port.name, port.dtype, port.shape, data, bytes));
    return session->session->getOutput(session->entries[entry], index, data);
  });
}

sbp_status sbp_session_get_state(sbp_session *session, const char *name,
                                 void *data, size_t bytes) {
  return guard(session, [&]() -> Status {
    SBP_ASSIGN_OR_RETURN(uint32_t index, findState(session, name, data, bytes));
    return session->session->getState(index, data);
  });
}
