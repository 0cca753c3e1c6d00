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
#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <map>
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

/// A kernel that could compute an op: the names of its generator and of its
/// schedule, as reports print them.
struct KernelCandidate {
  std::string generator, schedule;
  double seconds = 0; ///< predicted duration of one execution
  /// Bytes that launches fill once, before the first step; their duration is
  /// not part of `seconds`.
  int64_t packedBytes = 0;
};

/// The choice of a kernel among several candidates, for reports.
struct KernelChoice {
  std::string shape; ///< class of shapes of the op
  KernelCandidate chosen;
  std::vector<KernelCandidate> others; ///< the fastest one first
  bool isTuned = false; ///< whether a tuning file states the choice
};

/// Launches of one execution of a region on a GPU. Empty on the host.
struct LaunchCounts {
  std::map<std::string, int64_t>
      generators; ///< launches, by the generator's name
  std::map<std::string, int64_t> schedules; ///< launches, by their schedule
  std::vector<KernelChoice> choices;        ///< for ops with several candidates
  double predictedSeconds = 0;              ///< sum of all launches
  int64_t serial = 0;                       ///< launches of a single thread
  int64_t serialElements = 0; ///< of the tensors that these launches access
  int64_t once =
      0; ///< launches before the first step, which no other field counts
};

/// Result of `prepare`. Regions with equal text have the same `id`.
struct PreparedRegion {
  unsigned id = 0;                ///< counts from 0, within the target
  std::string symbol;             ///< entry point in the blob
  unsigned numInputs = 0;         ///< tensor arguments, in their order
  unsigned numOutputs = 0;        ///< results, in their order
  unsigned numParameters = 0;     ///< index and i64 arguments, in their order
  int64_t scratchBytes = 0;       ///< 0: the kernel ignores its scratch pointer
  int64_t scratchAlignment = 256; ///< bytes
  /// Memory of each task that keeps its contents between steps.
  int64_t persistentBytes = 0;
  llvm::SmallVector<InPlacePair> inPlace; ///< requested pairs, all honoured
  RegionCost cost;
  LaunchCounts launches;
};

/// One argument of a kernel: a pointer, a parameter of the region or an
/// immediate (8 bytes each), or a tensor map of the launch (128 bytes).
struct DeviceArgument {
  enum class Kind {
    Input,
    Output,
    Scratch,
    Parameter,
    Immediate,
    TensorMap,
    Persistent
  };
  Kind kind = Kind::Input;
  unsigned index = 0; ///< of the input, output, parameter or tensor map
  int64_t offset = 0; ///< of a pointer, in bytes
};

/// A tensor in memory and the box of it that one tensor copy moves. Dimension 0
/// is the innermost one; its elements are adjacent. Extents and the box count
/// elements.
struct TensorMapShape {
  int64_t elementBytes = 0;
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<int64_t> strides; ///< bytes, of dimensions 1 and further
  llvm::SmallVector<int64_t> box;
  int64_t swizzleBytes = 0; ///< of a row in shared memory; 0, 32, 64 or 128
};
/// A tensor map of a launch, which the runtime encodes when it has the address.
struct DeviceTensorMap {
  DeviceArgument address; ///< of the first element
  TensorMapShape shape;
};

/// Resources of a kernel as the assembler reports them, or zeros without an
/// assembler.
struct KernelFigures {
  unsigned registers = 0, sharedBytes = 0, barriers = 0;
  unsigned stackBytes = 0, spillBytes = 0; ///< of local memory; ideally 0
};

/// One launch of a kernel on a GPU. A region is a list of launches, executed in
/// order.
struct DeviceLaunch {
  std::string kernel;    ///< symbol
  std::string generator; ///< name of the kernel's generator, for reports
  /// The schedule of the kernel, as "product, tiles of 64 x 64 x 16", and
  /// its predicted duration. Empty and 0 for a copy. For reports.
  std::string schedule;
  double predictedSeconds = 0;
  /// Blocks of the grid and threads of a block, in x, y and z.
  std::array<int64_t, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  int64_t sharedBytes =
      0; ///< dynamic shared memory of a block, beside the kernel's static one
  llvm::SmallVector<DeviceArgument> arguments;
  llvm::SmallVector<DeviceTensorMap, 0> tensorMaps;
  KernelFigures figures;
  /// Elements of the tensors that a single-threaded launch accesses, or 0 for a
  /// launch of many threads.
  int64_t serialElements = 0;
  /// Whether the kernel waits for the end of the launch in front of it before
  /// it accesses global memory, and whether it may therefore start before that
  /// launch has ended.
  bool waits = false, overlaps = false;
  /// Numbers of the arguments in buffers that the launch in front may write.
  llvm::SmallVector<unsigned> recent;
  /// Whether it runs before the first step instead, and again once an input
  /// that it reads has changed. It then fills persistent memory from inputs
  /// with kFixedAttr and constants, and precedes all other launches.
  bool isOnce = false;
};

/// Requests a kernel that combines values of one type between ranks on one
/// device. Targets whose memory the host cannot access build one for each.
struct TransferKernel {
  Combiner combiner = Combiner::Sum;
  mlir::Type type;    ///< of an element, in the caller's context
  std::string symbol; ///< requested name of the kernel
};

/// Code of all regions, loadable by this target's runtime. Owns its bytes.
/// Empty as constructed: a blob without a format holds no code.
struct CodeBlob {
  std::string format;  ///< "elf-x86-64", "ptx" or "cubin"
  std::string cpu;     ///< the processor or chip it is compiled for
  unsigned driver = 0; ///< lowest CUDA driver version; 0: any
  /// Comma-separated CPU features that the code may use ("avx2,fma"). The
  /// runtime checks each one before it loads the code.
  std::string cpuFeatures;
  std::vector<char> bytes;
  std::vector<std::string>
      symbols; ///< by region id; empty for regions not emitted
  /// Launches by region id; empty on the host, and for regions not emitted.
  std::vector<std::vector<DeviceLaunch>> launches;
  std::vector<std::string> transfers; ///< symbols of transfer kernels
  std::vector<CodeBlob> alternatives; ///< the same code in other formats
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
