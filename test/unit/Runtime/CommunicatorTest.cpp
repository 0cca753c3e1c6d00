// CommunicatorTest.cpp: the conformance suite of all communicators
//
// Ranks of one process on one thread, on several, or in an order drawn from a
// seed; through images of an asynchronous device; in several processes with
// messages, in pieces, and both; in processes started by mpirun, over MPI, if
// this program is one of them; on GPUs of the stub driver: one for all ranks,
// several for some, one for each. Every case has the bits of the plan's order
// of sums, except where NCCL adds in its own order, for the exchanges below and
// for every kind, type and combiner (Movements.h). For a fault at any arrival,
// every process ends and one of them reports the reason.
#include "CommunicatorRuns.h"
#include "Movements.h"
#include "MpiProcesses.h"
#include "PtxKernels.h"
#include "Tensor.h"
#include "TestPlan.h"
#include <cmath>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using sbp::testing::CommunicatorFault;

namespace {
constexpr int64_t columns = 3;
using Values = std::vector<float>;

/// An exchange: how a plan builds it, and the expected result of x on `ranks`.
struct Exchange {
  const char *name;
  void (*build)(TestPlan &plan, int64_t rows);
  Values (*expect)(const Values &x, uint32_t ranks);
};

/// The kernel p = x * (rank + 1) / 7, which gives every rank another term.
float makeTerm(float x, uint32_t rank) { return x * float(rank + 1) / 7.0f; }

void scale(const sbp_host_services *, void *const *in, void *const *out, void *,
           const int64_t *parameters) {
  for (int64_t i = 0; i < parameters[0]; ++i)
    static_cast<float *>(out[0])[i] =
        makeTerm(static_cast<float *>(in[0])[i], parameters[1]);
}

Values sum(const Values &x, uint32_t ranks) {
  Values result = x;
  for (float &value : result) {
    float total = makeTerm(value, 0);
    for (uint32_t rank = 1; rank < ranks; ++rank)
      total += makeTerm(value, rank);
    value = total;
  }
  return result;
}

Values same(const Values &x, uint32_t) { return x; }

uint32_t makeTerms(TestPlan &plan, uint32_t x, int64_t rows,
                   Combiner combiner = Combiner::sum) {
  uint32_t p =
      plan.reg({rows, columns}, plan.distribution(TestPlan::P, combiner));
  plan.compute("scale", {x}, {p});
  return p;
}

uint32_t whole(TestPlan &plan, int64_t rows) {
  return plan.reg({rows, columns}, plan.distribution(TestPlan::B));
}

uint32_t split(TestPlan &plan, int64_t rows) {
  return plan.reg({rows, columns}, plan.distribution(TestPlan::S));
}

uint32_t feed(TestPlan &plan, int64_t rows, TestPlan::Kind kind) {
  return plan.input("x", {rows, columns}, plan.distribution(kind));
}

void reduceAll(TestPlan &plan, int64_t rows) {
  uint32_t p = makeTerms(plan, feed(plan, rows, TestPlan::B), rows);
  uint32_t y = whole(plan, rows);
  plan.allReduce(p, y);
  plan.output("y", y);
}

void reduceInPlace(TestPlan &plan, int64_t rows) {
  reduceAll(plan, rows);
  TaskT &task = *plan.graph().tasks[1];
  RegisterT &from = plan.getRegister(task.inputs[0]);
  RegisterT &to = plan.getRegister(task.outputs[0]);
  to.alias_of = task.inputs[0];
  to.offset = from.offset;
  task.in_place.push_back(InPlacePair(0, 0));
}

void reduceScatter(TestPlan &plan, int64_t rows) {
  uint32_t p = makeTerms(plan, feed(plan, rows, TestPlan::B), rows);
  uint32_t y = split(plan, rows);
  plan.reduceScatter(p, y);
  plan.output("y", y);
}

void gatherAll(TestPlan &plan, int64_t rows) {
  uint32_t y = whole(plan, rows);
  plan.allGather(feed(plan, rows, TestPlan::S), y);
  plan.output("y", y);
}

/// Three sums in sequence, each of the result before.
void reduceThrice(TestPlan &plan, int64_t rows) {
  uint32_t at = feed(plan, rows, TestPlan::B);
  for (int i = 0; i < 3; ++i) {
    uint32_t p = makeTerms(plan, at, rows);
    uint32_t s = split(plan, rows), b = whole(plan, rows);
    plan.reduceScatter(p, s);
    plan.allGather(s, b);
    at = b;
  }
  plan.output("y", at);
}

Values sumThrice(const Values &x, uint32_t ranks) {
  return sum(sum(sum(x, ranks), ranks), ranks);
}

/// Replaces the plan's kernel by code for a GPU.
void useGpu(TestPlan &plan, uint64_t count) {
  static const PtxKernels kernels;
  plan.graph().device = DeviceKind::cuda;
  *plan.plan().code[0] = kernels.code;
  plan.code = kernels.text;
  plan.interface = std::move(describeKernels(plan.plan())[0]);
  for (auto &kernel : plan.interface->kernels)
    kernel->launches.push_back(PtxKernels::launchScale(count));
  plan.interface->transfers = kernels.interface.transfers;
}

std::string makePlan(const Exchange &exchange, uint32_t ranks, int64_t rows,
                     bool isForGpus) {
  TestPlan plan(ranks);
  exchange.build(plan, rows);
  TemplateT &graph = plan.graph();
  uint32_t count = graph.parameters++, rank = graph.parameters++;
  for (uint32_t r = 0; r < ranks; ++r) {
    auto &parameters = plan.plan().bindings[r]->entries[0]->parameters;
    parameters.push_back(rows * columns);
    parameters.push_back(r);
  }
  for (auto &task : graph.tasks)
    if (task->kind == TaskKind::compute)
      task->parameters = {count, rank};
  if (isForGpus)
    useGpu(plan, rows * columns);
  return plan.bytes();
}

Values makeValues(int64_t count) {
  Values x(count);
  std::minstd_rand random(count);
  for (float &value : x)
    value = float(random()) / 1e9f - 1;
  return x;
}

std::string copyBytes(const Values &values) {
  return std::string(reinterpret_cast<const char *>(values.data()),
                     values.size() * sizeof(float));
}

Workload makeWorkload(const Exchange &exchange, const Carrier &carrier,
                      uint32_t ranks, int64_t rows) {
  auto inputs = [=](int step) {
    Values x = makeValues(rows * columns);
    x.back() = float(step);
    return std::vector{copyBytes(x)};
  };
  return {makePlan(exchange, ranks, rows, carrier.gpus > 0),
          inputs,
          {std::nullopt},
          {{"scale", scale}}};
}

Workload makeWorkload(const Movements &movements, const Carrier &carrier) {
  Workload work;
  work.plan = movements.makePlan(carrier.gpus > 0);
  work.inputs = [&](int step) { return movements.makeInputs(step); };
  for (size_t i = 0; i < movements.get().size(); ++i)
    work.owners.push_back(movements.getOwner(i));
  return work;
}

/// Compares values that may differ by the order of a few additions.
void checkNear(const std::string &piece, const std::string &expected) {
  ASSERT_EQ(piece.size(), expected.size());
  for (size_t i = 0; i < piece.size() / sizeof(float); ++i) {
    float value, wanted;
    std::memcpy(&value, piece.data() + i * sizeof(float), sizeof(float));
    std::memcpy(&wanted, expected.data() + i * sizeof(float), sizeof(float));
    ASSERT_NEAR(value, wanted, 1e-5 * std::max(1.0f, std::abs(wanted))) << i;
  }
}

/// Checks that every rank's piece has the bits of the oracle.
void checkPieces(const Exchange &exchange, const std::vector<ProcessRun> &runs,
                 uint32_t ranks, int64_t rows, bool isExact) {
  Values x = makeValues(rows * columns);
  x.back() = kSteps - 1;
  std::string all = copyBytes(exchange.expect(x, ranks));
  int64_t row = 0;
  for (const ProcessRun &run : runs) {
    ASSERT_FALSE(run.status.failed()) << run.status.message();
    for (const auto &[rank, piece] : run.pieces) {
      uint64_t begin =
          piece.size() == all.size() ? 0 : row * columns * sizeof(float);
      row += piece.size() / columns / sizeof(float);
      SCOPED_TRACE(textOf("rank ", rank));
      if (isExact)
        ASSERT_EQ(piece, all.substr(begin, piece.size()));
      else
        checkNear(piece, all.substr(begin, piece.size()));
    }
  }
}

/// Compares the bits of a type; all NaN are equal. Sums in another order are
/// compared with a tolerance.
void checkAlike(DType dtype, const std::string &piece,
                const std::string &expected, bool isExact) {
  ASSERT_EQ(piece.size(), expected.size());
  Tensor found, wanted;
  found.dtype = wanted.dtype = dtype;
  found.data = piece.data();
  wanted.data = expected.data();
  size_t width = artifact::getByteWidth(dtype);
  for (size_t i = 0; i * width < piece.size(); ++i) {
    if (piece.compare(i * width, width, expected, i * width, width) == 0)
      continue;
    ASSERT_TRUE(ElementType::of(dtype).isFloat()) << i;
    double value = readElement(found, i), ideal = readElement(wanted, i);
    if (std::isnan(value) && std::isnan(ideal))
      continue;
    ASSERT_FALSE(isExact) << i << ": " << value << " but not " << ideal;
    ASSERT_NEAR(value, ideal, 1e-5 * std::max(1.0, std::abs(ideal))) << i;
  }
}

/// Returns true where NCCL's reductions are used, which add in their own order.
bool isNative(const MovementCase &movement) {
  return movement.combines() &&
         (movement.combiner == Combiner::sum ||
          movement.combiner == Combiner::prod) &&
         (movement.dtype == DType::f32 || movement.dtype == DType::f64);
}

void checkMovements(const Movements &movements,
                    const std::vector<ProcessRun> &runs, bool isExact) {
  std::vector<std::string> inputs = movements.makeInputs(kSteps - 1);
  for (const ProcessRun &run : runs) {
    ASSERT_FALSE(run.status.failed()) << run.status.message();
    for (const auto &[rank, pieces] : run.pieces) {
      size_t at = 0;
      for (size_t i = 0; i < movements.get().size(); ++i) {
        const MovementCase &movement = movements.get()[i];
        SCOPED_TRACE(textOf("rank ", rank, ", ", movement.describe()));
        std::optional<std::string> piece = movements.expect(inputs, i, rank);
        if (!piece)
          continue;
        ASSERT_LE(at + piece->size(), pieces.size());
        ASSERT_NO_FATAL_FAILURE(
            checkAlike(movement.dtype, pieces.substr(at, piece->size()), *piece,
                       isExact || !isNative(movement)));
        at += piece->size();
      }
      EXPECT_EQ(at, pieces.size());
    }
  }
}

const Exchange exchanges[] = {{"AllReduce", reduceAll, sum},
                              {"AllReduceInPlace", reduceInPlace, sum},
                              {"ReduceScatter", reduceScatter, sum},
                              {"AllGather", gatherAll, same},
                              {"Thrice", reduceThrice, sumThrice}};

const Carrier carriers[] = {
    {"OneThread", 0},
    {"Threads", 0, 3},
    {"InAnyOrder", 0, 1, 5},
    {"Images", 0, 2, -1, 7},
    {"Messages", 1, 1},
    {"MessagesOfBlocks", 2, 2},
    {"MessagesInPieces", 1, 1, -1, -1, 1000},
    {"MessagesOfImages", 2, 2, -1, 9},
    {"SharedMemory", 1, 1, -1, -1, UINT64_MAX, 0, true},
    {"SharedMemoryOfBlocks", 2, 2, -1, -1, UINT64_MAX, 0, true},
    {"Mpi", 1, 2, -1, -1, UINT64_MAX, 0, false, true},
    {"MpiAndSharedMemory", 1, 2, -1, -1, UINT64_MAX, 0, true, true},
    {"OneGpu", 0, 2, -1, -1, UINT64_MAX, 1},
    {"SharedGpus", 0, 2, -1, -1, UINT64_MAX, 2},
    {"GpuEach", 0, 3, -1, -1, UINT64_MAX, 8},
};

class MovementsTest : public ::testing::TestWithParam<Carrier> {
protected:
  void SetUp() override {
    if (GetParam().isMpi && MpiProcesses::get().reason)
      GTEST_SKIP() << MpiProcesses::get().reason;
  }
};

class CommunicatorTest
    : public ::testing::TestWithParam<std::tuple<Exchange, Carrier>> {
protected:
  const Exchange &exchange() { return std::get<0>(GetParam()); }
  const Carrier &carrier() { return std::get<1>(GetParam()); }
  std::vector<ProcessRun> run(uint32_t ranks, int64_t rows,
                              std::optional<Fault> fault = std::nullopt) {
    return runAll(makeWorkload(exchange(), carrier(), ranks, rows), carrier(),
                  ranks, fault);
  }
  void SetUp() override {
    if (carrier().isMpi && MpiProcesses::get().reason)
      GTEST_SKIP() << MpiProcesses::get().reason;
  }
};
} // namespace

// Small boxes are combined on every process, large ones are divided; the last
// process has fewer ranks.
TEST_P(CommunicatorTest, BitsAreThoseOfThePlansOrder) {
  for (uint32_t ranks : {2, 4, 5})
    for (int64_t rows : {1 * ranks, 12 * ranks, 4001 * ranks}) {
      SCOPED_TRACE(textOf(ranks, " ranks, ", rows, " rows"));
      if (carrier().gpus > 0 && ranks != 4 && rows > 100 * ranks)
        continue; // slow: once is enough
      checkPieces(exchange(), run(ranks, rows), ranks, rows,
                  !carrier().addsElsewhere(ranks));
    }
}

// A late rank does not change the result.
TEST_P(CommunicatorTest, LateRanksAreWaitedFor) {
  constexpr uint32_t ranks = 4;
  for (uint64_t arrival : {0, 1, 3}) {
    SCOPED_TRACE(arrival);
    Fault fault = {CommunicatorFault::Late, arrival, 0};
    checkPieces(exchange(), run(ranks, 12, fault), ranks, 12,
                !carrier().addsElsewhere(ranks));
  }
}

// After a failed call or a lost rank all processes end and one reports the
// reason. The GPUs then run the next session.
TEST_P(CommunicatorTest, EveryoneEndsWhereOneFails) {
  if (carrier().isMpi)
    GTEST_SKIP() << "a process of MPI has one end: test/Integration/processes";
  constexpr uint32_t ranks = 4;
  for (CommunicatorFault kind :
       {CommunicatorFault::Error, CommunicatorFault::Lost})
    for (uint64_t arrival : {0, 3}) {
      SCOPED_TRACE(arrival);
      std::vector<ProcessRun> runs = run(ranks, 12, Fault{kind, arrival, 0});
      ASSERT_TRUE(runs[0].status.failed());
      // The deterministic scheduler detects the deadlock without waiting.
      ExitCode lost =
          carrier().seed >= 0 ? runs[0].status.code() : ExitCode::Watchdog;
      EXPECT_EQ(runs[0].status.code(),
                kind == CommunicatorFault::Error ? ExitCode::RankLost : lost);
      EXPECT_THAT(runs[0].status.message(), ::testing::HasSubstr("rank"));
      // Work that was issued before the abort leaves the devices usable.
      if (carrier().gpus > 0)
        checkPieces(exchange(), run(ranks, 12), ranks, 12,
                    !carrier().addsElsewhere(ranks));
    }
}

// The table of movements is complete.
TEST(Movements, CoverWhatThereIs) {
  constexpr uint32_t ranks = 5;
  std::set<std::pair<CommunicationKind, DType>> types;
  std::set<std::pair<CommunicationKind, int64_t>> lengths;
  std::set<std::pair<Combiner, DType>> combiners;
  Movements movements(ranks);
  for (const MovementCase &movement : movements.get()) {
    lengths.insert({movement.kind, movement.rows});
    if (movement.rows == 0)
      continue;
    types.insert({movement.kind, movement.dtype});
    if (movement.combines())
      combiners.insert({movement.combiner, movement.dtype});
  }
  size_t kinds = 0; // those that combine need arithmetic
  for (const ElementType &type : ElementType::all())
    kinds += type.hasArithmetic ? 7 : 4;
  EXPECT_EQ(types.size(), kinds);
  EXPECT_EQ(lengths.size(), 7u * 4);
  size_t legal = 0;
  for (const ElementType &type : ElementType::all())
    for (int combiner = 0; combiner <= int(Combiner::MAX); ++combiner)
      legal += canCombine(Combiner(combiner), type.dtype);
  EXPECT_EQ(combiners.size(), legal);
}

// Uneven, partly empty, equal and empty pieces, with NaN among the values.
TEST_P(MovementsTest, EveryKindTypeAndCombiner) {
  if (GetParam().gpus > 0 && !Movements::hasTransfers)
    GTEST_SKIP() << "no compiler was built with this sanitizer";
  constexpr uint32_t ranks = 5;
  Movements movements(ranks);
  checkMovements(movements,
                 runAll(makeWorkload(movements, GetParam()), GetParam(), ranks),
                 !GetParam().addsElsewhere(ranks));
}

INSTANTIATE_TEST_SUITE_P(All, MovementsTest, ::testing::ValuesIn(carriers),
                         [](const auto &info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(All, CommunicatorTest,
                         ::testing::Combine(::testing::ValuesIn(exchanges),
                                            ::testing::ValuesIn(carriers)),
                         [](const auto &info) {
                           return textOf(std::get<0>(info.param).name, "_",
                                         std::get<1>(info.param).name);
                         });
