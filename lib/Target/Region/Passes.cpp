// Passes.cpp: steps as passes, bufferisation and lowering
#include "sbp/Target/Region/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/TilingInterfaceImpl.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/TensorInferTypeOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/TensorTilingInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace sbp::region;

void sbp::region::registerDialects(DialectRegistry &registry) {
  registry
      .insert<affine::AffineDialect, arith::ArithDialect,
              bufferization::BufferizationDialect, cf::ControlFlowDialect,
              func::FuncDialect, linalg::LinalgDialect, LLVM::LLVMDialect,
              math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
              tensor::TensorDialect, ub::UBDialect, vector::VectorDialect>();
  // Without one of these models a pass fails far from the cause.
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      registry);
  linalg::registerTilingInterfaceExternalModels(registry);
  tensor::registerTilingInterfaceExternalModels(registry);
  linalg::registerSubsetOpInterfaceExternalModels(registry);
  tensor::registerSubsetOpInterfaceExternalModels(registry);
  tensor::registerInferTypeOpInterfaceExternalModels(registry);
}

namespace {
/// Runs a step as a pass. A step that fails without an error is a compiler bug;
/// a warning names it.
class StepPass : public PassWrapper<StepPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StepPass)
  StepPass(StringRef name, Step step) : name(name), step(std::move(step)) {}
  StringRef getArgument() const override { return "sbp-region-step"; }
  void runOnOperation() override {
    bool hasError = false;
    {
      ScopedDiagnosticHandler watcher(
          &getContext(), [&](Diagnostic &diagnostic) {
            hasError |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
            return failure(); // prints nothing: the next handler does
          });
      if (succeeded(step(getOperation())))
        return;
    }
    if (!hasError)
      getOperation().emitWarning("code generation step '")
          << name << "' failed without an error; this is a bug of the compiler";
    signalPassFailure();
  }

private:
  StringRef name;
  Step step;
};
} // namespace

void sbp::region::addStep(PassManager &manager, StringLiteral name, Step step) {
  manager.addPass(std::make_unique<StepPass>(name, std::move(step)));
}

void sbp::region::addRegionStep(
    PassManager &manager, StringLiteral name,
    std::function<LogicalResult(func::FuncOp)> step) {
  addStep(manager, name, [step = std::move(step)](ModuleOp module) {
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic())
        return step(function);
    return LogicalResult::failure();
  });
}

LogicalResult sbp::region::run(PassManager &manager, ModuleOp module) {
  std::optional<std::string> wish =
      llvm::sys::Process::GetEnv("SBP_VERIFY_STEPS");
  bool verifiesSteps = wish && *wish == "1";
  manager.enableVerifier(verifiesSteps);
  if (failed(manager.run(module)))
    return failure();
  return verifiesSteps ? success() : verify(module);
}

void sbp::region::addCleanup(PassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void sbp::region::addBufferization(PassManager &manager, BoundaryMode mode) {
  if (mode == BoundaryMode::Direct)
    manager.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = false; // no tensors are left there
  manager.addPass(bufferization::createOneShotBufferizePass(options));
  addCleanup(manager);
  manager.addNestedPass<func::FuncOp>(
      bufferization::createBufferLoopHoistingPass());
  manager.addPass(memref::createFoldMemRefAliasOpsPass());
  addCleanup(manager);
}

void sbp::region::addLowering(PassManager &manager) {
  manager.addPass(memref::createFoldMemRefAliasOpsPass());
  addCleanup(manager);
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions functionOptions;
  functionOptions.useBarePtrCallConv = true;
  manager.addPass(createConvertFuncToLLVMPass(functionOptions));
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
}
