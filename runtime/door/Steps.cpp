// Steps.cpp: steps, weights, checkpoints and figures of sbp_runtime.h
#include "Handle.h"
#include <algorithm>
#include <climits>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::door;

/// Gives states without a value that of the model.
static Status initialiseStates(Door &door,
                               const std::vector<uint32_t> &states) {
  for (uint32_t state : states)
    if (!door.session->isInitialised(state))
      SBP_RETURN_IF_FAILED(door.session->initialiseState(state));
  return {};
}

/// Reads the inputs that were lent. Fails where an input or a state has no
/// value.
static Status prepareStep(Door &door, uint32_t entry) {
  SBP_ASSIGN_OR_RETURN(const EntryT *found, door.getEntry(entry));
  std::vector<InputValue> &inputs = door.inputs[entry];
  for (uint32_t p = 0; p < found->inputs.size(); ++p) {
    const PortT &port = *found->inputs[p];
    if (port.state >= 0)
      SBP_RETURN_IF_FAILED(initialiseStates(door, {uint32_t(port.state)}));
    else if (!inputs[p].isFed)
      return userError("input '", port.name, "' has no value");
  }
  for (uint32_t p = 0; p < found->inputs.size(); ++p) {
    if (!inputs[p].lent)
      continue;
    SBP_RETURN_IF_FAILED(
        door.session->setInput(door.entries[entry], p, inputs[p].lent));
    if (inputs[p].isOnce)
      inputs[p] = {true, nullptr, false, nullptr, {}};
  }
  return {};
}

sbp_status sbp_session_step(sbp_session *session, uint32_t entry) {
  return guard(session, [&](Door &door) -> Status {
    SBP_RETURN_IF_FAILED(prepareStep(door, entry));
    Status status = door.session->step(door.entries[entry]);
    door.hasFailed = status.failed();
    if (status.failed() && door.world)
      door.world->fail(status);
    door.steps[entry] += !status.failed();
    return status;
  });
}

sbp_status sbp_session_abort(sbp_session *session, const char *reason) {
  // The message belongs to the thread of the session.
  std::shared_ptr<Door> door = findDoor(session);
  if (!door || !door->session)
    return SBP_USER_ERROR;
  try {
    door->session->abort(
        userError(reason ? reason : "the step was ended by sbp_session_abort"));
    return SBP_OK;
  } catch (const std::bad_alloc &) {
    return SBP_USER_ERROR;
  }
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

namespace {
/// Gives the tensors of files to the states and inputs of a session.
class WeightLoading {
public:
  explicit WeightLoading(Door &door) : door(door) {}
  /// Opens the files, sets the states, and lends tensors to inputs.
  Status run(const char *path);
  sbp_weights_report report() const {
    sbp_weights_report result = {};
    result.states = states;
    result.inputs = inputs;
    result.widened = weights.countWidened();
    result.unused = weights.countUnused();
    return result;
  }

private:
  /// Sets `tensor` to the value of a name and returns true; false without one.
  /// A user error where type or shape differ.
  Result<bool> find(const std::string &kind, const std::string &name,
                    DType type, const Shape &shape, Tensor &tensor);
  Status setStates();
  Status lendInputs(uint32_t entry);

  Door &door;
  run::Weights weights;
  uint32_t states = 0, inputs = 0;
};
} // namespace

Result<bool> WeightLoading::find(const std::string &kind,
                                 const std::string &name, DType type,
                                 const Shape &shape, Tensor &tensor) {
  SBP_ASSIGN_OR_RETURN(bool found, weights.find(name, type, tensor));
  if (found && (tensor.dtype != type || tensor.shape != shape))
    return userError(weights.getPath(), ": ", kind, " '", name, "' is ",
                     toString(shape, type), " but the file has ",
                     toString(tensor.shape, tensor.dtype));
  return found;
}

Status WeightLoading::setStates() {
  for (uint32_t s : door.states) {
    const StateT &state = *door.session->getPlan().states[s];
    Tensor tensor;
    SBP_ASSIGN_OR_RETURN(bool found, find("state", state.name, state.dtype,
                                          state.shape, tensor));
    if (!found)
      continue;
    SBP_RETURN_IF_FAILED(door.session->setState(s, tensor.data));
    weights.letGo(state.name); // the state has its own copy now
    ++states;
  }
  return {};
}

/// An entry that has not run may use the files' pages in place.
Status WeightLoading::lendInputs(uint32_t entry) {
  const EntryT &found = *door.findEntry(entry);
  for (uint32_t p = 0; p < found.inputs.size(); ++p) {
    const PortT &port = *found.inputs[p];
    Tensor tensor;
    if (port.state >= 0)
      continue;
    SBP_ASSIGN_OR_RETURN(
        bool isThere, find("input", port.name, port.dtype, port.shape, tensor));
    if (!isThere)
      continue;
    Tensor stored; // i1 is left out, since its bytes must be checked
    if (!ElementType::of(port.dtype).isBoolean() &&
        weights.findAsStored(port, stored))
      door.session->borrowInput(door.entries[entry], p,
                                const_cast<char *>(stored.data), stored.owner);
    door.inputs[entry][p] = {true, tensor.data, true, tensor.owner, {}};
    ++inputs;
  }
  return {};
}

Status WeightLoading::run(const char *path) {
  SBP_RETURN_IF_FAILED(weights.open(path));
  SBP_RETURN_IF_FAILED(setStates());
  for (uint32_t entry = 0; entry < door.entries.size(); ++entry)
    SBP_RETURN_IF_FAILED(lendInputs(entry));
  return {};
}

sbp_status sbp_session_load_weights(sbp_session *session, const char *path,
                                    sbp_weights_report *report) {
  return guard(session, [&](Door &door) -> Status {
    SBP_RETURN_IF_FAILED(door.checkUsable());
    if (!path || !*path)
      return userError("the path is ", path ? "empty" : "a null pointer");
    if (report)
      SBP_RETURN_IF_FAILED(checkStructSize("report", report->struct_size,
                                           sizeof(sbp_weights_report)));
    WeightLoading loading(door);
    SBP_RETURN_IF_FAILED(loading.run(path));
    return report ? writeStruct("report", loading.report(), report) : Status();
  });
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

/// Returns the outcome of the last checkpoint, and closes the folder.
static Status closeCheckpoints(Door &door) {
  if (!door.checkpoints)
    return {};
  Status status = door.checkpoints->wait();
  door.checkpoints.reset();
  return status;
}

sbp_status sbp_session_checkpoint_open(sbp_session *session, uint32_t entry,
                                       const char *folder, uint32_t mode,
                                       int64_t *steps) {
  return guard(session, [&](Door &door) -> Status {
    SBP_RETURN_IF_FAILED(door.getEntry(entry).status());
    if (!folder || !*folder)
      return userError("the folder is ", folder ? "empty" : "a null pointer");
    if (mode > SBP_CHECKPOINT_REPLACE)
      return userError("no mode of checkpoints: ", mode);
    SBP_RETURN_IF_FAILED(closeCheckpoints(door));
    run::CheckpointOptions options;
    options.folder = folder;
    options.resume = mode == SBP_CHECKPOINT_RESUME;
    options.replace = mode == SBP_CHECKPOINT_REPLACE;
    options.steps = INT64_MAX;
    auto opened = std::make_unique<run::Checkpoints>(
        options, *door.session, door.entries[entry], door.getProcesses());
    SBP_RETURN_IF_FAILED(opened->open());
    if (steps)
      *steps = opened->getFirstStep();
    door.checkpoints = std::move(opened);
    return {};
  });
}

/// Returns a user error unless a checkpoint's folder is open.
static Status checkOpen(const Door &door) {
  SBP_RETURN_IF_FAILED(door.checkUsable());
  return door.checkpoints ? Status()
                          : userError("no folder of a checkpoint is open");
}

sbp_status sbp_session_checkpoint_save(sbp_session *session, int64_t steps) {
  return guard(session, [&](Door &door) -> Status {
    SBP_RETURN_IF_FAILED(checkOpen(door));
    if (steps < 1)
      return userError("a checkpoint has at least 1 step, not ", steps);
    SBP_RETURN_IF_FAILED(initialiseStates(door, door.states));
    return door.checkpoints->save(steps, /*isLast=*/false);
  });
}

sbp_status sbp_session_checkpoint_wait(sbp_session *session) {
  return guard(session, [&](Door &door) -> Status {
    SBP_RETURN_IF_FAILED(checkOpen(door));
    return door.checkpoints->wait();
  });
}

sbp_status sbp_session_checkpoint_close(sbp_session *session) {
  return guard(session, [&](Door &door) { return closeCheckpoints(door); });
}

sbp_status sbp_session_statistics(sbp_session *session, uint32_t entry,
                                  sbp_statistics *statistics) {
  return guard(session, [&](Door &door) -> Status {
    SBP_RETURN_IF_FAILED(door.getEntry(entry).status());
    sbp_statistics values = {};
    values.moved_bytes = door.session->getMovedBytes(door.entries[entry]);
    for (uint32_t rank : door.session->getWorld().ranks())
      values.peak_bytes =
          std::max(values.peak_bytes, door.session->getPeakBytes(rank));
    values.steps = door.steps[entry];
    return writeStruct("statistics", values, statistics);
  });
}
