//===- sbp-cuda-region.cpp - functions on tensors to PTX ------------------===//
//
// A developer's tool: every function of a module is one region of the CUDA
// target. Writes the PTX and prints a manifest (JSON) of the regions' launches,
// from which a test runs them.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Target/CUDA/CUDATarget.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::opt<std::string> input(cl::Positional, cl::desc("<model.mlir>"),
                                  cl::init("-"));
static cl::opt<std::string> output("o", cl::desc("PTX file to write"));
static cl::opt<bool> printLaunches("print-launches",
                                   cl::desc("every launch on a line"));
static cl::opt<bool> printKernels("print-kernels",
                                  cl::desc("kernels before they are lowered"));

static cl::opt<bool>
    transfers("transfers",
              cl::desc("kernels that combine values of ranks, all there are"));

/// Every way to combine every type, named as in artifacts.
static std::vector<sbp::TransferKernel> getTransfers(Builder b) {
  static const char *const combiners[] = {
      "sum",    "prod", "max",  "min",         "maxnum",
      "minnum", "umax", "umin", "logical_and", "logical_or"};
  std::pair<const char *, Type> types[] = {
      {"f64", b.getF64Type()},     {"f32", b.getF32Type()},
      {"f16", b.getF16Type()},     {"bf16", b.getBF16Type()},
      {"i64", b.getI64Type()},     {"i32", b.getI32Type()},
      {"i8", b.getIntegerType(8)}, {"i1", b.getI1Type()}};
  std::vector<sbp::TransferKernel> kernels;
  for (auto [combiner, name] : llvm::enumerate(combiners))
    for (auto [typeName, type] : types)
      kernels.push_back({sbp::Combiner(combiner), type,
                         std::string("sbp_transfer_") + name + "_" + typeName});
  return kernels;
}

static llvm::json::Object describe(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  std::string element;
  llvm::raw_string_ostream(element) << tensor.getElementType();
  return llvm::json::Object{{"shape", llvm::json::Array(tensor.getShape())},
                            {"type", element}};
}

static llvm::json::Object describe(const sbp::DeviceLaunch &launch) {
  static const char *const kinds[] = {"input", "output", "scratch",
                                      "parameter"};
  llvm::json::Array arguments;
  for (const sbp::DeviceArgument &argument : launch.arguments)
    arguments.push_back(llvm::json::Array{kinds[int(argument.kind)],
                                          argument.index, argument.offset});
  return llvm::json::Object{{"kernel", launch.kernel},
                            {"family", launch.family},
                            {"grid", llvm::json::Array(launch.grid)},
                            {"block", llvm::json::Array(launch.block)},
                            {"shared", launch.sharedBytes},
                            {"arguments", std::move(arguments)}};
}

static llvm::json::Object describe(func::FuncOp region,
                                   const sbp::PreparedRegion &prepared,
                                   ArrayRef<sbp::DeviceLaunch> list) {
  llvm::json::Array inputs, outputs, pairs, launches;
  for (Type type : region.getArgumentTypes())
    if (isa<RankedTensorType>(type))
      inputs.push_back(describe(type));
  for (Type type : region.getResultTypes())
    outputs.push_back(describe(type));
  for (sbp::InPlacePair pair : prepared.inPlace)
    pairs.push_back(llvm::json::Array{pair.output, pair.input});
  for (const sbp::DeviceLaunch &launch : list)
    launches.push_back(describe(launch));
  return llvm::json::Object{
      {"symbol", prepared.symbol},      {"inputs", std::move(inputs)},
      {"outputs", std::move(outputs)},  {"parameters", prepared.numParameters},
      {"in_place", std::move(pairs)},   {"scratch", prepared.scratchBytes},
      {"launches", std::move(launches)}};
}

static void print(func::FuncOp region, ArrayRef<sbp::DeviceLaunch> launches) {
  for (const sbp::DeviceLaunch &launch : launches)
    llvm::outs() << region.getName() << ": " << launch.family << " "
                 << launch.grid[0] << " x " << launch.block[0] << "\n";
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "CUDA target, region by region\n");
  DialectRegistry registry;
  registry.insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                  linalg::LinalgDialect, math::MathDialect, scf::SCFDialect,
                  tensor::TensorDialect, sbp::memory_layer::MemoryLayerDialect,
                  sbp::nn::NNDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  auto module = parseSourceFile<ModuleOp>(input, sources, &context);
  if (!module)
    return 1;

  sbp::CUDATargetOptions options;
  options.printKernels = printKernels ? &llvm::outs() : nullptr;
  std::unique_ptr<sbp::CUDATarget> target = sbp::createCUDATarget(options);
  llvm::json::Object manifest;
  SmallVector<unsigned> ids;
  for (auto region : module->getOps<func::FuncOp>()) {
    FailureOr<sbp::PreparedRegion> prepared = target->prepare(region);
    if (failed(prepared))
      return 1;
    ids.push_back(prepared->id);
    ArrayRef<sbp::DeviceLaunch> launches = target->getLaunches(prepared->id);
    if (printLaunches)
      print(region, launches);
    manifest[region.getName()] = describe(region, *prepared, launches);
  }
  FailureOr<sbp::CodeBlob> blob =
      target->emit(ids,
                   transfers ? getTransfers(Builder(&context))
                             : std::vector<sbp::TransferKernel>(),
                   module->getLoc());
  if (failed(blob))
    return 1;
  if (output.empty())
    return 0;
  std::error_code code;
  llvm::ToolOutputFile file(output, code, llvm::sys::fs::OF_None);
  if (code) {
    llvm::errs() << "cannot write " << output << ": " << code.message() << "\n";
    return 1;
  }
  file.os().write(blob->bytes.data(), blob->bytes.size());
  file.keep();
  llvm::outs() << llvm::json::Value(std::move(manifest)) << "\n";
  return 0;
}
