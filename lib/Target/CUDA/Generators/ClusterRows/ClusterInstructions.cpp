// ClusterInstructions.cpp: instructions between the blocks of a cluster
#include "ClusterInstructions.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace sbp::cuda;

// An arrival with the semantics of a release would be a fence of all memory.
void ClusterInstructions::awaitCluster() {
  auto isAligned = builder.getUnitAttr();
  NVVM::ClusterArriveRelaxedOp::create(builder, isAligned);
  NVVM::ClusterWaitOp::create(builder, isAligned);
}

void ClusterInstructions::arriveExpecting(Value barrier, Value bytes) {
  emit({}, "mbarrier.arrive.expect_tx.shared.b64 _, [$0], $1;", "r,r,~{memory}",
       {barrier, bytes});
}

void ClusterInstructions::copyBytes(Value to, Value from, Value bytes,
                                    Value barrier) {
  emit({},
       "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
       "[$0], [$1], $2, [$3];",
       "r,l,r,r,~{memory}", {to, from, bytes, barrier});
}

void ClusterInstructions::storeAt(Value to, Value rank, ArrayRef<Value> values,
                                  Value barrier) {
  bool isPair = values.size() == 2;
  SmallVector<Value> operands{to, rank, barrier};
  llvm::append_range(operands, values);
  emit({},
       std::string("{ .reg .b32 to, at; "
                   "mapa.shared::cluster.u32 to, $0, $1; "
                   "mapa.shared::cluster.u32 at, $2, $1; "
                   "st.async.weak.shared::cluster."
                   "mbarrier::complete_tx::bytes") +
           (isPair ? ".v2.b64 [to], {$3, $4}, [at]; }"
                   : ".b64 [to], $3, [at]; }"),
       isPair ? "r,r,r,l,l,~{memory}" : "r,r,r,l,~{memory}", operands);
}
