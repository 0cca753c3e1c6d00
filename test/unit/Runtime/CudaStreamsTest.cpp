// CudaStreamsTest.cpp: plans with several streams and micro-batches on a GPU of
// the stub driver
#include "PtxKernels.h"
#include "Results.h"
#include "TestPlan.h"
#include <gtest/gtest.h>
#include <numeric>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;

namespace {
constexpr uint32_t microBatches = 5;

/// The plan x (five micro-batches) -> double -> double -> double -> y through
/// registers of one copy, where `double` is 2 in + micro-batch. Each task is on
/// the next of `streams` streams.
std::string makeChain(uint32_t streams) {
  static const PtxKernels kernels;
  TestPlan plan(1);
  uint32_t whole = plan.distribution(TestPlan::B);
  plan.plan().entries[0]->micro_batches = microBatches;
  std::vector<uint32_t> registers = {plan.input("x", {64}, whole)};
  for (int i = 0; i < 3; ++i)
    registers.push_back(plan.reg({64}, whole));
  TemplateT &graph = plan.graph();
  graph.device = DeviceKind::cuda;
  graph.streams.clear();
  for (uint32_t stream = 0; stream < streams; ++stream)
    graph.streams.push_back(std::make_unique<LaunchListT>());
  for (uint32_t reg : registers)
    plan.getRegister(reg).tokens = microBatches;
  plan.getRegister(registers[0]).copies = microBatches;
  // compute() has filled a launch list, which is replaced.
  std::vector<uint32_t> tasks;
  for (int i = 0; i < 3; ++i)
    tasks.push_back(plan.compute("double", {registers[i]}, {registers[i + 1]}));
  graph.streams[0]->entries.clear();
  for (uint32_t k = 0; k < microBatches; ++k)
    for (uint32_t i = 0; i < 3; ++i)
      graph.streams[i % streams]->entries.push_back(LaunchEntry(tasks[i], k));
  for (uint32_t task : tasks) {
    graph.tasks[task]->firings = microBatches;
    graph.tasks[task]->parameters = {uint32_t(Parameter::micro_batch)};
    graph.tasks[task]->scratch = plan.reg({128}, whole);
  }
  plan.output("y", registers[3]);
  RegisterT &y = plan.getRegister(registers[3]);
  y.copies = microBatches;
  y.stride = 256;
  y.offset = graph.arena_bytes;
  graph.arena_bytes += microBatches * 256;
  for (auto *ports :
       {&plan.plan().entries[0]->inputs, &plan.plan().entries[0]->outputs}) {
    (*ports)[0]->shape = {microBatches * 64};
    (*ports)[0]->time_dim = 0;
  }
  CodeT &code = *plan.plan().code[0];
  code.device = DeviceKind::cuda;
  code.format = CodeFormat::ptx;
  code.architecture = kernels.code.architecture;
  code.driver = kernels.code.driver;
  plan.code = kernels.text;
  plan.interface = kernels.interface;
  return plan.bytes();
}

/// Parameters: number of streams, use of step graphs.
class CudaStreams : public ::testing::TestWithParam<std::pair<uint32_t, bool>> {
};
} // namespace

TEST_P(CudaStreams, EveryOrderIsRight) {
  useStubDriver();
  auto [streams, isGraph] = GetParam();
  Bytes bytes(makeChain(streams));
  std::vector<float> x(microBatches * 64), y(x.size());
  // The stub continues its random sequence, so every run has another order.
  for (int order = 0; order < 20; ++order) {
    SessionOptions options;
    options.cudaGraph = isGraph;
    auto session =
        expectValue(Session::create(bytes.view(), std::move(options)));
    ASSERT_TRUE(session);
    Status status;
    for (int step = 0; step < 4 && !status.failed(); ++step) {
      std::iota(x.begin(), x.end(), float(step));
      status = session->setInput(0, 0, x.data());
      if (!status.failed())
        status = session->step(0);
      if (!status.failed())
        status = session->getOutput(0, 0, y.data());
      for (size_t i = 0; i < x.size() && !status.failed(); ++i)
        ASSERT_EQ(y[i], 8 * x[i] + 7 * float(i / 64)) << i << ", " << step;
    }
    ASSERT_FALSE(status.failed()) << status.message();
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, CudaStreams,
                         ::testing::Values(std::pair(1u, false),
                                           std::pair(2u, false),
                                           std::pair(3u, false),
                                           std::pair(1u, true),
                                           std::pair(3u, true)));
