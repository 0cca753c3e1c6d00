// CUDATarget.cpp: the CUDA target behind the Target interface
//
// A region is compiled for every chip (ChipCode.cpp), each with its own choice
// of kernels; a region of the plan has the scratch that is enough for all.
// Equal regions are compiled once, by their hash.
#include "sbp/Target/CUDA/CUDATarget.h"
#include "ChipCode.h"
#include "Code/SharedKernels.h"
#include "Steps/FixedArguments.h"
#include "Steps/Float32.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "sbp/Analysis/CostNetwork/SolverThreads.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "sbp/Target/CUDA/IR/CUDADialect.h"
#include "sbp/Target/Region/Passes.h"
#include "sbp/Target/Region/RegionImport.h"
#include "sbp/Target/TargetRegistry.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <list>

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
      : options(std::move(options)) {
    cuda::Tuning tuning;
    if (!this->options.tuning.empty())
      tuning = llvm::cantFail(cuda::Tuning::parse(this->options.tuning));
    SmallVector<const cuda::Chip *> chips =
        llvm::cantFail(cuda::parseChips(this->options.chips));
    tuningWarnings = tuning.restrictTo(chips);
    DialectRegistry registry = createRegistry();
    for (const cuda::Chip *chip : chips)
      codes.emplace_back(this->options.servesLaterGpus
                             ? cuda::limitToServed(*chip, chips)
                             : *chip,
                         tuning.getChoicesFor(*chip), this->options, registry,
                         /*isNamed=*/chips.size() > 1);
  }
  StringRef getName() const override { return kName; }
  bool usesFixedArguments() const override { return true; }
  bool buildsTransfers() const override { return true; }
  FailureOr<PreparedRegion> prepare(func::FuncOp region) override;
  FailureOr<CodeBlob> emit(ArrayRef<unsigned> regions,
                           ArrayRef<TransferKernel> transfers,
                           Location loc) override;
  ArrayRef<DeviceLaunch> getLaunches(unsigned region) const override {
    return codes.front().getLaunches(region);
  }

private:
  LogicalResult compile(func::FuncOp function, PreparedRegion &prepared);
  /// Emits the warnings of the tuning file, each once.
  void warnOfTuning(MLIRContext *user);
  /// Adds a warning for each choice of the tuning file that was no candidate.
  void checkTuned(const cuda::ChipCode &code, ArrayRef<KernelChoice> choices);

  CUDATargetOptions options;
  std::vector<std::string> tuningWarnings; ///< not emitted yet
  llvm::StringSet<> untuned;               ///< shapes that were warned of
  std::list<cuda::ChipCode> codes;         ///< at least one
  std::vector<PreparedRegion> regions;
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

/// Returns the bytes that a copy moves in the predicted time of the launches on
/// `chip`, the last one of the region's codes: schedules measure time in memory
/// traffic. At least those at the boundary.
static int64_t getEquivalentBytes(const PreparedRegion &prepared,
                                  const cuda::Chip &chip) {
  constexpr double kMaxBytes = 1e15;
  double bytes =
      prepared.codes.back().launches.predictedSeconds * chip.copyRate;
  return std::max<int64_t>(prepared.cost.bytes,
                           std::llround(std::min(bytes, kMaxBytes)));
}

LogicalResult CUDATargetImplementation::compile(func::FuncOp function,
                                                PreparedRegion &prepared) {
  std::vector<cuda::ChipCode::Region> compiled;
  for (cuda::ChipCode &code : codes) {
    FailureOr<cuda::ChipCode::Region> one =
        code.compile(function, prepared.symbol);
    if (failed(one))
      return failure();
    checkTuned(code, one->code.launches.choices);
    compiled.push_back(std::move(*one));
  }
  for (auto [code, one] : llvm::zip_equal(codes, compiled)) {
    prepared.scratchBytes =
        std::max(prepared.scratchBytes, one.code.scratchBytes);
    prepared.persistentBytes =
        std::max(prepared.persistentBytes, one.code.persistentBytes);
    prepared.codes.push_back(one.code);
    code.keep(std::move(one));
  }
  prepared.cost.bytes = getEquivalentBytes(prepared, codes.back().getChip());
  return success();
}

void CUDATargetImplementation::checkTuned(const cuda::ChipCode &code,
                                          ArrayRef<KernelChoice> choices) {
  for (const KernelChoice &choice : choices) {
    const cuda::Tuning::Choice *tuned = code.findTuned(choice.shape);
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
    return regions[found->second];
  PreparedRegion result;
  result.id = found->second;
  result.symbol = "region_" + hash;
  describe(function, result);
  if (failed(compile(function, result))) {
    known.erase(hash);
    return failure();
  }
  warnOfTuning(function.getContext());
  regions.push_back(std::move(result));
  return regions.back();
}

FailureOr<CodeBlob>
CUDATargetImplementation::emit(ArrayRef<unsigned> requested,
                               ArrayRef<TransferKernel> transfers,
                               Location loc) {
  llvm::SmallSetVector<unsigned, 16> ids(llvm::from_range, requested);
  std::vector<cuda::ChipCode *> chips;
  for (cuda::ChipCode &code : codes)
    chips.push_back(&code);
  SolverThreads threads(chips.size());
  threads.parallelFor(
      chips.size(), threads.reserve(chips.size() - 1),
      [&](size_t i) { chips[i]->generate(ids.getArrayRef(), transfers); });
  std::vector<CodeBlob> blobs;
  for (cuda::ChipCode *code : chips) {
    FailureOr<CodeBlob> blob = code->finish(loc);
    if (failed(blob))
      return failure();
    blob->symbols.resize(regions.size());
    for (unsigned id : ids)
      blob->symbols[id] = regions[id].symbol;
    blobs.push_back(std::move(*blob));
  }
  cuda::shareKernels(blobs);
  CodeBlob first = std::move(blobs.front());
  first.variants.assign(std::make_move_iterator(blobs.begin() + 1),
                        std::make_move_iterator(blobs.end()));
  return first;
}

llvm::Error sbp::checkCUDAChips(StringRef chips) {
  return cuda::parseChips(chips).takeError();
}

llvm::Error sbp::checkCUDAFloat32(StringRef float32) {
  if (cuda::parseFloat32(float32))
    return llvm::Error::success();
  return llvm::createStringError("--float32=" + float32 +
                                 ": expected exact, tf32 or 3xtf32");
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
    cuda.chips = options.get("chip");
    cuda.float32 = options.get("float32");
    cuda.overlap = options.get("overlap-launches");
    cuda.tuning = options.get("tuning");
    cuda.tuningFile = options.get("tuning-file");
    return createCUDATarget(std::move(cuda));
  };
  kind.check = [](const TargetOptions &options) {
    StringRef chips = options.get("chip");
    if (llvm::Error error = checkCUDAChips(chips))
      return error;
    if (llvm::Error error = checkCUDAFloat32(options.get("float32")))
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
