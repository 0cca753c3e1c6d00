// ActorsBenchmark.cpp: the cost of the runtime itself
//
// `actors-benchmark act [REPEATS]`: a chain of 10^4 tasks that do nothing, one
// thread: ns a task, and ms to verify and load it.
// `actors-benchmark metg [REPEATS]`: a stencil of width 2 on 2 workers: the
// task length at which half of the time is work, compared with TBB's flow graph
// and StarPU; all of them in turns, the least time of each length.
#include "TestPlan.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#ifdef SBP_HAS_TBB
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#endif
#ifdef SBP_HAS_STARPU
#include <starpu.h>
#endif

using namespace sbp;
using namespace sbp::test;
using Clock = std::chrono::steady_clock;

static double now() {
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

/// The duration in seconds of the task that is measured.
static double taskSeconds = 0;
static void work() {
  for (double end = now() + taskSeconds; now() < end;)
    ;
}

static void doNothing(const sbp_host_services *, void *const *, void *const *,
                      void *, const int64_t *) {}
static void doWork(const sbp_host_services *, void *const *, void *const *,
                   void *, const int64_t *) {
  work();
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

//===----------------------------------------------------------------------===//
// One task
//===----------------------------------------------------------------------===//

static void measureAct(int repeats) {
  constexpr int tasks = 10000;
  TestPlan plan(1);
  uint32_t whole = plan.distribution(TestPlan::B);
  uint32_t at = plan.input("x", {1}, whole);
  for (int i = 0; i < tasks; ++i) {
    uint32_t next = plan.reg({1}, whole);
    plan.compute("nothing", {at}, {next});
    at = next;
  }
  plan.output("y", at);
  Bytes bytes(plan.bytes());
  FunctionDevice device;
  device.functions["nothing"] = doNothing;
  SessionOptions options;
  options.workers = 1;
  options.watchdogSeconds = 0;
  std::unique_ptr<Session> session;
  std::vector<double> loads, steps;
  float x = 0;
  for (int i = 0; i < std::min(repeats, 20); ++i) {
    double begin = now();
    session = createSession(bytes, device, options);
    loads.push_back(now() - begin);
  }
  if (session->setInput(0, 0, &x).failed())
    std::abort();
  for (int i = 0; i < repeats; ++i) {
    double begin = now();
    if (session->step(0).failed())
      std::abort();
    steps.push_back((now() - begin) / tasks);
  }
  std::printf("act: %d tasks, one thread, %d steps: least %.1f ns, median %.1f "
              "ns a task\n",
              tasks, repeats,
              *std::min_element(steps.begin(), steps.end()) * 1e9,
              median(steps) * 1e9);
  std::printf("load: verified and loaded in least %.1f ms, median %.1f ms\n",
              *std::min_element(loads.begin(), loads.end()) * 1e3,
              median(loads) * 1e3);
}

//===----------------------------------------------------------------------===//
// A stencil: task (i, t) needs (0, t - 1) and (1, t - 1)
//===----------------------------------------------------------------------===//

static constexpr int width = 2, rounds = 500;

namespace {
/// One way to run it once; `taskSeconds` is how long a task is. Whoever polls
/// while it has nothing to do does so between `begin` and `end` alone: the
/// others would have to share their cores with it.
struct Way {
  const char *name;
  std::function<void()> run, begin = [] {}, end = [] {};
};
} // namespace

static Way makeOurs() {
  TestPlan plan(width);
  uint32_t split = plan.distribution(TestPlan::S);
  uint32_t whole = plan.distribution(TestPlan::B);
  uint32_t at = plan.input("x", {2 * width}, whole);
  for (int t = 0; t < rounds; ++t) {
    uint32_t piece = plan.reg({2 * width}, split);
    plan.compute("work", {at}, {piece});
    at = plan.reg({2 * width}, whole);
    plan.allGather(piece, at);
  }
  plan.output("y", at);
  struct Run {
    explicit Run(const std::string &text) : bytes(text) {}
    Bytes bytes;
    FunctionDevice device;
    std::unique_ptr<Session> session;
  };
  auto run = std::make_shared<Run>(plan.bytes());
  run->device.functions["work"] = doWork;
  SessionOptions options;
  options.workers = width;
  options.watchdogSeconds = 0;
  run->session = createSession(run->bytes, run->device, options);
  std::vector<float> x(2 * width);
  if (run->session->setInput(0, 0, x.data()).failed())
    std::abort();
  return {"sbp", [run] {
            if (run->session->step(0).failed())
              std::abort();
          }};
}

#ifdef SBP_HAS_TBB
static Way makeTbb() {
  using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;
  struct Run {
    tbb::global_control threads{tbb::global_control::max_allowed_parallelism,
                                width};
    tbb::flow::graph graph;
    std::vector<std::unique_ptr<Node>> nodes;
  };
  auto run = std::make_shared<Run>();
  for (int t = 0; t < rounds; ++t)
    for (int i = 0; i < width; ++i) {
      run->nodes.push_back(std::make_unique<Node>(
          run->graph, [](const tbb::flow::continue_msg &) { work(); }));
      for (int j = 0; t > 0 && j < width; ++j)
        tbb::flow::make_edge(*run->nodes[(t - 1) * width + j],
                             *run->nodes.back());
    }
  return {"TBB flow graph", [run] {
            for (int i = 0; i < width; ++i)
              run->nodes[i]->try_put(tbb::flow::continue_msg());
            run->graph.wait_for_all();
          }};
}
#endif

#ifdef SBP_HAS_STARPU
static void workOfStarpu(void **, void *) { work(); }

static Way makeStarpu() {
  struct Run {
    starpu_codelet codelet;
    float values[2][width];
    starpu_data_handle_t handles[2][width];
  };
  setenv("STARPU_NCPU", std::to_string(width).c_str(), 1);
  setenv("STARPU_SILENT", "1", 1);
  if (starpu_init(nullptr) != 0)
    return {nullptr, {}};
  auto run = std::make_shared<Run>();
  starpu_codelet_init(&run->codelet);
  run->codelet.cpu_funcs[0] = workOfStarpu;
  run->codelet.nbuffers = 3;
  run->codelet.modes[0] = run->codelet.modes[1] = STARPU_R;
  run->codelet.modes[2] = STARPU_W;
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < width; ++i)
      starpu_variable_data_register(&run->handles[side][i], STARPU_MAIN_RAM,
                                    uintptr_t(&run->values[side][i]),
                                    sizeof(float));
  starpu_pause();
  return {"StarPU",
          [run] {
            for (int t = 0; t < rounds; ++t)
              for (int i = 0; i < width; ++i)
                if (starpu_task_insert(&run->codelet, STARPU_R,
                                       run->handles[t % 2][0], STARPU_R,
                                       run->handles[t % 2][1], STARPU_W,
                                       run->handles[1 - t % 2][i], 0) != 0)
                  std::abort();
            starpu_task_wait_for_all();
          },
          starpu_resume, starpu_pause};
}
#endif

static void measureMetg(int repeats) {
  std::vector<Way> ways = {makeOurs()};
#ifdef SBP_HAS_TBB
  ways.push_back(makeTbb());
#endif
#ifdef SBP_HAS_STARPU
  if (Way way = makeStarpu(); way.name)
    ways.push_back(way);
#endif
  std::vector<double> lengths;
  for (double length = 0.25e-6; length < 200e-6; length *= 1.4142135)
    lengths.push_back(length);
  std::vector<std::vector<double>> least(
      ways.size(), std::vector<double>(lengths.size(), 1e9));
  for (int i = 0; i < repeats; ++i)
    for (size_t l = 0; l < lengths.size(); ++l)
      for (size_t w = 0; w < ways.size(); ++w) {
        taskSeconds = lengths[l];
        ways[w].begin();
        double begin = now();
        ways[w].run();
        least[w][l] = std::min(least[w][l], now() - begin);
        ways[w].end();
      }
  for (size_t w = 0; w < ways.size(); ++w) {
    // The least length of which half of the time is work, between two lengths
    // on a straight line.
    auto share = [&](size_t l) { return rounds * lengths[l] / least[w][l]; };
    size_t l = 0;
    while (l < lengths.size() && share(l) < 0.5)
      ++l;
    double idle = (least[w][0] - rounds * lengths[0]) / rounds * 1e6;
    if (l == lengths.size()) {
      std::printf("%s: METG(50 %%) above %.0f us; a round without work %.2f "
                  "us\n",
                  ways[w].name, lengths.back() * 1e6, idle);
      continue;
    }
    double metg = lengths[l];
    if (l > 0)
      metg = lengths[l - 1] + (lengths[l] - lengths[l - 1]) *
                                  (0.5 - share(l - 1)) /
                                  (share(l) - share(l - 1));
    std::printf("%s: METG(50 %%) %.2f us; a round without work %.2f us\n",
                ways[w].name, metg * 1e6, idle);
  }
}

int main(int argc, char **argv) {
  std::string what = argc > 1 ? argv[1] : "";
  int repeats = argc > 2 ? std::atoi(argv[2]) : 0;
  if (what == "act")
    measureAct(repeats > 0 ? repeats : 200);
  else if (what == "metg")
    measureMetg(repeats > 0 ? repeats : 10);
  else
    std::fprintf(stderr, "actors-benchmark act|metg [REPEATS]\n");
  return what == "act" || what == "metg" ? 0 : 1;
}
