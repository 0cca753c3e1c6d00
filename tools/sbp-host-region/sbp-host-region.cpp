//===- sbp-host-region.cpp - functions on tensors to a shared object ------===//
//
// A developer's tool: every function of a module is one region of the host
// target. Writes the shared object and prints a manifest (JSON) from which a
// test calls the kernels.
//
//===----------------------------------------------------------------------===//
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Target/Host/HostTarget.h"
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
static cl::opt<std::string> output("o", cl::desc("shared object to write"));
static cl::opt<std::string> cpu("cpu", cl::init("native"),
                                cl::desc("native, x86-64-v3 or x86-64-v4"));
static cl::opt<unsigned> width("vector-width", cl::init(0),
                               cl::desc("bits of a vector register"));
static cl::opt<bool> printGemm("print-gemm",
                               cl::desc("print contractions and their calls"));
static cl::opt<bool> printTimes("print-times", cl::desc("seconds per step"));
static cl::opt<bool> printLLVM("print-llvm", cl::desc("optimised LLVM IR"));

static llvm::json::Object describe(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  std::string element;
  llvm::raw_string_ostream(element) << tensor.getElementType();
  return llvm::json::Object{{"shape", llvm::json::Array(tensor.getShape())},
                            {"type", element}};
}

static llvm::json::Object describe(func::FuncOp region,
                                   const sbp::PreparedRegion &prepared) {
  llvm::json::Array inputs, outputs, pairs;
  for (Type type : region.getArgumentTypes())
    if (isa<RankedTensorType>(type))
      inputs.push_back(describe(type));
  for (Type type : region.getResultTypes())
    outputs.push_back(describe(type));
  for (sbp::InPlacePair pair : prepared.inPlace)
    pairs.push_back(llvm::json::Array{pair.output, pair.input});
  return llvm::json::Object{
      {"symbol", prepared.symbol},     {"inputs", std::move(inputs)},
      {"outputs", std::move(outputs)}, {"parameters", prepared.numParameters},
      {"in_place", std::move(pairs)},  {"scratch", prepared.scratchBytes},
      {"flops", prepared.cost.flops}};
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "host target, region by region\n");
  if (llvm::Error error = sbp::checkHostCPU(cpu)) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  DialectRegistry registry;
  registry
      .insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
              linalg::LinalgDialect, math::MathDialect, tensor::TensorDialect,
              sbp::memory_layer::MemoryLayerDialect, sbp::nn::NNDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  auto module = parseSourceFile<ModuleOp>(input, sources, &context);
  if (!module)
    return 1;

  sbp::HostTargetOptions options;
  options.cpu = cpu;
  options.vectorWidth = width;
  options.printGemm = printGemm ? &llvm::outs() : nullptr;
  options.printTimes = printTimes ? &llvm::errs() : nullptr;
  options.printLLVM = printLLVM ? &llvm::outs() : nullptr;
  std::unique_ptr<sbp::Target> target = sbp::createHostTarget(options);
  llvm::json::Object manifest;
  SmallVector<unsigned> ids;
  for (auto region : module->getOps<func::FuncOp>()) {
    FailureOr<sbp::PreparedRegion> prepared = target->prepare(region);
    if (failed(prepared))
      return 1;
    ids.push_back(prepared->id);
    manifest[region.getName()] = describe(region, *prepared);
  }
  if (printGemm && output.empty())
    return 0;
  FailureOr<sbp::CodeBlob> blob = target->emit(ids, {}, module->getLoc());
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
