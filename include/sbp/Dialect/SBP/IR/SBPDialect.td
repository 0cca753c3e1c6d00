// SBPDialect.td: the sbp dialect
#ifndef SBP_DIALECT
#define SBP_DIALECT

include "mlir/IR/DialectBase.td"

def SBP_Dialect : Dialect {
  let name = "sbp";
  let summary = "where tensors live and how they are distributed";
  let description = [{
    Placements, distributions and signatures (split, broadcast, partial-value), and the op that changes a distribution.
    DESIGN section 1 is the input language, section 2 the calculus.

    Attributes of function arguments and results:
    - `sbp.name` (string): the name on the command line and in weights files. (A1) Distinct among the arguments and among
      the results; not the position of another one.
    - `sbp.distribution` (`#sbp.distribution`): (A2) legal for the tensor and its placement exists.
    - `sbp.state` (string): a state; a result of the same name is its next value. (A3) distinct; equal to `sbp.name` if both.
    - `sbp.microbatch` (integer), `sbp.init` (elements or an initialiser): of data and state arguments.
    - `sbp.boundary` (string), `sbp.boundary_location` (location): of results that the compiler adds: a value as it is after a
      boxing, kept for `sbp-run --compare`.

    Attributes that passes leave for later ones: `sbp.number` of an op, by which it is found in copies of its model, and
    `sbp.boundaries` of a module: per boundary {entry, number, result, name, location}.
  }];
  let cppNamespace = "::sbp";
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral kNameAttr = "sbp.name";
    static constexpr ::llvm::StringLiteral kDistributionAttr = "sbp.distribution";
    static constexpr ::llvm::StringLiteral kStateAttr = "sbp.state";
    /// On an argument: the distribution of the gradient that is derived by it.
    static constexpr ::llvm::StringLiteral kGradientAttr = "sbp.gradient";
    /// On every op between sbp-place-operations and level 1, and on adjoints before: where the op runs.
    static constexpr ::llvm::StringLiteral kPlacementAttr = "sbp.placement";
    static constexpr ::llvm::StringLiteral kInitAttr = "sbp.init";
    static constexpr ::llvm::StringLiteral kMicrobatchAttr = "sbp.microbatch";
    static constexpr ::llvm::StringLiteral kMicrobatchesAttr = "sbp.microbatches";
    /// Result attribute of a region: `{sbp.in_place = 2 : i64}` on a result means that the caller hands in the buffer of
    /// argument 2 as this output's buffer too. Argument and result have the same type; no other in-place pair names the
    /// argument, and no other argument is handed the same buffer.
    static constexpr ::llvm::StringLiteral kInPlaceAttr = "sbp.in_place";
    static constexpr ::llvm::StringLiteral kBoundaryAttr = "sbp.boundary";
    static constexpr ::llvm::StringLiteral kBoundaryLocationAttr = "sbp.boundary_location";
    static constexpr ::llvm::StringLiteral kLayerAttr = "sbp.layer";
    /// On every op at level 1.
    static constexpr ::llvm::StringLiteral kSignatureAttr = "sbp.signature";
    static constexpr ::llvm::StringLiteral kAllowRoundingPartialsAttr = "sbp.allow_rounding_partials";

  private:
    void registerAttributes();
    ::mlir::LogicalResult verifyPort(::mlir::Operation *function, unsigned index, bool isResult,
                                     ::mlir::NamedAttribute attribute);
  public:
  }];
}

#endif // SBP_DIALECT
