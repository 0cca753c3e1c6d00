// sbp-cuda-region.cpp: compiles functions on tensors to PTX
//
// A developer's tool: every function of a module is compiled as one region of
// the CUDA target. Writes the PTX, and prints a JSON manifest of the regions'
// launches from which a test runs them.
#include "../common/RegionTool.h"
#include "sbp/Interfaces/ElementTypes.h"
#include "sbp/Support/InputFile.h"
#include "sbp/Target/CUDA/CUDATarget.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::opt<std::string> input(cl::Positional, cl::desc("<model.mlir>"),
                                  cl::init("-"));
static cl::opt<std::string> output("o", cl::desc("write the PTX to this file"));
static cl::opt<std::string> chip("chip", cl::desc("architecture of the GPU"),
                                 cl::init("sm_90"));
static cl::opt<std::string>
    float32("float32", cl::desc("arithmetic of products of f32, as for "
                                "sbp-compile"));
static cl::opt<std::string> tuning("tuning",
                                   cl::desc("tuning file, as for sbp-compile"));
static cl::opt<std::string> overlap("overlap-launches",
                                    cl::desc("on or off, as for sbp-compile"));
static cl::opt<bool> printLaunches(
    "print-launches",
    cl::desc("print one line per launch: generator, blocks and threads"));
static cl::opt<bool>
    printKernels("print-kernels",
                 cl::desc("print the kernels before they are lowered"));

static cl::opt<bool>
    transfers("transfers",
              cl::desc("add the transfer kernels of all combiners and types"));

/// Returns transfer kernels for every combiner and type, named as in artifacts.
static std::vector<sbp::TransferKernel> getTransfers(MLIRContext *context) {
  static const char *const combiners[] = {
      "sum",    "prod", "max",  "min",         "maxnum",
      "minnum", "umax", "umin", "logical_and", "logical_or"};
  std::vector<sbp::TransferKernel> kernels;
  for (auto [combiner, name] : llvm::enumerate(combiners))
    for (const sbp::ElementType &type : sbp::ElementType::all())
      kernels.push_back(
          {sbp::Combiner(combiner), sbp::getMLIRType(context, type),
           std::string("sbp_transfer_") + name + "_" + type.name});
  return kernels;
}

static llvm::json::Object describe(const sbp::DeviceLaunch &launch) {
  static const char *const kinds[] = {"input",     "output",    "scratch",
                                      "parameter", "immediate", "tensor_map",
                                      "persistent"};
  auto describeArgument = [](const sbp::DeviceArgument &argument) {
    return llvm::json::Array{kinds[int(argument.kind)], argument.index,
                             argument.offset};
  };
  llvm::json::Array arguments, maps;
  for (const sbp::DeviceArgument &argument : launch.arguments)
    arguments.push_back(describeArgument(argument));
  for (const auto &[address, shape] : launch.tensorMaps)
    maps.push_back(
        llvm::json::Object{{"address", describeArgument(address)},
                           {"element_bytes", shape.elementBytes},
                           {"extents", llvm::json::Array(shape.extents)},
                           {"strides", llvm::json::Array(shape.strides)},
                           {"box", llvm::json::Array(shape.box)},
                           {"swizzle_bytes", shape.swizzleBytes}});
  return llvm::json::Object{{"kernel", launch.kernel},
                            {"family", launch.generator},
                            {"schedule", launch.schedule},
                            {"predicted_seconds", launch.predictedSeconds},
                            {"grid", llvm::json::Array(launch.grid)},
                            {"block", llvm::json::Array(launch.block)},
                            {"shared", launch.sharedBytes},
                            {"overlaps", launch.overlaps},
                            {"once", launch.isOnce},
                            {"arguments", std::move(arguments)},
                            {"tensor_maps", std::move(maps)}};
}

static llvm::json::Object describe(const sbp::KernelCandidate &candidate) {
  llvm::json::Object described{{"generator", candidate.generator},
                               {"schedule", candidate.schedule},
                               {"predicted_seconds", candidate.seconds}};
  if (candidate.packedBytes)
    described["packed_bytes"] = candidate.packedBytes;
  return described;
}

/// Returns the manifest's entry of a choice among several candidates.
static llvm::json::Object describe(const sbp::KernelChoice &choice) {
  llvm::json::Array others;
  for (const sbp::KernelCandidate &other : choice.others)
    others.push_back(describe(other));
  return llvm::json::Object{{"shape", choice.shape},
                            {"chosen", describe(choice.chosen)},
                            {"others", std::move(others)},
                            {"tuned", choice.isTuned}};
}

/// Returns the manifest's entry of a region.
static llvm::json::Object describe(func::FuncOp region,
                                   const sbp::PreparedRegion &prepared,
                                   ArrayRef<sbp::DeviceLaunch> launches) {
  llvm::json::Array list, choices;
  for (const sbp::DeviceLaunch &launch : launches)
    list.push_back(describe(launch));
  for (const sbp::KernelChoice &choice :
       prepared.codes.front().launches.choices)
    choices.push_back(describe(choice));
  llvm::json::Object described = sbp::describe(region, prepared);
  described["launches"] = std::move(list);
  described["persistent"] = prepared.persistentBytes;
  described["choices"] = std::move(choices);
  return described;
}

/// Reads the options of the target from the flags. Prints an error and returns
/// nothing if one is wrong.
static std::optional<sbp::CUDATargetOptions> readOptions() {
  sbp::CUDATargetOptions options;
  auto fail = [](llvm::Error error) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
    return std::nullopt;
  };
  if (llvm::Error error = sbp::checkCUDAChips(chip))
    return fail(std::move(error));
  if (StringRef(chip).contains(','))
    return fail(
        llvm::createStringError("--chip=" + chip + ": expected a single name"));
  options.chips = chip;
  options.servesLaterGpus = false;
  if (llvm::Error error = sbp::checkCUDAFloat32(float32))
    return fail(std::move(error));
  options.float32 = float32;
  if (llvm::Error error = sbp::checkCUDAOverlap(overlap))
    return fail(std::move(error));
  options.overlap = overlap;
  options.printKernels = printKernels ? &llvm::outs() : nullptr;
  if (tuning.empty())
    return options;
  auto buffer = sbp::readInputFile(tuning);
  if (!buffer)
    return fail(buffer.takeError());
  options.tuning = (*buffer)->getBuffer().str();
  options.tuningFile = tuning;
  if (llvm::Error error = sbp::checkCUDATuning(options.tuning, tuning))
    return fail(std::move(error));
  return options;
}

/// Prints one line per launch: generator, blocks and threads.
static void print(func::FuncOp region, ArrayRef<sbp::DeviceLaunch> launches) {
  for (const sbp::DeviceLaunch &launch : launches)
    llvm::outs() << region.getName() << ": " << launch.generator << " "
                 << launch.grid[0] << " x " << launch.block[0]
                 << (launch.isOnce ? ", once" : "") << "\n";
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  sbp::setVersionText("sbp-cuda-region");
  cl::ParseCommandLineOptions(
      argc, argv,
      "compiles every function of a module as a region of the CUDA target\n");
  sbp::RegionFile file(input);
  ModuleOp module = file.get();
  if (!module)
    return 1;

  std::optional<sbp::CUDATargetOptions> options = readOptions();
  if (!options)
    return 1;
  std::unique_ptr<sbp::CUDATarget> target = sbp::createCUDATarget(*options);
  SmallVector<unsigned> ids;
  std::vector<std::pair<func::FuncOp, sbp::PreparedRegion>> regions;
  for (auto region : module.getOps<func::FuncOp>()) {
    FailureOr<sbp::PreparedRegion> prepared = target->prepare(region);
    if (failed(prepared))
      return 1;
    ids.push_back(prepared->id);
    regions.push_back({region, std::move(*prepared)});
    if (printLaunches)
      print(region, target->getLaunches(ids.back()));
  }
  FailureOr<sbp::CodeBlob> blob =
      target->emit(ids,
                   transfers ? getTransfers(module.getContext())
                             : std::vector<sbp::TransferKernel>(),
                   module.getLoc());
  if (failed(blob))
    return 1;
  llvm::json::Object manifest;
  for (const auto &[region, prepared] : regions)
    manifest[func::FuncOp(region).getName()] =
        describe(region, prepared, blob->launches[prepared.id]);
  return sbp::writeRegions(output, *blob, std::move(manifest));
}
