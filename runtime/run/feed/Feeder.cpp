// Feeder.cpp: sets inputs and states from flags, weights and shards
//
// An input takes the first of: --input, the shards of its ranks, a tensor of
// its name in --weights. A state takes its value from --weights, else from
// sbp.init, and only where no earlier entry set it.
#include "Feeder.h"
#include "Errno.h"
#include <algorithm>
#include <cerrno>
#include <unistd.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

Status Feeder::open() {
  if (!options.inputShards.empty() &&
      access((options.inputShards + "/.").c_str(), R_OK | X_OK) != 0)
    return userError("--input-shards: cannot read folder ", options.inputShards,
                     ": ", describeError(errno));
  return weights.open(options.weights);
}

static std::string listNames(const std::vector<std::unique_ptr<PortT>> &ports) {
  std::string text;
  for (const auto &port : ports)
    if (!port->boundary)
      text += (text.empty() ? "" : ", ") + port->name;
  return text.empty() ? "none" : text;
}

Status Feeder::checkNames(uint32_t index) const {
  const EntryT &e = *session.getPlan().entries[index];
  for (const NamedValue &input : options.inputs) {
    auto found =
        std::find_if(e.inputs.begin(), e.inputs.end(),
                     [&](auto &port) { return port->name == input.name; });
    if (found == e.inputs.end())
      return userError("--input ", input.name, ": entry '", e.name,
                       "' has no such input; it has: ", listNames(e.inputs));
    if ((*found)->state >= 0)
      return userError("--input ", input.name,
                       ": is a state; give its first value in --weights");
  }
  return {};
}

/// Checks that shape and dtype are those of the port, or that the tensor has
/// one more leading dimension of --steps slices, of which each step gets one.
Status Feeder::checkTensor(const PortT &port, const std::string &source,
                           Feed &feed) {
  const Tensor &tensor = feed.tensor;
  std::string where = session.getProgram().locate(port);
  std::string expected = toString(port.shape, port.dtype);
  std::string found = toString(tensor.shape, tensor.dtype);
  if (tensor.dtype == port.dtype && tensor.shape == port.shape)
    return {};
  bool leading = tensor.shape.size() == port.shape.size() + 1 &&
                 std::equal(port.shape.begin(), port.shape.end(),
                            tensor.shape.begin() + 1) &&
                 tensor.dtype == port.dtype;
  if (leading && !options.steps)
    return userError(
        where, source, ": input '", port.name, "' is ", expected, " but got ",
        found, "; to feed one slice a step, give --steps=", tensor.shape[0]);
  if (leading && tensor.shape[0] != *options.steps)
    return userError(where, source, ": input '", port.name, "' has ",
                     tensor.shape[0], " slices but --steps=", *options.steps);
  if (!leading)
    return userError(where, source, ": input '", port.name, "' is ", expected,
                     " but got ", found);
  feed.sliced = true;
  return {};
}

Result<bool> Feeder::resolveShards(uint32_t index, uint32_t p) {
  const PlanT &plan = session.getPlan();
  const PortT &port = *plan.entries[index]->inputs[p];
  if (options.inputShards.empty() || port.name.find('/') != port.name.npos)
    return false;
  auto pathOf = [&](uint32_t rank) {
    return textOf(options.inputShards, "/", port.name, ".rank", rank, ".npy");
  };
  // One file decides that the input is sharded; then each piece must be there.
  uint32_t rank = 0;
  while (rank < plan.ranks && access(pathOf(rank).c_str(), F_OK) != 0)
    ++rank;
  if (rank == plan.ranks)
    return false;
  session.beginInputPieces();
  for (rank = 0; rank < plan.ranks; ++rank) {
    std::optional<PlanBox> box = session.getPortBox(index, port, rank);
    if (!box)
      continue;
    Tensor tensor;
    SBP_RETURN_IF_FAILED(readNpy(pathOf(rank), port.dtype, tensor));
    if (tensor.dtype != port.dtype || tensor.shape != box->shape())
      return userError(session.getProgram().locate(port), pathOf(rank),
                       ": piece of '", port.name, "' on rank ", rank, " is ",
                       toString(box->shape(), port.dtype), " but got ",
                       toString(tensor.shape, tensor.dtype));
    SBP_RETURN_IF_FAILED(session.setInputPiece(index, p, rank, tensor.data));
  }
  return true;
}

Result<bool> Feeder::resolvePort(uint32_t index, uint32_t p, Feed &feed) {
  const PortT &port = *session.getPlan().entries[index]->inputs[p];
  feed.port = p;
  SBP_ASSIGN_OR_RETURN(bool inWeights,
                       weights.find(port.name, port.dtype, feed.tensor));
  for (const NamedValue &input : options.inputs) {
    if (input.name != port.name)
      continue;
    if (inWeights && options.onNote)
      options.onNote(
          textOf("'", port.name, "' is taken from --input, not --weights"));
    std::string source = "--input " + input.name;
    if (input.value.starts_with("@")) {
      source = input.value.substr(1);
      SBP_RETURN_IF_FAILED(readNpy(source, port.dtype, feed.tensor));
    } else if (Status status = parseLiteral(input.value, feed.tensor);
               status.failed()) {
      return userError(source, ": ", status.message());
    }
    SBP_RETURN_IF_FAILED(checkTensor(port, source, feed));
    return true;
  }
  if (!inWeights)
    return false;
  if (feed.tensor.dtype != port.dtype || feed.tensor.shape != port.shape)
    return userError(session.getProgram().locate(port), options.weights, ": '",
                     port.name, "' is ", toString(port.shape, port.dtype),
                     " but the file has ",
                     toString(feed.tensor.shape, feed.tensor.dtype));
  return true;
}

/// Lets registers use tensors of the mapped weights file in place where a rank
/// holds them contiguously. Saves a copy of the weights in memory. i1 is left
/// out, since its bytes must be checked.
void Feeder::borrowWeights(uint32_t index) {
  const EntryT &e = *session.getPlan().entries[index];
  for (uint32_t p = 0; p < e.inputs.size(); ++p) {
    const PortT &port = *e.inputs[p];
    if (port.state >= 0 || ElementType::of(port.dtype).isBoolean())
      continue;
    Tensor tensor;
    if (weights.findAsStored(port, tensor))
      session.borrowInput(index, p, const_cast<char *>(tensor.data),
                          tensor.owner);
  }
}

/// Sets the first value of a state, unless an earlier entry did.
Status Feeder::resolveState(uint32_t index, const std::string &where) {
  const StateT &state = *session.getPlan().states[index];
  bool reference = state.role != EntryRole::model;
  Tensor tensor;
  SBP_ASSIGN_OR_RETURN(bool found,
                       weights.find(state.name, state.dtype, tensor));
  if (session.isInitialised(index))
    return {};
  if (!found)
    return session.initialiseState(index);
  if (!reference &&
      (tensor.dtype != state.dtype || tensor.shape != state.shape))
    return userError(where, options.weights, ": state '", state.name, "' is ",
                     toString(state.shape, state.dtype), " but the file has ",
                     toString(tensor.shape, tensor.dtype));
  SBP_RETURN_IF_FAILED(session.setState(index, tensor.data));
  // The state has its own copy now, so the file's pages need no memory.
  weights.letGo(state.name);
  return {};
}

Status Feeder::begin(uint32_t index) {
  const EntryT &e = *session.getPlan().entries[index];
  entry = index;
  SBP_RETURN_IF_FAILED(checkNames(index));
  borrowWeights(index);
  SBP_RETURN_IF_FAILED(session.prepare(index));
  for (uint32_t p = 0; p < e.inputs.size(); ++p) {
    const PortT &port = *e.inputs[p];
    if (port.state >= 0) {
      SBP_RETURN_IF_FAILED(
          resolveState(port.state, session.getProgram().locate(port)));
      continue;
    }
    Feed feed;
    SBP_ASSIGN_OR_RETURN(bool given, resolvePort(index, p, feed));
    bool fromFlag =
        std::any_of(options.inputs.begin(), options.inputs.end(),
                    [&](auto &input) { return input.name == port.name; });
    if (!fromFlag) {
      SBP_ASSIGN_OR_RETURN(bool sharded, resolveShards(index, p));
      if (sharded)
        continue;
    }
    if (!given)
      return userError(session.getProgram().locate(port), "input '", port.name,
                       "' of ", toString(port.shape, port.dtype),
                       " has no value: give --input ", port.name,
                       "=@FILE.npy or a tensor of that name in --weights");
    if (!feed.sliced)
      SBP_RETURN_IF_FAILED(session.setInput(index, p, feed.tensor.data));
    if (weights.isOpen() && !fromFlag && !session.usesBorrowed(index, p))
      weights.letGo(port.name);
    feeds.push_back(std::move(feed));
  }
  SBP_RETURN_IF_FAILED(resolveOtherStates());
  noteWeights();
  return {};
}

/// A saved file holds all states, those of other entries as they were given.
Status Feeder::resolveOtherStates() {
  const auto &states = session.getPlan().states;
  for (uint32_t s = 0; s < states.size() && options.setsAllStates; ++s)
    if (states[s]->role == EntryRole::model)
      SBP_RETURN_IF_FAILED(resolveState(s, ""));
  return {};
}

void Feeder::noteWeights() const {
  if (!options.onNote)
    return;
  if (size_t unused = weights.countUnused())
    options.onNote(
        textOf(unused, " tensors of ", options.weights, " are not used"));
  if (size_t widened = weights.countWidened())
    options.onNote(textOf(widened, " tensors of ", options.weights,
                          " are narrower than the model and were widened, "
                          "which is exact"));
}

Status Feeder::beginAgain(uint32_t index) {
  entry = index;
  SBP_RETURN_IF_FAILED(session.prepare(index));
  for (const Feed &feed : feeds)
    if (!feed.sliced)
      SBP_RETURN_IF_FAILED(
          session.setInput(index, feed.port, feed.tensor.data));
  return {};
}

Status Feeder::setSlice(const Feed &feed, int64_t step) {
  uint64_t bytes = feed.tensor.bytes() / feed.tensor.shape[0];
  return session.setInput(entry, feed.port, feed.tensor.data + bytes * step);
}

Status Feeder::beginStep(int64_t step) {
  for (const Feed &feed : feeds)
    if (feed.sliced && step < feed.tensor.shape[0])
      SBP_RETURN_IF_FAILED(setSlice(feed, step));
  return {};
}

Status Feeder::beginReference(uint32_t index, const char *purpose) {
  const EntryT &e = *session.getPlan().entries[index];
  if (!options.inputShards.empty())
    return userError(purpose, " needs global inputs: give --input, not "
                              "--input-shards");
  entry = index;
  borrowWeights(index);
  SBP_RETURN_IF_FAILED(session.prepare(index));
  for (const auto &port : e.inputs)
    if (port->state >= 0)
      SBP_RETURN_IF_FAILED(
          resolveState(port->state, session.getProgram().locate(*port)));
  for (Feed &feed : feeds) {
    DType dtype = e.inputs[feed.port]->dtype;
    if (dtype == DType::f64 || dtype == DType::f32)
      feed.tensor = convertFloats(feed.tensor, dtype);
    if (!feed.sliced)
      SBP_RETURN_IF_FAILED(
          session.setInput(index, feed.port, feed.tensor.data));
  }
  return {};
}
