// VerifierTest.cpp: planted faults are rejected before anything runs
#include "Layout.h"
#include "TestPlan.h"
#include "Transfers.h"
#include <cstring>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using testing::HasSubstr;

namespace {
/// x S(0) -> copy h -> all_gather g B -> partial p -> all_reduce y B.
struct Model : TestPlan {
  uint32_t split = distribution(S), whole = distribution(B),
           partial = distribution(P);
  uint32_t x = input("x", {8, 4}, split);
  uint32_t h = reg({8, 4}, split), g = reg({8, 4}, whole);
  uint32_t p = reg({8, 4}, partial), y = reg({8, 4}, whole);
  uint32_t first, gather, second, reduce;

  Model() : TestPlan(2) {
    first = compute("f", {x}, {h});
    gather = allGather(h, g);
    second = compute("g", {g}, {p});
    reduce = allReduce(p, y);
    output("y", y);
  }
  MovementT &movement(uint32_t communication) {
    return *plan().movements[plan().communications[communication]->movement];
  }
};
} // namespace

TEST(Verifier, AcceptsTheModel) {
  Model model;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, WrongOffsetParameter) {
  Model model;
  model.plan().bindings[1]->entries[0]->parameters[0] = 3;
  EXPECT_THAT(verify(model),
              HasSubstr("rank 1: register 0 of template 0 holds [3:7, "
                        "0:4] by its parameters but [4:8, 0:4]"));
}

TEST(Verifier, WindowsWithoutSize) {
  Model model;
  model.plan().distributions[model.split]->windows.emplace_back(0, 8, 0, 1, 0);
  EXPECT_THAT(verify(model), HasSubstr("has wrong windows of dim 0"));
}

TEST(Verifier, WindowsOfADimThatIsNotThere) {
  Model model;
  model.plan().distributions[model.split]->windows.emplace_back(2, 8, 3, 1, 0);
  EXPECT_THAT(verify(model), HasSubstr("has windows of dim 2 but has rank 2"));
}

TEST(Verifier, OverlappingArenaRanges) {
  Model model;
  model.getRegister(model.p).offset = model.getRegister(model.g).offset;
  EXPECT_THAT(verify(model), HasSubstr("live at the same time"));
}

TEST(Verifier, ReusedArenaRangesOfDeadRegistersAreFine) {
  Model model;
  model.getRegister(model.y).offset = model.getRegister(model.g).offset;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, InPlaceAllReduceIsFine) {
  Model model;
  model.getRegister(model.y).offset = model.getRegister(model.p).offset;
  model.getRegister(model.y).alias_of = model.p;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, RegisterOutsideTheArena) {
  Model model;
  model.getRegister(model.y).offset = 1ull << 40;
  EXPECT_THAT(verify(model), HasSubstr("ends outside the arena"));
}

TEST(Verifier, SizesThatOverflow) {
  Model model;
  model.getRegister(model.y).global_shape = {1ll << 40, 1ll << 40};
  EXPECT_THAT(verify(model), HasSubstr("too large shape"));
}

TEST(Verifier, PartialCountedTwice) {
  Model model;
  model.movement(1).transfers[0]->sources = {0, 0, 1};
  EXPECT_THAT(verify(model), HasSubstr("is counted 2 times"));
}

TEST(Verifier, PartialForgotten) {
  Model model;
  model.movement(1).transfers[0]->sources = {1};
  EXPECT_THAT(verify(model), HasSubstr("partial value 0"));
}

namespace {
/// Two values that move by one movement; the second one's result is given.
struct TwoOfOneMovement : TestPlan {
  uint32_t partial = distribution(P), whole = distribution(B);

  explicit TwoOfOneMovement(Kind second) : TestPlan(2) {
    add("x", "y", whole);
    add("x2", "y2", second == B ? whole : distribution(second));
    plan().communications[1]->movement = plan().communications[0]->movement;
  }
  void add(const std::string &from, const std::string &to, uint32_t kind) {
    uint32_t result = reg({4}, kind);
    allReduce(input(from, {4}, partial), result);
    output(to, result);
  }
};
} // namespace

TEST(Verifier, CommunicationsThatMeetAlikeAreOneMeeting) {
  TwoOfOneMovement plan(TestPlan::B);
  EXPECT_EQ(verify(plan), "");
  Program program;
  program.plan = plan.plan();
  EXPECT_EQ(Meetings(program).get().size(), 1u);
  program.plan.communications[1]->combiner = Combiner::max;
  EXPECT_EQ(Meetings(program).get().size(), 2u);
}

TEST(Verifier, AMovementIsProvedForTheBoxesOfEachCommunication) {
  TwoOfOneMovement plan(TestPlan::S);
  EXPECT_THAT(verify(plan), HasSubstr("has no place for"));
}

// Also where nothing is combined: the name says what the pieces are.
TEST(Verifier, CombinerOfAnotherName) {
  TestPlan plan(1);
  uint32_t partial = plan.distribution(TestPlan::P, Combiner::max);
  uint32_t whole = plan.distribution(TestPlan::B);
  uint32_t x = plan.input("x", {4}, partial), y = plan.reg({4}, whole);
  uint32_t moved = plan.allReduce(x, y);
  plan.output("y", y);
  EXPECT_THAT(verify(plan),
              HasSubstr("combines by sum what is partial by max"));
  uint32_t communication = plan.graph().tasks[moved]->communication;
  plan.plan().communications[communication]->combiner = Combiner::max;
  EXPECT_EQ(verify(plan), "");
}

namespace {
/// x P(sum) -> y P(max): rank 0 adds up, rank 1 holds what a maximum ignores.
struct TwoCombiners : TestPlan {
  uint32_t x = input("x", {8, 4}, distribution(P));
  uint32_t y = reg({8, 4}, distribution(P, Combiner::max));

  TwoCombiners() : TestPlan(2) {
    std::vector<TransferT> transfers(2);
    for (TransferT &transfer : transfers) {
      transfer.begin = {0, 0};
      transfer.end = {8, 4};
    }
    transfers[0].sources = {0, 1};
    transfers[0].destinations = {0};
    transfers[1].destinations = {1};
    communicate(CommunicationKind::exchange, x, y, std::move(transfers));
    output("y", y);
  }
  TransferT &transfer(uint32_t index) {
    return *plan().movements[0]->transfers[index];
  }
};
} // namespace

TEST(Verifier, TermsThatMeetMayBecomeATermOfAnotherCombiner) {
  TwoCombiners model;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, TermsOfTwoCombinersMixed) {
  TwoCombiners model;
  model.transfer(0).sources = {0};
  model.transfer(1).sources = {1};
  EXPECT_THAT(verify(model),
              HasSubstr("makes terms of max from some of 2 terms of sum"));
}

TEST(Verifier, PieceMissingFromAGather) {
  Model model;
  model.movement(0).transfers[0]->end = {4, 4};
  EXPECT_THAT(verify(model), HasSubstr("never receives [4:8, 0:4]"));
}

TEST(Verifier, SenderMissingFromAGather) {
  Model model;
  model.movement(0).transfers[0]->sources = {0};
  EXPECT_THAT(verify(model), HasSubstr("[4:8, 0:4] is to be sent by no rank"));
}

TEST(Verifier, SenderTwiceInAGather) {
  Model model;
  model.movement(0).transfers[0]->sources = {0, 1, 1};
  EXPECT_THAT(verify(model),
              HasSubstr("[4:8, 0:4] is to be sent by more than one rank"));
}

TEST(Verifier, ReceiverMissingFromAGather) {
  Model model;
  model.movement(0).transfers[0]->destinations = {1};
  EXPECT_THAT(verify(model), HasSubstr("rank 0 never receives [0:8, 0:4]"));
}

TEST(Verifier, PieceWrittenTwice) {
  Model model;
  auto twice = std::make_unique<TransferT>(*model.movement(0).transfers[0]);
  model.movement(0).transfers.push_back(std::move(twice));
  EXPECT_THAT(verify(model), HasSubstr("receives [0:8, 0:4] twice"));
}

TEST(Verifier, SenderWithoutThePiece) {
  Model model;
  TransferT &transfer = *model.movement(0).transfers[0];
  transfer.kind = TransferKind::combine;
  transfer.sources = {1};
  EXPECT_THAT(verify(model), HasSubstr("rank 1 does not hold [0:8, 0:4]"));
}

TEST(Verifier, KindOfTransferUnknown) {
  Model model;
  model.movement(0).transfers[0]->kind = TransferKind(3);
  EXPECT_THAT(verify(model), HasSubstr("unknown kind of transfer"));
}

namespace {
/// x P(sum) -> y S(0) by a reduce_scatter.
struct Scattered : TestPlan {
  uint32_t x = input("x", {8, 4}, distribution(P));
  uint32_t y = reg({8, 4}, distribution(S));

  Scattered() : TestPlan(2) {
    reduceScatter(x, y);
    output("y", y);
  }
  TransferT &transfer() { return *plan().movements[0]->transfers[0]; }
};
} // namespace

TEST(Verifier, EachGetsItsPartOfWhatIsScattered) {
  Scattered model;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, TermMissingFromAScatter) {
  Scattered model;
  model.transfer().sources = {1};
  EXPECT_THAT(verify(model), HasSubstr("partial value 0 of [0:4, 0:4]"));
}

TEST(Verifier, TermsAreNotRouted) {
  Scattered model;
  model.transfer().kind = TransferKind::route;
  EXPECT_THAT(verify(model), HasSubstr("hold different partial values"));
}

TEST(Verifier, ScatteredAsAWhole) {
  Scattered model;
  model.transfer().kind = TransferKind::combine;
  EXPECT_THAT(verify(model), HasSubstr("rank 0 has no place for [0:8, 0:4]"));
}

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
              HasSubstr("deadlocks: rank 0 waits for ever at task 3"));
}

TEST(Verifier, TwoWritersOfOneRegister) {
  Model model;
  model.graph().tasks[model.second]->outputs = {model.h};
  EXPECT_THAT(verify(model), HasSubstr("is written by"));
}

TEST(Verifier, ReadOfAnUnwrittenRegister) {
  Model model;
  model.graph().tasks[model.second]->inputs = {model.reg({8, 4}, model.whole)};
  EXPECT_THAT(verify(model), HasSubstr("which nothing writes"));
}

TEST(Verifier, BindingWithoutAParameter) {
  Model model;
  model.plan().bindings[1]->entries[0]->parameters.pop_back();
  EXPECT_THAT(verify(model),
              HasSubstr("binds 1 parameters but template 0 has 2"));
}

// On two streams: the second sum is of the first, so no device can issue them
// the other way round.
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
  EXPECT_THAT(verify(builder), HasSubstr("deadlocks: rank 0 waits for ever"));
}

// A second class in which two independent collectives stand in the other order.
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
  // Even if no order were given: it deadlocks.
  std::swap(builder.plan().entries[0]->order[0],
            builder.plan().entries[0]->order[1]);
  EXPECT_NE(verify(builder), "");
}

namespace {
/// Two streams: the producer runs ahead by as many tokens as there are copies.
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

// One list that produces everything first needs four copies.
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

// The updater on another stream than a reader waits for it.
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

namespace {
/// The model, and what its code says: "f" takes 4x4 and gives 4x4, once per
/// rank.
struct Signed : Model {
  Signed() { interface = std::move(describeKernels(plan())[0]); }
  KernelSignatureT &signature() { return *interface->kernels[0]; }
};
} // namespace

TEST(Verifier, KernelsGetWhatTheirCodeTakes) {
  Signed model;
  EXPECT_EQ(verify(model), "");
  model.signature().inputs[0]->shape = {2, 8};
  EXPECT_THAT(verify(model),
              HasSubstr("input 0 is register 0 of template 0 of 4x4xf32 but "
                        "its kernel takes 2x8xf32"));
}

TEST(Verifier, KernelOfAnotherNumberOfResults) {
  Signed model;
  model.signature().outputs.push_back(std::make_unique<OperandT>());
  EXPECT_THAT(verify(model), HasSubstr("1 outputs but its kernel takes 2"));
}

TEST(Verifier, KernelThatTheCodeDoesNotHave) {
  Signed model;
  model.plan().kernels[0]->symbol = "h";
  EXPECT_THAT(verify(model), HasSubstr("code 0 has no kernel 'h'"));
}

TEST(Verifier, KernelThatDoesNotWorkInPlace) {
  Signed model;
  model.signature().in_place.emplace_back(0, 0);
  EXPECT_THAT(verify(model), HasSubstr("works in place on 0 operands, not on "
                                       "the 1 of its kernel"));
}

TEST(Verifier, KernelWithoutItsScratch) {
  Signed model;
  model.signature().scratch_bytes = 8;
  EXPECT_THAT(verify(model),
              HasSubstr("0 bytes of scratch but its kernel needs 8"));
}

namespace {
/// A kernel that gets the begin of the rank's piece of x, and of nothing else.
struct WithOffset : Signed {
  WithOffset() {
    graph().offsets.push_back(std::make_unique<OffsetT>());
    offset().shape = {8, 4};
    offset().distribution = split;
    graph().tasks[first]->parameters = {0};
    signature().parameters.push_back(std::make_unique<KernelParameterT>());
    signature().parameters[0]->offsets = {artifact::digest(plan(), offset())};
  }
  OffsetT &offset() { return *graph().offsets[0]; }
};
} // namespace

TEST(Verifier, OffsetsOfKernelsAreWhatTheirCodeWasMadeFor) {
  WithOffset model;
  EXPECT_EQ(verify(model), "");
  model.offset().shape = {9, 4};
  EXPECT_THAT(verify(model), HasSubstr("parameter 0 is 4 but dim 0"));
  model.offset().shape = {8, 5};
  EXPECT_THAT(verify(model),
              HasSubstr("parameter 0 of its kernel is not the offset 0"));
}

TEST(Verifier, ParameterThatIsNoOffset) {
  WithOffset model;
  model.graph().tasks[model.first]->parameters = {1};
  EXPECT_THAT(verify(model), HasSubstr("is an offset, but 1 is none"));
}

TEST(Verifier, PartialInputInARegisterOfWholeValues) {
  TestPlan plan(2);
  uint32_t whole = plan.distribution(TestPlan::B),
           partial = plan.distribution(TestPlan::P);
  plan.input("x", {4}, whole);
  plan.plan().entries[0]->inputs[0]->distribution = partial;
  EXPECT_THAT(verify(plan), HasSubstr("input 'x' is @p, [P] but register 0"));
}

// Not only the register that is fed: whatever lies in the input's storage.
TEST(Verifier, SecondRegisterOfAnInputThatIsLarger) {
  Model model;
  RegisterT &second = model.getRegister(model.reg({16, 4}, model.split));
  second.space = Space::input;
  second.index = 0;
  EXPECT_THAT(verify(model), HasSubstr("input 'x' of 8x4xf32 has the piece"));
}

TEST(Verifier, PartialValuesThatNothingCombines) {
  TestPlan plan(2);
  plan.input("x", {4}, plan.distribution(TestPlan::P, Combiner::logical_or));
  EXPECT_THAT(verify(plan),
              HasSubstr("values of f32 are not combined by logical_or"));
}

/// The bytes of a file in which `change` was done to a segment of a kind, all
/// hashes right.
static std::string rehash(std::string text, artifact::SegmentKind kind,
                          const std::function<void(char *)> &change) {
  artifact::FixedHeader header;
  std::memcpy(&header, text.data(), sizeof(header));
  for (uint32_t i = 0; i < header.segmentCount; ++i) {
    artifact::SegmentEntry entry;
    char *place = text.data() + sizeof(header) + i * sizeof(entry);
    std::memcpy(&entry, place, sizeof(entry));
    if (entry.kind != kind)
      continue;
    change(text.data() + entry.offset);
    entry.hash = artifact::hashBytes(text.data() + entry.offset,
                                     artifact::alignUp(entry.size, 64));
    std::memcpy(place, &entry, sizeof(entry));
  }
  header.hash = {};
  std::memcpy(text.data(), &header, sizeof(header));
  header.hash = artifact::hashBytes(text.data(), header.headerSize);
  std::memcpy(text.data(), &header, sizeof(header));
  return text;
}

// Whatever somebody changes outside of the code: the code knows its plan.
TEST(Artifact, CodeRunsByItsOwnPlanOnly) {
  Model model;
  model.state("s", {4}, model.whole, 1);
  for (auto kind : {artifact::SegmentKind::Plan, artifact::SegmentKind::Debug,
                    artifact::SegmentKind::Constants}) {
    std::string same = rehash(model.bytes(), kind, [](char *) {});
    std::string other =
        rehash(model.bytes(), kind, [](char *bytes) { bytes[3] ^= 1; });
    artifact::View view;
    std::string error;
    Bytes good(same), bad(other);
    EXPECT_TRUE(artifact::read(good.view(), view, error)) << error;
    EXPECT_FALSE(artifact::read(bad.view(), view, error));
    EXPECT_THAT(error, HasSubstr("code of another plan"));
  }
}

// A flipped bit anywhere in the file is found by a hash.
TEST(Artifact, EveryFlippedBitIsFound) {
  Model model;
  std::string text = model.bytes();
  for (size_t i = 0; i < text.size() * 8; i += 13) {
    std::string damaged = text;
    damaged[i / 8] ^= 1 << (i % 8);
    Bytes bytes(damaged);
    artifact::View view;
    std::string error;
    EXPECT_FALSE(artifact::read(bytes.view(), view, error)) << "bit " << i;
  }
}

TEST(Artifact, EveryShorterFileIsRefused) {
  Model model;
  std::string text = model.bytes();
  for (size_t size = 0; size < text.size(); size += 7) {
    Bytes bytes(text.substr(0, size));
    artifact::View view;
    std::string error;
    EXPECT_FALSE(artifact::read(bytes.view(), view, error)) << size;
  }
}

TEST(Artifact, SameContentsGiveTheSameBytes) {
  Model one, two;
  EXPECT_EQ(one.bytes(), two.bytes());
}

TEST(Artifact, IsFoundBehindARunner) {
  Model model;
  std::string text = model.bytes(), executable, error, runner(5000, 'x');
  Bytes image(text);
  ASSERT_TRUE(artifact::appendToRunner({runner.data(), runner.size()},
                                       image.view(), executable, error));
  Bytes program(executable);
  artifact::Bytes found;
  ASSERT_TRUE(artifact::findAppended(program.view(), found, error)) << error;
  EXPECT_EQ(std::string(static_cast<const char *>(found.data), found.size),
            text);
  ASSERT_TRUE(
      artifact::findAppended({runner.data(), runner.size()}, found, error));
  EXPECT_EQ(found.size, 0u);
}

namespace {
/// Kernels for a CUDA device; the first one launches one function.
struct Launched : Signed {
  Launched() {
    graph().device = plan().code[0]->device = DeviceKind::cuda;
    plan().code[0]->format = CodeFormat::ptx;
    plan().code[0]->architecture = "sm_90a";
    auto launch = std::make_unique<KernelLaunchT>();
    launch->symbol = "f_0";
    launch->grid = {1, 1, 1};
    launch->block = {128, 1, 1};
    launch->arguments = {LaunchArgument(0, 0, ArgumentKind::input),
                         LaunchArgument(64, 0, ArgumentKind::output)};
    signature().launches.push_back(std::move(launch));
  }
  KernelLaunchT &launch() { return *signature().launches[0]; }
  void setArgument(uint64_t offset, uint32_t index, ArgumentKind kind) {
    launch().arguments[1] = LaunchArgument(offset, index, kind);
  }
};
} // namespace

TEST(Verifier, LaunchesOfADevice) {
  Launched model;
  EXPECT_EQ(verify(model), "");
  model.signature().launches.clear(); // nothing to do
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, LaunchesThatNoDeviceCanRun) {
  struct {
    std::vector<uint32_t> grid, block;
    const char *error;
  } cases[] = {{{1, 1}, {1, 1, 1}, "three extents"},
               {{1, 1, 0}, {1, 1, 1}, "a grid without blocks"},
               {{1, 65536, 1}, {1, 1, 1}, "a grid of 1 x 65536 x 1 blocks"},
               {{1, 1, 1}, {0, 1, 1}, "blocks of 0 threads in a dim"},
               {{1, 1, 1}, {64, 32, 1}, "more than 1024 threads"},
               {{1, 1, 1}, {1, 1, 128}, "more than 1024 threads"}};
  for (const auto &[grid, block, error] : cases) {
    Launched model;
    model.launch().grid = grid;
    model.launch().block = block;
    EXPECT_THAT(verify(model), HasSubstr(error));
  }
  Launched model;
  model.launch().shared_bytes = 1 << 20;
  EXPECT_THAT(verify(model), HasSubstr("1048576 bytes of shared memory"));
  model.launch().shared_bytes = 0;
  model.launch().symbol = "";
  EXPECT_THAT(verify(model), HasSubstr("names no function"));
  model.launch().symbol = "f_0";
  model.launch().arguments.resize(513);
  EXPECT_THAT(verify(model), HasSubstr("has 513 arguments"));
}

TEST(Verifier, ArgumentsOutsideOfOperands) {
  Launched model; // operands of 4x4 f32
  model.setArgument(65, 0, ArgumentKind::output);
  EXPECT_THAT(verify(model), HasSubstr("begins 65 bytes behind the begin"));
  model.setArgument(0, 1, ArgumentKind::input);
  EXPECT_THAT(verify(model), HasSubstr("names operand 1 of 1"));
  model.setArgument(1, 0, ArgumentKind::scratch);
  EXPECT_THAT(verify(model), HasSubstr("begins 1 bytes in 0 bytes of scratch"));
  model.setArgument(0, 0, ArgumentKind::parameter);
  EXPECT_THAT(verify(model), HasSubstr("names parameter 0 of 0"));
  model.setArgument(0, 0, ArgumentKind(9));
  EXPECT_THAT(verify(model), HasSubstr("an argument of an unknown kind"));
}

TEST(Verifier, CodeOfAnotherDevice) {
  Launched model;
  model.graph().device = DeviceKind::host;
  EXPECT_THAT(verify(model), HasSubstr("is for a host device but its kernel "
                                       "for a cuda"));
  model.plan().code[0]->device = DeviceKind::host;
  EXPECT_THAT(verify(model), HasSubstr("code 0 is of an unknown kind"));
  model.plan().code[0]->format = CodeFormat::elf;
  EXPECT_THAT(verify(model), HasSubstr("of the host has launches"));
}

TEST(Verifier, ArchitecturesOfCode) {
  for (const char *name : {"", "sm_", "sm_9", "90", "sm_90aa", "sm_90A"}) {
    Launched model;
    model.plan().code[0]->architecture = name;
    EXPECT_THAT(verify(model), HasSubstr("code 0 is for no architecture"));
  }
}

TEST(Verifier, OtherFormsOfCode) {
  Launched model;
  model.plan().code[0]->alternative_of = 0;
  EXPECT_THAT(verify(model), HasSubstr("code 0 is no other form of code 0"));
  model.plan().code[0]->alternative_of = 1;
  EXPECT_THAT(verify(model), HasSubstr("code 0 is another form of no code"));
}
