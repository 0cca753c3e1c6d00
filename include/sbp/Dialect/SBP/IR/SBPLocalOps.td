// SBPLocalOps.td: communication between local programs (level 2)
#ifndef SBP_LOCAL_OPS
#define SBP_LOCAL_OPS

def SBP_CommunicationOp : SBP_Op<"communication", [Symbol]> {
  let summary = "one communication instance of all ranks";
  let description = [{
    Declares what moves: which boxes of the global tensor `type` go from which ranks to which, combined how. Every class of
    ranks refers to it by `sbp.communicate`, in the order of `sequence`. `groups` and `counts` (elements per member, of the
    split side) describe the same for libraries that know collectives by kind; they are empty for `exchange`.

    ```mlir
    sbp.placement @mesh ["tp" = 2]
    // Ranks 0 and 1 add their partial values of 4x4, and both get the sum.
    sbp.communication @main.c0 "all_reduce" of tensor<4x4xf32> {
      entry = @main, sequence = 0 : i64, combiner = "sum",
      from = #sbp.distribution<@mesh, [P]>, to = #sbp.distribution<@mesh, [B]>,
      groups = [array<i64: 0, 1>], counts = [array<i64: 8, 8>],
      transfers = [#sbp.transfer<combine [0, 0] to [4, 4] : [0, 1] -> [0, 1]>]}
    func.func private @main(tensor<4x4xf32>) -> tensor<4x4xf32>
    ```

    **Constraints**
    - (C1) `kind` is one of all_reduce, reduce_scatter, all_gather, all_to_all, broadcast, reduce, exchange.
    - (C2) `combiner` is a combiner; it is there iff a transfer has several sources to combine.
    - (C3) transfers lie within the tensor.
    - (C4) as many lists of counts as groups, as many counts as members.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$entry, I64Attr:$sequence, StrAttr:$kind,
                       OptionalAttr<StrAttr>:$combiner, TypeAttr:$type,
                       OptionalAttr<SBP_DistributionAttr>:$from, OptionalAttr<SBP_DistributionAttr>:$to,
                       ArrayAttr:$groups, ArrayAttr:$counts, ArrayAttr:$transfers);
  let assemblyFormat = "$sym_name $kind `of` $type attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getTensorType() { return ::llvm::cast<::mlir::RankedTensorType>(getType()); }
    /// World ranks that send or receive, ascending.
    ::llvm::SmallVector<int64_t> getMembers();
  }];
}

def SBP_CommunicateOp : SBP_Op<"communicate", [DeclareOpInterfaceMethods<SymbolUserOpInterface>,
                                               MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "takes part in a communication";
  let description = [{
    `%r = sbp.communicate @main.c3(%x) : (tensor<8x4xf32>) -> tensor<8x8xf32>`: hands in this rank's piece before, if it
    holds one, and gets its piece after, if it holds one. Never erased, duplicated or moved: it has side effects, and all
    members take part, also with pieces of size 0.

    ```mlir
    sbp.placement @mesh ["tp" = 2]
    sbp.communication @main.c0 "all_reduce" of tensor<4x4xf32> {
      entry = @main, sequence = 0 : i64, combiner = "sum",
      from = #sbp.distribution<@mesh, [P]>, to = #sbp.distribution<@mesh, [B]>, groups = [array<i64: 0, 1>], counts = [array<i64: 8, 8>],
      transfers = [#sbp.transfer<combine [0, 0] to [4, 4] : [0, 1] -> [0, 1]>]}
    func.func private @main(tensor<4x4xf32> {sbp.distribution = #sbp.distribution<@mesh, [P]>}) -> tensor<4x4xf32>
    sbp.local_program @main.class0(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {
        entry = @main, ranks = array<i64: 0, 1>, inputs = array<i64: 0>, outputs = array<i64: 0>, constants = [],
        parameters = [], bindings = []} {
      %sum = sbp.communicate @main.c0(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      sbp.return %sum : tensor<4x4xf32>
    }
    ```

    **Constraints**
    - (C1) at most one input and one result, of the communication's element type and rank.
  }];
  let arguments = (ins FlatSymbolRefAttr:$communication, Variadic<AnyStaticShapeTensor>:$inputs);
  let results = (outs Variadic<AnyStaticShapeTensor>:$outputs);
  let assemblyFormat = "$communication `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)";
}

def SBP_LocalProgramOp : SBP_Op<"local_program",
    [AffineScope, FunctionOpInterface, IsolatedFromAbove, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "what one class of ranks does in an entry";
  let description = [{
    At level 2 an entry is a declaration, and each class of ranks that take part in it has a program. Its arguments are, in this
    order: the class's pieces of the entry's arguments `inputs`, its pieces of `constants` (each a pair of the global value and
    its distribution), and `index` parameters, which are all that differs between its ranks: `parameters[p]` says what
    parameter p means, `bindings[p][i]` is its value on `ranks[i]`. It returns its pieces of the entry's results `outputs`.

    ```mlir
    sbp.placement @mesh ["tp" = 2]
    func.func private @main(tensor<4x8xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(1)]>})
        -> (tensor<4x8xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(1)]>})
    // Both ranks hold 4 of 8 columns; the parameter is where they begin.
    sbp.local_program @main.class0(%x: tensor<4x4xf32>, %column: index) -> tensor<4x4xf32> attributes {
        entry = @main, ranks = array<i64: 0, 1>, inputs = array<i64: 0>, outputs = array<i64: 0>, constants = [],
        parameters = [#sbp.offset<dim 1 of tensor<4x8xf32> at <@mesh, [S(1)]>>], bindings = [array<i64: 0, 4>]} {
      sbp.return %x : tensor<4x4xf32>
    }
    ```

    **Constraints**
    - (C1) `entry` is a function without a body.
    - (C2) `ranks` are not negative, at least one, and ascend.
    - (C3) one tensor argument per input and constant, then one `index` argument per parameter; one result per output.
    - (C4) `inputs` ascend and are arguments of the entry, `outputs` its results, of the same element types and ranks.
    - (C5) a constant is a pair of its value and its distribution.
    - (C6) parameters are offsets, each with one binding per rank.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs, FlatSymbolRefAttr:$entry, DenseI64ArrayAttr:$ranks,
                       DenseI64ArrayAttr:$inputs, DenseI64ArrayAttr:$outputs, ArrayAttr:$constants, ArrayAttr:$parameters,
                       ArrayAttr:$bindings);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::sbp::ReturnOp getReturn();
  }];
}

def SBP_ReturnOp : SBP_Op<"return", [Pure, HasParent<"LocalProgramOp">, Terminator]> {
  let summary = "ends a local program";
  let description = [{
    ```mlir
    sbp.placement @line ["p" = 2]
    func.func private @main(tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
        -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    sbp.local_program @main.class0(%x: tensor<2xf32>) -> tensor<2xf32> attributes {
        entry = @main, ranks = array<i64: 0, 1>, inputs = array<i64: 0>, outputs = array<i64: 0>, constants = [],
        parameters = [], bindings = []} {
      sbp.return %x : tensor<2xf32>
    }
    ```

    **Constraints**
    - (C1) operands have the types of the program's results.
  }];
  let arguments = (ins Variadic<AnyType>:$pieces);
  let assemblyFormat = "($pieces^ `:` type($pieces))? attr-dict";
  let hasVerifier = 1;
}

#endif // SBP_LOCAL_OPS
