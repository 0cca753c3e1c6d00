// Writer.cpp: serialisation of an artifact
#include "Artifact.h"
#include "Layout.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::artifact;

/// Assigns the offsets of constants in their segment. Fails where the size of a
/// blob differs from its declaration.
static Status placeConstants(Contents &contents) {
  plan::PlanT &plan = contents.plan;
  if (plan.constants.size() != contents.constants.size())
    return userError("the plan has " + std::to_string(plan.constants.size()) +
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
      return userError("constant " + std::to_string(i) + " needs " +
                       std::to_string(expected) + " bytes but its blob has " +
                       std::to_string(contents.constants[i].size));
    constant.offset = offset;
    constant.bytes = expected;
    offset = alignUp(offset + expected, segmentAlignment);
  }
  return {};
}

namespace {
/// Appends segments after the space for the header and keeps their table.
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
    entry.hash = hash(entry);
    table.push_back(entry);
  }

  void appendCode(uint32_t index, const Bytes &blob, const Bytes &interface) {
    CodeTrailer trailer = {blob.size,
                           alignUp(blob.size, segmentAlignment),
                           interface.size,
                           {},
                           {}};
    std::memcpy(trailer.magic, codeMagic, sizeof(codeMagic));
    append(SegmentKind::Code, index,
           {blob, interface, {&trailer, sizeof(trailer)}});
  }

  /// Writes the seal into the trailer of every code segment and updates its
  /// hash. The seal covers the other segments, so it is computed after them.
  void seal(const Hash &seal) {
    for (SegmentEntry &entry : table) {
      if (entry.kind != SegmentKind::Code)
        continue;
      uint64_t trailer = entry.offset + entry.size - sizeof(CodeTrailer);
      std::memcpy(bytes.data() + trailer + offsetof(CodeTrailer, seal), &seal,
                  sizeof(seal));
      entry.hash = hash(entry);
    }
  }

  Hash hash(const SegmentEntry &entry) const {
    return hashBytes(bytes.data() + entry.offset,
                     alignUp(entry.size, segmentAlignment));
  }
};
} // namespace

template <typename Table, typename NativeTable>
static Bytes pack(flatbuffers::FlatBufferBuilder &builder,
                  const NativeTable &root) {
  builder.Finish(Table::Pack(builder, &root));
  return {builder.GetBufferPointer(), builder.GetSize()};
}

/// Returns the least minor version that has all that the plan uses.
static uint16_t getLeastMinor(const plan::PlanT &plan) {
  for (const auto &code : plan.code)
    if (code->variant_of >= 0)
      return formatMinor;
  return formatMinorWithoutVariants;
}

/// Returns the header of a file without its size and hash.
static FixedHeader makeHeader(const Header &header, uint16_t leastMinor,
                              uint64_t headerSize, uint32_t segments) {
  FixedHeader fixed = {};
  std::memcpy(fixed.magic, magic, sizeof(magic));
  fixed.major = header.major;
  fixed.minor = std::min(header.minor, leastMinor);
  fixed.serviceTableVersion = header.serviceTableVersion;
  fixed.headerSize = headerSize;
  fixed.segmentCount = segments;
  const std::string *strings[4] = {&header.producer, &header.llvmVersion,
                                   &header.targetTriple, &header.cpuFeatures};
  for (int i = 0; i < 4; ++i)
    fixed.stringSizes[i] = strings[i]->size();
  return fixed;
}

/// Writes header, table and strings into the reserved space; the hash is
/// computed last.
static void writeHeader(FixedHeader fixed, const std::string &strings,
                        const std::vector<SegmentEntry> &table,
                        std::string &bytes) {
  fixed.fileSize = bytes.size();
  char *end = bytes.data() + sizeof(fixed);
  std::memcpy(end, table.data(), table.size() * sizeof(SegmentEntry));
  end += table.size() * sizeof(SegmentEntry);
  std::memcpy(end, strings.data(), strings.size());
  std::memcpy(bytes.data(), &fixed, sizeof(fixed));
  fixed.hash = hashBytes(bytes.data(), fixed.headerSize);
  std::memcpy(bytes.data(), &fixed, sizeof(fixed));
}

Result<std::string> artifact::write(Contents &contents) {
  if (contents.plan.code.size() != contents.code.size() ||
      contents.interfaces.size() != contents.code.size())
    return userError(
        "the plan has " + std::to_string(contents.plan.code.size()) +
        " code blobs but " + std::to_string(contents.code.size()) + " with " +
        std::to_string(contents.interfaces.size()) + " interfaces were given");
  SBP_RETURN_IF_FAILED(placeConstants(contents));

  const Header &header = contents.header;
  std::string strings = header.producer + header.llvmVersion +
                        header.targetTriple + header.cpuFeatures;
  uint32_t segments = contents.code.size() + 3;
  uint64_t headerSize = alignUp(
      sizeof(FixedHeader) + segments * sizeof(SegmentEntry) + strings.size(),
      segmentAlignment);
  std::string bytes(headerSize, '\0');

  flatbuffers::FlatBufferBuilder planBuilder, debugBuilder;
  SegmentWriter writer{bytes, {}};
  writer.append(SegmentKind::Plan, 0,
                {pack<plan::Plan>(planBuilder, contents.plan)});
  writer.append(SegmentKind::Debug, 0,
                {pack<plan::Debug>(debugBuilder, contents.debug)});
  for (size_t i = 0; i < contents.code.size(); ++i) {
    flatbuffers::FlatBufferBuilder builder;
    writer.appendCode(
        i, contents.code[i],
        pack<plan::CodeInterface>(builder, contents.interfaces[i]));
  }
  writer.append(SegmentKind::Constants, 0, contents.constants);
  FixedHeader fixed =
      makeHeader(header, getLeastMinor(contents.plan), headerSize, segments);
  writer.seal(makeSeal(
      fixed, strings,
      {writer.table[0].hash, writer.table[1].hash, writer.table.back().hash}));
  writeHeader(fixed, strings, writer.table, bytes);
  return bytes;
}
