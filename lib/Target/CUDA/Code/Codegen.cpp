// Codegen.cpp: kernels to PTX
#include "Codegen.h"
#include "Math/ApproximateMath.h"
#include "Math/DoubleMath.h"
#include "Math/InlinePtx.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "sbp/Support/BackendMessages.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Target/Region/Passes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace sbp;

/// Converts an i1 to a float by a select: NVPTX loses the sign on the way to
/// bf16.
template <typename Op, int one>
static LogicalResult convertBit(Op op, PatternRewriter &rewriter) {
  auto type = dyn_cast<FloatType>(op.getType());
  if (!type || !op.getIn().getType().isInteger(1))
    return rewriter.notifyMatchFailure(op, "expected an i1 operand");
  auto number = [&](double value) -> Value {
    return arith::ConstantOp::create(rewriter, op.getLoc(),
                                     rewriter.getFloatAttr(type, value));
  };
  rewriter.replaceOpWithNewOp<arith::SelectOp>(op, op.getIn(), number(one),
                                               number(0));
  return success();
}

/// Expands math functions to arithmetic; there is no library to link with.
/// Patterns of f64 have a higher benefit than upstream's.
static LogicalResult expandMath(ModuleOp kernels) {
  RewritePatternSet patterns(kernels.getContext());
  cuda::populateApproximateMath(patterns);
  cuda::populateDoubleMath(patterns);
  region::populateApproximations(patterns, /*hasExtremes=*/true);
  populateMathPolynomialApproximationPatterns(patterns);
  math::populateExpansionPatterns(patterns, {"sinh", "cosh", "tan", "asinh",
                                             "acosh", "atanh", "exp2", "powf",
                                             "ceilf", "roundeven", "round"});
  region::populateIntegerPower(patterns);
  patterns.add(convertBit<arith::SIToFPOp, -1>);
  patterns.add(convertBit<arith::UIToFPOp, 1>);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  rewriteGreedily(kernels, std::move(patterns));
  return success();
}

/// Verifies that the remaining ops of math are instructions: LLVM would emit
/// library calls for others.
static LogicalResult checkMath(ModuleOp kernels) {
  static const llvm::StringSet<> instructions = {
      "math.absf",  "math.absi",      "math.ceil", "math.copysign",
      "math.ctlz",  "math.ctpop",     "math.cttz", "math.floor",
      "math.fma",   "math.roundeven", "math.sqrt", "math.trunc",
      "math.isnan", "math.isfinite",  "math.round"};
  WalkResult result = kernels.walk([&](Operation *op) {
    StringRef name = op->getName().getStringRef();
    bool isMissing = (isa_and_nonnull<math::MathDialect>(op->getDialect()) &&
                      !instructions.contains(name)) ||
                     isa<arith::RemFOp>(op);
    if (!isMissing)
      return WalkResult::advance();
    op->emitError("'") << name << "' on " << op->getOperand(0).getType()
                       << " is not supported by the cuda target";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Marks every function with a body as a kernel, and loops that stay loops.
static LogicalResult markKernels(ModuleOp kernels) {
  cuda::markRolledLoops(kernels);
  for (auto function : kernels.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                      UnitAttr::get(kernels.getContext()));
    function.setLinkage(LLVM::Linkage::External);
  }
  return success();
}

LogicalResult cuda::lowerKernels(ModuleOp kernels) {
  PassManager manager(kernels.getContext());
  region::addCleanup(manager);
  manager.addPass(createLoopInvariantCodeMotionPass());
  region::addStep(manager, "expandMath", expandMath);
  region::addStep(manager, "checkMath", checkMath);
  region::addLowering(manager);
  region::addStep(manager, "markKernels", markKernels);
  return region::run(manager, kernels);
}

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(const cuda::Chip &chip) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return llvm::createStringError(error);
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, chip.name, "+ptx" + std::to_string(chip.ptxVersion),
      llvm::TargetOptions(), std::nullopt, std::nullopt,
      llvm::CodeGenOptLevel::Aggressive));
}

/// Runs LLVM's O3 pipeline without vectorisation.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  // The backend merges adjacent loads and stores; arithmetic stays scalar.
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, modules);
}

static std::string print(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager manager;
  if (machine.addPassesToEmitFile(manager, stream, nullptr,
                                  llvm::CodeGenFileType::AssemblyFile))
    llvm::report_fatal_error("the NVPTX backend cannot write assembly");
  manager.run(module);
  return text.str().str();
}

/// Rejects calls of external functions. Only the assembler can report spills
/// (BuildGate.cpp).
static LogicalResult checkPtx(ModuleOp kernels, StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines)
    if (line.contains(".extern .func"))
      return kernels.emitError("a kernel calls '")
             << line.rsplit(' ').second.trim("( ")
             << "', which the cuda target does not provide";
  return success();
}

/// Removes the attribute by which the backend chooses loads through the
/// read-only cache: LLVM has found that the kernel only reads the memory.
static void readCoherently(llvm::Module &module,
                           ArrayRef<cuda::ChangingArgument> changing) {
  for (const cuda::ChangingArgument &one : changing)
    module.getFunction(one.kernel)
        ->removeParamAttr(one.number, llvm::Attribute::ReadOnly);
}

FailureOr<std::string> cuda::generatePtx(ModuleOp kernels,
                                         ArrayRef<ChangingArgument> changing,
                                         const Chip &chip) {
  llvm::LLVMContext context;
  BackendMessages messages(context, kernels.getLoc());
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(kernels, context, "kernels");
  if (!module)
    return failure();
  auto created = createMachine(chip);
  if (!created)
    return kernels.emitError("this LLVM has no NVPTX target: ")
           << llvm::toString(created.takeError());
  llvm::TargetMachine &machine = **created;
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  optimize(*module, machine);
  readCoherently(*module, changing);
  std::string text = print(*module, machine);
  if (messages.hasError() || failed(checkPtx(kernels, text)))
    return failure();
  return text;
}
