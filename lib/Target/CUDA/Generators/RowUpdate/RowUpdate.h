// RowUpdate.h: changes of the rows of a table that slots name
#ifndef SBP_LIB_TARGET_CUDA_GENERATORS_ROWUPDATE_ROWUPDATE_H
#define SBP_LIB_TARGET_CUDA_GENERATORS_ROWUPDATE_ROWUPDATE_H

#include "Plan/LaunchPlan.h"
#include "SlotSort.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace sbp::cuda {

/// Emits the kernels of one op. Derived classes state which tensors are updated
/// and how the sum of a row's terms enters them.
class RowUpdateBuilder {
public:
  /// Describes `op` by its form, for which isSupported() is true. The op must
  /// outlive the builder.
  RowUpdateBuilder(mlir::Operation *op, ChosenRows form)
      : op(op), form(std::move(form)),
        vectorWidth(this->form.chooseVectorWidth()),
        numVectors(this->form.getColumns() / vectorWidth),
        lanes(std::min<int64_t>(32, llvm::PowerOf2Ceil(numVectors))) {}
  virtual ~RowUpdateBuilder() = default;
  /// Returns whether a lane can hold its part of a row.
  bool fits() const { return vectors * vectorWidth <= kMaxElements; }
  /// Returns the schedule's text for reports and tuning files.
  std::string getSchedule() const {
    return llvm::formatv("sort of {0} kernels, {1} lanes x {2} x {3} elements",
                         SlotSort::countKernels(form), lanes, vectors,
                         vectorWidth);
  }
  /// Returns the predicted seconds of the sort and the update.
  double predictSeconds(const Chip &chip) const;
  /// Appends all launches. Requires fits() and buffers for the op's operands
  /// and results. Called once.
  void build(LaunchPlan &plan);

protected:
  /// Elements of a row that a lane may hold.
  static constexpr int64_t kMaxElements = 64;
  using Values =
      llvm::SmallVector<mlir::Value>; ///< elements of a lane, vector by vector
  /// Returns the tensors in addition to those of the form.
  virtual Values getMoreTensors() const { return {}; }
  /// Allocates the temporary `scalars`, for values that all rows need. The
  /// default allocates none.
  virtual void computeScalars(LaunchPlan &plan) {}
  /// Emits the stores of these values, by one thread before the rows' kernel.
  virtual void storeScalars(KernelBuilder &builder) {}
  /// Returns the values that the sums of a row begin with.
  virtual Values begin() { return Values(vectors * vectorWidth, zero()); }
  /// Emits exchanges between lanes, which all lanes execute, also those of
  /// units without work.
  virtual void combineLanes(llvm::ArrayRef<mlir::Value> sums) {}
  /// Emits the update of a row by its sums, which units with work execute.
  virtual void apply(llvm::ArrayRef<mlir::Value> sums) = 0;

  /// Return constants of the type of sums.
  mlir::Value zero() { return kernel->zero(form.sumType); }
  mlir::Value literal(double value) {
    return mlir::arith::ConstantOp::create(
        kernel->builder, kernel->builder.getFloatAttr(form.sumType, value));
  }
  /// Loads or stores the lane's elements of the row in a tensor of the table's
  /// shape.
  Values loadRow(mlir::Value tensor);
  void storeRow(llvm::ArrayRef<mlir::Value> values, mlir::Value tensor);
  /// Returns the column of the lane's vector `i`, and an i1 that is true if the
  /// row has it.
  std::pair<mlir::Value, mlir::Value> findColumn(int64_t i);

  mlir::Operation *op;
  ChosenRows form;
  int64_t vectorWidth, numVectors, lanes, vectors = 1;
  std::optional<KernelBuilder> kernel;
  mlir::Value lane, part, row; ///< of the unit; the row is an i32
  mlir::Value scalars;         ///< a temporary; null without scalars

  mlir::Value isFirst; ///< an i1: the unit has a row to update

private:
  /// Sets position, part, row, lane and isFirst of the thread's unit.
  void findUnit(const SortedSlots &sorted);
  /// Returns the offset in the table of a column of the unit's row.
  mlir::Value getRowOffset(mlir::Value column);
  /// Adds up to kInFlight slots from position `at` of the sorted ones on.
  /// Returns whether all belonged to the row, and the sums.
  Values addSlots(const SortedSlots &sorted, mlir::Value at, Values sums);
  /// Returns begin() plus the terms of all slots of the unit's row, added in
  /// their order.
  Values sumSlots(const SortedSlots &sorted);
  /// Adds the term of one slot to `sums` if `isOwn`, an i1, is true.
  void addTerm(mlir::Value slot, mlir::Value isOwn, Values &sums);
  /// Returns how many units share a row.
  int64_t countParts() const {
    return llvm::divideCeil(numVectors, lanes * vectors);
  }

  mlir::Value position;
};

/// Returns the builder of an optimizer's update (Optimizers.cpp). `op` must
/// outlive it.
std::unique_ptr<RowUpdateBuilder>
makeOptimizerBuilder(memory_layer::UpdateOp op);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GENERATORS_ROWUPDATE_ROWUPDATE_H
