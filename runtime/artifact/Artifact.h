// Artifact.h: reading and writing of .sbpx files
//
// The file format is shared by compiler and runtime. This folder builds without
// exceptions and RTTI and does not depend on LLVM.
//
// Layout, little endian: a fixed header, the segment table, four strings; then
// the segments, each aligned to 64 bytes and padded with zeros. An xxh3-128
// covers every byte: the hash in the header covers header, table and strings,
// each hash in the table a segment with its padding.
//
// A code segment consists of the blob, the interface of its kernels and a seal,
// which is a digest of everything else in the file: code runs only with the
// plan that it was compiled with. Every file has at least one code segment,
// even without kernels.
#ifndef SBP_RUNTIME_ARTIFACT_ARTIFACT_H
#define SBP_RUNTIME_ARTIFACT_ARTIFACT_H

#include "Result.h"
#include "debug_generated.h"
#include "plan_generated.h"
#include "sbp/Runtime/ElementType.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sbp::artifact {

inline constexpr uint16_t formatMajor =
    3; ///< the reader rejects other major versions
inline constexpr uint16_t formatMinor =
    4; ///< the reader accepts later minor versions
/// The minor version of files without code variants. `write` states the least
/// version that has all that a file uses.
inline constexpr uint16_t formatMinorWithoutVariants = 3;

/// A view of bytes that the caller owns and keeps alive. Null with size 0 where
/// there are none.
struct Bytes {
  const void *data = nullptr;
  size_t size = 0; ///< bytes
};

/// The producer and the requirements of an artifact.
struct Header {
  uint16_t major = formatMajor;
  uint16_t minor = formatMinor;
  uint32_t serviceTableVersion =
      0;                    ///< version of the service table (HostServices.h)
  std::string producer;     ///< "sbp-compile 0.1.0"
  std::string llvmVersion;  ///< "22.1.8"
  std::string targetTriple; ///< "x86_64-pc-linux-gnu"
  std::string cpuFeatures;  ///< "avx2,fma,avx512f", all of which are required
};

/// The input of `write`. The plan's `code`, at least one, and `constants` are
/// parallel to the blobs, which are read by `write` alone; it sets the offsets
/// and sizes of the plan's constants, in bytes of their segment.
struct Contents {
  Header header;
  plan::PlanT plan;
  plan::DebugT debug;
  std::vector<Bytes> code;
  std::vector<plan::CodeInterfaceT> interfaces; ///< one per blob
  std::vector<Bytes> constants;
};

/// Serialises `contents` deterministically and returns the bytes of the file.
/// Fails with a user error where the numbers of blobs, interfaces and constants
/// differ from those of the plan, or a constant has another size than its type
/// and shape give.
Result<std::string> write(Contents &contents);

/// A view of an artifact in memory, which must stay alive and unchanged as long
/// as the view is used; no pointer is null in one that `read` returned.
/// Hashes, layout and the structure of the FlatBuffers are checked; the meaning
/// of the plan is not (see PlanVerifier.h).
struct View {
  Header header;
  const plan::Plan *plan = nullptr;
  const plan::Debug *debug = nullptr;
  std::vector<Bytes> code;                             ///< one per code segment
  std::vector<const plan::CodeInterface *> interfaces; ///< parallel to `code`
  Bytes constants; ///< the segment that the plan's offsets refer to
};

/// Reads an artifact without copying it: the view refers to `bytes`, whose
/// `data` is aligned to 64 bytes (mmap, or an aligned buffer). Fails with a
/// user error of one line where the bytes are invalid or of another major
/// version; never reads outside of them.
Result<View> read(Bytes bytes);

/// Returns a digest of the meaning of an offset: dim, shape and the
/// distribution down to its ranks, independent of the numbering of the plan's
/// tables. `offset` names a distribution that names a placement.
plan::Digest digest(const plan::PlanT &plan, const plan::OffsetT &offset);
/// Returns true where `digests` contains `digest`.
bool contains(const std::vector<plan::Digest> &digests, plan::Digest digest);

/// Returns the size of one element in bytes, 1 for i1.
inline size_t getByteWidth(plan::DType type) {
  return ElementType::of(type).bytes;
}
/// Returns the static name of a type, such as "f32".
inline const char *getName(plan::DType type) {
  return ElementType::of(type).name;
}

/// Appends an artifact to the runner and returns the bytes of the executable:
/// the runner, the artifact (page-aligned), and a trailer of 24 bytes:
/// "SBPXEXE1", offset and size of the artifact in bytes as u64. Fails where the
/// runner already carries an artifact, or a damaged trailer.
Result<std::string> appendToRunner(Bytes runner, Bytes artifact);
/// Returns the artifact in an executable as a view of its bytes, one of size 0
/// where there is no trailer. Fails where the trailer names a range that does
/// not end before it or is not aligned to 64 bytes.
Result<Bytes> findAppended(Bytes executable);

} // namespace sbp::artifact

#endif // SBP_RUNTIME_ARTIFACT_ARTIFACT_H
