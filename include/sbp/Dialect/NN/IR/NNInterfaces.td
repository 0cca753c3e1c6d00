//===- NNInterfaces.td - what every op of nn can do -----------------------===//
#ifndef NN_INTERFACES
#define NN_INTERFACES

include "mlir/IR/OpBase.td"

def NNLoweringOpInterface : OpInterface<"LoweringOpInterface"> {
  let cppNamespace = "::sbp::nn";
  let description = [{
    The op in terms of linalg and tensor: what it means on one rank, and what targets compile. Used on local values only, since a
    lowered gather reads a tensor that its generic op does not name as an operand.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds ops with the value of this op's results at the builder's insertion point.
    }], "::llvm::SmallVector<::mlir::Value>", "lowerToLinalg", (ins "::mlir::OpBuilder &":$builder)>,
  ];
}

def NNIndexingOpInterface : OpInterface<"IndexingOpInterface"> {
  let cppNamespace = "::sbp::nn";
  let description = [{
    An op that reads positions from tensors. Where such a tensor comes from an input, positions are checked once per step.
  }];
  let methods = [
    InterfaceMethod<[{
      The operands that hold positions, with their bounds.
    }], "::llvm::SmallVector<::sbp::nn::IndexedPositions>", "getIndexedPositions">,
  ];
}

def NNUpdatingOpInterface : OpInterface<"UpdatingOpInterface"> {
  let cppNamespace = "::sbp::nn";
  let description = [{
    An op that writes new values over some operands, where they are stored. Nothing reads such an operand behind the op, nothing
    reads its new value in the same step, and it is stored as the op can take it: it never travels.
  }];
  let methods = [
    InterfaceMethod<[{
      Numbers of the operands that are overwritten; results #0, #1, .. are their new values.
    }], "::llvm::SmallVector<unsigned>", "getUpdatedOperands">,
  ];
}

#endif // NN_INTERFACES
