// HostTarget.cpp: the host target behind the Target interface
//
// `prepare` compiles a region to loop nests on buffers, first with results
// written directly, then, if bufferisation fails, with copies at the end. All
// regions share one module, so equal nests are stored once; `emit` lowers it to
// LLVM and generates one shared object. For example, two layers of equal shapes
// have one region id and one entry point.
#include "sbp/Target/Host/HostTarget.h"
#include "Codegen.h"
#include "Pipeline.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Target/Host/IR/HostDialect.h"
#include "sbp/Target/Region/Passes.h"
#include "sbp/Target/Region/RegionImport.h"
#include "sbp/Target/TargetRegistry.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::host;

static DialectRegistry createRegistry() {
  DialectRegistry registry;
  region::registerDialects(registry);
  registry.insert<memory_layer::MemoryLayerDialect, nn::NNDialect>();
  registerHostDialect(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  return registry;
}

static int64_t getBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return 0;
  return tensor.getNumElements() * getElementBytes(tensor);
}

static constexpr StringLiteral kName = "host", kCPUOption = "cpu";

namespace {
class HostTarget : public Target {
public:
  explicit HostTarget(HostTargetOptions options)
      : options(std::move(options)),
        context(createRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    // The forwarded message names the user's line; the op is internal.
    context.printOpOnDiagnostic(false);
    kernels = ModuleOp::create(UnknownLoc::get(&context));
  }

  StringRef getName() const override { return kName; }
  FailureOr<PreparedRegion> prepare(func::FuncOp region) override;
  FailureOr<CodeBlob> emit(ArrayRef<unsigned> prepared,
                           ArrayRef<TransferKernel> transfers,
                           Location loc) override;

private:
  FailureOr<RegionResult> compile(func::FuncOp region, StringRef symbol);
  Entry describeEntry(func::FuncOp region, StringRef symbol,
                      PreparedRegion &prepared);
  void moveIntoKernels(ModuleOp module);

  HostTargetOptions options;
  MLIRContext context;
  OwningOpRef<ModuleOp> kernels;   ///< all regions and nests, on buffers
  llvm::StringMap<unsigned> known; ///< content hash -> id
  std::vector<PreparedRegion> regions;
  std::vector<Entry> entries; ///< by id
};
} // namespace

/// Counts the region's arguments and returns the order in which the entry point
/// passes them on.
Entry HostTarget::describeEntry(func::FuncOp region, StringRef symbol,
                                PreparedRegion &prepared) {
  using Kind = EntryArgument::Kind;
  Entry entry;
  entry.symbol = symbol.str();
  entry.arguments.push_back({Kind::Services});
  for (auto [type, accumulator] :
       llvm::zip_equal(region.getArgumentTypes(), getAccumulators(region))) {
    prepared.cost.bytes += getBytes(type);
    if (accumulator)
      continue; // the buffer of a result
    bool isTensor = isa<RankedTensorType>(type);
    ++(isTensor ? prepared.numInputs : prepared.numParameters);
    entry.arguments.push_back({isTensor ? Kind::Input : Kind::Parameter});
  }
  for (Type type : region.getResultTypes()) {
    ++prepared.numOutputs;
    entry.arguments.push_back({Kind::Output});
    prepared.cost.bytes += getBytes(type);
  }
  entry.arguments.push_back({Kind::Scratch});
  return entry;
}

/// Compiles a copy of `region`, with outputs written directly if possible.
FailureOr<RegionResult> HostTarget::compile(func::FuncOp region,
                                            StringRef symbol) {
  for (BoundaryMode mode : {BoundaryMode::Direct, BoundaryMode::Copied}) {
    bool mayFail = mode == BoundaryMode::Direct;
    DiagnosticForwarder forwarder(context, region, /*isSilent=*/mayFail);
    OwningOpRef<ModuleOp> module = importRegion(region, symbol, context);
    if (!module)
      return failure();
    RegionResult result;
    if (succeeded(compileRegion(*module, mode, options.printGemm, result))) {
      moveIntoKernels(*module);
      return result;
    }
    if (!mayFail)
      return failure();
  }
  return failure();
}

/// Moves the contents of `module` into the module of all kernels.
void HostTarget::moveIntoKernels(ModuleOp module) {
  for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
    auto symbol = cast<SymbolOpInterface>(&op);
    if (kernels->lookupSymbol(symbol.getName()))
      continue; // named by its content: the same
    op.moveBefore(kernels->getBody(), kernels->getBody()->end());
  }
}

FailureOr<PreparedRegion> HostTarget::prepare(func::FuncOp region) {
  if (failed(verifyRegion(region)))
    return failure();
  std::string hash = hashRegion(region);
  auto [found, isNew] = known.try_emplace(hash, regions.size());
  if (!isNew)
    return regions[found->second];
  PreparedRegion prepared;
  prepared.id = found->second;
  prepared.symbol = "region_" + hash;
  Entry entry = describeEntry(region, prepared.symbol, prepared);
  FailureOr<RegionResult> result = compile(region, prepared.symbol);
  if (failed(result)) {
    known.erase(hash);
    return failure();
  }
  prepared.scratchBytes = result->scratchBytes;
  prepared.scratchAlignment = kRegisterAlignment;
  prepared.inPlace = getInPlacePairs(region);
  prepared.cost.flops = result->flops;
  regions.push_back(prepared);
  entries.push_back(entry);
  return prepared;
}

FailureOr<CodeBlob> HostTarget::emit(ArrayRef<unsigned> prepared,
                                     ArrayRef<TransferKernel> /*transfers*/,
                                     Location loc) {
  llvm::SmallSetVector<unsigned, 16> ids;
  for (unsigned id : prepared) {
    assert(id < regions.size() && "emit requires prepared regions");
    ids.insert(id);
  }
  OwningOpRef<ModuleOp> module = cast<ModuleOp>(kernels->clone());
  SmallVector<Entry> selected;
  for (auto [id, entry] : llvm::enumerate(entries)) {
    if (ids.contains(id))
      selected.push_back(entry);
    else
      module->lookupSymbol(entry.symbol)->erase();
  }
  DiagnosticForwarder forwarder(context, loc);
  if (failed(lowerToLLVM(*module, selected)))
    return failure();
  FailureOr<CodeBlob> blob = generateCode(*module, options);
  if (failed(blob))
    return failure();
  blob->symbols.resize(regions.size());
  for (unsigned id : ids)
    blob->symbols[id] = regions[id].symbol;
  return blob;
}

llvm::Error sbp::checkHostCPU(StringRef cpu) {
  if (cpu == "native" || cpu == "x86-64-v3" || cpu == "x86-64-v4")
    return llvm::Error::success();
  return llvm::createStringError("unknown cpu '" + cpu +
                                 "': use native, x86-64-v3 or x86-64-v4");
}

std::unique_ptr<Target> sbp::createHostTarget(HostTargetOptions options) {
  return std::make_unique<HostTarget>(std::move(options));
}

void sbp::registerHostTarget() {
  TargetKind kind;
  kind.name = kName;
  kind.options = {kCPUOption.str()};
  kind.make = [](const TargetOptions &options) {
    HostTargetOptions host;
    host.cpu = options.get(kCPUOption, host.cpu);
    return createHostTarget(std::move(host));
  };
  kind.check = [](const TargetOptions &options) {
    return checkHostCPU(options.get(kCPUOption, HostTargetOptions().cpu));
  };
  kind.isDefault = true;
  registerTarget(std::move(kind));
}
