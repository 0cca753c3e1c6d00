// SBPOpInterface.td: the interface through which passes query an op
#ifndef SBP_OP_INTERFACE
#define SBP_OP_INTERFACE

include "mlir/IR/OpBase.td"

def SBPOpInterface : OpInterface<"SBPOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    The distribution of an op. Passes derive every signature from `getRule`, build the op on local values with
    `buildLocal`, and price decomposed forms from `getAlternatives`. An op without the interface is an error that names
    it, never silently replicated. External models implement it, one file per dialect.
  }];
  let methods = [
    InterfaceMethod<[{
      Returns the factors with kind, combiner and map to operand and result dimensions, the sets of operands in which the op
      is additive, and blocked factors with reasons. A pure function of the op.
    }], "::sbp::Rule", "getRule">,
    InterfaceMethod<[{
      Builds the op for one rank's local values. `locals` are in operand order; returns the local results. Sound iff for every
      tuple of operand states the results are states of the signature's results.
    }], "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "buildLocal",
      (ins "::mlir::OpBuilder &":$builder, "const ::sbp::Signature &":$signature, "::mlir::ValueRange":$locals,
           "::sbp::ShardContext &":$context)>,
    InterfaceMethod<[{
      Returns decomposed forms that unblock a factor (softmax as max, exp, sum, div). Each alternative builds the ops that
      replace this op at the builder's insertion point and returns the replacement values. A form may fit one `placement`
      only, by its number and nesting of pieces. Forms of one name are equal.
    }], "::llvm::SmallVector<::sbp::Alternative>", "getAlternatives",
      (ins "const ::sbp::Placement &":$placement), [{}], [{ return {}; }]>,
    InterfaceMethod<[{
      Returns the work of one execution on whole tensors: FLOPs and bytes that go through memory. By default only the results
      are written.
    }], "::sbp::OpWork", "getWork", (ins), [{}],
      [{ return ::sbp::makeWork($_op, ::sbp::OpWork::Traffic::None, /*writes=*/true); }]>,
  ];
}

#endif // SBP_OP_INTERFACE
