// Memory.cpp: allocates the buffers of the ranks of this process
//
// Ranks on one device share every input and constant piece that is equal, so
// eight host ranks that hold a broadcast weight hold it once. Arenas and states
// belong to one rank each. Inputs may lie in memory of the caller (a mapped
// file) if a piece is contiguous there.
#include "Memory.h"
#include "BoxTransfer.h"
#include "Layout.h"
#include <algorithm>
#include <set>

using namespace sbp;
using namespace sbp::plan;

static constexpr uint64_t kRegisterAlignment = 256;
/// Smaller pieces are copied: the copy is cheap, and aligned to cache lines.
static constexpr uint64_t kLeastBorrowedBytes = 1 << 20;

HostImage::HostImage(Device &device, char *memory, uint64_t bytes,
                     std::string name, const bool &hasRun)
    : device(device), memory(memory), isShared(device.sharesHostMemory()),
      copy(isShared ? 0 : bytes), name(std::move(name)), hasRun(hasRun) {}

Status HostImage::describe(Status status) const {
  return status.failed() ? Status(hasRun ? ExitCode::RankLost : status.code(),
                                  textOf(name, ": ", status.message()))
                         : status;
}

HostImage &Memory::getImage(Device &device, char *memory, uint64_t bytes,
                            const std::function<std::string()> &name) {
  std::tuple key{&device, memory, bytes};
  auto found = images.find(key);
  if (found == images.end())
    found = images
                .try_emplace(key, device, memory, bytes,
                             device.sharesHostMemory() ? "" : name(), hasRun)
                .first;
  return found->second;
}

std::string Memory::nameOf(const char *kind, const PortT &port,
                           uint32_t rank) const {
  return textOf(program.locate(port), "rank ", rank, ", ", kind, " '",
                port.name, "'");
}

std::string Memory::nameOf(const StateT &state, uint32_t rank) const {
  return textOf("rank ", rank, ", state '", state.name, "'");
}

Memory::BoxKey Memory::keyOf(const PlanBox &box, int64_t extra) {
  BoxKey key = box.begin;
  key.insert(key.end(), box.end.begin(), box.end.end());
  key.push_back(extra);
  return key;
}

static uint64_t byteSize(const PlanBox &box, DType type) {
  return box.elements() * artifact::getByteWidth(type);
}

/// Returns the distinct pieces of a distribution and the piece of each rank.
/// Replicas share a piece; terms of a partial value do not.
const PieceTable &Memory::getPieces(uint32_t distribution, const Shape &shape) {
  auto [found, isNew] = pieceTables.try_emplace({distribution, shape});
  PieceTable &table = found->second;
  if (!isNew)
    return table;
  std::map<BoxKey, int32_t> numbers;
  for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
    Piece piece = getPiece(plan, distribution, shape, rank);
    table.ofRank.push_back(-1);
    if (!piece.present)
      continue;
    auto [number, isFirst] = numbers.try_emplace(
        keyOf(piece.box, piece.partialClass), table.pieces.size());
    if (isFirst)
      table.pieces.push_back(std::move(piece));
    table.ofRank.back() = number->second;
  }
  return table;
}

/// An error states the total memory that is needed, not this part alone.
Result<void *> Memory::allocateOn(Device &device, uint64_t bytes) {
  Result<void *> memory = device.allocate(bytes);
  if (!memory.failed())
    return memory;
  const Status &status = memory.status();
  return Status(status.code(), textOf(status.message(),
                                      "; arenas, states, inputs and "
                                      "constants of the artifact take ",
                                      countNeeded(device), " there"));
}

/// Returns the bytes of all entries; memory that ranks share counts once.
uint64_t Memory::countNeeded(const Device &device) {
  uint64_t needed = 0;
  std::set<BoxKey> seen;
  for (uint32_t rank : world.ranks()) {
    uint64_t arena = 0;
    for (uint32_t e = 0; e < plan.entries.size(); ++e) {
      int32_t index = plan.bindings[rank]->entries[e]->template_index;
      if (index < 0 || &devices.of(e, rank) != &device)
        continue;
      arena = std::max(arena, plan.templates[index]->arena_bytes);
      needed += plan.templates[index]->persistent_bytes;
      for (const auto &reg : plan.templates[index]->registers) {
        bool isInput = reg->space == Space::input;
        if (reg->alias_of >= 0 || (!isInput && reg->space != Space::constant))
          continue;
        PlanBox box =
            getRegisterBox(*reg, plan.bindings[rank]->entries[e]->parameters);
        BoxKey key = keyOf(box, isInput ? e : -1);
        key.push_back(reg->index);
        if (isInput)
          key.push_back(
              getPiece(plan, plan.entries[e]->inputs[reg->index]->distribution,
                       reg->global_shape, rank)
                  .partialClass);
        if (seen.insert(std::move(key)).second)
          needed +=
              artifact::alignUp(reg->bytes, kRegisterAlignment) * reg->copies;
      }
    }
    needed += arena;
    for (const auto &state : plan.states)
      if (Piece piece = getPiece(plan, state->distribution, state->shape, rank);
          piece.present && &devices.ofStates(state->role, rank) == &device)
        needed += byteSize(piece.box, state->dtype);
  }
  return needed;
}

/// Writes zeros to what the tasks of a graph accumulate. A kernel ignores the
/// old value in micro-batch 0, but it may read it.
static Status clearAccumulators(const TemplateT &graph, Device &device,
                                char *arena) {
  for (const auto &task : graph.tasks)
    for (uint32_t output : task->outputs) {
      const RegisterT &reg = *graph.registers[output];
      if (reg.space != Space::arena || reg.tokens == task->firings)
        continue;
      std::vector<char> zeros(reg.bytes);
      SBP_RETURN_IF_FAILED(
          device.write(arena + reg.offset, zeros.data(), zeros.size()));
    }
  return {};
}

/// Allocates one arena per rank and device, large enough for each entry: only
/// one entry runs at a time.
Status Memory::allocateArenas(uint32_t rank) {
  std::map<Device *, uint64_t> sizes;
  for (uint32_t e = 0; e < plan.entries.size(); ++e) {
    int32_t index = plan.bindings[rank]->entries[e]->template_index;
    if (index < 0)
      continue;
    uint64_t &size = sizes[&devices.of(e, rank)];
    size = std::max(size, plan.templates[index]->arena_bytes);
  }
  for (auto [device, bytes] : sizes) {
    SBP_ASSIGN_OR_RETURN(void *memory, allocateOn(*device, bytes));
    arenas[rank][device] = static_cast<char *>(memory);
    arenaBytes[rank] = std::max(arenaBytes[rank], bytes);
  }
  for (uint32_t e = 0; e < plan.entries.size(); ++e) {
    int32_t index = plan.bindings[rank]->entries[e]->template_index;
    if (index < 0)
      continue;
    Device &device = devices.of(e, rank);
    SBP_RETURN_IF_FAILED(clearAccumulators(*plan.templates[index], device,
                                           arenas[rank].at(&device)));
  }
  return {};
}

Status Memory::allocateStates(uint32_t index) {
  const StateT &state = *plan.states[index];
  const PieceTable &table = getPieces(state.distribution, state.shape);
  states.emplace_back(plan.ranks);
  for (uint32_t rank : world.ranks()) {
    if (table.ofRank[rank] < 0)
      continue;
    uint64_t bytes =
        byteSize(table.pieces[table.ofRank[rank]].box, state.dtype);
    SBP_ASSIGN_OR_RETURN(void *memory,
                         allocateOn(devices.ofStates(state.role, rank), bytes));
    states[index][rank] = static_cast<char *>(memory);
    residentBytes[rank] += state.role == EntryRole::model ? bytes : 0;
  }
  return {};
}

Status Memory::allocate() {
  arenas.resize(plan.ranks);
  arenaBytes.resize(plan.ranks);
  residentBytes.resize(plan.ranks);
  for (uint32_t rank : world.ranks())
    SBP_RETURN_IF_FAILED(allocateArenas(rank));
  for (uint32_t s = 0; s < plan.states.size(); ++s)
    SBP_RETURN_IF_FAILED(allocateStates(s));
  return {};
}

void Memory::borrowInput(uint32_t entry, uint32_t port, char *data,
                         std::shared_ptr<const void> owner) {
  borrowed[{entry, port}] = {data, std::move(owner)};
}

/// Returns true if the box is one interval of the row-major tensor: all
/// dimensions after the first one that is longer than 1 are complete.
static bool isContiguous(const PlanBox &box, const Shape &shape) {
  size_t d = 0;
  while (d < shape.size() && box.end[d] - box.begin[d] == 1)
    ++d;
  for (++d; d < shape.size(); ++d)
    if (box.begin[d] != 0 || box.end[d] != shape[d])
      return false;
  return true;
}

/// Returns the address of a piece in a borrowed value, null if unusable there.
char *Memory::findBorrowed(uint32_t entry, uint32_t p,
                           const Piece &piece) const {
  auto found = borrowed.find({entry, p});
  const PortT &port = *plan.entries[entry]->inputs[p];
  if (found == borrowed.end() || port.time_dim >= 0 ||
      piece.partialClass != 0 ||
      byteSize(piece.box, port.dtype) < kLeastBorrowedBytes ||
      !isContiguous(piece.box, port.shape))
    return nullptr;
  std::vector<int64_t> strides = getStrides(port.shape);
  int64_t first = 0;
  for (size_t d = 0; d < strides.size(); ++d)
    first += piece.box.begin[d] * strides[d];
  // Kernels require aligned inputs.
  uint64_t width = artifact::getByteWidth(port.dtype);
  char *data = found->second.data + first * width;
  return reinterpret_cast<uintptr_t>(data) % width ? nullptr : data;
}

bool Memory::usesBorrowed(uint32_t entry, uint32_t p) const {
  for (const InputStorage *storage : getInputs(entry, p))
    if (storage->base &&
        storage->base == findBorrowed(entry, p, *storage->piece))
      return true;
  return false;
}

Status Memory::allocateInput(uint32_t entry, uint32_t p, uint32_t rank) {
  const PortT &port = *plan.entries[entry]->inputs[p];
  // With micro-batches a rank holds one piece per micro-batch of the step.
  uint32_t tokens = port.time_dim >= 0 ? plan.entries[entry]->micro_batches : 1;
  Input &input = inputs[entry][p];
  if (!input.table) {
    Shape shape = port.shape;
    if (port.time_dim >= 0)
      shape[port.time_dim] /= tokens;
    input.table = &getPieces(port.distribution, shape);
    input.ofRank.resize(plan.ranks);
  }
  Device &device = devices.of(entry, rank);
  int32_t number = input.table->ofRank[rank];
  InputStorage &storage = input.storages[{number, &device}];
  const Piece &piece = input.table->pieces[number];
  uint64_t bytes = byteSize(piece.box, port.dtype);
  if (!storage.base) {
    storage.piece = &piece;
    storage.tokens = tokens;
    storage.stride = artifact::alignUp(bytes, kRegisterAlignment);
    char *there =
        device.sharesHostMemory() ? findBorrowed(entry, p, piece) : nullptr;
    SBP_ASSIGN_OR_RETURN(void *memory,
                         there ? device.share(there, bytes)
                               : allocateOn(device, storage.stride * tokens));
    storage.base = static_cast<char *>(memory);
    storage.image =
        &getImage(device, storage.base, there ? bytes : storage.stride * tokens,
                  [&] { return nameOf("input", port, rank); });
  }
  input.ofRank[rank] = &storage;
  residentBytes[rank] += bytes * tokens;
  return {};
}

/// Shares a whole constant with the device, in place where it can read the
/// artifact's memory; copies a piece of one.
Status Memory::allocateConstant(Device &device, uint32_t index,
                                const PlanBox &box) {
  char *&piece = constantPieces[{&device, index, keyOf(box, 0)}];
  if (piece)
    return {};
  const ConstantT &constant = *plan.constants[index];
  const char *data =
      static_cast<const char *>(constants.data) + constant.offset;
  void *memory;
  if (box == wholeBox(constant.shape) && constant.bytes > 0) {
    SBP_ASSIGN_OR_RETURN(memory, device.share(data, constant.bytes));
    piece = static_cast<char *>(memory);
    return {};
  }
  uint64_t bytes = byteSize(box, constant.dtype);
  SBP_ASSIGN_OR_RETURN(memory, allocateOn(device, bytes));
  piece = static_cast<char *>(memory);
  if (bytes == 0)
    return {};
  HostImage image(device, piece, bytes, textOf("constant ", index),
                  hasRun); // gone once it is pushed
  BoxTransfer transfer(constant.dtype, Combiner::sum, box,
                       {{0, wholeBox(constant.shape)}}, {{0, box}});
  const void *from = data;
  void *to = image.data();
  transfer.execute(transfer.whole(), &from, &to);
  return image.push();
}

Status Memory::prepareEntry(uint32_t entry) {
  inputs[entry].resize(plan.entries[entry]->inputs.size());
  for (uint32_t rank : world.ranks()) {
    const EntryBindingT &binding = *plan.bindings[rank]->entries[entry];
    if (binding.template_index < 0)
      continue;
    const TemplateT &graph = *plan.templates[binding.template_index];
    for (const PortRegister &input : graph.inputs)
      if (plan.entries[entry]->inputs[input.port()]->state < 0)
        SBP_RETURN_IF_FAILED(allocateInput(entry, input.port(), rank));
    for (const auto &reg : graph.registers)
      if (reg->space == Space::constant && reg->alias_of < 0) {
        SBP_RETURN_IF_FAILED(
            allocateConstant(devices.of(entry, rank), reg->index,
                             getRegisterBox(*reg, binding.parameters)));
        residentBytes[rank] += reg->bytes;
      }
    if (graph.persistent_bytes == 0)
      continue;
    SBP_ASSIGN_OR_RETURN(void *memory, allocateOn(devices.of(entry, rank),
                                                  graph.persistent_bytes));
    persistent[{entry, rank}] = static_cast<char *>(memory);
    residentBytes[rank] += graph.persistent_bytes;
  }
  return {};
}

char *Memory::getPersistent(uint32_t entry, uint32_t rank) const {
  auto found = persistent.find({entry, rank});
  return found == persistent.end() ? nullptr : found->second;
}

char *Memory::getBase(uint32_t entry, uint32_t rank, uint32_t index,
                      uint64_t &stride) const {
  const EntryBindingT &binding = *plan.bindings[rank]->entries[entry];
  const TemplateT &graph = *plan.templates[binding.template_index];
  const RegisterT *reg = graph.registers[index].get();
  // Views and updates in place use the memory of the register they alias.
  while (reg->alias_of >= 0)
    reg = graph.registers[reg->alias_of].get();
  stride = reg->stride;
  switch (reg->space) {
  case Space::arena:
    return arenas[rank].at(&devices.of(entry, rank)) + reg->offset;
  case Space::state:
    return getState(reg->index, rank);
  case Space::constant:
    return constantPieces.at(
        {&devices.of(entry, rank), reg->index,
         keyOf(getRegisterBox(*reg, binding.parameters), 0)});
  case Space::input:
    break;
  }
  const InputStorage &storage = *getInput(entry, reg->index, rank);
  stride = storage.stride;
  return storage.base;
}

char *Memory::getState(uint32_t state, uint32_t rank) const {
  return states[state][rank];
}

const InputStorage *Memory::getInput(uint32_t entry, uint32_t port,
                                     uint32_t rank) const {
  const Input &input = inputs.at(entry)[port];
  return input.table ? input.ofRank[rank] : nullptr;
}

std::vector<const InputStorage *> Memory::getInputs(uint32_t entry,
                                                    uint32_t port) const {
  std::vector<const InputStorage *> result;
  for (const auto &[piece, storage] : inputs.at(entry)[port].storages)
    result.push_back(&storage);
  return result;
}

uint64_t Memory::getPeakBytes(uint32_t rank) const {
  return arenaBytes[rank] + residentBytes[rank];
}
