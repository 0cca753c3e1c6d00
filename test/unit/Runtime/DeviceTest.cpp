// DeviceTest.cpp: the conformance suite of all devices
//
// The host, which is synchronous; the asynchronous test device with many
// orders, whose memory the host cannot access; and a GPU of the stub driver.
#include "AsyncDevice.h"
#include "CudaDevice.h"
#include "PtxKernels.h"
#include "Results.h"
#include "TestPlan.h"
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using sbp::testing::AsyncDevice;

namespace {
/// Computes out[i] = 2 in[i] + micro-batch for 64 elements.
void doubleIt(const sbp_host_services *, void *const *in, void *const *out,
              void *, const int64_t *parameters) {
  for (int i = 0; i < 64; ++i)
    static_cast<float *>(out[0])[i] =
        2 * static_cast<float *>(in[0])[i] + float(parameters[0]);
}

/// Accumulates: out = in in the first micro-batch, then out += in.
void accumulate(const sbp_host_services *, void *const *in, void *const *out,
                void *, const int64_t *parameters) {
  for (int i = 0; i < 64; ++i) {
    float &sum = static_cast<float *>(out[0])[i];
    sum = (parameters[0] ? sum : 0) + static_cast<float *>(in[0])[i];
  }
}

class NoWaker final : public Waker {
public:
  void wake(uint32_t) override { ++calls; }
  std::atomic<unsigned> calls{0};
};

class DeviceTest : public ::testing::TestWithParam<int> {
protected:
  static constexpr uint64_t bytes = 64 * sizeof(float);

  /// The device under test: 0 for the host, `gpu` for a GPU, else the seed of
  /// the asynchronous device.
  static constexpr int gpu = -1;
  DeviceTest() {
    code.functions["double"] = doubleIt;
    if (GetParam() > 0)
      late = std::make_unique<AsyncDevice>(code, GetParam());
    if (GetParam() == gpu)
      openGpu();
  }
  void openGpu() {
    useStubDriver();
    Result<std::unique_ptr<CudaDevice>> made = CudaDevice::open(0);
    Status status = made.failed()
                        ? made.status()
                        : (*made)->loadCode(kernels.getModule()).status();
    if (status.failed())
      throw std::runtime_error(status.message());
    late = *std::move(made);
  }
  Device &device() { return late ? *late : code; }

  RegisterPointer allocate(uint64_t size = bytes) {
    RegisterPointer pointer;
    pointer.base = static_cast<char *>(expectValue(device().allocate(size)));
    return pointer;
  }
  std::unique_ptr<BoundKernel> bindDouble(RegisterPointer in,
                                          RegisterPointer out) {
    KernelHandle handle = expectValue(device().findKernel(0, "double"));
    KernelOperands operands;
    operands.inputs = {in};
    operands.outputs = {out};
    operands.scratch = allocate(512).base;
    operands.parameters = {0};
    operands.microBatchParameters = {0};
    return expectValue(device().bind(handle, operands));
  }
  std::unique_ptr<Queue> makeQueue() {
    return expectValue(device().createQueue(0, waker));
  }
  std::unique_ptr<DeviceEvent> createEvent() {
    return expectValue(device().createEvent());
  }
  /// Polls until the queue is empty.
  void drain(Queue &queue) {
    std::unique_ptr<DeviceEvent> event = createEvent();
    ASSERT_FALSE(queue.record(*event).failed());
    for (bool reached = false; !reached;) {
      unsigned before = waker.calls;
      reached = expectValue(queue.query(*event));
      ASSERT_TRUE(reached || waker.calls > before) << "nobody wakes the rank";
    }
  }
  void put(RegisterPointer pointer, float value) {
    std::vector<float> values(64, value);
    EXPECT_FALSE(device().write(pointer.base, values.data(), bytes).failed());
  }
  float get(RegisterPointer pointer) {
    std::vector<float> values(64);
    EXPECT_FALSE(device().read(values.data(), pointer.base, bytes).failed());
    for (float value : values)
      EXPECT_EQ(value, values[0]);
    return values[0];
  }

  NoWaker waker;
  FunctionDevice code;
  PtxKernels kernels;
  std::unique_ptr<Device> late; ///< null for the host
};
} // namespace

TEST_P(DeviceTest, MemoryIsAlignedAndKeepsWhatIsWritten) {
  RegisterPointer memory = allocate();
  EXPECT_EQ(reinterpret_cast<uint64_t>(memory.base) % 256, 0u);
  put(memory, 3);
  EXPECT_EQ(get(memory), 3);
  EXPECT_NE(expectValue(device().allocate(0)), nullptr);
}

TEST_P(DeviceTest, BytesOfTheHostAreShared) {
  std::vector<float> values(64, 7);
  RegisterPointer shared, out = allocate();
  shared.base =
      static_cast<char *>(expectValue(device().share(values.data(), bytes)));
  std::unique_ptr<BoundKernel> kernel = bindDouble(shared, out);
  std::unique_ptr<Queue> queue = makeQueue();
  ASSERT_FALSE(queue->issue(*kernel, 0).failed());
  drain(*queue);
  EXPECT_EQ(get(out), 14);
}

TEST_P(DeviceTest, AQueueIsInOrder) {
  RegisterPointer x = allocate(), h = allocate(), y = allocate();
  std::unique_ptr<BoundKernel> first = bindDouble(x, h);
  PlanBox box = wholeBox({64});
  TransferOperands operands = {
      DType::f32, {{h, box}, {y, box}}, {{Combiner::sum, box, {0}, {1}}}};
  std::unique_ptr<BoundKernel> copy =
      expectValue(device().bindTransfers(operands));
  std::unique_ptr<Queue> queue = makeQueue();
  std::vector<float> in(64, 5), out(64);
  ASSERT_FALSE(queue->copyIn(x.base, in.data(), bytes).failed());
  ASSERT_FALSE(queue->issue(*first, 3).failed()); // the micro-batch is added
  ASSERT_FALSE(queue->issue(*copy, 0).failed());
  ASSERT_FALSE(queue->copyOut(out.data(), y.base, bytes).failed());
  drain(*queue);
  EXPECT_EQ(out[0], 13);
  EXPECT_EQ(get(y), 13);
}

TEST_P(DeviceTest, MarksOrderQueues) {
  RegisterPointer x = allocate(), h = allocate(), y = allocate();
  std::unique_ptr<BoundKernel> first = bindDouble(x, h),
                               second = bindDouble(h, y);
  std::unique_ptr<Queue> a = makeQueue(), b = makeQueue();
  std::unique_ptr<DeviceEvent> written = createEvent(), taken = createEvent();
  for (int round = 1; round < 20; ++round) {
    put(x, float(round));
    ASSERT_FALSE(
        a->wait(*taken).failed()); // never recorded: nothing to wait for
    ASSERT_FALSE(a->issue(*first, 0).failed());
    ASSERT_FALSE(a->record(*written).failed());
    ASSERT_FALSE(b->wait(*written).failed());
    ASSERT_FALSE(b->issue(*second, 0).failed());
    ASSERT_FALSE(b->record(*taken).failed());
    drain(*b);
    EXPECT_EQ(get(y), 4 * round);
  }
}

// Sums strided boxes, in place of one term and out of place.
TEST_P(DeviceTest, BoxesAreCombined) {
  std::vector<float> first(64), second(64), beside(64, -1);
  std::iota(first.begin(), first.end(), 0.0f);
  std::iota(second.begin(), second.end(), 100.0f);
  RegisterPointer a = allocate(), b = allocate(), c = allocate();
  for (auto [pointer, values] :
       {std::pair(a, &first), {b, &second}, {c, &beside}})
    ASSERT_FALSE(device().write(pointer.base, values->data(), bytes).failed());
  // Rows 2 to 5 and columns 1 to 3 of 8x8; the second buffer begins at row 2.
  PlanBox whole = wholeBox({8, 8}), below = {{2, 0}, {10, 8}},
          box = {{2, 1}, {6, 4}};
  TransferOperands operands = {DType::f32,
                               {{a, whole}, {b, below}, {c, whole}},
                               {{Combiner::sum, box, {0, 1}, {0, 2}}}};
  std::unique_ptr<BoundKernel> kernel =
      expectValue(device().bindTransfers(operands));
  std::unique_ptr<Queue> queue = makeQueue();
  ASSERT_FALSE(queue->issue(*kernel, 0).failed());
  drain(*queue);
  std::vector<float> sums(64), copies(64);
  ASSERT_FALSE(device().read(sums.data(), a.base, bytes).failed());
  ASSERT_FALSE(device().read(copies.data(), c.base, bytes).failed());
  for (int i = 0; i < 64; ++i) {
    bool isInside = i / 8 >= 2 && i / 8 < 6 && i % 8 >= 1 && i % 8 < 4;
    float sum = first[i] + (isInside ? second[i - 16] : 0);
    EXPECT_EQ(sums[i], sum) << i;
    EXPECT_EQ(copies[i], isInside ? sum : -1) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, DeviceTest, ::testing::Range(-1, 8),
                         [](const auto &info) {
                           return info.param < 0 ? "GpuOfTheStub"
                                  : info.param == 0
                                      ? "Host"
                                      : textOf("Late", info.param);
                         });

namespace {
constexpr uint32_t microBatches = 5;

/// The plan x (five micro-batches) -> double, on one stream -> h, one copy ->
/// accumulate, on another stream -> y.
std::string makeTwoStreams() {
  TestPlan plan(2);
  uint32_t whole = plan.distribution(TestPlan::B);
  plan.plan().entries[0]->micro_batches = microBatches;
  uint32_t x = plan.input("x", {64}, whole);
  PortT &port = *plan.plan().entries[0]->inputs[0];
  port.shape = {microBatches * 64};
  port.time_dim = 0;
  plan.getRegister(x).tokens = plan.getRegister(x).copies = microBatches;
  uint32_t h = plan.reg({64}, whole), y = plan.reg({64}, whole);
  plan.getRegister(h).tokens = microBatches;
  uint32_t tasks[] = {plan.compute("double", {x}, {h}),
                      plan.compute("accumulate", {h}, {y})};
  TemplateT &graph = plan.graph();
  graph.streams.clear();
  for (uint32_t task : tasks) {
    graph.tasks[task]->firings = microBatches;
    graph.tasks[task]->parameters = {uint32_t(Parameter::micro_batch)};
    graph.streams.push_back(std::make_unique<LaunchListT>());
    for (uint32_t k = 0; k < microBatches; ++k)
      graph.streams.back()->entries.push_back(LaunchEntry(task, k));
  }
  plan.output("y", y);
  return plan.bytes();
}

/// Runs two steps on an asynchronous device and returns true where y is
/// correct. `waits` is set to the number of waits.
bool runTwoStreams(const Bytes &bytes, uint64_t seed, uint64_t dropped,
                   uint64_t &waits) {
  FunctionDevice code;
  code.functions["double"] = doubleIt;
  code.functions["accumulate"] = accumulate;
  AsyncDevice device(code, seed);
  device.dropWait(dropped);
  SessionOptions options;
  options.seed = seed;
  auto session = createSession(bytes, device, options);
  std::vector<float> x(microBatches * 64), y(64);
  std::iota(x.begin(), x.end(), 1.0f);
  bool isRight = true;
  for (int step = 0; step < 2; ++step) {
    EXPECT_FALSE(session->setInput(0, 0, x.data()).failed());
    EXPECT_FALSE(session->step(0).failed());
    EXPECT_FALSE(session->getOutput(0, 0, y.data()).failed());
    for (int i = 0; i < 64; ++i)
      isRight &= y[i] == 2 * (5 * x[i] + 640) + 10;
  }
  waits = device.countWaits();
  return isRight;
}
} // namespace

TEST(Streams, EveryOrderThatMarksAllowIsRight) {
  Bytes bytes(makeTwoStreams());
  uint64_t waits = 0;
  for (uint64_t seed = 1; seed <= 1000; ++seed)
    ASSERT_TRUE(runTwoStreams(bytes, seed, UINT64_MAX, waits)) << seed;
  EXPECT_GT(waits, 0u);
}

// Every wait is necessary: without it some order gives wrong numbers.
TEST(Streams, AMissingWaitIsSeen) {
  Bytes bytes(makeTwoStreams());
  uint64_t waits = 0, ignored = 0;
  runTwoStreams(bytes, 1, UINT64_MAX, waits);
  for (uint64_t dropped = 0; dropped < waits / 4; ++dropped) {
    bool isSeen = false;
    for (uint64_t seed = 1; seed <= 100 && !isSeen; ++seed)
      isSeen = !runTwoStreams(bytes, seed, dropped, ignored);
    EXPECT_TRUE(isSeen) << "wait " << dropped;
  }
}
