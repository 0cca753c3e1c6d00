// TensorInterfaces.td: what analyses ask ops on tensors
#ifndef SBP_TENSOR_INTERFACES
#define SBP_TENSOR_INTERFACES

include "mlir/IR/OpBase.td"

def MovingOpInterface : OpInterface<"MovingOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op that makes no elements, or none but padding: its result has those of operand #0, elsewhere, or some of them.
  }];
  let methods = [
    InterfaceMethod<[{
      Whether the result has all elements of the operand and no others.
    }], "bool", "keepsElements">,
  ];
}

def PieceOpInterface : OpInterface<"PieceOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op that writes a piece over its one init.
  }];
  let methods = [
    InterfaceMethod<[{
      Where the piece lies in the init.
    }], "::sbp::PiecePlace", "getPiecePlace">,
    InterfaceMethod<[{
      The tensor whose elements the piece has; null where it is one scalar.
    }], "::mlir::OpOperand *", "getPieceSource">,
  ];
}

def GuardedOpInterface : OpInterface<"GuardedOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op whose own verifier lets pass what a model must not have: positions outside of a tensor, types without a meaning.
  }];
  let methods = [
    InterfaceMethod<[{
      Emits an error where the op has such a thing.
    }], "::llvm::LogicalResult", "verifyInModel">,
    InterfaceMethod<[{
      Emits an error where an attribute is one that the op's own verifier takes for another, or crashes on. Asked for before that
      verifier runs: the op is what was read, no more.
    }], "::llvm::LogicalResult", "verifyAttributesInModel", (ins), "", [{ return ::llvm::success(); }]>,
  ];
}

def NumberCastOpInterface : OpInterface<"NumberCastOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    A cast of operand #0, a whole number or a tensor of them, to another type of whole numbers.
  }];
  let methods = [
    InterfaceMethod<[{
      Whether a position in a table stays the same, and what is none becomes none.
    }], "bool", "keepsPositions">,
  ];
}

def LoweringOpInterface : OpInterface<"LoweringOpInterface"> {
  let cppNamespace = "::sbp";
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

def IndexingOpInterface : OpInterface<"IndexingOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op that reads positions from tensors. Where such a tensor comes from an input, positions are checked once per step.
  }];
  let methods = [
    InterfaceMethod<[{
      The operands that hold positions, with their bounds.
    }], "::llvm::SmallVector<::sbp::IndexedPositions>", "getIndexedPositions">,
  ];
}

def UpdatingOpInterface : OpInterface<"UpdatingOpInterface"> {
  let cppNamespace = "::sbp";
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

#endif // SBP_TENSOR_INTERFACES
