// SBPAttributes.td: distributions and signatures
#ifndef SBP_ATTRIBUTES
#define SBP_ATTRIBUTES

include "mlir/IR/AttrTypeBase.td"
include "sbp/Dialect/SBP/IR/SBPDialect.td"

class SBP_Attr<string name, string attrMnemonic> : AttrDef<SBP_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def SBP_DistributionAttr : SBP_Attr<"Distribution", "distribution"> {
  let summary = "one component per axis of a placement";
  let description = [{
    `#sbp.distribution<@mesh, [S(0), B, P(max)], order = [1, 0, 2]>`. `P` alone is `P(sum)`. `order` lists the axes in the
    sequence in which they are applied, outermost split first; it is printed only where it is not 0, 1, 2, ...

    `S(1, 8 windows of 3 step 2 from -1)` splits, instead of dimension 1 itself, the 8 windows that the outputs of a
    convolution read of it: window `j` is `[-1 + 2 * j, -1 + 2 * j + 3)`, and a rank holds what the tensor has from the start
    of its first window to the end of its last. Pieces overlap by their halos. `step` is 1 and `from` is 0 where left out.

    **Constraints**
    - (C1) `order` is a permutation of the axes.
    - (C2) all P components share one combiner.
    - (C3) the dimension of a split is not negative.
    - (C7) windows have a size and a step of at least 1.
    - (C8) all axes that split one dimension split the same windows of it.
    - (C9) no component is P where another has windows.
    Checked where the attribute is used, since they need the placement and the tensor:
    - (C4) one component per axis of the placement.
    - (C5) `S(i)` names a dimension the tensor has.
    - (C6) the combiner exists for the element type: `and`, `or` on i1 only, no other on i1; `umax`, `umin` on integers;
      `maxnum`, `minnum` on floats.
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$placement,
                        ArrayRefParameter<"::sbp::Component">:$components,
                        OptionalArrayRefParameter<"int64_t">:$order);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static DistributionAttr get(::mlir::FlatSymbolRefAttr placement, const ::sbp::Distribution &distribution);
    ::sbp::Distribution getDistribution() const;
    /// Reads and writes `<@mesh, [S(0), B]>`, the attribute without its prefix.
    static ::mlir::Attribute parseBody(::mlir::AsmParser &parser);
    void printBody(::mlir::AsmPrinter &printer) const;
  }];
}

def SBP_SignatureAttr : SBP_Attr<"Signature", "signature"> {
  let summary = "distributions of an op's operands and results";
  let description = [{
    `#sbp.signature<[<@mesh, [S(0)]>, <@mesh, [B]>] -> [<@mesh, [S(0)]>]>`. One entry per operand (all B for operands that
    are not tensors) and one per result.

    **Constraints**
    - (C1) all entries name one placement.
  }];
  let parameters = (ins ArrayRefParameter<"::sbp::DistributionAttr">:$operands,
                        ArrayRefParameter<"::sbp::DistributionAttr">:$results);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static SignatureAttr get(::mlir::FlatSymbolRefAttr placement, const ::sbp::Signature &signature);
    ::sbp::Signature getSignature() const;
    /// The placement all entries name; null for an op without tensors.
    ::mlir::FlatSymbolRefAttr getPlacement() const;
  }];
}

def SBP_TransferAttr : SBP_Attr<"Transfer", "transfer"> {
  let summary = "what moves inside one box of a tensor, from ranks to ranks";
  let description = [{
    `#sbp.transfer<combine [0, 0] to [8, 256] : [0, 1] -> [0, 1]>`: a box of the global tensor, source ranks and destination
    ranks (world ranks). A collective has one per group, an exchange one per intersection. There are three kinds:
    - `combine`: the values of the box on the sources are combined in the order given (one: a copy; none: the combiner's
      identity) and go to all destinations;
    - `scatter`: the same, but each destination gets the part of the box that it has room for;
    - `route`: each destination gets, of the part of the box that it has room for, from each source what that one holds. The
      sources' pieces tile the box.

    **Constraints**
    - (C1) `begin` and `end` have one entry per dim and begin <= end.
  }];
  let parameters = (ins "::sbp::TransferKind":$kind, OptionalArrayRefParameter<"int64_t">:$begin,
                        OptionalArrayRefParameter<"int64_t">:$end,
                        OptionalArrayRefParameter<"int64_t">:$sources, OptionalArrayRefParameter<"int64_t">:$destinations);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def SBP_OffsetAttr : SBP_Attr<"Offset", "offset"> {
  let summary = "what a parameter of a class of ranks means";
  let description = [{
    `#sbp.offset<dim 0 of tensor<16x256xf32> at <@mesh, [S(0), B]>>`: the index of the first element of a rank's box in that
    dim. Verifiers recompute its value for every rank.
  }];
  let parameters = (ins "int64_t":$dim, "::mlir::Type":$type, "::sbp::DistributionAttr":$distribution);
  let assemblyFormat = "`<` `dim` $dim `of` $type `at` $distribution `>`";
}

#endif // SBP_ATTRIBUTES
