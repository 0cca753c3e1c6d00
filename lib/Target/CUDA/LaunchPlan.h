// LaunchPlan.h: a region as launches over buffers
//
// Every tensor of a region gets a buffer: an input, an output, a constant of
// the module or a temporary. Temporaries share one scratch buffer by lifetime.
// Reshapes and contiguous slices are views. Kernels are built in program order.
#ifndef SBP_LIB_TARGET_CUDA_LAUNCHPLAN_H
#define SBP_LIB_TARGET_CUDA_LAUNCHPLAN_H

#include "RowGroup.h"
#include "Scratch.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Target/CUDA/CUDATarget.h"

namespace sbp::cuda {

using sbp::getElementBytes;

/// Identifies the memory of a tensor: input, output, temporary or constant
/// `index`, from byte `offset` on. As the operand of a launch it may also be
/// scalar parameter `index` of the region.
struct BufferRef {
  enum class Kind { Input, Output, Temporary, Constant, Parameter };
  Kind kind = Kind::Temporary;
  unsigned index = 0;
  int64_t offset = 0;
  bool operator==(const BufferRef &other) const {
    return kind == other.kind && index == other.index && offset == other.offset;
  }
};

/// A launch whose operands are not resolved to addresses yet.
struct PlannedLaunch {
  DeviceLaunch launch;
  llvm::SmallVector<BufferRef> operands; ///< the launch's arguments, in order
};

int64_t getTensorBytes(mlir::Value tensor);
bool isEmpty(mlir::Value tensor);
bool isReshape(mlir::Operation *op);
/// Whether the one op that reads `tensor` may write over it: nothing else reads
/// it, nor a tensor that it is a view of.
bool isReplaced(mlir::Value tensor);

/// Rewrites scatters into tables of one column, whose loops have no iterations
/// that are apart, as generics over the rows.
mlir::LogicalResult spreadScatters(mlir::func::FuncOp region);

/// Turns scalar operands of generics into values that their bodies capture.
mlir::LogicalResult captureScalars(mlir::func::FuncOp region);

/// Compiles one region on tensors, after the steps that all targets share, into
/// kernels in `kernels` and a list of launches.
class LaunchPlan {
public:
  LaunchPlan(mlir::func::FuncOp region, mlir::ModuleOp kernels);
  /// Builds all kernels; `launches` and `scratchBytes` are valid after success.
  mlir::LogicalResult build();

  std::vector<DeviceLaunch> launches;
  int64_t scratchBytes = 0; ///< size of the scratch buffer

private:
  friend class KernelBuilder;
  friend class SerialBuilder;
  /// Builds the kernels of the open row group.
  mlir::LogicalResult flush();
  /// Builds one kernel for the pending serial ops.
  mlir::LogicalResult flushSerialOps();
  mlir::LogicalResult handle(mlir::Operation *op);
  mlir::LogicalResult handleGeneric(mlir::linalg::GenericOp op);
  /// Builds a kernel for `op` alone, or together with its epilogue.
  mlir::LogicalResult handleAlone(mlir::linalg::GenericOp op);
  mlir::LogicalResult handleExtract(mlir::Operation *op);
  mlir::LogicalResult handleInsert(mlir::Operation *op);
  mlir::LogicalResult handleConstant(mlir::Operation *op);
  mlir::LogicalResult handleSerial(mlir::Operation *op);
  /// Finds the results that can be computed directly into output buffers.
  void findOutputs();
  /// Copies the remaining results to their output buffers.
  mlir::LogicalResult writeOutputs();
  DeviceArgument resolve(const BufferRef &buffer) const;
  void addLaunch(PlannedLaunch launch);

  /// Returns the output buffer that `value`, or a value that it is inserted
  /// into or reshaped to, is computed for. Returns nothing for other values.
  std::optional<BufferRef> getDestination(mlir::Value value);
  BufferRef allocateTemporary(int64_t bytes);
  /// Assigns the destination, or else a new temporary, to `value`.
  void assignBuffer(mlir::Value value);
  /// Makes `value` readable: a fill that has no buffer yet is written now, an
  /// empty tensor gets an uninitialised one.
  mlir::LogicalResult read(mlir::Value value);
  mlir::LogicalResult readAll(mlir::ValueRange values);
  /// Returns whether `op` reads a value that the open row group computes.
  bool readsGroup(mlir::Operation *op) const;
  mlir::LogicalResult copy(mlir::Value from, mlir::Value to);
  /// Initialises the buffer of `to` with the value `from`: by a copy, by a
  /// fill, or not at all if `from` is an empty tensor.
  mlir::LogicalResult initialiseFrom(mlir::Value from, mlir::Value to);
  /// Copies a constant of the module to a temporary, which can be a launch
  /// operand.
  mlir::LogicalResult materialiseConstant(mlir::Value value);
  /// Creates a value of the type of `like` whose memory is `buffer`.
  mlir::Value createValueIn(mlir::Value like, BufferRef buffer);

  mlir::func::FuncOp region;
  mlir::ModuleOp kernels;
  llvm::DenseMap<mlir::Value, BufferRef> buffers; ///< by tensor
  llvm::DenseMap<mlir::Value, BufferRef>
      outputs; ///< buffers of results that are computed in place
  Scratch scratch;
  std::vector<std::string> constants; ///< symbols
  std::vector<PlannedLaunch> planned;
  RowGroup group; ///< pending: its kernel is not built yet
  llvm::SmallVector<mlir::Operation *> serialOps; ///< pending, as well
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_LAUNCHPLAN_H
