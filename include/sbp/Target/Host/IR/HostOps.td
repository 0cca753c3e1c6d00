//===- HostOps.td - what the host target adds to linalg -------------------===//
#ifndef HOST_OPS
#define HOST_OPS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"

def Host_Dialect : Dialect {
  let name = "host";
  let summary = "calls of the runtime, inside of the host target alone";
  let cppNamespace = "::sbp::host";
}

def Host_CallOp : Op<Host_Dialect, "call", [AttrSizedOperandSegments, DestinationStyleOpInterface]> {
  let summary = "a function of the service table, on tensors or on buffers";
  let description = [{
    The function at byte `service` of the table gets `words` and behind them the strides of all inputs and outputs, the addresses
    of these, and the scalars (`sbp_call` of HostServices.h). Outputs are written whole, their old values are not read. With `dense` no buffer has gaps.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, Variadic<Index>:$scalars, Variadic<AnyType>:$outputs, I64Attr:$service,
                       DenseI64ArrayAttr:$words, I64Attr:$flops, UnitAttr:$dense);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $service $words `(` $inputs `)` `at` `(` $scalars `)` `outs` `(` $outputs `)` attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutputsMutable(); }
  }];
}

#endif // HOST_OPS
