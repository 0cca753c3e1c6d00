// CUDATarget.cpp: the CUDA target behind the Target interface
//
// `prepare` imports a region, runs the tensor steps, plans its launches and
// lowers the kernels to the LLVM dialect; `emit` merges the kernels of all
// regions and generates one PTX module. For example, the region softmax(x +
// bias) becomes one launch of the rows generator, and matmul + bias + relu one
// of the product generator with an epilogue. Equal regions are compiled once,
// by their hash.
#include "sbp/Target/CUDA/CUDATarget.h"
#include "Code/Assemble.h"
#include "Code/Codegen.h"
#include "Code/DependentLaunches.h"
#include "Code/PtxVersion.h"
#include "Kernel/Transfer.h"
#include "Plan/LaunchPlan.h"
#include "Steps/FixedArguments.h"
#include "Steps/Float32.h"
#include "Steps/TensorSteps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Target/CUDA/IR/CUDADialect.h"
#include "sbp/Target/Region/Passes.h"
#include "sbp/Target/Region/RegionImport.h"
#include "sbp/Target/TargetRegistry.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace sbp;

static DialectRegistry createRegistry() {
  DialectRegistry registry;
  region::registerDialects(registry);
  registry.insert<cuda::CUDADialect, memory_layer::MemoryLayerDialect,
                  nn::NNDialect, NVVM::NVVMDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  return registry;
}

static constexpr StringLiteral kName = "cuda";

namespace {
class CUDATargetImplementation : public CUDATarget {
public:
  explicit CUDATargetImplementation(CUDATargetOptions options)
      : options(std::move(options)),
        context(createRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    if (!this->options.tuning.empty())
      tuning = llvm::cantFail(cuda::Tuning::parse(this->options.tuning));
    tuningWarnings = tuning.restrictTo(*cuda::findChip(this->options.chip));
  }
  StringRef getName() const override { return kName; }
  bool usesFixedArguments() const override { return true; }
  bool buildsTransfers() const override { return true; }
  FailureOr<PreparedRegion> prepare(func::FuncOp region) override;
  FailureOr<CodeBlob> emit(ArrayRef<unsigned> regions,
                           ArrayRef<TransferKernel> transfers,
                           Location loc) override;
  ArrayRef<DeviceLaunch> getLaunches(unsigned region) const override {
    return regions[region].launches;
  }

private:
  /// A prepared region; its kernels are kept until `emit`.
  struct Region {
    PreparedRegion prepared;
    std::vector<DeviceLaunch> launches;
    OwningOpRef<ModuleOp> kernels;
  };
  LogicalResult compile(func::FuncOp function, Region &result);
  /// Emits the warnings of the tuning file, each once.
  void warnOfTuning(MLIRContext *user);
  /// Adds a warning for each choice of the tuning file that was no candidate.
  void checkTuned(ArrayRef<KernelChoice> choices);
  LogicalResult addTransfers(ModuleOp kernels,
                             ArrayRef<TransferKernel> transfers,
                             CodeBlob &blob);
  LogicalResult addMachineCode(CodeBlob &blob, Location loc);

  CUDATargetOptions options;
  MLIRContext context;
  cuda::Tuning tuning;
  std::vector<std::string> tuningWarnings; ///< not emitted yet
  llvm::StringSet<> untuned;               ///< shapes that were warned of
  std::vector<Region> regions;
  llvm::StringMap<unsigned> known;
};
} // namespace

/// Returns the bytes of a tensor type, 0 for other types.
static int64_t getBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getNumElements() *
                      getElementBytes(tensor.getElementType())
                : 0;
}

/// Fills in the properties that follow from the region's type.
static void describe(func::FuncOp function, PreparedRegion &prepared) {
  for (auto [type, accumulator] : llvm::zip_equal(
           function.getArgumentTypes(), region::getAccumulators(function))) {
    prepared.cost.bytes += getBytes(type);
    if (!accumulator)
      ++(isa<RankedTensorType>(type) ? prepared.numInputs
                                     : prepared.numParameters);
  }
  for (Type type : function.getResultTypes()) {
    ++prepared.numOutputs;
    prepared.cost.bytes += getBytes(type);
  }
  prepared.scratchAlignment = kRegisterAlignment;
  prepared.inPlace = region::getInPlacePairs(function);
}

/// Returns the bytes that a copy moves in the predicted time of the launches:
/// schedules measure time in memory traffic. At least those at the boundary.
static int64_t getEquivalentBytes(const PreparedRegion &prepared,
                                  const cuda::Chip &chip) {
  constexpr double kMaxBytes = 1e15;
  double bytes = prepared.launches.predictedSeconds * chip.copyRate;
  return std::max<int64_t>(prepared.cost.bytes,
                           std::llround(std::min(bytes, kMaxBytes)));
}

LogicalResult CUDATargetImplementation::compile(func::FuncOp function,
                                                Region &result) {
  region::DiagnosticForwarder forwarder(context, function, /*isSilent=*/false);
  OwningOpRef<ModuleOp> module =
      region::importRegion(function, result.prepared.symbol, context);
  const cuda::Chip &chip = *cuda::findChip(options.chip);
  if (!module)
    return failure();
  cuda::copyFixedArguments(function, *module->getOps<func::FuncOp>().begin());
  if (failed(cuda::runTensorSteps(*module, chip)))
    return failure();
  func::FuncOp fused = *module->getOps<func::FuncOp>().begin();
  cuda::permitFloat32(fused, *cuda::parseFloat32(options.float32));
  result.kernels = ModuleOp::create(fused.getLoc());
  cuda::LaunchPlan plan(fused, *result.kernels, chip, tuning);
  FailureOr<std::vector<DeviceLaunch>> launches = plan.build();
  if (failed(launches))
    return failure();
  if (options.overlap != "off" && chip.hasDependentLaunches)
    cuda::overlapLaunches(*result.kernels, *launches);
  if (options.printKernels)
    result.kernels->print(*options.printKernels);
  result.launches = std::move(*launches);
  for (const DeviceLaunch &launch : result.launches) {
    LaunchCounts &counts = result.prepared.launches;
    if (launch.isOnce) {
      ++counts.once;
      continue;
    }
    ++counts.generators[launch.generator];
    if (!launch.schedule.empty())
      ++counts.schedules[launch.schedule];
    counts.predictedSeconds += launch.predictedSeconds;
    counts.serial += launch.serialElements != 0;
    counts.serialElements += launch.serialElements;
  }
  result.prepared.cost.bytes = getEquivalentBytes(result.prepared, chip);
  checkTuned(plan.choices);
  result.prepared.launches.choices = std::move(plan.choices);
  result.prepared.scratchBytes = plan.scratchBytes;
  result.prepared.persistentBytes = plan.buffers.getPersistentBytes();
  return cuda::lowerKernels(*result.kernels);
}

void CUDATargetImplementation::checkTuned(ArrayRef<KernelChoice> choices) {
  for (const KernelChoice &choice : choices) {
    const cuda::Tuning::Choice *tuned = tuning.find(choice.shape);
    if (!tuned || choice.isTuned || !untuned.insert(choice.shape).second)
      continue;
    tuningWarnings.push_back(tuned->generator + " (" + tuned->schedule +
                             ") is no candidate for '" + choice.shape +
                             "'; the static choice is used");
  }
}

void CUDATargetImplementation::warnOfTuning(MLIRContext *user) {
  Location file = FileLineColLoc::get(user, options.tuningFile, 1, 1);
  for (const std::string &warning : std::exchange(tuningWarnings, {}))
    emitWarning(file) << warning;
}

FailureOr<PreparedRegion>
CUDATargetImplementation::prepare(func::FuncOp function) {
  warnOfTuning(function.getContext());
  if (failed(region::verifyRegion(function)))
    return failure();
  std::string hash = cuda::hashRegion(function);
  auto [found, isNew] = known.try_emplace(hash, regions.size());
  if (!isNew)
    return regions[found->second].prepared;
  Region result;
  result.prepared.id = found->second;
  result.prepared.symbol = "region_" + hash;
  describe(function, result.prepared);
  if (failed(compile(function, result))) {
    known.erase(hash);
    return failure();
  }
  warnOfTuning(function.getContext());
  regions.push_back(std::move(result));
  return regions.back().prepared;
}

/// Adds the kernels that move values between ranks. They are lowered in a
/// module of their own, because the regions' kernels are lowered already.
LogicalResult CUDATargetImplementation::addTransfers(
    ModuleOp kernels, ArrayRef<TransferKernel> transfers, CodeBlob &blob) {
  OwningOpRef<ModuleOp> apart = ModuleOp::create(kernels.getLoc());
  blob.transfers = cuda::buildTransfers(*apart, transfers);
  if (failed(cuda::lowerKernels(*apart)))
    return failure();
  for (Operation &op : llvm::make_early_inc_range(*apart->getBody()))
    op.moveBefore(kernels.getBody(), kernels.getBody()->end());
  return success();
}

/// Adds machine code if ptxas is installed; otherwise the driver compiles the
/// PTX. A failing assembler is a warning, since the PTX alone is complete.
LogicalResult CUDATargetImplementation::addMachineCode(CodeBlob &blob,
                                                       Location loc) {
  std::string assembler = cuda::findAssembler();
  if (assembler.empty())
    return success();
  llvm::Expected<cuda::Assembly> assembly = cuda::assemble(
      assembler, StringRef(blob.bytes.data(), blob.bytes.size()), options.chip);
  if (!assembly) {
    emitWarning(loc) << assembler << " cannot assemble the kernels: "
                     << llvm::toString(assembly.takeError())
                     << "; the artifact holds only their PTX";
    return success();
  }
  for (auto &launches : blob.launches)
    for (DeviceLaunch &launch : launches)
      launch.figures = assembly->figures.lookup(launch.kernel);
  if (failed(cuda::checkMachineCode(*assembly, blob, loc)))
    return failure();
  CodeBlob &form = blob.alternatives.emplace_back();
  form.format = "cubin";
  form.architecture = options.chip;
  form.driver = assembly->driver;
  form.bytes = std::move(assembly->cubin);
  return success();
}

FailureOr<CodeBlob>
CUDATargetImplementation::emit(ArrayRef<unsigned> requested,
                               ArrayRef<TransferKernel> transfers,
                               Location loc) {
  llvm::SmallSetVector<unsigned, 16> ids(llvm::from_range, requested);
  region::DiagnosticForwarder forwarder(context, loc);
  OwningOpRef<ModuleOp> all = ModuleOp::create(UnknownLoc::get(&context));
  OpBuilder builder = OpBuilder::atBlockEnd(all->getBody());
  for (unsigned id : ids)
    // Globals of constants are named by content, so equal names are equal data.
    for (Operation &op : *regions[id].kernels->getBody())
      if (!all->lookupSymbol(cast<SymbolOpInterface>(&op).getName()))
        builder.clone(op);
  CodeBlob blob;
  if (failed(addTransfers(*all, transfers, blob)))
    return failure();
  std::vector<cuda::ChangingArgument> changing;
  for (unsigned id : ids)
    for (const DeviceLaunch &launch : regions[id].launches)
      if (launch.overlaps)
        for (unsigned argument : launch.recent)
          changing.push_back({launch.kernel, argument});
  FailureOr<std::string> text = cuda::generatePtx(*all, changing, options);
  if (failed(text))
    return failure();
  blob.format = "ptx";
  blob.architecture = options.chip;
  blob.driver = cuda::getPtxDriver(*cuda::findChip(options.chip));
  blob.bytes.assign(text->begin(), text->end());
  blob.symbols.resize(regions.size());
  blob.launches.resize(regions.size());
  for (unsigned id : ids) {
    blob.symbols[id] = regions[id].prepared.symbol;
    blob.launches[id] = regions[id].launches;
    cuda::keepProvenOverlaps(*text, blob.launches[id]);
  }
  if (options.assemble && failed(addMachineCode(blob, loc)))
    return failure();
  return blob;
}

llvm::Error sbp::checkCUDAChip(StringRef chip) {
  if (chip.empty() || cuda::findChip(chip))
    return llvm::Error::success();
  return llvm::createStringError("chip '" + chip +
                                 "' is unknown; known: " + cuda::listChips());
}

llvm::Error sbp::checkCUDAFloat32(StringRef float32, StringRef chip) {
  std::optional<cuda::Float32> arithmetic = cuda::parseFloat32(float32);
  if (!arithmetic)
    return llvm::createStringError("--float32=" + float32 +
                                   ": expected exact, tf32 or 3xtf32");
  std::string name = chip.empty() ? CUDATargetOptions().chip : chip.str();
  if (*arithmetic == cuda::Float32::Exact ||
      cuda::findChip(name)->hasWarpgroupProducts ||
      cuda::findChip(name)->warpProductRate > 0)
    return llvm::Error::success();
  return llvm::createStringError(
      "--float32=" + float32 +
      " computes products on tensor cores and requires --chip=sm_80 or "
      "--chip=sm_90a, but the chip is " +
      name);
}

llvm::Error sbp::checkCUDAOverlap(StringRef overlap) {
  if (llvm::is_contained({"", "on", "off"}, overlap))
    return llvm::Error::success();
  return llvm::createStringError("--overlap-launches=" + overlap +
                                 ": expected on or off");
}

llvm::Error sbp::checkCUDATuning(StringRef tuning, StringRef file) {
  if (tuning.empty())
    return llvm::Error::success();
  llvm::Expected<cuda::Tuning> parsed = cuda::Tuning::parse(tuning);
  if (parsed)
    return llvm::Error::success();
  return llvm::createStringError(file + ": " +
                                 llvm::toString(parsed.takeError()));
}

std::unique_ptr<CUDATarget> sbp::createCUDATarget(CUDATargetOptions options) {
  return std::make_unique<CUDATargetImplementation>(std::move(options));
}

void sbp::registerCUDATarget() {
  TargetKind kind;
  kind.name = kName;
  kind.options = {"chip",     "float32", "overlap-launches",
                  "assemble", "tuning",  "tuning-file"};
  kind.make = [](const TargetOptions &options) {
    CUDATargetOptions cuda;
    cuda.assemble = options.get("assemble") == "on";
    if (StringRef chip = options.get("chip"); !chip.empty())
      cuda.chip = chip;
    cuda.float32 = options.get("float32");
    cuda.overlap = options.get("overlap-launches");
    cuda.tuning = options.get("tuning");
    cuda.tuningFile = options.get("tuning-file");
    return createCUDATarget(std::move(cuda));
  };
  kind.check = [](const TargetOptions &options) {
    StringRef chip = options.get("chip");
    if (llvm::Error error = checkCUDAChip(chip))
      return error;
    if (llvm::Error error = checkCUDAFloat32(options.get("float32"), chip))
      return error;
    if (llvm::Error error = checkCUDAOverlap(options.get("overlap-launches")))
      return error;
    return checkCUDATuning(options.get("tuning"), options.get("tuning-file"));
  };
  kind.describeUnused = [](const TargetOptions &options) -> std::string {
    StringRef float32 = options.get("float32");
    if (*cuda::parseFloat32(float32) == cuda::Float32::Exact)
      return "";
    return ("--float32=" + float32 +
            " has no effect: the model has no placement on a GPU")
        .str();
  };
  registerTarget(std::move(kind));
}
