// NNBase.td: classes that ops of the dialect derive from
#ifndef NN_BASE
#define NN_BASE

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "sbp/Dialect/NN/IR/NNDialect.td"
include "sbp/Interfaces/NarrowingInterface.td"
include "sbp/Interfaces/OptimizerInterface.td"
include "sbp/Interfaces/TensorInterfaces.td"
include "sbp/Interfaces/SBPOpInterface.td"

class NN_Op<string mnemonic, list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic,
         !listconcat(traits, [DeclareOpInterfaceMethods<SBPOpInterface, ["getWork"]>,
                              DeclareOpInterfaceMethods<LoweringOpInterface>])>;

/// An op with a decomposed form in linalg, its alternative `parts`: the op itself where no blocked dimension is split,
/// its parts where one is.
class NN_CompositeOp<string mnemonic, list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic,
         !listconcat(traits, [Pure, DeclareOpInterfaceMethods<SBPOpInterface, ["getAlternatives", "getWork"]>,
                              DeclareOpInterfaceMethods<LoweringOpInterface>])> {
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>
    $cppClass::buildLocal(::mlir::OpBuilder &builder, const ::sbp::Signature &signature, ::mlir::ValueRange locals,
                          ::sbp::ShardContext &context) {
      return ::sbp::buildLocalByCloning(*this, builder, signature, locals, context);
    }
    ::llvm::SmallVector<::sbp::Alternative> $cppClass::getAlternatives(const ::sbp::Placement &) {
      return {{"parts", [op = *this](::mlir::OpBuilder &builder) mutable { return op.lowerToLinalg(builder); }}};
    }
  }];
}

/// Element types with a sum: that of i1 would be an exclusive or.
def NN_SummableTensor : StaticShapeTensorOf<[AnyFloat, I8, I32, I64]>;

#endif // NN_BASE
