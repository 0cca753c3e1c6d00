//===- KernelBuilder.h - writes one kernel ----------------------*- C++ -*-===//
//
// Kernels are llvm.funcs with arith, math, scf, vector-free llvm and nvvm ops.
// Offsets count elements, in 32 bits where every tensor of the kernel allows
// it. An i1 is a byte in memory; values stay i1.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_LIB_TARGET_CUDA_KERNELBUILDER_H
#define SBP_LIB_TARGET_CUDA_KERNELBUILDER_H

#include "LaunchPlan.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sbp::cuda {

/// A map whose results are linear in the loops: the offset in elements of a
/// dense tensor is `constant` + sum of coefficient * loop.
struct Access {
  llvm::SmallVector<int64_t> coefficients;
  int64_t constant = 0;
};
std::optional<Access> getAccess(mlir::AffineMap map,
                                llvm::ArrayRef<int64_t> shape);
/// Whether `length` neighbours along `loop`, from a multiple of it on, lie side
/// by side from a multiple of it on.
bool isRun(const std::optional<Access> &access, unsigned loop, int64_t length);
/// Whether the innermost dimension of what `read`, in the body of `op`, reads
/// is the loop `inner`, which nothing else of it depends on.
bool isRun(mlir::linalg::GenericOp op, mlir::tensor::ExtractOp read,
           unsigned inner);

class KernelBuilder {
public:
  /// Begins a kernel over `tensors` (read or written); offsets are counted up
  /// to `largest` elements at least.
  KernelBuilder(LaunchPlan &plan, mlir::Location loc, llvm::StringRef family,
                llvm::ArrayRef<mlir::Value> tensors, int64_t threads,
                int64_t largest);
  void finish(std::array<int64_t, 3> grid);

  mlir::ImplicitLocOpBuilder b;

  // Numbers of the kernel's offset type.
  mlir::Value number(int64_t value);
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, int64_t y);
  mlir::Value div(mlir::Value x, int64_t y);
  mlir::Value rem(mlir::Value x, int64_t y);
  mlir::Value isLess(mlir::Value x, int64_t y);
  mlir::Value toIndex(mlir::Value x);
  mlir::Value fromIndex(mlir::Value x);
  mlir::Value threadId();
  mlir::Value blockId();

  /// Loop numbers of iteration `id` of a nest of these extents, outer first.
  llvm::SmallVector<mlir::Value> delinearise(mlir::Value id,
                                             llvm::ArrayRef<int64_t> extents);
  /// The element's offset, for any affine map.
  mlir::Value offset(mlir::AffineMap map, llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<mlir::Value> loops);
  mlir::Value load(mlir::Value tensor, mlir::Value offset);
  void store(mlir::Value value, mlir::Value tensor, mlir::Value offset);
  /// `count` neighbours, a power of two of them. In as few accesses as the
  /// tensor's place allows where `isWhole`: the offset is a multiple of `count`
  /// then. Nothing beyond them is touched.
  llvm::SmallVector<mlir::Value> loadRun(mlir::Value tensor, mlir::Value offset,
                                         int64_t count, bool isWhole);
  void storeRun(llvm::ArrayRef<mlir::Value> values, mlir::Value tensor,
                mlir::Value offset, bool isWhole);
  /// The same for values of `element` in shared memory, from element `index`
  /// on, which is a multiple of their number.
  llvm::SmallVector<mlir::Value> loadShared(mlir::Value shared,
                                            mlir::Type element,
                                            mlir::Value index, int64_t count);
  void storeShared(llvm::ArrayRef<mlir::Value> values, mlir::Value shared,
                   mlir::Value index);
  mlir::Value zero(mlir::Type type);

  /// The body of `op` on these values of its block arguments, in the iteration
  /// `loops`: what it yields.
  llvm::SmallVector<mlir::Value>
  inlineBody(mlir::linalg::GenericOp op, llvm::ArrayRef<mlir::Value> arguments,
             llvm::ArrayRef<mlir::Value> loops);
  /// The same for neighbours along the loop `inner`: of iterations `loops`,
  /// which differ in it alone, by one each. What they gather side by side is
  /// read at once.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>>
  inlineRun(mlir::linalg::GenericOp op,
            llvm::ArrayRef<llvm::SmallVector<mlir::Value>> arguments,
            llvm::ArrayRef<llvm::SmallVector<mlir::Value>> loops,
            unsigned inner);
  /// A scalar of the region, computed from parameters and constants.
  mlir::Value scalar(mlir::Value value);

  /// Calls `body` where `condition` holds.
  void when(mlir::Value condition, llvm::function_ref<void()> body);
  void barrier();
  /// Shared memory of `bytes` bytes; a pointer in address space 3.
  mlir::Value shared(int64_t bytes, int64_t alignment);
  /// The kernel's one part whose size its launch says: more than 48 KB.
  mlir::Value dynamicShared(int64_t bytes);

private:
  mlir::Value addressOf(const Place &constant);
  mlir::Value pointer(mlir::Value tensor, mlir::Value offset, mlir::Type type);
  int64_t chooseRun(mlir::Value tensor, int64_t count, bool isWhole);
  llvm::SmallVector<mlir::Value> loadAt(mlir::Value pointer, mlir::Type element,
                                        int64_t count);
  void storeAt(llvm::ArrayRef<mlir::Value> values, mlir::Value pointer);
  mlir::Value findPlace(mlir::tensor::ExtractOp read,
                        const mlir::IRMapping &map);
  mlir::Value affine(mlir::AffineExpr expr, llvm::ArrayRef<mlir::Value> loops);
  void clone(mlir::Operation &op, mlir::IRMapping &map,
             llvm::ArrayRef<mlir::Value> loops);

  LaunchPlan &plan;
  PlannedLaunch planned;
  mlir::LLVM::LLVMFuncOp function;
  mlir::Type offsetType;
  llvm::DenseMap<mlir::Value, mlir::Value> pointers, scalars;
  llvm::DenseMap<mlir::Value, int64_t> alignments; ///< of their first bytes
  unsigned numShared = 0;
};

/// Tensors that an op, or the scalars that it uses, read element by element.
llvm::SmallVector<mlir::Value> getGathered(mlir::Operation *op);
/// Those of a body, and of the start values of a reduction.
llvm::SmallVector<mlir::Value> getGathered(mlir::linalg::GenericOp op);
/// Whether an init's elements are read and written again and again, by the
/// loops that reduce: the sum is in memory, not in a register.
bool growsInPlace(mlir::linalg::GenericOp op, mlir::OpOperand &init);
/// Whether the operand's elements are looked at.
bool isRead(mlir::linalg::GenericOp op, mlir::OpOperand &operand);

// Families. Each writes one kernel; all places are known.
mlir::LogicalResult buildPointwise(LaunchPlan &plan,
                                   mlir::linalg::GenericOp op);
/// Fails where no input lies across the result.
mlir::LogicalResult buildTranspose(LaunchPlan &plan,
                                   mlir::linalg::GenericOp op);
/// Fails where neighbours of the result are not sums of neighbours.
mlir::LogicalResult buildColumns(LaunchPlan &plan, mlir::linalg::GenericOp op);
mlir::LogicalResult buildReduction(LaunchPlan &plan,
                                   mlir::linalg::GenericOp op);
mlir::LogicalResult buildProduct(LaunchPlan &plan, mlir::linalg::GenericOp op);
/// Whether a sum of products of integers is a product of matrices.
bool isIntegerProduct(mlir::linalg::GenericOp op);
/// to[toMap] = from[fromMap] over loops of `extents`; to's place is known.
/// Offsets of slices may be values, computed from elements of `gathered`.
mlir::LogicalResult
buildSliceCopy(LaunchPlan &plan, mlir::Location loc,
               llvm::ArrayRef<mlir::Value> gathered, mlir::Value from,
               mlir::Value to, llvm::ArrayRef<int64_t> extents,
               llvm::ArrayRef<mlir::OpFoldResult> fromOffsets,
               llvm::ArrayRef<int64_t> fromSteps,
               llvm::ArrayRef<mlir::OpFoldResult> toOffsets,
               llvm::ArrayRef<int64_t> toSteps);
/// Runs the ops as the host's loops would: in one thread, or, where there is
/// one op whose iterations do not meet, in as many as there are iterations.
mlir::LogicalResult buildSerial(LaunchPlan &plan,
                                llvm::ArrayRef<mlir::Operation *> ops);
/// Whether the iterations of some loop of `op` do not meet.
bool isParallelNest(mlir::Operation *op);
/// Whether `by` reads what these ops make, before any of it is written.
bool isNeeded(LaunchPlan &plan, llvm::ArrayRef<mlir::Operation *> ops,
              mlir::Operation *by);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_KERNELBUILDER_H
