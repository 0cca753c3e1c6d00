// StrictJsonTest.cpp: strict JSON refuses what is ambiguous, in linear time
#include "StrictJson.h"
#include "Manifest.h"
#include "Safetensors.h"
#include <ctime>
#include <gtest/gtest.h>

using namespace sbp;
using namespace sbp::checkpoint;
using Json = nlohmann::ordered_json;

/// The text of so many arrays, one in the other.
static std::string nest(size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

TEST(StrictJson, ReadsWhatTheLibraryReads) {
  for (const char *text :
       {"null", "true", "-1", "18446744073709551615", "0.5", "\"\\u00e4\"",
        "[]", "{}", "[1, [2, {}], \"x\", null]",
        R"({"b": 1, "a": {"a": [], "b": {"b": false}}, "": -3e2})"}) {
    Json json = parseStrictly(text);
    EXPECT_EQ(json, Json::parse(text));
    EXPECT_EQ(json.dump(), Json::parse(text).dump()) << "another order";
  }
  EXPECT_FALSE(parseStrictly(nest(8)).is_discarded());
}

TEST(StrictJson, AmbiguousTextIsRefused) {
  using namespace std::string_view_literals;
  for (std::string_view text :
       {""sv, "{"sv, "[1"sv, "[1] 2"sv, "{\"a\"}"sv, "[1,]"sv, "1e999"sv,
        "\"\xff\""sv, "[1]\0"sv, "[\0]"sv, R"({"a": 1, "a": 1})"sv,
        R"({"a": 1, "\u0061": 1})"sv, R"([{"b": 1, "a": {}, "b": 2}])"sv,
        R"({"x": {"a": 1, "b": {"a": 1}, "a": 1}})"sv})
    EXPECT_TRUE(parseStrictly(text).is_discarded()) << text;
  EXPECT_TRUE(parseStrictly(nest(9)).is_discarded());
}

static double readProcessorTime() { return double(clock()) / CLOCKS_PER_SEC; }

// The bound is an order of magnitude above what a linear reader takes, also
// with sanitizers, and one below what a quadratic one takes.
static constexpr size_t many = 100000;
static constexpr double limitSeconds = 20;

TEST(StrictJson, TimeGrowsWithTheNumberOfTensors) {
  char *data = nullptr;
  Tensor tensor = makeTensor(plan::DType::f32, {1}, data);
  std::map<std::string, Tensor> tensors;
  for (size_t i = 0; i < many; ++i)
    tensors["t" + std::to_string(i)] = tensor;
  double begin = readProcessorTime();
  std::string bytes = formatSafetensors(tensors);
  Safetensors file;
  Status status =
      Safetensors::parse({bytes.data(), bytes.size()}, "f", nullptr, file);
  ASSERT_FALSE(status.failed()) << status.message();
  EXPECT_LT(readProcessorTime() - begin, limitSeconds);
  EXPECT_EQ(file.getEntries().size(), many);
}

TEST(StrictJson, TimeGrowsWithTheNumberOfPieces) {
  Manifest manifest, back;
  manifest.step = 1;
  manifest.entry = "main";
  manifest.ranks = manifest.processes = 1;
  SavedState state;
  state.name = "w";
  state.shape = {int64_t(many)};
  manifest.states = {state};
  manifest.files = {{"step-1-1/process0.safetensors", 8, {1, 2}, {}}};
  for (int64_t i = 0; i < int64_t(many); ++i)
    manifest.files[0].pieces.push_back(
        {0, 0, {{i}, {i + 1}}, "w" + std::to_string(i)});
  double begin = readProcessorTime();
  Status status = parseManifest(formatManifest(manifest), "m", back);
  ASSERT_FALSE(status.failed()) << status.message();
  EXPECT_LT(readProcessorTime() - begin, limitSeconds);
  EXPECT_EQ(back.files[0].pieces.size(), many);
}
