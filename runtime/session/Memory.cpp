// Memory.cpp
#include "Memory.h"
#include "BoxTransfer.h"
#include "Layout.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

static constexpr uint64_t registerAlignment = 256;

HostImage::HostImage(Device &device, char *memory, uint64_t bytes)
    : device(device), memory(memory), isShared(device.isHost()),
      copy(isShared ? 0 : bytes) {}

HostImage &Memory::getImage(char *memory, uint64_t bytes) {
  return images.try_emplace(memory, device, memory, bytes).first->second;
}

Memory::BoxKey Memory::keyOf(const Box &box, int64_t extra) {
  BoxKey key = box.begin;
  key.insert(key.end(), box.end.begin(), box.end.end());
  key.push_back(extra);
  return key;
}

static uint64_t byteSize(const Box &box, DType type) {
  return box.elements() * artifact::getByteWidth(type);
}

Status Memory::allocate() {
  arenas.resize(plan.ranks);
  arenaBytes.resize(plan.ranks);
  residentBytes.resize(plan.ranks);
  for (uint32_t rank : world.ranks()) {
    for (const auto &binding : plan.bindings[rank]->entries)
      if (binding->template_index >= 0)
        arenaBytes[rank] =
            std::max(arenaBytes[rank],
                     plan.templates[binding->template_index]->arena_bytes);
    void *memory;
    SBP_RETURN_IF_FAILED(device.allocate(arenaBytes[rank], memory));
    arenas[rank] = static_cast<char *>(memory);
  }
  for (uint32_t s = 0; s < plan.states.size(); ++s) {
    const StateT &state = *plan.states[s];
    for (uint32_t rank : world.ranks()) {
      Piece piece = getPiece(plan, state.distribution, state.shape, rank);
      if (!piece.present)
        continue;
      uint64_t bytes = byteSize(piece.box, state.dtype);
      void *memory;
      SBP_RETURN_IF_FAILED(device.allocate(bytes, memory));
      states[{s, rank}] = static_cast<char *>(memory);
      residentBytes[rank] += state.role == EntryRole::model ? bytes : 0;
    }
  }
  return {};
}

Status Memory::allocateInput(uint32_t entry, uint32_t p, uint32_t rank) {
  const PortT &port = *plan.entries[entry]->inputs[p];
  InputStorage storage;
  storage.tokens = port.time_dim >= 0 ? plan.entries[entry]->micro_batches : 1;
  Shape shape = port.shape;
  if (port.time_dim >= 0)
    shape[port.time_dim] /= storage.tokens;
  storage.piece = getPiece(plan, port.distribution, shape, rank);
  uint64_t bytes = byteSize(storage.piece.box, port.dtype);
  storage.stride = artifact::alignUp(bytes, registerAlignment);
  char *&shared = sharedInputs[{
      entry, p, keyOf(storage.piece.box, storage.piece.partialClass)}];
  if (!shared) {
    void *memory;
    SBP_RETURN_IF_FAILED(
        device.allocate(storage.stride * storage.tokens, memory));
    shared = static_cast<char *>(memory);
  }
  storage.base = shared;
  storage.image = &getImage(shared, storage.stride * storage.tokens);
  inputs[{entry, p, rank}] = storage;
  residentBytes[rank] += bytes * storage.tokens;
  return {};
}

/// A whole constant is used in place, where the device can.
Status Memory::allocateConstant(uint32_t index, const Box &box) {
  char *&piece = constantPieces[{index, keyOf(box, 0)}];
  if (piece)
    return {};
  const ConstantT &constant = *plan.constants[index];
  const char *data =
      static_cast<const char *>(constants.data) + constant.offset;
  void *memory;
  if (box == wholeBox(constant.shape) && constant.bytes > 0) {
    SBP_RETURN_IF_FAILED(device.share(data, constant.bytes, memory));
    piece = static_cast<char *>(memory);
    return {};
  }
  uint64_t bytes = byteSize(box, constant.dtype);
  SBP_RETURN_IF_FAILED(device.allocate(bytes, memory));
  piece = static_cast<char *>(memory);
  if (bytes == 0)
    return {};
  HostImage image(device, piece, bytes); // gone once it is pushed
  BoxTransfer transfer(constant.dtype, Combiner::sum, box,
                       {{0, wholeBox(constant.shape)}}, {{0, box}});
  const void *from = data;
  void *to = image.data();
  transfer.execute(transfer.whole(), &from, &to);
  return image.push();
}

Status Memory::prepareEntry(uint32_t entry) {
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
        SBP_RETURN_IF_FAILED(allocateConstant(
            reg->index, getRegisterBox(*reg, binding.parameters)));
        residentBytes[rank] += reg->bytes;
      }
  }
  return {};
}

char *Memory::getBase(uint32_t entry, uint32_t rank, uint32_t index,
                      uint64_t &stride) const {
  const EntryBindingT &binding = *plan.bindings[rank]->entries[entry];
  const TemplateT &graph = *plan.templates[binding.template_index];
  const RegisterT *reg = graph.registers[index].get();
  while (reg->alias_of >= 0)
    reg = graph.registers[reg->alias_of].get();
  stride = reg->stride;
  switch (reg->space) {
  case Space::arena:
    return arenas[rank] + reg->offset;
  case Space::state:
    return getState(reg->index, rank);
  case Space::constant:
    return constantPieces.at(
        {reg->index, keyOf(getRegisterBox(*reg, binding.parameters), 0)});
  case Space::input:
    break;
  }
  const InputStorage &storage = inputs.at({entry, reg->index, rank});
  stride = storage.stride;
  return storage.base;
}

char *Memory::getState(uint32_t state, uint32_t rank) const {
  auto found = states.find({state, rank});
  return found == states.end() ? nullptr : found->second;
}

const InputStorage *Memory::getInput(uint32_t entry, uint32_t port,
                                     uint32_t rank) const {
  auto found = inputs.find({entry, port, rank});
  return found == inputs.end() ? nullptr : &found->second;
}

uint64_t Memory::getPeakBytes(uint32_t rank) const {
  return arenaBytes[rank] + residentBytes[rank];
}
