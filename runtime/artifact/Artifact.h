// Artifact.h: reading and writing .sbpx files
//
// The one thing compiler and runtime share. Builds without exceptions and RTTI,
// knows nothing of LLVM.
//
// Layout, little endian: a fixed header, the segment table, four strings; then
// the segments, each 64-byte aligned and padded with zeros. Every byte of the
// file is covered by an xxh3-128: header, table and strings by the one in the
// header, each segment with its padding by the one in the table.
//
// A code segment is the blob, what it says of its kernels, and a seal: a digest
// of everything else in the file, so that code runs only by the plan that it
// was compiled with. There is one, if without kernels, in every file.
#ifndef SBP_RUNTIME_ARTIFACT_ARTIFACT_H
#define SBP_RUNTIME_ARTIFACT_ARTIFACT_H

#include "debug_generated.h"
#include "plan_generated.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sbp::artifact {

inline constexpr uint16_t formatMajor = 3; ///< another major is refused
inline constexpr uint16_t formatMinor = 1; ///< a later minor is read

/// Bytes owned by someone else.
struct Bytes {
  const void *data = nullptr;
  size_t size = 0;
};

/// What the file says of itself before anything of it is used.
struct Header {
  uint16_t major = formatMajor;
  uint16_t minor = formatMinor;
  uint32_t serviceTableVersion = 0; ///< of HostServices.h
  std::string producer;             ///< "sbp-compile 0.1.0"
  std::string llvmVersion;          ///< "22.1.8"
  std::string targetTriple;         ///< "x86_64-pc-linux-gnu"
  std::string cpuFeatures;          ///< "avx2,fma,avx512f": all needed
};

/// What the compiler hands over. The plan's `code` and `constants` are parallel
/// to the blobs; offsets and sizes of constants are filled in by `write`.
struct Contents {
  Header header;
  plan::PlanT plan;
  plan::DebugT debug;
  std::vector<Bytes> code;
  std::vector<plan::CodeInterfaceT> interfaces; ///< of each blob
  std::vector<Bytes> constants;
};

/// The bytes of the artifact, the same for the same contents. False with a
/// message if blobs and plan disagree.
bool write(Contents &contents, std::string &bytes, std::string &error);

/// A checked view of an artifact in memory (which must stay alive and
/// unchanged). Checked are hashes, layout and the FlatBuffers structure, not
/// yet the meaning.
struct View {
  Header header;
  const plan::Plan *plan = nullptr;
  const plan::Debug *debug = nullptr;
  std::vector<Bytes> code; ///< blobs
  std::vector<const plan::CodeInterface *> interfaces;
  Bytes constants;
};

/// False with a one-line message; never reads outside `bytes`, whatever they
/// are. `bytes.data` is 64-byte aligned (mmap, or an aligned buffer).
bool read(Bytes bytes, View &view, std::string &error);

/// What an offset means, whatever the numbers of the plan's tables: dim, shape,
/// and the distribution down to the ranks. `offset` names a distribution that
/// names a placement.
plan::Digest digest(const plan::PlanT &plan, const plan::OffsetT &offset);
bool contains(const std::vector<plan::Digest> &digests, plan::Digest digest);

/// Size in bytes of one element.
size_t getByteWidth(plan::DType type);
/// "f64", "f32", "f16", "bf16", "i64", "i32", "i8", "i1".
const char *getName(plan::DType type);

/// An executable is the runner, the artifact (64-byte aligned), and a trailer
/// of 24 bytes: "SBPXEXE1", offset and size of the artifact as u64.
bool appendToRunner(Bytes runner, Bytes artifact, std::string &executable,
                    std::string &error);
/// Finds the artifact in an executable; size 0 if there is no trailer. False if
/// there is one and it is damaged.
bool findAppended(Bytes executable, Bytes &artifact, std::string &error);

} // namespace sbp::artifact

#endif // SBP_RUNTIME_ARTIFACT_ARTIFACT_H
