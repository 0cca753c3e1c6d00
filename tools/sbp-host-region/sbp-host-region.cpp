// sbp-host-region.cpp: compiles functions on tensors to a shared object
//
// A developer's tool: every function of a module is compiled as one region of
// the host target. Writes the shared object, and prints a JSON manifest from
// which a test calls the kernels.
#include "../common/RegionTool.h"
#include "sbp/Target/Host/HostTarget.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::opt<std::string> input(cl::Positional, cl::desc("<model.mlir>"),
                                  cl::init("-"));
static cl::opt<std::string>
    output("o", cl::desc("write the shared object to this file"));
static cl::opt<std::string>
    cpu("cpu", cl::init("native"),
        cl::desc("CPU to compile for: native, x86-64-v3 or x86-64-v4"));
static cl::opt<unsigned> width(
    "vector-width", cl::init(0),
    cl::desc("bits of the vector registers to use; 0: chosen by the CPU"));
static cl::opt<bool> printGemm(
    "print-gemm",
    cl::desc(
        "print every contraction with its gemm call; without -o, stop there"));
static cl::opt<bool> printTimes(
    "print-times",
    cl::desc("print the seconds of each phase of code generation to stderr"));
static cl::opt<bool> printLLVM("print-llvm",
                               cl::desc("print the optimised LLVM IR"));

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  sbp::setVersionText("sbp-host-region");
  cl::ParseCommandLineOptions(
      argc, argv,
      "compiles every function of a module as a region of the host target\n");
  if (llvm::Error error = sbp::checkHostCPU(cpu)) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  sbp::RegionFile file(input);
  ModuleOp module = file.get();
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
  for (auto region : module.getOps<func::FuncOp>()) {
    FailureOr<sbp::PreparedRegion> prepared = target->prepare(region);
    if (failed(prepared))
      return 1;
    ids.push_back(prepared->id);
    llvm::json::Object described = sbp::describe(region, *prepared);
    described["flops"] = prepared->cost.flops;
    manifest[region.getName()] = std::move(described);
  }
  if (printGemm && output.empty())
    return 0;
  FailureOr<sbp::CodeBlob> blob = target->emit(ids, {}, module.getLoc());
  if (failed(blob))
    return 1;
  return sbp::writeRegions(output, *blob, std::move(manifest));
}
