// LaunchesBenchmark.cpp: the cost of a launch for the host
//
// Steps of a chain of tasks, one launch of a kernel each, with a driver that
// returns at once: what is left is the runner's. Times are of a step; the
// counter `per_launch` is what counts, at most 500 ns. On one and three queues,
// which exchange marks, and as a graph.
#include "TestPlan.h"
#include <benchmark/benchmark.h>
#include <cstdlib>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;

static constexpr unsigned tasks = 300;

static std::unique_ptr<KernelSignatureT> describeKernel() {
  auto signature = std::make_unique<KernelSignatureT>();
  signature->symbol = "step";
  for (auto *list : {&signature->inputs, &signature->outputs}) {
    auto operand = std::make_unique<OperandT>();
    operand->dtype = DType::f32;
    operand->shape = {64};
    list->push_back(std::move(operand));
  }
  auto launch = std::make_unique<KernelLaunchT>();
  launch->symbol = "step_0";
  launch->grid = {1, 1, 1};
  launch->block = {64, 1, 1};
  launch->arguments = {LaunchArgument(0, 0, ArgumentKind::input),
                       LaunchArgument(0, 0, ArgumentKind::output)};
  signature->launches.push_back(std::move(launch));
  return signature;
}

/// A chain; neighbours are on different streams.
static std::string makePlan(unsigned streams) {
  TestPlan plan(1);
  uint32_t whole = plan.distribution(TestPlan::B);
  uint32_t at = plan.input("x", {64}, whole);
  std::vector<uint32_t> chain;
  for (unsigned i = 0; i < tasks; ++i) {
    uint32_t next = plan.reg({64}, whole);
    chain.push_back(plan.compute("step", {at}, {next}));
    at = next;
  }
  plan.output("y", at);
  TemplateT &graph = plan.graph();
  graph.device = DeviceKind::cuda;
  graph.streams.clear();
  for (unsigned stream = 0; stream < streams; ++stream)
    graph.streams.push_back(std::make_unique<LaunchListT>());
  for (unsigned i = 0; i < tasks; ++i)
    graph.streams[i % streams]->entries.push_back(LaunchEntry(chain[i], 0));
  CodeT &code = *plan.plan().code[0];
  code.device = DeviceKind::cuda;
  code.format = CodeFormat::ptx;
  code.architecture = "sm_90";
  code.driver = 12000;
  plan.code = "// nothing";
  plan.interface.emplace();
  plan.interface->kernels.push_back(describeKernel());
  return plan.bytes();
}

/// Arguments: streams, whether steps are graphs.
static void measureSteps(benchmark::State &state) {
  Bytes bytes(makePlan(state.range(0)));
  SessionOptions options;
  options.workers = 1;
  options.watchdogSeconds = 0;
  options.cudaGraph = state.range(1);
  auto created = Session::create(bytes.view(), std::move(options));
  Status status = created.status();
  std::unique_ptr<Session> session;
  if (!created.failed())
    session = *std::move(created);
  float x[64] = {};
  if (!status.failed())
    status = session->setInput(0, 0, x);
  for (int i = 0; i < 3 && !status.failed(); ++i)
    status = session->step(0);
  for (auto _ : state)
    if (!status.failed())
      status = session->step(0);
  if (status.failed())
    state.SkipWithError(status.message().c_str());
  state.counters["per_launch"] = benchmark::Counter(
      double(state.iterations()) * tasks,
      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(measureSteps)
    ->ArgNames({"streams", "graph"})
    ->Args({1, 0})
    ->Args({3, 0})
    ->Args({1, 1})
    ->MeasureProcessCPUTime(); // workers work in threads of their own

int main(int argc, char **argv) {
  setenv("SBP_CUDA_DRIVER", SBP_NULL_CUDA, /*overwrite=*/1);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
