// Movements.cpp: construction and oracle of the movements
#include "Movements.h"
#include "Combine.h"
#include "ElementStorage.h"
#include "Layout.h"
#include "PtxKernels.h"
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;

std::string MovementCase::describe() const {
  return textOf(EnumNameCommunicationKind(kind), " of ", rows, " rows of ",
                EnumNameDType(dtype), " by ", EnumNameCombiner(combiner));
}

static std::vector<Combiner> getCombiners(DType type) {
  std::vector<Combiner> result;
  for (int combiner = 0; combiner <= int(Combiner::MAX); ++combiner)
    if (canCombine(Combiner(combiner), type))
      result.push_back(Combiner(combiner));
  return result;
}

/// Lists every combiner and every kind with every type, and every kind with
/// uneven, partly empty, equal and empty pieces.
Movements::Movements(uint32_t ranks) : ranks(ranks) {
  using Kind = CommunicationKind;
  const Kind combining[] = {Kind::all_reduce, Kind::reduce_scatter,
                            Kind::reduce};
  const Kind moving[] = {Kind::all_gather, Kind::all_to_all, Kind::broadcast,
                         Kind::exchange};
  const int64_t rows[] = {2 * ranks - 1, ranks - 1, 3 * ranks};
  size_t count = 0; // of the types before
  for (const ElementType &type : ElementType::all()) {
    std::vector<Combiner> combiners = getCombiners(type.dtype);
    for (size_t i = 0; i < combiners.size(); ++i)
      movements.push_back(
          {combining[i % 3], type.dtype, combiners[i], rows[(count + i) % 3]});
    for (size_t i = 0; i < 4; ++i)
      movements.push_back({moving[i], type.dtype,
                           combiners.empty() ? Combiner::sum : combiners[0],
                           rows[(count + i) % 3]});
    ++count;
  }
  for (Kind kind : combining)
    movements.push_back({kind, DType::f32, Combiner::sum, 0});
  for (Kind kind : moving)
    movements.push_back({kind, DType::bf16, Combiner::sum, 0});
}

std::vector<uint32_t> Movements::getOrder(size_t index) const {
  std::vector<uint32_t> order(ranks);
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin(), order.begin() + index % ranks, order.end());
  if (movements[index].kind == CommunicationKind::broadcast)
    order.resize(1);
  return order;
}

std::optional<uint32_t> Movements::getOwner(size_t index) const {
  if (movements[index].kind == CommunicationKind::reduce)
    return index % ranks;
  return std::nullopt;
}

namespace {
/// Adds movements to a plan with one class per rank.
class Builder {
public:
  Builder(TestPlan &plan, uint32_t ranks, bool isForGpus);
  void add(const MovementCase &movement, std::vector<uint32_t> order,
           std::optional<uint32_t> owner);

private:
  uint32_t addPlacement(const std::string &name, std::vector<uint32_t> ranks);
  uint32_t addDistribution(uint32_t placement, ComponentKind kind, int32_t dim,
                           Combiner combiner);
  uint32_t addPort(std::vector<std::unique_ptr<PortT>> &ports,
                   const std::string &name, const MovementCase &movement,
                   int64_t rows, uint32_t distribution);
  RegisterT &addRegister(uint32_t rank, const MovementCase &movement,
                         int64_t rows, uint32_t distribution);
  uint32_t addInput(uint32_t rank, const MovementCase &movement, uint32_t from);
  void choose(const MovementCase &movement, std::optional<uint32_t> owner);
  std::vector<TransferT> route(const MovementCase &movement,
                               std::vector<uint32_t> order) const;

  PlanT &plan;
  uint32_t ranks;
  std::vector<uint32_t> all;
  uint32_t everyone = 0, shifted;
  std::vector<uint32_t> single; ///< placements of single ranks
  uint32_t from = 0, to = 0;    ///< distributions before and after the movement
};
} // namespace

Builder::Builder(TestPlan &builder, uint32_t ranks, bool isForGpus)
    : plan(builder.plan()), ranks(ranks), all(ranks) {
  std::iota(all.begin(), all.end(), 0);
  std::vector<uint32_t> next = all;
  std::rotate(next.begin(), next.begin() + 1, next.end());
  shifted = addPlacement("shifted", next);
  for (uint32_t rank : all) {
    single.push_back(addPlacement(textOf("only", rank), {rank}));
    if (rank > 0) {
      plan.templates.push_back(std::make_unique<TemplateT>());
      plan.templates[rank]->streams.push_back(std::make_unique<LaunchListT>());
    }
    plan.bindings[rank]->entries[0]->template_index = rank;
    if (isForGpus)
      plan.templates[rank]->device = DeviceKind::cuda;
  }
}

uint32_t Builder::addPlacement(const std::string &name,
                               std::vector<uint32_t> ranks) {
  auto placement = std::make_unique<PlacementT>();
  placement->name = name;
  placement->axis_names = {"d"};
  placement->axis_sizes = {int64_t(ranks.size())};
  placement->ranks = std::move(ranks);
  plan.placements.push_back(std::move(placement));
  return plan.placements.size() - 1;
}

uint32_t Builder::addDistribution(uint32_t placement, ComponentKind kind,
                                  int32_t dim, Combiner combiner) {
  auto result = std::make_unique<DistributionT>();
  result->placement = placement;
  result->components.push_back(Component(kind, combiner, dim));
  result->text = textOf("@", plan.placements[placement]->name);
  plan.distributions.push_back(std::move(result));
  return plan.distributions.size() - 1;
}

uint32_t Builder::addPort(std::vector<std::unique_ptr<PortT>> &ports,
                          const std::string &name, const MovementCase &movement,
                          int64_t rows, uint32_t distribution) {
  auto port = std::make_unique<PortT>();
  port->name = textOf(name, ports.size());
  port->dtype = movement.dtype;
  port->shape = {rows, MovementCase::columns};
  port->distribution = distribution;
  ports.push_back(std::move(port));
  return ports.size() - 1;
}

RegisterT &Builder::addRegister(uint32_t rank, const MovementCase &movement,
                                int64_t rows, uint32_t distribution) {
  TemplateT &graph = *plan.templates[rank];
  auto result = std::make_unique<RegisterT>();
  result->dtype = movement.dtype;
  result->distribution = distribution;
  result->global_shape = {rows, MovementCase::columns};
  PlanBox box = getPiece(plan, distribution, result->global_shape, rank).box;
  result->local_shape = box.shape();
  for (int64_t begin : box.begin) {
    result->box_begin.push_back(begin == 0 ? -1 : int32_t(graph.parameters++));
    if (begin != 0)
      plan.bindings[rank]->entries[0]->parameters.push_back(begin);
  }
  result->bytes = box.elements() * artifact::getByteWidth(movement.dtype);
  result->offset = graph.arena_bytes;
  graph.arena_bytes += artifact::alignUp(result->bytes, 256);
  graph.registers.push_back(std::move(result));
  return *graph.registers.back();
}

/// Adds the register from which the movement starts.
uint32_t Builder::addInput(uint32_t rank, const MovementCase &movement,
                           uint32_t distribution) {
  TemplateT &graph = *plan.templates[rank];
  uint32_t port = plan.entries[0]->inputs.size() - 1;
  RegisterT &input = addRegister(
      rank, movement, plan.entries[0]->inputs[port]->shape[0], distribution);
  uint32_t index = graph.registers.size() - 1;
  input.space = Space::input;
  input.index = port;
  graph.inputs.push_back(PortRegister(port, index));
  if (!movement.bringsTerms())
    return index;
  uint64_t offset = input.offset;
  RegisterT &term = addRegister(rank, movement, movement.rows, from);
  term.space = Space::input;
  term.index = port;
  term.offset = offset;
  term.alias_of = index;
  return index + 1;
}

void Builder::choose(const MovementCase &movement,
                     std::optional<uint32_t> owner) {
  using Kind = CommunicationKind;
  auto split = [&](uint32_t placement, int32_t dim) {
    return addDistribution(placement, ComponentKind::split, dim, Combiner::sum);
  };
  auto whole = [&](uint32_t placement) {
    return addDistribution(placement, ComponentKind::broadcast, 0,
                           Combiner::sum);
  };
  from = movement.combines() ? addDistribution(everyone, ComponentKind::partial,
                                               0, movement.combiner)
         : movement.kind == Kind::broadcast ? whole(everyone)
                                            : split(everyone, 0);
  to = movement.kind == Kind::reduce           ? whole(single[*owner])
       : movement.kind == Kind::reduce_scatter ? split(everyone, 0)
       : movement.kind == Kind::all_to_all     ? split(everyone, 1)
       : movement.kind == Kind::exchange       ? split(shifted, 0)
                                               : whole(everyone);
}

std::vector<TransferT> Builder::route(const MovementCase &movement,
                                      std::vector<uint32_t> order) const {
  using Kind = CommunicationKind;
  Shape shape = {movement.rows, MovementCase::columns};
  TransferT transfer;
  transfer.begin = {0, 0};
  transfer.end = shape;
  transfer.sources = std::move(order);
  transfer.destinations =
      plan.placements[plan.distributions[to]->placement]->ranks;
  transfer.kind = movement.kind == Kind::reduce_scatter ? TransferKind::scatter
                  : movement.bringsTerms()              ? TransferKind::combine
                                                        : TransferKind::route;
  if (movement.kind != Kind::exchange)
    return {transfer};
  std::vector<TransferT> transfers;
  transfer.kind = TransferKind::combine;
  for (uint32_t source : all)
    for (uint32_t destination : all) {
      PlanBox box = intersect(getPiece(plan, from, shape, source).box,
                              getPiece(plan, to, shape, destination).box);
      transfer.begin = box.begin;
      transfer.end = box.end;
      transfer.sources = {source};
      transfer.destinations = {destination};
      if (box.elements() > 0)
        transfers.push_back(transfer);
    }
  return transfers;
}

void Builder::add(const MovementCase &movement, std::vector<uint32_t> order,
                  std::optional<uint32_t> owner) {
  EntryT &entry = *plan.entries[0];
  choose(movement, owner);
  uint32_t given =
      movement.bringsTerms()
          ? addDistribution(everyone, ComponentKind::split, 0, Combiner::sum)
          : from;
  addPort(entry.inputs, "x", movement,
          movement.rows * (movement.bringsTerms() ? ranks : 1), given);
  uint32_t output = addPort(entry.outputs, "y", movement, movement.rows, to);
  auto communication = std::make_unique<CommunicationT>();
  uint32_t number = plan.communications.size();
  communication->sequence = number;
  communication->kind = movement.kind;
  communication->combiner = movement.combiner;
  communication->dtype = movement.dtype;
  communication->global_shape = {movement.rows, MovementCase::columns};
  communication->from = from;
  communication->to = to;
  communication->movement = plan.movements.size();
  plan.movements.push_back(std::make_unique<MovementT>());
  for (TransferT &transfer : route(movement, std::move(order)))
    plan.movements.back()->transfers.push_back(
        std::make_unique<TransferT>(std::move(transfer)));
  plan.communications.push_back(std::move(communication));
  entry.order.push_back(LaunchEntry(number, 0));
  for (uint32_t rank : all) {
    TemplateT &graph = *plan.templates[rank];
    auto task = std::make_unique<TaskT>();
    task->kind = TaskKind::communicate;
    task->inputs = {addInput(rank, movement, given)};
    if (!owner || *owner == rank) {
      addRegister(rank, movement, movement.rows, to);
      uint32_t result = graph.registers.size() - 1;
      task->outputs = {result};
      graph.outputs.push_back(PortRegister(output, result));
    }
    task->communication = number;
    graph.streams[0]->entries.push_back(LaunchEntry(graph.tasks.size(), 0));
    graph.tasks.push_back(std::move(task));
  }
}

/// Returns all transfer functions that the compiler generates for GPUs.
#ifdef SBP_TEST_TRANSFERS
asm(R"(.pushsection .rodata
.globl sbp_test_transfers
.hidden sbp_test_transfers
sbp_test_transfers:
.incbin ")" SBP_TEST_TRANSFERS R"("
.byte 0
.popsection
)");
extern "C" const char sbp_test_transfers[];
const bool Movements::hasTransfers = true;
#else
static const char sbp_test_transfers[] = "";
const bool Movements::hasTransfers = false;
#endif

static void useTransfers(TestPlan &plan) {
  static const PtxKernels kernels;
  *plan.plan().code[0] = kernels.code;
  plan.code = sbp_test_transfers;
  plan.interface.emplace();
  const std::string mark = ".entry ";
  for (size_t at = 0; (at = plan.code.find(mark, at)) != std::string::npos;) {
    at += mark.size();
    plan.interface->transfers.push_back(
        plan.code.substr(at, plan.code.find('(', at) - at));
  }
}

std::string Movements::makePlan(bool isForGpus) const {
  TestPlan plan(ranks);
  Builder builder(plan, ranks, isForGpus);
  for (size_t i = 0; i < movements.size(); ++i)
    builder.add(movements[i], getOrder(i), getOwner(i));
  if (isForGpus)
    useTransfers(plan);
  return plan.bytes();
}

/// Returns a value: sometimes NaN, sometimes zeros of both signs, else numbers
/// whose sums round.
static void fillFloat(DType type, char *data, std::minstd_rand &draw) {
  const double specials[] = {NAN, 0.0, -0.0, INFINITY};
  uint32_t chosen = draw() / 8 % 40;
  double value = chosen < 4 ? specials[chosen] : draw() / 1e9 - 1;
  // Types without arithmetic have no functions that combine.
  visitStorage(type, [&]<typename T>() {
    auto accumulator = static_cast<typename Element<T>::Accumulator>(value);
    T stored = Element<T>::store(accumulator);
    std::memcpy(data, &stored, sizeof(stored));
  });
}

static void fill(DType type, std::string &bytes, std::minstd_rand &draw) {
  if (ElementType::of(type).isFloat()) {
    for (size_t at = 0; at < bytes.size(); at += artifact::getByteWidth(type))
      fillFloat(type, bytes.data() + at, draw);
    return;
  }
  for (char &byte : bytes)
    byte = ElementType::of(type).isBoolean() ? draw() / 8 % 2 : draw() / 8;
}

std::vector<std::string> Movements::makeInputs(int seed) const {
  std::minstd_rand draw(seed + 1);
  std::vector<std::string> inputs;
  for (const MovementCase &movement : movements) {
    size_t count = movement.rows * MovementCase::columns *
                   (movement.bringsTerms() ? ranks : 1);
    inputs.emplace_back(count * artifact::getByteWidth(movement.dtype), '\0');
    fill(movement.dtype, inputs.back(), draw);
  }
  return inputs;
}

/// Computes the whole value element by element.
std::string Movements::combine(const std::string &input, size_t index) const {
  const MovementCase &movement = movements[index];
  if (!movement.bringsTerms())
    return input;
  std::string result(input.size() / ranks, '\0');
  size_t width = artifact::getByteWidth(movement.dtype);
  CombineFunctions functions =
      getCombineFunctions(movement.combiner, movement.dtype);
  std::vector<uint32_t> order = getOrder(index);
  for (size_t at = 0; at < result.size(); at += width) {
    alignas(8) char accumulator[CombineFunctions::maximalWidth];
    auto term = [&](uint32_t rank) {
      return input.data() + rank * result.size() + at;
    };
    if (order.size() == 1) { // moves, bit by bit
      std::memcpy(result.data() + at, term(order[0]), width);
      continue;
    }
    functions.load(accumulator, term(order[0]), 1);
    for (size_t i = 1; i < order.size(); ++i)
      functions.combine(accumulator, term(order[i]), 1);
    functions.store(result.data() + at, accumulator, 1);
  }
  return result;
}

/// Returns part `index` of a balanced split of [0, size).
static std::pair<int64_t, int64_t> cut(int64_t size, int64_t parts,
                                       int64_t index) {
  int64_t least = size / parts, more = size % parts;
  int64_t begin = index * least + std::min(index, more);
  return {begin, begin + least + (index < more)};
}

std::optional<std::string>
Movements::expect(const std::vector<std::string> &inputs, size_t index,
                  uint32_t rank) const {
  const MovementCase &movement = movements[index];
  if (getOwner(index).value_or(rank) != rank)
    return std::nullopt;
  std::string whole = combine(inputs[index], index), piece;
  std::pair<int64_t, int64_t> rows = {0, movement.rows},
                              columns = {0, MovementCase::columns};
  if (movement.kind == CommunicationKind::reduce_scatter)
    rows = cut(movement.rows, ranks, rank);
  if (movement.kind == CommunicationKind::exchange)
    rows = cut(movement.rows, ranks, (rank + ranks - 1) % ranks);
  if (movement.kind == CommunicationKind::all_to_all)
    columns = cut(MovementCase::columns, ranks, rank);
  size_t width = artifact::getByteWidth(movement.dtype);
  for (int64_t row = rows.first; row < rows.second; ++row)
    piece += whole.substr((row * MovementCase::columns + columns.first) * width,
                          (columns.second - columns.first) * width);
  return piece;
}
