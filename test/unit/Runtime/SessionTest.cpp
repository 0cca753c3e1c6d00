// SessionTest.cpp: results of small plans
#include "AsyncDevice.h"
#include "TestPlan.h"
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;

namespace {
constexpr int64_t size = 64;

/// Computes out[i] = 2 in[i] over 64 / 4 elements.
void doubleIt(const sbp_host_services *, void *const *in, void *const *out,
              void *, const int64_t *parameters) {
  for (int64_t i = 0; i < parameters[0]; ++i)
    static_cast<float *>(out[0])[i] = 2 * static_cast<float *>(in[0])[i];
}

/// Computes out += in, in place of in[1].
void accumulate(const sbp_host_services *, void *const *in, void *const *out,
                void *, const int64_t *parameters) {
  for (int64_t i = 0; i < parameters[0]; ++i)
    static_cast<float *>(out[0])[i] =
        static_cast<float *>(in[1])[i] + static_cast<float *>(in[0])[i];
}

/// Makes the element count a parameter of a task.
void setCount(TestPlan &builder, uint32_t task, int64_t count) {
  uint32_t parameter = builder.graph().parameters++;
  for (auto &binding : builder.plan().bindings)
    binding->entries[0]->parameters.push_back(count);
  builder.graph().tasks[task]->parameters = {parameter};
}

FunctionDevice makeDevice() { return {}; }

std::vector<float> iota(int64_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0f);
  return values;
}

void expectOk(Status status) {
  EXPECT_FALSE(status.failed()) << (status.failed() ? status.message() : "");
}

/// The plan x S(0) -> 2x -> all_gather -> y B.
void buildGather(TestPlan &builder, int64_t ranks) {
  uint32_t split = builder.distribution(TestPlan::S);
  uint32_t whole = builder.distribution(TestPlan::B);
  uint32_t x = builder.input("x", {size}, split);
  uint32_t h = builder.reg({size}, split), y = builder.reg({size}, whole);
  setCount(builder, builder.compute("double", {x}, {h}), size / ranks);
  builder.allGather(h, y);
  builder.output("y", y);
}
} // namespace

struct Mode {
  int workers; ///< number of workers, or minus the seed of the deterministic
               ///< scheduler
  bool isLate; ///< true for an asynchronous device with memory of its own
};

class SessionTest : public ::testing::TestWithParam<Mode> {
protected:
  SessionOptions options() const {
    SessionOptions result;
    if (GetParam().workers > 0)
      result.workers = GetParam().workers;
    else
      result.seed = -GetParam().workers;
    return result;
  }
  std::unique_ptr<Session> create(const Bytes &bytes) {
    Device &chosen = GetParam().isLate ? static_cast<Device &>(late) : device;
    return createSession(bytes, chosen, options());
  }
  FunctionDevice device = makeDevice();
  sbp::testing::AsyncDevice late{device, 5};
};

TEST_P(SessionTest, SplitInputIsGathered) {
  TestPlan builder(4);
  buildGather(builder, 4);
  Bytes bytes(builder.bytes());
  device.functions["double"] = doubleIt;
  auto session = create(bytes);
  std::vector<float> x = iota(size), y(size);
  expectOk(session->setInput(0, 0, x.data()));
  for (int step = 0; step < 20; ++step)
    expectOk(session->step(0));
  expectOk(session->getOutput(0, 0, y.data()));
  for (int64_t i = 0; i < size; ++i)
    EXPECT_EQ(y[i], 2 * x[i]);
  EXPECT_EQ(session->getMovedBytes(0), 3 * size * 4);
}

// A borrowed input is used in place where the device is the host. A value that
// is set later is written to that memory.
TEST_P(SessionTest, BorrowedInputIsUsedInPlace) {
  constexpr int64_t many = 4 << 18; // a MiB for each rank
  TestPlan builder(4);
  uint32_t split = builder.distribution(TestPlan::S);
  uint32_t x = builder.input("x", {many}, split);
  uint32_t y = builder.reg({many}, split);
  setCount(builder, builder.compute("double", {x}, {y}), many / 4);
  builder.output("y", y);
  Bytes bytes(builder.bytes());
  device.functions["double"] = doubleIt;
  auto session = create(bytes);
  struct alignas(64) Line {
    float values[16];
  };
  auto owner = std::make_shared<std::vector<Line>>(many / 16);
  float *borrowed = owner->front().values;
  std::fill_n(borrowed, many, 1.0f);
  session->borrowInput(0, 0, reinterpret_cast<char *>(borrowed), owner);
  expectOk(session->setInput(0, 0, borrowed));
  EXPECT_EQ(session->usesBorrowed(0, 0), !GetParam().isLate);
  borrowed[many - 1] = 5;
  std::vector<float> result(many), other(many, 3.0f);
  expectOk(session->step(0));
  expectOk(session->getOutput(0, 0, result.data()));
  EXPECT_EQ(result[0], 2);
  EXPECT_EQ(result[many - 1], GetParam().isLate ? 2 : 10);
  expectOk(session->setInput(0, 0, other.data()));
  expectOk(session->step(0));
  expectOk(session->getOutput(0, 0, result.data()));
  EXPECT_EQ(result, std::vector<float>(many, 6.0f));
}

// The first rank of a group holds a partial input, the others -0.0.
TEST_P(SessionTest, PartialInputIsReducedOnce) {
  TestPlan builder(4);
  uint32_t partial = builder.distribution(TestPlan::P);
  uint32_t whole = builder.distribution(TestPlan::B);
  uint32_t x = builder.input("x", {300, 200}, partial);
  uint32_t y = builder.reg({300, 200}, whole);
  builder.allReduce(x, y);
  builder.output("y", y);
  builder.output("p", x);
  Bytes bytes(builder.bytes());
  auto session = create(bytes);
  std::vector<float> in = iota(60000), y1(60000), p1(60000);
  in[7] = -0.0f;
  expectOk(session->setInput(0, 0, in.data()));
  for (int step = 0; step < 5; ++step)
    expectOk(session->step(0));
  expectOk(session->getOutput(0, 0, y1.data()));
  expectOk(session->getOutput(0, 1, p1.data()));
  EXPECT_EQ(std::memcmp(in.data(), y1.data(), in.size() * 4), 0);
  EXPECT_EQ(std::memcmp(in.data(), p1.data(), in.size() * 4), 0);
}

TEST_P(SessionTest, StateIsUpdatedInPlaceBetweenSteps) {
  TestPlan builder(2);
  uint32_t split = builder.distribution(TestPlan::S);
  uint32_t x = builder.input("x", {size}, split);
  uint32_t w = builder.state("w", {size}, split, 10.0f);
  uint32_t next = builder.reg({size}, split);
  RegisterT &reg = builder.getRegister(next);
  reg.space = Space::state;
  reg.index = 0;
  reg.alias_of = w;
  reg.offset = builder.getRegister(w).offset;
  uint32_t task = builder.compute("accumulate", {x, w}, {next});
  builder.graph().tasks[task]->in_place.push_back(InPlacePair(1, 0));
  setCount(builder, task, size / 2);
  builder.output("w", next);
  Bytes bytes(builder.bytes());
  device.functions["accumulate"] = accumulate;
  auto session = create(bytes);
  std::vector<float> in = iota(size), w1(size);
  expectOk(session->setInput(0, 0, in.data()));
  expectOk(session->initialiseState(0));
  for (int step = 0; step < 3; ++step)
    expectOk(session->step(0));
  expectOk(session->getState(0, w1.data()));
  for (int64_t i = 0; i < size; ++i)
    EXPECT_EQ(w1[i], 10.0f + 3 * in[i]);
}

// Five micro-batches of a split input are accumulated into one value per step
// (5:1).
TEST_P(SessionTest, MicroBatchesAccumulate) {
  TestPlan builder(2);
  uint32_t whole = builder.distribution(TestPlan::B);
  builder.plan().entries[0]->micro_batches = 5;
  uint32_t x = builder.input("x", {size}, whole);
  builder.plan().entries[0]->inputs[0]->shape = {5 * size};
  builder.plan().entries[0]->inputs[0]->time_dim = 0;
  builder.getRegister(x).tokens = builder.getRegister(x).copies = 5;
  uint32_t h = builder.reg({size}, whole), sum = builder.reg({size}, whole);
  builder.getRegister(h).tokens = 5;
  uint32_t first = builder.compute("double", {x}, {h});
  uint32_t second = builder.compute("add", {h}, {sum});
  setCount(builder, first, size);
  builder.graph().tasks[first]->firings =
      builder.graph().tasks[second]->firings = 5;
  builder.graph().tasks[second]->parameters = {
      uint32_t(Parameter::micro_batch)};
  builder.graph().streams[0]->entries.clear();
  for (uint32_t k = 0; k < 5; ++k)
    for (uint32_t task : {first, second})
      builder.graph().streams[0]->entries.push_back(LaunchEntry(task, k));
  builder.output("y", sum);
  Bytes bytes(builder.bytes());
  device.functions["double"] = doubleIt;
  device.functions["add"] = [](const sbp_host_services *, void *const *in,
                               void *const *out, void *,
                               const int64_t *parameters) {
    for (int64_t i = 0; i < size; ++i)
      static_cast<float *>(out[0])[i] =
          (parameters[0] ? static_cast<float *>(out[0])[i] : 0) +
          static_cast<float *>(in[0])[i];
  };
  auto session = create(bytes);
  std::vector<float> in = iota(5 * size), y(size);
  expectOk(session->setInput(0, 0, in.data()));
  for (int step = 0; step < 2; ++step)
    expectOk(session->step(0));
  expectOk(session->getOutput(0, 0, y.data()));
  for (int64_t i = 0; i < size; ++i)
    EXPECT_EQ(y[i], 2 * (5 * in[i] + 10 * size));
}

INSTANTIATE_TEST_SUITE_P(Workers, SessionTest,
                         ::testing::Values(Mode{1, false}, Mode{2, false},
                                           Mode{4, false}, Mode{-1, false},
                                           Mode{-2, false}, Mode{-77, false},
                                           Mode{1, true}, Mode{4, true},
                                           Mode{-3, true}, Mode{-8, true}),
                         [](const auto &info) {
                           int workers = info.param.workers;
                           return textOf(info.param.isLate ? "Late" : "Host",
                                         workers > 0 ? "Workers" : "Seed",
                                         std::abs(workers));
                         });

TEST(SessionOrders, EverySeedGivesTheSameBits) {
  FunctionDevice device;
  device.functions["double"] = doubleIt;
  TestPlan builder(8);
  uint32_t partial = builder.distribution(TestPlan::P);
  uint32_t whole = builder.distribution(TestPlan::B);
  uint32_t x = builder.input("x", {size}, whole),
           h = builder.reg({size}, partial);
  uint32_t y = builder.reg({size}, whole);
  setCount(builder, builder.compute("scale", {x}, {h}), size);
  builder.allReduce(h, y);
  builder.output("y", y);
  device.functions["scale"] = doubleIt;
  Bytes bytes(builder.bytes());
  std::vector<float> first;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SessionOptions options;
    options.seed = seed;
    options.watchdogSeconds = 0;
    auto session = createSession(bytes, device, options);
    std::vector<float> in(size), out(size);
    for (int64_t i = 0; i < size; ++i)
      in[i] = 1.0f / (3 + i);
    expectOk(session->setInput(0, 0, in.data()));
    expectOk(session->step(0));
    expectOk(session->getOutput(0, 0, out.data()));
    if (first.empty())
      first = out;
    EXPECT_EQ(first, out) << "seed " << seed;
  }
}

TEST(SessionPieces, DifferingCopiesAreRefused) {
  FunctionDevice device;
  TestPlan builder(2);
  uint32_t whole = builder.distribution(TestPlan::B);
  uint32_t x = builder.input("x", {4}, whole);
  builder.output("y", x);
  Bytes bytes(builder.bytes());
  auto session = createSession(bytes, device);
  std::vector<float> a = {1, 2, 3, 4}, b = {1, 2, 3, 5};
  session->beginInputPieces();
  expectOk(session->setInputPiece(0, 0, 0, a.data()));
  Status status = session->setInputPiece(0, 0, 1, b.data());
  ASSERT_TRUE(status.failed());
  EXPECT_NE(status.message().find("ranks 0 and 1"), std::string::npos);
}

TEST(SessionInputs, IndicesBeyondTheirBoundAreNamed) {
  FunctionDevice device;
  TestPlan builder(2);
  uint32_t whole = builder.distribution(TestPlan::B);
  uint32_t x = builder.input("ids", {2, 2}, whole);
  builder.plan().entries[0]->inputs[0]->dtype = DType::i32;
  builder.plan().entries[0]->inputs[0]->index_bound = 7;
  builder.getRegister(x).dtype = DType::i32;
  Bytes bytes(builder.bytes());
  auto session = createSession(bytes, device);
  std::vector<int32_t> good = {0, 6, 1, 2}, high = {0, 1, 7, 2},
                       negative = {0, -1, 1, 1};
  expectOk(session->setInput(0, 0, good.data()));
  for (const auto &values : {high, negative}) {
    Status status = session->setInput(0, 0, values.data());
    ASSERT_TRUE(status.failed());
    EXPECT_NE(status.message().find("which is not an index below 7"),
              std::string::npos);
    EXPECT_TRUE(session->setInputPiece(0, 0, 1, values.data()).failed());
  }
}
