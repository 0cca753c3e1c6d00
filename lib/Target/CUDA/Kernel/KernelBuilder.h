// KernelBuilder.h: emits one kernel
//
// A kernel is an llvm.func of arith, math, scf, llvm and nvvm ops. Offsets
// count elements; they have 32 bits if every tensor of the kernel allows it. An
// i1 takes one byte in memory and stays an i1 as a value.
#ifndef SBP_LIB_TARGET_CUDA_KERNELBUILDER_H
#define SBP_LIB_TARGET_CUDA_KERNELBUILDER_H

#include "RegionKernels.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sbp::cuda {

/// An affine access: iteration `loops` reads the element at offset `constant` +
/// sum of coefficients[i] * loops[i] of a dense tensor.
struct Access {
  llvm::SmallVector<int64_t> coefficients; ///< elements, by loop
  int64_t constant = 0;                    ///< elements
};
/// Returns the access of an indexing map to a dense tensor of `shape`, or
/// nothing if the map is not linear.
std::optional<Access> getAccess(mlir::AffineMap map,
                                llvm::ArrayRef<int64_t> shape);
/// Returns whether every aligned group of `length` iterations of `loop` reads
/// `length` contiguous elements at an offset that is a multiple of `length`.
/// False without an access.
bool isContiguous(const std::optional<Access> &access, unsigned loop,
                  int64_t length);
/// Returns whether `read`, in the body of `op`, reads contiguous elements along
/// the loop `inner`: its innermost index is that loop, and no other index
/// depends on it.
bool isContiguous(mlir::linalg::GenericOp op, mlir::tensor::ExtractOp read,
                  unsigned inner);

/// Emits the body of one kernel and records its launch. Methods
/// named like arithmetic take and return unsigned values of the kernel's offset
/// type; isLess returns an i1, and toIndex and fromIndex convert between this
/// type and index. A tensor that a method accesses must be among those of the
/// kernel.
class KernelBuilder {
public:
  /// Begins a kernel over `tensors`, all of which have buffers, with `threads`
  /// threads per block. `largest` is the largest number that offsets have to
  /// hold next to the sizes of the tensors, in elements. `generator` names the
  /// kernel's kind in reports. The kernel accesses the tensors of `tensorMaps`
  /// by tensor copies alone, through a map of this shape each. The kernel and
  /// its launch are added to `plan`, which must outlive the builder. Only one
  /// kernel may be open in it.
  KernelBuilder(
      RegionKernels &plan, mlir::Location loc, llvm::StringRef generator,
      llvm::ArrayRef<mlir::Value> tensors, int64_t threads, int64_t largest,
      llvm::ArrayRef<std::pair<mlir::Value, TensorMapShape>> tensorMaps = {});
  /// Ends the kernel and appends its launch, with `grid` blocks, to the plan.
  /// Called once, as the last method; without it there is no launch.
  void finish(std::array<int64_t, 3> grid);

  mlir::ImplicitLocOpBuilder builder; ///< inserts at the end of what is built
  /// True where functions in inlined bodies may be approximated
  /// (allowApproximations). Set before the bodies are inlined.
  bool isApproximate = false;

  mlir::Value constant(int64_t value);
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, int64_t y);
  mlir::Value div(mlir::Value x, int64_t y);
  mlir::Value rem(mlir::Value x, int64_t y);
  mlir::Value isLess(mlir::Value x, int64_t y);
  mlir::Value toIndex(mlir::Value x);
  mlir::Value fromIndex(mlir::Value x);
  /// Converts between i32 and the offset type, for values that both can hold.
  mlir::Value toOffset(mlir::Value word);
  mlir::Value toWord(mlir::Value offset);
  /// Return the numbers of the thread in its block and of the block in its
  /// grid, along x, in the offset type.
  mlir::Value threadId();
  mlir::Value blockId();

  /// Decomposes `id` into the loop indices of a nest with these extents,
  /// outermost first.
  llvm::SmallVector<mlir::Value> delinearise(mlir::Value id,
                                             llvm::ArrayRef<int64_t> extents);
  /// Returns the offset of the element that `map` selects in iteration `loops`;
  /// any affine map is allowed.
  mlir::Value offset(mlir::AffineMap map, llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<mlir::Value> loops);
  /// Loads or stores one element.
  mlir::Value load(mlir::Value tensor, mlir::Value offset);
  void store(mlir::Value value, mlir::Value tensor, mlir::Value offset);
  /// Loads `count` contiguous elements, a power of two. If `isAligned`,
  /// `offset` is a multiple of `count`, and the accesses are as wide as the
  /// buffer's alignment allows, at most 16 bytes. No element beyond them is
  /// accessed.
  llvm::SmallVector<mlir::Value> loadVector(mlir::Value tensor,
                                            mlir::Value offset, int64_t count,
                                            bool isAligned);
  /// Stores contiguous elements, of the tensor's type, under the conditions of
  /// loadVector.
  void storeVector(llvm::ArrayRef<mlir::Value> values, mlir::Value tensor,
                   mlir::Value offset, bool isAligned);
  /// Loads `count` elements from shared memory; `index`, in elements, is a
  /// multiple of `count`.
  llvm::SmallVector<mlir::Value> loadShared(mlir::Value shared,
                                            mlir::Type element,
                                            mlir::Value index, int64_t count);
  /// Stores a power of two of elements to shared memory, like loadShared.
  void storeShared(llvm::ArrayRef<mlir::Value> values, mlir::Value shared,
                   mlir::Value index);
  /// Returns the zero of an integer or float type.
  mlir::Value zero(mlir::Type type);

  /// Inlines the body of `op` for the iteration `loops` and returns the yielded
  /// values. `arguments` are the values of its block arguments; null stands for
  /// an element that the body does not read.
  llvm::SmallVector<mlir::Value>
  inlineBody(mlir::linalg::GenericOp op, llvm::ArrayRef<mlir::Value> arguments,
             llvm::ArrayRef<mlir::Value> loops);
  /// Inlines the body for several iterations that are consecutive along the
  /// loop `inner`. Contiguous gathers of the body become vector loads.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>>
  inlineBodies(mlir::linalg::GenericOp op,
               llvm::ArrayRef<llvm::SmallVector<mlir::Value>> arguments,
               llvm::ArrayRef<llvm::SmallVector<mlir::Value>> loops,
               unsigned inner);
  /// Returns a scalar of the region, recomputed in the kernel from parameters,
  /// constants and elements of the kernel's tensors.
  mlir::Value scalar(mlir::Value value);

  /// Emits `body` under `condition`.
  void ifThen(mlir::Value condition, llvm::function_ref<void()> body);
  /// Returns the values of `body` where `condition` holds, else `otherwise`,
  /// which has as many values of the same types.
  llvm::SmallVector<mlir::Value>
  ifElse(mlir::Value condition, llvm::ArrayRef<mlir::Value> otherwise,
         llvm::function_ref<llvm::SmallVector<mlir::Value>()> body);
  /// Emits a loop from `first` to below `end` in the offset type and returns
  /// the carried values after it: `carried` if it has no iteration. `body` gets
  /// the index and the carried values, and returns their next values.
  llvm::SmallVector<mlir::Value>
  forLoop(mlir::Value first, mlir::Value end, int64_t step,
          llvm::ArrayRef<mlir::Value> carried,
          llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value,
                                                            mlir::ValueRange)>
              body);
  /// Returns the value of `x` of lane l ^ distance, to every lane l of the
  /// warp. All lanes of the warp must execute an exchange together. Exchanged
  /// values are integers or floats of at most 64 bits.
  mlir::Value shuffleAcross(mlir::Value x, int64_t distance);
  /// Returns the value of `x` of lane `lane`, an i32.
  mlir::Value readLane(mlir::Value x, mlir::Value lane);
  /// Returns the value of `x` of lane l - distance to lane l, or its own value
  /// if there is no such lane.
  mlir::Value shuffleUp(mlir::Value x, int64_t distance);
  /// Returns an i32 whose bit l is `condition` of lane l.
  mlir::Value vote(mlir::Value condition);
  /// Makes memory accesses of the lanes of a warp visible to each other.
  void synchronizeWarp();
  /// Emits a barrier of all threads of the block.
  void barrier();
  /// Allocates `bytes` bytes of static shared memory, aligned to `alignment`
  /// bytes, and returns a pointer in address space 3.
  mlir::Value allocateShared(int64_t bytes, int64_t alignment);
  /// Allocates shared memory whose size is a parameter of the launch, needed
  /// beyond 48 KB. At most one per kernel. Aligned to 1024 bytes in kernels
  /// with tensor maps, else to 16.
  mlir::Value allocateDynamicShared(int64_t bytes);
  /// Returns the address of tensor map `index` of the constructor, an i64.
  mlir::Value getTensorMap(unsigned index);
  /// Lets ptxas use all registers that a multiprocessor has for one block.
  void setSingleBlock();
  /// Makes the launch one that runs once (DeviceLaunch::isOnce). The kernel
  /// receives no parameters of the region, which it must not use.
  void setOnce();

private:
  /// Emits an exchange of one kind; `lane`, an i32, is a lane, a distance or a
  /// mask of it.
  mlir::Value shuffle(mlir::Value x, mlir::Value lane,
                      mlir::NVVM::ShflKind kind);
  /// Returns the address of a constant of the module.
  mlir::Value addressOf(const BufferRef &constant);
  /// Returns the address of an element of type `type` at `offset`, in elements.
  mlir::Value pointer(mlir::Value tensor, mlir::Value offset, mlir::Type type);
  /// Returns how many of `count` contiguous elements one access may move.
  int64_t chooseAccessWidth(mlir::Value tensor, int64_t count, bool isAligned);
  /// Loads `count` values by one access, which `pointer` is aligned for.
  llvm::SmallVector<mlir::Value> loadAt(mlir::Value pointer, mlir::Type element,
                                        int64_t count);
  /// Stores values by one access, aligned to its size.
  void storeAt(llvm::ArrayRef<mlir::Value> values, mlir::Value pointer);
  /// Returns the offset of the element that `read` accesses, where `map` has
  /// the values of its indices.
  mlir::Value getElementOffset(mlir::tensor::ExtractOp read,
                               const mlir::IRMapping &map);
  /// Returns an affine expression of `loops`, which are not negative.
  mlir::Value affine(mlir::AffineExpr expr, llvm::ArrayRef<mlir::Value> loops);
  void clone(mlir::Operation &op, mlir::IRMapping &map,
             llvm::ArrayRef<mlir::Value> loops);

  RegionKernels &plan;
  PlannedLaunch planned;
  mlir::LLVM::LLVMFuncOp function;
  mlir::Type offsetType;
  llvm::DenseMap<mlir::Value, mlir::Value> pointers, scalars;
  llvm::DenseMap<mlir::Value, int64_t>
      alignments; ///< bytes, of each tensor's first element
  unsigned numShared = 0;
};

/// Returns the tensors that `op`, or a scalar that it uses, reads by
/// tensor.extract.
llvm::SmallVector<mlir::Value> getGatheredTensors(mlir::Operation *op);
/// Returns the tensors that the body, and the initial values of a reduction,
/// read by tensor.extract.
llvm::SmallVector<mlir::Value> getGatheredTensors(mlir::linalg::GenericOp op);
/// Returns whether the result of `init` is accumulated in memory: the body
/// reads the init and a reduction loop indexes it, so that no register can hold
/// the sum.
bool accumulatesInMemory(mlir::linalg::GenericOp op, mlir::OpOperand &init);
/// Returns whether the body reads the elements of `operand`.
bool isRead(mlir::linalg::GenericOp op, mlir::OpOperand &operand);

/// Appends a launch that copies a strided slice of `from` to a strided slice of
/// `to` of the same `extents`; offsets and steps are in elements, by dimension.
/// Dynamic offsets are scalars of the region, computed from elements of
/// `gathered`. All tensors have buffers. Never fails.
mlir::LogicalResult
buildSliceCopy(RegionKernels &plan, mlir::Location loc,
               llvm::ArrayRef<mlir::Value> gathered, mlir::Value from,
               mlir::Value to, llvm::ArrayRef<int64_t> extents,
               llvm::ArrayRef<mlir::OpFoldResult> fromOffsets,
               llvm::ArrayRef<int64_t> fromSteps,
               llvm::ArrayRef<mlir::OpFoldResult> toOffsets,
               llvm::ArrayRef<int64_t> toSteps);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_KERNELBUILDER_H
