//===- TensorInterfaces.td - what analyses ask ops on tensors -------------===//
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
  ];
}

#endif // SBP_TENSOR_INTERFACES
