// Reader.cpp: validation of the bytes of an artifact
//
// The input is not trusted: sizes are compared before they are added, so no sum
// overflows, and every byte belongs to exactly one hashed range. The order is
// header, hash of the header, segments in file order, code trailers and seals,
// FlatBuffers; each part is used only after its check.
#include "Artifact.h"
#include "Layout.h"
#include <cstring>
#include <numeric>

using namespace sbp;
using namespace sbp::artifact;

namespace {
/// A pass over the bytes of a file, which ends at the first fault.
struct Reader {
  const char *data;
  uint64_t size;
  FixedHeader fixed = {};
  std::vector<SegmentEntry> table;

  Status readHeader(Header &header);
  Status readStrings(Header &header);
  Status readSegments();
  Status readAllCode(View &view);
  Status readCode(const SegmentEntry &entry, View &view);
  Status checkSeal(const CodeTrailer &trailer);
  Status checkSegment(const SegmentEntry &entry, uint64_t begin);
  Bytes bytesOf(const SegmentEntry &entry) const {
    return {data + entry.offset, entry.size};
  }
};
} // namespace

/// Checks the fixed header. A wrong major version is reported before the hash,
/// so that a user of an old file learns the cause.
Status Reader::readHeader(Header &header) {
  if (size < sizeof(FixedHeader))
    return userError("not an .sbpx artifact: " + std::to_string(size) +
                     " bytes are less than a header");
  std::memcpy(&fixed, data, sizeof(fixed));
  if (std::memcmp(fixed.magic, magic, sizeof(magic)) != 0)
    return userError("not an .sbpx artifact: wrong first bytes");
  if (fixed.major != formatMajor)
    return userError("artifact has format " + std::to_string(fixed.major) +
                     "." + std::to_string(fixed.minor) +
                     " but this runner reads " + std::to_string(formatMajor) +
                     ".x: compile the model again");
  if (fixed.fileSize != size)
    return userError("artifact has " + std::to_string(size) +
                     " bytes but its header gives " +
                     std::to_string(fixed.fileSize) +
                     (size < fixed.fileSize ? ": file cut short?"
                                            : ": bytes after its end"));
  if (fixed.headerSize < sizeof(fixed) || fixed.headerSize > size ||
      fixed.headerSize % segmentAlignment != 0 ||
      fixed.segmentCount >
          (fixed.headerSize - sizeof(fixed)) / sizeof(SegmentEntry))
    return userError("artifact header is damaged: sizes do not fit");

  std::string copy(data, fixed.headerSize);
  std::memset(copy.data() + offsetof(FixedHeader, hash), 0, sizeof(Hash));
  if (hashBytes(copy.data(), copy.size()) != fixed.hash)
    return userError("artifact header is damaged: hash differs");
  return readStrings(header);
}

/// Reads the segment table and the four strings, which the header's hash
/// covers.
Status Reader::readStrings(Header &header) {
  uint64_t offset = sizeof(fixed);
  table.resize(fixed.segmentCount);
  if (!table.empty())
    std::memcpy(table.data(), data + offset,
                table.size() * sizeof(SegmentEntry));
  offset += table.size() * sizeof(SegmentEntry);

  std::string *strings[4] = {&header.producer, &header.llvmVersion,
                             &header.targetTriple, &header.cpuFeatures};
  for (int i = 0; i < 4; ++i) {
    if (fixed.stringSizes[i] > fixed.headerSize - offset)
      return userError("artifact header is damaged: sizes do not fit");
    strings[i]->assign(data + offset, fixed.stringSizes[i]);
    offset += fixed.stringSizes[i];
  }
  header.major = fixed.major;
  header.minor = fixed.minor;
  header.serviceTableVersion = fixed.serviceTableVersion;
  return {};
}

/// Checks kind, position and hash of a segment. Segments follow each other
/// without gaps.
Status Reader::checkSegment(const SegmentEntry &entry, uint64_t begin) {
  static const char *names[] = {"plan", "debug", "code", "constants"};
  size_t kind = static_cast<size_t>(entry.kind);
  if (kind > 3)
    return userError("artifact has a segment of unknown kind " +
                     std::to_string(kind));
  std::string name = names[kind];
  if (entry.offset != begin || entry.size > size - begin)
    return userError("artifact segment '" + name + "' lies outside the file");
  uint64_t end = alignUp(begin + entry.size, segmentAlignment);
  if (end > size)
    return userError("artifact segment '" + name + "' lies outside the file");
  if (hashBytes(data + begin, end - begin) != entry.hash)
    return userError("artifact segment '" + name +
                     "' is damaged: hash differs");
  return {};
}

Status Reader::readSegments() {
  uint64_t begin = fixed.headerSize;
  for (const SegmentEntry &entry : table) {
    SBP_RETURN_IF_FAILED(checkSegment(entry, begin));
    begin = alignUp(begin + entry.size, segmentAlignment);
  }
  if (begin != size)
    return userError("artifact has bytes that belong to no segment");
  return {};
}

/// Verifies the structure of a FlatBuffer with limits of our own on depth and
/// number of tables, and returns its root.
template <typename Table>
static Result<const Table *> verifyTable(Bytes bytes, const char *name) {
  flatbuffers::Verifier verifier(static_cast<const uint8_t *>(bytes.data),
                                 bytes.size,
                                 /*max_depth=*/16, /*max_tables=*/1u << 27);
  if (bytes.size < 8 || !verifier.VerifyBuffer<Table>(nullptr))
    return userError("artifact segment '", name,
                     "' is damaged: not a valid table");
  return flatbuffers::GetRoot<Table>(bytes.data);
}

/// Compares the seal with the hashes of this file's plan, debug and constants.
Status Reader::checkSeal(const CodeTrailer &trailer) {
  std::string strings(
      data + sizeof(fixed) + table.size() * sizeof(SegmentEntry),
      std::accumulate(fixed.stringSizes, fixed.stringSizes + 4, uint64_t(0)));
  Hash seal = makeSeal(fixed, strings,
                       {table[0].hash, table[1].hash, table.back().hash});
  if (seal != trailer.seal)
    return userError("artifact holds code of another plan, constants or "
                     "header than its own: compile the model again");
  return {};
}

/// Reads the blob and the interface of a code segment and checks its seal.
Status Reader::readCode(const SegmentEntry &entry, View &view) {
  CodeTrailer trailer;
  const char *begin = data + entry.offset;
  if (entry.size < sizeof(trailer))
    return userError("artifact segment 'code' is damaged: too short");
  uint64_t room = entry.size - sizeof(trailer);
  std::memcpy(&trailer, begin + room, sizeof(trailer));
  if (std::memcmp(trailer.magic, codeMagic, sizeof(codeMagic)) != 0 ||
      trailer.blobSize > room || trailer.interfaceOffset > room ||
      trailer.interfaceSize > room - trailer.interfaceOffset ||
      trailer.interfaceOffset % segmentAlignment != 0)
    return userError("artifact segment 'code' is damaged: wrong last bytes");
  view.code.push_back({begin, trailer.blobSize});
  SBP_ASSIGN_OR_RETURN(
      view.interfaces.emplace_back(),
      verifyTable<plan::CodeInterface>(
          {begin + trailer.interfaceOffset, trailer.interfaceSize}, "code"));
  return checkSeal(trailer);
}

/// Checks that the segments are plan, debug, one or more of code, and
/// constants, and reads those of code. The seal is in the code, so none may
/// lack it.
Status Reader::readAllCode(View &view) {
  if (table.size() < 4)
    return userError("artifact lacks segments");
  for (size_t i = 0; i < table.size(); ++i) {
    SegmentKind expected = i == 0                  ? SegmentKind::Plan
                           : i == 1                ? SegmentKind::Debug
                           : i + 1 == table.size() ? SegmentKind::Constants
                                                   : SegmentKind::Code;
    uint32_t index = expected == SegmentKind::Code ? i - 2 : 0;
    if (table[i].kind != expected || table[i].index != index)
      return userError("artifact segments are out of order");
    if (expected == SegmentKind::Code)
      SBP_RETURN_IF_FAILED(readCode(table[i], view));
  }
  return {};
}

Result<View> artifact::read(Bytes bytes) {
  Reader reader{static_cast<const char *>(bytes.data), bytes.size, {}, {}};
  View view;
  SBP_RETURN_IF_FAILED(reader.readHeader(view.header));
  SBP_RETURN_IF_FAILED(reader.readSegments());
  SBP_RETURN_IF_FAILED(reader.readAllCode(view));
  const std::vector<SegmentEntry> &table = reader.table;
  view.constants = reader.bytesOf(table.back());
  SBP_ASSIGN_OR_RETURN(
      view.plan, verifyTable<plan::Plan>(reader.bytesOf(table[0]), "plan"));
  SBP_ASSIGN_OR_RETURN(
      view.debug, verifyTable<plan::Debug>(reader.bytesOf(table[1]), "debug"));
  return view;
}
