// ClassParameters.h: values that differ between the ranks of a class
#ifndef SBP_LIB_TRANSFORMS_PARTITION_CLASSPARAMETERS_H
#define SBP_LIB_TRANSFORMS_PARTITION_CLASSPARAMETERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include <map>

namespace sbp {

/// Offsets of shards as `index` arguments of a class's program, in elements of
/// the global tensor. Two offsets that agree on every rank of the class share
/// an argument; an offset that is 0 on all ranks is a constant.
class ClassParameters {
public:
  /// Makes an empty table for `program`, which runs on the world ranks `ranks`.
  /// The program and the array must outlive this object.
  ClassParameters(LocalProgramOp program, llvm::ArrayRef<int64_t> ranks)
      : program(program), ranks(ranks) {}

  /// Returns the first index in `dim` of the rank's box of a global tensor of
  /// `type`, as an `index` value. Appends an argument to the program, or emits
  /// a constant 0 at the insertion point. All ranks belong to the placement of
  /// `distribution`.
  mlir::Value getOffset(mlir::OpBuilder &builder, mlir::Location loc,
                        DistributionAttr distribution,
                        mlir::RankedTensorType type, int64_t dim);
  /// Returns one OffsetAttr per added argument, in their order; the first of
  /// the offsets that share it.
  mlir::ArrayAttr getOffsets(mlir::MLIRContext *context) const;
  /// Returns the values of each added argument, one i64 per rank of the class.
  mlir::ArrayAttr getBindings(mlir::MLIRContext *context) const;

private:
  /// Returns the first index in `dim` of the box of each rank of the class, in
  /// elements of the global tensor.
  llvm::SmallVector<int64_t> getValues(DistributionAttr distribution,
                                       mlir::RankedTensorType type,
                                       int64_t dim);

  LocalProgramOp program;
  llvm::ArrayRef<int64_t> ranks;
  /// The argument for each list of offsets, one offset per rank.
  std::map<llvm::SmallVector<int64_t>, mlir::Value> known;
  llvm::SmallVector<mlir::Attribute> offsets, bindings; ///< by added argument
};

/// The shard context of `buildLocal` for the ranks of one class, on the
/// placement that `symbol` names.
class ClassShardContext : public ShardContext {
public:
  /// `rank` represents the class and belongs to `placement`. `parameters` must
  /// outlive the context; offsets are added to it.
  ClassShardContext(mlir::FlatSymbolRefAttr symbol, Placement placement,
                    int64_t rank, ClassParameters &parameters)
      : symbol(symbol), placement(std::move(placement)),
        position(this->placement.getPosition(rank)), parameters(parameters) {}

  const Placement &getPlacement() const override { return placement; }
  mlir::RankedTensorType
  getLocalType(mlir::RankedTensorType global,
               const Distribution &distribution) override;
  mlir::Value getOffset(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::RankedTensorType global,
                        const Distribution &distribution, int64_t dim) override;

private:
  mlir::FlatSymbolRefAttr symbol;
  Placement placement;
  int64_t position;
  ClassParameters &parameters;
};

/// Returns the type of the piece that the world rank `rank` of `placement`
/// holds of a global tensor of `type`.
mlir::RankedTensorType getLocalType(const Placement &placement,
                                    const Distribution &distribution,
                                    mlir::RankedTensorType type, int64_t rank);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_PARTITION_CLASSPARAMETERS_H
