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
    Bytes good(same), bad(other);
    EXPECT_FALSE(artifact::read(good.view()).failed());
    Result<artifact::View> view = artifact::read(bad.view());
    ASSERT_TRUE(view.failed());
    EXPECT_THAT(view.status().message(), HasSubstr("code of another plan"));
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
    EXPECT_TRUE(artifact::read(bytes.view()).failed()) << "bit " << i;
  }
}

TEST(Artifact, EveryShorterFileIsRefused) {
  Model model;
  std::string text = model.bytes();
  for (size_t size = 0; size < text.size(); size += 7) {
    Bytes bytes(text.substr(0, size));
    EXPECT_TRUE(artifact::read(bytes.view()).failed()) << size;
  }
}

TEST(Artifact, SameContentsGiveTheSameBytes) {
  Model one, two;
  EXPECT_EQ(one.bytes(), two.bytes());
}

TEST(Artifact, IsFoundBehindARunner) {
  Model model;
  std::string text = model.bytes(), runner(5000, 'x');
  Bytes image(text);
  Result<std::string> executable =
      artifact::appendToRunner({runner.data(), runner.size()}, image.view());
  ASSERT_FALSE(executable.failed()) << executable.status().message();
  Bytes program(*executable);
  Result<artifact::Bytes> found = artifact::findAppended(program.view());
  ASSERT_FALSE(found.failed()) << found.status().message();
  EXPECT_EQ(std::string(static_cast<const char *>(found->data), found->size),
            text);
  found = artifact::findAppended({runner.data(), runner.size()});
  ASSERT_FALSE(found.failed()) << found.status().message();
  EXPECT_EQ(found->size, 0u);
}
