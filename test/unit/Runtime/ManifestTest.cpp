// ManifestTest.cpp: manifests of checkpoints are strict; states are stored once
#include "Manifest.h"
#include "StateLayout.h"
#include "TestPlan.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace sbp;
using namespace sbp::checkpoint;
using test::TestPlan;
using ::testing::HasSubstr;

static std::string replace(std::string text, const std::string &from,
                           const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return at == text.npos ? text : text.replace(at, from.size(), to);
}

static Manifest makeManifest() {
  Manifest manifest;
  manifest.step = 40;
  manifest.entry = "main";
  manifest.program = "00ff";
  manifest.ranks = manifest.processes = 2;
  manifest.inputs = {{"x", plan::DType::f32, {4}}};
  manifest.results = {{"y", plan::DType::i1, {}}};
  SavedState w, p;
  w.name = "w";
  w.shape = {4, 2};
  w.distribution = "@p, [S(0)]";
  p = w;
  p.name = "p";
  p.terms = 2;
  p.combiner = plan::Combiner::sum;
  manifest.states = {w, p};
  SavedFile file = {"step-40-1f/process0.safetensors", 400, {1, 2}, {}};
  file.pieces = {{0, 0, {{0, 0}, {4, 2}}, "w"},
                 {1, 0, {{0, 0}, {4, 2}}, "p term 0"},
                 {1, 1, {{0, 0}, {4, 2}}, "p term 1"}};
  manifest.files = {file};
  manifest.steps = {{"y", "results/0.steps", {3, 4}}};
  return manifest;
}

static std::string messageOf(const std::string &text, bool isSealed = true) {
  Manifest manifest;
  Status status = isSealed ? parseManifest(text, "m", manifest)
                           : readManifestContents(text, "m", manifest);
  return status.failed() ? status.message() : "";
}

TEST(Manifest, RoundTrips) {
  std::string text = formatManifest(makeManifest());
  Manifest back;
  Status status = parseManifest(text, "m", back);
  ASSERT_FALSE(status.failed()) << status.message();
  EXPECT_EQ(formatManifest(back), text);
  EXPECT_EQ(back.states[1].combiner, plan::Combiner::sum);
  EXPECT_EQ(back.files[0].pieces[2].term, 1);
}

// Changing any byte is detected, also one between two tokens.
TEST(Manifest, EveryChangedByteIsFound) {
  std::string text = formatManifest(makeManifest());
  for (size_t i = 0; i < text.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = text;
      changed[i] ^= 1 << bit;
      ASSERT_NE(messageOf(changed), "") << i << " " << bit;
    }
  for (size_t size = 0; size < text.size(); ++size)
    ASSERT_NE(messageOf(text.substr(0, size)), "") << size;
}

TEST(Manifest, WrongContentsAreRefused) {
  std::string text = formatManifest(makeManifest());
  struct {
    const char *from, *to, *message;
  } cases[] = {
      {"\"format\": 1", "\"format\": 2", "format 2 is newer than this runner"},
      {"\"format\": 1", "\"format\": 0", "it has an invalid 'format'"},
      {"\"step\": 40", "\"step\": -40", "it has an invalid 'step'"},
      {"\"step\": 40", "\"step\": 0", "it has an invalid 'step'"},
      {"\"step\": 40", "\"step\": 40, \"step\": 40",
       "it has an invalid 'format'"},
      {"\"step\": 40", "\"step\": 40, \"more\": 1",
       "it has fields that this runner does not support"},
      {"\"i1\"", "\"i2\"", "result 0 has an invalid 'dtype'"},
      {"\"name\": \"p\"", "\"name\": \"w\"", "state 1 has an invalid 'name'"},
      {"\"terms\": 2", "\"terms\": 1", "state 1 has an invalid 'terms'"},
      {"\"sum\"", "\"logical_or\"", "state 1 has an invalid 'combiner'"},
      {"\"step-40-1f/", "\"../", "file 0 has an invalid 'path'"},
      {"\"step-40-1f/", "\"/tmp/", "file 0 has an invalid 'path'"},
      {"\"term\": 1", "\"term\": 2", "file 0, piece 2 has an invalid 'term'"},
      {"\"state\": \"p\"", "\"state\": \"q\"",
       "file 0, piece 1 has an invalid 'state'"},
      {"     4,\n      2", "     5,\n      2",
       "file 0, piece 0 has an invalid 'end'"},
      {"\"p term 1\"", "\"w\"", "file 0 has an invalid 'pieces'"},
      {"\"result\": \"y\"", "\"result\": \"z\"",
       "steps 0 has an invalid 'result'"},
      {"\"results/0.steps\"", "\"results/../../s\"",
       "steps 0 has an invalid 'path'"},
  };
  for (const auto &[from, to, message] : cases)
    EXPECT_THAT(messageOf(replace(text, from, to), false), HasSubstr(message))
        << from << " -> " << to;
  EXPECT_THAT(messageOf(replace(text, "\"w\"", "\"v\"")), HasSubstr("m: "));
  EXPECT_THAT(messageOf("[]"), HasSubstr("not a checkpoint's manifest"));
}

/// Returns "tensor[box]" for the pieces that a process stores of one state.
static std::vector<std::string> layOut(TestPlan::Kind kind, LocalWorld world) {
  TestPlan plan(4);
  plan.state("w", {6, 2}, plan.distribution(kind), 1);
  std::vector<std::string> result;
  for (const StoredPart &part : layOutStates(plan.plan(), world))
    result.push_back(part.piece.tensor + toString(part.piece.box));
  return result;
}

TEST(StateLayout, OneProcessStoresWholeTensors) {
  using List = std::vector<std::string>;
  EXPECT_EQ(layOut(TestPlan::S, LocalWorld(4)), List{"w[0:6, 0:2]"});
  EXPECT_EQ(layOut(TestPlan::B, LocalWorld(4)), List{"w[0:6, 0:2]"});
  EXPECT_EQ(layOut(TestPlan::S, LocalWorld(4, 2, 0)), List{"w[0:4, 0:2]"});
  EXPECT_EQ(layOut(TestPlan::S, LocalWorld(4, 2, 1)), List{"w[4:6, 0:2]"});
  EXPECT_EQ(layOut(TestPlan::B, LocalWorld(4, 2, 1)), List{});
  EXPECT_EQ(
      layOut(TestPlan::P, LocalWorld(4, 2, 1)),
      (List{"w[0:6, 0:2] term 2[0:6, 0:2]", "w[0:6, 0:2] term 3[0:6, 0:2]"}));
}

TEST(StateLayout, SubtractLeavesTheRest) {
  std::vector<PlanBox> boxes = {{{0, 0}, {4, 4}}};
  subtract(boxes, {{1, 1}, {3, 3}});
  int64_t elements = 0;
  for (const PlanBox &box : boxes)
    elements += box.elements();
  EXPECT_EQ(elements, 12);
  subtract(boxes, {{0, 0}, {4, 2}});
  subtract(boxes, {{0, 2}, {4, 4}});
  EXPECT_TRUE(boxes.empty());
  boxes = {{{}, {}}};
  subtract(boxes, {{}, {}});
  EXPECT_TRUE(boxes.empty());
}
