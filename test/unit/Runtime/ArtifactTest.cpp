// ArtifactTest.cpp: damaged files are rejected
#include "Layout.h"
#include "VerifierModels.h"
#include <cstring>
#include <functional>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using testing::HasSubstr;

/// Returns the bytes of a file after `change` was applied to a segment of a
/// kind, with all hashes recomputed.
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

// A change outside of the code breaks its seal.
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
