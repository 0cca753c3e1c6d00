// OptimizerInterface.td: ops that update parameters
#ifndef SBP_OPTIMIZER_INTERFACE
#define SBP_OPTIMIZER_INTERFACE

include "mlir/IR/OpBase.td"

def OptimizerOpInterface : OpInterface<"OptimizerOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op of a training step between gradients and next states. It becomes elementwise ops before distributions are chosen.
  }];
  let methods = [
    InterfaceMethod<[{
      The numbers of the operands that are states of the optimizer. The update is computed where they are stored.
    }], "::llvm::SmallVector<unsigned>", "getStateOperands">,
    InterfaceMethod<[{
      The dimensions of the weight that state operand `number` has, ascending; all of them, unless the state is a reduced one.
    }], "::llvm::SmallVector<int64_t>", "getStateDims", (ins "unsigned":$number), [{}], [{
      auto type = ::llvm::cast<::mlir::RankedTensorType>($_op->getOperand(number).getType());
      return ::llvm::to_vector(::llvm::seq<int64_t>(0, type.getRank()));
    }]>,
    InterfaceMethod<[{
      The numbers of the operands that are read in the distribution of the optimizer's states: weight and gradient.
    }], "::llvm::SmallVector<unsigned>", "getUpdateOperands">,
    InterfaceMethod<[{
      The number of the gradient that result `result` is a multiple of; nullopt if the result is no scaled gradient. A gradient is
      scaled in the distribution in which its reader updates by it.
    }], "::std::optional<unsigned>", "getScaledOperand", (ins "unsigned":$result), [{}], [{ return ::std::nullopt; }]>,
    InterfaceMethod<[{
      Returns whether every operand is a gradient that is read where the optimizer that updates by it reads it, whole after sums over
      ranks.
    }], "bool", "readsLikeUpdates", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{
      Builds ops with the values of this op's results at the builder's insertion point. Calls `runWhere` with each op that it
      builds and the number of the operand where that op is to run.
    }], "::llvm::SmallVector<::mlir::Value>", "expand",
      (ins "::mlir::OpBuilder &":$builder, "::llvm::function_ref<void(::mlir::Operation *, unsigned)>":$runWhere)>,
  ];
}

#endif // SBP_OPTIMIZER_INTERFACE
