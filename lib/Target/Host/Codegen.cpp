// Codegen.cpp: compilation of the LLVM dialect to a shared object
//
// The module is translated to LLVM IR, optimised at O2, compiled for a pinned
// CPU level and vector width, checked for undefined symbols and linked by lld
// within the process. With an explicit level the same module gives the same
// bytes on every machine: x86-64-v3 means AVX2 with 256-bit vectors.
#include "Codegen.h"
#include "Link.h"
#include "Steps.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "sbp/Support/BackendMessages.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include <chrono>

using namespace llvm;
using namespace sbp;

namespace {
/// A processor to compile for.
struct CPU {
  std::string name;                  ///< what LLVM compiles for
  std::vector<std::string> features; ///< all that the code may use
  std::vector<std::string> extra;    ///< those beyond `name`
  std::string tune;
  unsigned vectorWidth = 256;
};
} // namespace

/// Features of each level, as the runtime's cpuid check names them; v3 is the
/// minimum.
static const char *const v3Features[] = {
    "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "avx",  "avx2",
    "fma",  "bmi",   "bmi2",   "f16c",   "lzcnt",  "movbe"};
static const char *const v4Features[] = {"avx512f", "avx512vl", "avx512bw",
                                         "avx512dq", "avx512cd"};
/// Features that `native` adds if the machine has them.
static const char *const extraFeatures[] = {"avx512vnni", "avx512bf16",
                                            "avx512fp16"};

/// Returns the CPU to compile for. `native` is the machine's level with a few
/// extra features, limited to those that the runtime can check before it runs
/// the code. The vector width affects the bits of reductions and is therefore
/// pinned.
static CPU getCPU(const HostTargetOptions &options) {
  CPU cpu;
  StringMap<bool> host = sys::getHostCPUFeatures();
  auto hasAll = [&](ArrayRef<const char *> names) {
    return llvm::all_of(names, [&](StringRef name) { return host[name]; });
  };
  bool isNative = options.cpu == "native";
  bool has512 = isNative ? hasAll(v4Features) : options.cpu == "x86-64-v4";
  cpu.name = has512 ? "x86-64-v4" : "x86-64-v3";
  llvm::append_range(cpu.features, v3Features);
  if (has512)
    llvm::append_range(cpu.features, v4Features);
  if (isNative) {
    cpu.tune = sys::getHostCPUName().str();
    for (StringRef name : extraFeatures)
      if (has512 && host[name])
        cpu.extra.push_back(name.str());
    llvm::append_range(cpu.features, cpu.extra);
  }
  cpu.vectorWidth =
      options.vectorWidth ? options.vectorWidth : (has512 ? 512 : 256);
  return cpu;
}

static std::unique_ptr<TargetMachine> createMachine(const CPU &cpu) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  Triple triple("x86_64-unknown-linux-gnu");
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  std::string features;
  for (const std::string &name : cpu.extra)
    features += (features.empty() ? "+" : ",+") + name;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, cpu.name, features, TargetOptions(), Reloc::PIC_,
      CodeModel::Small, CodeGenOptLevel::Aggressive));
}

/// Pins CPU and vector width per function.
static void setAttributes(Function &function, const CPU &cpu) {
  function.addFnAttr(Attribute::NoUnwind);
  unsigned width = cpu.vectorWidth;
  if (function.hasFnAttribute(host::kStridedFunction)) {
    // AVX-512 would gather the strided elements one by one: a transpose of
    // 2048 x 768 takes 1.4 ms so, and 0.5 ms with loads and shuffles.
    width = 256;
    function.addFnAttr("target-cpu", "x86-64-v3");
  } else if (!cpu.tune.empty()) {
    function.addFnAttr("tune-cpu", cpu.tune);
  }
  function.addFnAttr("prefer-vector-width", std::to_string(width));
  function.addFnAttr("min-legal-vector-width", std::to_string(width));
}

static void optimize(Module &module, TargetMachine &machine) {
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = true;
  tuning.LoopInterleaving = tuning.LoopUnrolling = true;
  PassBuilder builder(&machine, tuning);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2)
      .run(module, modules);
}

/// Returns the name of an undefined symbol that the runtime does not provide,
/// if any.
static std::optional<std::string> findForeignSymbol(StringRef object) {
  auto file = object::ObjectFile::createELFObjectFile(
      MemoryBufferRef(object, "region.o"));
  if (!file) {
    consumeError(file.takeError());
    return "(unreadable object)";
  }
  for (const object::SymbolRef &symbol : (*file)->symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    Expected<StringRef> name = symbol.getName();
    if (!flags || !name) {
      consumeError(flags.takeError());
      consumeError(name.takeError());
      continue;
    }
    if ((*flags & object::SymbolRef::SF_Undefined) && !name->empty() &&
        *name != "memset" && *name != "memcpy" && *name != "memmove" &&
        *name != "_GLOBAL_OFFSET_TABLE_")
      return name->str();
  }
  return std::nullopt;
}

mlir::FailureOr<CodeBlob>
sbp::host::generateCode(mlir::ModuleOp source,
                        const HostTargetOptions &options) {
  auto start = std::chrono::steady_clock::now();
  auto report = [&](StringRef step) {
    auto now = std::chrono::steady_clock::now();
    if (options.printTimes)
      *options.printTimes << step << " "
                          << std::chrono::duration<double>(now - start).count()
                          << " s\n";
    start = now;
  };
  LLVMContext context;
  BackendMessages messages(context, source.getLoc());
  std::unique_ptr<Module> module =
      mlir::translateModuleToLLVMIR(source, context, "kernels");
  if (!module)
    return mlir::failure();
  report("translate");
  CPU cpu = getCPU(options);
  std::unique_ptr<TargetMachine> machine = createMachine(cpu);
  if (!machine)
    return source.emitError("this LLVM has no x86-64 target");
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  for (Function &function : *module)
    if (!function.isDeclaration())
      setAttributes(function, cpu);
  optimize(*module, *machine);
  report("optimise");
  if (options.printLLVM)
    module->print(*options.printLLVM, nullptr);

  SmallVector<char, 0> object;
  {
    raw_svector_ostream os(object);
    legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, os, nullptr,
                                     CodeGenFileType::ObjectFile))
      return source.emitError("this LLVM cannot write x86-64 objects");
    passes.run(*module);
  }
  report("generate");
  if (messages.hasError())
    return mlir::failure();
  StringRef objectBytes(object.data(), object.size());
  if (std::optional<std::string> symbol = findForeignSymbol(objectBytes))
    return source.emitError("kernels call '")
           << *symbol
           << "', which the runtime does not provide; the host target "
              "has no lowering for this op";
  auto bytes = link(objectBytes, source.getLoc());
  if (mlir::failed(bytes))
    return mlir::failure();
  report("link");
  CodeBlob blob;
  blob.format = "elf";
  blob.cpuFeatures = llvm::join(cpu.features, ",");
  blob.bytes = std::move(*bytes);
  return blob;
}
