// Tensors.cpp: ports and states of sbp_runtime.h by index, whole and in pieces
#include "Handle.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::door;

/// Describes a port or a state.
static sbp_tensor_info describe(const PlanT &plan, const std::string &name,
                                DType type, const Shape &shape,
                                uint32_t distribution, int32_t state) {
  const DistributionT &found = *plan.distributions[distribution];
  sbp_tensor_info info = {};
  info.name = name.c_str();
  info.dtype = ElementType::of(type).code;
  info.rank = shape.size();
  info.shape = shape.data();
  info.bytes = *countElements(shape) * artifact::getByteWidth(type);
  info.state = state;
  info.distribution = found.text.c_str();
  info.placement = plan.placements[found.placement]->name.c_str();
  return info;
}

/// Returns the number of a state of the plan among the model's; -1 for none.
static int32_t countState(const Door &door, int32_t state) {
  for (uint32_t index = 0; index < door.states.size(); ++index)
    if (int32_t(door.states[index]) == state)
      return index;
  return -1;
}

/// Returns an input or a result; a user error where there is none.
static Result<const PortT *> getPort(const Door &door, uint32_t entry,
                                     uint32_t index, bool isInput) {
  SBP_ASSIGN_OR_RETURN(uint32_t p, door.findPort(entry, index, isInput));
  const EntryT &found = *door.findEntry(entry);
  return isInput ? found.inputs[p].get() : found.outputs[p].get();
}

static Status fillInfo(const Door &door, uint32_t entry, uint32_t index,
                       bool isInput, sbp_tensor_info *info) {
  SBP_ASSIGN_OR_RETURN(const PortT *port, getPort(door, entry, index, isInput));
  return writeStruct("info",
                     describe(door.session->getPlan(), port->name, port->dtype,
                              port->shape, port->distribution,
                              countState(door, port->state)),
                     info);
}

sbp_status sbp_session_input_info(sbp_session *session, uint32_t entry,
                                  uint32_t index, sbp_tensor_info *info) {
  return guard(session, [&](Door &door) {
    return fillInfo(door, entry, index, /*isInput=*/true, info);
  });
}

sbp_status sbp_session_output_info(sbp_session *session, uint32_t entry,
                                   uint32_t index, sbp_tensor_info *info) {
  return guard(session, [&](Door &door) {
    return fillInfo(door, entry, index, /*isInput=*/false, info);
  });
}

uint32_t sbp_session_state_count(const sbp_session *session) {
  std::shared_ptr<Door> door = findDoor(session);
  return door ? door->states.size() : 0;
}

sbp_status sbp_session_state_info(sbp_session *session, uint32_t index,
                                  sbp_tensor_info *info) {
  return guard(session, [&](Door &door) -> Status {
    SBP_ASSIGN_OR_RETURN(uint32_t s, door.findState(index));
    const PlanT &plan = door.session->getPlan();
    const StateT &state = *plan.states[s];
    return writeStruct("info",
                       describe(plan, state.name, state.dtype, state.shape,
                                state.distribution, index),
                       info);
  });
}

//===----------------------------------------------------------------------===//
// Whole tensors
//===----------------------------------------------------------------------===//

/// Returns the index of an input that can be fed.
static Result<uint32_t> findInput(const Door &door, uint32_t entry,
                                  uint32_t index) {
  SBP_ASSIGN_OR_RETURN(const EntryT *found, door.getEntry(entry));
  SBP_ASSIGN_OR_RETURN(uint32_t p,
                       door.findPort(entry, index, /*isInput=*/true));
  if (found->inputs[p]->state >= 0)
    return userError("input ", index, " of entry ", entry, " is the state '",
                     found->inputs[p]->name, "': set the state");
  return p;
}

/// Returns the index of an input that can be fed with `bytes` bytes.
static Result<uint32_t> findInput(const Door &door, uint32_t entry,
                                  uint32_t index, const void *data,
                                  size_t bytes) {
  SBP_ASSIGN_OR_RETURN(uint32_t p, findInput(door, entry, index));
  const PortT &port = *door.findEntry(entry)->inputs[p];
  SBP_RETURN_IF_FAILED(
      checkBuffer(port.name, port.dtype, port.shape, data, bytes));
  return p;
}

sbp_status sbp_session_set_input_at(sbp_session *session, uint32_t entry,
                                    uint32_t index, const void *data,
                                    size_t bytes) {
  return guard(session, [&](Door &door) -> Status {
    SBP_ASSIGN_OR_RETURN(uint32_t p,
                         findInput(door, entry, index, data, bytes));
    return door.setInput(entry, p, data);
  });
}

sbp_status sbp_session_lend_input(sbp_session *session, uint32_t entry,
                                  uint32_t index, const void *data,
                                  size_t bytes, sbp_release release,
                                  void *user) {
  // Released with its last owner: the input, or this call where that fails.
  static const char empty = 0;
  std::shared_ptr<const void> lent(data ? data : &empty,
                                   [release, user](const void *) {
                                     if (release)
                                       release(user);
                                   });
  return guard(session, [&](Door &door) -> Status {
    SBP_ASSIGN_OR_RETURN(uint32_t p,
                         findInput(door, entry, index, data, bytes));
    const void *address = lent.get();
    door.inputs[entry][p] = {true, address, false, std::move(lent), {}};
    return {};
  });
}

sbp_status sbp_session_get_output_at(sbp_session *session, uint32_t entry,
                                     uint32_t index, void *data, size_t bytes) {
  return guard(session, [&](Door &door) -> Status {
    SBP_ASSIGN_OR_RETURN(const EntryT *found, door.getEntry(entry));
    SBP_ASSIGN_OR_RETURN(uint32_t p,
                         door.findPort(entry, index, /*isInput=*/false));
    const PortT &port = *found->outputs[p];
    SBP_RETURN_IF_FAILED(
        checkBuffer(port.name, port.dtype, port.shape, data, bytes));
    return port.state >= 0
               ? door.session->getState(port.state, data)
               : door.session->getOutput(door.entries[entry], p, data);
  });
}

/// Returns the index in the plan of a state of a usable session, whose size is
/// `bytes`.
static Result<uint32_t> findState(const Door &door, uint32_t index,
                                  const void *data, size_t bytes) {
  SBP_RETURN_IF_FAILED(door.checkUsable());
  SBP_ASSIGN_OR_RETURN(uint32_t s, door.findState(index));
  const StateT &state = *door.session->getPlan().states[s];
  SBP_RETURN_IF_FAILED(
      checkBuffer(state.name, state.dtype, state.shape, data, bytes));
  return s;
}

sbp_status sbp_session_set_state_at(sbp_session *session, uint32_t index,
                                    const void *data, size_t bytes) {
  return guard(session, [&](Door &door) -> Status {
    SBP_ASSIGN_OR_RETURN(uint32_t s, findState(door, index, data, bytes));
    return door.session->setState(s, data);
  });
}

sbp_status sbp_session_get_state_at(sbp_session *session, uint32_t index,
                                    void *data, size_t bytes) {
  return guard(session, [&](Door &door) -> Status {
    SBP_ASSIGN_OR_RETURN(uint32_t s, findState(door, index, data, bytes));
    return door.session->getState(s, data);
  });
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

/// Returns the box of a port on a rank; a user error where there is none.
static Result<PlanBox> findBox(const Door &door, uint32_t entry,
                               const PortT &port, uint32_t rank) {
  uint32_t ranks = door.session->getPlan().ranks;
  if (rank >= ranks)
    return userError("no rank ", rank, "; there are ", ranks);
  std::optional<PlanBox> box =
      door.session->getPortBox(door.entries[entry], port, rank);
  if (!box)
    return userError("rank ", rank, " holds no piece of '", port.name, "'");
  return *std::move(box);
}

static Status fillBox(const Door &door, uint32_t entry, uint32_t index,
                      bool isInput, uint32_t rank, int64_t *begin,
                      int64_t *end) {
  SBP_ASSIGN_OR_RETURN(const PortT *port, getPort(door, entry, index, isInput));
  SBP_ASSIGN_OR_RETURN(PlanBox box, findBox(door, entry, *port, rank));
  if ((!begin || !end) && !box.begin.empty())
    return userError("the bounds of the box are a null pointer");
  std::copy(box.begin.begin(), box.begin.end(), begin);
  std::copy(box.end.begin(), box.end.end(), end);
  return {};
}

sbp_status sbp_session_input_box(sbp_session *session, uint32_t entry,
                                 uint32_t index, uint32_t rank, int64_t *begin,
                                 int64_t *end) {
  return guard(session, [&](Door &door) {
    return fillBox(door, entry, index, /*isInput=*/true, rank, begin, end);
  });
}

sbp_status sbp_session_output_box(sbp_session *session, uint32_t entry,
                                  uint32_t index, uint32_t rank, int64_t *begin,
                                  int64_t *end) {
  return guard(session, [&](Door &door) {
    return fillBox(door, entry, index, /*isInput=*/false, rank, begin, end);
  });
}

/// Returns true where every rank with a piece of an input was given one.
static bool hasAllPieces(const Door &door, uint32_t entry, const PortT &port,
                         const std::set<uint32_t> &given) {
  for (uint32_t rank = 0; rank < door.session->getPlan().ranks; ++rank)
    if (door.session->getPortBox(door.entries[entry], port, rank) &&
        !given.count(rank))
      return false;
  return true;
}

sbp_status sbp_session_set_input_piece(sbp_session *session, uint32_t entry,
                                       uint32_t index, uint32_t rank,
                                       const void *data, size_t bytes) {
  return guard(session, [&](Door &door) -> Status {
    SBP_ASSIGN_OR_RETURN(uint32_t p, findInput(door, entry, index));
    const PortT &port = *door.findEntry(entry)->inputs[p];
    SBP_ASSIGN_OR_RETURN(PlanBox box, findBox(door, entry, port, rank));
    SBP_RETURN_IF_FAILED(
        checkBuffer(port.name, port.dtype, box.shape(), data, bytes));
    InputValue &value = door.inputs[entry][p];
    bool isNewRound = value.pieces.empty() || value.pieces.count(rank);
    if (isNewRound)
      door.session->beginInputPieces();
    SBP_RETURN_IF_FAILED(
        door.session->setInputPiece(door.entries[entry], p, rank, data));
    std::set<uint32_t> given =
        isNewRound ? std::set<uint32_t>() : std::move(value.pieces);
    given.insert(rank);
    bool isFed = hasAllPieces(door, entry, port, given);
    value = {isFed, nullptr, false, nullptr, std::move(given)};
    return {};
  });
}

sbp_status sbp_session_get_output_piece(sbp_session *session, uint32_t entry,
                                        uint32_t index, uint32_t rank,
                                        void *data, size_t bytes) {
  return guard(session, [&](Door &door) -> Status {
    SBP_ASSIGN_OR_RETURN(const EntryT *found, door.getEntry(entry));
    SBP_ASSIGN_OR_RETURN(uint32_t p,
                         door.findPort(entry, index, /*isInput=*/false));
    const PortT &port = *found->outputs[p];
    SBP_ASSIGN_OR_RETURN(PlanBox box, findBox(door, entry, port, rank));
    SBP_RETURN_IF_FAILED(
        checkBuffer(port.name, port.dtype, box.shape(), data, bytes));
    std::string piece;
    SBP_RETURN_IF_FAILED(
        door.session->getOutputPiece(door.entries[entry], p, rank, piece));
    std::copy(piece.begin(), piece.end(), static_cast<char *>(data));
    return {};
  });
}
