// MessageTest.cpp: ranks of several processes get the bits of one
#include "Loopback.h"
#include "TestPlan.h"
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <thread>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using sbp::testing::LoopbackHub;

namespace {
/// How a communication is made on a plan of `ranks`; returns its results.
struct Exchange {
  const char *name;
  void (*build)(TestPlan &plan, int64_t rows);
};

constexpr int64_t columns = 3;

void reduceAll(TestPlan &plan, int64_t rows) {
  uint32_t x = plan.input("x", {rows, columns}, plan.distribution(TestPlan::B));
  uint32_t p = plan.reg({rows, columns}, plan.distribution(TestPlan::P));
  uint32_t y = plan.reg({rows, columns}, plan.distribution(TestPlan::B));
  plan.compute("scale", {x}, {p});
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
  uint32_t x = plan.input("x", {rows, columns}, plan.distribution(TestPlan::B));
  uint32_t p = plan.reg({rows, columns}, plan.distribution(TestPlan::P));
  uint32_t y = plan.reg({rows, columns}, plan.distribution(TestPlan::S));
  plan.compute("scale", {x}, {p});
  plan.reduceScatter(p, y);
  plan.output("y", y);
}

void gatherAll(TestPlan &plan, int64_t rows) {
  uint32_t x = plan.input("x", {rows, columns}, plan.distribution(TestPlan::S));
  uint32_t y = plan.reg({rows, columns}, plan.distribution(TestPlan::B));
  plan.allGather(x, y);
  plan.output("y", y);
}

/// p = x * (rank + 1) / 7: other terms on every rank.
void scale(const sbp_host_services *, void *const *in, void *const *out, void *,
           const int64_t *parameters) {
  for (int64_t i = 0; i < parameters[0]; ++i)
    static_cast<float *>(out[0])[i] =
        static_cast<float *>(in[0])[i] * float(parameters[1] + 1) / 7.0f;
}

std::string makePlan(const Exchange &exchange, uint32_t ranks, int64_t rows) {
  TestPlan plan(ranks);
  exchange.build(plan, rows);
  TemplateT &graph = plan.graph();
  uint32_t count = graph.parameters++, rank = graph.parameters++;
  for (uint32_t r = 0; r < ranks; ++r) {
    auto &parameters = plan.plan().bindings[r]->entries[0]->parameters;
    parameters.push_back(rows * columns);
    parameters.push_back(r);
  }
  if (graph.tasks[0]->kind == TaskKind::compute)
    graph.tasks[0]->parameters = {count, rank};
  return plan.bytes();
}

/// The pieces of all ranks of `world` after some steps on other values.
std::map<uint32_t, std::string> runSteps(const Bytes &bytes, LocalWorld world,
                                         Transport *transport,
                                         const std::vector<float> &x) {
  FunctionDevice device;
  device.functions["scale"] = scale;
  SessionOptions options;
  options.workers = 2;
  options.transport = transport;
  options.chooseWorld = [=](uint32_t, LocalWorld &chosen) {
    chosen = world;
    return Status();
  };
  auto session = createSession(bytes, device, options);
  std::vector<float> values = x;
  for (int step = 0; step < 4; ++step) {
    values.back() = float(step);
    EXPECT_FALSE(session->setInput(0, 0, values.data()).failed());
    EXPECT_FALSE(session->step(0).failed());
  }
  std::map<uint32_t, std::string> pieces;
  for (uint32_t rank : world.ranks())
    EXPECT_FALSE(session->getOutputPiece(0, 0, rank, pieces[rank]).failed());
  // Nobody leaves while others send to it.
  std::vector<std::string> all;
  if (transport)
    EXPECT_FALSE(transport->gather("", all).failed());
  return pieces;
}

void compare(const Exchange &exchange, uint32_t ranks, uint32_t perProcess,
             int64_t rows, uint64_t messageBound) {
  SCOPED_TRACE(textOf(exchange.name, ", ", ranks, " ranks, ", perProcess,
                      " a process, ", rows, " rows, messages of ",
                      messageBound));
  Bytes bytes(makePlan(exchange, ranks, rows));
  std::vector<float> x(rows * columns);
  std::minstd_rand random(rows);
  for (float &value : x)
    value = float(random()) / 1e9f - 1;
  auto expected = runSteps(bytes, LocalWorld(ranks), nullptr, x);
  uint32_t processes = LocalWorld(ranks, perProcess, 0).countProcesses();
  LoopbackHub hub(processes, messageBound);
  std::vector<std::map<uint32_t, std::string>> found(processes);
  std::vector<std::thread> threads;
  for (uint32_t process = 0; process < processes; ++process)
    threads.emplace_back([&, process] {
      std::unique_ptr<Transport> transport = hub.connect(process);
      found[process] = runSteps(bytes, LocalWorld(ranks, perProcess, process),
                                transport.get(), x);
    });
  for (std::thread &thread : threads)
    thread.join();
  std::map<uint32_t, std::string> all;
  for (auto &pieces : found)
    all.merge(pieces);
  EXPECT_EQ(all, expected);
}
} // namespace

class MessageTest : public ::testing::TestWithParam<Exchange> {};

// Small boxes that everyone combines, large ones that are shared out; one and
// several ranks a process, the last with fewer.
TEST_P(MessageTest, ProcessesAgreeWithOne) {
  for (auto [ranks, perProcess] :
       {std::pair(2u, 1u), {4u, 1u}, {4u, 2u}, {5u, 2u}, {6u, 3u}})
    for (int64_t rows : {1, 13, 4001})
      compare(GetParam(), ranks, perProcess, rows * ranks, UINT64_MAX);
}

// A library that counts bytes in an int gets what it can count.
TEST_P(MessageTest, LongMessagesTravelInPieces) {
  compare(GetParam(), 4, 1, 20012, 1000);
}

INSTANTIATE_TEST_SUITE_P(
    Exchanges, MessageTest,
    ::testing::Values(Exchange{"AllReduce", reduceAll},
                      Exchange{"AllReduceInPlace", reduceInPlace},
                      Exchange{"ReduceScatter", reduceScatter},
                      Exchange{"AllGather", gatherAll}),
    [](const auto &info) { return info.param.name; });
