// DifferentiationInterfaces.td: the derivatives that ops state of themselves
#ifndef SBP_DIFFERENTIATION_INTERFACES
#define SBP_DIFFERENTIATION_INTERFACES

include "mlir/IR/OpBase.td"

def DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op on tensors with a vector-Jacobian product. Reverse-mode differentiation visits the ops between the values that are
    differentiated by and the loss, last op first, and lets each op build the cotangents of its operands. An op without the
    interface on such a path is an error that names it. Implemented by external models, one file per dialect.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds the cotangents of the operands at the builder's insertion point, where all operands and results are visible.
      `cotangents` has one value per result, null where it is zero or the result has no float elements. Builds only what
      `needed` (one bit per operand) requests. Returns one value per operand in the type of the operand, null where it is zero
      or was not requested; an error, already reported, where the op has no derivative in a requested operand.
    }], "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "buildAdjoint",
      (ins "::mlir::OpBuilder &":$builder, "::llvm::ArrayRef<::mlir::Value>":$cotangents, "const ::llvm::BitVector &":$needed)>,
    InterfaceMethod<[{
      Whether a result depends on the number in an operand, rather than on its use as a condition or an index. An integer that
      does is a cast of a float, which has no derivative. By default floats depend on floats.
    }], "bool", "dependsOnOperand", (ins "unsigned":$result, "unsigned":$operand), [{}],
      [{ return ::sbp::hasFloats($_op->getResult(result)) && ::sbp::hasFloats($_op->getOperand(operand)); }]>,
    InterfaceMethod<[{
      Makes the op return what its adjoint reads: returns the op, or the one that took its place at the builder's insertion
      point, with all uses replaced. Called in front of `buildAdjoint`, where the op is differentiated.
    }], "::mlir::Operation *", "saveForAdjoint", (ins "::mlir::OpBuilder &":$builder), [{}], [{ return $_op; }]>,
    InterfaceMethod<[{
      Whether the op is replaced by its parts in linalg (`LoweringOpInterface`) where it is differentiated; it then has no
      adjoint of its own.
    }], "bool", "isDifferentiatedInParts", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{
      Whether the results count as constants: nothing is differentiated through the op.
    }], "bool", "blocksGradient", (ins), [{}], [{ return false; }]>,
  ];
}

def ScalarDerivativeInterface : OpInterface<"ScalarDerivativeInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    A scalar op with a derivative, as it stands in the body of a structured op. Ops without float results, comparisons, have it
    too: nothing is differentiated through them.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds `cotangent`, that of result `result`, times the partial derivative by operand `operand`, a float, at the builder's
      insertion point, where operands and results are visible. Null where the derivative is zero everywhere.
    }], "::mlir::Value", "buildPartial",
      (ins "::mlir::OpBuilder &":$builder, "unsigned":$operand, "unsigned":$result, "::mlir::Value":$cotangent)>,
  ];
}

#endif // SBP_DIFFERENTIATION_INTERFACES
