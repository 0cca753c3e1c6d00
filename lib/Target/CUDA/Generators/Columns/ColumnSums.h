// ColumnSums.h: the common parts of all kernels of column sums
//
// A reduction over the outer loops whose result is contiguous along a parallel
// loop. Where terms are split over blocks, a first kernel stores the sums of
// each block, the parts, and a second one combines them in order.
#ifndef SBP_LIB_TARGET_CUDA_COLUMNSUMS_H
#define SBP_LIB_TARGET_CUDA_COLUMNSUMS_H

#include "Kernel/AlignedAccess.h"
#include "Kernel/KernelBuilder.h"
#include "Plan/LaunchPlan.h"

namespace sbp::cuda {

/// Builds the kernels of one reduction. The base class knows the form of the op
/// and combines parts; the derived classes sum terms.
class ColumnSums {
public:
  explicit ColumnSums(mlir::linalg::GenericOp op);
  virtual ~ColumnSums() = default;
  /// Finds the loops; fails if the op is not of this form.
  virtual mlir::LogicalResult analyse();
  /// Splits the terms over blocks, after analyse(). Returns false if there are
  /// too few. The number of blocks depends on the terms, the types and, where
  /// rows are shifted, their length.
  bool split();
  /// Returns whether the kernels touch more than 1.05 of the sectors that
  /// inputs and results fill.
  virtual bool isWasteful() { return false; }
  virtual std::string getSchedule() const = 0;
  virtual double predictSeconds(const Chip &chip) = 0;
  /// Builds the kernels, after analyse(). Cannot fail.
  void build(LaunchPlan &plan);

protected:
  using Values = llvm::SmallVector<mlir::Value>;
  /// Adds term `index` to the sums.
  using AddTerm = llvm::function_ref<Values(mlir::Value index, Values sums)>;
  static constexpr int64_t kThreads = 256;
  /// Terms that a thread loads before it adds them.
  static constexpr int64_t kInFlight = 8;
  /// Bytes per second that the loads in flight of one block amount to.
  static constexpr double kBlockRate = 4e10;

  /// Builds the kernel that computes the results, or the parts where `parts` is
  /// not null.
  virtual void buildSums(LaunchPlan &plan, mlir::Value parts) = 0;
  /// Returns the least number of terms of a block.
  virtual int64_t getLeastTerms() const = 0;
  /// Returns the most blocks that terms are split over.
  virtual int64_t getMostSplits() const = 0;
  /// Return the bytes that all terms read, and the bytes of the results.
  double countInputBytes();
  double countResultBytes();
  /// Returns the seconds that the second kernel takes, 0 if there is none.
  double predictTotal(const Chip &chip);

  /// Sets the grid of threads for vectors of `width` results.
  void arrange(int64_t width);
  /// Begins a kernel and finds the vector that this thread owns.
  void openKernel(LaunchPlan &plan, llvm::ArrayRef<mlir::Value> tensors,
                  int64_t blocks);
  /// Returns the largest number that offsets of a kernel have to hold.
  int64_t getLargestOffset() const;
  /// Returns the first term of the block, and the one after its last.
  std::pair<mlir::Value, mlir::Value> getOwnTerms();
  /// Adds the terms start, start + step, ... below `end`, groups of `count` of
  /// them without a branch in between.
  Values addTerms(mlir::Value start, mlir::Value end, int64_t step,
                  int64_t count, Values sums, AddTerm addTerm);
  /// Combines the sums of all thread rows; thread row 0 receives the results.
  Values reduceThreadRows(Values sums);
  /// Returns the sums of no terms.
  Values getNeutral(int64_t count);
  /// Applies the combiner of the reduction.
  mlir::Value combine(mlir::Value x, mlir::Value y);
  /// Returns the loop indices of term `index` for the thread's first result.
  Values getLoops(mlir::Value index);
  /// Returns the offset in the parts of the result `loops` of part `index`.
  mlir::Value getPartOffset(mlir::Value index,
                            llvm::ArrayRef<mlir::Value> loops);
  /// Stores the thread's results, where thread row 0 and the vector exist.
  void storeResult(Values sums);
  /// Returns the start value of the reduction, inside of a kernel whose tensors
  /// include those that it gathers.
  mlir::Value getStart();
  /// Returns the tensors that the terms are computed from.
  llvm::SmallVector<mlir::Value> getInputs();
  /// Returns the number of columns of a row of parts: whole sectors, unless
  /// rows are short.
  int64_t getPartColumns() const;

  mlir::linalg::GenericOp op;
  llvm::SmallVector<int64_t> extents;
  mlir::Operation *combiner;
  llvm::SmallVector<unsigned> reduced;
  llvm::SmallVector<int64_t> resultExtents,
      reducedExtents; ///< of the parallel loops, 1 for others; of the reduced
  unsigned inner = 0;
  int64_t vectorWidth = 1, lanes = 1, threadRows = 1, numVectors = 1, terms = 1;
  int64_t columnBlocks = 1, splits = 1, termsPerBlock = 1;
  std::optional<KernelBuilder> kernel;
  mlir::Value lane, threadRow, isActive, block;
  llvm::SmallVector<mlir::Value> first; ///< loops of the thread's first result

private:
  void buildTotal(LaunchPlan &plan, mlir::Value parts);
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_COLUMNSUMS_H
