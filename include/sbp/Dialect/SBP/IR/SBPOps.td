// SBPOps.td: placements, constraints, boxing
#ifndef SBP_OPS
#define SBP_OPS

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "sbp/Dialect/SBP/IR/SBPAttributes.td"

class SBP_Op<string mnemonic, list<Trait> traits = []> : Op<SBP_Dialect, mnemonic, traits>;

def SBP_PlacementOp : SBP_Op<"placement", [Symbol]> {
  let summary = "named axes with sizes over a list of ranks";
  let description = [{
    `sbp.placement @mesh ["dp" = 2, "tp" = 2] on "host" ranks [6, 5, 4, 7]`: ranks in row-major order of the axes; without a
    list they are 0, 1, 2, ...; without `on` the placement follows the target.

    ```mlir
    sbp.placement @mesh ["dp" = 2, "tp" = 2] on "host" ranks [6, 5, 4, 7]
    ```

    **Constraints**
    - (C1) axis names are distinct and not empty.
    - (C2) axis sizes are at least 1 and their product at most 65536.
    - (C3) as many ranks as the product of the axis sizes.
    - (C4) ranks are distinct and not negative.
    - (C5) the device is one that a target is registered for.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$axis_names, DenseI64ArrayAttr:$axis_sizes,
                       OptionalAttr<StrAttr>:$device, DenseI64ArrayAttr:$ranks);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::sbp::Placement getPlacement();
  }];
}

def SBP_ConstrainOp : SBP_Op<"constrain", [Pure, SameOperandsAndResultType, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "fixes how the users of its result see a value";
  let description = [{
    `%c = sbp.constrain %h to #sbp.distribution<@mesh, [S(0), B]> : tensor<4x4xf32>`. Users of `%c` see it with this
    distribution; other users of `%h` are free. It may name another placement: that is how data moves to the next stage.

    ```mlir
    sbp.placement @first ["dp" = 2]
    sbp.placement @second ["dp" = 2] ranks [2, 3]
    func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
      %next = sbp.constrain %x to #sbp.distribution<@second, [S(0)]> : tensor<4x4xf32>
      return %next : tensor<4x4xf32>
    }
    ```

    **Constraints**
    - (C1) the distribution is legal for the tensor.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input, SBP_DistributionAttr:$distribution);
  let results = (outs AnyStaticShapeTensor:$result);
  let hasCustomAssemblyFormat = 1;
}

def SBP_BoxingOp : SBP_Op<"boxing", [Pure, SameOperandsAndResultType, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "changes how a tensor is distributed";
  let description = [{
    The value is the same before and after; only where its pieces live changes. Never folded away between selection and
    partition: equal values with different distributions are different pieces.

    `reason` says why it exists, `sequence` is its number in the one order of communication of the entry.

    ```mlir
    sbp.placement @mesh ["dp" = 2, "tp" = 2]
    func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
      %y = sbp.boxing %x from #sbp.distribution<@mesh, [S(0), P]> to #sbp.distribution<@mesh, [S(0), B]>
          {reason = "result #0 'y' has this distribution", sequence = 0 : i64} : tensor<4x4xf32>
      return %y : tensor<4x4xf32>
    }
    ```

    **Constraints**
    - (C1) `from` and `to` are legal for the tensor.
    - (C2) `from` has no windows, or is `to`.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input, SBP_DistributionAttr:$from, SBP_DistributionAttr:$to,
                       OptionalAttr<StrAttr>:$reason, OptionalAttr<I64Attr>:$sequence);
  let results = (outs AnyStaticShapeTensor:$result);
  let hasCustomAssemblyFormat = 1;
}

include "sbp/Dialect/SBP/IR/SBPLocalOps.td"

#endif // SBP_OPS
