//===- Writer.cpp - contents to bytes
//---------------------------------------===//
#include "Artifact.h"
#include "Layout.h"
#include <cstring>
#define XXH_STATIC_LINKING_ONLY
#include <xxhash.h>

using namespace sbp;
using namespace sbp::artifact;

Hash artifact::hashBytes(const void *data, size_t size) {
  XXH128_hash_t hash = XXH3_128bits(data, size);
  return {hash.low64, hash.high64};
}

static bool fail(std::string &error, std::string message) {
  error = std::move(message);
  return false;
}

/// Gives every constant its place; false where blob and declaration differ.
static bool placeConstants(Contents &contents, std::string &error) {
  plan::PlanT &plan = contents.plan;
  if (plan.constants.size() != contents.constants.size())
    return fail(error, "the plan has " + std::to_string(plan.constants.size()) +
                           " constants but " +
                           std::to_string(contents.constants.size()) +
                           " blobs were given");
  uint64_t offset = 0;
  for (size_t i = 0; i < plan.constants.size(); ++i) {
    plan::ConstantT &constant = *plan.constants[i];
    uint64_t expected = getByteWidth(constant.dtype);
    for (int64_t size : constant.shape)
      expected *= size;
    if (expected != contents.constants[i].size)
      return fail(error, "constant " + std::to_string(i) + " needs " +
                             std::to_string(expected) +
                             " bytes but its blob has " +
                             std::to_string(contents.constants[i].size));
    constant.offset = offset;
    constant.bytes = expected;
    offset = alignUp(offset + expected, segmentAlignment);
  }
  return true;
}

namespace {
/// Collects segments behind the room left for the header.
struct SegmentWriter {
  std::string &bytes;
  std::vector<SegmentEntry> table;

  void append(SegmentKind kind, uint32_t index,
              const std::vector<Bytes> &parts) {
    SegmentEntry entry = {kind, index, bytes.size(), 0, {}};
    for (const Bytes &part : parts) {
      entry.size = bytes.size() - entry.offset;
      if (part.size)
        bytes.append(static_cast<const char *>(part.data), part.size);
      entry.size += part.size;
      bytes.resize(alignUp(bytes.size(), segmentAlignment));
    }
    entry.hash =
        hashBytes(bytes.data() + entry.offset, bytes.size() - entry.offset);
    table.push_back(entry);
  }
};
} // namespace

template <typename Table, typename NativeTable>
static Bytes pack(flatbuffers::FlatBufferBuilder &builder,
                  const NativeTable &root) {
  builder.Finish(Table::Pack(builder, &root));
  return {builder.GetBufferPointer(), builder.GetSize()};
}

static void writeHeader(const Header &header,
                        const std::vector<SegmentEntry> &table,
                        uint64_t headerSize, std::string &bytes) {
  const std::string *strings[4] = {&header.producer, &header.llvmVersion,
                                   &header.targetTriple, &header.cpuFeatures};
  FixedHeader fixed = {};
  std::memcpy(fixed.magic, magic, sizeof(magic));
  fixed.major = header.major;
  fixed.minor = header.minor;
  fixed.serviceTableVersion = header.serviceTableVersion;
  fixed.fileSize = bytes.size();
  fixed.headerSize = headerSize;
  fixed.segmentCount = table.size();
  for (int i = 0; i < 4; ++i)
    fixed.stringSizes[i] = strings[i]->size();

  char *end = bytes.data() + sizeof(fixed);
  std::memcpy(end, table.data(), table.size() * sizeof(SegmentEntry));
  end += table.size() * sizeof(SegmentEntry);
  for (const std::string *text : strings) {
    std::memcpy(end, text->data(), text->size());
    end += text->size();
  }
  std::memcpy(bytes.data(), &fixed, sizeof(fixed));
  fixed.hash = hashBytes(bytes.data(), headerSize);
  std::memcpy(bytes.data(), &fixed, sizeof(fixed));
}

bool artifact::write(Contents &contents, std::string &bytes,
                     std::string &error) {
  if (contents.plan.code.size() != contents.code.size())
    return fail(error,
                "the plan has " + std::to_string(contents.plan.code.size()) +
                    " code blobs but " + std::to_string(contents.code.size()) +
                    " were given");
  if (!placeConstants(contents, error))
    return false;

  const Header &header = contents.header;
  uint64_t headerSize = alignUp(
      sizeof(FixedHeader) + (contents.code.size() + 3) * sizeof(SegmentEntry) +
          header.producer.size() + header.llvmVersion.size() +
          header.targetTriple.size() + header.cpuFeatures.size(),
      segmentAlignment);
  bytes.assign(headerSize, '\0');

  flatbuffers::FlatBufferBuilder planBuilder, debugBuilder;
  SegmentWriter writer{bytes, {}};
  writer.append(SegmentKind::Plan, 0,
                {pack<plan::Plan>(planBuilder, contents.plan)});
  writer.append(SegmentKind::Debug, 0,
                {pack<plan::Debug>(debugBuilder, contents.debug)});
  for (size_t i = 0; i < contents.code.size(); ++i)
    writer.append(SegmentKind::Code, i, {contents.code[i]});
  writer.append(SegmentKind::Constants, 0, contents.constants);
  writeHeader(header, writer.table, headerSize, bytes);
  return true;
}
