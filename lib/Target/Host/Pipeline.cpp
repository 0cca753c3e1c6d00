//===- Pipeline.cpp - the order of the steps ------------------------------===//
#include "Pipeline.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/TilingInterfaceImpl.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/TensorInferTypeOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/TensorTilingInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace sbp::host;

void sbp::host::registerPipelineDialects(DialectRegistry &registry) {
  registry
      .insert<affine::AffineDialect, arith::ArithDialect,
              bufferization::BufferizationDialect, cf::ControlFlowDialect,
              func::FuncDialect, linalg::LinalgDialect, LLVM::LLVMDialect,
              math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
              tensor::TensorDialect, ub::UBDialect, vector::VectorDialect>();
  // Without one of these a pass fails far from the cause.
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
/// A step as a pass.
class StepPass : public PassWrapper<StepPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StepPass)
  using Step = std::function<LogicalResult(ModuleOp)>;
  explicit StepPass(Step step) : step(std::move(step)) {}
  StringRef getArgument() const override { return "sbp-host-step"; }
  void runOnOperation() override {
    if (failed(step(getOperation())))
      signalPassFailure();
  }

private:
  Step step;
};
} // namespace

static void addStep(PassManager &manager, StepPass::Step step) {
  manager.addPass(std::make_unique<StepPass>(std::move(step)));
}

/// A step on the module's region: its one public function.
static void addRegionStep(PassManager &manager,
                          std::function<LogicalResult(func::FuncOp)> step) {
  addStep(manager, [step = std::move(step)](ModuleOp module) {
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic())
        return step(function);
    return LogicalResult::failure();
  });
}

static void addCleanup(PassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

/// Tensors as they come -> tensors fused, contractions marked.
static void addTensorSteps(PassManager &manager, BoundaryMode mode) {
  addRegionStep(manager, [mode](func::FuncOp region) {
    return makeBoundaryExplicit(region, mode);
  });
  addRegionStep(manager, joinPieces);
  addRegionStep(manager, normalizeRegion);
  addRegionStep(manager, defineIntegerMath);
  addCleanup(manager);
  addRegionStep(manager, prepareContractions);
  addRegionStep(manager, widenSums);
  addRegionStep(manager, fuseElementwise);
  addCleanup(manager);
  addRegionStep(manager, findFusedContractions);
  addRegionStep(manager, allowReassociation);
  addRegionStep(manager, unshareInits);
  addRegionStep(manager, fuseRows);
  // No CSE from here to bufferisation: it would share the inits again.
  manager.addPass(createCanonicalizerPass());
}

static void addBufferization(PassManager &manager, BoundaryMode mode) {
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

static void addBufferSteps(PassManager &manager, raw_ostream *printGemm,
                           RegionResult &result) {
  addRegionStep(manager, [printGemm, &result](func::FuncOp region) {
    return lowerContractions(region, printGemm, result.flops);
  });
  addRegionStep(manager, lowerCopies);
  addRegionStep(manager, storeBooleans);
  addRegionStep(manager, orderReductions);
  addRegionStep(manager, blockTransposes);
  addRegionStep(manager, callServicesForMath);
  addRegionStep(manager, [&result](func::FuncOp region) {
    return planScratch(region, result.scratchBytes);
  });
  addCleanup(manager);
  addStep(manager, outlineNests);
}

LogicalResult sbp::host::compileRegion(ModuleOp module, BoundaryMode mode,
                                       raw_ostream *printGemm,
                                       RegionResult &result) {
  PassManager manager(module.getContext());
  addTensorSteps(manager, mode);
  addBufferization(manager, mode);
  addBufferSteps(manager, printGemm, result);
  return manager.run(module);
}

LogicalResult sbp::host::lowerToLLVM(ModuleOp module, ArrayRef<Entry> entries) {
  PassManager manager(module.getContext());
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  addStep(manager, expandScalarMath);
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
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  addStep(manager, [entries = SmallVector<Entry>(entries)](ModuleOp module) {
    return addEntries(module, entries);
  });
  return manager.run(module);
}
