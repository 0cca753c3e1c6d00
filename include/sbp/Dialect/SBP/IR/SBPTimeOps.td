// SBPTimeOps.td: values that enter and leave micro-batches
#ifndef SBP_TIME_OPS
#define SBP_TIME_OPS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "sbp/Dialect/SBP/IR/SBPDialect.td"
include "sbp/Interfaces/SBPOpInterface.td"
include "sbp/Interfaces/TensorInterfaces.td"

class SBP_TimeOp<string mnemonic, list<Trait> traits = []> : Op<SBP_Dialect, mnemonic, traits>;

def SBP_MicroBatchOp : SBP_TimeOp<"micro_batch", [Pure]> {
  let summary = "the number of the micro-batch, from 0 on";
  let description = [{
    Offsets of pieces in time are multiples of it.

    ```mlir
    func.func @main() -> index {
      %k = sbp.micro_batch : index
      return %k : index
    }
    ```
  }];
  let results = (outs Index:$number);
  let assemblyFormat = "attr-dict `:` type($number)";
}

def SBP_EnterTimeOp : SBP_TimeOp<"enter_time", [Pure, DeclareOpInterfaceMethods<SBPOpInterface, ["getWork"]>,
                                            DeclareOpInterfaceMethods<MovingOpInterface>]> {
  let summary = "a value of the whole step, read in every micro-batch";
  let description = [{
    ```mlir
    func.func @main(%w: tensor<8x4xf32>, %m: tensor<16x4xf32>, %s: tensor<4xf32>) {
      %w1 = sbp.enter_time %w : (tensor<8x4xf32>) -> tensor<8x4xf32>             // the same value every time
      %m1 = sbp.enter_time %m dim 0 : (tensor<16x4xf32>) -> tensor<4x4xf32>      // piece k in micro-batch k
      %s1 = sbp.enter_time %s first "sum" : (tensor<4xf32>) -> tensor<4xf32>     // the value, then the identity
      return
    }
    ```
    In space the dimension that time cuts is never split; all others pass as they are, and a partial value stays partial.

    **Constraints**
    - (C1) the result has the operand's type, but for the dimension that is cut, which it divides.
    - (C2) `dim` is a dimension of the operand, and not there together with `first`.
    - (C3) the combiner of `first` exists for the element type.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input, OptionalAttr<I64Attr>:$dim, OptionalAttr<StrAttr>:$first);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$input (`dim` $dim^)? (`first` $first^)? attr-dict `:` functional-type($input, $result)";
  let hasVerifier = 1;
}

def SBP_LeaveTimeOp : SBP_TimeOp<"leave_time", [Pure, DeclareOpInterfaceMethods<SBPOpInterface, ["getWork"]>]> {
  let summary = "the value of the whole step that all micro-batches make together";
  let description = [{
    ```mlir
    func.func @main(%t: tensor<8x4xf32>, %y: tensor<4x4xf32>) {
      %g = sbp.leave_time %t accumulate "sum" : (tensor<8x4xf32>) -> tensor<8x4xf32>   // sum over the micro-batches
      %r = sbp.leave_time %y collect 0 : (tensor<4x4xf32>) -> tensor<16x4xf32>         // pieces one after the other
      return
    }
    ```
    Micro-batches are combined in ascending order. In space the collected dimension is never split; all others pass as they
    are. A partial value stays partial, through accumulation with the same combiner only.

    **Constraints**
    - (C1) either a combiner or a dimension.
    - (C2) the combiner exists for the element type, and the result has the operand's type.
    - (C3) the collected dimension is one of the operand and divides that of the result; the others are equal.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input, OptionalAttr<StrAttr>:$accumulate, OptionalAttr<I64Attr>:$collect);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = [{
    $input (`accumulate` $accumulate^)? (`collect` $collect^)? attr-dict `:` functional-type($input, $result)
  }];
  let hasVerifier = 1;
}

#endif // SBP_TIME_OPS
