// Target.h: code generation in two steps
//
// The ops between two communications form a region. A target compiles regions
// in two steps, because a rank's arena is planned in between: `prepare` returns
// the scratch that a region needs, the plan assigns an offset to every register
// and scratch buffer, and `emit` generates the code of all regions at once: one
// function per region on the host, a list of launches on a GPU.
#ifndef SBP_TARGET_TARGET_H
#define SBP_TARGET_TARGET_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Support/LLVM.h"
#include "sbp/Target/DeviceLaunch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sbp {

/// Alignment in bytes of every register that a kernel reads or writes.
inline constexpr int64_t kRegisterAlignment = 256;

/// Output `output` shares the buffer of input `input`. Both count tensors only.
/// Accumulators are no inputs.
struct InPlacePair {
  unsigned output = 0;
  unsigned input = 0;
};

/// Cost of one execution of a region, for the simulation of schedules.
struct RegionCost {
  int64_t flops = 0; ///< of products (2 m n k) and services; 0 on a GPU
  int64_t bytes = 0; ///< read and written at the boundary, or that take as long
};

/// A region in the code for one architecture.
struct RegionCode {
  std::string architecture; ///< as in CodeBlob
  int64_t scratchBytes = 0, persistentBytes = 0;
  LaunchCounts launches;
};

/// Result of `prepare`. Regions with equal text have the same `id`.
struct PreparedRegion {
  unsigned id = 0;            ///< counts from 0, within the target
  std::string symbol;         ///< entry point in the blob
  unsigned numInputs = 0;     ///< tensor arguments, in their order
  unsigned numOutputs = 0;    ///< results, in their order
  unsigned numParameters = 0; ///< index and i64 arguments, in their order
  /// Scratch that is enough for each architecture. 0: the kernel ignores its
  /// scratch pointer.
  int64_t scratchBytes = 0;
  int64_t scratchAlignment = 256; ///< bytes
  /// Memory of each task that keeps its contents between steps, enough for each
  /// architecture.
  int64_t persistentBytes = 0;
  llvm::SmallVector<InPlacePair> inPlace; ///< requested pairs, all honoured
  RegionCost cost;
  std::vector<RegionCode> codes; ///< empty where code is called
};

/// A range of the bytes of code number `code` of an artifact for one device:
/// 0 for the first architecture, counting formats other than PTX out.
struct CodePiece {
  unsigned code = 0;
  size_t offset = 0, bytes = 0;
};

/// Code of all regions, loadable by this target's runtime. Owns its bytes.
/// Empty as constructed: a blob without a format holds no code.
struct CodeBlob {
  std::string format; ///< as plans name it: "elf", "ptx" or "cubin"
  /// The architecture by which the runtime chooses among codes ("sm_90a");
  /// empty where it tests the features of the processor instead.
  std::string architecture;
  unsigned driver = 0; ///< lowest CUDA driver version; 0: any
  /// Comma-separated CPU features that the code may use ("avx2,fma"). The
  /// runtime checks each one before it loads the code.
  std::string cpuFeatures;
  std::vector<char> bytes;
  /// The parts of the code in order, where codes share some; empty: `bytes`.
  std::vector<CodePiece> pieces;
  std::vector<std::string>
      symbols; ///< by region id; empty for regions not emitted
  /// Launches by region id; empty where code is called, and for regions not
  /// emitted.
  std::vector<std::vector<DeviceLaunch>> launches;
  std::vector<std::string> transfers; ///< symbols of transfer kernels
  std::vector<CodeBlob> alternatives; ///< the same code in other formats
  /// The same regions and transfer kernels for other architectures, in the
  /// order of PreparedRegion::codes, which begins with that of this blob.
  std::vector<CodeBlob> variants;
};

/// Code generator for one kind of device. Not thread-safe: one instance per
/// compilation.
///
/// A region is a function on ranked static tensors. Tensor arguments are
/// inputs, `index` or `i64` arguments are run-time parameters (offsets of the
/// shard), results are outputs. Its body consists of linalg, tensor, arith and
/// math ops. Registers are dense and row-major; an i1 takes one byte (0 or 1).
class Target {
public:
  virtual ~Target() = default;

  /// Returns the name under which the target is registered (TargetRegistry.h).
  virtual llvm::StringRef getName() const = 0;

  /// Returns whether `prepare` reads kFixedAttr of arguments.
  virtual bool usesFixedArguments() const { return false; }
  /// Returns whether the runtime combines values between ranks on one device by
  /// kernels that `emit` builds. Code without regions is emitted in this case.
  virtual bool buildsTransfers() const { return false; }

  /// Compiles `region` far enough to determine its scratch; the function is not
  /// changed and may be erased afterwards. Fails with a diagnostic in the
  /// region's context if the boundary or an op cannot be compiled; the target
  /// stays usable.
  virtual mlir::FailureOr<PreparedRegion>
  prepare(mlir::func::FuncOp region) = 0;

  /// Generates the code of these regions, each prepared by this instance
  /// before; an id that `prepare` did not return is undefined behaviour. The
  /// same regions in the same order give the same bytes. `transfers` are built
  /// if the runtime cannot move values itself, else ignored. Fails with a
  /// diagnostic, at `loc` if the fault has no place in the user's file.
  virtual mlir::FailureOr<CodeBlob>
  emit(llvm::ArrayRef<unsigned> regions,
       llvm::ArrayRef<TransferKernel> transfers, mlir::Location loc) = 0;
};

} // namespace sbp

#endif // SBP_TARGET_TARGET_H
