// InitAll.cpp: everything a tool registers

#include "sbp/InitAll.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Transforms/Passes.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "sbp/ExternalModels/Differentiation.h"
#include "sbp/ExternalModels/Distribution.h"
#include "sbp/Pipelines/Pipelines.h"
#include "sbp/Target/CUDA/CUDATarget.h"
#include "sbp/Target/Host/HostTarget.h"
#include "sbp/Transforms/Passes.h"

using namespace mlir;

void sbp::registerAllDialects(DialectRegistry &registry) {
  registry
      .insert<arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect,
              linalg::LinalgDialect, math::MathDialect,
              memory_layer::MemoryLayerDialect, nn::NNDialect, scf::SCFDialect,
              tensor::TensorDialect, SBPDialect, task::TaskDialect>();
  registerDistributionModels(registry);
  registerDifferentiationModels(registry);
  registerHostTarget();
  registerCUDATarget();
}

void sbp::registerAllPasses() {
  registerCanonicalizerPass();
  registerCSEPass();
  registerSBPPasses();
  registerImportPipeline();
  registerPhasePipeline();
}
