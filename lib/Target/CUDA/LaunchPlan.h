//===- LaunchPlan.h - a region as launches over buffers ---------*- C++ -*-===//
//
// Values of a region get places: inputs, outputs, constants of the module, and
// temporaries, which share one scratch buffer by lifetime. Reshapes and dense
// slices are views. Kernels are written in the order of the region's ops.
//
//===----------------------------------------------------------------------===//
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

/// Where a tensor lies: an input, an output, temporary number `index`, or the
/// module's constant `index`; from byte `offset` on. Also a launch's argument:
/// then it may be parameter `index` of the region.
struct Place {
  enum class Kind { Input, Output, Temporary, Constant, Parameter };
  Kind kind = Kind::Temporary;
  unsigned index = 0;
  int64_t offset = 0;
  bool operator==(const Place &other) const {
    return kind == other.kind && index == other.index && offset == other.offset;
  }
};

/// A launch whose operands are places still.
struct PlannedLaunch {
  DeviceLaunch launch;
  llvm::SmallVector<Place> places; ///< its arguments
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

/// Operands of generics that are no tensors become values of their bodies.
mlir::LogicalResult captureScalars(mlir::func::FuncOp region);

/// Compiles one region on tensors, after the steps all targets share, into
/// kernels in `kernels`.
class LaunchPlan {
public:
  LaunchPlan(mlir::func::FuncOp region, mlir::ModuleOp kernels);
  mlir::LogicalResult build();

  std::vector<DeviceLaunch> launches;
  int64_t scratchBytes = 0;

private:
  friend class KernelBuilder;
  friend class SerialBuilder;
  /// Kernels of the group, whose members read only what has a place.
  mlir::LogicalResult flush();
  /// The kernel of the ops that run one by one.
  mlir::LogicalResult flushRun();
  mlir::LogicalResult handle(mlir::Operation *op);
  mlir::LogicalResult handleGeneric(mlir::linalg::GenericOp op);
  mlir::LogicalResult handleAlone(mlir::linalg::GenericOp op);
  mlir::LogicalResult handleExtract(mlir::Operation *op);
  mlir::LogicalResult handleInsert(mlir::Operation *op);
  mlir::LogicalResult handleConstant(mlir::Operation *op);
  mlir::LogicalResult handleSerial(mlir::Operation *op);
  void findOutputs();
  mlir::LogicalResult writeOutputs();
  DeviceArgument resolve(const Place &place) const;
  void addLaunch(PlannedLaunch launch);

  /// The output that a value is on its way to.
  std::optional<Place> wanted(mlir::Value value);
  Place newTemporary(int64_t bytes);
  /// Gives `value` its wanted place.
  void place(mlir::Value value);
  /// The place of a value that is read; a fill or an empty tensor that no one
  /// has written yet is written now.
  mlir::LogicalResult read(mlir::Value value);
  mlir::LogicalResult readAll(mlir::ValueRange values);
  /// Whether the op reads what the open group makes.
  bool readsGroup(mlir::Operation *op) const;
  mlir::LogicalResult copy(mlir::Value from, mlir::Value to);
  /// Makes `to`, which has a place, hold what `from` is: what no one has
  /// written yet is written there, or nothing of an empty tensor.
  mlir::LogicalResult begin(mlir::Value from, mlir::Value to);
  /// A value that lies in a constant of the module gets a place that can be
  /// handed to a kernel.
  mlir::LogicalResult leaveConstant(mlir::Value value);
  mlir::Value newValue(mlir::Value like, Place place);

  mlir::func::FuncOp region;
  mlir::ModuleOp kernels;
  llvm::DenseMap<mlir::Value, Place> places;
  llvm::DenseMap<mlir::Value, Place>
      outputs; ///< computed where they are wanted
  Scratch scratch;
  std::vector<std::string> constants; ///< symbols
  std::vector<PlannedLaunch> planned;
  RowGroup group;                           ///< not written yet
  llvm::SmallVector<mlir::Operation *> run; ///< serial, not written yet
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_LAUNCHPLAN_H
