// MachineFiles.cpp: reads topology and rates into the module

#include "MachineFiles.h"

#include "../common/InputFile.h"
#include "InstalledFiles.h"
#include "sbp/Analysis/Selection/Prices/Rates.h"
#include "sbp/Calculus/Topology.h"
#include "sbp/Dialect/SBP/IR/ModuleTopology.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace sbp;

static bool fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "sbp-compile") << message << "\n";
  return false;
}

bool sbp::checkDevices(ModuleOp module) {
  llvm::DenseMap<int64_t, PlacementOp> known;
  for (auto placement : module.getOps<PlacementOp>()) {
    StringRef device = placement.getDevice().value_or("");
    if (device.empty())
      continue;
    for (int64_t rank : placement.getRanks()) {
      PlacementOp other = known.try_emplace(rank, placement).first->second;
      if (*other.getDevice() == device)
        continue;
      InFlightDiagnostic error = placement.emitError()
                                 << "rank " << rank << " is on \"" << device
                                 << "\" here but on \"" << *other.getDevice()
                                 << "\" in @" << other.getSymName()
                                 << "; a rank is on one kind of device";
      error.attachNote(other.getLoc()) << "@" << other.getSymName();
      return false;
    }
  }
  return true;
}

bool sbp::attachTopology(ModuleOp module, const std::string &path) {
  if (path.empty())
    return true;
  auto buffer = readInputFile(path);
  if (!buffer)
    return fail(llvm::toString(buffer.takeError()));
  StringRef text = (*buffer)->getBuffer();
  llvm::Expected<Topology> topology = Topology::parse(text);
  if (!topology)
    return fail(path + ": " + llvm::toString(topology.takeError()));
  for (auto placement : module.getOps<PlacementOp>())
    for (int64_t rank : placement.getRanks())
      if (!topology->hasRank(rank))
        return fail(path + ": hosts: rank " + Twine(rank) + " of placement @" +
                    placement.getSymName() +
                    " is on no device; add it to a host");
  module->setAttr(kTopologyAttr, StringAttr::get(module.getContext(), text));
  return true;
}

bool sbp::attachRates(ModuleOp module, const std::string &nameOrPath) {
  if (nameOrPath.empty())
    return true;
  std::string file = findInstalled("rates", nameOrPath);
  if (file.empty())
    return fail("--rates=" + nameOrPath +
                ": no such file, and no built-in rates of that name; "
                "built in are " +
                listInstalled("rates"));
  auto buffer = readInputFile(file);
  if (!buffer)
    return fail(llvm::toString(buffer.takeError()));
  StringRef text = (*buffer)->getBuffer();
  if (llvm::Expected<Rates> rates = Rates::parse(text); !rates)
    return fail(file + ": " + llvm::toString(rates.takeError()));
  module->setAttr(kRatesAttr, StringAttr::get(module.getContext(), text));
  return true;
}

bool sbp::readTuning(Options &options) {
  if (options.tuningFile.empty())
    return true;
  std::string file = findInstalled("tuning", options.tuningFile);
  if (file.empty())
    return fail("--tuning=" + options.tuningFile +
                ": no such file, and no built-in tuning of that name; "
                "built in are " +
                listInstalled("tuning"));
  auto buffer = readInputFile(file);
  if (!buffer)
    return fail(llvm::toString(buffer.takeError()));
  options.tuning = (*buffer)->getBuffer().str();
  options.tuningFile = file;
  return true;
}
