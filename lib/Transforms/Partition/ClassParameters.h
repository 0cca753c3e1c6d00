// ClassParameters.h: values that differ between the ranks of a class
#ifndef SBP_LIB_TRANSFORMS_PARTITION_CLASSPARAMETERS_H
#define SBP_LIB_TRANSFORMS_PARTITION_CLASSPARAMETERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include <map>

namespace sbp {

/// Offsets of shards as `index` arguments of a class's program. Offsets that
/// are equal on all ranks of the class share an argument; an offset that is 0
/// on all ranks is a constant.
class ClassParameters {
public:
  /// Adds arguments to `program`, which runs on `ranks`. The array must outlive
  /// this object.
  ClassParameters(LocalProgramOp program, llvm::ArrayRef<int64_t> ranks)
      : program(program), ranks(ranks) {}

  /// Returns the first index of the rank's box in `dim`, as an `index` value.
  mlir::Value getOffset(mlir::OpBuilder &builder, mlir::Location loc,
                        DistributionAttr distribution,
                        mlir::RankedTensorType type, int64_t dim);
  /// Returns one OffsetAttr per added argument, in their order.
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
  std::map<llvm::SmallVector<int64_t>, mlir::Value> known;
  llvm::SmallVector<mlir::Attribute> offsets, bindings;
};

/// The shard context of `buildLocal` for the ranks of one class.
class ClassShardContext : public ShardContext {
public:
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

/// Returns the type of the piece that `rank` holds of a tensor of `type`.
mlir::RankedTensorType getLocalType(const Placement &placement,
                                    const Distribution &distribution,
                                    mlir::RankedTensorType type, int64_t rank);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_PARTITION_CLASSPARAMETERS_H
