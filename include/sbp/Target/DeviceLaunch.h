// DeviceLaunch.h: the launches of a region on a GPU
//
// Targets of GPUs compile a region to a list of launches of kernels. Code for
// the host is called instead and has none of this.
#ifndef SBP_TARGET_DEVICELAUNCH_H
#define SBP_TARGET_DEVICELAUNCH_H

#include "mlir/IR/Types.h"
#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sbp {

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

/// Launches of one execution of a region.
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
  int64_t sharedBytes = 0; ///< dynamic shared memory of a block, in addition to
                           ///< the kernel's static one
  llvm::SmallVector<DeviceArgument> arguments;
  llvm::SmallVector<DeviceTensorMap, 0> tensorMaps;
  KernelFigures figures;
  /// Elements of the tensors that a single-threaded launch accesses, or 0 for a
  /// launch of many threads.
  int64_t serialElements = 0;
  /// Whether the kernel waits for the end of the launch before it before
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

} // namespace sbp

#endif // SBP_TARGET_DEVICELAUNCH_H
