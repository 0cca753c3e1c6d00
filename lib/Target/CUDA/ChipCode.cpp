// ChipCode.cpp: the regions of a compilation in the code of one chip
//
// `compile` imports a region, runs the tensor steps, plans its launches and
// lowers the kernels to the LLVM dialect; `generate` merges the kernels of all
// regions and writes one PTX module. For example, the region softmax(x +
// bias) becomes one launch of the rows generator, and matmul + bias + relu one
// of the product generator with an epilogue.
#include "ChipCode.h"
#include "Code/Codegen.h"
#include "Code/DependentLaunches.h"
#include "Code/SharedKernels.h"
#include "Kernel/Transfer.h"
#include "Plan/LaunchPlan.h"
#include "Steps/FixedArguments.h"
#include "Steps/TensorSteps.h"
#include "sbp/Target/Region/RegionImport.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

ChipCode::ChipCode(const Chip &chip, const Tuning &tuning,
                   const CUDATargetOptions &options,
                   const DialectRegistry &registry, bool isNamed)
    : chip(chip), tuning(tuning), options(options),
      context(registry, MLIRContext::Threading::DISABLED), isNamed(isNamed) {
  context.loadAllAvailableDialects();
}

/// Counts the launches of a region by generator and schedule.
static LaunchCounts count(ArrayRef<DeviceLaunch> launches) {
  LaunchCounts counts;
  for (const DeviceLaunch &launch : launches) {
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
  return counts;
}

FailureOr<ChipCode::Region> ChipCode::compile(func::FuncOp function,
                                              StringRef symbol) {
  region::DiagnosticForwarder forwarder(context, function, /*isSilent=*/false,
                                        isNamed ? (chip.name + ": ").str()
                                                : std::string());
  OwningOpRef<ModuleOp> module =
      region::importRegion(function, symbol, context);
  if (!module)
    return failure();
  copyFixedArguments(function, *module->getOps<func::FuncOp>().begin());
  if (failed(runTensorSteps(*module, chip)))
    return failure();
  func::FuncOp fused = *module->getOps<func::FuncOp>().begin();
  permitFloat32(fused, *parseFloat32(options.float32));
  Region result;
  result.kernels = ModuleOp::create(fused.getLoc());
  LaunchPlan plan(fused, *result.kernels, chip, tuning);
  FailureOr<std::vector<DeviceLaunch>> launches = plan.build();
  if (failed(launches))
    return failure();
  if (options.overlap != "off" && chip.hasDependentLaunches)
    overlapLaunches(*result.kernels, *launches);
  if (options.printKernels)
    result.kernels->print(*options.printKernels);
  result.code.architecture = chip.name;
  result.code.scratchBytes = plan.scratchBytes;
  result.code.persistentBytes = plan.buffers.getPersistentBytes();
  result.code.launches = count(*launches);
  result.code.launches.choices = std::move(plan.choices);
  result.launches = std::move(*launches);
  if (failed(lowerKernels(*result.kernels)))
    return failure();
  return result;
}

/// Adds the kernels that move values between ranks. They are lowered in a
/// module of their own, because the regions' kernels are lowered already.
LogicalResult ChipCode::addTransfers(ModuleOp kernels,
                                     ArrayRef<TransferKernel> transfers,
                                     CodeBlob &blob) {
  OwningOpRef<ModuleOp> apart = ModuleOp::create(kernels.getLoc());
  blob.transfers = buildTransfers(*apart, transfers);
  if (failed(lowerKernels(*apart)))
    return failure();
  for (Operation &op : llvm::make_early_inc_range(*apart->getBody()))
    op.moveBefore(kernels.getBody(), kernels.getBody()->end());
  return success();
}

FailureOr<CodeBlob> ChipCode::generateCode(ArrayRef<unsigned> ids,
                                           ArrayRef<TransferKernel> transfers) {
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
  std::vector<ChangingArgument> changing;
  for (unsigned id : ids)
    for (const DeviceLaunch &launch : regions[id].launches)
      if (launch.overlaps)
        for (unsigned argument : launch.recent)
          changing.push_back({launch.kernel, argument});
  FailureOr<std::string> text = generatePtx(*all, changing, chip);
  if (failed(text))
    return failure();
  if (isNamed)
    *text = numberFunctionsAlike(*text);
  blob.format = "ptx";
  blob.architecture = chip.name;
  blob.driver = chip.driver;
  blob.bytes.assign(text->begin(), text->end());
  blob.launches.resize(regions.size());
  for (unsigned id : ids) {
    blob.launches[id] = regions[id].launches;
    keepProvenOverlaps(*text, blob.launches[id]);
  }
  return blob;
}

void ChipCode::generate(ArrayRef<unsigned> ids,
                        ArrayRef<TransferKernel> transfers) {
  Generated &result = generated.emplace();
  ScopedDiagnosticHandler keeper(&context, [&](Diagnostic &diagnostic) {
    result.diagnostics.push_back(std::move(diagnostic));
    return success();
  });
  result.blob = generateCode(ids, transfers);
  if (failed(result.blob) || !options.assemble)
    return;
  result.assembler = findAssembler();
  if (!result.assembler.empty())
    result.assembly.emplace(assemble(
        result.assembler,
        StringRef(result.blob->bytes.data(), result.blob->bytes.size()),
        chip.name));
}

/// Adds the machine code, if there is any. A failing assembler is a warning,
/// since the PTX alone is complete.
LogicalResult ChipCode::addMachineCode(Generated &generated, Location loc) {
  if (!generated.assembly)
    return success();
  llvm::Expected<Assembly> &assembly = *generated.assembly;
  if (!assembly) {
    emitWarning(loc) << generated.assembler << " cannot assemble the kernels"
                     << (isNamed ? " for " + chip.name.str() : "") << ": "
                     << llvm::toString(assembly.takeError())
                     << "; the artifact holds only their PTX";
    return success();
  }
  CodeBlob &blob = *generated.blob;
  for (auto &launches : blob.launches)
    for (DeviceLaunch &launch : launches)
      launch.figures = assembly->figures.lookup(launch.kernel);
  if (failed(checkMachineCode(*assembly, blob, chip, loc)))
    return failure();
  CodeBlob &form = blob.alternatives.emplace_back();
  form.format = "cubin";
  form.architecture = chip.name;
  form.driver = assembly->driver;
  form.bytes = std::move(assembly->cubin);
  return success();
}

FailureOr<CodeBlob> ChipCode::finish(Location loc) {
  Generated result = std::move(*generated);
  generated.reset();
  region::DiagnosticForwarder forwarder(context, loc);
  for (Diagnostic &diagnostic : result.diagnostics)
    context.getDiagEngine().emit(std::move(diagnostic));
  if (failed(result.blob) || failed(addMachineCode(result, loc)))
    return failure();
  return std::move(*result.blob);
}
