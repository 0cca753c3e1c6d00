// PartitionPasses.td: the pass that writes one program per class of ranks
#ifndef SBP_PARTITION_PASSES
#define SBP_PARTITION_PASSES

include "mlir/Pass/PassBase.td"

def PartitionPass : Pass<"sbp-partition", "::mlir::ModuleOp"> {
  let summary = "splits entries into one local program per class of ranks (level 1 to level 2)";
  let description = [{
    Before: level 1, boxings planned. After: level 2: an entry is a declaration; ranks whose programs coincide in all shapes
    and roles share one `sbp.local_program` on local shapes, with an `index` parameter for each value that differs between
    them; each communication is one `sbp.communication`, in which every class takes part by `sbp.communicate`, in the same
    sequence. Optimises nothing. Example: test/Transforms/Partition/partition.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect", "::mlir::func::FuncDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::arith::ArithDialect"];
}

#endif // SBP_PARTITION_PASSES
