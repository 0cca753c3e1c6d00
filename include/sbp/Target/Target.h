//===- Target.h - code generation behind two steps -------------*- C++ -*-===//
//
// Between communications a rank's ops form regions. A target turns them into
// kernels in two steps, because the arena of a rank is planned between them:
// `prepare` says how much scratch a region needs, the plan gives every
// register and every scratch its offset, `emit` writes the code of all regions
// at once: on the host a function a region, on a GPU a list of launches.
//
//===----------------------------------------------------------------------===//
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

/// Every register that a kernel reads or writes starts at such an address.
inline constexpr int64_t kRegisterAlignment = 256;

/// Output `output` shares the buffer of input `input` (both count tensors
/// only).
struct InPlacePair {
  unsigned output = 0;
  unsigned input = 0;
};

/// What a region costs when it runs once; input of the schedule's simulation.
struct RegionCost {
  int64_t flops = 0; ///< of contractions: 2 m n k
  int64_t bytes = 0; ///< read and written at the boundary
};

/// What a region is launched as on a GPU; nothing on the host.
struct LaunchCounts {
  std::map<std::string, int64_t>
      families;               ///< launches, by the generator's name
  int64_t serial = 0;         ///< launches of a single thread
  int64_t serialElements = 0; ///< of the tensors that these read and write
};

/// What `prepare` says about a region. Regions that print alike share `id`.
struct PreparedRegion {
  unsigned id = 0;
  std::string symbol;             ///< entry point in the blob
  unsigned numInputs = 0;         ///< tensor arguments, in their order
  unsigned numOutputs = 0;        ///< results, in their order
  unsigned numParameters = 0;     ///< index and i64 arguments, in their order
  int64_t scratchBytes = 0;       ///< 0: the kernel does not look at `scratch`
  int64_t scratchAlignment = 256; ///< bytes
  llvm::SmallVector<InPlacePair> inPlace; ///< pairs asked for and honoured
  RegionCost cost;
  LaunchCounts launches;
};

/// A word of 8 bytes that a launch hands to its kernel: a pointer, or a
/// parameter of the region.
struct DeviceArgument {
  enum class Kind { Input, Output, Scratch, Parameter };
  Kind kind = Kind::Input;
  unsigned index = 0; ///< of the input, output or parameter
  int64_t offset = 0; ///< of a pointer, in bytes
};

/// What the assembler says of a kernel; 0 where there was none.
struct KernelFigures {
  unsigned registers = 0, sharedBytes = 0, barriers = 0;
  unsigned stackBytes = 0, spillBytes = 0; ///< of local memory: none, if right
};

/// One kernel of a GPU with its arguments. A region is a list of them, in
/// order.
struct DeviceLaunch {
  std::string kernel; ///< symbol
  std::string family; ///< of the generator, for reports
  std::array<int64_t, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  int64_t sharedBytes = 0; ///< beside those that the kernel declares
  llvm::SmallVector<DeviceArgument> arguments;
  KernelFigures figures;
  /// Elements of the tensors that a single thread reads and writes; 0: it is
  /// one of many threads.
  int64_t serialElements = 0;
};

/// Values of one type that ranks on one device combine. A target whose memory
/// only kernels reach makes one of each.
struct TransferKernel {
  Combiner combiner = Combiner::Sum;
  mlir::Type type;
  std::string symbol;
};

/// Code of all regions, loadable by the runtime of this target.
struct CodeBlob {
  std::string format;  ///< "elf-x86-64", "ptx" or "cubin"
  std::string cpu;     ///< what it was compiled for
  unsigned driver = 0; ///< least version of the CUDA driver; 0: any
  /// Comma separated, all that the code may use ("avx2,fma"): the runtime
  /// checks each before it loads the code.
  std::string cpuFeatures;
  std::vector<char> bytes;
  std::vector<std::string> symbols; ///< by region id; empty where not asked for
  /// By region id; empty on the host.
  std::vector<std::vector<DeviceLaunch>> launches;
  std::vector<std::string> transfers; ///< kernels that move values
  std::vector<CodeBlob> alternatives; ///< the same code in other forms
};

/// One kind of device. Not thread-safe: one instance per compilation.
///
/// A region is a function on ranked static tensors. Tensor arguments are
/// inputs, `index` or `i64` arguments are run-time parameters (offsets of the
/// shard), results are outputs. Its body is made of linalg, tensor, arith and
/// math ops. Registers are dense and row-major; i1 takes one byte (0 or 1).
class Target {
public:
  virtual ~Target() = default;

  /// As it is registered (TargetRegistry.h).
  virtual llvm::StringRef getName() const = 0;

  /// Compiles `region` as far as is needed to know its scratch. The function is
  /// not changed. Failure: a diagnostic at the op that cannot be compiled.
  virtual mlir::FailureOr<PreparedRegion>
  prepare(mlir::func::FuncOp region) = 0;

  /// Code of the regions of these ids, each prepared before by this instance.
  /// The same regions in the same order give the same bytes. `transfers` are
  /// made where the runtime cannot move values itself.
  virtual mlir::FailureOr<CodeBlob>
  emit(llvm::ArrayRef<unsigned> regions,
       llvm::ArrayRef<TransferKernel> transfers, mlir::Location loc) = 0;
};

} // namespace sbp

#endif // SBP_TARGET_TARGET_H
