// FeederTest.cpp: inputs and states from literals, files, weights and shards
#include "Feeder.h"
#include "RunModels.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;
using namespace sbp::test;

namespace {
class FeederTest : public RunModels {
protected:
  /// Feeds a new session and returns the error, "" for none.
  std::string feed(FeedOptions options) {
    options.onNote = [this](const std::string &note) { notes.push_back(note); };
    session = makeSession();
    feeder = std::make_unique<Feeder>(std::move(options), *session);
    if (Status status = feeder->open(); status.failed())
      return status.message();
    return messageOf(feeder->begin(0));
  }
  /// Runs step `number` and returns the result y.
  std::vector<float> step(int64_t number) {
    expectOk(feeder->beginStep(number));
    expectOk(session->step(0));
    std::vector<float> y(8);
    expectOk(session->getOutput(0, 0, y.data()));
    return y;
  }
  /// Writes weights of one tensor.
  void writeWeights(const std::string &name, DType type, const Shape &shape,
                    const void *data) {
    std::map<std::string, Tensor> tensors;
    tensors[name] = {type, shape, static_cast<const char *>(data), nullptr};
    writeFile(path("w.safetensors"), formatSafetensors(tensors));
  }

  std::unique_ptr<Session> session;
  std::unique_ptr<Feeder> feeder;
  std::vector<std::string> notes;
};
} // namespace

TEST_F(FeederTest, LiteralsAndFilesGiveTheSame) {
  EXPECT_EQ(feed({.inputs = {{"x", xText}}}), "");
  std::vector<float> expected = {2, 4, 6, 8, 10, 12, 14, 16};
  EXPECT_EQ(step(0), expected);
  writeNpy("x.npy", {4, 2}, x);
  EXPECT_EQ(feed({.inputs = {{"x", "@" + path("x.npy")}}}), "");
  EXPECT_EQ(step(0), expected);
  EXPECT_TRUE(notes.empty());
}

// Beyond the last slice the input keeps its value.
TEST_F(FeederTest, SlicesAreFedStepByStep) {
  std::vector<float> values(16, 1);
  std::fill(values.begin() + 8, values.end(), 5);
  writeNpy("x.npy", {2, 4, 2}, values);
  EXPECT_EQ(feed({.inputs = {{"x", "@" + path("x.npy")}}, .steps = 2}), "");
  EXPECT_EQ(step(0)[7], 2);
  EXPECT_EQ(step(1)[7], 10);
  EXPECT_EQ(step(2)[7], 10);
  EXPECT_EQ(getState(*session)[0], 1 + 1 + 5 + 5);
}

TEST_F(FeederTest, WrongInputsAreUserErrors) {
  writeNpy("x.npy", {2, 4, 2}, std::vector<float>(16));
  FeedOptions sliced = {.inputs = {{"x", "@" + path("x.npy")}}};
  EXPECT_THAT(feed(sliced), HasSubstr("give --steps=2"));
  sliced.steps = 3;
  EXPECT_THAT(feed(sliced), HasSubstr("has 2 slices but --steps=3"));
  EXPECT_THAT(feed({}), HasSubstr("input 'x' of 4x2xf32 has no value"));
  EXPECT_THAT(feed({.inputs = {{"z", xText}}}),
              HasSubstr("has no such input; it has: x, w"));
  EXPECT_THAT(feed({.inputs = {{"w", xText}}}), HasSubstr("is a state"));
  EXPECT_THAT(feed({.inputs = {{"x", "4xf32=1,2,3,4"}}}),
              HasSubstr("input 'x' is 4x2xf32 but got 4xf32"));
  EXPECT_THAT(feed({.inputs = {{"x", xText}}, .inputShards = path("none")}),
              HasSubstr("--input-shards: cannot read folder"));
  EXPECT_THAT(feed({.inputs = {{"x", xText}}, .weights = path("none")}),
              HasSubstr("none"));
}

TEST_F(FeederTest, StatesTakeWeightsElseTheirFirstValue) {
  EXPECT_EQ(feed({.inputs = {{"x", xText}}}), "");
  EXPECT_EQ(getState(*session), std::vector<float>(8, 1));
  std::vector<float> first(8, 3);
  writeWeights("w", DType::f32, {4, 2}, first.data());
  EXPECT_EQ(feed({.inputs = {{"x", xText}}, .weights = path("w.safetensors")}),
            "");
  EXPECT_EQ(getState(*session), first);
  EXPECT_TRUE(notes.empty());
}

TEST_F(FeederTest, NarrowWeightsAreWidenedAndUnusedOnesNoted) {
  std::vector<uint16_t> halves(8, 0x4000); // 2.0
  writeWeights("w", DType::f16, {4, 2}, halves.data());
  EXPECT_EQ(feed({.inputs = {{"x", xText}}, .weights = path("w.safetensors")}),
            "");
  EXPECT_EQ(getState(*session), std::vector<float>(8, 2));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 tensors of ")));
  notes.clear();
  writeWeights("other", DType::f32, {4, 2}, x.data());
  EXPECT_EQ(feed({.inputs = {{"x", xText}}, .weights = path("w.safetensors")}),
            "");
  EXPECT_THAT(notes, ElementsAre(HasSubstr("are not used")));
}

TEST_F(FeederTest, WeightsOfAnotherShapeAreRefused) {
  writeWeights("w", DType::f32, {8}, x.data());
  EXPECT_THAT(
      feed({.inputs = {{"x", xText}}, .weights = path("w.safetensors")}),
      HasSubstr("state 'w' is 4x2xf32 but the file has 8xf32"));
  writeWeights("x", DType::i32, {4, 2}, x.data());
  EXPECT_THAT(feed({.weights = path("w.safetensors")}),
              HasSubstr("'x' is 4x2xf32 but the file has 4x2xi32"));
}

TEST_F(FeederTest, AnInputTakesPrecedenceOverWeights) {
  writeWeights("x", DType::f32, {4, 2}, std::vector<float>(8, 9).data());
  EXPECT_EQ(feed({.weights = path("w.safetensors")}), "");
  EXPECT_EQ(step(0)[0], 18);
  EXPECT_EQ(feed({.inputs = {{"x", xText}}, .weights = path("w.safetensors")}),
            "");
  EXPECT_EQ(step(0)[0], 2);
  EXPECT_THAT(notes, ElementsAre("'x' is taken from --input, not --weights"));
}

TEST_F(FeederTest, ShardsAreThePiecesOfRanks) {
  writeNpy("x.rank0.npy", {2, 2}, {1, 2, 3, 4});
  EXPECT_THAT(feed({.inputShards = folder}), HasSubstr("x.rank1.npy"));
  writeNpy("x.rank1.npy", {2, 2}, {5, 6, 7, 8});
  EXPECT_EQ(feed({.inputShards = folder}), "");
  EXPECT_EQ(step(0)[7], 16);
  writeNpy("x.rank1.npy", {4, 1}, {5, 6, 7, 8});
  EXPECT_THAT(feed({.inputShards = folder}),
              HasSubstr("piece of 'x' on rank 1 is 2x2xf32 but got 4x1xf32"));
}

TEST(Weights, WithoutFilesThereIsNoTensor) {
  Weights weights;
  expectOk(weights.open(""));
  Tensor tensor;
  Result<bool> found = weights.find("w", DType::f32, tensor);
  ASSERT_FALSE(found.failed());
  EXPECT_FALSE(*found);
  EXPECT_FALSE(weights.isOpen());
  EXPECT_EQ(weights.countUnused(), 0u);
}
