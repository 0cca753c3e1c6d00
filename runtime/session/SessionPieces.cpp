// SessionPieces.cpp: results as the boxes that processes write
//
// Every box is one process's: the first copy where ranks hold copies, the first
// partial class where they hold terms of a sum, which the others are sent to.
#include "Exchange.h"
#include "Session.h"
#include <map>

using namespace sbp;
using namespace sbp::plan;

/// Terms of one box, by rank in the order of ranks: combined by who owns the
/// first.
Status Session::combinePieces(DType type, Combiner combiner,
                              const PieceOf &boxOf,
                              const std::map<uint32_t, HostImage *> &images,
                              std::vector<OutputPiece> &pieces) {
  std::map<std::vector<int64_t>, std::vector<uint32_t>> groups;
  std::vector<Participant> participants(program.plan.ranks);
  for (uint32_t rank = 0; rank < program.plan.ranks; ++rank)
    if (std::optional<PlanBox> box = boxOf(rank)) {
      participants[rank].in = participants[rank].out = box;
      std::vector<int64_t> key = box->begin;
      key.insert(key.end(), box->end.begin(), box->end.end());
      groups[key].push_back(rank);
    }
  HostSchedule compiled(world, type, world.ranks());
  Schedule &schedule = compiled.schedule;
  std::vector<char *> registers(2 * world.ranks().size());
  size_t width = artifact::getByteWidth(type);
  for (const auto &[key, terms] : groups) {
    const PlanBox &box = *participants[terms[0]].in;
    if (box.elements() == 0)
      continue;
    schedule.add(combiner, box, terms, {terms[0]}, participants);
    if (!world.owns(terms[0]))
      continue;
    combined.emplace_back(box.elements() * width);
    registers[2 * (terms[0] - world.ranks()[0]) + 1] = combined.back().data();
    pieces.push_back({box, combined.back().data()});
  }
  compiled.finish();
  for (const auto &[rank, image] : images) {
    SBP_RETURN_IF_FAILED(image->pull());
    registers[2 * (rank - world.ranks()[0])] = image->data();
  }
  if (options.transport) {
    runExchange(compiled, *options.transport, registers);
    return {};
  }
  std::vector<const void *> sources(registers.begin(), registers.end());
  std::vector<void *> destinations(registers.begin(), registers.end());
  for (const auto *list : {&compiled.local, &compiled.combine})
    for (const BoxTransfer &transfer : *list)
      transfer.execute(transfer.whole(), sources.data(), destinations.data());
  return {};
}

Status Session::getOutputPieces(uint32_t entry, uint32_t p,
                                std::vector<OutputPiece> &pieces) {
  SBP_RETURN_IF_FAILED(checkLast(entry));
  const PlanT &plan = program.plan;
  const EntryT &e = *plan.entries[entry];
  const PortT &port = *e.outputs[p];
  Shape shape = getTokenShape(e, port);
  std::optional<Combiner> combiner =
      countPartialClasses(plan, port.distribution) > 1
          ? getCombiner(*plan.distributions[port.distribution])
          : std::nullopt;
  combined.clear();
  auto pieceOf = [&](uint32_t rank) {
    return getPiece(plan, port.distribution, shape, rank);
  };
  uint32_t tokens = port.time_dim >= 0 ? e.micro_batches : 1;
  for (uint32_t token = 0; token < tokens; ++token) {
    std::map<uint32_t, HostImage *> images;
    for (uint32_t rank : world.ranks())
      if (Piece piece = pieceOf(rank); piece.present && piece.replica == 0)
        if (HostImage *image = findOutput(entry, p, rank, token))
          images[rank] = image;
    auto boxOf = [&](uint32_t rank) -> std::optional<PlanBox> {
      Piece piece = pieceOf(rank);
      if (!piece.present || piece.replica != 0)
        return std::nullopt;
      return moveToToken(e, port, piece.box, token);
    };
    if (combiner) {
      SBP_RETURN_IF_FAILED(
          combinePieces(port.dtype, *combiner, boxOf, images, pieces));
      continue;
    }
    for (const auto &[rank, image] : images) {
      SBP_RETURN_IF_FAILED(image->pull());
      pieces.push_back({*boxOf(rank), image->data()});
    }
  }
  return {};
}

Status Session::getStatePieces(uint32_t index,
                               std::vector<OutputPiece> &pieces) {
  const StateT &state = *program.plan.states[index];
  auto pieceOf = [&](uint32_t rank) -> std::optional<PlanBox> {
    Piece piece = getPiece(program.plan, state.distribution, state.shape, rank);
    return piece.present && piece.replica == 0 ? std::optional(piece.box)
                                               : std::nullopt;
  };
  size_t width = artifact::getByteWidth(state.dtype);
  std::map<uint32_t, HostImage *> images;
  for (uint32_t rank : world.ranks())
    if (std::optional<PlanBox> box = pieceOf(rank))
      images[rank] = &memory->getImage(
          devices.ofStates(state.role, rank), memory->getState(index, rank),
          box->elements() * width, [&] { return memory->nameOf(state, rank); });
  combined.clear();
  if (countPartialClasses(program.plan, state.distribution) > 1)
    return combinePieces(
        state.dtype,
        *getCombiner(*program.plan.distributions[state.distribution]), pieceOf,
        images, pieces);
  for (const auto &[rank, image] : images) {
    SBP_RETURN_IF_FAILED(image->pull());
    pieces.push_back({*pieceOf(rank), image->data()});
  }
  return {};
}
