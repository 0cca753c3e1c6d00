// VerifyOrderTest.cpp: launch lists and orders that deadlock
#include "VerifierModels.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using testing::HasSubstr;

TEST(Verifier, MissingTask) {
  Model model;
  auto &entries = model.graph().streams[0]->entries;
  entries.erase(entries.begin() + 2);
  EXPECT_THAT(verify(model), HasSubstr("is launched 0 times but fires 1"));
}

TEST(Verifier, ConsumerBeforeProducer) {
  Model model;
  auto &entries = model.graph().streams[0]->entries;
  std::swap(entries[2], entries[3]);
  EXPECT_THAT(verify(model),
              HasSubstr("deadlocks: rank 0 waits forever at task 3"));
}

TEST(Verifier, TwoWritersOfOneRegister) {
  Model model;
  model.graph().tasks[model.second]->outputs = {model.h};
  EXPECT_THAT(verify(model), HasSubstr("is written by"));
}

// The second sum depends on the first, so no device can issue them in reverse
// order.
TEST(Verifier, AnOrderThatNoDeviceCanKeep) {
  TestPlan builder(2);
  uint32_t whole = builder.distribution(TestPlan::B);
  uint32_t partial = builder.distribution(TestPlan::P);
  uint32_t x = builder.input("x", {4}, partial);
  uint32_t a = builder.reg({4}, whole), p = builder.reg({4}, partial),
           b = builder.reg({4}, whole);
  builder.allReduce(x, a);
  builder.compute("scale", {a}, {p});
  builder.allReduce(p, b);
  builder.output("b", b);
  auto &streams = builder.graph().streams;
  streams.push_back(std::make_unique<LaunchListT>());
  streams[1]->entries = {streams[0]->entries[1], streams[0]->entries[2]};
  streams[0]->entries.resize(1);
  EXPECT_EQ(verify(builder), "");
  auto &order = builder.plan().entries[0]->order;
  std::swap(order[0], order[1]);
  EXPECT_THAT(verify(builder), HasSubstr("deadlocks: rank 0 waits forever"));
}

// A second class in which two independent collectives have the reverse order.
TEST(Verifier, SwappedCollectivesOnOneRank) {
  TestPlan builder(2);
  uint32_t whole = builder.distribution(TestPlan::B);
  uint32_t partial = builder.distribution(TestPlan::P);
  uint32_t x = builder.input("x", {4}, partial);
  uint32_t a = builder.reg({4}, whole), b = builder.reg({4}, whole);
  builder.allReduce(x, a);
  builder.allReduce(x, b);
  builder.output("a", a);
  builder.output("b", b);
  EXPECT_EQ(verify(builder), "");
  builder.plan().templates.push_back(
      std::make_unique<TemplateT>(builder.graph()));
  TemplateT &swapped = *builder.plan().templates[1];
  std::swap(swapped.streams[0]->entries[0], swapped.streams[0]->entries[1]);
  builder.plan().bindings[1]->entries[0]->template_index = 1;
  EXPECT_THAT(verify(builder), HasSubstr("rank 1 issues all_reduce #1 before"));
  // The run deadlocks also without an order.
  std::swap(builder.plan().entries[0]->order[0],
            builder.plan().entries[0]->order[1]);
  EXPECT_NE(verify(builder), "");
}

namespace {
/// The producer on one stream runs ahead by as many tokens as there are copies.
struct Pipeline : TestPlan {
  uint32_t whole = distribution(B);
  uint32_t x = input("x", {4}, whole), h = reg({4}, whole), y = reg({4}, whole);
  uint32_t first, second;

  Pipeline() : TestPlan(1) {
    plan().entries[0]->micro_batches = 4;
    getRegister(h).tokens = 4;
    getRegister(y).tokens = 4;
    getRegister(y).copies = 1;
    first = compute("f", {x}, {h});
    second = compute("g", {h}, {y});
    graph().tasks[first]->firings = graph().tasks[second]->firings = 4;
    graph().streams[0]->entries.clear();
    graph().streams.push_back(std::make_unique<LaunchListT>());
    for (uint32_t k = 0; k < 4; ++k) {
      graph().streams[0]->entries.push_back(LaunchEntry(first, k));
      graph().streams[1]->entries.push_back(LaunchEntry(second, k));
    }
  }
};
} // namespace

TEST(Verifier, OneCreditBetweenStreamsIsLive) {
  Pipeline pipeline;
  EXPECT_EQ(verify(pipeline), "");
}

// A list that produces everything first needs four copies.
TEST(Verifier, MissingCredit) {
  Pipeline pipeline;
  auto &entries = pipeline.graph().streams[0]->entries;
  auto &rest = pipeline.graph().streams[1]->entries;
  entries.insert(entries.end(), rest.begin(), rest.end());
  pipeline.graph().streams.pop_back();
  EXPECT_NE(verify(pipeline), "");
  RegisterT &h = pipeline.getRegister(pipeline.h);
  h.copies = 4;
  h.stride = 256;
  h.offset = pipeline.graph().arena_bytes;
  pipeline.graph().arena_bytes += 4 * 256;
  EXPECT_EQ(verify(pipeline), "");
}

TEST(Verifier, StateReadAfterItsUpdate) {
  TestPlan builder(1);
  uint32_t whole = builder.distribution(TestPlan::B);
  uint32_t w = builder.state("w", {4}, whole, 0),
           next = builder.reg({4}, whole);
  uint32_t y = builder.reg({4}, whole);
  builder.getRegister(next).space = Space::state;
  builder.getRegister(next).index = 0;
  builder.getRegister(next).alias_of = w;
  builder.getRegister(next).offset = builder.getRegister(w).offset;
  uint32_t update = builder.compute("update", {w}, {next});
  builder.graph().tasks[update]->in_place.push_back(InPlacePair(0, 0));
  builder.compute("late", {w}, {y});
  builder.output("w", next);
  EXPECT_THAT(verify(builder), HasSubstr("live at the same time"));
  std::swap(builder.graph().streams[0]->entries[0],
            builder.graph().streams[0]->entries[1]);
  EXPECT_EQ(verify(builder), "");
}

// The update on another stream waits for the reader.
TEST(Verifier, StateReadOnAnotherStreamThanItsUpdate) {
  TestPlan builder(1);
  uint32_t whole = builder.distribution(TestPlan::B);
  uint32_t w = builder.state("w", {4}, whole, 0),
           next = builder.reg({4}, whole), y = builder.reg({4}, whole);
  builder.getRegister(next).space = Space::state;
  builder.getRegister(next).index = 0;
  builder.getRegister(next).alias_of = w;
  builder.getRegister(next).offset = builder.getRegister(w).offset;
  uint32_t update = builder.compute("update", {w}, {next});
  builder.graph().tasks[update]->in_place.push_back(InPlacePair(0, 0));
  builder.compute("read", {w}, {y});
  builder.output("w", next);
  auto &streams = builder.graph().streams;
  streams.push_back(std::make_unique<LaunchListT>());
  streams[1]->entries = {streams[0]->entries[1]};
  streams[0]->entries.resize(1);
  EXPECT_EQ(verify(builder), "");
}
