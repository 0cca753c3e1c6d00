// TensorInterfaces.td: interfaces of ops on tensors
#ifndef SBP_TENSOR_INTERFACES
#define SBP_TENSOR_INTERFACES

include "mlir/IR/OpBase.td"

def MovingOpInterface : OpInterface<"MovingOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op that creates no elements but padding: its result has elements of operand #0, at other positions or only some of them.
  }];
  let methods = [
    InterfaceMethod<[{
      Returns true if the result has all elements of the operand and no others.
    }], "bool", "keepsElements">,
  ];
}

def PieceOpInterface : OpInterface<"PieceOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op that inserts a piece into its one init.
  }];
  let methods = [
    InterfaceMethod<[{
      Returns the slice of the init that the piece replaces.
    }], "::sbp::PieceSlice", "getPieceSlice">,
    InterfaceMethod<[{
      Returns the tensor that supplies the piece; null for a single scalar.
    }], "::mlir::OpOperand *", "getPieceSource">,
  ];
}

def GuardedOpInterface : OpInterface<"GuardedOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op whose own verifier accepts what a model must not have: positions outside of a tensor, types without a meaning.
  }];
  let methods = [
    InterfaceMethod<[{
      Emits an error if the op has such a property.
    }], "::llvm::LogicalResult", "verifyInModel">,
    InterfaceMethod<[{
      Emits an error for attributes that the op's own verifier misinterprets or crashes on. Called before that verifier: the op
      is as the parser left it.
    }], "::llvm::LogicalResult", "verifyAttributesInModel", (ins), "", [{ return ::llvm::success(); }]>,
  ];
}

def NumberCastOpInterface : OpInterface<"NumberCastOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    A cast of operand #0, an integer or a tensor of integers, to another integer type.
  }];
  let methods = [
    InterfaceMethod<[{
      Returns true if legal positions in a table keep their value and illegal ones stay illegal.
    }], "bool", "keepsPositions">,
  ];
}

def LoweringOpInterface : OpInterface<"LoweringOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    The op in terms of linalg and tensor: its semantics on one rank, which targets compile. Used on local values only, because a
    lowered gather reads a tensor that is not an operand of its generic op.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds ops that compute this op's results at the builder's insertion point and returns the values.
    }], "::llvm::SmallVector<::mlir::Value>", "lowerToLinalg", (ins "::mlir::OpBuilder &":$builder)>,
  ];
}

def IndexingOpInterface : OpInterface<"IndexingOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op that reads positions from tensors. If such a tensor comes from an input, positions are checked once per step.
  }];
  let methods = [
    InterfaceMethod<[{
      Returns the operands that hold positions, with their bounds.
    }], "::llvm::SmallVector<::sbp::IndexedPositions>", "getIndexedPositions">,
  ];
}

def UpdatingOpInterface : OpInterface<"UpdatingOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op that overwrites some operands where they are stored. Nothing reads such an operand after the op, nothing reads its new
    value in the same step, and it is stored in a distribution that the op accepts: it is never communicated.
  }];
  let methods = [
    InterfaceMethod<[{
      Returns the numbers of the overwritten operands; results #0, #1, .. are their new values.
    }], "::llvm::SmallVector<unsigned>", "getUpdatedOperands">,
  ];
}

#endif // SBP_TENSOR_INTERFACES
