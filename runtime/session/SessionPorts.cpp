// SessionPorts.cpp: reads and writes ports and states of a session
//
// A `PieceMap` copies between a global tensor and the pieces of all ranks. Maps
// of inputs and outputs are made once per entry; those of states on demand.
// With micro-batches a port has one piece per token, which `moveToToken` shifts
// along its time dimension.
#include "ElementStorage.h"
#include "Session.h"
#include <algorithm>
#include <cstring>
#include <type_traits>

using namespace sbp;
using namespace sbp::plan;

void Session::makeInputMap(uint32_t entry, uint32_t p) {
  const EntryT &e = *program.plan.entries[entry];
  const PortT &port = *e.inputs[p];
  std::vector<PieceMap::Place> places;
  for (const InputStorage *storage : memory->getInputs(entry, p))
    for (uint32_t token = 0; token < storage->tokens; ++token)
      places.push_back({storage->image, token * storage->stride,
                        moveToToken(e, port, storage->piece->box, token),
                        storage->piece->partialClass});
  entries[entry]->inputs.emplace(
      p,
      PieceMap::scatter(
          port.dtype, port.shape,
          getCombiner(*program.plan.distributions[port.distribution]), places));
}

/// Returns the host image of a rank's piece of an output in micro-batch
/// `token`, null where the rank has none.
HostImage *Session::findOutput(uint32_t entry, uint32_t p, uint32_t rank,
                               uint32_t token) const {
  const PlanT &plan = program.plan;
  const PortT &port = *plan.entries[entry]->outputs[p];
  Piece piece = getPiece(plan, port.distribution,
                         getTokenShape(*plan.entries[entry], port), rank);
  uint64_t bytes = piece.box.elements() * artifact::getByteWidth(port.dtype);
  Device &device = port.state >= 0
                       ? devices.ofStates(plan.entries[entry]->role, rank)
                       : devices.of(entry, rank);
  auto imageOf = [&](void *found) {
    return found ? &memory->getImage(
                       device, static_cast<char *>(found), bytes,
                       [&] { return memory->nameOf("output", port, rank); })
                 : nullptr;
  };
  if (port.state >= 0)
    return imageOf(memory->getState(port.state, rank));
  int32_t index = plan.bindings[rank]->entries[entry]->template_index;
  if (index < 0)
    return nullptr;
  for (const PortRegister &output : plan.templates[index]->outputs)
    if (output.port() == p) {
      uint32_t tokens =
          port.time_dim >= 0 ? plan.entries[entry]->micro_batches : 1;
      return imageOf(
          pointTo(entry, rank, output.register_(), tokens).at(token));
    }
  return nullptr;
}

void Session::makeOutputMap(uint32_t entry, uint32_t p) {
  const PlanT &plan = program.plan;
  const EntryT &e = *plan.entries[entry];
  const PortT &port = *e.outputs[p];
  uint32_t tokens = port.time_dim >= 0 ? e.micro_batches : 1;
  std::vector<PieceMap::Place> places;
  for (uint32_t rank : world.ranks()) {
    Piece piece =
        getPiece(plan, port.distribution, getTokenShape(e, port), rank);
    // Replicas are equal, so the first one of each piece is enough.
    if (!piece.present || piece.replica != 0)
      continue;
    for (uint32_t token = 0; token < tokens; ++token)
      if (HostImage *found = findOutput(entry, p, rank, token))
        places.push_back({found, 0, moveToToken(e, port, piece.box, token)});
  }
  entries[entry]->outputs.emplace(
      p, PieceMap::gather(port.dtype, port.shape,
                          getCombiner(*plan.distributions[port.distribution]),
                          places));
}

template <typename Index>
static Status checkIndices(const Program &program, const PortT &port,
                           const Shape &shape, const void *data) {
  const Index *values = static_cast<const Index *>(data);
  int64_t count = *countElements(shape);
  for (int64_t i = 0; i < count; ++i)
    if (values[i] < 0 || values[i] >= port.index_bound) {
      std::string position;
      int64_t rest = i;
      for (size_t d = shape.size(); d-- > 0; rest /= shape[d])
        position = (d ? ", " : "") + std::to_string(rest % shape[d]) + position;
      return userError(program.locate(port), "input '", port.name, "' has ",
                       int64_t(values[i]), " at [", position,
                       "], which is not an index below ", port.index_bound);
    }
  return {};
}

/// Checks the positions in an input that ops use as indices, in a tensor or
/// piece of `shape`. Kernels do not check them.
static Status checkIndices(const Program &program, const PortT &port,
                           const Shape &shape, const void *data) {
  if (port.index_bound < 0)
    return {};
  return visitStorage(port.dtype, [&]<typename T>() -> Status {
    if constexpr (std::is_integral_v<T>)
      return checkIndices<T>(program, port, shape, data);
    return {};
  });
}

Status Session::setInput(uint32_t entry, uint32_t p, const void *data) {
  SBP_RETURN_IF_FAILED(prepare(entry));
  const PortT &port = *program.plan.entries[entry]->inputs[p];
  SBP_RETURN_IF_FAILED(checkIndices(program, port, port.shape, data));
  entries[entry]->once.noteInput(p);
  return entries[entry]->inputs.at(p).scatterFrom(data);
}

std::optional<PlanBox> Session::getPortBox(uint32_t entry, const PortT &port,
                                           uint32_t rank) const {
  const EntryT &e = *program.plan.entries[entry];
  Piece piece =
      getPiece(program.plan, port.distribution, getTokenShape(e, port), rank);
  if (!piece.present)
    return std::nullopt;
  if (port.time_dim >= 0)
    piece.box.end[port.time_dim] =
        piece.box.begin[port.time_dim] +
        (piece.box.end[port.time_dim] - piece.box.begin[port.time_dim]) *
            e.micro_batches;
  return piece.box;
}

/// Copies micro-batch `number` between the dense piece of a whole step and the
/// memory of the rank.
static void movePiece(DType type, const PlanBox &whole, const PlanBox &token,
                      int32_t timeDim, uint32_t number, char *dense,
                      char *memory, bool toDense) {
  PlanBox part = whole;
  if (timeDim >= 0) {
    int64_t size = token.end[timeDim] - token.begin[timeDim];
    part.begin[timeDim] += size * number;
    part.end[timeDim] = part.begin[timeDim] + size;
  }
  if (part.elements() == 0)
    return;
  BufferBox outer = {0, whole}, inner = {0, part};
  BoxTransfer transfer(type, Combiner::sum, part, {toDense ? inner : outer},
                       {toDense ? outer : inner});
  const void *from = toDense ? memory : dense;
  void *to = toDense ? dense : memory;
  transfer.execute(transfer.whole(), &from, &to);
}

Status Session::setInputPiece(uint32_t entry, uint32_t p, uint32_t rank,
                              const void *data) {
  SBP_RETURN_IF_FAILED(prepare(entry));
  const PortT &port = *program.plan.entries[entry]->inputs[p];
  const InputStorage *storage = memory->getInput(entry, p, rank);
  if (!storage)
    return {};
  entries[entry]->once.noteInput(p);
  auto [owner, isFirst] =
      pieceOwners.insert({{entry, p, storage->piece}, rank});
  PlanBox whole = *getPortBox(entry, port, rank);
  SBP_RETURN_IF_FAILED(checkIndices(program, port, whole.shape(), data));
  const InputStorage *given = memory->getInput(entry, p, owner->second);
  // Ranks with equal pieces share their storage. The second copy is compared
  // with the first instead of silently replacing it.
  std::vector<char> previous(storage->stride * storage->tokens);
  bool isCopy = !isFirst && !previous.empty();
  if (isCopy)
    std::memcpy(previous.data(), given->image->data(), previous.size());
  for (uint32_t token = 0; token < storage->tokens; ++token)
    movePiece(port.dtype, whole, storage->piece->box, port.time_dim, token,
              static_cast<char *>(const_cast<void *>(data)),
              storage->image->data() + token * storage->stride,
              /*toDense=*/false);
  if (isCopy && std::memcmp(previous.data(), storage->image->data(),
                            previous.size()) != 0)
    return userError(program.locate(port), "input '", port.name, "': ranks ",
                     owner->second, " and ", rank,
                     " hold copies of the same piece, but their pieces differ");
  return storage->image->push();
}

Status Session::checkLast(uint32_t entry) const {
  if (lastEntry == entry)
    return {};
  const auto &all = program.plan.entries;
  return userError("entry '", all[entry]->name, "' has no results: ",
                   lastEntry ? "entry '" + all[*lastEntry]->name +
                                   "' was the last to run"
                             : "no step has run to its end");
}

Status Session::getOutputPiece(uint32_t entry, uint32_t p, uint32_t rank,
                               std::string &bytes) {
  SBP_RETURN_IF_FAILED(checkLast(entry));
  const EntryT &e = *program.plan.entries[entry];
  const PortT &port = *e.outputs[p];
  Piece piece =
      getPiece(program.plan, port.distribution, getTokenShape(e, port), rank);
  PlanBox whole = *getPortBox(entry, port, rank);
  bytes.assign(whole.elements() * artifact::getByteWidth(port.dtype), '\0');
  uint32_t tokens = port.time_dim >= 0 ? e.micro_batches : 1;
  for (uint32_t token = 0; token < tokens; ++token)
    if (HostImage *image = findOutput(entry, p, rank, token)) {
      SBP_RETURN_IF_FAILED(image->pull());
      movePiece(port.dtype, whole, piece.box, port.time_dim, token,
                bytes.data(), image->data(), /*toDense=*/true);
    }
  return {};
}

Status Session::getOutput(uint32_t entry, uint32_t p, void *data) {
  SBP_RETURN_IF_FAILED(checkLast(entry));
  return entries[entry]->outputs.at(p).gatherTo(data);
}

std::optional<PieceMap::Place> Session::findStatePiece(uint32_t index,
                                                       uint32_t rank) const {
  const StateT &state = *program.plan.states[index];
  Piece piece = getPiece(program.plan, state.distribution, state.shape, rank);
  if (!piece.present)
    return std::nullopt;
  uint64_t bytes = piece.box.elements() * artifact::getByteWidth(state.dtype);
  return PieceMap::Place{
      &memory->getImage(devices.ofStates(state.role, rank),
                        memory->getState(index, rank), bytes,
                        [&] { return memory->nameOf(state, rank); }),
      0, piece.box, piece.partialClass};
}

/// Returns the pieces of a state on the ranks of this process; with `readOnce`
/// only the first replica of each.
std::vector<PieceMap::Place> Session::findState(uint32_t index,
                                                bool readOnce) const {
  const StateT &state = *program.plan.states[index];
  std::vector<PieceMap::Place> places;
  for (uint32_t rank : world.ranks()) {
    Piece piece = getPiece(program.plan, state.distribution, state.shape, rank);
    if (!readOnce || piece.replica == 0)
      if (auto place = findStatePiece(index, rank))
        places.push_back(*place);
  }
  return places;
}

void Session::setInitialised(uint32_t index) {
  stateReady[index] = true;
  for (auto &[number, entry] : entries)
    entry->once.noteState(index);
}

Status Session::setState(uint32_t index, const void *data) {
  const StateT &state = *program.plan.states[index];
  setInitialised(index);
  return PieceMap::scatter(
             state.dtype, state.shape,
             getCombiner(*program.plan.distributions[state.distribution]),
             findState(index, /*readOnce=*/false))
      .scatterFrom(data);
}

Status Session::initialiseState(uint32_t index) {
  const StateT &state = *program.plan.states[index];
  if (state.initial < 0)
    return userError(
        "state '", state.name,
        "' has no first value: give it in --weights or as sbp.init");
  const ConstantT &constant = *program.plan.constants[state.initial];
  const char *data =
      static_cast<const char *>(view.constants.data) + constant.offset;
  if (constant.shape == state.shape)
    return setState(index, data);
  // The artifact stores a splat as one element.
  size_t width = artifact::getByteWidth(state.dtype);
  std::vector<char> splat(*countElements(state.shape) * width);
  for (size_t at = 0; at < splat.size(); at += width)
    std::memcpy(splat.data() + at, data, width);
  return setState(index, splat.data());
}

Status Session::getState(uint32_t index, void *data) {
  const StateT &state = *program.plan.states[index];
  return PieceMap::gather(
             state.dtype, state.shape,
             getCombiner(*program.plan.distributions[state.distribution]),
             findState(index, /*readOnce=*/true))
      .gatherTo(data);
}
